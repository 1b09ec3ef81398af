"""A study as the paper sees it: its base, the base's text, and what is trained there.

The base is word2vec's CBOW with negative sampling: of such techniques the one that most
variants were made of. Its home is the text that most of word2vec's and GloVe's models
are trained on, the first of the study among equals. Parameters tell, never names.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from quaver.results.records import SAMPLINGS

HOME = ("word2vec", "glove")  # trainers of the models at home


class Model(NamedTuple):
    """A cell as a section has it: what it is called there, and its place by value."""

    label: str
    value: float
    cell: Any

    @property
    def key(self) -> tuple[str, str, str]:
        """What its records are found by."""
        return self.cell.view.label, self.cell.technique, self.cell.sampling


class Trained(NamedTuple):
    """A cell with its technique's trainer and all parameters by name."""

    trainer: str
    own: Mapping
    cell: Any


class Scene(NamedTuple):
    """A study in one sampling. base: parameters of the base; home: its view there."""

    grid: Any
    sampling: str
    base: Mapping
    home: Any

    def there(self) -> Iterator[Trained]:
        """Cells that are shown, in order of techniques in the study, variants last."""
        return _trained(self.grid, self.sampling)

    def at_home(self) -> Iterator[Trained]:
        """Those of the base's view."""
        return (each for each in self.there() if each.cell.view == self.home)

    def like_base(self) -> Iterator[Any]:
        """Cells of the base's parameters, on any text."""
        for trainer, own, cell in self.there():
            if trainer == "word2vec" and own == self.base:
                yield cell

    def is_variant(self, cell) -> bool:
        """Tell whether a sweep made a cell's technique."""
        return bool(self.grid.study.techniques[cell.technique].base)

    def turn(self, corpus: str) -> int:
        """Place of a text in the study."""
        return list(self.grid.study.corpora).index(corpus)


def scenes(grid) -> list[Scene]:
    """A study by sampling; none where there is no base."""
    techniques = grid.study.techniques
    variants = Counter(each.base for each in techniques.values())
    bases = [name for name, each in techniques.items() if _is_base(each)]
    if not bases:
        return []
    name, made = max(bases, key=lambda own: variants[own]), []
    for sampling in SAMPLINGS:
        trained = list(_trained(grid, sampling))
        views = [each.cell.view for each in trained if each.cell.technique == name]
        if views:
            home = _home(grid, trained, views)
            base = asdict(techniques[name].parameters)
            made.append(Scene(grid, sampling, base, home))
    return made


def _trained(grid, sampling: str) -> Iterator[Trained]:
    techniques = grid.study.techniques
    turns = {name: turn for turn, name in enumerate(techniques)}

    def turn(cell) -> tuple:
        return bool(techniques[cell.technique].base), turns[cell.technique]

    for cell in sorted(grid.shown(), key=turn):
        technique = techniques[cell.technique]
        if cell.sampling == sampling and technique.trainer != "vectors":
            yield Trained(technique.trainer, asdict(technique.parameters), cell)


def _is_base(technique) -> bool:
    if technique.trainer != "word2vec" or technique.base:
        return False
    own = technique.parameters
    is_sampled = own.negative > 0 and not own.hierarchical_softmax
    return own.architecture == "cbow" and is_sampled


def _home(grid, trained: list[Trained], views: list):
    """Of a base's views that of the text with most models, and most of this text."""
    models = Counter(x.cell.view.corpus for x in trained if x.trainer in HOME)
    corpora = grid.study.corpora
    turns = {name: turn for turn, name in enumerate(corpora)}

    def order(view) -> tuple:
        unit = corpora[view.corpus].unit.index(view.unit)
        return models[view.corpus], -turns[view.corpus], -unit, view.fraction

    return max(views, key=order)
