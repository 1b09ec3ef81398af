"""Topics of a text, and the query words chosen from them.

Latent Dirichlet allocation (Blei et al. 2003) by tomotopy's Gibbs sampler. Antoniak and
Mimno (2018) took "relevant query words from high probability words" of such a model and
give no rule; ours is `chosen`.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from quaver.corpora.samples import View


@dataclass(frozen=True)
class Topics:
    """Topics of a text, in the order of the model.

    words: (topics, ranks) rows of the corpus's words, most probable first.
    probabilities: (topics, ranks) in [0, 1]. coherence, alpha: (topics,).
    documents, tokens: what the model was told. likelihood: log, per word.
    """

    words: np.ndarray
    probabilities: np.ndarray
    coherence: np.ndarray
    alpha: np.ndarray
    documents: int
    tokens: int
    likelihood: float

    def __len__(self) -> int:
        """Number of topics."""
        return len(self.words)


class Choice(NamedTuple):
    """A query word, as a row of the corpus's words, and the topic it stands for."""

    word: int
    topic: int


def topics_for(documents: int, tokens: int, settings: Mapping) -> int:
    """How many topics a text can bear: 1 or more, as many as wanted at most."""
    bearable = documents // settings["least_documents"]
    bearable = min(bearable, tokens // settings["least_tokens"])
    return max(1, min(settings["number"], bearable))


def find_topics(view: View, settings: Mapping, seed: int) -> Topics:
    """Find the topics of a view's units; the same for the same seed and text.

    Not told the most frequent `leave_out` words: function words would head every topic.
    """
    sizes = [len(rows) for rows in _content(view, settings["leave_out"])]
    ranks = min(settings["top"], len(view.words) - settings["leave_out"])
    if not sizes or ranks < 2:
        nothing, none = np.empty((0, 0)), np.empty(0)
        return Topics(nothing.astype(int), nothing, none, none, 0, 0, float("nan"))
    model = _model(view, topics_for(len(sizes), sum(sizes), settings), settings, seed)
    rows = np.array(list(map(int, model.used_vocabs)))
    spread = np.array([model.get_topic_word_dist(k) for k in range(model.k)])
    best = np.array([np.lexsort((rows, -shares))[:ranks] for shares in spread])
    return Topics(
        words=rows[best],
        probabilities=np.take_along_axis(spread, best, axis=1),
        coherence=_coherence(model, rows[best], settings["coherence"]),
        alpha=np.array(model.alpha, dtype=np.float64),
        documents=len(sizes),
        tokens=sum(sizes),
        likelihood=float(model.ll_per_word),
    )


def chosen(topics: Topics, allowed: np.ndarray, wanted: int) -> list[Choice]:
    """Choose one word of each of the most coherent topics: as many as wanted at most.

    Topics by descending coherence (of equal ones the first); of each the most probable
    of its words that is allowed, (words,) bool, and not taken yet, if there is any.
    """
    choices, taken = [], set()
    for topic in np.argsort(-topics.coherence, kind="stable").tolist():
        free = [row for row in topics.words[topic].tolist() if allowed[row]]
        word = next((row for row in free if row not in taken), None)
        if word is not None and len(choices) < wanted:
            choices.append(Choice(word, topic))
            taken.add(word)
    return choices


def _content(view: View, leave_out: int) -> Iterator[np.ndarray]:
    """Units without the most frequent words, as far as something is left of them."""
    for index in range(view.units):
        rows = view.unit(index)
        kept = rows[rows >= leave_out]
        if len(kept):
            yield kept


def _model(view: View, number: int, settings: Mapping, seed: int):
    """A trained model; its words are the rows of ours, as text."""
    library = _tomotopy()
    model = library.LDAModel(k=number, seed=seed)
    names = [str(row) for row in range(len(view.words))]
    for rows in _content(view, settings["leave_out"]):
        model.add_doc([names[row] for row in rows.tolist()])
    # more than one worker: other bits in every run
    single = library.ParallelScheme.NONE
    model.train(settings["iterations"], workers=1, parallel=single)
    return model


def _coherence(model, words: np.ndarray, measure: str) -> np.ndarray:
    """Coherence of the first words of each topic (Roeder et al. 2015): (topics,)."""
    names = [[str(row) for row in rows] for rows in words.tolist()]
    targets = dict.fromkeys(name for topic in names for name in topic)
    judge = _tomotopy().coherence.Coherence(
        model, coherence=measure, top_n=len(names[0]), targets=list(targets)
    )
    return np.array([judge.get_score(words=topic) for topic in names])


def _tomotopy():
    # what all 64-bit PCs know: others add up in another order, other bits
    os.environ["TOMOTOPY_ISA"] = "sse2"
    import tomotopy  # 30 MB of machine code, for those who look for topics only

    return tomotopy
