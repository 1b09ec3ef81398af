"""A study as users read it: tables, figures, and cells by view, technique, sampling."""

import json
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pandas as pd
import yaml

from quaver import papers
from quaver.config import ConfigError
from quaver.items.cells import unmarked
from quaver.items.columns import KINDS, TYPES
from quaver.items.item import Figure, Table, of, of_study
from quaver.measures import MEASURES
from quaver.results.reader import Results
from quaver.results.trained import read_record
from quaver.users.cell import Cell
from quaver.users.missing import NotThereError, not_there, optional

TEXTS = {name for name, kind in KINDS.items() if TYPES[kind] == "str"}
MADE = "snakemake makes what is missing."
LEDGER = "ledger"  # which is declared nowhere: its texts are called as others' are


class Own(Results):
    """Results without models and measures that an earlier form of the study left."""

    def stands(self, path: str) -> bool:
        """Tell whether a file stands and is of the study, as far as files tell."""
        blocks = self._blocks.get(path, [])
        are_own = (self._kept(Own._is_trained, block) for block in blocks)
        if not super().stands(path) or not all(are_own):
            return False
        if not blocks or path == blocks[0].record:
            return True
        # not when they ended: clocks of machines may differ by seconds
        last = max(read_record(self.file(block.record))["started"] for block in blocks)
        with self.read(path) as file:
            return last <= file["provenance"].attrs["finished"]

    def _is_trained(self, block) -> bool:
        """Whether by its present spec, of which a record's `work` is a digest."""
        if not super().stands(block.record):
            return False
        trained = json.loads(read_record(self.file(block.record))["provenance"]["spec"])
        trained.pop("contents", None)  # of files, which are not read here
        return trained == json.loads(json.dumps(self.grid.block_spec(block)))

    @cached_property
    def _blocks(self) -> dict[str, list]:
        """Blocks by their records, and by the files of what was measured of them."""
        of, measured = self.grid.blocks_of, self.grid.measured.items()
        cells = {x.file(MEASURES[name]): x.cells for name, xs in measured for x in xs}
        own = {block.record: [block] for block in self.grid.blocks.values()}
        return own | {x: [b for cell in cells[x] for b in of(cell)] for x in cells}


class Study:
    """A study of a folder of results, as far as it stands.

    study["text", "glove", "shuffled"]: a cell. tables["losses"]: a data frame.
    What was made since it was opened shows when it is opened again.
    """

    def __init__(self, folder: str | Path = "."):
        self.root = Path(folder)
        file = self.root / "study.yaml"
        if not file.is_file():
            there = (path.parent for path in self.root.parent.glob("*/study.yaml"))
            cure = "Name a folder below results/ that a study was run in."
            raise not_there("study in {}", str(folder), sorted(map(str, there)), cure)
        try:
            self.results = Own(file)
        except (ConfigError, ValueError, KeyError, TypeError, yaml.YAMLError) as error:
            raise NotThereError(
                f"{file} is no study that this Quaver reads ({error}): read it with "
                "the version that made it, or run snakemake."
            ) from error
        self.tables = Tables(self.root)

    @property
    def cells(self) -> list[tuple[str, str, str]]:
        """View, technique and sampling of each cell."""
        cells = self.results.grid.cells.values()
        return [(cell.view.label, cell.technique, cell.sampling) for cell in cells]

    def __getitem__(self, names: tuple[str, str, str] | str) -> Cell:
        """A cell by view, technique and sampling."""
        path = names if isinstance(names, str) else "/".join(map(str, names))
        cells = self.results.grid.cells
        if path not in cells:
            raise not_there("cell {}", path, cells)
        return Cell(self.results, cells[path])

    def figure(self, name: str):
        """Draw a figure of the study, as matplotlib has it."""
        optional("matplotlib", "A figure")
        figures = dict(self._figures())
        if name not in figures:
            raise not_there("figure {}", name, figures)
        return figures[name].draw(self.results)

    def _figures(self) -> Iterator[tuple[str, Figure]]:
        """Figures the study has, those of a paper by paper/name."""
        packages = {"": import_module("quaver.house")}
        packages |= {f"{x}/": papers.package(x) for x in self.results.study.papers}
        for before, package in packages.items():
            for figure in of_study(of(package)[1], self.results.grid):
                yield f"{before}{figure.name}", figure

    def __repr__(self) -> str:
        """What there is, in a few lines."""
        cells = "\n".join(f"  {', '.join(map(repr, cell))}" for cell in self.cells)
        name = self.results.study.study
        return f"Study {name} in {self.root}\ncells:\n{cells}\n{self.tables}"


class Tables(Mapping):
    """Tables that stand in a study's folder, by name; those of a paper: paper/name."""

    def __init__(self, root: Path):
        self._root = root

    def _paths(self) -> dict[str, Path]:
        own = {path.stem: path for path in sorted(self._root.glob("tables/*.csv"))}
        of_papers = sorted(self._root.glob("papers/*/*.csv"))
        own |= {f"{path.parent.name}/{path.stem}": path for path in of_papers}
        ledger = self._root / f"{LEDGER}.csv"
        return own | ({LEDGER: ledger} if ledger.is_file() else {})

    def __getitem__(self, name: str) -> pd.DataFrame:
        """Read a table: texts, whole numbers that may be missing, numbers."""
        paths = self._paths()
        if name not in paths:
            raise not_there("table {}", str(name), paths, MADE)
        # not as pandas guesses: a word may be called 'null' or 'NA'
        texts = pd.read_csv(paths[name], dtype=str, keep_default_na=False).map(unmarked)
        return pd.DataFrame({x: _typed(texts[x], _texts(name)) for x in texts})

    def __iter__(self) -> Iterator[str]:
        """Names of the tables."""
        return iter(self._paths())

    def __len__(self) -> int:
        """How many there are."""
        return len(self._paths())

    def __repr__(self) -> str:
        """Their names."""
        return f"tables: {', '.join(self) or 'none yet'}"


@cache
def _texts(table: str) -> set[str]:
    """Columns of a table that hold texts, as it declares them."""
    (paper, _, name), house = table.rpartition("/"), import_module("quaver.house")
    package = papers.package(paper) if paper in papers.names() else house
    paths = [x.name for x in walk_packages(package.__path__, f"{package.__name__}.")]
    # first the module of its name: others may draw, and matplotlib takes a while
    lacking = ""
    for path in sorted(paths, key=lambda path: not path.endswith(f".{name}")):
        try:
            for item in vars(import_module(path)).values():
                if isinstance(item, Table) and item.name == name:
                    return {column.head for column in item.columns if column.is_text}
        except ImportError as error:
            lacking = str(error.name).partition(".")[0]
    if lacking and table != LEDGER:
        guess = f"Which columns of table {table!r} hold texts is guessed by their names"
        warnings.warn(f"{guess}: to be sure, pip install {lacking}.", stacklevel=3)
    return TEXTS


def _typed(texts: pd.Series, words: set[str]) -> pd.Series:
    """A column as what it holds; what is missing of numbers is NA or NaN."""
    if texts.name in words:
        return texts
    wholes = {"Int64": int} if any(texts) else {}  # what is all missing is none
    for kind, parse in {**wholes, "float64": float}.items():
        with suppress(ValueError):
            values = [parse(text) if text else None for text in texts]
            return pd.Series(values, texts.index, dtype=kind, name=texts.name)
    return texts
