"""Figures of Antoniak and Mimno 2018, drawn from tables of invented numbers."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from drawn_cells import below, labels, texts, title, titles
from matplotlib.collections import LineCollection

from quaver import papers
from quaver.items import drawn as items
from quaver.items import item
from quaver.items.look import save
from quaver.papers.antoniak2018 import declare
from quaver.papers.antoniak2018.queried import Scene

_, FIGURES = item.of(papers.package("antoniak2018"))
TECHNIQUES = ("glove", "lsa", "ppmi", "sgns")
SAMPLINGS = ("fixed", "shuffled", "bootstrapped")
COLUMNS = {
    1: ("deviation_e2", "deviation_low_e2", "deviation_high_e2"),
    2: ("n", "mean", "low", "high"),
    3: (
        *("query", "rank", "word", "low", "quartile_1", "median", "quartile_3"),
        *("high", "outliers", "values"),
    ),
    4: ("rank", "quartile_1_e2", "median_e2", "quartile_3_e2"),
    6: ("runs", "plain_e2", "unbiased_e2", "unbiased_low_e2", "unbiased_high_e2"),
}
COLUMNS[5] = COLUMNS[4]
WHERE = ("corpus", "unit", "fraction", "technique", "sampling")


def table(number, rows):
    """A table as the tables give it; what is left out is missing."""
    made = pd.DataFrame(rows, columns=[*WHERE, *COLUMNS[number], "note"])
    texts_of = {"query", "word", "note", *WHERE} - {"fraction"}
    kinds = {name: "str" if name in texts_of else float for name in made.columns}
    made = made.astype(kinds)
    made["note"] = made["note"].fillna("")
    return made.assign(agreement="jaccard")


def rows_of(number, where, seed=0):
    """Invented numbers of one cell."""
    value = 1 + np.random.default_rng(seed).random()
    at = dict(zip(WHERE, where, strict=True))
    if number == 1:
        ends = value, value - 0.1, value + 0.1
        return [{**at, **dict(zip(COLUMNS[1], ends, strict=True))}]
    if number == 2:
        ends = {"mean": value / 2, "low": value / 3, "high": value / 1.9}
        return [{**at, "n": n, **ends} for n in (2, 10)]
    if number == 3:
        box = dict(zip(COLUMNS[3][3:8], (-2, -1, 0.2, 1, 2), strict=True))
        box |= {"outliers": 3, "values": 40}
        return [
            {**at, "query": query, "rank": rank, "word": f"word{rank}", **box}
            for query in ("men", "all queries")
            for rank in range(1, 11)
        ]
    if number in (4, 5):
        box = dict(zip(COLUMNS[4][1:], (value - 0.2, value, value + 0.3), strict=True))
        return [{**at, "rank": rank, **box} for rank in range(1, 11)]
    runs = np.arange(1, 9)
    return [
        {**at, "runs": run, "plain_e2": value * (run - 1) / run}
        | dict(zip(COLUMNS[6][2:], (value, value - 0.2, value + 0.2), strict=True))
        for run in runs
    ]


def whole(number, corpora=("courts", "news")):
    rows = []
    for corpus in corpora:
        for unit in ("document", "sentence"):
            for fraction in (1.0, 0.2):
                for technique in TECHNIQUES:
                    for sampling in SAMPLINGS if number < 3 else SAMPLINGS[2:]:
                        where = corpus, unit, fraction, technique, sampling
                        rows += rows_of(number, where, len(rows))
    return table(number, rows)


@pytest.fixture
def draw(monkeypatch):
    """Draw a figure of a table that is given."""
    monkeypatch.setattr(Scene, "shown", "sgns")

    def drawn(number, frame):
        monkeypatch.setattr(items, "build", lambda table, results: frame)
        monkeypatch.setattr(declare, "scene_of", lambda results: Scene([]))
        return FIGURES[number - 1].draw(None)

    return drawn


def test_there_are_panels_for_every_corpus(tmp_path, draw):
    wrong = []
    for number, count in product(range(1, 7), (1, 2, 6)):
        corpora = [f"corpus{k}" for k in range(count)]
        figure = draw(number, whole(number, corpora))
        names = [name for name in titles(figure) if name]
        each = 2 if number in (2, 3) else 1
        there = [name.partition(",")[0] for name in names]
        wrong += [names] if there != [c for c in corpora for _ in range(each)] else []
        heading = f"Figure {number} of Antoniak and Mimno 2018"
        wrong += [] if heading in title(figure) else [heading]
        if count != 2:
            save(figure, tmp_path / f"figure_{number}.svg")
    assert not wrong


def test_a_panel_without_numbers_says_why_and_a_figure_without_cells(draw):
    where = ("courts", "document", 1.0, "sgns", "bootstrapped")
    row = dict(zip(WHERE, where, strict=True)) | {"note": "3 of 6 runs failed"}
    for number in range(1, 7):
        assert "3 of 6 runs failed" in texts(draw(number, table(number, [row]))), number
        assert "no cells" in texts(draw(number, table(number, []))), number


def test_figure_1_shows_what_its_table_says(draw):
    frame = whole(1, ["courts"])
    figure = draw(1, frame)
    (axes,) = figure.axes
    assert titles(figure) == ["courts, documents"]
    shown = frame[(frame.unit == "document") & (frame.fraction == 1)]
    heights = [float(bar.lines[0].get_ydata()[0]) for bar in axes.containers]
    assert sorted(heights) == pytest.approx(sorted(shown.deviation_e2))
    (ends,) = axes.containers[0].lines[2][0].get_segments()
    assert ends[1, 1] - ends[0, 1] == pytest.approx(0.2)
    assert labels(figure) == list(SAMPLINGS)
    assert axes.get_ylim()[0] == 0


def test_a_cell_without_a_number_says_why_beside_the_others(draw):
    frame = whole(1, ["courts"])
    gone = (frame.technique == "lsa") & (frame.sampling == "fixed")
    frame.loc[gone, list(COLUMNS[1])] = np.nan
    frame.loc[gone, "note"] = "2 of 8 runs failed"
    figure = draw(1, frame)
    assert " 2 of 8 runs failed" in texts(figure)
    assert len(figure.axes[0].containers) == 11


def test_few_runs_have_no_bar(draw):
    frame = whole(1, ["courts"])
    frame[["deviation_low_e2", "deviation_high_e2"]] = np.nan
    figure = draw(1, frame)
    assert not any(bar.lines[2] for bar in figure.axes[0].containers)


def test_figure_2_has_a_panel_per_length_of_sentences(draw):
    figure = draw(2, whole(2, ["courts"]))
    assert titles(figure) == [
        "courts, sentences: 2 nearest",
        "courts, sentences: 10 nearest",
    ]
    assert below(figure).endswith("Agreement: jaccard.")


def test_figure_3_counts_outliers_and_names_words(draw):
    figure = draw(3, whole(3, ["courts"]))
    one, every = figure.axes
    assert "30 of 400 are outliers" in texts(figure)
    assert [text.get_text() for text in one.get_xticklabels()][:2] == ["word1", "word2"]
    assert [text.get_text() for text in every.get_xticklabels()][:2] == ["1", "2"]
    # below the last row, too
    beneath = "", "place in the order of mean ranks"
    assert tuple(axes.get_xlabel() for axes in figure.axes) == beneath
    assert titles(figure)[0] == "courts, sentences: men"
    assert "Technique: sgns." in below(figure)


def test_figures_4_and_5_hold_their_series_apart(draw):
    units, parts = (draw(number, whole(number, ["courts"])) for number in (4, 5))
    assert labels(units) == ["documents", "sentences"]
    assert labels(parts) == ["whole corpus", "first 20 %"]
    for figure in (units, parts):
        bars = [c for c in figure.axes[0].collections if isinstance(c, LineCollection)]
        assert [len(bar.get_segments()) for bar in bars] == [10, 10]


def test_a_series_that_is_missing_says_why(draw):
    frame = whole(4, ["courts"])
    gone = (frame.unit == "sentence") & (frame.technique == "sgns")
    frame.loc[gone, list(COLUMNS[4][1:])] = np.nan
    frame.loc[gone, "note"] = "8 of 8 runs failed"
    assert "sentences: 8 of 8 runs failed" in texts(draw(4, frame))
    parts = frame[frame.fraction == 0.2]  # numbers of what is not shown are none
    frame.loc[frame.fraction == 1, list(COLUMNS[4][1:])] = np.nan
    frame.loc[frame.fraction == 1, "note"] = "not measured"
    assert texts(draw(4, frame)) == ["not measured"]
    assert parts.median_e2.notna().any()


def test_figure_6_has_both_curves_of_each_technique(draw):
    figure = draw(6, whole(6, ["courts"]))
    (axes,) = figure.axes
    dashed = [line for line in axes.lines if line.get_linestyle() == "--"]
    assert len(dashed) == 4 and len(axes.lines) == 8
    assert dashed[0].get_ydata()[0] == 0
    assert labels(figure)[-2:] == ["as in the paper", "freed of the bias of few runs"]


def test_a_technique_without_a_curve_says_why(draw):
    frame = whole(6, ["courts"])
    gone = frame.technique == "sgns"
    frame.loc[gone, list(COLUMNS[6])] = np.nan
    frame.loc[gone, "note"] = "8 of 8 runs failed"
    figure = draw(6, frame)
    assert "sgns: 8 of 8 runs failed" in texts(figure)
    assert len(figure.axes[0].lines) == 6


def test_figure_6_shows_the_view_with_most_runs(draw):
    frame = whole(6, ["courts"])
    more = table(6, rows_of(6, ("courts", "sentence", 0.2, "sgns", "bootstrapped")))
    more["runs"] += 40
    figure = draw(6, pd.concat([frame, more]))
    assert titles(figure) == ["courts, sentences, first 20 %"]


def test_a_part_is_named_in_percent():
    assert declare.part(1.0) == ""
    assert declare.part(0.2) == ", first 20 %"
    assert declare.part(0.125) == ", first 12.5 %"
