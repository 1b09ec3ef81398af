"""The sum of a background's vectors of the words around a term (Lazaridou et al. 2017).

Frequent words are dropped at random, as Nonce2Vec does (Herbelot and Baroni 2017): the
chance to stay hangs on how many known words a draw has, so on its size.
"""

import numpy as np

from quaver.learners.around import (
    Around,
    around,
    keep_chance,
    known_words,
    mean_text,
    refuse_uncounted,
    stays,
    untaught,
)
from quaver.learners.declare import Background, Drawn, Learned


def learn(background: Background, drawn: Drawn, parameters, seeds) -> Learned:
    """Sums of groups: (groups, dims); seeds: (groups,) uint64."""
    is_centred = getattr(parameters, "centre", False)
    if parameters.sample or is_centred:
        refuse_uncounted(background)
    known = known_words(background)
    found = context(drawn, known, parameters)
    number = found.read
    thresholds = parameters.sample * found.size
    chances = keep_chance(background.counts[found.rows], thresholds[found.group])
    found = found.kept(stays(seeds, found.place, found.group, chances))
    sums = found.sums(background.vectors, np.ones(len(found.rows)))
    if is_centred:
        counts = np.where(known, background.counts, 0)
        for threshold in np.unique(thresholds):
            weights = counts * keep_chance(counts, threshold)
            own = thresholds == threshold
            middle = mean_text(background.vectors, weights)
            sums[own] -= found.read[own, None] * middle
    return untaught(sums, found)._replace(known=number)


def context(drawn: Drawn, known: np.ndarray, parameters) -> Around:
    """Words that may be summed: those in windows, or each of a draw once, wherever it
    stands in a sentence of it, as Nonce2Vec is coded."""
    # specs leave out what is quiet and at its default
    if getattr(parameters, "distinct", False):
        return around(drawn, known, 0).distinct()
    return around(drawn, known, parameters.window)
