"""The study in force, read once while Snakemake reads the rules, and its specs."""

import json
import re
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from snakemake.iocontainers import Wildcards
from snakemake_interface_common.exceptions import WorkflowError

from quaver import config as studies
from quaver.config.errors import cut
from quaver.config.reading import check_file
from quaver.corpora import languages
from quaver.grid import Grid

if TYPE_CHECKING:  # one that is imported first imports itself in a circle
    from snakemake.workflow import Workflow

CELL = "{view}/{technique}/{sampling}"
NAME = r"[A-Za-z0-9][A-Za-z0-9_.-]*"
NUMBER = r"[1-9][0-9]*"
# Keys of a study that no stored number and no item tells of.
UNREAD = ("archive", "retention", "runs_per_job")


class Setting:
    """The study in force, its grid, where its results stand, and the call it is of."""

    def __init__(self, call: "Workflow", config: Mapping, rules=""):
        """rules: the folder of common.smk, where it is not below that of the call."""
        self.started = time.time()
        self.call, self.home = call, home_of(rules or Path(call.basedir, "workflow"))
        refuse_home(self.home)
        # another workflow may call our rules otherwise
        self.named = call.modifier.modify_rulename
        # a module is given its study by the workflow that uses it
        files = [] if call.modifier.is_module else call.overwrite_configfiles
        if len(files) > 1:
            raise WorkflowError(
                "One study at a time: name one file after --configfile."
            )
        try:
            for file in files or [self.home / "config.yaml"]:
                check_file(Path(file))
            self.study = studies.understand(config)
            refuse_tokenisers(self.study)
            self.grid = Grid(self.study)
        except (studies.ConfigError, ValueError) as error:
            raise WorkflowError(f"The study has a mistake. {error}") from None
        self.root = f"results/{self.study.study}"
        self.written = studies.as_written(self.study)
        self.files = self.grid.files()
        self.corpora = _either(self.study.corpora)
        texts = {name: text.part_of for name, text in self.study.corpora.items()}
        self.parts = _either(name for name in texts if texts[name])
        self.texts = _either({texts[name] or name: None for name in texts})
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


def home_of(rules) -> Path:
    """The clone whose folder of rules this is; one on the net is laid out at once.

    Jobs import its library, while Snakemake holds it packed and reads rules alone.
    """
    if isinstance(rules, str | PathLike):
        return Path(rules).parent
    packed = Path(rules.hosted_repo.repo_clone)
    ask = ["git", "-C", str(packed), "rev-parse", f"{rules.ref}^{{commit}}"]
    commit = subprocess.check_output(ask, text=True).strip()
    home = packed.with_name(f"{packed.name}@{commit}")
    if not home.is_dir():
        with TemporaryDirectory(dir=packed.parent) as scratch:
            folder = Path(scratch, "clone")
            subprocess.run(["git", "clone", "--quiet", packed, folder], check=True)
            checkout = ["git", "-C", folder, "checkout", "--quiet", commit]
            subprocess.run(checkout, check=True)
            folder.rename(home)
    return home


class Specs:
    """The strings rules hang on: each the one slice of the study that it uses."""

    def __init__(self, setting: Setting):
        self._written = setting.written

    def study(self, *keys: str) -> str:
        """The whole study, as it is written down, or some keys of it."""
        return spec({key: self._written[key] for key in keys or self._written})

    def in_order(self) -> str:
        """The whole study, its texts in the order of its file, as tables have them."""
        ordered = json.loads(self.study())
        texts = ordered["corpora"]
        ordered["corpora"] = {name: texts[name] for name in self._written["corpora"]}
        return spec(ordered, is_sorted=False)

    def items(self, **more) -> str:
        """What tables, figures and summary depend on beside the stored numbers."""
        read = {key: self._written[key] for key in self._written if key not in UNREAD}
        return spec(read | more)

    def of(self, slice_of: Callable[[Wildcards], dict]) -> Callable[[Wildcards], str]:
        """The spec of what a function tells of the coordinates of a job."""
        return lambda wildcards: spec(slice_of(wildcards))


def spec(value, is_sorted: bool = True) -> str:
    """Canonical JSON of a slice of the study."""
    # a brace is escaped: Snakemake would take {year} for a wildcard
    text = json.dumps(value, sort_keys=is_sorted, ensure_ascii=False)
    return re.sub(r"\{(?![\"}])", r"\\u007b", text)


def refuse_home(home: Path) -> None:
    """Raise WorkflowError where a clone stands where it cannot be run."""
    # Snakemake takes braces for wildcards, and a colon parts the folders of PATH
    if re.search("[{}:]", str(home)):
        raise WorkflowError(
            f"The clone stands in '{cut(home)}': move it to a path "
            "without '{', '}' and ':'."
        )


def refuse_tokenisers(study: studies.Study) -> None:
    """Raise ConfigError for the first tokeniser that its language does not have."""
    for name, corpus in sorted(study.corpora.items()):
        chosen = corpus.clean.tokeniser
        if chosen == "default":  # every pack has one: none is imported
            continue
        there = list(languages.pack(corpus.language).tokenisers)
        if chosen not in there:
            raise studies.ConfigError(
                f"corpora.{name}.clean.tokeniser: got {chosen!r}, but language "
                f"'{corpus.language}' has {' and '.join(there)}. Write for example "
                f"'tokeniser: {there[0]}'."
            )


def _either(names: Iterable[str]) -> str:
    """A pattern of any of some names, of nothing where there is none."""
    return "|".join(names) or "(?!)"
