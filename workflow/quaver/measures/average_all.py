"""The average of all runs of a cell, one space to work with: nothing compares it."""

import hashlib
from dataclasses import replace

import numpy as np

from quaver.measures.average_spaces import AXES
from quaver.measures.declare import MODELS, Cost, Measure
from quaver.spaces.averages import METHODS, Average
from quaver.spaces.normalise import lengths, unit_rows


def measure(given, out) -> None:
    """Write the average as one of as many runs as there are; the first names it."""
    runs, method = given.runs, given.spec["method"]
    branch, turns, rounds = METHODS[method].build(runs)
    vectors, present, counts = branch
    rows, norms = unit_rows(vectors, present), lengths(vectors)
    made = Average(rows, present, counts, norms, np.array(turns), np.int64(rounds))
    out.put_axes(words=runs.words, runs=runs.numbers[:1])
    for name, values in made._asdict().items():
        out.put(name, AXES[name], values[None])
    checksum = hashlib.sha256(np.ascontiguousarray(rows)).hexdigest()
    out.describe("/", {"size": len(runs), "method": method, "vectors_sha256": checksum})


def method_for(method: str, runs: int) -> str:
    """How so many runs are averaged: a tree joins 2, 4, 8 ... and no other number."""
    return "procrustes" if method == "tree" and runs & (runs - 1) else method


MEASURE = Measure(
    name="average_all",
    controls=True,
    reads=(MODELS,),
    wanted=lambda grid, subject: (
        subject.cell.runs in grid.averages(subject.cell)
        # what tells of change reads this file, also where one of its size is made
        and (
            subject.cell.runs not in grid.sizes(subject.cell)
            or grid.is_changed(subject.cell)
        )
    ),
    spec=lambda grid, subject: {
        "runs": subject.cell.runs,
        "method": method_for(grid.study.analyses.averages.method, subject.cell.runs),
    },
    refuses=(ValueError,),
    rule="average_all",
    file="averages/{view}/{technique}/{sampling}/all.h5",
    kind="averages",
    message="Average the aligned spaces of all runs of {subject}.",
    cost=Cost(
        bytes=lambda size: replace(size, sizes=(size.runs,)).branches,
        operations=lambda size: size.turning(
            method_for(size.analyses.averages.method, size.runs)
        ),
        passes=3,
    ),
)
