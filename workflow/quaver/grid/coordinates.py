"""The coordinates of a study and their paths, one to one."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

SAMPLINGS = ("fixed", "shuffled", "bootstrapped")


@dataclass(frozen=True, order=True)
class View:
    """One corpus x unit x fraction: what runs sample from; label: its name in paths."""

    corpus: str
    unit: str
    fraction: float
    label: str

    @property
    def corpus_file(self) -> str:
        """The encoded corpus."""
        return f"corpora/{self.corpus}.h5"

    def pair(self, technique: str) -> tuple[str, str]:
        """Paths of the two cells instability is told from."""
        path = f"{self.label}/{technique}"
        return f"{path}/shuffled", f"{path}/bootstrapped"

    def measure(self, technique: str, name: str) -> str:
        """File of a measure over the samplings of a technique."""
        return f"measures/{self.label}/{technique}/{name}.h5"


@dataclass(frozen=True, order=True)
class Cell:
    """All runs of one view x technique x sampling."""

    view: View
    technique: str
    sampling: str
    runs: int

    @property
    def path(self) -> str:
        """Folder of the cell below models/, measures/ and averages/."""
        return f"{self.view.label}/{self.technique}/{self.sampling}"

    def measure(self, name: str) -> str:
        """File of a measure of the cell."""
        return f"measures/{self.path}/{name}.h5"

    @property
    def retired(self) -> str:
        """File that says what became of the cell's models once they were measured."""
        return f"models/{self.path}/retired.json"

    def average(self, size: int | str) -> str:
        """File of the averages of groups of so many runs, or of `all`."""
        return f"averages/{self.path}/{size}.h5"


@dataclass(frozen=True, order=True)
class Block:
    """The consecutive runs one job trains, first to last."""

    cell: Cell
    first: int
    last: int

    @property
    def path(self) -> str:
        """The block's file below models/, without its ending."""
        return f"{self.cell.path}/{self.first}-{self.last}"

    @property
    def file(self) -> str:
        """File of the block's models."""
        return f"models/{self.path}.h5"

    @property
    def record(self) -> str:
        """File of what is known of the block's models when they are gone."""
        return f"models/{self.path}.json"

    @property
    def thin(self) -> str:
        """File of the block's models with half as many bits a number."""
        return f"models/{self.path}.thin.h5"

    @property
    def runs(self) -> range:
        """Numbers of its runs."""
        return range(self.first, self.last + 1)


def views_of(corpus: str, text, fractions: Sequence[float] = ()) -> list[View]:
    """Views of one corpus, the main one first; of these fractions, or of all."""
    views = []
    for unit, fraction in product(text.unit, text.fraction):
        parts = [corpus]
        # the first go by the corpus's name alone: adding another moves no file
        parts += [unit] if unit != text.unit[0] else []
        parts += [repr(fraction)] if fraction != text.fraction[0] else []
        views.append(View(corpus, unit, fraction, ".".join(parts)))
    return [x for x in views if not fractions or x.fraction in fractions]


def grouped(things: Iterable, key: Callable) -> dict:
    """Lists of things by a key, in order of their first."""
    groups: dict = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups
