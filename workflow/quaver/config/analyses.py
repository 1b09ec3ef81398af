"""What a study may want of its models."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from quaver.config.keys import LANGUAGE, NAME, key
from quaver.grid import SAMPLINGS

# How spaces are averaged; quaver/spaces/averages.py holds them.
METHODS = ("tree", "one", "procrustes")
# What runs are compared by, two by two.
PAIRWISE = ("pip", "neighbours", "distances")
INTERVALS = ("percentile", "normal", "basic", "centred", "centred_apart", "whole")
INTERVALS += ("whole_apart", "whole_rms", "centred_z", "whole_z", "whole_rms_z")
FORMATS = ("analogies", "analogy_pairs", "pairs", "wordsim353", "simlex999")
FORMATS += ("simverb3500", "rg65", "men", "men_lemma", "mturk", "rare_words")

LIST = {
    "type": "array",
    "uniqueItems": True,
    "items": {"type": "string", "minLength": 1, "examples": ["liberty"]},
    "examples": ["[liberty, police]"],
}
FILE = {"type": "string", "minLength": 1, "examples": ["words.txt"]}
LIST_OR_FILE = {"if": {"type": "array"}, "then": LIST, "else": FILE}
ASKED = partial(
    key,
    dict,
    "Words: a list, or the path of a text file with a word per line, for all corpora; "
    "or either by corpus.",
    "[liberty, police]",
    rule={
        **LIST_OR_FILE,
        "else": {
            "if": {"type": "object"},
            "then": {
                "additionalProperties": {
                    "description": "Words asked of one corpus, or their file's path.",
                    **LIST_OR_FILE,
                    "examples": ["[liberty, police]"],
                },
                "examples": ["{courts: [liberty, police]}"],
            },
            "else": FILE,
        },
    },
)


@dataclass(frozen=True)
class Stability:
    """PIP losses, neighbour lists of random target words, distances of spaces."""

    neighbours: tuple[int, ...] = key(
        (2, 5, 10, 25, 50),
        "Lengths n of the neighbour lists compared as p@n and j@n.",
        each=10,
        least=1,
        fewest=1,
        ordered=True,
    )
    targets: int = key(
        1000, "How many random words have their neighbours compared.", least=1
    )
    vocabulary: str = key(
        "runs",
        "Words measured: in every run of the cell (runs), or also in every technique "
        "(techniques).",
        choices=("runs", "techniques"),
    )
    runs: int = key(
        0,
        "How many runs of a cell (and averages of a size) are compared two by two in "
        "PIP losses, global distances and the consistency of neighbours, the first "
        "ones; 0 = all. Time grows with its square.",
        16,
        least=0,
    )
    measures: tuple[str, ...] = key(
        PAIRWISE,
        "What runs are compared by: PIP losses, neighbours of random words, distances "
        "of whole spaces; all by default. An empty list switches it off.",
        "[pip, neighbours]",
        choices=PAIRWISE,
    )
    samplings: tuple[str, ...] = key(
        (),
        "Of which cells; all by default, and where the list is empty.",
        "[fixed, shuffled, bootstrapped]",
        each="shuffled",
        choices=SAMPLINGS,
    )


@dataclass(frozen=True)
class Example:
    """A word and a pair of words of one language."""

    word: str = key(
        "", "The word whose neighbours are listed.", "momentum", fewest=1, quiet=True
    )
    pair: tuple[str, ...] = key(
        (),
        "The pair the distribution of whose cosine is drawn.",
        "[cat, dog]",
        fewest=2,
        largest=2,
        quiet=True,
    )


@dataclass(frozen=True)
class Distribution:
    """How cosines are distributed over the runs of a cell, and what follows from it."""

    samplings: tuple[str, ...] = key(
        ("shuffled",),
        "Of which cells; the thesis looks at shuffled runs.",
        choices=SAMPLINGS,
    )
    pairs: int = key(
        10_000,
        "How many disjoint random pairs of words have the distribution of their cosine "
        "tested.",
        least=2,
    )
    proxies: tuple[int, ...] = key(
        (1_000, 10_000, 100_000),
        "Numbers of random words from which the word-wise PIP loss is estimated, "
        "beside its exact value.",
        least=2,
        fewest=1,
        ordered=True,
    )
    run_pairs: int = key(10, "How many random pairs of runs that is done on.", least=1)
    targets_at_2: int = key(
        200,
        "Of how many of the target words p@2 is predicted; p@1 is predicted of all.",
        least=1,
    )
    examples: Mapping[str, Example] = key(
        dict,
        "A word and a pair of words to show, by language; random ones where none are "
        "given.",
        "{en: {word: momentum, pair: [cat, dog]}}",
        each="{word: momentum, pair: [cat, dog]}",
        names=LANGUAGE,
    )


@dataclass(frozen=True)
class Averages:
    """Aligned averages of groups of consecutive runs."""

    sizes: tuple[int, ...] = key(
        (2,),
        "Runs per average, powers of two; comparing averages needs 2 * size <= runs.",
        "[2, 4, 8]",
        choices=tuple(2**power for power in range(1, 11)),
        ordered=True,
    )
    method: str = key(
        "tree",
        "tree = two by two, as in the thesis; one = all aligned to one of them; "
        "procrustes = rotated to their common mean until it rests.",
        choices=METHODS,
    )
    compare: tuple[str, ...] = key(
        METHODS,
        "Methods that are compared with each other (their averages are not kept); an "
        "empty list compares none.",
        "[tree, procrustes]",
        choices=METHODS,
    )
    corpora: tuple[str, ...] = key(
        (), "Corpora whose runs are averaged; all where none are named.", "[mine]"
    )
    techniques: tuple[str, ...] = key(
        (), "Techniques whose runs are averaged; all where none are named.", "[glove]"
    )


@dataclass(frozen=True)
class EvaluationSet:
    """A published set of analogies or of word similarity, for texts of one language."""

    language: str = key(
        ...,
        "ISO 639 code of the texts it scores; pt also scores pt-br.",
        "en",
        pattern=LANGUAGE,
    )
    format: str = key(
        ...,
        "Its published format: four words (analogies) or a pair (analogy_pairs) a "
        "line, or two words with a score; docs/quality.md says which set has which.",
        "analogies",
        choices=FORMATS,
    )
    path: str = key(
        ...,
        "A file, a folder of files or a pattern; gensim:questions-words.txt, "
        "gensim:wordsim353.tsv and gensim:simlex999.txt come with gensim.",
        "gensim:questions-words.txt",
        fewest=1,
    )
    encoding: str = key("utf-8", "Encoding of its files.", fewest=1)


@dataclass(frozen=True)
class Quality:
    """Scores of every run on published analogies and word similarity."""

    restrict: int = key(
        200_000,
        "So many most frequent words of a run are its vocabulary here.",
        least=1,
    )
    lowercase: str = key(
        "corpus",
        "Questions in lower case where the corpus is (corpus), or words and questions "
        "always, the most frequent spelling standing for all (always).",
        choices=("corpus", "always"),
    )
    sets: Mapping[str, EvaluationSet] = key(
        dict,
        "The evaluation sets, by name; each scores the texts of its language.",
        "{google: {language: en, format: analogies, path: "
        '"gensim:questions-words.txt"}}',
        each='{language: en, format: analogies, path: "gensim:questions-words.txt"}',
        names=NAME,
    )


@dataclass(frozen=True)
class Topics:
    """Query words chosen by LDA: the first word of each of the most coherent topics."""

    number: int = key(
        200,
        "How many topics; fewer where the text is too small for them.",
        least=1,
        most=32000,
    )
    words: int = key(20, "How many words are chosen.", least=1)
    least_count: int = key(
        100, "A word that occurs less often in the corpus is no query.", least=1
    )
    letters: int = key(
        3, "A word of fewer letters is no query; say 1 or 2 for Chinese.", least=1
    )
    leave_out: int = key(
        200,
        "So many most frequent words are not told to the model: function words would "
        "head every topic.",
        least=0,
    )
    iterations: int = key(
        500, "How often the topic of every word is drawn anew.", least=1
    )
    top: int = key(
        10,
        "How many words of a topic its coherence is told from; its query is one of "
        "them.",
        least=2,
        most=100,
    )
    coherence: str = key(
        "c_npmi",
        "Measure of coherence, as Roeder et al. 2015 call them.",
        choices=("c_npmi", "c_uci", "c_v", "u_mass"),
    )
    least_documents: int = key(
        10, "A text has a topic for so many documents at most.", least=1
    )
    least_tokens: int = key(
        1000,
        "A text has a topic for so many words at most, the frequent ones left out.",
        least=1,
    )


@dataclass(frozen=True)
class Queries:
    """Query words whose cosines with all words are studied over the runs."""

    words: Mapping[str, tuple[str, ...] | str] = ASKED()
    topics: Topics | None = key(
        None,
        "Query words chosen by LDA for the corpora without words of their own: of each "
        "of the most coherent topics the most probable word that was not taken.",
        "{number: 200, words: 20}",
        quiet=True,
    )
    nearest: int = key(
        20,
        "Length of the lists of nearest words that are kept of every run.",
        least=10,
        most=1000,
    )
    agreement: str = key(
        "jaccard",
        "How two lists are compared: jaccard = the words they share, of all in either; "
        "positions = as coded by the authors, the share of places that hold the same "
        "word.",
        choices=("jaccard", "positions"),
    )
    absent: str = key(
        "skipped",
        "What a word counts as in a run that lacks it: skipped (how many runs have it "
        "is shown), or zero = as coded by the authors, a cosine of 0.",
        choices=("skipped", "zero"),
    )


@dataclass(frozen=True)
class Neighbours:
    """The list to trust: the n nearest of some words, with intervals and verdicts."""

    words: Mapping[str, tuple[str, ...] | str] = ASKED()
    n: int = key(10, "How many neighbours a list has.", least=1, most=100)
    confidence: float = key(0.95, "Of the intervals of cosines.", above=0, below=1)
    stable: float = key(
        0.9,
        "Share of the bootstrapped runs that must hold a stable neighbour among their "
        "n nearest.",
        above=0,
        most=1,
    )
    method: str = key(
        "whole_rms_z",
        "How intervals of cosines are made; docs/coverage.md says how often each held "
        "the truth. The default is what did best.",
        choices=INTERVALS,
    )


@dataclass(frozen=True)
class Enough:
    """When runs, and a text, are enough."""

    tolerance: float = key(
        0.05,
        "Runs are enough where half of the 95 % interval of the mean deviation of "
        "cosines is at most so much of it.",
        above=0,
        most=1,
    )
    share: float = key(
        0.5,
        "A text is large enough, and a word stable, where two bootstrapped runs share "
        "so much of the nearest ten neighbours: at a half, a word that one run lists "
        "is as likely as not listed by the other.",
        above=0,
        below=1,
    )


@dataclass(frozen=True)
class Analyses:
    """What is wanted of the models."""

    stability: Stability = key(
        Stability,
        "PIP losses between runs, and neighbour lists of random target words.",
        "{neighbours: [10], targets: 1000}",
    )
    distribution: Distribution = key(
        Distribution,
        "How cosines are distributed over the runs of a cell, and what follows from it "
        "(chapter 2 of the thesis).",
        "{pairs: 10000}",
    )
    averages: Averages = key(
        Averages,
        "Aligned averages of groups of consecutive runs; the variants of a sweep are "
        "not averaged.",
        "{sizes: [2, 4]}",
    )
    quality: Quality = key(
        Quality,
        "Scores of every run on published analogies and word similarity.",
        "{sets: {google: {language: en, format: analogies, path: "
        '"gensim:questions-words.txt"}}}',
    )
    queries: Queries = key(
        Queries,
        "Query words whose cosines with all words are followed over the runs.",
        "{words: [liberty, police]}",
    )
    neighbours: Neighbours = key(
        Neighbours,
        "The list to trust: the nearest words of some words, from the bootstrapped "
        "runs, with intervals and verdicts; it needs bootstrapped runs, and shuffled "
        "or fixed ones of the same technique. Spaces trained elsewhere have one "
        "sampling, so that their lists have no verdict.",
        "{words: [war, peace], n: 10}",
    )
    enough: Enough = key(
        Enough,
        "When runs, and a text, are enough (tables enough_runs and enough_text).",
        "{tolerance: 0.05, share: 0.5}",
    )
