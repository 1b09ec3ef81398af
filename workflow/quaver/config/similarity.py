"""How similarity values are distributed, and from which on they mean something."""

from collections.abc import Collection
from dataclasses import dataclass
from math import ceil

from quaver.config.errors import listed, wrong
from quaver.config.keys import LANGUAGE as CODE
from quaver.config.keys import Texts, key
from quaver.grid import SAMPLINGS, speaks

WORDNET, SCORES = "wordnet", "scores"
# formats of pairs with scores; quaver/quality/similarity.py reads them
SCORED = ("pairs", "wordsim353", "simlex999", "simverb3500", "rg65", "men")
SCORED += ("men_lemma", "mturk", "rare_words")
PARTS = ("noun", "verb")
SENSES = ("all", "first")
PAIRS = ("once", "twice")
LANGUAGE = "en"  # of WordNet
HELD = "{kind: wordnet, measure: lch, parts: [noun, verb]}"
BASED = "'analyses: {similarity: {baseline: {kind: wordnet}}}'"
PAIRED = "'wordsim353: {language: en, format: wordsim353, path: gensim:wordsim353.tsv}'"


@dataclass(frozen=True)
class Baseline:
    """What else tells how near words are to each other.

    kind: wordnet = paths in WordNet, for English texts; scores = what people said of
        pairs of words, whose threshold is that of these pairs.
    """

    kind: str = key(..., WORDNET, choices=(WORDNET, SCORES))


@dataclass(frozen=True)
class Wordnet(Baseline):
    """Paths in WordNet.

    folder: Where WordNet's files lie; else apt-get downloads Debian's wordnet-base.
    measure: lch = Leacock and Chodorow's, by the shortest path between senses.
    parts: Parts of speech, each apart.
    senses: all = the nearest of all senses of two words; first = their first senses.
    pairs: How often the tests of rules in print count a pair; our thresholds count each
        once.
    """

    folder: str = key("", "wordnet", quiet=True)
    measure: str = key("lch", choices=("lch",))
    parts: Texts = key(PARTS, choices=PARTS, fewest=1, ordered=True)
    senses: str = key("all", "first", choices=SENSES, quiet=True)
    pairs: str = key("once", "twice", choices=PAIRS, quiet=True)


@dataclass(frozen=True)
class Scores(Baseline):
    """A published table of pairs of words with scores.

    path: Its file, or several, as of an evaluation set.
    format: Its published format; docs/quality.md says which table has which.
    language: ISO 639 code of the texts it is held against.
    encoding: Encoding of its files.
    """

    path: str = key(..., "gensim:wordsim353.tsv", fewest=1)
    format: str = key(..., "wordsim353", choices=SCORED)
    language: str = key(..., "en", pattern=CODE)
    encoding: str = key("utf-8", fewest=1)


BASELINES = {WORDNET: Wordnet, SCORES: Scores}


@dataclass(frozen=True)
class Threshold:
    """From which similarity on a baseline sees something.

    confidence: Of tests, and of the band of relabelled words.
    least_pairs: Bins of fewer pairs tell nothing. A table of scores has few pairs: 5,
        say, of bins of .05.
    relabellings: How often words get each other's places in the baseline.
    effect: So many deviations the mean must lie above that of relabellings; it must
        leave the band, too.
    """

    confidence: float = key(0.99, above=0, below=1)
    least_pairs: int = key(1000, least=2)
    relabellings: int = key(200, least=20, most=100_000)
    effect: float = key(0.1, least=0)


@dataclass(frozen=True)
class Similarity:
    """How the similarities of all pairs of words are distributed.

    targets: How many random words have their similarities with all others counted.
    ranks: How far down the lists of nearest words the mean similarity is followed.
    baseline: What similarities are held against; without it, their distribution alone.
    corpora: Corpora it is told of; all where none are named.
    techniques: Techniques it is told of, variants with them; all where none are named.
    samplings: Samplings it is told of; all where none are named.
    """

    targets: int = key(10_000, least=1)
    ranks: int = key(1000, least=1)
    baseline: Baseline | None = key(None, HELD, keys=BASELINES, quiet=True)
    threshold: Threshold = key(Threshold, "{confidence: 0.99, least_pairs: 1000}")
    corpora: Texts = key((), "[mine]", quiet=True)
    techniques: Texts = key((), "[glove]", quiet=True)
    samplings: Texts = key((), "[fixed]", choices=SAMPLINGS, quiet=True)

    def names(self, techniques: Collection[str]) -> bool:
        """Tell whether it is told of any of these, a technique and what it is of."""
        return _meet(self.techniques, techniques)

    def is_against(self, kind: str) -> bool:
        """Tell whether similarities are held against a baseline of a kind."""
        return bool(self.baseline) and self.baseline.kind == kind


