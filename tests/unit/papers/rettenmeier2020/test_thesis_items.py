"""Every table and figure of the thesis, of whole, missing, failed and no runs."""

import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
from invented import (
    cell,
    corpus,
    no_words,
    record,
    scored_change,
    thin_cells,
    whole_cells,
    words,
)
from invented_laws import law_numbers, no_laws
from thesis import (
    CLAIMS,
    FIGURES,
    PAPER,
    TABLES,
    Study,
    compared,
    consistency,
    cosines,
    prediction,
    proxies,
)

from quaver.items.claims import claims_table
from quaver.items.item import build
from quaver.items.render import as_csv, as_latex, as_markdown
from quaver.papers.rettenmeier2020.comparable import FOLDER
from quaver.results.change_scores import ScoreNumbers

SLICES = ("table_1_7", "table_1_8")  # of historical texts, which these are not
SWEEPS = ("table_3_1", "table_3_2", "table_3_3", "table_3_4")
ALL = [*TABLES.values(), claims_table(CLAIMS, PAPER.title)]
RENDERINGS = (lambda table, frame: as_csv(frame), as_markdown, as_latex)
VERDICTS = re.compile(r"(agrees|differs|undecided|not comparable)\b|$")


def whole():
    cells, variants = whole_cells()
    parts = {
        "consistency": consistency(),
        "cosines": cosines(np.linspace(0.01, 1, 40), np.linspace(0.01, 1, 20)),
        "prediction": prediction(),
        "proxies": proxies(),
        "averages": compared(sizes=(2, 4)),
    }
    return Study(
        *(*cells, *variants),
        records=[record(c, **parts) for c in cells if c.sampling == "shuffled"],
        words=[words(technique=t, trainer=t) for t in ("word2vec", "glove")],
        corpora=[corpus("news")],
        scores=[scored_change(sampling=x) for x in ("shuffled", "bootstrapped")],
        laws=[law_numbers()],
    )


def thin():
    cells = thin_cells()
    return Study(
        *cells,
        records=[record(c) for c in cells if not c.base],
        words=[no_words()],
        corpora=[corpus("news", steps={}, note="not encoded")],
        scores=[ScoreNumbers("x", cell(), cell(), "planted", note="not measured")],
        laws=[no_laws()],
    )


STUDIES = {"whole": whole(), "thin": thin(), "empty": Study()}
MADE = {
    study: {table.name: build(table, results) for table in ALL}
    for study, results in STUDIES.items()
}


def test_every_table_is_rendered_in_every_format():
    for study, frames in MADE.items():
        for table in ALL:
            frame = frames[table.name]
            for render in RENDERINGS:
                text = render(table, frame)
                missing = re.search(r"\b(nan|NaN|None|<NA>)\b", text)
                assert not missing, (study, table.name)
            lines = as_csv(frame).splitlines()
            assert len(lines) == len(frame) + 1, (study, table.name)


def test_whole_studies_fill_every_table():
    empty = []
    for name in set(TABLES) - set(SLICES):
        numbers = MADE["whole"][name].select_dtypes("number")
        if not len(numbers) or not numbers.notna().to_numpy().any():
            empty.append(name)
    assert empty == []


def test_rows_without_numbers_say_why():
    silent = []
    for name in TABLES:
        frame = MADE["thin"][name]
        ours = frame[frame["kind"] != "published"] if "kind" in frame else frame
        if not (ours["note"].fillna("").str.len() > 0).all():
            silent.append(name)
    assert silent == []


def test_variants_are_in_the_tables_of_sweeps_only():
    for name, frame in MADE["whole"].items():
        if "technique" in frame:
            names = frame["technique"].fillna("")
            assert names.str.contains("epochs-10").any() == (name in SWEEPS), name


def test_every_published_table_is_shown():
    published = {path.stem for path in FOLDER.glob("*.csv")}
    assert published <= set(TABLES)
    assert set(TABLES) - published == {
        *("figure_2_3", "figure_2_4", "figure_3_5", "figure_3_6", "section_2_3_1")
    }


def test_verdicts_are_of_four_kinds():
    for frames in MADE.values():
        for name, frame in frames.items():
            verdicts = frame.get("verdict", pd.Series(dtype=str))
            assert verdicts.map(lambda text: bool(VERDICTS.match(text))).all(), name


def test_items_say_what_they_read_and_are_short():
    """Three sentences are enough; a number of an equation or a table ends none."""
    items = [*TABLES.values(), *FIGURES.values()]
    for item in items:
        assert item.reads or item.name == "figure_A_1", item.name
        caption = re.sub(r"(Eq|cf)\.", r"\1", item.caption)
        sentences = re.findall(r"[.?](?= [A-Z0-9]|$)", caption)
        assert len(caption) > 20 and len(sentences) <= 3, (item.name, sentences)
        assert PAPER.title in item.caption or PAPER.title in item.title, item.name
    for table in TABLES.values():
        assert len(table.shown) <= 10, table.name


def test_items_stand_in_the_order_of_the_thesis():
    names = sorted(TABLES, key=lambda name: TABLES[name].order)
    assert names[:4] == ["table_1_2", "table_1_4", "table_1_5", "table_1_6"]
    assert names.index("table_2_11") > names.index("table_2_9")
    assert names[-2:] == ["table_A_1", "table_A_2"]


def test_captions_say_that_published_corpora_are_others():
    for name in ("table_2_8", "table_2_11"):
        assert "Published values are of Wikipedia corpora" in TABLES[name].caption


def test_sweeps_and_polish_words_are_wanted_where_there_are_some():
    class Grid(SimpleNamespace):
        def shown(self):
            return [SimpleNamespace(runs=2)]

    tables = [TABLES[name].wanted for name in SWEEPS]
    for varied in (False, True):
        grid = Grid(is_variant=lambda cell, varied=varied: varied)
        assert [wanted(grid) for wanted in tables] == [varied] * 4
    for language, files, expected in (("pl-pl", 1, 1), ("en", 1, 0), ("pl", 0, 0)):
        stored = {"measure_instability": ["instability.h5"] * files}
        grid = Grid(language=lambda cell, language=language: language)
        grid.files = lambda stored=stored: stored
        assert FIGURES["figure_2_9"].wanted(grid) == bool(expected)
