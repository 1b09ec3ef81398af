"""Spaces that are written for other programs: which file holds them."""

from pathlib import Path

from snakemake_interface_common.exceptions import WorkflowError

from quaver.engine.inputs import Inputs
from quaver.engine.setting import Setting, Wildcards
from quaver.grid import Block, Cell


class Exports:
    """What the export of a run or of an average reads and depends on."""

    def __init__(self, setting: Setting, inputs: Inputs):
        """Take the study in force."""
        self._setting, self._grid, self._inputs = setting, setting.grid, inputs

    def source(self, wildcards: Wildcards) -> list[str]:
        """The file that holds the run or average to export, and what it needs."""
        cell, is_run = self._inputs.cell_of(wildcards), wildcards.kind == "run"
        if is_run == bool(wildcards.size):
            raise WorkflowError(
                "An export is called run-<number> or average<size>-<first run>."
            )
        if is_run and int(wildcards.number) <= cell.runs:
            return self._run(wildcards, self._block_with(cell, int(wildcards.number)))
        sizes = self._grid.sizes(cell)
        if not is_run and int(wildcards.size) in sizes:
            return [self._setting.file(cell.average(int(wildcards.size)))]
        raise WorkflowError(
            f"{cell.path} has runs 1 to {cell.runs} and averages of "
            f"{', '.join(map(str, sizes)) or 'no size'}."
        )

    def slice(self, wildcards: Wildcards) -> dict:
        """Which space of a file is exported, and how it is written."""
        run, cell = int(wildcards.number), self._inputs.cell_of(wildcards)
        export = {"run": run, "binary": wildcards.ending == "bin"}
        if wildcards.kind == "run":
            export["training"] = self._grid.block_spec(Block(cell, run, run))
        return export

    def _block_with(self, cell: Cell, run: int) -> Block:
        blocks = self._grid.blocks_of(cell)
        return next(block for block in blocks if run in block.runs)

    def _run(self, wildcards: Wildcards, block: Block) -> list[str]:
        """The record of a run, which stands whatever became of its models; its text.

        Models may be retired between this plan and the job, which looks what is there.
        To train a whole block for the export of one run would have its cell measured
        anew.
        """
        is_trained = not self._grid.is_external(wildcards.technique)
        is_needed = is_trained and self._is_gone(block)
        texts = [self._inputs.corpus_of_view(wildcards)] if is_needed else []
        return [*texts, self._setting.file(block.record)]

    def _is_gone(self, block: Block) -> bool:
        """Tell whether models were trained, or may be by now, and stand no longer."""
        if self._grid.retention(block.cell) == "delete":
            return True
        models = (block.file, block.thin)
        return self._stands(block.record) and not any(map(self._stands, models))

    def _stands(self, path: str) -> bool:
        return Path(self._setting.file(path)).is_file()
