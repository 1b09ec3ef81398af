"""What a study may want of its models."""

from collections.abc import Mapping
from dataclasses import dataclass

from quaver.config.associations import SETS, Associations
from quaver.config.change import Change
from quaver.config.keys import LANGUAGE, NAME, RUNS, Numbers, Texts, key
from quaver.config.similarity import SCORED, Similarity
from quaver.config.terms import Terms
from quaver.grid import SAMPLINGS

SIZES = tuple(2**power for power in range(1, 11))
# How spaces are averaged; quaver/spaces/averages.py holds them.
METHODS = ("tree", "one", "procrustes")
# What runs are compared by, two by two.
PAIRWISE = ("pip", "neighbours", "distances")
INTERVALS = ("percentile", "normal", "basic", "centred", "centred_apart", "whole")
INTERVALS += ("whole_apart", "whole_rms", "centred_z", "whole_z", "whole_rms_z")
BELOW = ("drop", "tie")  # quaver/statistics/truncation.py knows them
FORMATS = ("analogies", "analogy_pairs", *SCORED)
CHANGE = "{speeches: {pairs: [[early, late]], words: [war, money]}}"
TERMS = """{backgrounds: [word2vec], learners: {additive: {learner: additive}}, \
sets: {mine: {corpus: mine, words: [wage labour]}}}"""
GOOGLE = """{google: {language: en, format: analogies, path: \
"gensim:questions-words.txt"}}"""

ASKED = """
if: {type: array}
then: &list
  type: array
  uniqueItems: true
  items: {type: string, minLength: 1, examples: [liberty]}
  examples: ["[liberty, police]"]
else:
  if: {type: object}
  then:
    propertyNames: {type: string}
    additionalProperties:
      description: Words asked of one corpus, or the path of their file.
      if: {type: array}
      then: *list
      else: {type: string, minLength: 1, examples: [words.txt]}
      examples: ["[liberty, police]"]
    examples: ["{courts: [liberty, police]}"]
  else: {type: string, minLength: 1, examples: [words.txt]}
"""


@dataclass(frozen=True)
class Stability:
    """PIP losses, neighbour lists of random target words, distances of spaces.

    neighbours: Lengths n of the neighbour lists compared as p@n and j@n.
    targets: How many random words have their neighbours compared.
    vocabulary: Words in every run of a cell (runs), and of each technique (techniques).
    runs: How many runs of a cell (and averages of a size) are compared two by two in
        PIP losses, global distances and the consistency of neighbours, the first ones;
        0 = all. Time grows with its square.
    measures: What runs are compared by: PIP losses, neighbours of random words,
        distances of whole spaces; all by default. An empty list switches it off.
    samplings: Of which cells; all by default, and where the list is empty.
    least_count: Words of fewer occurrences are not ranked by how much they waver (table
        words): a rare word may be steady because it was hardly trained.
    """

    neighbours: Numbers = key(
        (2, 5, 10, 25, 50), each=10, least=1, most=10_000, fewest=1, ordered=True
    )
    targets: int = key(1000, least=1)
    vocabulary: str = key("runs", choices=("runs", "techniques"))
    runs: int = key(0, 16, least=0, most=RUNS)
    measures: Texts = key(PAIRWISE, "[pip, neighbours]", choices=PAIRWISE)
    samplings: Texts = key(
        (), "[fixed, shuffled, bootstrapped]", each="shuffled", choices=SAMPLINGS
    )
    least_count: int = key(20, least=1)


@dataclass(frozen=True)
class Example:
    """A word and a pair of words of one language.

    word: The word whose neighbours are listed.
    pair: The pair the distribution of whose cosine is drawn.
    """

    word: str = key("", "momentum", fewest=1, quiet=True)
    pair: Texts = key((), "[cat, dog]", fewest=2, largest=2, quiet=True)


