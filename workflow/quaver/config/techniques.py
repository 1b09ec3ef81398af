"""The parameters of every technique: a dataclass of its keys, and what it is."""

from dataclasses import asdict, dataclass

from quaver.config.keys import LANGUAGE, NAME, Texts, key, keys
from quaver.grid import SAMPLINGS

WORD = "word"  # what one row of a space is, of most techniques


@dataclass(frozen=True)
class Parameters:
    """Parameters of a trainer: each has some of these, and others of its own.

    Its label is what methods.md says of it: its papers, the {package}s that train it.

    dimensions: Length of a word's vector.
    window: How many words to each side are context.
    epochs: Passes over the data.
    min_count: Words rarer than this in a run's sample are absent from it; 0 keeps all.
    dictionary: So many most frequent words of a run's sample are kept, the others are
        absent from it as rare ones are; 0 keeps all.
    """

    label = ""

    @property
    def item(self) -> str:
        """What one row of a space is called; spaces/space.py says what of others."""
        return WORD

    def as_spec(self) -> dict:
        """Parameters by name, without what is quiet and at its default.

        What was trained before such a key came has the spec it had.
        """
        entries, own = keys(type(self)), asdict(self)
        quiet = {x: own[x] for x in own if entries[x].metadata["key"].quiet}
        left = [name for name in quiet if quiet[name] == entries[name].default]
        return {name: own[name] for name in own if name not in left}


@dataclass(frozen=True)
class Word2Vec(Parameters):
    """gensim's word2vec; skip-gram with negative sampling unless said otherwise.

    architecture: skip-gram, or continuous bag of words.
    negative: Negative samples per pair; 0 = none.
    hierarchical_softmax: Train with hierarchical softmax too (alone with negative: 0).
    sample: Threshold above which frequent words are subsampled; 0 = none.
    learning_rate: Learning rate at the start.
    min_learning_rate: Learning rate at the end.
    noise_exponent: Exponent of word frequencies when negative samples are drawn.
    contexts: Keep the output weights of words, too, as analyses.terms needs them of its
        backgrounds; files are twice as large.
    """

    label = "word2vec (@mikolov2013), trained by {gensim} (@rehurek2010)"

    dimensions: int = key(100, least=1, most=100_000)
    window: int = key(5, 5, least=1, most=10**6)
    architecture: str = key("skip-gram", choices=("skip-gram", "cbow"))
    negative: int = key(5, least=0, most=10_000)
    hierarchical_softmax: bool = key(False)
    epochs: int = key(5, 5, least=1, most=100_000)
    sample: float = key(1e-3, 1e-4, least=0, below=1)
    learning_rate: float = key(0.025, above=0)
    min_learning_rate: float = key(1e-4, above=0)
    noise_exponent: float = key(0.75, least=-100, most=100)
    min_count: int = key(0, 5, least=0)
    dictionary: int = key(0, 5000, least=0, quiet=True)
    contexts: bool = key(False, True, quiet=True)


@dataclass(frozen=True)
class FastText(Word2Vec):
    """gensim's fastText: word2vec over character n-grams hashed into buckets.

    min_n: Letters of the shortest n-gram.
    max_n: Letters of the longest n-gram.
    bucket: Hash buckets of the n-grams; 2 million cost 800 MB at 100 dimensions.
    items: What has a vector. words: means of words' own vectors and those of their
        n-grams, as gensim has them. means: of their n-grams alone, without their own.
        ngrams: no words but n-grams, of which all that share a bucket are one; of these
        analyses.similarity alone is told.
    """

    label = "fastText (@bojanowski2017), trained by {gensim} (@rehurek2010)"

    min_n: int = key(3, least=1, most=1000)
    max_n: int = key(6, least=1, most=1000)
    bucket: int = key(2_000_000, least=1)
    items: str = key(
        "words", "ngrams", choices=("words", "means", "ngrams"), quiet=True
    )

    @property
    def item(self) -> str:
        """An n-gram where these have the vectors."""
        return "n-gram" if self.items == "ngrams" else WORD


@dataclass(frozen=True)
class Doc2Vec(Word2Vec):
    """gensim's Doc2Vec: vectors of sentences or documents, learned beside its words.

    documents: What has a vector: the documents of a text, or its sentences where
        these are its units; windows end where units do. One that is drawn twice is one
        row, trained on twice; one that is not drawn is absent from the run, and one
        without a word that is kept. Of these rows analyses.similarity alone is told.
    architecture: dm, distributed memory: the vector is one more context of each word,
        and the mean of all contexts tells it. dbow, distributed bag of words: the
        vector alone tells each word, and window means nothing.
    """

    label = "Doc2Vec (@le2014), trained by {gensim} (@rehurek2010)"

    documents: str = key("document", "sentence", choices=("document", "sentence"))
    architecture: str = key("dm", choices=("dm", "dbow"))
    epochs: int = key(10, 5, least=1, most=100_000)

    @property
    def item(self) -> str:
        """A document or a sentence: no word has a vector that is kept."""
        return self.documents


