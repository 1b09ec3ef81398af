"""Which cells of a study a section of the paper compares.

Each section has cells that differ from the base (see scene) in one thing. Where two
would be called alike, the first of the study counts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from typing import Any, NamedTuple

from quaver.papers.elekes2018.scene import Model, Scene, scenes
from quaver.results.records import CellNumbers

OPTIMISED = frozenset({"negative", "hierarchical_softmax"})
SHARED = (
    "dimensions",
    "window",
    "dictionary",
)  # what CBOW, SG and GloVe have in common
CBOW, SG, GLOVE = "CBOW", "SG", "GloVe"
# architectures that predict a word from others, and others from a word
CBOW_LIKE = {"fasttext": "cbow", "doc2vec": "dm"}
SG_LIKE = {"fasttext": "skip-gram", "doc2vec": "dbow"}
# charvec and wordvec in print; words with vectors of their own are gensim's
NGRAMS, WORDS, OWN = "n-grams", "words of n-grams", "words with their n-grams"
SENTENCES, ARTICLES = "sentences", "articles"
FIRST = -1  # place of the base's own text among all
PLACES = (NGRAMS, WORDS, OWN, SENTENCES, ARTICLES)
# what rows of a technique are, by trainer and parameter
ROWS = {
    "fasttext": ("items", {"ngrams": NGRAMS, "means": WORDS, "words": OWN}),
    "doc2vec": ("documents", {"sentence": SENTENCES, "document": ARTICLES}),
}


class Section(NamedTuple):
    """A section: its number in the paper, what it varies, and its models of a scene."""

    number: str
    subject: str
    models: Callable[[Scene], Iterable[Model]]


def key_of(cell: CellNumbers) -> tuple[str, str, str]:
    """What a record's cell is found by, as Model.key is."""
    return cell.view, cell.technique, cell.sampling


def by_sampling(grid, section: Section) -> dict[str, list[Model]]:
    """Models of a section in order of value, by sampling; the base's first."""
    made = {}
    for scene in scenes(grid):
        first: dict[str, Model] = {}
        for model in section.models(scene):
            first.setdefault(model.label, model)
        if first:
            made[scene.sampling] = sorted(first.values(), key=lambda own: own.value)
    return made


def is_measured(grid, section: Section, measure: str, least: int = 1) -> bool:
    """Tell whether a study measures so many models of a section in a sampling."""
    cells = {subject.cell.path for subject in grid.measured[measure]}
    groups = by_sampling(grid, section).values()
    return any(sum(x.cell.path in cells for x in own) >= least for own in groups)


def of_records(
    grid, section: Section, records: Iterable
) -> dict[str, list[tuple[Model, Any]]]:
    """Models with their records, by sampling; models of no record are left out."""
    by_key = {key_of(record.cell): record for record in records}
    pairs = {
        sampling: [(own, by_key[own.key]) for own in models if own.key in by_key]
        for sampling, models in by_sampling(grid, section).items()
    }
    return {sampling: own for sampling, own in pairs.items() if own}


def _algorithms(scene: Scene) -> Iterator[Model]:
    """CBOW, SG and GloVe of the base's dimensions, window and dictionary."""
    skip_gram = {**scene.base, "architecture": "skip-gram"}
    for trainer, own, cell in scene.at_home():
        if any(own.get(name) != scene.base[name] for name in SHARED):
            continue
        if trainer == "word2vec" and own == scene.base:
            yield Model(CBOW, 0, cell)
        elif trainer == "word2vec" and own == skip_gram:
            yield Model(SG, 1, cell)
        elif trainer == "glove":
            yield Model(GLOVE, 2, cell)


def _varied(name: str, label: Callable[[Any], str]) -> Callable:
    """Models that differ from the base in one parameter, with the base itself."""

    def models(scene: Scene) -> Iterator[Model]:
        for trainer, own, cell in scene.at_home():
            if trainer == "word2vec" and _differ(own, scene.base) <= {name}:
                yield Model(label(own[name]), own[name] or inf, cell)

    return models


def _differ(own: Mapping, base: Mapping) -> set[str]:
    return {name for name in base if own[name] != base[name]}


def _parts(scene: Scene) -> Iterator[Model]:
    """The base on first parts of its text."""
    home = scene.home
    for cell in scene.like_base():
        if (cell.view.corpus, cell.view.unit) == (home.corpus, home.unit):
            part = cell.view.fraction
            label = "whole text" if part == 1 else f"first {100 * part:g} %"
            yield Model(label, part, cell)


def _optimisation(scene: Scene) -> Iterator[Model]:
    for trainer, own, cell in scene.at_home():
        if trainer != "word2vec" or not _differ(own, scene.base) <= OPTIMISED:
            continue
        if own == scene.base:
            yield Model("negative sampling", 0, cell)
        elif own["hierarchical_softmax"] and not own["negative"]:
            yield Model("hierarchical softmax", 1, cell)


def _like(architectures: Mapping[str, str], first: str) -> Callable:
    """word2vec at home, then what else fastText and Doc2Vec learn of any text."""

    def models(scene: Scene) -> Iterator[Model]:
        yield from (own for own in _algorithms(scene) if own.label == first)
        for trainer, own, cell in scene.there():
            if own.get("architecture") == architectures.get(trainer, ""):
                key, labels = ROWS[trainer]
                if label := labels.get(own.get(key), ""):
                    yield Model(label, 10 + PLACES.index(label), cell)

    return models


def _texts(scene: Scene) -> Iterator[Model]:
    """The base at home, and on the largest part of each other text."""
    cells = sorted(scene.like_base(), key=lambda cell: -cell.view.fraction)
    for cell in cells:
        corpus = cell.view.corpus
        turn = FIRST if corpus == scene.home.corpus else scene.turn(corpus)
        yield Model(corpus, turn, cell)


def is_home(model: Model) -> bool:
    """Tell of a model of TEXTS whether it is of the base's own text."""
    return model.value == FIRST


def _others(scene: Scene) -> Iterator[Model]:
    return (own for own in _texts(scene) if not is_home(own))


def _base(scene: Scene) -> Iterator[Model]:
    return (own for own in _algorithms(scene) if own.label == CBOW)


def _counted(noun: str) -> Callable[[int], str]:
    return lambda number: f"{number:,} {noun}{'s' if number > 1 else ''}"


def _of_words(size: int) -> str:
    return f"{size:,} words" if size else "all words"


ALGORITHMS = Section("3.3", "learning algorithm", _algorithms)  # 5, too
DIMENSIONS = Section("3.4", "dimensions", _varied("dimensions", _counted("dimension")))
DICTIONARY = Section("3.5", "dictionary", _varied("dictionary", _of_words))
PARTS = Section("3.6", "size of the text", _parts)
WINDOWS = Section("3.7", "window", _varied("window", "window {}".format))
OPTIMISATION = Section("3.8", "optimisation", _optimisation)
EPOCHS = Section("3.9", "epochs", _varied("epochs", _counted("epoch")))
CBOW_MODELS = Section("3.10", "models like CBOW", _like(CBOW_LIKE, CBOW))
SG_MODELS = Section("3.10", "models like SG", _like(SG_LIKE, SG))
# in the order of Figures 1 to 18
COMPARED = (
    *(ALGORITHMS, DIMENSIONS, DICTIONARY, PARTS, WINDOWS, OPTIMISATION, EPOCHS),
    *(CBOW_MODELS, SG_MODELS),
)
BASE = Section("4.2", "base", _base)  # to 4.4
TEXTS = Section("4.5", "text", _texts)  # the base's own first
OTHER_TEXTS = Section("4.5", "other texts", _others)
