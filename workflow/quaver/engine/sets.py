"""Evaluation sets: where their files stand, and what scores on them depend on."""

from snakemake_interface_common.exceptions import WorkflowError

from quaver.engine.setting import Setting
from quaver.engine.sources import Sources
from quaver.quality.errors import QualityError
from quaver.quality.files import GENSIM, files

READERS = {"measure_quality", "compare_averages"}


class Sets:
    """Files of the evaluation sets; missing: what is wrong with those not there."""

    def __init__(self, setting: Setting, sources: Sources):
        """Look for the files."""
        self._sources = sources
        self.missing: list[str] = []
        self._sets = setting.study.analyses.quality.sets
        self._files = {name: self._find(name) for name in self._sets}

    def contents(self, name: str, output: str) -> dict:
        """What the files of a set hold, for the spec of an output made of them.

        Of gensim's own its version is in the spec.
        """
        path = self._sets[name].path
        if path.startswith(GENSIM):
            return {}
        return self._sources.contents_of([path], self._files[name], output)

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
            # not raised: a call that scores nothing needs no sets
            self.missing.append(f"The evaluation set {name}: {error}")
            return []
