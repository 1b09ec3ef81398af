"""Distances of whole spaces side by side."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from house_given import frame, rows
from invented import LOSSES, REACH, cell, compared, failed, record, square

from quaver.house.averages import AVERAGES
from quaver.house.findings import FINDINGS, as_text
from quaver.house.instability import INSTABILITY
from quaver.house.losses import DISTANCES_TABLE as TABLE
from quaver.house.losses import LOSSES as LOSSES_TABLE
from quaver.house.losses import NEIGHBOURS
from quaver.items.ends import CUT
from quaver.statistics import pair_mean


def found(**changes):
    facts = {
        "eigenspace_overlap": 1 - LOSSES,
        "displacement": LOSSES,
        "knn_overlap": square(0.5),
        "rank_biased_overlap": square(0.25),
    }
    return facts | changes


def apart(mean, other):
    """Values of pairs of eight runs, of which one is far off."""
    values = np.full((8, 8), mean)
    values[0], values[:, 0] = other, other
    return values


def test_distances_are_means_over_pairs_of_runs():
    loss, overlap, moved, nearest, lists = rows(TABLE, cells=[cell(distances=found())])
    assert loss["measure"] == "reduced PIP loss"
    assert loss["mean"] == moved["mean"] == pytest.approx(0.02)
    assert moved["high"] - moved["mean"] == pytest.approx(REACH)
    assert (overlap["mean"], overlap["best"]) == (pytest.approx(0.98), 1)
    assert (moved["best"], moved["pairs"], moved["runs"]) == (0, 3, 3)
    assert (nearest["mean"], lists["mean"]) == (0.5, 0.25)


def test_what_is_missing_is_said():
    loss, others = rows(TABLE, cells=[failed()])
    assert loss["note"] == others["note"] == "2 of 3 runs failed"
    loss, others = rows(TABLE, cells=[cell()])
    assert (loss["note"], others["note"]) == (CUT, "not measured")
    gone = found(knn_overlap=np.full((3, 3), np.nan))
    row = rows(TABLE, cells=[cell(distances=gone)])[3]
    assert row["note"] == "a pair of runs has no value"
    assert math.isnan(row["mean"])


def test_no_end_lies_beyond_what_a_quantity_can_be():
    """Student's t of runs of which one is far off knows no bounds."""
    near, far = apart(0.001, 0.02), apart(0.999, 0.98)
    assert pair_mean(near).low < 0 and pair_mean(far).high > 1
    cells = [
        cell(runs=8, sampling=name, losses=losses, overlaps={10: (near, far)})
        for name, losses in (("shuffled", near), ("bootstrapped", 2 * near))
    ]
    distances = found(
        eigenspace_overlap=far,
        displacement=near,
        knn_overlap=far,
        rank_biased_overlap=near,
    )
    made = compared(sizes=(1,))
    for averaged in (made.single, made.averages["tree", 1]):
        object.__setattr__(averaged, "losses", apart(0.001, 0.02))
    object.__setattr__(made.single, "losses", apart(0.001, 0.02)[:4, :4])
    tables = [
        rows(LOSSES_TABLE, cells=cells),
        rows(TABLE, cells=[replace(cells[0], distances=distances)]),
        rows(INSTABILITY, cells=cells)[:1],
        rows(NEIGHBOURS, cells=cells),
        rows(FINDINGS, cells=cells),
        rows(AVERAGES, distributions=[record(averages=made)])[:1],
    ]
    beyond = [
        (column, row[column])
        for row in sum(tables, [])
        for column in row
        if re.search(r"_?low(_e2)?$", column)
        and row[column] < 0
        or re.search(r"^(p_|j_)?high$", column)
        and row[column] > 1
    ]
    assert not beyond
    unsaid = [row for row in sum(tables, []) if CUT not in row["note"]]
    assert not unsaid
    text = as_text(frame(FINDINGS, cells=cells))
    mean = pair_mean(near)
    assert f"{100 * mean.mean:.2f} (0 to {100 * mean.high:.2f})" in text
