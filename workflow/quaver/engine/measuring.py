"""What the rules of measures ask: inputs, spec and code, from what measures declare."""

from collections.abc import Callable, Mapping
from functools import cache, cached_property, partial
from typing import Any

from snakemake_interface_common.exceptions import WorkflowError

from quaver.engine.setting import Wildcards, spec
from quaver.grid import Cell, Grid
from quaver.grid.subjects import Subject, read_by, subjects_of
from quaver.measures import MEASURES
from quaver.measures.declare import (
    CHOSEN,
    DRAWS,
    MODELS,
    SIZE,
    TEXTS,
    WHOLE,
    WORDNET,
    Measure,
)


class Context:
    """A grid, and what only files tell: words in lists, truth, what sets hold."""

    def __init__(
        self, grid: Grid, words: Callable, contents: Callable, truth=None, *, files=None
    ):
        """words(analysis, corpus) -> list; contents(set, file made of it) -> dict;
        truth(change) -> dict; files(path, file made of it) -> dict."""
        self._grid, self.words, self.set_contents = grid, words, contents
        self.truth, self.file_contents = truth, files

    def __getattr__(self, name: str):
        """Give what the grid has."""
        return getattr(self._grid, name)


def _by_job(answer: Callable) -> Callable:
    """A method that answers of a measure and a subject, by the wildcards of a job."""

    def of(self, measure: Measure) -> Callable[[Wildcards], Any]:
        return lambda job: answer(self, measure, self.subject(measure, job))

    return of


class Measuring:
    """Inputs, specs and codes of measures, for a study whose results stand at root."""

    def __init__(self, context: Context, root: str, code: Callable):
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
        grid, cells = self._grid, subject.cells
        others = read_by(grid, measure.name, subject)
        # of spaces somebody else trained the text may be nowhere
        texts = (x for x in cells if not self._is_textless(x))
        corpora = filter(grid.is_chosen, dict.fromkeys(x.view.corpus for x in cells))
        files = {
            MODELS: [block.file for cell in cells for block in grid.blocks_of(cell)],
            TEXTS: [*dict.fromkeys(cell.view.corpus_file for cell in texts)],
            CHOSEN: [f"queries/{corpus}.h5" for corpus in corpora],
            WHOLE: grid.wholes(cells),
            WORDNET: ["wordnet/wordnet.h5"],
            DRAWS: [f"terms/{subject.terms}/draws.h5"],
            # of optional ones as many as the study has, maybe none
            **{name: [x.file(MEASURES[name]) for x in others[name]] for name in others},
        }
        names = [name.rstrip("?") for name in measure.reads]
        return {name: [f"{self._root}/{x}" for x in files[name]] for name in names}

    def _is_textless(self, cell: Cell) -> bool:
        is_ours = cell.view.corpus in self._grid.study.corpora
        return self._grid.is_external(cell.technique) and not is_ours

    def spec(self, measure: Measure, subject: Subject) -> str:
        """The slice of the study a measure of a subject depends on."""
        return spec(measure.spec(self._grid, subject))

    def code(self, measure: Measure, subject: Subject) -> str:
        """Digest of what a measure of a subject computes with."""
        own = "quaver.stages.measure", f"quaver.measures.{measure.name}"
        return self._code(*own, *measure.uses(self._grid, subject))

    def subject_of(self, measure: Measure) -> Callable[[Wildcards], Subject]:
        """What a job measures, by its wildcards; inputs, spec, code are asked alike."""
        return partial(self.subject, measure)

    inputs_of, spec_of, code_of = map(_by_job, (inputs, spec, code))

    @cached_property
    def _subjects(self) -> dict[str, dict[str, Subject]]:
        return {
            name: {subject.label: subject for subject in subjects_of(self._grid, x)}
            for name, x in MEASURES.items()
        }
