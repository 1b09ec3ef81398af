"""What Snakemake says while a study runs: a line per finished job, failures in words.

Used as `snakemake --logger quaver`. A dry run, --verbose and whatever else Snakemake
has to say keep its own words.
"""

import logging
import re
import sys
import time
from logging.handlers import QueueHandler
from pathlib import Path

from snakemake.logging import ColorizingTextHandler, DefaultFilter, DefaultFormatter
from snakemake.settings.enums import Quietness
from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

from quaver import disk
from quaver.wording import count
from snakemake_logger_plugin_quaver.done import past
from snakemake_logger_plugin_quaver.door import end_in_a_sentence, refuse_mistakes
from snakemake_logger_plugin_quaver.progress import Progress, duration

LAST_LINES = 20  # of a failed job's log, where it ends in no sentence
# Said by Snakemake in a run, and told otherwise or of no use to who runs a study.
NEEDLESS = re.compile(
    "Assuming unrestricted|Building DAG|Using shell|Provided |Rules claiming"
    "|(Conda env|Singularity cont|Group jobs).*: (ignored|inactive)|Select jobs to"
    "|Job rate limit|Removing output files of failed|Trying to restart"
    "|Config file .* by additional config|Shutting down, this might"
    "|Exiting because a job execution failed"
    r"|WorkflowError:\s*At least one job did not complete successfully\.\s*$"
)
# Somebody stopped the call: a hook tells it, and how far it has come.
STOPPED = re.compile("Terminating processes on user|Will exit after finishing")
# What is refused while rules are read: a sentence of ours, between lines of program.
REFUSAL = re.compile(
    r"WorkflowError in file [^\n]*:\n(.*?)(\n  File [^\n]*)*\s*", re.DOTALL
)
KILLED = re.compile(r"exit status 137\.|<Signals\.SIGKILL: 9>\.")
NUMBERED = re.compile(r"\[Errno (\d+)\] ([^:\n]*)(?:: '([^']*)')?")
SILENT = (
    LogEvent.WORKFLOW_STARTED,
    LogEvent.RESOURCES_INFO,
    LogEvent.JOB_STARTED,
    LogEvent.PROGRESS,
    LogEvent.GROUP_INFO,
    LogEvent.GROUP_ERROR,  # each of its jobs is told by itself
)


def settle() -> None:
    """Wait until all that was logged is shown, so that print() comes after it."""
    for handler in logging.getLogger("snakemake.logging").handlers:
        if isinstance(handler, QueueHandler):
            handler.queue.join()


