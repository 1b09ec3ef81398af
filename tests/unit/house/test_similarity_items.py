"""Tables and the figure of similarities: what they show, and of which cells."""

import numpy as np
import pytest
from house_given import Numbers, rows
from invented import cell

from quaver.house.similarities import COARSE, SHAPES, SIMILARITIES
from quaver.house.similarity_figure import SIMILARITIES_FIGURE
from quaver.results.similarity import SimilarityNumbers
from quaver.statistics.distributions import Binned, least_seen

EDGES = (np.arange(201) - 100) / 100


def numbers(runs=3, mean=0.1, deviation=0.12, **of):
    """Normal similarities in runs, each off by a hundredth of a deviation."""
    generator = np.random.default_rng(runs)
    samples = [
        generator.normal(mean + k * deviation / 100, deviation, 50_000).clip(-1, 1)
        for k in range(runs)
    ]
    binned = Binned(
        np.array([np.histogram(x, EDGES)[0] for x in samples]),
        EDGES,
        np.array([x.mean() for x in samples]),
        np.array([x.std() for x in samples]),
    )
    draws = np.array([(x[:1000] - x.mean()) / x.std() for x in samples])
    curve = np.tile(np.linspace(0.9, 0.2, 50), (runs, 1))
    facts = {"draws": draws, "curve": curve, "targets": 100, "pairs": 50_000}
    return SimilarityNumbers(cell(runs=runs, **of), binned, **facts)


def test_a_row_has_mean_deviation_and_the_nearest_pairs_with_intervals():
    (row,) = rows(SIMILARITIES, similarities=[numbers()])
    assert row["mean"] == pytest.approx(0.1, abs=0.003)
    assert row["nearest_1"] == pytest.approx(0.1 + 2.326 * 0.12, abs=0.01)
    assert row["nearest_10"] < row["nearest_1"] < row["nearest_tenth"]
    assert row["above_e2"] == pytest.approx(100 * 0.0004, abs=0.02)
    assert row["low"] < row["mean"] < row["high"]
    assert (row["targets"], row["pairs"], row["runs"]) == (100, 50_000, 3)
    assert row["note"] == ""


def test_single_runs_and_what_is_capped_or_missing_is_said():
    few = numbers(1)
    capped = SimilarityNumbers(**{**vars(few), "capped": "2 words there are"})
    shown = rows(SIMILARITIES, similarities=[capped])[0]
    assert shown["note"].startswith("2 words there are; no interval")
    lost = SimilarityNumbers(cell(), note="3 of 3 runs failed")
    assert rows(SIMILARITIES, similarities=[lost])[0]["note"] == "3 of 3 runs failed"
    assert rows(SHAPES, similarities=[lost, few]) == []


def test_shapes_are_compared_within_a_text_where_one_thing_differs():
    half = {"view": "news.0.5", "fraction": 0.5}
    records = [
        numbers(technique="glove"),
        numbers(technique="noise", mean=0.3),
        numbers(technique="glove", **half),
        numbers(technique="noise", **half),
        numbers(technique="glove", corpus="court", view="court"),
        numbers(technique="glove", sampling="bootstrapped"),
    ]
    shown = rows(SHAPES, similarities=records)
    pairs = [(row["view"], row["technique"], row["against"]) for row in shown]
    whole = records[0].cell.view
    assert sorted(pairs) == sorted(
        [
            (whole, "glove", "noise"),
            ("news.0.5", "glove", whole),
            ("news.0.5", "noise", whole),
            ("news.0.5", "glove", "noise"),
        ]
    )
    first = next(row for row in shown if row["against"] == "noise")
    # normal both, whatever their means: one shape
    assert first["distance"] < 0.01 < first["least_seen"] == least_seen()
    assert first["resolution"] == pytest.approx(0.242 * (0.01 / 0.12) ** 2 / 8, 0.02)
    assert first["rejections_e2"] < 4
    assert first["note"] == COARSE
    flat = records[1].binned._replace(counts=np.ones((3, len(EDGES) - 1), int))
    other = SimilarityNumbers(**{**vars(records[1]), "binned": flat})
    (row,) = rows(SHAPES, similarities=[records[0], other])
    assert row["distance"] > row["resolution"] and row["note"] == ""
    assert 0 <= first["distance_low"] <= first["distance"] <= first["distance_high"]


def test_the_figure_has_a_row_of_panels_per_text_and_sampling():
    records = [
        numbers(),
        numbers(technique="noise"),
        numbers(technique="epochs", base="glove"),
    ]
    drawn = SIMILARITIES_FIGURE.draw(Numbers(similarities=records))
    assert len(drawn.axes) == 3
    assert [len(axes.lines) for axes in drawn.axes] == [2, 2, 2]
    (empty, *_) = SIMILARITIES_FIGURE.draw(Numbers()).axes
    assert "no similarities" in empty.texts[0].get_text()


def test_a_row_says_what_has_similarities_where_these_are_no_words():
    (row,) = rows(SIMILARITIES, similarities=[numbers(item="n-gram")])
    assert row["note"] == "of n-grams"
