"""How alike the overlaps order words: over n, and in two disjoint halves of the runs.

Rettenmeier 2020, section 2.2.2 (II), Table 2.3, and appendix A.1, Table A.1.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import NamedTuple

import numpy as np

from quaver.measures.declare import Cost, Measure, Quantity
from quaver.measures.overlap import overlaps
from quaver.statistics import correlation, jackknife_interval, ranks
from quaver.statistics.batches import means_without

DIGITS = 12  # equal means, summed in another order, tie


@dataclass(frozen=True)
class Correlation:
    """Spearman's correlations over words, in [-1, 1], and the ends of their intervals:
    NaN where all words have one value; low and high NaN below three runs.
    """

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray


@dataclass(frozen=True)
class Consistency:
    """Consistency of p@n (share) and of j@n (jaccard) of words.

    share, jaccard: (sizes, sizes), between two n, over so many runs. halves_...:
    (sizes,), between the first runs (half) and as many next ones.
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

    runs: the first so many, and beside them as many others; 0 = all, in two halves.
    Means over more runs agree more. Intervals by jackknife over runs.
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


class _Ranked(NamedTuple):
    """Ranks of words: of all runs (sizes, targets), without each (runs, ...)."""

    whole: np.ndarray
    left: np.ndarray


def _ranked(indices: np.ndarray, sizes: Sequence[int]) -> list[_Ranked]:
    """Ranks of words by p@n, and by j@n; left holds nothing below three runs."""
    shares = overlaps(indices, sizes)
    both = []
    for means in (shares.run_share, shares.run_jaccard):
        by_run = np.moveaxis(means, 1, 0)
        # no rows, not NaN: the jackknife counts what is left out
        left = np.array([*means_without(by_run)]).reshape(-1, *by_run.shape[1:])
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
    """Store the consistency of p@n and j@n of a cell's targets, over the runs that are
    compared two by two elsewhere (Table 2.3 is of 16, as Table 2.8).
    """
    compared = given.spec["runs"]
    with given.other("neighbours") as lists:
        both_halves = slice(2 * compared or None)  # one half beside the other
        indices, sizes = lists["neighbours"][both_halves], lists["sizes"][:]
        numbers = lists["runs"][:]
    result = consistency(indices, sizes.tolist(), compared)
    # those of either comparison, whichever takes more
    numbers = numbers[: max(result.runs, 2 * result.half)]
    out.put_axes(runs=numbers, sizes=sizes, other_sizes=sizes)
    for name in ("share", "jaccard", "halves_share", "halves_jaccard"):
        dims = ("sizes", "other_sizes")[: getattr(result, name).value.ndim]
        for ending, values in zip(
            ("", "_low", "_high"), astuple(getattr(result, name)), strict=True
        ):
            out.put(f"{name}{ending}", dims, values)
    out.describe("/", {"runs": result.runs, "half": result.half})


MEASURE = Measure(
    name="consistency",
    reads=("neighbours",),
    wanted=lambda grid, subject: grid.is_studied(subject.cell),
    spec=lambda grid, subject: {"runs": grid.study.analyses.stability.runs},
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
            range=(-1.0, 1.0),
            source="Rettenmeier 2020, Tables 2.3 and A.1",
        )
    },
)
