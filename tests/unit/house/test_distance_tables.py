"""Distances of whole spaces side by side."""

import math

import numpy as np
import pytest
from house_given import rows
from invented import LOSSES, REACH, cell, failed, square

from quaver.house.losses import DISTANCES_TABLE as TABLE
from quaver.results.distribution_records import Distances


def found(**changes):
    facts = {
        "runs": 3,
        "eigenspace_overlap": 1 - LOSSES,
        "displacement": LOSSES,
        "knn_overlap": square(0.5),
        "rank_biased_overlap": square(0.25),
    }
    return Distances(**facts | changes)


def test_distances_are_means_over_pairs_of_runs():
    loss, overlap, moved, nearest, lists = rows(TABLE, distances=[(cell(), found())])
    assert loss["measure"] == "reduced PIP loss"
    assert loss["mean"] == moved["mean"] == pytest.approx(0.02)
    assert moved["high"] - moved["mean"] == pytest.approx(REACH)
    assert (overlap["mean"], overlap["best"]) == (pytest.approx(0.98), 1)
    assert (moved["best"], moved["pairs"], moved["runs"]) == (0, 3, 3)
    assert (nearest["mean"], lists["mean"]) == (0.5, 0.25)


def test_what_is_missing_is_said():
    loss, others = rows(TABLE, distances=[(failed(), None)])
    assert loss["note"] == others["note"] == "2 of 3 runs failed"
    loss, others = rows(TABLE, distances=[(cell(), None)])
    assert (loss["note"], others["note"]) == ("", "not measured")
    gone = found(knn_overlap=np.full((3, 3), np.nan))
    row = rows(TABLE, distances=[(cell(), gone)])[3]
    assert row["note"] == "a pair of runs has no value"
    assert math.isnan(row["mean"])
