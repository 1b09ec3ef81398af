"""Evaluation sets: where their files stand, and what scores on them depend on."""

from collections.abc import Callable

from snakemake_interface_common.exceptions import WorkflowError

from quaver.corpora import languages
from quaver.engine import slices
from quaver.engine.inputs import Inputs
from quaver.engine.setting import Setting, Wildcards
from quaver.engine.sources import Sources
from quaver.grid import Cell, Grid
from quaver.quality.errors import QualityError
from quaver.quality.files import GENSIM, files

Code = Callable[..., str]  # a digest of modules
READERS = {"measure_quality", "compare_averages"}


class Sets:
    """Files of the evaluation sets; missing: what is wrong with those not there."""

    def __init__(self, setting: Setting, inputs: Inputs, sources: Sources, code: Code):
        """Look for the files."""
        self._code = code
        self._setting, self._inputs, self._sources = setting, inputs, sources
        self.missing: list[str] = []
        self._sets = setting.study.analyses.quality.sets
        self._files = {name: self._find(name) for name in self._sets}

    def scores(self, grid: Grid, cell: Cell) -> dict:
        """What the scores of a cell's runs depend on."""
        output = cell.measure("quality")
        return slices.scoring(grid, cell, lambda name: self.contents(name, output))

    def comparison(self, grid: Grid, cell: Cell) -> dict:
        """What a comparison of ways to average the runs of a cell depends on."""
        output = cell.measure("averages")
        return slices.comparing(grid, cell, lambda name: self.contents(name, output))

    def contents(self, name: str, output: str) -> dict:
        """What the files of a set hold, for the spec of an output made of them.

        Of gensim's own its version is in the spec.
        """
        path = self._sets[name].path
        if path.startswith(GENSIM):
            return {}
        return self._sources.contents_of([path], self._files[name], output)

    def code(self, stage: str) -> Callable[[Wildcards], str]:
        """Code of a stage that scores, with the words of the cell's language."""

        def digest(wildcards: Wildcards) -> str:
            language = self._setting.grid.language(self._inputs.cell_of(wildcards))
            return self._code(f"quaver.stages.{stage}", languages.module(language))

        return digest

    def refuse_missing(self, rules: set[str]) -> None:
        """Tell of a missing set before anything is trained; a dry run may go without.

        rules: those that are to run.
        """
        if self.missing and rules & READERS:
            raise WorkflowError("\n".join(self.missing))

    def _find(self, name: str) -> list[str]:
        try:
            return [str(path) for path in files(self._sets[name].path)]
        except QualityError as error:
            self.missing.append(f"The evaluation set {name}: {error}")
            return []
