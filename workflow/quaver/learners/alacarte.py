"""À la carte embedding (Khodak et al. 2018): mean contexts through a linear map.

The map best makes words of the background of their own mean contexts in its text
(quaver.spaces.contexts, which semantic change takes, too).
"""

import numpy as np

from quaver.corpora.samples import View
from quaver.learners import transforms
from quaver.learners.around import around, known_words, untaught
from quaver.learners.declare import TERM, Background, Drawn, Learned, LearningError
from quaver.spaces.contexts import add_contexts, context_sums, transform


def learn(background: Background, drawn: Drawn, parameters, seeds) -> Learned:
    """Vectors of groups: (groups, dims); nothing is drawn.

    A context is the mean around an occurrence, and a group's is the mean of these.
    """
    known, dims = known_words(background), background.vectors.shape[1]
    path = getattr(parameters, "transform", "")  # specs leave it out where it is empty
    if path:
        matrix = transforms.read(path, dims)
    else:
        matrix = fitted(background, parameters.window)
    # the words that stand there, with rows of their own for the term and unknown ones
    rows, tokens = np.unique(drawn.tokens, return_inverse=True)
    own = np.where(rows >= 0, rows, 0)
    is_known = (rows >= 0) & known[own]
    vectors = np.where(is_known[:, None], background.vectors[own], np.nan)
    contexts = context_sums(
        *(tokens, drawn.edges, drawn.group),
        targets=np.flatnonzero(rows == TERM),
        vectors=vectors.astype(np.float64),
        window=parameters.window,
    )
    made = np.zeros((drawn.number, dims))
    for group, total, count in zip(
        contexts.document, contexts.sums, contexts.counts, strict=True
    ):
        # one by one: products of several rows have other bits
        made[group] = total / count @ matrix
    found = around(drawn, known, parameters.window)
    return untaught(made, found)._replace(transform=matrix)


def gathered(view: View, units: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Tokens of units, ascending, and their edges (units + 1,); no copy of all."""
    tokens, offsets = np.asarray(view.tokens), np.asarray(view.offsets)
    if len(units) == view.units:
        return tokens, offsets
    lengths = np.diff(offsets)[units]
    edges = np.append(0, np.cumsum(lengths))
    places = np.repeat(offsets[units] - edges[:-1], lengths) + np.arange(edges[-1])
    return tokens[places], edges


def fitted(background: Background, window: int) -> np.ndarray:
    """The map (dims, dims), rows @ map, of a background and what its run read."""
    if background.text is None:
        raise LearningError(
            "à la carte embedding is fitted on the text of its background, which is "
            "not there: write 'transform: khodak.txt', say, a matrix fitted elsewhere"
        )
    view, sample = background.text
    sums = np.zeros(background.vectors.shape, np.float64)
    counts = np.zeros(len(sums), np.int64)
    vectors, times = background.vectors, sample.multiplicities(view.units)
    # units that were drawn once or more, twice or more ...
    for number in range(1, int(times.max(initial=0)) + 1):
        read = gathered(view, np.flatnonzero(times >= number))
        add_contexts(*read, vectors=vectors, window=window, into=(sums, counts))
    try:
        return transform(sums, counts, vectors)
    except ValueError as error:
        raise LearningError(f"à la carte embedding: {error}") from error