@dataclass(frozen=True)
class Distribution:
    """How cosines are distributed over the runs of a cell, and what follows from it.

    samplings: Of which cells; the thesis looks at shuffled runs. An empty list switches
        it off.
    pairs: How many disjoint random word pairs have their cosine's distribution tested.
    proxies: Random words that estimate the word-wise PIP loss, beside its exact value.
    run_pairs: How many random pairs of runs that is done on.
    targets_at_2: Of how many target words p@2 is predicted; p@1 is predicted of all.
    examples: A word and a pair of words to show, by language; random ones by default.
    """

    samplings: Texts = key(("shuffled",), choices=SAMPLINGS)
    pairs: int = key(10_000, least=2)
    proxies: Numbers = key((1_000, 10_000, 100_000), least=2, fewest=1, ordered=True)
    run_pairs: int = key(10, least=1)
    targets_at_2: int = key(200, least=1)
    examples: Mapping[str, Example] = key(
        dict, "{en: {word: momentum, pair: [cat, dog]}}", names=LANGUAGE
    )


@dataclass(frozen=True)
class Averages:
    """Aligned averages of groups of consecutive runs; variants are not averaged.

    sizes: Runs per average, powers of two; comparing averages needs 2 * size <= runs.
        An empty list switches averages off, that of all runs, too.
    all: Whether the average of all runs of a cell is made, to work with and export, as
        in average8-1.txt of 8 runs; of other numbers than 2, 4, 8 ... by procrustes
        where the method is tree. Nothing compares it.
    method: tree = two by two, as in the thesis; one = all aligned to one of them;
        procrustes = rotated to their common mean until it rests.
    compare: Methods compared with each other (averages are not kept); empty = none.
    corpora: Corpora whose runs are averaged; all where none are named.
    techniques: Techniques whose runs are averaged; all where none are named.
    """

    sizes: Numbers = key((2,), "[2, 4, 8]", choices=SIZES, ordered=True)
    all: bool = key(True, False)
    method: str = key("tree", choices=METHODS)
    compare: Texts = key(METHODS, "[tree, procrustes]", choices=METHODS)
    corpora: Texts = key((), "[mine]")
    techniques: Texts = key((), "[glove]")


@dataclass(frozen=True)
class EvaluationSet:
    """A published set of analogies or of word similarity, for texts of one language.

    language: ISO 639 code of the texts it scores; pt also scores pt-br.
    format: Its published format: four words (analogies) or a pair (analogy_pairs) a
        line, or two words with a score; docs/quality.md says which set has which.
    path: A file, a folder of files or a pattern; gensim:questions-words.txt,
        gensim:wordsim353.tsv and gensim:simlex999.txt come with gensim.
    encoding: Encoding of its files.
    """

    language: str = key(..., "en", pattern=LANGUAGE)
    format: str = key(..., "analogies", choices=FORMATS)
    path: str = key(..., "gensim:questions-words.txt", fewest=1)
    encoding: str = key("utf-8", fewest=1)


@dataclass(frozen=True)
class Quality:
    """Scores of every run on published analogies and word similarity.

    restrict: So many most frequent words of a run are its vocabulary here.
    lowercase: Questions in lower case where the corpus is (corpus), or words and
        questions always, the most frequent spelling standing for all (always).
    sets: The evaluation sets, by name; each scores the texts of its language. Nothing
        is scored without one.
    threshold: Whether pairs are scored without those below the threshold of their run,
        too; it needs analyses.similarity with a baseline of kind wordnet.
    below: What becomes of such pairs: drop = left out; tie = kept as equally unlike.
    """

    restrict: int = key(200_000, least=1)
    lowercase: str = key("corpus", choices=("corpus", "always"))
    sets: Mapping[str, EvaluationSet] = key(dict, GOOGLE, names=NAME, longest=80)
    threshold: bool = key(False, True, quiet=True)
    below: str = key("drop", "tie", choices=BELOW, quiet=True)


@dataclass(frozen=True)
class Topics:
    """Query words chosen by LDA: the first word of each of the most coherent topics.

    number: How many topics; fewer where the text is too small for them.
    words: How many words are chosen.
    least_count: A word that occurs less often in the corpus is no query.
    letters: A word of fewer letters is no query; say 1 or 2 for Chinese.
    leave_out: So many most frequent words, which would head all topics, are left out.
    iterations: How often the topic of every word is drawn anew.
    top: How many words of a topic its coherence is told from; its query is one of them.
    coherence: Measure of coherence, as Roeder et al. 2015 call them.
    least_documents: A text has a topic for so many documents at most.
    least_tokens: A text has a topic for so many words at most, without those left out.
    """

    number: int = key(200, least=1, most=32000)
    words: int = key(20, least=1)
    least_count: int = key(100, least=1)
    letters: int = key(3, least=1)
    leave_out: int = key(200, least=0)
    iterations: int = key(500, least=1, most=10**6)
    top: int = key(10, least=2, most=100)
    coherence: str = key("c_npmi", choices=("c_npmi", "c_uci", "c_v", "u_mass"))
    least_documents: int = key(10, least=1)
    least_tokens: int = key(1000, least=1)


