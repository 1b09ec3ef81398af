"""How a measure is declared: what it is of, what it reads, costs and stores.

No digest counts this module or what is declared with it (quaver/digest.py): a
declaration says what is known of a measure, its code what it computes.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

_CELL, _WORDS = "{view}/{technique}/{sampling}", "{view} / {technique} / {sampling}"


class Kind(NamedTuple):
    """What a measure may be of; grid/subjects.py finds the subjects of a study.

    label: its coordinates, which are the wildcards of rules. words: how sentences call
    it. file: where a measure of it stands.
    """

    name: str
    label: str = _CELL
    words: str = _WORDS
    file: str = "measures/{label}/{name}.h5"


# All runs of one view x technique x sampling.
CELL = Kind("cell")
# The averages of one size of a cell.
SIZE = Kind("size", f"{_CELL}/{{size}}", file=f"measures/{_CELL}/{{name}}_{{size}}.h5")
# The samplings of a view x technique.
TECHNIQUE = Kind("technique", "{view}/{technique}", "{technique} on {view}")
# The techniques of a view x sampling that share words; variants of sweeps do not count.
SIBLINGS = Kind(
    *("siblings", "{view}/{sampling}", "{view}, {sampling}"),
    file="measures/{view}/{name}.{sampling}.h5",
)
# The fractions of a corpus x unit under one technique x sampling, the largest first.
FRACTIONS = Kind("fractions")
# Two texts under one technique x sampling: neighbouring periods of a series, and those
# whose change a study asks for, the earlier first.
PAIR = Kind(
    "pair",
    _CELL.replace("{view}", "{view}+{other}"),
    _WORDS.replace("{view}", "{view} and {other}"),
)
# Runs that read both texts of a pair together, in which words bear names of periods.
JOINT = Kind("joint")
# A set of terms as one learner learns them beside one cell.
TERMS = Kind(
    *("terms", f"{{terms}}/{{learner}}/{_CELL}"),
    f"{{terms}} by {{learner}} in {_WORDS}",
    "terms/{label}/{name}.h5",
)
# The same beside all cells of a technique.
BACKGROUNDS = Kind(
    *("backgrounds", "{terms}/{learner}/{technique}"),
    "{terms} by {learner} in {technique}",
    "terms/{label}/{name}.h5",
)
# All periods of a series, in order, under one technique x sampling.
SERIES = Kind(
    "series",
    _CELL.replace("{view}", "{series}"),
    _WORDS.replace("{view}", "the periods of {series}"),
)

WORDS = ("word",)  # what rows of spaces are called, where they are of words alone
MODELS = "models"  # of all cells of a subject
QUANTITIES = Path(__file__).with_name("quantities.csv")
TEXTS = (
    "corpus"  # the encoded texts of all cells of a subject, as their files are called
)
CHOSEN = "chosen"  # the queries chosen from the topics of a cell's text, if any are
WHOLE = "whole"  # the average of all runs of each cell, in whichever file it stands
WORDNET = "wordnet"  # what similarity is compared with, where that is WordNet
DRAWS = "draws"  # the sentences of a set of terms
TABLE = "analyses.similarity.baseline"  # the name of one of scores, among sets
FILES = MODELS, TEXTS, CHOSEN, WHOLE, WORDNET, DRAWS  # that no one measure makes


class Cost(NamedTuple):
    """What a measure takes: a Size (engine/cost.py) -> bytes, operations.

    bytes: beside a process that has its libraries. operations: multiplications and
    additions, or what takes as long. passes: how often all models are read.
    """

    bytes: Callable
    operations: Callable
    passes: float = 0


class Quantity(NamedTuple):
    """What is said of a number wherever it is shown.

    best: "low" or "high", the end of a perfectly stable technique. range: least and
    greatest value. scale: tables print value times scale, under the heading unit.
    """

    label: str
    symbol: str
    formula: str
    source: str
    best: str = "high"
    range: tuple[float, float] = (0.0, 1.0)
    scale: float = 1.0
    unit: str = ""


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A file of numbers: rule, files, retention, resources and docs follow from it.

    name: of its module, whose function measure(given, out) computes it.
    of: a Kind; samplings: which cells of a TECHNIQUE, all needed.
    items: what the rows of their spaces may be (spaces/space.py); () = anything.
    reads: one of FILES, or names of measures; "quality?" where a study has it.
    wanted(grid, subject) -> bool. spec(grid, subject): its slice of the study.
    uses(grid, subject): modules it computes with that it does not import.
    controls: whether also of parts of a text that others are compared with.
    refuses: errors that are told in one sentence. rule, file and kind: where they are
    not measure_<name>, the file of the Kind, and the name.
    """

    name: str
    of: Kind = CELL
    reads: tuple[str, ...]
    message: str
    cost: Cost
    wanted: Callable = lambda grid, subject: True
    spec: Callable = lambda grid, subject: {}
    uses: Callable = lambda grid, subject: ()
    samplings: tuple[str, ...] = ()
    items: tuple[str, ...] = WORDS
    controls: bool = False
    refuses: tuple[type[Exception], ...] = ()
    quantities: Mapping[str, Quantity] = field(default_factory=dict)
    rule: str = ""
    file: str = ""
    kind: str = ""

    def __post_init__(self):
        """Fill in what follows from the name and the kind of subject."""
        file = self.of.file.replace("{label}", self.of.label)
        file = file.replace("{name}", self.name)
        given = {"rule": f"measure_{self.name}", "file": file, "kind": self.name}
        for name, value in given.items():
            object.__setattr__(self, name, getattr(self, name) or value)

    @property
    def compute(self) -> Callable:
        """The function of its module: measure(given, out)."""
        return import_module(f"quaver.measures.{self.name}").measure

    def takes(self, item: str) -> bool:
        """Tell whether it is of spaces whose rows are such items."""
        return not self.items or item in self.items

    @property
    def sentence(self) -> str:
        """The message of its rule, with the wildcards of Snakemake."""
        text = self.message.replace("{subject}", self.of.words)
        return re.sub(r"\{(\w+)\}", r"{wildcards.\1}", text)

    @property
    def others(self) -> dict[str, bool]:
        """Measures it reads, and whether it needs them."""
        names = (x for x in self.reads if x not in FILES)
        return {name.rstrip("?"): not name.endswith("?") for name in names}


