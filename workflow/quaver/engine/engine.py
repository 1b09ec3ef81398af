"""All that the rules ask of us, for the study in force."""

import gc
import hashlib
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from snakemake_interface_common.exceptions import WorkflowError

from quaver import digest
from quaver.config.errors import cut
from quaver.engine.carried import carried
from quaver.engine.cost import Costs
from quaver.engine.heirs import inherited
from quaver.engine.hooks import Hooks
from quaver.engine.inputs import Inputs
from quaver.engine.items import Items
from quaver.engine.machine import Machine, at_once, bound_memory
from quaver.engine.measuring import Context, Measuring
from quaver.engine.setting import Setting, Specs
from quaver.engine.sources import Sources
from quaver.engine.standing import Standing
from quaver.engine.terms import Terms
from quaver.engine.truths import Truths
from quaver.engine.words import Sets, Words
from snakemake_logger_plugin_quaver import settle

UNNAMED = re.compile("[\udc80-\udcff]")  # bytes of a name that are no character


class Engine:
    """The study in force and, by concern, what its rules ask."""

    def __init__(self, call, config: Mapping, rules=""):
        """rules: the folder of common.smk; workflow.basedir is that of who calls us."""
        # digests are of 300 syntax trees: at Python's own thresholds a sixth of a start
        # goes to looking for garbage
        gc.set_threshold(20_000, 20, 20)
        self.setting = Setting(call, config, rules)
        self.study, self.grid = self.setting.study, self.setting.grid
        self.root, self.written = self.setting.root, self.setting.written
        self.file, self.log = self.setting.file, self.setting.log
        bound = bound_memory(call.global_resources, is_main=call.is_main_process)
        facts = {"settle": settle, "cores": at_once(call.global_resources)}
        self.machine = Machine(bound, study=self.study.study, **facts)
        self.clone = Clone(self.setting.home)
        self.items = Items(self.setting)
        self.inputs = Inputs(self.setting)
        self.specs = Specs(self.setting)
        self.sources = Sources(self.setting, self.inputs, self.code)
        self.sets = Sets(self.setting, self.sources)
        self.words = Words(self.setting)
        self.terms = Terms(self.setting, self.sources, self.words, self.code)
        self.truths = Truths(self.study.analyses.change)
        held = self.sets.contents, self.truths.of
        files = self.sources.of_file
        context = Context(self.grid, self.words.of, *held, files=files)
        self.measuring = Measuring(context, self.root, self.code)
        files_of = self.sources.files_of
        self.costs = Costs(self.grid, self.root, self.words.number, files_of)
        named = self.words, self.sets, self.truths, self.terms
        self.hooks = Hooks(self.setting, self.sources, *named)
        # who touches takes what stands for what is asked, on purpose
        if call.is_main_process and not {"--touch", "-t"} & set(sys.argv):
            Standing(self.setting).refuse_unknown()

    def code(self, *modules: str) -> str:
        """Digest of modules of the clone (it is what jobs run) and all they import."""
        package = self.setting.home / "workflow/quaver"
        return inherited(digest.code(*modules, package=package), package)

    def environment(self) -> dict[str, str]:
        """What only provenance shows: as a param it would rerun."""
        # on a node Snakemake is started once more: the commit is that of the main call
        is_main = self.setting.call.is_main_process
        commit = "" if is_main else os.environ.get("QUAVER_COMMIT", "")
        # jobs run the Python that runs Snakemake, also when .venv was not activated
        folders = [str(Path(sys.executable).parent), *os.get_exec_path()]
        study = hashlib.sha256(self.specs.study().encode())
        return {
            "QUAVER_LIBRARY": str(self.setting.home / "workflow"),
            "QUAVER_PROCESS": f"{os.getpid()}@{socket.gethostname()}",
            "QUAVER_COMMIT": commit or self.clone.commit(),
            "QUAVER_STUDY": self.study.study,
            "QUAVER_STUDY_SEED": str(self.study.seed),
            "QUAVER_STUDY_DIGEST": study.hexdigest(),
            "PATH": os.pathsep.join(folders),
        }


class Clone:
    """The folder of the Snakefile; its files by relative paths, as it may be moved."""

    def __init__(self, home: Path):
        self.home = home

    def published(self, paper: str) -> str:
        """Digest of the published numbers of a paper."""
        return self._held(f"workflow/quaver/papers/{paper}/published/*.csv")

    def simulated(self) -> str:
        """Digest of how often intervals held the truth in simulations."""
        return self._held("workflow/calibration/*.csv")

    def citation(self) -> str:
        """What is cited, and where."""
        return os.path.relpath(self.home / "CITATION.cff")

    def carried(self, wildcards=None) -> list[str]:
        """Files of the workflow that an archive of a study carries."""
        names = sorted(map(os.path.relpath, carried(self.home)))
        for name in filter(UNNAMED.search, names):
            raise WorkflowError(
                f"The clone holds {cut(os.fsencode(name))}, whose name is not UTF-8: "
                "rename or remove it to archive a study."
            )
        return names

    def commit(self) -> str:
        """The project's git commit, or nothing where there is no git."""
        command = ["git", "-C", str(self.home), "rev-parse", "HEAD"]
        with suppress(OSError):
            answer = subprocess.run(command, capture_output=True, text=True)
            return answer.stdout.strip()
        return ""

    def _held(self, pattern: str) -> str:
        """What files hold: a checkout gives them any time stamp."""
        paths = sorted(self.home.glob(pattern))
        digests = (hashlib.sha256(path.read_bytes()).hexdigest() for path in paths)
        # the name alone: elsewhere the clone has another path
        held = list(zip((path.name for path in paths), digests, strict=True))
        return hashlib.sha256(json.dumps(held).encode()).hexdigest()
