"""Which words may be nearest to which target: the pruning of A.2 over all runs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from quaver.measures.quadrature import kept
from quaver.spaces.moments import BYTES_PER_PAIR, Moments, moments

SLACK = 1.25  # how much wider than its own a block looks, not knowing the common one
ROWS = 32  # targets pruned together


class Candidates(NamedTuple):
    """Words that may be near each target; those of target t at offsets[t:t + 2].

    columns: (candidates,) rows of so many words, ascending within a target. one, two,
    common: (candidates,) bool, kept for p@1, for p@2, for the structure factor.
    deviation: mean over all pairs of a target and a word.
    """

    offsets: np.ndarray
    columns: np.ndarray
    one: np.ndarray
    two: np.ndarray
    common: np.ndarray
    deviation: float
    words: int

    def part(self, targets: slice) -> "Candidates":
        """The candidates of consecutive targets."""
        offsets = self.offsets[targets.start : targets.stop + 1]
        inner = slice(offsets[0], offsets[-1])
        flags = (x[inner] for x in (self.columns, self.one, self.two, self.common))
        return Candidates(offsets - offsets[0], *flags, self.deviation, self.words)

    def only(self, flags: np.ndarray) -> np.ndarray:
        """Offsets among the candidates that are flagged: (targets + 1,)."""
        return np.append(0, np.cumsum(flags))[self.offsets]


class _Block(NamedTuple):
    """What is left of a block of targets once its moments are gone."""

    targets: slice
    arrays: tuple[np.ndarray, ...]  # counts, columns, flags, means
    bound: float
    total: float


def candidates(
    spaces: Sequence[np.ndarray], targets: np.ndarray, at_two: int, *, words, budget
) -> tuple[Candidates, Moments]:
    """Prune so many words for all targets; p@2 is wanted of the first at_two.

    The first target is the example: not in the common deviation, its moments are kept.
    Passes over the runs once per block of as many targets as the budget (bytes) allows.
    """
    done, shown = [], None
    for part in blocks(np.full(len(targets), words * BYTES_PER_PAIR), budget):
        statistics = moments(spaces, targets[part])
        if shown is None:
            # copies: a view would keep the whole block in memory
            shown = Moments(statistics.means[0].copy(), statistics.deviations[0].copy())
        done.append(_pruned(statistics, part, at_two))
        # before the next block is made: the budget is of one
        del statistics
    pairs = (len(targets) - 1) * (words - 1)
    deviation = sum(block.total for block in done) / pairs
    for index, block in enumerate(done):
        if block.bound < deviation:  # it did not look wide enough
            statistics = moments(spaces, targets[block.targets])
            done[index] = _pruned(statistics, block.targets, at_two, deviation)
    return _joined(done, deviation, words), shown


def blocks(sizes: np.ndarray, budget: int) -> Iterator[slice]:
    """Consecutive items whose sizes stay in a budget together, one item at least."""
    start = 0
    while start < len(sizes):
        fitting = np.searchsorted(np.cumsum(sizes[start:]), budget, side="right")
        stop = start + max(1, int(fitting))
        yield slice(start, stop)
        start = stop


def _pruned(statistics: Moments, targets: slice, at_two: int, bound=None) -> _Block:
    counted = statistics.deviations[1 if targets.start == 0 else 0 :]
    total = float(counted.sum(axis=1).sum())
    if bound is None:
        # the common deviation is known only when all blocks are done
        bound = SLACK * float(statistics.deviations.mean())
    parts = []
    for start in range(0, len(statistics.means), ROWS):
        rows = slice(start, start + ROWS)
        mean, deviation = statistics.means[rows], statistics.deviations[rows]
        numbers = targets.start + start + np.arange(len(mean))  # among all targets
        at_first = kept(mean, deviation)
        at_second = kept(mean, deviation, 2) & (numbers < at_two)[:, None]
        row, column = at = np.nonzero(at_first | at_second | kept(mean, bound))
        counts = np.bincount(row, minlength=len(mean))
        flags = np.stack([at_first[at], at_second[at]])
        parts.append((counts, column, flags, mean[at]))
    return _Block(targets, _concatenated(parts), bound, total)


def _concatenated(parts: Iterable[tuple]) -> tuple[np.ndarray, ...]:
    return tuple(np.concatenate(x, axis=-1) for x in zip(*parts, strict=True))


def _joined(done: list[_Block], deviation: float, words: int) -> Candidates:
    """All blocks together; what only the slack let in goes."""
    counts, columns, flags, means = _concatenated(block.arrays for block in done)
    target = np.repeat(np.arange(len(counts)), counts)
    starts = np.append(0, np.cumsum(counts))
    best = np.maximum.reduceat(means, starts[:-1])[target]
    # two columns, the rival first: the rule of A.2 with the common deviation
    common = kept(np.stack([best, means], axis=1), deviation)[:, 1]
    stays = flags.any(axis=0) | common
    offsets = np.append(0, np.cumsum(stays))[starts]
    chosen = (x[stays] for x in (columns, *flags, common))
    return Candidates(offsets, *chosen, deviation, words)
