"""What a baseline of similarity gives where it knows nothing of meaning.

A baseline such as WordNet's says more of words that have more senses. Words of more
senses are more frequent, and vectors know frequency. So pairs of high cosine differ
from others in the baseline even where no word has its meaning. It knows no path from a
noun to a verb either, and vectors know parts of speech. What no meaning looks like is
shown by words dealt anew among words of as many senses in each part and like frequency,
while the vectors stay. Each deal gives a curve of mean baseline by bin of cosine. How
far such curves stray from one another, over all bins together, is the band that the
true curve has to leave.

Curves rise with cosine: each is fitted by its nearest rising one, weighted by pairs
(Barlow et al. 1972). "Above in every higher bin" would leave the verdict to the highest
bins, which have the fewest pairs and words. In the fit such a bin is pooled with those
below it and weighs as many pairs as it has. So a few strays veto nothing, and a fall of
many pairs does. Dealt curves are fitted alike: the band knows what that makes of noise.
"""

from math import ceil
from typing import NamedTuple

import numpy as np

LEVEL = 0.99  # of the simultaneous band
ROUNDING = 1e-12  # of means that are equal


class Band(NamedTuple):
    """Curves in excess of the mean of relabellings, (bins,) float64 each.

    mean: the observed excess; fit: the nearest rising curve; upper: the end of the
    simultaneous band of fits to relabellings.
    """

    mean: np.ndarray
    fit: np.ndarray
    upper: np.ndarray


def kinds(senses: np.ndarray) -> np.ndarray:
    """Words of one kind have as many senses of each part: (words, parts) -> (words,).

    Numbered from 0 in an order in which like kinds are neighbours: those of the same
    parts together, by their senses in all. By that sum alone a noun and a verb would
    exchange entries, and a deal would destroy what vectors know of parts of speech.
    """
    present = (senses > 0) @ (1 << np.arange(senses.shape[1]))
    keys = np.column_stack([present, senses.sum(axis=1), senses])
    return np.unique(keys, axis=0, return_inverse=True)[1].reshape(-1)


def strata(senses: np.ndarray, counts: np.ndarray, size: int) -> np.ndarray:
    """Strata of words of as many senses and like frequency: (words,) int64 from 0.

    senses: (words,), how many, or a kind (`kinds`). counts: (words,). Words of as many
    are cut, by frequency, into strata of `size` words or a few more. Equal words stay
    together. Fewer than a quarter of it, or one word alone, are joined to the next
    stratum, the last to the one before. Of s words one in s keeps its meaning, so small
    strata hide meaning.
    """
    if size < 2 or len(senses) < 2:
        raise ValueError(
            f"strata need two words or more each: got {len(senses)} words in strata of "
            f"{size}. Take more words, or a size of 2 or more."
        )
    order = np.lexsort((counts, senses))
    sense, count = senses[order], counts[order]
    first = np.searchsorted(sense, sense)  # of as many senses
    place = np.arange(len(order)) - first
    words = np.searchsorted(sense, sense, side="right") - first
    part = place * np.maximum(words // size, 1) // words
    begins = (np.diff(part, prepend=-1) != 0) | (place == 0)
    begins[1:] &= (count[1:] != count[:-1]) | (place[1:] == 0)
    numbers = np.empty(len(order), dtype=np.int64)
    numbers[order] = _joined(np.flatnonzero(begins), len(order), size)
    return numbers


def _joined(begins: np.ndarray, words: int, size: int) -> np.ndarray:
    """Number of each word's stratum, none of which is too small: (words,) int64."""
    kept, least = [0], max(size // 4, 2)
    for begin in begins[1:]:
        if begin - kept[-1] >= least:
            kept.append(int(begin))
    if words - kept[-1] < least and len(kept) > 1:
        kept.pop()
    return np.searchsorted(kept, np.arange(words), side="right") - 1


def relabel(strata: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Words dealt anew within their strata: (words,) -> permutation (words,) int64.

    Word w takes the entry of the word at place w of the permutation.
    """
    permutation = np.empty(len(strata), dtype=np.int64)
    order = np.argsort(strata, kind="stable")
    permutation[order] = np.lexsort((generator.random(len(strata)), strata))
    return permutation


def band(
    mean: np.ndarray, relabelled: np.ndarray, pairs: np.ndarray, level: float = LEVEL
) -> Band:
    """Observed curve beside that of relabellings: (bins,), (deals, bins) -> Band.

    pairs: (bins,), the weights of fits, above 0. The band is simultaneous: of each
    relabelling, held against the others, the largest excess of any bin is taken, in
    deviations. The reach is the k-th smallest of these, k = ceil(level (deals + 1)).
    So a curve of no meaning leaves the band in at most 1 - level of cases.
    """
    deals = len(relabelled)
    place = ceil(round(level * (deals + 1), 9))
    if place > deals or deals < 3:
        least = max(ceil(round(level / (1 - level), 9)), 3)
        raise ValueError(
            f"a band of {level:g} needs {least} relabellings or more. Got {deals}."
        )
    centre = relabelled.mean(axis=0)
    # each against the mean of the others
    fits = rising((relabelled - centre) * deals / (deals - 1), pairs)
    reach = np.sort(_largest(fits))[place - 1]
    upper = fits.mean(axis=0) + reach * fits.std(axis=0, ddof=1)
    return Band(mean - centre, rising(mean - centre, pairs), upper)


def rising(curves: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Nearest curves that never fall: (..., bins), weights (bins,) -> (..., bins)."""
    # scipy.optimize takes a while to import
    from scipy.optimize import isotonic_regression

    flat = curves.reshape(-1, curves.shape[-1])
    fits = [isotonic_regression(curve, weights=weights).x for curve in flat]
    return np.reshape(fits, curves.shape)


def _largest(fits: np.ndarray) -> np.ndarray:
    """Largest studentised excess of each curve over the others: (deals,)."""
    others = len(fits) - 1
    centre = (fits.sum(axis=0) - fits) / others
    squares = np.square(fits - fits.mean(axis=0))
    # sum of squares of the others around their own mean
    rest = squares.sum(axis=0) - squares * (others + 1) / others
    spread = np.sqrt(np.maximum(rest, 0) / (others - 1))
    return ((fits - centre) / np.maximum(spread, ROUNDING)).max(axis=1)
