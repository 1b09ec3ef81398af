"""Smooth inverse frequency: a mean in which rare words weigh more (Arora et al. 2017).

A word of share p weighs a / (a + p). What all texts share is the mean of running text
under these weights; it is subtracted in place of the paper's first component, which
would hang on the other terms.
"""

import numpy as np

from quaver.learners.around import (
    around,
    known_words,
    mean_text,
    refuse_uncounted,
    untaught,
)
from quaver.learners.declare import Background, Drawn, Learned


def learn(background: Background, drawn: Drawn, parameters, seeds) -> Learned:
    """Weighted means of groups: (groups, dims); nothing is drawn."""
    refuse_uncounted(background)
    known = known_words(background)
    shares = background.counts / background.counts.sum()
    weights = parameters.smoothing / (parameters.smoothing + shares)
    found = around(drawn, known, parameters.window)
    own = weights[found.rows]
    sums = found.sums(background.vectors, own)
    if parameters.centre:
        middle = mean_text(background.vectors, np.where(known, shares * weights, 0))
        # group by group, in the order of its words
        total = found.sums(np.ones((len(known), 1)), own)
        sums -= total * middle
    return untaught(sums / np.maximum(found.read, 1)[:, None], found)
