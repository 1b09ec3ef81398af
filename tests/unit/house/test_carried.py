"""How far a number of deviations carries over to other models."""

import numpy as np
import pytest
from house_given import Numbers
from invented import cell
from test_similarity_items import EDGES, numbers
from test_threshold_items import meaning

from quaver.house.shapes import ALONE, ONE_RUN, carried, others_of
from quaver.house.similarities import COARSE
from quaver.house.thresholds import THRESHOLDS
from quaver.items.item import build
from quaver.results.similarity import SimilarityNumbers
from quaver.statistics.distributions import Binned


def even(runs=3, low=-0.4, high=0.6, **of):
    """Similarities that lie evenly between two, in all runs alike."""
    counts = np.histogram(np.linspace(low, high, 100_000), EDGES)[0]
    binned = Binned(
        np.tile(counts, (runs, 1)),
        EDGES,
        np.full(runs, (low + high) / 2),
        np.full(runs, (high - low) / np.sqrt(12)),
    )
    return SimilarityNumbers(cell(runs=runs, **of), binned, np.zeros((runs, 1000)))


def test_the_farthest_shape_is_named_with_its_distance_and_shares():
    given = [numbers(), numbers(mean=0.3, deviation=0.2, technique="lsa")]
    given.append(even(technique="glove"))
    (key,) = {(x.cell.view, x.cell.technique, x.cell.sampling) for x in given[:1]}
    row = carried(given[0].binned, others_of(given)[key], 0.35)
    # (normal, uniform): the most that x / sqrt(12) + 1/2 and Phi(x) are apart
    assert row["shape"] == pytest.approx(0.057, abs=0.005)
    assert row["shape_against"] == "glove"
    assert row["shape_low"] <= row["shape"] <= row["shape_high"]
    # 2.07 deviations above the mean: .019 of a normal one, none of an even one
    assert row["elsewhere_least"] == 0
    assert row["elsewhere_most"] == pytest.approx(0.019, abs=0.002)
    assert row["shape_runs"] < 0.02
    assert not any(row["note"])


def test_models_of_one_shape_say_that_bins_tell_no_difference():
    given = [even(), even(technique="lsa")]
    (key, _) = others_of(given)
    row = carried(given[0].binned, others_of(given)[key], 0.5)
    assert row["shape"] == 0 and COARSE in row["note"]


def test_a_model_without_others_or_of_one_run_says_so():
    given = [even(runs=1)]
    (key,) = others_of(given)
    row = carried(given[0].binned, others_of(given)[key], 0.5)
    assert np.isnan(row["shape_runs"]) and "shape" not in row
    assert row["note"] == [ONE_RUN, ALONE]


def test_the_sentence_says_what_as_many_deviations_are_elsewhere():
    analyses = type("Analyses", (), {"similarity": None})
    shapes = [numbers(), numbers(technique="lsa"), even(technique="glove")]
    given = Numbers(analyses, meanings=[meaning()], similarities=shapes)
    rows = build(THRESHOLDS, given).to_dict("records")
    (row,) = (row for row in rows if row["technique"] == cell().technique)
    assert row["shape_against"] == "glove"
    assert row["elsewhere_least_e2"] == 0
    said = row["sentence"]
    assert (
        "; .50 is the nearest .0" in said and " deviations above the mean. In" in said
    )
    assert "as many deviations are the nearest .01 to .0" in said
    assert (
        "glove is the least alike in shape (Kolmogorov-Smirnov distance .057)." in said
    )
