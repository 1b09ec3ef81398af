"""Text drawn from a model that is known: the truth behind it can be had by drawing.

A topic model with the traits that make real text hard to resample. Words follow Zipf's
law; the most frequent belong to no topic, each other word to one topic and, more
weakly, to a second. A document mixes few topics, a sentence has one of them. Words are
bursty: a token repeats an earlier one of its document by some chance (a Polya urn), so
the occurrences of a rare word come in few documents. Lengths vary. Same model and
seed, same text; texts of different seeds are independent.
"""

from dataclasses import dataclass

import numpy as np

from quaver.corpora.samples import View

SYLLABLES = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]


@dataclass(frozen=True)
class Model:
    """How text is drawn; the defaults are those of docs/coverage.md."""

    words: int = 400
    topics: int = 12
    common: int = 20  # most frequent words, of no topic
    common_share: float = 0.35  # of all tokens
    zipf: float = 1.0  # exponent; the rank of the first word is 1 + zipf_shift
    zipf_shift: float = 2.0
    boost: float = 30.0  # how much likelier a word is in its own topic
    second_boost: float = 8.0  # and in its second topic
    mixture: float = 0.1  # Dirichlet's parameter of a document's topics
    burst: float = 0.3  # chance of a token to repeat one of its document
    document_sentences: float = 8.0  # on average, geometric
    sentence_words: float = 12.0  # on average, 3 and more
    tokens: int = 20_000  # of a corpus, to a document
    seed: int = 1  # of the topics, not of the text

    def distributions(self) -> np.ndarray:
        """Chance of each word in each topic: (topics, words), rows add up to 1."""
        generator = np.random.default_rng([self.seed, 0])
        base = 1 / (np.arange(self.words) + 1 + self.zipf_shift) ** self.zipf
        chances = np.tile(base, (self.topics, 1))
        content = np.arange(self.common, self.words)
        first = generator.integers(self.topics, size=len(content))
        step = generator.integers(1, self.topics, size=len(content))
        weak = generator.random(len(content)) < 0.5
        second = np.where(weak, (first + step) % self.topics, first)
        chances[second, content] *= self.second_boost
        chances[first, content] = base[content] * self.boost
        shares = (self.common_share, 1 - self.common_share)
        for part, share in zip(
            np.split(chances, [self.common], 1), shares, strict=True
        ):
            part *= share / part.sum(axis=1, keepdims=True)
        return chances

    def spelling(self) -> list[str]:
        """Names of the words, all different, in order of the model's frequencies."""
        generator = np.random.default_rng([self.seed, 1])
        names: dict[str, None] = {}
        while len(names) < self.words:
            picked = generator.integers(len(SYLLABLES), size=generator.integers(2, 5))
            names["".join(SYLLABLES[k] for k in picked)] = None
        return list(names)


MODELS = {
    "first": Model(),
    "second": Model(
        words=600,
        topics=20,
        boost=60.0,
        burst=0.45,
        document_sentences=15.0,
        tokens=40_000,
        seed=2,
    ),
}
LARGER = {"words": 1500, "topics": 40, "boost": 60.0, "tokens": 100_000, "seed": 3}
MODELS |= {
    # as speeches: few long documents of paragraphs
    "third": Model(
        **LARGER,
        mixture=1.0,
        burst=0.25,
        document_sentences=45.0,
        sentence_words=40.0,
    ),
    # as letters, or the lines of a file: many short documents
    "fourth": Model(
        **LARGER,
        mixture=0.3,
        burst=0.1,
        document_sentences=3.0,
        sentence_words=20.0,
    ),
}


@dataclass(frozen=True)
class Text:
    """Tokens with the edges of sentences and documents, each from 0 to all tokens."""

    words: list[str]
    tokens: np.ndarray
    sentences: np.ndarray
    documents: np.ndarray

    def view(self, unit: str) -> View:
        """The text in units to sample: document or sentence."""
        edges = {"document": self.documents, "sentence": self.sentences}
        return View(self.words, self.tokens, edges[unit])


def text(model: Model, seed: int) -> Text:
    """Draw whole documents until there are model.tokens tokens or more."""
    generator = np.random.default_rng([model.seed, 2, seed])
    sentences, documents = _edges(model, generator)
    lengths = np.diff(sentences)
    owner = np.searchsorted(documents, sentences[:-1], side="right") - 1
    topics = _topics(model, owner, generator)
    fresh = _words(model.distributions(), np.repeat(topics, lengths), generator)
    starts = np.repeat(documents[:-1], np.diff(documents))
    tokens = fresh[_sources(starts, model.burst, generator)]
    return Text(model.spelling(), tokens.astype(np.uint32), sentences, documents)


def _edges(model: Model, generator) -> tuple[np.ndarray, np.ndarray]:
    """Edges of sentences and of documents in tokens, the last document whole."""
    mean = model.document_sentences
    count = int(3 * model.tokens / (mean * model.sentence_words)) + 20
    sizes = generator.geometric(1 / mean, size=count)
    lengths = 3 + generator.poisson(model.sentence_words - 3, size=sizes.sum())
    sentences = np.append(0, np.cumsum(lengths))
    documents = sentences[np.append(0, np.cumsum(sizes))]
    last = documents[np.searchsorted(documents, model.tokens)]
    return sentences[sentences <= last], documents[documents <= last]


def _topics(model: Model, owner: np.ndarray, generator) -> np.ndarray:
    """The topic of each sentence, by its document: (sentences,)."""
    count = int(owner[-1]) + 1
    mixtures = generator.dirichlet(np.full(model.topics, model.mixture), size=count)
    drawn = generator.random((len(owner), 1))
    rows = (np.cumsum(mixtures, axis=1)[owner] < drawn).sum(axis=1)
    return np.minimum(rows, model.topics - 1)


def _words(chances: np.ndarray, topics: np.ndarray, generator) -> np.ndarray:
    """A word for each token, by the token's topic: (tokens,)."""
    steps = np.cumsum(chances, axis=1)
    steps /= steps[:, -1:]
    ladder = (steps + np.arange(len(chances))[:, None]).ravel()
    drawn = topics + generator.random(len(topics))
    rows = np.searchsorted(ladder, drawn, side="right") - topics * chances.shape[1]
    return np.clip(rows, 0, chances.shape[1] - 1)


def _sources(starts: np.ndarray, burst: float, generator) -> np.ndarray:
    """The token each token repeats, itself where it is new: (tokens,).

    starts: the first token of each token's document. Chains of repeats end at a new
    token.
    """
    places = np.arange(len(starts))
    repeats = generator.random(len(starts)) < burst
    earlier = starts + (generator.random(len(starts)) * (places - starts)).astype(int)
    sources = np.where(repeats, earlier, places)
    while not np.array_equal(sources, sources[sources]):
        sources = sources[sources]
    return sources
