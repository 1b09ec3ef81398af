"""What stands of a study from before: whether Snakemake knows of it, and its dates."""

import base64
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain
from pathlib import Path

import yaml
from snakemake_interface_common.exceptions import WorkflowError

from quaver.disk import complaint
from quaver.engine.setting import Setting

METADATA = Path(".snakemake/metadata")
LONGEST = 250  # letters of a name in that folder; longer ones Snakemake cuts up


def is_known(file: str) -> bool:
    """Tell whether Snakemake remembers how a file was made."""
    name = base64.urlsafe_b64encode(file.encode()).decode()
    # of longer names nothing is known, which only makes us ask less
    return len(name) <= LONGEST and (METADATA / name).is_file()


class Standing:
    """The results of the study in force from before this call."""

    def __init__(self, setting: Setting):
        """Take the study in force."""
        self._setting, self.file = setting, setting.file("study.yaml")

    def study(self) -> Mapping:
        """The study that stands there; nothing where there is none, or no whole one."""
        study = None
        with suppress(FileNotFoundError, yaml.YAMLError, UnicodeDecodeError):
            study = yaml.safe_load(Path(self.file).read_text("utf-8"))
        return study if isinstance(study, dict) else {}

    def is_in_force(self) -> bool:
        """Tell whether the file of the study says what the study in force says."""
        return self.study() == self._setting.written

    def refuse_unknown(self) -> None:
        """Refuse another study where .snakemake is lost; of the same one tell that."""
        # Snakemake would miss a change of the study
        paths = map(self._setting.file, chain(*self._setting.files.values()))
        if not Path(self.file).is_file() or any(map(is_known, (self.file, *paths))):
            return
        root = self._setting.root
        cure = f"snakemake -c1 --touch --forceall --configfile {self.file}"
        if not self.is_in_force():
            raise WorkflowError(
                f"Snakemake does not know how {root} was made: .snakemake is lost, and "
                f"the study is not the one there. Tell it with '{cure}', then run this "
                "again."
            )
        print(
            f"Snakemake does not know how {root} was made: .snakemake is lost. What "
            f"stands counts as made by this code; '{cure}' has that remembered.",
            file=sys.stderr,
        )

    def date_anew(self) -> None:
        """Date now, in their order, files of the future: a clock was wrong."""
        # what is made of them would never be newer
        root, now = self._setting.root, time.time_ns()
        late = []  # by more than a minute, by which clocks of machines may differ
        for folder, _, names in os.walk(root):
            for file in (Path(folder, name) for name in names):
                with suppress(FileNotFoundError):  # a job that was left alone may end
                    dated = file.lstat().st_mtime_ns
                    late += [(dated, file)] * (dated > now + 60 * 10**9)
        for rank, (_, file) in enumerate(sorted(late, reverse=True)):
            try:
                os.utime(file, ns=(now - 1000 * rank,) * 2)
            except OSError as error:
                raise WorkflowError(complaint(error, root) or str(error)) from None
        if late:
            print(
                f"{len(late)} files of {root} were dated in the future: they are dated "
                "now."
            )
