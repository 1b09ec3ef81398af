"""What is done when a call starts, succeeds or fails, beside the jobs themselves."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from snakemake_interface_common.exceptions import WorkflowError

from quaver.config.errors import cut
from quaver.digest import upgraded
from quaver.disk import full, is_nearly_full
from quaver.engine.setting import Setting
from quaver.engine.sources import Sources
from quaver.engine.standing import Standing, cancel_orphans
from quaver.engine.words import Sets, Words
from quaver.wording import count
from snakemake_logger_plugin_quaver import settle

# Rules that gather what there is, also after failures: summarise after tables.
GATHERING = (
    *("list_neighbours", "change", "thresholds", "make_tables", "replicate"),
    *("summarise", "write_methods", "write_index"),
)
# Their inputs that commands name: not the numbers, which they look for.
GIVEN = "study", "trust", "change", "thresholds", "tables", "citation"
# Rules whose files are made anew in a moment: they make no study unfinished.
REMADE = {*GATHERING, "write_study", "draw_figures", "archive"}
WHOLE = {"all", "study"}  # targets that are all of a study
MARK = "*"  # in place of the name of a rule
UNSAFE = re.compile(r"[^\w./,:=@%+~-]")  # a shell may take it for a command
LONG = 60_000  # characters of a command, a little less than Snakemake's bound
# What Snakemake says when somebody stopped it, and what is told instead.
STOPPED = {
    "Terminating processes on user request": "Stopped by you",
    "Will exit after finishing currently running jobs": "Stopped",
}


class Hooks:
    """What the study in force does at the start and the end of a call."""

    def __init__(self, setting: Setting, sources: Sources, *named: Words | Sets):
        """named: what reads files of words, which may be missing."""
        self._setting, self._call, self._root = setting, setting.call, setting.root
        self._sources, self._named = sources, named
        self._standing = Standing(setting)

    def begin(self) -> None:
        """Refuse what cannot run; hold the study; say what is laid out or made anew."""
        if hasattr(self._call.scheduler, "job_rate_limiter"):
            # Snakemake's leaves a thread per job (snakemake 2967, 3804)
            self._call.scheduler.job_rate_limiter = None
        settle()
        slurm = getattr(self._call.scheduler._executor, "run_uuid", "")
        if slurm or self._has_script():
            self._refuse_unquoted("Slurm's shells" if slurm else "A shell")
        rules = {self._name(job) for job in self._jobs()}
        for named in self._named:
            if named.missing and rules & named.readers:
                raise WorkflowError("\n".join(named.missing))
        self._refuse_unfinished()
        if self._undone():
            self._standing.hold()
            cancel_orphans(Path(self._setting.file("logs/slurm")), slurm)
        self._sources.remember()
        self._standing.date_anew()
        self._tell_upgrades()
        now = self._setting.study.runs_per_job
        before = self._standing.study().get("runs_per_job", now)
        if before not in (None, now):
            print(
                f"runs_per_job was {before} and is {now}: the models are laid out and "
                "trained anew."
            )

    def show_findings(self) -> None:
        """Print findings, and what became of claims, when this call has made them."""
        settle()
        texts = [Path(self._setting.file("tables/findings.txt"))]
        texts += sorted(Path(self._root).glob("papers/*/claims.txt"))
        # a call before may have made them, and been stopped before it said so
        is_done = self._is_new(Path(self._setting.file("README.md")))
        new = [x for x in texts if x.is_file() and (is_done or self._is_new(x))]
        for text in new:
            print(text.read_text(encoding="utf-8"))
        if new:
            paths = map(self._setting.file, ("README.md", "tables", "figures"))
            print("Look at", *filter(os.path.exists, paths))
        # a call for lists of neighbours, change or thresholds alone
        elif own := [
            *filter(self._is_new, Path(self._setting.file("tables")).glob("*.md"))
        ]:
            print("Look at", *sorted(own))

    def count_failures(self, logs: Sequence[str]) -> None:
        """Make tables and summary of what there is; failed trainings count there."""
        settle()
        # a killed job may leave half a character
        texts = [Path(log).read_text("utf-8", errors="replace") for log in logs]
        if stopped := [x for sign, x in STOPPED.items() if sign in "".join(texts)]:
            total = len([*self._call.dag.needrun_jobs(exclude_finished=False)])
            counts = f"{total - len(self._jobs())} of {count(total, 'job')} finished"
            print(f"{stopped[0]}: {counts}; the same command goes on.")
        # tables of a full disk would be cut off, and hide why
        elif is_nearly_full(self._root):
            print(f"Failed: {full(self._root)}")
        # what stands is another's if the failure came before the study was written
        elif self._standing.is_in_force():
            self._gather()
            self.show_findings()
            # last why jobs of this call failed, each reason once
            new = filter(self._is_new, Path(self._setting.file("logs")).rglob("*.log"))
            texts = (log.read_text("utf-8", errors="replace") for log in sorted(new))
            lines = chain.from_iterable(text.splitlines() for text in texts)
            reasons = [*dict.fromkeys(x for x in lines if x.startswith("Failed: "))]
            reasons[5:] = ["..."] * (len(reasons) > 5)
            print(*reasons, sep="\n")

    def _is_new(self, file: Path) -> bool:
        return file.is_file() and file.stat().st_mtime > self._setting.started

    def _jobs(self) -> list:
        return list(self._call.dag.needrun_jobs())

    def _undone(self) -> list[str]:
        """Files of the study this call has yet to make, or has failed to."""
        return sorted({str(file) for job in self._jobs() for file in job.output})

    def _has_script(self) -> bool:
        """Whether a command is so long that Snakemake hands a shell a script's path."""
        if not UNSAFE.search(str(Path.cwd())):
            return False
        commands = ((job.shellcmd or "").replace("'", "'\\''") for job in self._jobs())
        return any(len(command) > LONG for command in commands)

    def _refuse_unquoted(self, who: str) -> None:
        """Refuse paths that Snakemake hands to a shell as they are."""
        files = self._call.overwrite_configfiles
        for path in (Path.cwd(), self._setting.home, sys.executable, *files):
            if UNSAFE.search(str(path)):
                raise WorkflowError(
                    f"{who} would run what stands in '{cut(path)}': use paths of "
                    "letters, digits, '_', '-' and '.' for this study."
                )

    def _refuse_unfinished(self) -> None:
        """Who asks for an archive alone does not mean to train what is missing."""
        planned = [*filter(None, map(self._name, self._jobs()))]
        lacking = [name for name in planned if name not in REMADE]
        is_whole = not WHOLE.isdisjoint(planned)
        if "archive" in planned and not is_whole and lacking:
            are = "is" if len(lacking) == 1 else "are"
            raise WorkflowError(
                f"The study {self._setting.study.study} is not finished, "
                f"{count(len(lacking), 'job')} {are} still to be done: run snakemake "
                "first, then snakemake archive."
            )

    def _tell_upgrades(self) -> None:
        trainings = (job for job in self._jobs() if self._name(job) == "train_block")
        records = (job.output.record for job in trainings)
        record = next(filter(os.path.isfile, records), None)
        if record is None:
            return
        try:
            provenance = json.loads(Path(record).read_text("utf-8"))["provenance"]
            changes = upgraded(json.loads(provenance["versions"]))
        except (ValueError, KeyError, TypeError) as error:
            print(f"{record} is not a whole record ({error}).")
            return
        for change in changes:
            print(
                f"{change}: what it computes is made anew, so that all runs are of one "
                "version. (To keep what stands: the same command with --touch, once.)"
            )

    def _gather(self) -> None:
        """Have the rules that gather do it without what this call has not made."""
        undone = Path(self._setting.file("logs/undone.json"))
        undone.parent.mkdir(parents=True, exist_ok=True)
        undone.write_text(json.dumps(self._undone()))
        jobs = [job for job in self._jobs() if self._name(job) in GATHERING]
        is_broken = False  # then tables that stand may be of an earlier study
        for job in sorted(jobs, key=lambda job: GATHERING.index(self._name(job))):
            if is_broken and self._name(job) == "summarise":
                continue
            command = [sys.executable, "-m", f"quaver.stages.{self._name(job)}"]
            if hasattr(job.params, "paper"):
                command += ["--spec", job.params.paper]
            command += ["--undone", undone, "--output", *job.output, "--input"]
            for name in GIVEN:
                paths = job.input.get(name, [])
                command += [paths] if isinstance(paths, str) else paths
            is_broken |= subprocess.run(command, check=False).returncode != 0
        for job in jobs:
            # to Snakemake then incomplete: made anew when all is there
            self._call.persistence.started(job)

    def _name(self, job) -> str:
        """Our name of a job's rule, of replications "replicate"; "" of others' jobs."""
        # a workflow that uses this one as a module may call rules quaver_<name>
        before, after = self._setting.named(MARK).split(MARK)
        name = job.rule.name
        if not (name.startswith(before) and name.endswith(after)):
            return ""
        name = name.removeprefix(before).removesuffix(after)
        return "replicate" if name.startswith("replicate_") else name
