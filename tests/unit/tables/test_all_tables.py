"""Every table of whole, missing, failed and single runs, in every format."""

import re
from functools import partial
from types import SimpleNamespace

import asked
import numpy as np
import pandas as pd
import pytest
from given import (
    FOLDER,
    THESIS,
    cell,
    compared,
    consistency,
    corpus,
    cosines,
    failed,
    prediction,
    proxies,
    record,
    scored,
    square,
    text_numbers,
    words,
)

from quaver import tables
from quaver.config.study import Analyses
from quaver.stages.make_tables import FORMATS, TABLES, frames, read_published

PUBLISHED = read_published(sorted(FOLDER.glob("*/*.csv")))
SLICES = ("table_1_7", "table_1_8")  # of historical texts, which these are not
RULES = (FOLDER.parent / "rules/tables.smk").read_text(encoding="utf-8")
CITED = set(THESIS) - {"table_1_7", "table_1_8", "table_1_2"}


class Study:
    """What a plan gives, from records."""

    def __init__(self, cells=(), records=(), **others):
        self.cells = lambda: list(cells)
        self.distributions = lambda: list(records)
        for name in ("distances", "words", "corpora", "sizes", "queries"):
            setattr(self, name, partial(list, others.get(name, ())))
        self.asked = partial(list, others.get("chosen", ()))
        self.study = SimpleNamespace(analyses=Analyses())


def whole():
    overlap = np.where(np.eye(3, dtype=bool), 1, 0.4)
    cells = [
        cell(
            technique=name,
            trainer=name,
            sampling=sampling,
            losses=square(0.02 if sampling == "shuffled" else 0.03, 3, 1e-4),
            overlaps={10: (overlap, overlap / 2)},
            quality={"hi": scored(0.1, 0.11, 0.12)},
            averages={2: None},
        )
        for name in ("word2vec", "glove", "fasttext")
        for sampling in ("shuffled", "bootstrapped")
    ]
    variants = [
        cell(
            technique=f"{name}.epochs-10",
            trainer=name,
            base=name,
            varied={"epochs": 10},
            losses=square(0.015, 3, 1e-4),
            quality={"hi": scored(0.2, 0.21, 0.22)},
        )
        for name in ("word2vec", "fasttext")
    ]
    parts = {
        "consistency": consistency(),
        "cosines": cosines(np.linspace(0.01, 1, 40), np.linspace(0.01, 1, 20)),
        "prediction": prediction(),
        "proxies": proxies(),
        "averages": compared(sizes=(2, 4)),
    }
    records = [record(c, **parts) for c in cells if c.sampling == "shuffled"]
    names = ("eigenspace_overlap", "displacement", "knn_overlap", "rank_biased_overlap")
    each = tables.Distances(runs=3, **dict.fromkeys(names, square(0.3, 3, 0.01)))
    return Study(
        [*cells, *variants],
        records,
        distances=[(c, each) for c in cells],
        words=[words(technique=t, trainer=t) for t in ("word2vec", "glove")],
        corpora=[corpus("news")],
        sizes=[text_numbers(), text_numbers(1, technique="glove")],
        queries=asked.study(runs=3),
        chosen=[tables.AskedNumbers("news", [tables.AskedWord("war", "queries", 7)])],
    )


def thin():
    """Cells of one run, failed cells, cells without a measure; a failed variant."""
    cells = [
        cell(runs=1, losses=None, quality={"hi": None}),
        failed(technique="glove", trainer="glove", quality={"hi": None}),
        cell(technique="lsa", trainer="lsa", losses=None, sampling="fixed"),
        failed(technique="word2vec.x", base="word2vec", varied={"epochs": 10}),
    ]
    empty = dict.fromkeys(("frequency", "intrinsic", "extrinsic"), np.empty(0))
    lost = words(words=[], note="runs without a model", **empty)
    kept = [c for c in cells if not c.base]
    return Study(
        cells,
        [record(c) for c in kept],
        distances=[(c, None) for c in kept],
        words=[lost],
        corpora=[corpus("news", steps={}, note="not encoded")],
        sizes=[text_numbers(0, note="runs without a model")],
        queries=[asked.lacking()],
        chosen=[tables.AskedNumbers("news", note="not measured")],
    )


STUDIES = {"whole": whole(), "thin": thin(), "empty": Study()}
MADE = {name: frames(study, PUBLISHED) for name, study in STUDIES.items()}


@pytest.mark.parametrize("study", STUDIES)
@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_rendered_in_every_format(study, name):
    table = MADE[study][name]
    assert isinstance(table, pd.DataFrame)
    assert len(table.attrs["caption"]) > 20
    for render in FORMATS.values():
        text = render(table)
        assert not re.search(r"\b(nan|NaN|None|<NA>)\b", text)
    assert len(tables.as_csv(table).splitlines()) == len(table) + 1


@pytest.mark.parametrize("name", [name for name in TABLES if name not in SLICES])
def test_whole_studies_fill_every_table(name):
    table = MADE["whole"][name]
    assert len(table) > 0
    numbers = table.select_dtypes("number")
    assert numbers.empty or numbers.notna().to_numpy().any()


@pytest.mark.parametrize("name", sorted(set(TABLES) - {"findings", "trainings"}))
def test_rows_without_numbers_say_why(name):
    table = MADE["thin"][name]
    if "note" not in table:
        return
    ours = table
    if "kind" in table:
        ours = table[table["kind"] != "published"]
    assert (ours["note"].fillna("").str.len() > 0).all()


def test_variants_are_in_the_tables_of_sweeps_and_of_trainings_only():
    for name, table in MADE["whole"].items():
        if "technique" not in table:
            continue
        has = table["technique"].fillna("").str.contains("epochs-10").any()
        assert has == (name in ("sweeps", "trainings", *NUMBERED)), name


NUMBERED = ("table_3_1", "table_3_2", "table_3_3", "table_3_4")


def test_the_rule_lists_the_tables_that_are_made():
    listed = re.search(r"TABLES = \[(.*?)\]", RULES, re.DOTALL)[1]
    assert re.findall(r'"(.*?)"', listed) == list(TABLES)


def test_every_published_table_of_the_thesis_is_shown():
    assert set(TABLES) >= CITED


def test_verdicts_are_of_four_kinds():
    kinds = re.compile(r"(agrees|differs|undecided|not comparable)\b|$")
    for study in MADE.values():
        for table in study.values():
            if "verdict" in table:
                assert table["verdict"].map(lambda x: bool(kinds.match(x))).all()
