"""Terms trained together with a general text, each marked as a word of its group.

The paper has PPMI and SVD of the concatenation (Bloem et al. 2019): the text of the
background's run, then the sentences of all groups, in which a term is a word that no
other group has. So groups are contexts of one another's words: what one gives does
depend on the others, through counts and the common SVD.
"""

from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from quaver.corpora.samples import Sample, View, count_words
from quaver.learners.around import around, untaught
from quaver.learners.declare import TERM, Background, Drawn, Learned, LearningError
from quaver.trainers import TrainingError, ppmi

# of Levy et al. 2015, as they are where the paper names none
USUAL = {"sample": 0.0, "close_gaps": False, "dynamic_window": False}
USUAL |= {"add_contexts": False, "min_count": 1}


class Composed(NamedTuple):
    """One text of two: a view whose last words are the groups' terms, and its sample.

    words: how many unmarked words there are.
    """

    view: View
    sample: Sample
    words: int


def learn(background: Background, drawn: Drawn, parameters, seeds) -> Learned:
    """Vectors of groups: (groups, dims), and the space they were trained in, of the
    unmarked words: (words, dims). The seed of the SVD is the trainer's own."""
    if background.text is None:
        raise LearningError(
            "the general text of 'joint' is that of its background, which is not "
            "there: name a background that is trained, not read, or leave joint out"
        )
    made = composed(*background.text, drawn, parameters.min_count)
    dims = parameters.dimensions or background.vectors.shape[1]
    names = ("window", "context_smoothing", "shift", "eigenvalue_weight")
    own = {name: getattr(parameters, name) for name in names}
    options = SimpleNamespace(**USUAL, **own, dimensions=dims)
    try:
        space = ppmi.train(made.view, made.sample, options, 0)
    except TrainingError as error:
        raise LearningError(f"joint: {error}") from error
    known = space.present[: made.words]
    found = around(drawn, known, parameters.window)
    vectors = np.nan_to_num(space.vectors[made.words :])
    return untaught(vectors, found)._replace(space=space.vectors[: made.words])


def composed(view: View, sample: Sample, drawn: Drawn, min_count: int) -> Composed:
    """The text of a sample, then the groups' sentences with their terms marked.

    Unmarked words below min_count, and those that are unknown, are left out of both
    here: to the trainer a term may stand once. It closes windows over such words, too.
    """
    words, tokens = len(view.words), np.asarray(drawn.tokens)
    own = np.flatnonzero(tokens >= 0)
    counts = count_words(view, sample) + np.bincount(tokens[own], minlength=words)
    is_kept = np.append(counts >= max(1, min_count), np.ones(drawn.number, bool))
    marked = np.where(tokens == TERM, words + _groups(drawn), tokens)
    # UNKNOWN is no row: kept where it is marked, or frequent
    stays = (tokens != -1) & is_kept[marked]
    general = np.asarray(view.tokens)[: view.offsets[-1]]
    dropped = np.flatnonzero(~is_kept[general])
    edges = view.offsets - np.searchsorted(dropped, view.offsets)
    ends = np.append(0, np.cumsum(stays))[drawn.edges] + edges[-1]
    text = np.concatenate(
        [np.delete(general, dropped), marked[stays].astype(general.dtype)]
    )
    names = [*view.words, *(f"term {group}" for group in range(drawn.number))]
    offsets = np.append(edges, ends[1:])
    units = np.append(sample.units, np.arange(view.units, len(offsets) - 1))
    return Composed(View(names, text, offsets), Sample(units), words)


def _groups(drawn: Drawn) -> np.ndarray:
    """The group of each token: (tokens,)."""
    return np.repeat(drawn.group, np.diff(drawn.edges))
