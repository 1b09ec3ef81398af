"""Terms of small texts: what is drawn of their sentences, and who learns from it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from quaver.config.keys import NAME, Texts, key, keys
from quaver.grid import SAMPLINGS

DRAWS = ("random", "halves", "whole")
AT = ("document", "sentence")
FORMATS = ("wiki_rnd", "nonce2vec", "chimeras", "glosses")
GLOSSES = "glosses"  # of WordNet: the only sentences that need no path
SETS = """{mine: {corpus: mine, words: [free market, wage labour], draw: random}}"""
LEARN = "{additive: {learner: additive, window: 15}}"
WORDS = """
if: {type: array}
then:
  {type: array, minItems: 1, uniqueItems: true, examples: ["[wage labour]"],
  items: {type: string, minLength: 1, examples: [wage labour]}}
else:
  if: {type: object}
  then:
    additionalProperties: false
    required: [random]
    properties: {random: {type: integer, minimum: 2, maximum: 100000, examples: [100],
      description: So many random words of the text that occur often enough.}}
    examples: ["{random: 100}"]
  else: {type: string, minLength: 1, examples: [terms.txt]}
"""
GRID = """
type: object
required: [of]
propertyNames: {type: string}
additionalProperties:
  if: {type: array}
  then:
    type: array
    minItems: 1
    uniqueItems: true
    items: {type: [number, boolean], examples: [0.1]}
    examples: ["[0.1, 1.0]"]
  else: {type: string, minLength: 1, examples: [nonce2vec]}
"""
CURVE = """
type: array
minItems: 1
uniqueItems: true
examples: ["[1, 2, 4, 8, all]"]
items:
  if: {type: string}
  then: {enum: [all], examples: [all]}
  else: {type: integer, minimum: 1, maximum: 100000, examples: [4]}
