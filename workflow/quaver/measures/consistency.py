"""How alike the overlaps order words: over n, and in two disjoint halves of the runs.

Rettenmeier 2020, section 2.2.2 (II), Table 2.3, and appendix A.1, Table A.1.
"""

from collections.abc import Sequence

import numpy as np

from quaver.measures.declare import Cost, Measure, Quantity
from quaver.measures.overlap import overlaps
from quaver.statistics import correlation, jackknife_interval, ranks
from quaver.statistics.batches import means_without

DIGITS = 12  # equal means, summed in another order, tie


def consistency(indices: np.ndarray, sizes: Sequence[int], runs: int = 0) -> dict:
    """Consistency of p@n and j@n of words: (runs, targets, k) -> arrays in [-1, 1].

    share, jaccard: (sizes, sizes), Spearman's correlation between two n, over so many
    runs, the first; 0 = all. halves_share, halves_jaccard: (sizes,), between half of
    all runs, or so many, and as many next ones: means over more runs agree more. Each
    with _low and _high, by jackknife over runs; NaN where there are too few of them.
    """
    runs = min(runs or len(indices), len(indices))
    half = min(runs, len(indices) // 2)
    arrays = {"runs": runs, "half": half}
    for name, (whole, left) in _ranked(indices[:runs], sizes).items():
        arrays |= _estimate(name, _square(whole), _square(left))
    if half < 2:  # a mean over pairs needs two runs on either side
        for name in ("halves_share", "halves_jaccard"):
            arrays |= _estimate(name, np.full(len(sizes), np.nan), ())
        return arrays
    first, second = (_ranked(indices[k : k + half], sizes) for k in (0, half))
    for name, (whole, left) in first.items():
        other, without = second[name]
        # each half loses a run in turn, the other stays whole
        lefts = correlation(left, other), correlation(whole, without)
        arrays |= _estimate(f"halves_{name}", correlation(whole, other), *lefts)
    return arrays


def _ranked(indices: np.ndarray, sizes: Sequence[int]) -> dict[str, tuple]:
    """Ranks of words: of all runs (sizes, targets), without each (runs, ...)."""
    shares = overlaps(indices, sizes)
    both = {}
    for name, means in (("share", shares.run_share), ("jaccard", shares.run_jaccard)):
        by_run = np.moveaxis(means, 1, 0)
        # no rows, not NaN: the jackknife counts what is left out
        left = np.array([*means_without(by_run)]).reshape(-1, *by_run.shape[1:])
        both[name] = [ranks(np.round(x, DIGITS)) for x in (means.mean(axis=1), left)]
    return both


def _square(words: np.ndarray) -> np.ndarray:
    """Every n with every other: (..., sizes, targets) -> (..., sizes, sizes)."""
    return correlation(words[..., :, None, :], words[..., None, :, :])


def _estimate(name: str, value: np.ndarray, *left) -> dict[str, np.ndarray]:
    low, high = (np.clip(end, -1, 1) for end in jackknife_interval(value, *left))
    return {name: value, f"{name}_low": low, f"{name}_high": high}


def measure(given, out) -> None:
    """Store the consistency of p@n and j@n, over the runs that others compare."""
    compared = given.spec["runs"]
    with given.other("neighbours") as lists:
        both_halves = slice(2 * compared or None)  # one half beside the other
        indices, sizes = lists["neighbours"][both_halves], lists["sizes"][:]
        numbers = lists["runs"][:]
    arrays = consistency(indices, sizes.tolist(), compared)
    facts = {name: arrays.pop(name) for name in ("runs", "half")}
    # those of either comparison, whichever takes more
    numbers = numbers[: max(facts["runs"], 2 * facts["half"])]
    out.put_axes(runs=numbers, sizes=sizes, other_sizes=sizes)
    for name, values in arrays.items():
        out.put(name, ("sizes", "other_sizes")[: values.ndim], values)
    out.describe("/", facts)


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