@dataclass(frozen=True)
class Queries:
    """Query words whose cosines with all words are followed over the runs.

    words: A list, or the path of one with a word per line; for all or by corpus.
    topics: Query words chosen by LDA for the corpora without words of their own: of
        each of the most coherent topics the most probable word that was not taken.
    nearest: Length of the lists of nearest words that are kept of every run.
    agreement: How two lists are compared: jaccard = words they share, of all in either;
        positions = as coded by the authors, the share of places with the same word.
    absent: What a word counts as in a run that lacks it: skipped (how many runs have it
        is shown), or zero = as coded by the authors, a cosine of 0.
    """

    words: Mapping[str, Texts | str] = key(dict, "[liberty, police]", rule=ASKED)
    topics: Topics | None = key(None, "{number: 200, words: 20}", quiet=True)
    nearest: int = key(20, least=10, most=1000)
    agreement: str = key("jaccard", choices=("jaccard", "positions"))
    absent: str = key("skipped", choices=("skipped", "zero"))


@dataclass(frozen=True)
class Neighbours:
    """The list to trust: the n nearest of some words, with intervals and verdicts.

    words: A list, or the path of one with a word per line; for all or by corpus.
    n: How many neighbours a list has.
    confidence: Of the intervals of cosines.
    stable: Share of the bootstrapped runs that must list a stable neighbour, rounded
        up: 0.8 is 7 of 8 runs (docs/enough.md).
    method: How intervals of cosines are made; docs/coverage.md says how often each held
        the truth. The default is what did best.
    ascii: Call files of figures by ASCII alone, other letters by their code points.
    """

    words: Mapping[str, Texts | str] = key(dict, "[liberty, police]", rule=ASKED)
    n: int = key(10, least=1, most=100)
    confidence: float = key(0.95, above=0, below=1)
    stable: float = key(0.8, above=0, most=1)
    method: str = key("whole_rms_z", choices=INTERVALS)
    ascii: bool = key(False, True, quiet=True)


@dataclass(frozen=True)
class Enough:
    """When runs, and a text, are enough (tables enough_runs and enough_text).

    tolerance: Runs are enough where half of the 95 % interval of the mean deviation of
        cosines is at most so much of it.
    share: A text is large enough, and a word stable, where two bootstrapped runs share
        so much of the nearest ten neighbours: at a half, a word that one run lists is
        as likely as not listed by the other.
    """

    tolerance: float = key(0.05, above=0, most=1)
    share: float = key(0.5, above=0, below=1)


@dataclass(frozen=True)
class Analyses:
    """What is wanted of the models.

    neighbours: The list to trust: the nearest words of some words, with intervals and
        verdicts; it needs bootstrapped runs, and shuffled or fixed ones of the same
        technique. Lists of spaces trained elsewhere, in one sampling, have no verdict.
    associations: How much nearer sets of words are to some words than to others, in
        every run: weat, rnd, semaxis.
    change: Which words changed between two texts, by names of your own or of series.
    similarity: How similarities of all pairs of words are distributed.
    terms: Vectors of terms from few sentences, and whether they are more than noise.
    """

    stability: Stability = key(Stability, "{neighbours: [10], targets: 1000}")
    distribution: Distribution = key(Distribution, "{pairs: 10000}")
    averages: Averages = key(Averages, "{sizes: [2, 4]}")
    quality: Quality = key(Quality, f"{{sets: {GOOGLE}}}")
    queries: Queries = key(Queries, "{words: [liberty, police]}")
    neighbours: Neighbours = key(Neighbours, "{words: [war, peace], n: 10}")
    enough: Enough = key(Enough, "{tolerance: 0.05, share: 0.5}")
    associations: Associations | None = key(None, f"{{sets: {SETS}}}", quiet=True)
    change: Mapping[str, Change] = key(dict, CHANGE, names=NAME, quiet=True)
    similarity: Similarity | None = key(None, "{targets: 10000}", quiet=True)
    terms: Terms | None = key(None, TERMS, quiet=True)
