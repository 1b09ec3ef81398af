"""A study as users read it: tables, figures, and cells by view, technique, sampling."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

import pandas as pd
import yaml

from quaver import papers
from quaver.config import ConfigError
from quaver.items.cells import unmarked
from quaver.items.columns import KINDS, TYPES
from quaver.items.item import Figure, of
from quaver.items.reads import is_wanted
from quaver.results.reader import Results
from quaver.users.cell import Cell
from quaver.users.missing import NotThereError, not_there, optional

TEXTS = {name for name, kind in KINDS.items() if TYPES[kind] == "str"}
TEXTS |= {"neighbour", "query", "sentence", "topic_words"}
MADE = "snakemake makes what is missing."


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
            self.results = Results(file)
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
        for paper in self.results.study.papers:
            packages[f"{paper}/"] = papers.package(paper)
        for before, package in packages.items():
            for figure in of(package)[1]:
                if is_wanted(figure, self.results.grid):
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
        ledger = self._root / "ledger.csv"
        return own | ({"ledger": ledger} if ledger.is_file() else {})

    def __getitem__(self, name: str) -> pd.DataFrame:
        """Read a table: texts, whole numbers that may be missing, numbers."""
        paths = self._paths()
        if name not in paths:
            raise not_there("table {}", str(name), paths, MADE)
        # not as pandas guesses: a word may be called 'null' or 'NA'
        texts = pd.read_csv(paths[name], dtype=str, keep_default_na=False).map(unmarked)
        return pd.DataFrame({name: _typed(texts[name]) for name in texts})

    def __iter__(self) -> Iterator[str]:
        """Names of the tables."""
        return iter(self._paths())

    def __len__(self) -> int:
        """How many there are."""
        return len(self._paths())

    def __repr__(self) -> str:
        """Their names."""
        return f"tables: {', '.join(self) or 'none yet'}"


def _typed(texts: pd.Series) -> pd.Series:
    """A column as what it holds; what is missing of numbers is NA or NaN."""
    if texts.name in TEXTS:
        return texts
    kinds = {"Int64": int, "float64": float}
    if (texts == "").all():  # of numbers that are all missing
        kinds.pop("Int64")
    for kind, parse in kinds.items():
        try:
            values = [parse(text) if text else None for text in texts]
        except ValueError:
            continue
        return pd.Series(values, texts.index, dtype=kind, name=texts.name)
    return texts