@dataclass(frozen=True)
class GloVe(Parameters):
    """GloVe of Pennington et al. 2014, with the defaults of the reference trainer.

    symmetric: Count contexts on both sides; false = the left side only.
    distance_weighting: Weigh a pair by 1 / distance.
    x_max: Count from which pairs have full weight.
    alpha: Exponent of the weight below x_max.
    learning_rate: Learning rate of AdaGrad.
    output: A word's vector: word + context vector (sum), or the word vector (word).
    """

    label = "GloVe (@pennington2014), Quaver's own trainer compiled by {numba}"

    dimensions: int = key(100, least=1, most=100_000)
    window: int = key(15, 5, least=1, most=10**6)
    symmetric: bool = key(True)
    distance_weighting: bool = key(True)
    x_max: float = key(100.0, 100, above=0)
    alpha: float = key(0.75, least=0, most=100)
    learning_rate: float = key(0.05, above=0)
    epochs: int = key(25, 5, least=1, most=100_000)
    output: str = key("sum", choices=("sum", "word"))
    min_count: int = key(0, 5, least=0)
    dictionary: int = key(0, 5000, least=0, quiet=True)


@dataclass(frozen=True)
class PPMI(Parameters):
    """Positive pointwise mutual information and truncated SVD (Levy et al. 2015).

    context_smoothing: Exponent of the context counts (cds).
    shift: Its logarithm is subtracted from the PMI (neg).
    eigenvalue_weight: Exponent of the singular values (eig).
    sample: Threshold above which frequent words are subsampled (sub); 0 = none.
    close_gaps: Let windows close up over removed words (del).
    dynamic_window: Draw each token's window between 1 and window (dyn).
    add_contexts: Add the context vectors (w+c).
    """

    label = (
        "positive pointwise mutual information (@levy2015) reduced by a truncated "
        "singular value decomposition of {scipy}"
    )

    dimensions: int = key(100, least=1, most=100_000)
    window: int = key(5, 5, least=1, most=10**6)
    context_smoothing: float = key(0.75, above=0, most=100)
    shift: float = key(1.0, 1, least=1)
    eigenvalue_weight: float = key(0.5, least=0, most=100)
    sample: float = key(0.0, 1e-5, least=0, below=1)
    close_gaps: bool = key(False)
    dynamic_window: bool = key(False)
    add_contexts: bool = key(False)
    min_count: int = key(0, 5, least=0)
    dictionary: int = key(0, 5000, least=0, quiet=True)


@dataclass(frozen=True)
class LSA(Parameters):
    """TF-IDF over units and randomised SVD, word side.

    sublinear_tf: Term frequency as 1 + log(count).
    smooth_idf: Inverse document frequency as if one more unit held every word.
    normalise: Scale each unit's weights to length one.
    scaled: Multiply word vectors by singular values; false = singular vectors alone.
    iterations: Power iterations of the randomised SVD; 5 is what the paper's library
        does and leaves noise of its own, 60 leaves none.
    """

    label = (
        "latent semantic analysis (@deerwester1990): TF-IDF over units reduced by the "
        "randomised singular value decomposition of {scikit-learn}"
    )

    dimensions: int = key(100, least=1, most=100_000)
    sublinear_tf: bool = key(True)
    smooth_idf: bool = key(True)
    normalise: bool = key(True)
    scaled: bool = key(True)
    iterations: int = key(5, least=0, most=10**6)
    min_count: int = key(0, 5, least=0)
    dictionary: int = key(0, 5000, least=0, quiet=True)


@dataclass(frozen=True)
class Noise(Parameters):
    """Random vectors, the same for no two runs: the level of chance."""

    label = "random vectors, which learn nothing: the level of chance"

    dimensions: int = key(100, least=1, most=100_000)
    min_count: int = key(0, 5, least=0)
    dictionary: int = key(0, 5000, least=0, quiet=True)


@dataclass(frozen=True)
class Vectors(Parameters):
    """Spaces somebody else trained, one file per run: a cell of their own.

    files: One file of vectors per run.
    corpus: Name of the text they were trained on; need not be a corpus of the study.
    format: word2vec's text or binary format, or npz with the arrays words and vectors;
        its arrays counts and contexts (output weights), if any, are taken in.
    sampling: How the text of the runs was sampled.
    language: ISO 639 code of the text.
    """

    files: Texts = key(..., "[run1.txt, run2.txt]", fewest=1)
    corpus: str = key(..., "wikipedia", pattern=NAME, longest=80)
    format: str = key("text", choices=("text", "binary", "npz"))
    sampling: str = key("fixed", "shuffled", choices=SAMPLINGS)
    language: str = key("und", "en", pattern=LANGUAGE)


TRAINERS = {"word2vec": Word2Vec, "fasttext": FastText, "glove": GloVe, "ppmi": PPMI}
TRAINERS |= {"doc2vec": Doc2Vec, "lsa": LSA, "noise": Noise, "vectors": Vectors}
CHANCE = frozenset({"noise"})  # trainers that learn nothing, to compare with
