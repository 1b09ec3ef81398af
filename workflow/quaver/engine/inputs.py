"""Which files a job reads, by the coordinates in the names of those it makes."""

from collections.abc import Callable, Iterable
from pathlib import Path

from snakemake_interface_common.exceptions import WorkflowError

from quaver.engine.setting import Setting, Wildcards
from quaver.grid import Block, Cell


class Inputs:
    """Input functions of the rules, for the study in force."""

    def __init__(self, setting: Setting):
        self._setting, self._grid = setting, setting.grid
        self._needs = self._grid.made_of_models()
        self._views = {view.label: view for view in self._grid.views()}
        # the first in turn is trained first, and measures (0) before all trainings
        turns = enumerate(self._grid.in_turn(), start=1)
        self._turns = {cell.path: -turn for turn, cell in turns}

    def cell_of(self, wildcards: Wildcards) -> Cell:
        """The cell a job works on."""
        path = _path(wildcards)
        if path not in self._grid.cells:
            raise WorkflowError(f"The study has no cell {path}.")
        return self._grid.cells[path]

    def block_of(self, wildcards: Wildcards) -> Block:
        """The block a job trains."""
        path = f"{_path(wildcards)}/{wildcards.first}-{wildcards.last}"
        if path not in self._grid.blocks:
            raise WorkflowError(f"The study has no block of runs {path}.")
        return self._grid.blocks[path]

    def in_turn(self, wildcards: Wildcards) -> int:
        """Priority of the trainings of a cell: measures (0) first, cell after cell."""
        return self._turns.get(_path(wildcards), 0)

    def made_by(self, *rules: str) -> Callable[[Wildcards], list[str]]:
        """Files of the study that rules make, as an input function."""
        # a function, as Snakemake hashes a named list of inputs once per file in it
        files = self._placed(p for rule in rules for p in self._setting.files[rule])
        return lambda wildcards: files

    def corpus_of_view(self, wildcards: Wildcards) -> str:
        """The encoded corpus a view is of."""
        if wildcards.view not in self._views:
            raise WorkflowError(f"The study has no corpus view {wildcards.view}.")
        return self._setting.file(self._views[wildcards.view].corpus_file)

    def made_of_cell(self, wildcards: Wildcards) -> list[str]:
        """All that is made of a cell's models: while it is wanting they are wanted."""
        return self._placed(self._needs[self.cell_of(wildcards).path])

    def records(self, wildcards: Wildcards) -> list[str]:
        """Records of all models: who reads these asks for no model that is gone."""
        return self._placed(block.record for block in self._grid.blocks.values())

    def records_of_cell(self, wildcards: Wildcards) -> list[str]:
        """Records of a cell, in order of runs."""
        cell = self.cell_of(wildcards)
        return self._placed(block.record for block in self._grid.blocks_of(cell))

    def all_cells(self, wildcards: Wildcards) -> list[Cell]:
        """All cells of the study."""
        return list(self._grid.cells.values())

    def fate(self, wildcards: Wildcards) -> dict:
        """What becomes of the models of a cell, as a slice of the study."""
        return {"models": self._grid.retention(self.cell_of(wildcards))}

    def exported(self, wildcards: Wildcards) -> list[str]:
        """The file that holds the run or average to export, and what it needs."""
        cell, is_run = self.cell_of(wildcards), wildcards.kind == "run"
        if is_run == bool(wildcards.size):
            raise WorkflowError(
                "An export is called run-<number> or average<size>-<first run>."
            )
        if is_run and int(wildcards.number) <= cell.runs:
            return self._exported_run(wildcards, cell)
        sizes = self._grid.averages(cell)
        if not is_run and int(wildcards.size) in sizes:
            return [self._setting.file(sizes[int(wildcards.size)])]
        raise WorkflowError(
            f"{cell.path} has runs 1 to {cell.runs} and averages of "
            f"{', '.join(map(str, sorted(sizes))) or 'no size'}."
        )

    def export(self, wildcards: Wildcards) -> dict:
        """Which space of a file is exported, and how it is written."""
        run, cell = int(wildcards.number), self.cell_of(wildcards)
        export = {"run": run, "binary": wildcards.ending == "bin"}
        if wildcards.kind == "run":
            export["training"] = self._grid.block_spec(Block(cell, run, run))
        return export

    def _exported_run(self, wildcards: Wildcards, cell: Cell) -> list[str]:
        """The record of a run, which stands whatever became of its models; its text."""
        # models may be retired before the job runs, which looks what is there; to train
        # a whole block anew would have its cell measured anew
        blocks = self._grid.blocks_of(cell)
        block = next(x for x in blocks if int(wildcards.number) in x.runs)
        paths = (block.record, block.file, block.thin)
        is_made, *stand = (Path(self._setting.file(path)).is_file() for path in paths)
        # gone: models were trained, or may be by now, and stand no longer
        is_gone = self._grid.retention(cell) == "delete" or is_made and not any(stand)
        needs_text = is_gone and not self._grid.is_external(wildcards.technique)
        texts = [self.corpus_of_view(wildcards)] if needs_text else []
        return [*texts, self._setting.file(block.record)]

    def _placed(self, paths: Iterable[str]) -> list[str]:
        return [self._setting.file(path) for path in paths]


def _path(wildcards: Wildcards) -> str:
    return f"{wildcards.view}/{wildcards.technique}/{wildcards.sampling}"
