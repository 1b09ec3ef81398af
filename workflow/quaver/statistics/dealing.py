"""What chance gives: documents dealt anew to two periods, for all words at once.

Where nothing changed, any document might have stood in either period. So documents are
dealt anew, as many to each as there were, with or without the word; a word's statistic
in the text is compared with that of the deals. Lines or tokens of one document resemble
each other: dealing those rejects far too often.

The statistic is studentised, so that periods of unlike size and spread compare (Janssen
1997; Chung and Romano 2013):

    T = |m_1 - m_2 - s|^2 / (V_1 + V_2),  V_p = sum |R_d|^2 / (sum n_d)^2 over d in p

R_d is a document's sum less what the shared shift and the word's own mean over both
periods make of it; s is what control words share in this very deal. A deal counts for a
word only where the word can be told in it, as in the text.

Among such p would be exact, were the vectors blind to which text a document is of. They
are not: spaces are trained on each text apart, which takes a little for change (p <=
.05 in 6.4 +- .3 % of words between halves of one text that were trained apart).
"""

from collections.abc import Iterator
from math import comb
from typing import NamedTuple

import numpy as np

from quaver.statistics.periods import LEAST, Centre, by_period
from quaver.statistics.sides import (
    FACTS,
    add_moves,
    in_columns,
    in_strips,
    side_sums,
    studentised,
)

BLOCK = 1 << 24  # documents dealt, held together
ROWS = 1 << 13  # deals, at most
TIE = 1 - 1e-9  # sums of one deal may differ in their last bits


class Null(NamedTuple):
    """p, q: (words,), of each word and after Benjamini and Hochberg over all, NaN where
    it cannot be told. deals: (words,) int64 that count for it. least: (words,) what p
    is at best: 1 / (deals + 1), or what one split of the word's documents among all
    splits has, if that is more."""

    p: np.ndarray
    q: np.ndarray
    deals: np.ndarray
    least: np.ndarray


def dealt(periods: np.ndarray, deals: int, seed: int) -> Iterator[np.ndarray]:
    """Deals by blocks: periods (documents,) 0, 1 ..., or -1 which stays -> (rows,
    documents) int. Blocks of any size are parts of the same deals."""
    kind = np.min_scalar_type(-1 - periods.max(initial=0))
    generator = np.random.default_rng(seed)
    own = periods >= 0
    most = min(ROWS, max(1, BLOCK // len(periods)))
    for first in range(0, deals, most):
        block = np.full((min(most, deals - first), len(periods)), -1, dtype=kind)
        labels = np.tile(periods[own].astype(kind), (len(block), 1))
        block[:, own] = generator.permuted(labels, axis=1)
        yield block


def null(
    uses,
    periods: np.ndarray,
    centre: Centre,
    *,
    targets: np.ndarray,
    controls: np.ndarray,
    deals: int,
    seed: int,
) -> Null:
    """p of targets against documents dealt anew: targets, controls (words,) -> Null.

    uses, periods, centre: as quaver.statistics.periods has them, centre of these
    controls.
    """

    def sides(words: np.ndarray) -> Iterator["Sides"]:
        return (Sides(uses, word, periods, centre) for word in words)

    def statistics(block: np.ndarray) -> Iterator[np.ndarray]:
        second = later(block)
        shift = mean_move(sides(controls), second, centre.means.shape[1])
        return (each.studentised(second, shift) for each in sides(targets))

    text = np.array([values[0] for values in statistics(periods[None])])
    reached, counted = np.zeros((2, len(targets)), dtype=np.int64)
    for block in dealt(periods, deals, seed):
        for row, values in enumerate(statistics(block)):
            reached[row] += (values >= TIE * text[row]).sum()
            counted[row] += np.isfinite(values).sum()
    least = np.where(np.isfinite(text), 1 / (1 + counted), np.nan)
    p = (1 + reached) * least
    splits = [1 / _splits(len(each.columns)) for each in sides(targets)]
    # deals of one split differ by their shift: p may lie a little below
    least = np.minimum(p, np.maximum(least, splits))
    return Null(p, adjusted(p), counted, least)


def _splits(documents: int) -> int:
    """In how many ways a word's documents are dealt so that it can be told."""
    # of more than 40 there are more than deals
    few = min(documents, 40)
    return sum(comb(few, k) for k in range(LEAST, few - LEAST + 1)) or 1


def adjusted(p: np.ndarray) -> np.ndarray:
    """q of Benjamini and Hochberg over all p: (words,) -> (words,), NaN stay."""
    # scipy.stats takes most of a second to import
    from scipy.stats import false_discovery_control

    q, judged = p.copy(), np.isfinite(p)
    if judged.any():
        q[judged] = false_discovery_control(p[judged])
    return q


def later(block: np.ndarray, split: int = 0) -> np.ndarray:
    """Documents dealt to a period after that of a split: (rows, documents) -> 1 for
    these, 0 for all others, (documents, rows) uint8."""
    periods = np.ascontiguousarray(block.T)
    return (periods > split).view(np.uint8)


class Sides:
    """A word's documents, to be dealt to two sides.

    columns: (documents,) which. counts: of each, how often the word stands in it.
    Deals are told by their second side, (all documents, rows), as `later` has it.
    """

    def __init__(self, uses, word: int, periods: np.ndarray, centre: Centre):
        each = by_period(uses, word, periods, len(centre.means))
        self.columns = np.concatenate([documents for documents, *_ in each])
        n = np.concatenate([counts for *_, counts in each]).astype(np.float64)[:, None]
        rest = np.concatenate(
            [
                sums - counts[:, None] * mean
                for (_, sums, counts), mean in zip(each, centre.means, strict=True)
            ]
        )
        rest -= n * rest.sum(axis=0) / max(n.sum(), 1)
        lengths = np.square(rest).sum(axis=1, keepdims=True)
        self.counts, self.dims = n[:, 0], rest.shape[1]
        self.parts = in_strips(np.hstack([lengths, n, np.ones_like(n)]), rest)

    def dealt(self, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How far the sides' means are apart (rows, dims), and lengths, tokens and
        documents (3, rows) of each side (2, 3, rows)."""
        sums, rest = in_columns(side_sums(second[self.columns], self.parts), self.dims)
        total = self.parts[0, :, :FACTS].sum(axis=0)
        facts = np.stack([total - sums, sums])
        with np.errstate(divide="ignore", invalid="ignore"):
            # the rests sum to 0: the first side's are those of the second, turned
            move = rest * -(1 / facts[..., 1]).sum(axis=0)[:, None]
        return move, facts.transpose(0, 2, 1)

    def studentised(self, second: np.ndarray, shift: np.ndarray) -> np.ndarray:
        """T of each deal, shift as of `mean_move`: (rows,), NaN where the word cannot
        be told."""
        return studentised(second[self.columns], self.parts, shift, LEAST)


def mean_move(sides: Iterator[Sides], second: np.ndarray, dims: int) -> np.ndarray:
    """Mean over words of how far the sides are apart, of words that can be told in a
    deal, 0 where there are none: (rows, dims) in strips."""
    rows = second.shape[1]
    moves = in_strips(np.zeros((rows, FACTS)), np.zeros((rows, dims)))
    for each in sides:
        add_moves(second[each.columns], each.parts, LEAST, moves)
    words = moves[0, :, 0].copy()
    moves[0, :, :FACTS] = 0
    moves /= np.maximum(words, 1)[:, None]
    return moves
