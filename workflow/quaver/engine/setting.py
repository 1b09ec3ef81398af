"""The study in force, read once while Snakemake reads the rules."""

import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from snakemake_interface_common.exceptions import WorkflowError

from quaver import config as studies
from quaver.config.reading import refuse_duplicates
from quaver.engine.tokenisers import refuse_tokenisers
from quaver.grid import Grid

CELL = "{view}/{technique}/{sampling}"
NAME = r"[A-Za-z0-9][A-Za-z0-9_.-]*"
NUMBER = r"[1-9][0-9]*"
NOTHING = "(?!)"


class Call(Protocol):
    """What is used of Snakemake's `workflow`, which stands for one call of it.

    The dag is there once jobs are planned, scheduler and persistence once they run.
    """

    basedir: str
    overwrite_configfiles: Sequence
    dryrun: bool
    is_main_process: bool
    global_resources: Mapping
    dag: Any
    scheduler: Any
    persistence: Any


class Wildcards(Protocol):
    """The coordinates in the name of a file: view, technique, sampling, corpus, ..."""

    def __getattr__(self, name: str) -> str:
        """Give a coordinate by its name."""
        ...


class Setting:
    """The study in force, its grid, where its results stand, and the call it is of."""

    def __init__(self, call: Call, config: Mapping):
        """Read a study; a mistake in it is one sentence."""
        self.started = time.time()
        self.call, self.home = call, Path(call.basedir)
        self.study, self.grid = _understood(call, config)
        self.root = f"results/{self.study.study}"
        self.written = studies.as_written(self.study)
        self.files = self.grid.files()
        self.corpora = _either(self.study.corpora)
        self.extracted = _either(filter(self.grid.is_extracted, self.study.corpora))
        external = self.grid.is_external
        names = self.study.techniques
        self.external = _either(name for name in names if external(name))
        self.trained = _either(name for name in names if not external(name))

    def file(self, path: str) -> str:
        """Where a file of the study stands, by its path below the results."""
        return f"{self.root}/{path}"

    def log(self, rule: str, path: str = "") -> str:
        """Where a rule's log stands."""
        return self.file(f"logs/{rule}/{path}.log" if path else f"logs/{rule}.log")


def _understood(call: Call, config: Mapping) -> tuple[studies.Study, Grid]:
    if len(call.overwrite_configfiles) > 1:
        raise WorkflowError("One study at a time: name one file after --configfile.")
    try:
        for file in call.overwrite_configfiles or [Path(call.basedir, "config.yaml")]:
            refuse_duplicates(Path(file))
        study = studies.understand(config)
        refuse_tokenisers(study)
        return study, Grid(study)
    except (studies.ConfigError, ValueError) as error:
        raise WorkflowError(f"The study has a mistake. {error}") from None


def _either(names: Iterable[str]) -> str:
    """A pattern of any of some names, of nothing where there is none."""
    return "|".join(names) or NOTHING
