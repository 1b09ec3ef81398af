"""How alike the overlaps order words: over n, and in two disjoint halves of the runs.

Rettenmeier 2020, section 2.2.2 (II), Table 2.3, and appendix A.1, Table A.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from quaver.measures.declare import CELL, Cost, Measure, Quantity
from quaver.measures.overlap import overlaps
from quaver.statistics import RUNS_FOR_INTERVAL, correlation, jackknife_interval, ranks

DIGITS = 12  # equal means, summed in another order, tie


@dataclass(frozen=True)
class Correlation:
    """Spearman's correlations over words, in [-1, 1], and the ends of their intervals.

    NaN where all words have one value; low and high NaN below three runs.
    """

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray


@dataclass(frozen=True)
class Consistency:
    """Consistency of p@n (share) and of j@n (jaccard) of words.

    share, jaccard: (sizes, sizes), between two n.
    halves_share, halves_jaccard: (sizes,), between the first runs and the next ones.
    runs: how many share and jaccard are of. half: runs in each of the two halves.
    """

    share: Correlation
    jaccard: Correlation
    halves_share: Correlation
    halves_jaccard: Correlation
    runs: int
    half: int


def consistency(
    indices: np.ndarray, sizes: Sequence[int], runs: int = 0
) -> Consistency:
    """Consistency of neighbour lists: (runs, targets, k) -> Consistency in [-1, 1].

    runs: the first so many, and beside them as many others; 0 = all, in two halves. It
    matters: means over more runs are less noisy, so they agree more.

    Intervals by jackknife over runs: the means of words are taken without one run, and
    the correlation anew.
    """
    runs = min(runs or len(indices), len(indices))
    half = min(runs, len(indices) // 2)
    ranked = _ranked(indices[:runs], sizes)
    over = [_estimate(_square(each.whole), _square(each.left)) for each in ranked]
    if half < 2:  # a mean over pairs needs two runs on either side
        nothing = np.full(len(sizes), np.nan)
        missing = Correlation(nothing, nothing, nothing)
        return Consistency(*over, missing, missing, runs, half)
    first = _ranked(indices[:half], sizes)
    second = _ranked(indices[half : 2 * half], sizes)
    halves = [_between_halves(a, b) for a, b in zip(first, second, strict=True)]
    return Consistency(*over, *halves, runs, half)


def without_a_run(run_means: np.ndarray) -> np.ndarray:
    """Means over pairs that leave a run out: (sizes, runs, targets) -> the same shape.

    run_means holds the means over the pairs a run is in; three runs or more.
    """
    runs = run_means.shape[1]
    # every pair is counted by both of its runs
    return (run_means.sum(axis=1, keepdims=True) - 2 * run_means) / (runs - 2)


class _Ranked(NamedTuple):
    """Ranks of words: of all runs (sizes, targets), without each (runs, ...)."""

    whole: np.ndarray
    left: np.ndarray


def _ranked(indices: np.ndarray, sizes: Sequence[int]) -> list[_Ranked]:
    """Ranks of words by p@n, and by j@n; left holds nothing below three runs."""
    shares = overlaps(indices, sizes)
    both = []
    for means in (shares.run_share, shares.run_jaccard):
        # no rows, not NaN: the jackknife counts what is left out
        left = np.empty((0, *means[:, 0].shape))
        if len(indices) >= RUNS_FOR_INTERVAL:
            left = np.moveaxis(without_a_run(means), 1, 0)
        parts = (np.round(x, DIGITS) for x in (means.mean(axis=1), left))
        both.append(_Ranked(*map(ranks, parts)))
    return both


def _square(words: np.ndarray) -> np.ndarray:
    """Every n with every other: (..., sizes, targets) -> (..., sizes, sizes)."""
    return correlation(words[..., :, None, :], words[..., None, :, :])


def _between_halves(first: _Ranked, second: _Ranked) -> Correlation:
    """Two samples of runs: each loses a run in turn, the other stays whole."""
    return _estimate(
        correlation(first.whole, second.whole),
        correlation(first.left, second.whole),
        correlation(first.whole, second.left),
    )


def _estimate(value: np.ndarray, *left: np.ndarray) -> Correlation:
    ends = jackknife_interval(value, *left)
    return Correlation(value, *(np.clip(end, -1, 1) for end in ends))


def measure(given, out) -> None:
    """Store the consistency of p@n and j@n of a cell's targets.

    As many runs as are compared two by two elsewhere: Table 2.3 is of 16, as Table 2.8.
    """
    compared = given.spec["runs"]
    with given.other("neighbours") as lists:
        both_halves = slice(2 * compared or None)  # one half beside the other
        indices, sizes = lists["neighbours"][both_halves], lists["sizes"][:]
        numbers = lists["runs"][:]
    result = consistency(indices, sizes.tolist(), compared)
    # those of either comparison, whichever takes more
    out.put("runs", ("runs",), numbers[: max(result.runs, 2 * result.half)])
    out.put("sizes", ("sizes",), sizes)
    out.put("other_sizes", ("other_sizes",), sizes)
    for name in ("share", "jaccard"):
        over, halves = getattr(result, name), getattr(result, f"halves_{name}")
        for ending, part in (("", "value"), ("_low", "low"), ("_high", "high")):
            square = ("sizes", "other_sizes")
            out.put(f"{name}{ending}", square, getattr(over, part))
            out.put(f"halves_{name}{ending}", ("sizes",), getattr(halves, part))
    out.describe("/", {"runs": result.runs, "half": result.half})


MEASURE = Measure(
    name="consistency",
    of=CELL,
    reads=("neighbours",),
    wanted=lambda grid, subject: grid.is_studied(subject.cell),
    spec=lambda grid, subject: {"runs": grid.study.analyses.stability.runs},
    compute=measure,
    message="Compare how overlaps of more and of fewer neighbours order the words of "
    "{subject}.",
    cost=Cost(
        bytes=lambda size: (
            4e8 + 32 * size.runs * size.targets * size.ranks + size.words * size.word
        ),
        operations=lambda size: 2 * size.overlaps,
    ),
    quantities={
        "consistency": Quantity(
            label="consistency of overlaps over n",
            symbol="rho(p@n, p@m)",
            formula="Spearman over words of p@n(w) and p@m(w), "
            "or of two halves of runs",
            function="consistency",
            range=(-1.0, 1.0),
            best="high",
            source="Rettenmeier 2020, Tables 2.3 and A.1",
        )
    },
)
