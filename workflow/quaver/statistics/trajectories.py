"""How far a word moved over the periods of a series, and where it changed at once.

Change is that of quaver.statistics.periods, of each period from the first in which the
word can be told, or from the last such one. Its band holds the truth in all periods of
a word together: of k intervals each is of 1 - .05 that to the power of 1 / k (Sidak
1967). It holds whatever periods share, as the first; of correlated ones it is a little
wide (a quantile of the largest of five that share the first: 2.51, not 2.57).

Whether a word changed at a point is told by the largest studentised distance
(quaver.statistics.dealing) of before and after over all splits, against its largest
where documents are dealt anew to all periods.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from quaver.statistics.dealing import TIE, Sides, adjusted, dealt, later, mean_move
from quaver.statistics.periods import LEAST, Centre, Change, by_period, ends_of
from quaver.statistics.sides import in_columns

CONFIDENCE = 0.95


class Breaks(NamedTuple):
    """Change points of words, (words,). begins: the period the later side begins with,
    -1 where it cannot be told. statistic: the largest over splits. p, q: of as large a
    one by chance, q after Benjamini and Hochberg over words. least: what p is at best.
    """

    begins: np.ndarray
    statistic: np.ndarray
    p: np.ndarray
    q: np.ndarray
    least: np.ndarray


def bases(documents: np.ndarray, *, is_first: bool) -> np.ndarray:
    """The period each is compared with: documents (words, periods) -> int, -1 = none.

    That is the first, or else the last one before, in which the word has LEAST
    documents. Periods with fewer are compared with none.
    """
    told = documents >= LEAST
    place = np.where(told, np.arange(documents.shape[1]), -1)
    last = np.maximum.accumulate(place, axis=1)
    before = np.column_stack([np.full(len(documents), -1), last[:, :-1]])
    if is_first:
        before = np.where(before >= 0, told.argmax(axis=1)[:, None], -1)
    return np.where(told, before, -1)


def band(changes: list[Change]) -> np.ndarray:
    """Ends of changes of one word, which hold all truths together: (changes, 2)."""
    level = CONFIDENCE ** (1 / max(len(changes), 1))
    return np.array(
        [
            ends_of(x.squared, x.plug_in, _errors(x.freedom, level) * x.variance**0.5)
            for x in changes
        ]
    ).reshape(-1, 2)


def _errors(freedom: float, level: float) -> float:
    """How many errors an interval of a level reaches to either side."""
    return stdtrit(freedom, (1 + level) / 2)


def centre_over(uses, words: np.ndarray, periods: np.ndarray, number: int) -> Centre:
    """What control words have in common in each of many periods: (number, dims).

    Of each word counts how far its mean in a period lies from its mean over those it
    can be told in: words may lack in some.
    """
    total = np.zeros((number, uses.sums.shape[1]))
    told = np.zeros((number, 1))
    for word in words:
        each = by_period(uses, word, periods, number)
        own = [k for k in range(number) if len(each[k][0]) >= LEAST]
        if len(own) > 1:
            means = np.array([each[k][1].sum(axis=0) / each[k][2].sum() for k in own])
            total[own] += means - means.mean(axis=0)
            told[own] += 1
    return Centre(total / np.maximum(told, 1), 0.0)


def breaks(
    uses,
    periods: np.ndarray,
    centre: Centre,
    *,
    targets: np.ndarray,
    controls: np.ndarray,
    deals: int,
    seed: int,
) -> Breaks:
    """Where words changed, against documents dealt anew to all periods: targets,
    controls (words,) -> Breaks.

    uses, periods: as quaver.statistics.periods has them. centre: of all periods.
    """
    splits, dims = len(centre.means) - 1, centre.means.shape[1]

    def sides(words: np.ndarray) -> Iterator[Sides]:
        return (Sides(uses, word, periods, centre) for word in words)

    def statistics(block: np.ndarray) -> Iterator[np.ndarray]:
        """Of each target, the largest of all splits: (rows,)."""
        parts = _parted(block, splits)
        shift = mean_move(sides(controls), parts, dims)
        for each in sides(targets):
            values = each.studentised(parts, shift).reshape(splits, -1)
            yield np.fmax.reduce(values, axis=0)

    text = np.array([values[0] for values in statistics(periods[None])])
    reached, counted = np.zeros((2, len(targets)), dtype=np.int64)
    for block in dealt(periods, deals, seed):
        # no more is held than of two periods
        for part in np.array_split(block, min(splits, len(block))):
            for row, values in enumerate(statistics(part)):
                reached[row] += (values >= TIE * text[row]).sum()
                counted[row] += np.isfinite(values).sum()
    least = np.where(np.isfinite(text), 1 / (1 + counted), np.nan)
    p = (1 + reached) * least
    parts = _parted(periods[None], splits)
    shift = mean_move(sides(controls), parts, dims)
    begins = [_begin(each, parts, shift) for each in sides(targets)]
    return Breaks(np.array(begins, np.int64), text, p, adjusted(p), least)


def _parted(block: np.ndarray, splits: int) -> np.ndarray:
    """Deals to many periods as deals to two, those before and after each split:
    (rows, documents) -> (documents, splits * rows), as `later` has them."""
    return np.hstack([later(block, split) for split in range(splits)])


def _begin(sides: Sides, parts: np.ndarray, shift: np.ndarray) -> int:
    """The period a word's later side begins with, -1 where no split can be told.

    By the distance over what documents of one spread add to it: about the mean of both
    sides, as the test has them, a few documents that moved are spread widely, and a
    step near an end of the series would be looked for in its middle.
    """
    move, facts = sides.dealt(parts)
    second, shift = parts[sides.columns].T == 1, in_columns(shift, sides.dims)[1]
    squares = np.stack([x @ sides.counts**2 for x in (~second, second)])
    with np.errstate(divide="ignore", invalid="ignore"):
        noise = (squares / facts[:, 1] ** 2).sum(axis=0)
        apart = np.square(move - shift).sum(axis=1) / noise
    told = facts[:, 2].min(axis=0) >= LEAST
    return int(np.where(told, apart, -1).argmax()) + 1 if told.any() else -1
