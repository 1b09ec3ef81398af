"""Scores of word similarity without the pairs below a threshold (Elekes et al. 2018,
section 5), and what leaving them out does by itself.

Pairs of low cosine are mostly pairs that people score low. Where these are dropped,
both sides vary less, and Spearman's correlation falls though nothing else changed.
Normal scores that correlate at .70 do so at .64 once the lowest 10.9 % of cosines are
cut. So beside each score stands what is to be expected of truncation alone, and a
change means something only beyond that. Ties keep the pairs, as equally unlike.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from scipy.special import ndtr, ndtri

from quaver import statistics

BELOW = ("drop", "tie")  # what becomes of pairs below the threshold
LEAST = 3  # comparable pairs
NODES = 32  # of a quadrature in each dimension
BLOCK = 1 << 18  # pairs of draws that are ranked together
EDGE = 1 - 1e-9  # correlations of which every order is kept


class Truncation(NamedTuple):
    """A set's Spearman correlations, in [-1, 1], and its pairs.

    full: of all known pairs. rest: without those below, or with them as ties. expected:
    what truncation alone leaves of full. comparable, below, unknown: counts of pairs
    that make up the set; a word of an unknown pair is not in the model.
    """

    full: float
    rest: float
    expected: float
    comparable: int
    below: int
    unknown: int


class Change(NamedTuple):
    """What a threshold changes: of the score, and beyond truncation alone.

    score, beyond: (value, low, high), means over runs; NaN ends where draws have no
    score. draws: bootstrapped sets that have one.
    """

    score: tuple[float, float, float]
    beyond: tuple[float, float, float]
    draws: int


def truncation(
    cosines: np.ndarray, gold: np.ndarray, threshold: float, below: str = "drop"
) -> Truncation:
    """Scores of one run: cosines (pairs,), NaN where unknown, gold (pairs,).

    A pair is below where its cosine is less than the threshold; of a model without one
    take -1. A score is NaN where all cosines or all gold are equal.
    """
    if below not in BELOW:
        raise ValueError(f"below must be one of {list(BELOW)}. Got {below!r}.")
    own = np.isfinite(cosines)
    comparable = int((cosines[own] >= threshold).sum())
    if comparable < LEAST:
        raise ValueError(
            f"{comparable} of {len(cosines)} pairs are comparable and {LEAST} are "
            f"needed: lower the threshold {threshold:g}, train with more words, or "
            "leave this set out."
        )
    scores = map(float, _scores(cosines, gold, threshold, below))
    under = int(own.sum()) - comparable
    return Truncation(*scores, comparable, under, int((~own).sum()))


def expected(full: np.ndarray, share: np.ndarray, below: str = "drop") -> np.ndarray:
    """Spearman that truncation leaves of normal scores: (...) twice -> (...).

    full: Spearman of all pairs, in [-1, 1]. share: of lowest cosines cut, in [0, 1).
    """
    formula = _of_the_rest if below == "drop" else _of_ties
    full, share = np.broadcast_arrays(full, share)
    # quadrature is 1e-4 off, and an interval of nothing must not lie beside 0
    return np.where(share > 0, formula(full, share), full)


def change(
    cosines: np.ndarray,
    gold: np.ndarray,
    thresholds: np.ndarray,
    *,
    seed: int,
    below: str = "drop",
    draws: int = 1000,
    confidence: float = 0.95,
) -> Change:
    """Mean change over runs: cosines (runs, pairs), gold (pairs,), thresholds (runs,).

    Interval by bootstrap over pairs; a draw is the same for all runs, and all that is
    compared is of the same pairs. Draws without a score in some run are left out.
    """
    known = np.flatnonzero(np.isfinite(cosines).any(axis=0))
    generator = np.random.default_rng(seed)
    # the set itself, then its draws
    drawn = generator.choice(known, (draws, len(known)))
    pairs = np.vstack([known, drawn])
    rows = max(1, BLOCK // max(len(known), 1))
    blocks = np.split(pairs, range(rows, len(pairs), rows))
    changes = np.concatenate(
        [_changes(cosines, gold, thresholds, (block, below)) for block in blocks]
    )
    scored = changes[1:][np.isfinite(changes[1:]).all(axis=1)]
    tail = (1 - confidence) / 2
    ends = np.full((2, 2), np.nan)
    if len(scored):
        ends = np.quantile(scored, [tail, 1 - tail], axis=0)
    score, beyond = (tuple(map(float, x)) for x in np.vstack([changes[0], ends]).T)
    return Change(score, beyond, len(scored))


def _changes(cosines, gold, thresholds, how: tuple[np.ndarray, str]) -> np.ndarray:
    """Change and change beyond truncation, means over runs: (draws, 2)."""
    (pairs, below), total = how, 0.0
    for values, threshold in zip(cosines, thresholds, strict=True):
        scores = _scores(values[pairs], gold[pairs], threshold, below)
        total = total + np.stack([scores[1] - scores[0], scores[1] - scores[2]])
    return total.T / len(cosines)


def _scores(cosines, gold, threshold: float, below: str) -> np.ndarray:
    """full, rest, expected of each draw: (..., pairs) twice -> (3, ...).

    NaN where fewer than three pairs are comparable.
    """
    own, comparable = np.isfinite(cosines), cosines >= threshold
    full = _spearman(cosines, gold, own)
    if below == "drop":
        rest = _spearman(cosines, gold, comparable)
    else:
        # under all others, and equal
        rest = _spearman(np.where(comparable, cosines, -np.inf), gold, own)
    few = comparable.sum(axis=-1)
    share = 1 - np.maximum(few, 1) / np.maximum(own.sum(axis=-1), 1)
    alone = expected(full, share, below)
    return np.where(few < LEAST, np.nan, np.stack([full, rest, alone]))


def _spearman(first: np.ndarray, second: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """Of the pairs kept: (..., pairs) each -> (...) in [-1, 1], NaN of constants."""
    count, centred = kept.sum(axis=-1, keepdims=True), []
    for values in (first, second):
        # behind all others those left out change no rank
        ranks = statistics.ranks(np.where(kept, values, np.inf))
        mean = np.where(kept, ranks, 0).sum(axis=-1, keepdims=True)
        centred.append(np.where(kept, ranks - mean / np.maximum(count, 1), 0))
    one, other = centred
    spread = np.square(one).sum(axis=-1) * np.square(other).sum(axis=-1)
    spread = np.where(spread > 0, spread, np.nan)
    return np.clip((one * other).sum(axis=-1) / np.sqrt(spread), -1, 1)


def _of_the_rest(full: np.ndarray, share: np.ndarray) -> np.ndarray:
    """12 E[U V] - 3, U and V the ranks of the rest in (0, 1).

    X lies above its cut, Y = r X + s Z, and (X', Y') is another pair of the rest. V is
    the chance that Y' <= Y: E[V | X] is the mean over X' of Phi(r (X - X') / (s sqrt
    2)).
    """
    r = _pearson(full)
    ranks, weights = _nodes()
    x = ndtri(share[..., None] + (1 - share[..., None]) * ranks)
    scale = (r / np.sqrt(2 * (1 - r**2)))[..., None, None]
    chances = ndtr(scale * (x[..., :, None] - x[..., None, :]))
    # sums, as bits of a matrix product hang on how many draws stand together
    other = (chances * weights).sum(axis=-1)
    return np.clip(12 * (other * weights * ranks).sum(axis=-1) - 3, -1, 1)


def _of_ties(full: np.ndarray, share: np.ndarray) -> np.ndarray:
    """Correlation of V = Phi(Y) with U, the rank of X, of those cut their mean."""
    r, cut = _pearson(full)[..., None], share[..., None]
    ranks, weights = _nodes(8 * NODES)
    upper = cut + (1 - cut) * ranks
    of_y = ndtr(r / np.sqrt(2 - r**2) * ndtri(upper))
    # E[V] is 1 / 2, so those cut have the rest of it
    products = (1 - share) * ((upper - cut / 2) * of_y * weights).sum(axis=-1)
    return 12 * (products + share / 4 - 0.25) / np.sqrt(1 - share**3)


@cache
def _nodes(nodes: int = NODES) -> tuple[np.ndarray, np.ndarray]:
    """Places in (0, 1) and weights of Gauss and Legendre: (nodes,) twice."""
    places, weights = np.polynomial.legendre.leggauss(nodes)
    return (places + 1) / 2, weights / 2


def _pearson(spearman: np.ndarray) -> np.ndarray:
    """Pearson's correlation of normal scores of which Spearman's is given."""
    return np.clip(2 * np.sin(np.pi / 6 * spearman), -EDGE, EDGE)