def check_similarity(study) -> None:
    """Raise ConfigError where similarities cannot be held against the baseline."""
    asked = study.analyses.similarity
    _check_scores(study)
    if not (asked and asked.baseline):
        return
    where, baseline = "analyses.similarity.baseline", asked.baseline
    _check_deals(asked.threshold)
    known, where, got = LANGUAGE, f"{where}.kind", baseline.kind
    why = "WordNet knows English"
    if baseline.kind == WORDNET:
        _check_pairs(asked)
    else:
        known, where = baseline.language, where.replace("kind", "language")
        got, why = known, "its pairs are of this language"
    languages = _languages(study)
    if not any(speaks(language, known) for language in languages):
        texts = f"the texts are of {listed(sorted(languages))}" * bool(languages)
        why = f"{why}, and {texts or 'no cell is told of'}"
        cure = "Remove 'baseline': the distribution is told of any language"
        raise wrong(where, got, why, cure)


def _check_scores(study) -> None:
    """Refuse scores without low pairs where there is no threshold, or are no pairs."""
    where, asked = "analyses.quality.threshold", study.analyses.similarity
    if not study.analyses.quality.threshold:
        return
    if not (asked and asked.is_against(WORDNET)):
        why = "thresholds come of similarities held against WordNet"
        raise wrong(where, True, why, f"Write {BASED}, or remove the line")
    sets = study.analyses.quality.sets.values()
    own = (x for x in sets if not x.format.startswith("analog"))
    if not any(speaks(each.language, LANGUAGE) for each in own):
        why = "no set has pairs of English words with scores"
        raise wrong(where, True, why, f"Write {PAIRED} in 'sets'")


def _check_deals(threshold: Threshold) -> None:
    """Refuse a band that too few relabellings make."""
    share = threshold.confidence / (1 - threshold.confidence)
    # each is held against the others, so there is one more
    least = ceil(round(share, 9)) + 1
    if threshold.relabellings < least:
        why = f"a band of {threshold.confidence:g} needs {least}"
        where = "analyses.similarity.threshold.relabellings"
        cure = f"Write 'relabellings: {least}' or more, or a lower 'confidence'"
        raise wrong(where, threshold.relabellings, why, cure)


def _check_pairs(asked: Similarity) -> None:
    """Refuse targets whose pairs cannot fill two bins."""
    least, pairs = asked.threshold.least_pairs, asked.targets * (asked.targets - 1) // 2
    if pairs < 2 * least:
        why = f"two bins need it, and {asked.targets} targets have {pairs} pairs"
        where = "analyses.similarity.threshold.least_pairs"
        cure = f"Write 'least_pairs: {pairs // 2}' or less, or more 'targets'"
        if pairs < 4:
            cure = "Write more 'targets'"
        raise wrong(where, least, why, cure)


def _languages(study) -> set[str]:
    """Languages of the cells that similarities are told of."""
    asked, languages = study.analyses.similarity, set()
    for name, technique in study.techniques.items():
        own = technique.parameters
        if hasattr(own, "files"):  # spaces trained elsewhere
            texts, samplings = {own.corpus: own.language}, (own.sampling,)
        else:
            names = technique.corpora or study.corpora
            # a name that is none is refused elsewhere
            there = (x for x in names if x in study.corpora)
            texts = {x: study.corpora[x].language for x in there}
            samplings = technique.samplings or study.samplings
        is_named = asked.names({name, technique.base})
        if is_named and _meet(asked.samplings, samplings):
            languages |= {texts[x] for x in texts if _meet(asked.corpora, {x})}
    return languages


def _meet(asked: Texts, own) -> bool:
    """Tell whether any is asked for; all are where none are named."""
    return not asked or bool({*asked} & {*own})
