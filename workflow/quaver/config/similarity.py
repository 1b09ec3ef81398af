"""How similarity values are distributed, and from which on they mean something."""

from dataclasses import dataclass
from math import ceil

from quaver.config.errors import listed, wrong
from quaver.config.keys import Texts, key
from quaver.grid import SAMPLINGS, speaks

BASELINES = ("wordnet", "scores")
PARTS = ("noun", "verb")
LANGUAGE = "en"  # of WordNet
WORDNET = "{kind: wordnet, measure: lch, parts: [noun, verb]}"
PAIR_FILE = "'path: pairs.tsv'"
BASED = "'analyses: {similarity: {baseline: {kind: wordnet}}}'"
PAIRED = "'wordsim353: {language: en, format: wordsim353, path: gensim:wordsim353.tsv}'"


@dataclass(frozen=True)
class Baseline:
    """What else tells how near words are to each other.

    kind: wordnet = paths in WordNet, for English texts; scores = a file of pairs.
    folder: Where WordNet's files lie; else apt-get downloads Debian's wordnet-base.
    measure: lch = Leacock and Chodorow's, by the shortest path between senses.
    parts: Parts of speech, each apart.
    path: A file of two words and a score a line, of kind scores.
    """

    kind: str = key(..., "wordnet", choices=BASELINES)
    folder: str = key("", "wordnet", quiet=True)
    measure: str = key("lch", choices=("lch",))
    parts: Texts = key(PARTS, choices=PARTS, fewest=1, ordered=True)
    path: str = key("", "pairs.tsv", quiet=True)


@dataclass(frozen=True)
class Threshold:
    """From which similarity on a baseline sees something.

    confidence: Of tests, and of the band of relabelled words.
    least_pairs: Bins of fewer pairs tell nothing.
    relabellings: How often words get each other's places in the baseline.
    effect: So many deviations the mean must lie above the band.
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
    baseline: Baseline | None = key(None, WORDNET, quiet=True)
    threshold: Threshold = key(Threshold, "{confidence: 0.99, least_pairs: 1000}")
    corpora: Texts = key((), "[mine]", quiet=True)
    techniques: Texts = key((), "[glove]", quiet=True)
    samplings: Texts = key((), "[fixed]", choices=SAMPLINGS, quiet=True)


def check_similarity(study) -> None:
    """Raise ConfigError where similarities cannot be held against the baseline."""
    asked = study.analyses.similarity
    _check_scores(study)
    if not (asked and asked.baseline):
        return
    where, baseline = "analyses.similarity.baseline", asked.baseline
    _check_deals(asked.threshold)
    if baseline.kind == "scores":
        if not baseline.path:
            why = "scores stand in a file"
            raise wrong(f"{where}.path", "", why, f"Write {PAIR_FILE}")
        if baseline.folder:
            why = "the folder is WordNet's, and scores are one file"
            cure = f"Write {PAIR_FILE}, or 'kind: wordnet'"
            raise wrong(f"{where}.folder", baseline.folder, why, cure)
        return
    if baseline.path:
        why = "WordNet has a folder, and the path is that of scores"
        cure = "Write 'folder: wordnet', or 'kind: scores'"
        raise wrong(f"{where}.path", baseline.path, why, cure)
    languages = {text.language for text in _texts(study, asked.corpora)}
    if not any(speaks(language, LANGUAGE) for language in languages):
        why = "WordNet knows English, and the texts are of "
        why += listed(sorted(languages))
        cure = "Remove 'baseline': the distribution is told of any language"
        raise wrong(f"{where}.kind", baseline.kind, why, cure)


def _check_scores(study) -> None:
    """Refuse scores without low pairs where there is no threshold, or are no pairs."""
    where, asked = "analyses.quality.threshold", study.analyses.similarity
    if not study.analyses.quality.threshold:
        return
    if not (asked and asked.baseline and asked.baseline.kind == "wordnet"):
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


def _texts(study, names: Texts) -> list:
    """Corpora and spaces trained elsewhere that similarities are told of."""
    texts = [text for name, text in study.corpora.items() if name in (names or [name])]
    spaces = (each.parameters for each in study.techniques.values())
    foreign = (own for own in spaces if hasattr(own, "files"))
    return texts + [own for own in foreign if own.corpus in (names or [own.corpus])]