class LogHandler(LogHandlerBase):
    """Shows progress on stderr; everything is a whole line, for print()'s sake."""

    writes_to_stream = True
    writes_to_file = False
    has_filter = True
    has_formatter = True
    needs_rulegraph = False

    def __post_init__(self) -> None:
        """Set up Snakemake's own handler, which shows all that is not ours."""
        refuse_mistakes()
        end_in_a_sentence()
        given = self.common_settings
        self.quiet = set(given.quiet or ())
        self.plain = ColorizingTextHandler(
            nocolor=given.nocolor,
            stream=sys.stdout if given.stdout else sys.stderr,
            formatter=DefaultFormatter(self.quiet, given.show_failed_logs),
            filter=DefaultFilter(
                self.quiet,
                given.debug_dag,
                given.verbose,
                given.dryrun,
                given.printshellcmds,
            ),
        )
        self.is_plain = given.dryrun or given.verbose or given.debug_dag
        # Snakemake lists each job of a dry run that is asked to be quiet
        self.is_brief = given.dryrun and Quietness.ALL in self.quiet
        self.began = time.time()
        self.progress: Progress | None = None
        self.messages: dict[int, str] = {}
        self.causes: list[logging.LogRecord] = []  # why commands failed, not yet told
        self.file = ""  # where Snakemake keeps its own log
        self.complaints: set[str] = set()  # of the disk, each told once
        self.is_stopped = False
        # its own log on a full disk must not hide what is said here
        logging.raiseExceptions = self.is_plain

    def emit(self, record: logging.LogRecord) -> None:
        """Show a record, in our words where we have some."""
        try:
            self._show(record)
        except Exception:
            self.handleError(record)

    def close(self) -> None:
        """Show what is still held back."""
        self._release()
        super().close()

    def _show(self, record: logging.LogRecord) -> None:
        event, text = getattr(record, "event", None), record.getMessage()
        ours = {
            LogEvent.RUN_INFO: self._begin,
            LogEvent.JOB_INFO: self._start,
            LogEvent.JOB_FINISHED: self._finish,
            LogEvent.JOB_ERROR: self._fail,
        }
        if self.is_brief and event == LogEvent.JOB_INFO:
            return
        if not self.common_settings.verbose and (refusal := REFUSAL.fullmatch(text)):
            self._write(self.plain.decorate(record, refusal[1]))
        elif self.is_plain:
            self.plain.handle(record)
        elif event in ours:
            ours[event](record)
        elif self.progress and STOPPED.match(text):
            self.is_stopped = True
        elif event in SILENT or NEEDLESS.match(text):
            return
        elif self.progress and text.startswith("Elapsed time"):
            self._end()
        elif self.progress and text.startswith("Complete log"):
            self.file = text
        elif event == LogEvent.ERROR and "CalledProcessError" in text:
            self.causes.append(record)
        elif record.levelno >= logging.WARNING and (told := _complaint(text)):
            self._complain(told, record)
        else:
            self.plain.handle(record)

    def _say(self, text: str) -> None:
        if not self.quiet & {Quietness.PROGRESS, Quietness.ALL}:
            self._write(text)

    def _write(self, text: str) -> None:
        """Show a text however quiet a call is: of failures."""
        self.plain.stream.write(f"{text}\n")
        self.plain.flush()

    def _begin(self, record: logging.LogRecord) -> None:
        counts = {rule: n for rule, n in record.stats.items() if rule != "total"}
        self.progress = Progress(counts)
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        rules = ", ".join(f"{n} {rule}" for rule, n in ordered)
        self._say(f"{count(self.progress.total, 'job')}: {rules}.")

    def _start(self, record: logging.LogRecord) -> None:
        named = ", ".join(f"{k} {v}" for k, v in record.wildcards.items())
        message = record.rule_msg or f"{record.rule_name} {named}".strip() + "."
        self.messages[record.jobid] = " ".join(message.split())
        if self.progress:
            if record.jobid in self.progress.failed:
                self._say(f"Trying again: {self.messages[record.jobid]}")
            self.progress.start(record.jobid, record.rule_name, record.created)

    def _finish(self, record: logging.LogRecord) -> None:
        message = self.messages.pop(record.job_id, None)
        if self.progress is None or message is None:
            return
        self.progress.finish(record.job_id, record.created)
        done, total = self.progress.done, self.progress.total
        told = f"{done:{len(str(total))}} of {total} · {100 * done // total:3} %"
        left = self.progress.seconds_left(record.created)
        if left is not None and done < total:
            about = "over" if self.progress.is_vague else "about"
            told += f" · {about} {duration(left)} left"
        self._say(f"[{told}] {past(message)}")

    def _fail(self, record: logging.LogRecord) -> None:
        if self.is_stopped:  # and its jobs with it
            return
        message = self.messages.get(record.jobid, record.rule_name)
        lines = [f"A job failed: {message}"]
        if record.rule_msg:
            lines.append(f"    {record.rule_msg}")
        cause = next((c for c in self.causes if _runs(record.shellcmd, c)), None)
        if cause:
            self.causes.remove(cause)
        # of what showed its log line by line nothing is said twice
        is_shown = " tee " in (record.shellcmd or "")
        endings = {} if is_shown else {log: _ending(log) for log in record.log}
        if cause and not any(_is_sentence(ending) for ending in endings.values()):
            lines.append(f"    Its command {_exit(cause.getMessage())}")
        for log, ending in endings.items():
            lines += [f"    log: {log}", *(f"    | {line}" for line in ending)]
        if not record.log and record.shellcmd:
            lines.append(f"    command: {' '.join(record.shellcmd.split())}")
        self._write(self.plain.decorate(record, "\n".join(lines)))
        if self.progress:
            self.progress.fail(record.jobid, record.rule_name)

    def _complain(self, told: str, record: logging.LogRecord) -> None:
        if told not in self.complaints:
            self.complaints.add(told)
            self._write(self.plain.decorate(record, f"Failed: {told}"))

    def _end(self) -> None:
        self._release()
        # it was told how far the call has come, or finished jobs were not told
        if self.is_stopped or Quietness.PROGRESS in self.quiet:
            return
        done, total = self.progress.done, self.progress.total
        seconds = duration(time.time() - self.began)
        if done == total:
            self._say(f"Done: {count(total, 'job')} in {seconds}.")
            return
        broken = self.progress.broken
        self._say(
            f"Not done: {done} of {count(total, 'job')} finished, {broken} failed or "
            f"stopped, {total - done - broken} did not start, in {seconds}. "
            f"{self.file}".rstrip()
        )

    def _release(self) -> None:
        for record in () if self.is_stopped else self.causes:
            self.plain.handle(record)
        self.causes.clear()


def _runs(command: str | None, cause: logging.LogRecord) -> bool:
    return bool(command) and command.strip() in cause.getMessage()


def _exit(text: str) -> str:
    """How a command ended, of what Python says: 'returned ... 1.', 'died with ...'."""
    ended = text.strip().splitlines()[-1].rpartition("' ")[2]
    if KILLED.search(ended):
        return (
            "was killed (signal 9), by somebody or by the system for want of memory: "
            "the same command makes up for it; if it happens again, use fewer --cores."
        )
    return ended


def _complaint(text: str) -> str:
    """What an error of Snakemake's own files says of their disk, if it is of one."""
    if found := NUMBERED.search(text):
        number, reason, path = found.groups()
        return disk.complaint(OSError(int(number), reason), path or Path.cwd())
    return ""


def _ending(log: str) -> list[str]:
    """The sentence a log ends in, or else its last lines."""
    path = Path(log)
    if not path.is_file():
        return ["(the log was not written)"]
    lines = path.read_text(encoding="utf-8", errors="replace").rstrip().splitlines()
    if _is_sentence(lines[-1:]):
        return lines[-1:]
    return lines[-LAST_LINES:] or ["(the log is empty)"]


def _is_sentence(lines: list[str]) -> bool:
    return len(lines) == 1 and lines[0].startswith("Failed: ")
