"""What the rules of measures ask: inputs, spec and code, from what measures declare."""

from collections.abc import Callable, Mapping
from functools import cache, cached_property

from snakemake_interface_common.exceptions import WorkflowError

from quaver.engine.setting import Wildcards, spec
from quaver.grid import Grid
from quaver.grid.subjects import Subject, read_by, subjects_of
from quaver.measures import MEASURES
from quaver.measures.declare import CHOSEN, MODELS, SIZE, Measure


class Context:
    """A grid, and what only files tell: words in lists, what evaluation sets hold."""

    def __init__(self, grid: Grid, words: Callable, contents: Callable):
        """words(analysis, corpus) -> list; contents(set, file made of it) -> dict."""
        self._grid, self.words, self.set_contents = grid, words, contents

    def __getattr__(self, name: str):
        """Give what the grid has."""
        return getattr(self._grid, name)


class Measuring:
    """Inputs, specs and codes of measures, for a study whose results stand at root."""

    def __init__(self, context: Context, root: str, code: Callable):
        """Take the grid of a study, in its context; code(*modules): their digest."""
        self._grid, self._root = context, root
        # a digest walks all imports, and is asked for once per job
        self._code = cache(code)

    def subject(self, measure: Measure, wildcards: Mapping) -> Subject:
        """What a job measures."""
        label = measure.of.label.format(**wildcards)
        if label not in self._subjects[measure.name]:
            cell = label.rpartition("/")[0]
            if measure.of is SIZE and cell not in self._grid.cells:
                raise WorkflowError(f"The study has no cell {cell}.")
            raise WorkflowError(f"The study has no {measure.of.name} {label}.")
        return self._subjects[measure.name][label]

    def inputs(self, measure: Measure, subject: Subject) -> dict[str, list[str]]:
        """Files a measure of a subject reads, by what they are."""
        others = read_by(self._grid, measure.name, subject)
        kinds = {MODELS: self._models, CHOSEN: self._chosen}
        files = {}
        for name in (name.rstrip("?") for name in measure.reads):
            if name in kinds:
                paths = kinds[name](subject)
            else:
                # of optional ones as many as the study has, maybe none
                paths = [each.file(MEASURES[name]) for each in others[name]]
            files[name] = [f"{self._root}/{path}" for path in paths]
        return files

    def spec(self, measure: Measure, subject: Subject) -> str:
        """The slice of the study a measure of a subject depends on."""
        return spec(measure.spec(self._grid, subject))

    def code(self, measure: Measure, subject: Subject) -> str:
        """Digest of what a measure of a subject computes with."""
        return self._code(*modules(measure), *measure.uses(self._grid, subject))

    def subject_of(self, measure: Measure) -> Callable[[Wildcards], Subject]:
        """What a job measures, by its wildcards; inputs, spec, code are asked alike."""
        return lambda wildcards: self.subject(measure, wildcards)

    def inputs_of(self, measure: Measure) -> Callable[[Wildcards], dict]:
        """Its inputs."""
        return lambda wildcards: self.inputs(measure, self.subject(measure, wildcards))

    def spec_of(self, measure: Measure) -> Callable[[Wildcards], str]:
        """Its spec."""
        return lambda wildcards: self.spec(measure, self.subject(measure, wildcards))

    def code_of(self, measure: Measure) -> Callable[[Wildcards], str]:
        """Its code."""
        return lambda wildcards: self.code(measure, self.subject(measure, wildcards))

    @cached_property
    def _subjects(self) -> dict[str, dict[str, Subject]]:
        return {
            name: {subject.label: subject for subject in subjects_of(self._grid, x)}
            for name, x in MEASURES.items()
        }

    def _models(self, subject: Subject) -> list[str]:
        blocks_of = self._grid.blocks_of
        return [block.file for cell in subject.cells for block in blocks_of(cell)]

    def _chosen(self, subject: Subject) -> list[str]:
        corpora = dict.fromkeys(cell.view.corpus for cell in subject.cells)
        return [f"queries/{x}.h5" for x in corpora if self._grid.is_chosen(x)]


def modules(measure: Measure) -> tuple[str, str]:
    """Modules a measure computes with; those they import are followed."""
    return "quaver.stages.measure", f"quaver.measures.{measure.name}"
