"""The study as understood: frozen dataclasses that hold every default, once."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from quaver.config.techniques import LSA, PPMI, GloVe, Noise, Vectors, Word2Vec
from quaver.grid import SAMPLINGS

# How spaces are averaged; quaver/spaces/averages.py holds them.
METHODS = ("tree", "one", "procrustes")
# What runs are compared by, two by two.
PAIRWISE = ("pip", "neighbours", "distances")
# What may become of models once all is measured of them.
FATES = ("keep", "thin", "delete")
# Of languages that have others than Moses; quaver/corpora/languages/ holds them.
TOKENISERS = {"hi": ("icu", "unicode"), "zh": ("jieba", "icu")}


@dataclass(frozen=True)
class Clean:
    """How text becomes tokens, in this order."""

    normalise: str = "NFC"
    lowercase: bool = True
    keep: str = "letters"
    tokeniser: str = "default"
    drop_numbers: bool = False
    drop_punctuation: bool = False
    deduplicate: str = "document"


@dataclass(frozen=True)
class Corpus:
    """A named text with its language, cleaning, units and fractions.

    A corpus that is a period of a source names its series and the period. What it is
    expected to hold lets a study be forecast before its text is there.
    """

    language: str
    source: Mapping
    unit: tuple[str, ...] = ("document",)
    clean: Clean = field(default_factory=Clean)
    min_count: int = 5
    fraction: tuple[float, ...] = (1.0,)
    series: str = ""
    period: str = ""
    expected: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Technique:
    """A trainer with its parameters, and where it is trained.

    corpora, samplings: empty = those of the study. runs: 0 = the study's. A variant
    names the technique a sweep made it of, and what was varied.
    """

    trainer: str
    parameters: Word2Vec | GloVe | PPMI | LSA | Noise | Vectors
    corpora: tuple[str, ...] = ()
    samplings: tuple[str, ...] = ()
    runs: int = 0
    base: str = ""
    varied: Mapping = field(default_factory=dict)


@dataclass(frozen=True)
class Stability:
    """PIP losses, neighbour lists of random target words, distances of spaces.

    runs: how many are compared two by two, the first ones; 0 = all. measures: by what;
    samplings: of which cells, empty = all.
    """

    neighbours: tuple[int, ...] = (2, 5, 10, 25, 50)
    targets: int = 1000
    vocabulary: str = "runs"
    runs: int = 0
    measures: tuple[str, ...] = PAIRWISE
    samplings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Example:
    """A word and a pair of words shown in the tables and figures of one language."""

    word: str = ""
    pair: tuple[str, ...] = ()


@dataclass(frozen=True)
class Distribution:
    """How cosines are distributed over the runs of a cell, and what follows from it."""

    samplings: tuple[str, ...] = ("shuffled",)
    pairs: int = 10_000
    proxies: tuple[int, ...] = (1_000, 10_000, 100_000)
    run_pairs: int = 10
    targets_at_2: int = 200
    examples: Mapping[str, Example] = field(default_factory=dict)


@dataclass(frozen=True)
class Averages:
    """Aligned averages: sizes are powers of two; empty corpora, techniques = all."""

    sizes: tuple[int, ...] = (2,)
    method: str = "tree"
    compare: tuple[str, ...] = METHODS
    corpora: tuple[str, ...] = ()
    techniques: tuple[str, ...] = ()


@dataclass(frozen=True)
class EvaluationSet:
    """A published set of analogies or of word similarity, for texts of one language."""

    language: str
    format: str
    path: str
    encoding: str = "utf-8"


@dataclass(frozen=True)
class Quality:
    """Scores of every run on evaluation sets, as in rettenmeier2020."""

    restrict: int = 200_000
    lowercase: str = "corpus"
    sets: Mapping[str, EvaluationSet] = field(default_factory=dict)


@dataclass(frozen=True)
class Topics:
    """Query words chosen by LDA: the first word of each of the most coherent topics.

    number: of topics, fewer where a text has not least_documents and least_tokens for
    each. words: how many are chosen, of least_count occurrences and so many letters.
    leave_out: so many most frequent words are not told to the model. top: words of a
    topic its coherence is told from, and its query is taken of.
    """

    number: int = 200
    words: int = 20
    least_count: int = 100
    letters: int = 3
    leave_out: int = 200
    iterations: int = 500
    top: int = 10
    coherence: str = "c_npmi"
    least_documents: int = 10
    least_tokens: int = 1000


@dataclass(frozen=True)
class Queries:
    """Query words whose cosines with all words are studied, as in antoniak2018.

    words: by corpus, a list of words or the path of one. topics: how words are chosen
    for corpora without such; None = not at all. nearest: length of the lists
    stored. agreement, absent: how lists are compared and what a word that a run lacks
    counts as: as the paper says, or (positions, zero) as its code does.
    """

    words: Mapping[str, tuple[str, ...] | str] = field(default_factory=dict)
    topics: Topics | None = None
    nearest: int = 20
    agreement: str = "jaccard"
    absent: str = "skipped"


@dataclass(frozen=True)
class Neighbours:
    """The list to trust: the n nearest of some words, with intervals and verdicts.

    words: as of Queries. stable: share of the bootstrapped runs that must hold a
    neighbour among their n nearest. method: of the intervals;
    quaver/statistics/bootstrap.py holds them.
    """

    words: Mapping[str, tuple[str, ...] | str] = field(default_factory=dict)
    n: int = 10
    confidence: float = 0.95
    stable: float = 0.9
    method: str = "whole_rms_z"


@dataclass(frozen=True)
class Enough:
    """When runs, and a text, are enough.

    tolerance: of the deviation of cosines over runs, half of its 95 % interval over
    itself. share: of a word's nearest neighbours that two bootstrapped runs list both.
    """

    tolerance: float = 0.05
    share: float = 0.5


@dataclass(frozen=True)
class Author:
    """Somebody who ran the study."""

    name: str
    orcid: str = ""


@dataclass(frozen=True)
class Archive:
    """What an archive says of who made it; license: SPDX name, empty = not stated."""

    authors: tuple[Author, ...] = ()
    license: str = ""


@dataclass(frozen=True)
class Analyses:
    """What is wanted of the models."""

    stability: Stability = field(default_factory=Stability)
    distribution: Distribution = field(default_factory=Distribution)
    averages: Averages = field(default_factory=Averages)
    quality: Quality = field(default_factory=Quality)
    queries: Queries = field(default_factory=Queries)
    neighbours: Neighbours = field(default_factory=Neighbours)
    enough: Enough = field(default_factory=Enough)


@dataclass(frozen=True)
class Retained:
    """What becomes of the models of some cells; empty = any. Variants go with bases."""

    models: str
    corpora: tuple[str, ...] = ()
    techniques: tuple[str, ...] = ()
    samplings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Retention:
    """What becomes of models once measured; of cells the first that fits decides."""

    models: str = "keep"
    cells: tuple[Retained, ...] = ()


@dataclass(frozen=True)
class MoreRuns:
    """A number of runs of its own for some cells; empty = any."""

    runs: int
    corpora: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    fractions: tuple[float, ...] = ()
    techniques: tuple[str, ...] = ()
    samplings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Study:
    """One study: corpora x techniques x samplings x runs, and analyses."""

    study: str
    seed: int
    runs: int
    corpora: Mapping[str, Corpus]
    techniques: Mapping[str, Technique]
    samplings: tuple[str, ...] = SAMPLINGS
    runs_per_job: int = 4
    more_runs: tuple[MoreRuns, ...] = ()
    archive: Archive = field(default_factory=Archive)
    analyses: Analyses = field(default_factory=Analyses)
    retention: Retention = field(default_factory=Retention)
