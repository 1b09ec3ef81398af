"""The string a rule hangs on: the one slice of the study that it uses."""

import json
import re
from collections.abc import Callable

from quaver.engine.inputs import Inputs
from quaver.engine.setting import Setting, Wildcards

# Keys of a study that no stored number and no item tells of.
UNREAD = ("archive", "retention", "runs_per_job")


def spec(value) -> str:
    """Canonical JSON of a slice of the study.

    A brace in a text is escaped: Snakemake would take {year} for a wildcard.
    """
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return re.sub(r"\{(?![\"}])", r"\\u007b", text)


class Specs:
    """The specs of rules, for the study in force."""

    def __init__(self, setting: Setting, inputs: Inputs):
        """Take the study in force."""
        self._setting, self._inputs = setting, inputs

    def study(self) -> str:
        """The whole study, as it is written down."""
        return spec(self._setting.written)

    def checked(self) -> str:
        """What may be checked before anything runs."""
        written = self._setting.written
        return spec(
            {key: written[key] for key in ("corpora", "techniques", "analyses")}
        )

    def items(self, **more) -> str:
        """What tables, figures and summary depend on beside the stored numbers."""
        written = self._setting.written
        return spec({key: written[key] for key in written if key not in UNREAD} | more)

    def of(self, slice_of: Callable[[Wildcards], dict]) -> Callable[[Wildcards], str]:
        """The spec of what a function tells of the coordinates of a job."""
        return lambda wildcards: spec(slice_of(wildcards))