"""


@dataclass(frozen=True)
class TermSet:
    """Terms, and the sentences they are learned from, in draws that share none.

    corpus: The text whose sentences are drawn; of glosses a text that has their nouns
        often enough.
    words: The terms: a list, the path of one with a term per line, or {random: 100} =
        so many random words of the text. A term may have several words. Of published
        sentences those of these terms, else all.
    draw: random = sentences at random. halves = the text is cut in two, and a half is
        a draw. whole = all sentences of a term are one draw.
    at: Where halves are cut: at the document, or the sentence, nearest to the middle.
    draws: How many draws a term has, at random.
    sentences: Sentences of a draw, at random, at most: of a rarer term the sentences
        are shared out evenly.
    least: Terms are left out, and listed, of fewer sentences than this: 10 by default,
        of halves 2 in each half.
    format: Published sentences in place of a text: wiki_rnd, nonce2vec (definitions),
        chimeras; or glosses = definitions of WordNet's nouns of one sense.
    path: File or folder of the published sentences.
    number: So many nouns, where these are glosses.
    folder: Where WordNet's files lie; else apt-get downloads Debian's wordnet-base.
    test: Share of the terms that tables tell of, others are there to choose parameters;
        as for all sets where it is not said. Sets of the same words are split alike.
    """

    corpus: str = key("", "mine", quiet=True)
    words: Mapping | Texts | str = key((), "[wage labour]", rule=WORDS, quiet=True)
    draw: str = key("random", choices=DRAWS)
    at: str = key("document", choices=AT, quiet=True)
    draws: int = key(5, least=2, most=1000)
    sentences: int = key(10, least=1, most=100_000)
    least: int = key(0, 10, least=1, most=10**6, quiet=True)
    format: str = key("", "wiki_rnd", choices=FORMATS, quiet=True)
    path: str = key("", "texts/wiki_rnd.txt", quiet=True)
    number: int = key(300, least=2, most=10**6, quiet=True)
    folder: str = key("", "wordnet", quiet=True)
    test: float | None = key(None, 0.3, above=0, most=1, quiet=True)

    @property
    def fewest(self) -> int:
        """Sentences a term needs: of halves, in each."""
        usual = {"random": 10, "halves": 2, "whole": 1}
        return self.least or usual[self.draw]


@dataclass(frozen=True, kw_only=True)
class Learner:
    """How vectors of terms are learned from draws, beside a background kept as it is.

    Its label is what methods.md says of it.

    sets: Sets whose terms it learns; all where none are named.
    samplings: Backgrounds of these samplings alone; all where none are named.
    runs: So many first runs of a background; 0 = all.
    curve: Whether it is told by it how many sentences a term needs.
    single: Whether the vector of each sentence alone is kept, too.
    """

    label = ""
    needs_contexts = False  # output weights of the background
    needs_text = False  # of the background
    needs_counts = False  # of the background's words

    sets: Texts = key((), "[mine]", quiet=True)
    samplings: Texts = key((), "[shuffled]", choices=SAMPLINGS, quiet=True)
    runs: int = key(0, 1, least=0, most=10_000, quiet=True)
    curve: bool = key(True, False)
    single: bool = key(False, True, quiet=True)

    def as_spec(self) -> dict:
        """Parameters by name, as `Parameters.as_spec` has those of a technique;
        without what says where they hold."""
        entries, own = keys(type(self)), asdict(self)
        where = {"sets", "samplings", "runs", "curve", "single"}
        quiet = {x.name: x.default for x in entries.values() if x.metadata["key"].quiet}
        left = where | {name for name in quiet if own[name] == quiet[name]}
        return {name: own[name] for name in own if name not in left}


@dataclass(frozen=True, kw_only=True)
class Additive(Learner):
    """The sum of the background's vectors of the words around a term.

    window: How many words to each side are context, in the sentence; 0 = all of it.
    sample: A word of c uses stays with min(1, (sqrt(c / T) + 1) T / c), T = sample x
        known words of the draw; 0 = all stay. So it hangs on the draw's size.
    distinct: Each word of a draw's whole sentences counts once, as in the code of the
        paper.
    centre: Subtract from each vector the background's mean over running text.
    """

    label = "the sum of the vectors around a term (@lazaridou2017)"

    window: int = key(15, least=0, most=10**6)
    sample: float = key(10_000.0, 10_000, least=0)
    distinct: bool = key(False, quiet=True)
    centre: bool = key(False, True, quiet=True)

    @property
    def needs_counts(self) -> bool:
        """Whether it asks how frequent words are: to drop or to subtract them."""
        return bool(self.sample or self.centre)


@dataclass(frozen=True, kw_only=True)
class Sif(Learner):
    """The mean of vectors around a term, rare words weighing more (Arora et al. 2017).

    window: How many words to each side are context, in the sentence; 0 = all of it.
    smoothing: A word of share p of the background's text weighs a / (a + p); this is a.
    centre: Subtract from each vector the background's mean over running text.
    """

    label = "smooth inverse frequency (@arora2017)"
    needs_counts = True

    window: int = key(15, least=0, most=10**6)
    smoothing: float = key(1e-3, above=0)
    centre: bool = key(True)


@dataclass(frozen=True, kw_only=True)
class Nonce2Vec(Additive):
    """Skip-gram that trains a term's vector alone, from its sum (Herbelot et al. 2017).

    learning_rate: Learning rate of the term's first occurrence.
    negative: Negative samples per pair.
    lambda: The rate falls as exp(-(k - 1) / lambda).
    sample_decay: Chances to stay are divided by it after each sentence.
    window_decay: Words the window loses after each sentence while it is at least 4.
    counting: What k counts: occurrences of the term (text of the paper), or pairs that
        were trained, those of two occurrences too (its code).
    """

    label = "Nonce2Vec (@herbelot2017), Quaver's own compiled by {numba}"
    needs_contexts = True
    needs_counts = True  # negative samples are drawn by them

    learning_rate: float = key(1.0, above=0)
    negative: int = key(3, least=1, most=1000)
    lambda_: float = key(70.0, 70, above=0)
    sample_decay: float = key(1.9, above=0)
    window_decay: int = key(5, least=0, most=10**6)
    counting: str = key("occurrences", choices=("occurrences", "pairs"), quiet=True)


@dataclass(frozen=True, kw_only=True)
class AlaCarte(Learner):
    """Mean contexts through the matrix that best makes words of theirs (Khodak 2018).

    window: How many words to each side are context.
    transform: File of a matrix fitted elsewhere (npy, raw float32 as Khodak et al.'s
        .bin, or numbers in text); else it is fitted on the background's text.
    """

    label = "à la carte embedding (@khodak2018)"
    needs_text = True

    window: int = key(5, 15, least=1, most=10**6)
    transform: str = key("", "khodak.txt", quiet=True)


@dataclass(frozen=True, kw_only=True)
class Joint(Learner):
    """Terms marked by their draw, trained together with a general text.

    trainer: Which trainer: ppmi.
    of: The general text; of backgrounds of others it learns nothing.
    window: How many words to each side are context.
    dimensions: Length of a vector; as the background's where it is 0.
    min_count: Unmarked words rarer than this are left out.
    others: What becomes of other terms of the set in a term's sentences: dropped, or
        unmarked, as in the authors' files: then they count as uses of the word in
        general, and the domain is compared with itself.
    context_smoothing: Exponent of the context counts (cds).
    shift: Its logarithm is subtracted from the PMI (neg).
    eigenvalue_weight: Exponent of the singular values (eig).
    """

    label = "PPMI and SVD of a general text with marked terms (@levy2015)"
    needs_text = True

    trainer: str = key("ppmi", choices=("ppmi",))
    of: str = key(..., "speeches", fewest=1)
    window: int = key(5, 5, least=1, most=10**6)
    dimensions: int = key(0, 100, least=0, most=100_000)
    min_count: int = key(100, least=0)
    others: str = key("dropped", "unmarked", choices=("dropped", "unmarked"))
    context_smoothing: float = key(1.0, 0.75, above=0, most=100)
    shift: float = key(1.0, 1, least=1)
    eigenvalue_weight: float = key(0.5, least=0, most=100)


LEARNERS = {"additive": Additive, "sif": Sif, "nonce2vec": Nonce2Vec}
LEARNERS |= {"alacarte": AlaCarte, "joint": Joint}


@dataclass(frozen=True)
class Learning:
    """A learner by its name, with its parameters.

    learner: Which learner; what its entry is called where it is not said.
    """

    learner: str = key(..., "additive", choices=tuple(LEARNERS))
    parameters: Learner


@dataclass(frozen=True)
class Terms:
    """Vectors of terms from few sentences, and whether they are more than noise.

    backgrounds: Techniques whose spaces stand behind the terms, every cell of them.
    sets: The terms and their draws, by name.
    learners: Who learns their vectors, by name.
    test: Share of the terms of a set that tables tell of; parameters are chosen on the
        others.
    grid: Values of parameters that are tried on training terms: of = the learner, set
        = whose terms, by default the first set that is drawn at random.
    curve: Numbers of sentences by which it is told how many a term needs.
    settled: A term is settled where its draws are told apart from so large a share of
        the other terms.
    neighbours: How many nearest words of the background are kept of each draw.
    repeats: How often sentences are drawn anew for the curve.
    """

    backgrounds: Texts = key(..., "[word2vec]", fewest=1)
    sets: Mapping[str, TermSet] = key(..., SETS, names=NAME, fewest=1)
    learners: Mapping[str, Learning] = key(..., LEARN, names=NAME, fewest=1)
    test: float = key(0.3, above=0, most=1)
    grid: Mapping | None = key(
        None, "{of: nonce2vec, learning_rate: [0.1, 1.0]}", rule=GRID, quiet=True
    )
    curve: tuple[int | str, ...] = key(
        (), "[1, 2, 4, 8, all]", rule=CURVE, each=4, quiet=True
    )
    settled: float = key(0.95, above=0, below=1)
    neighbours: int = key(10, least=1, most=1000)
    repeats: int = key(20, least=2, most=10_000)

    @property
    def searched(self) -> str:
        """The set whose training terms a grid is searched on, or nothing."""
        return (self.grid or {}).get("set", "")
