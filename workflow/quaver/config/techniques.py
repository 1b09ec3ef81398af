"""The parameters of every technique, with their defaults."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Word2Vec:
    """gensim's word2vec; skip-gram with negative sampling unless said otherwise."""

    dimensions: int = 100
    window: int = 5
    architecture: str = "skip-gram"
    negative: int = 5
    hierarchical_softmax: bool = False
    epochs: int = 5
    sample: float = 1e-3
    learning_rate: float = 0.025
    min_learning_rate: float = 1e-4
    noise_exponent: float = 0.75
    min_count: int = 0


@dataclass(frozen=True)
class FastText(Word2Vec):
    """gensim's fastText: word2vec over character n-grams hashed into buckets."""

    min_n: int = 3
    max_n: int = 6
    bucket: int = 2_000_000


@dataclass(frozen=True)
class GloVe:
    """GloVe of Pennington et al. 2014, with the defaults of the reference trainer."""

    dimensions: int = 100
    window: int = 15
    symmetric: bool = True
    distance_weighting: bool = True
    x_max: float = 100.0
    alpha: float = 0.75
    learning_rate: float = 0.05
    epochs: int = 25
    output: str = "sum"
    min_count: int = 0


@dataclass(frozen=True)
class PPMI:
    """Positive pointwise mutual information and truncated SVD (Levy et al. 2015)."""

    dimensions: int = 100
    window: int = 5
    context_smoothing: float = 0.75
    shift: float = 1.0
    eigenvalue_weight: float = 0.5
    sample: float = 0.0
    close_gaps: bool = False
    dynamic_window: bool = False
    add_contexts: bool = False
    min_count: int = 0


@dataclass(frozen=True)
class LSA:
    """TF-IDF over units and randomised SVD, word side."""

    dimensions: int = 100
    sublinear_tf: bool = True
    smooth_idf: bool = True
    normalise: bool = True
    scaled: bool = True
    iterations: int = 5
    min_count: int = 0


@dataclass(frozen=True)
class Noise:
    """Random vectors, the same for no two runs: the level of chance."""

    dimensions: int = 100
    min_count: int = 0


@dataclass(frozen=True)
class Vectors:
    """Spaces somebody else trained, one file per run: a cell of their own."""

    files: tuple[str, ...]
    corpus: str
    format: str = "text"
    sampling: str = "fixed"
    language: str = "und"


TRAINERS = {
    "word2vec": Word2Vec,
    "fasttext": FastText,
    "glove": GloVe,
    "ppmi": PPMI,
    "lsa": LSA,
    "noise": Noise,
    "vectors": Vectors,
}

CHANCE = frozenset({"noise"})  # trainers that learn nothing, to compare with
