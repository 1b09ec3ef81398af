"""The study a folder of results belongs to, and the numbers stored there."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import yaml

from quaver import config, store
from quaver.grid import Block, Cell, Grid
from quaver.tables import CellNumbers, WordNumbers


class Plan:
    """A study as written to results/<study>/study.yaml, its grid and its files."""

    def __init__(self, study_file: Path):
        """Read the study; the files stand beside it."""
        written = yaml.safe_load(study_file.read_text(encoding="utf-8"))
        self.study = config.understand(written, {})  # was checked when it was written
        self.grid = Grid(self.study)
        self.root = study_file.parent

    def file(self, path: str) -> Path:
        """Where a path of the grid stands."""
        return self.root / path

    def language(self, cell: Cell) -> str:
        """Language of a cell's text."""
        if self.grid.is_external(cell.technique):
            return self.study.techniques[cell.technique].parameters.language
        return self.study.corpora[cell.view.corpus].language

    def failed(self, cell: Cell) -> list[Block]:
        """Blocks of a cell whose models, or the text they are of, do not stand."""
        blocks = self.grid.blocks_of(cell)
        text = self.file(cell.view.corpus_file)
        if not (self.grid.is_external(cell.technique) or text.is_file()):
            return blocks  # models of an earlier text may stand
        return [block for block in blocks if not self.file(block.file).is_file()]

    def cells(self) -> list[CellNumbers]:
        """Stored numbers of every cell of the study, measured or not."""
        return [self._cell(cell) for cell in self.grid.cells.values()]

    def words(self) -> list[WordNumbers]:
        """Instability of words of every view x technique, empty where missing."""
        cells = self.grid.cells.values()
        pairs = {(cell.view, cell.technique): cell for cell in cells}
        return [self._words(cell) for _, cell in sorted(pairs.items())]

    def _cell(self, cell: Cell) -> CellNumbers:
        failed = self.failed(cell)
        view = cell.view
        # what is left of an earlier study must not stand for a failed cell
        measured = {} if failed or cell.runs < 2 else self._pip(cell)
        return CellNumbers(
            corpus=view.corpus,
            view=view.label,
            unit=view.unit,
            fraction=view.fraction,
            language=self.language(cell),
            technique=cell.technique,
            trainer=self.study.techniques[cell.technique].trainer,
            sampling=cell.sampling,
            runs=cell.runs,
            failed=sum(len(block.runs) for block in failed),
            losses=measured.get("losses"),
            words=measured.get("words"),
            steps=measured.get("steps", ()),
            averages={
                size: self._averages(cell, size) if measured else None
                for size in self.study.analyses.averages.sizes
            },
            overlaps=self._overlaps(cell) if measured else {},
        )

    def _pip(self, cell: Cell) -> dict:
        path = self.file(cell.measure("pip"))
        if not path.is_file():
            return {}
        with store.read(path, "pip") as file:
            names = store.texts(file["vocabulary/steps"])
            kept, dropped = (file[f"vocabulary/{k}"][:] for k in ("kept", "dropped"))
            return {
                "losses": file["losses"][:],
                "words": len(file["words"]),
                "steps": tuple(
                    zip(names, kept.tolist(), dropped.tolist(), strict=True)
                ),
            }

    def _averages(self, cell: Cell, size: int) -> np.ndarray | None:
        path = self.file(cell.measure(f"averages_{size}"))
        if 2 * size > cell.runs or not path.is_file():
            return None
        with store.read(path, "pip") as file:
            return file["losses"][:]

    def _overlaps(self, cell: Cell) -> Mapping[int, tuple[np.ndarray, np.ndarray]]:
        path = self.file(cell.measure("neighbours"))
        if not path.is_file():
            return {}
        with store.read(path, "neighbours") as file:
            return {
                int(n): (file["share"][row], file["jaccard"][row])
                for row, n in enumerate(file["sizes"][:])
            }

    def _words(self, cell: Cell) -> WordNumbers:
        view, technique = cell.view, cell.technique
        cells = [self.grid.cells.get(path) for path in view.pair(technique)]
        path = self.file(view.measure(technique, "instability"))
        stands = None not in cells and not any(map(self.failed, cells))
        return WordNumbers(
            corpus=view.corpus,
            view=view.label,
            language=self.language(cell),
            technique=technique,
            trainer=self.study.techniques[technique].trainer,
            **(_instability(path) if stands and path.is_file() else NO_WORDS),
        )


NO_WORDS = {
    "words": [],
    **dict.fromkeys(("frequency", "intrinsic", "extrinsic"), np.empty(0)),
    **dict.fromkeys(("missing", "dropped"), 0),
}


def _instability(path: Path) -> dict:
    with store.read(path, "instability") as file:
        numbers = ("frequency", "intrinsic", "extrinsic")
        return {
            "words": store.texts(file["words"]),
            **{name: file[name][:] for name in numbers},
            **{name: int(file.attrs[name]) for name in ("missing", "dropped")},
        }
