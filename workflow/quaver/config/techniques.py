"""The parameters of every technique: a dataclass of its keys, and what it is.

label: what methods.md says of it, with its papers and {package}s that train it.
"""

from dataclasses import dataclass
from functools import partial

from quaver.config.keys import LANGUAGE, NAME, key
from quaver.grid import SAMPLINGS

DIMENSIONS = partial(key, about="Length of a word's vector.", least=1)
WINDOW = partial(
    key, about="How many words to each side are context.", example=5, least=1
)
EPOCHS = partial(key, about="Passes over the data.", example=5, least=1)
MIN_COUNT = partial(
    key,
    about="Words rarer than this in the run's own sample are absent from the run; 0 "
    "keeps all.",
    example=5,
    least=0,
)
RATE = partial(key, about="Learning rate at the start.", above=0)
SUBSAMPLED = "Threshold above which frequent words are subsampled"


@dataclass(frozen=True)
class Word2Vec:
    """gensim's word2vec; skip-gram with negative sampling unless said otherwise."""

    label = "word2vec (@mikolov2013), trained by {gensim} (@rehurek2010)"

    dimensions: int = DIMENSIONS(100)
    window: int = WINDOW(5)
    architecture: str = key(
        "skip-gram",
        "skip-gram, or continuous bag of words.",
        choices=("skip-gram", "cbow"),
    )
    negative: int = key(5, "Negative samples per pair; 0 = none.", least=0)
    hierarchical_softmax: bool = key(
        False, "Train with hierarchical softmax too (alone with negative: 0)."
    )
    epochs: int = EPOCHS(5)
    sample: float = key(1e-3, f"{SUBSAMPLED}; 0 = none.", 1e-4, least=0, below=1)
    learning_rate: float = RATE(0.025)
    min_learning_rate: float = key(1e-4, "Learning rate at the end.", above=0)
    noise_exponent: float = key(
        0.75, "Exponent of word frequencies when negative samples are drawn."
    )
    min_count: int = MIN_COUNT(0)


@dataclass(frozen=True)
class FastText(Word2Vec):
    """gensim's fastText: word2vec over character n-grams hashed into buckets."""

    label = "fastText (@bojanowski2017), trained by {gensim} (@rehurek2010)"

    min_n: int = key(3, "Letters of the shortest n-gram.", least=1)
    max_n: int = key(6, "Letters of the longest n-gram.", least=1)
    bucket: int = key(
        2_000_000,
        "Number of hash buckets of the n-grams; 2 million cost 800 MB at 100 "
        "dimensions.",
        least=1,
    )


@dataclass(frozen=True)
class GloVe:
    """GloVe of Pennington et al. 2014, with the defaults of the reference trainer."""

    label = "GloVe (@pennington2014), Quaver's own trainer compiled by {numba}"

    dimensions: int = DIMENSIONS(100)
    window: int = WINDOW(15)
    symmetric: bool = key(
        True, "Count contexts on both sides; false = the left side only."
    )
    distance_weighting: bool = key(True, "Weigh a pair by 1 / distance.")
    x_max: float = key(100.0, "Count from which pairs have full weight.", 100, above=0)
    alpha: float = key(0.75, "Exponent of the weight below x_max.", least=0)
    learning_rate: float = key(0.05, "Learning rate of AdaGrad.", above=0)
    epochs: int = EPOCHS(25)
    output: str = key(
        "sum",
        "A word's vector: word + context vector (sum), or the word vector alone "
        "(word).",
        choices=("sum", "word"),
    )
    min_count: int = MIN_COUNT(0)


@dataclass(frozen=True)
class PPMI:
    """Positive pointwise mutual information and truncated SVD (Levy et al. 2015)."""

    label = (
        "positive pointwise mutual information (@levy2015) reduced by a truncated "
        "singular value decomposition of {scipy}"
    )

    dimensions: int = DIMENSIONS(100)
    window: int = WINDOW(5)
    context_smoothing: float = key(
        0.75, "Exponent of the context counts (cds).", above=0
    )
    shift: float = key(
        1.0, "Its logarithm is subtracted from the PMI (neg).", 1, least=1
    )
    eigenvalue_weight: float = key(
        0.5, "Exponent of the singular values (eig).", least=0
    )
    sample: float = key(0.0, f"{SUBSAMPLED} (sub); 0 = none.", 1e-5, least=0, below=1)
    close_gaps: bool = key(False, "Let windows close up over removed words (del).")
    dynamic_window: bool = key(
        False, "Draw each token's window between 1 and window (dyn)."
    )
    add_contexts: bool = key(False, "Add the context vectors (w+c).")
    min_count: int = MIN_COUNT(0)


@dataclass(frozen=True)
class LSA:
    """TF-IDF over units and randomised SVD, word side."""

    label = (
        "latent semantic analysis (@deerwester1990): TF-IDF over units reduced by the "
        "randomised singular value decomposition of {scikit-learn}"
    )

    dimensions: int = DIMENSIONS(100)
    sublinear_tf: bool = key(True, "Term frequency as 1 + log(count).")
    smooth_idf: bool = key(
        True, "Inverse document frequency as if one more unit held every word."
    )
    normalise: bool = key(True, "Scale each unit's weights to length one.")
    scaled: bool = key(
        True,
        "Multiply word vectors by the singular values; false = the singular vectors "
        "alone.",
    )
    iterations: int = key(
        5,
        "Power iterations of the randomised SVD; 5 is what the paper's library does "
        "and leaves noise of its own, 60 leaves none.",
        least=0,
    )
    min_count: int = MIN_COUNT(0)


@dataclass(frozen=True)
class Noise:
    """Random vectors, the same for no two runs: the level of chance."""

    label = "random vectors, which learn nothing: the level of chance"

    dimensions: int = DIMENSIONS(100)
    min_count: int = MIN_COUNT(0)


@dataclass(frozen=True)
class Vectors:
    """Spaces somebody else trained, one file per run: a cell of their own."""

    files: tuple[str, ...] = key(
        ..., "One file of vectors per run.", "[run1.txt, run2.txt]", fewest=1
    )
    corpus: str = key(
        ...,
        "Name of the text they were trained on; need not be a corpus of the study.",
        "wikipedia",
        pattern=NAME,
    )
    format: str = key(
        "text",
        "word2vec's text or binary format, or npz with the arrays words and vectors.",
        choices=("text", "binary", "npz"),
    )
    sampling: str = key(
        "fixed", "How the text of the runs was sampled.", "shuffled", choices=SAMPLINGS
    )
    language: str = key("und", "ISO 639 code of the text.", "en", pattern=LANGUAGE)


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