def registry(modules: Iterable[ModuleType]) -> dict[str, dict]:
    """MEASURES, each after what it reads, and QUANTITIES, theirs before the table's."""
    declared = {x.MEASURE.name: x.MEASURE for x in modules if hasattr(x, "MEASURE")}
    measures = _in_order(declared, declared)
    rows = [(name, *x) for name in measures for x in measures[name].quantities.items()]
    quantities: dict[str, Quantity] = {}
    for name, key, quantity in [*rows, *_tabled()]:
        if key in quantities:
            raise ValueError(f"{name} declares {key}, which is declared already.")
        quantities[key] = quantity
    return {"MEASURES": measures, "QUANTITIES": quantities}


def _tabled() -> Iterator[tuple[str, str, Quantity]]:
    """Quantities that no measure declares: those of functions that others call."""
    with QUANTITIES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            ends = float(row.pop("least")), float(row.pop("greatest"))
            key, scale = row.pop("name"), float(row.pop("scale"))
            yield QUANTITIES.name, key, Quantity(**row, range=ends, scale=scale)


def _in_order(measures: Mapping[str, Measure], names: Iterable[str]) -> dict:
    """Measures of some names, each after what it reads."""
    ordered: dict[str, Measure] = {}
    for name in names:
        if name not in ordered:
            before = _in_order(measures, measures[name].others)
            ordered = {**ordered, **before, name: measures[name]}
    return ordered
