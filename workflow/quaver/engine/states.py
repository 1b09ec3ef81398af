"""How far the training of a block has come, by its record and its journal."""

import fcntl
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from quaver import store
from quaver.engine.journal import attempts, digest, read
from quaver.grid import Block, Grid
from quaver.results.trained import read_record

SILENT = "it ended without a word: killed, or out of memory"


@dataclass(frozen=True)
class State:
    """A block's state and why; attempts, record (if any), events of the last attempt.

    name: finished, failed, running, stopped (begun, but it has no end) or not tried.
    """

    name: str
    why: str = ""
    attempts: int = 0
    record: Mapping = field(default_factory=dict)
    events: tuple[Mapping, ...] = ()


class Results(Protocol):
    """What is asked of the one reader of results: which files of a study stand."""

    grid: Grid

    def file(self, path: str) -> Path:
        """Where a file of the study stands."""
        ...

    def stands(self, path: str) -> bool:
        """Tell whether it does, and is not to be made anew."""
        ...


class Held(NamedTuple):
    """The workflow that holds a study: its process, and since when (ISO 8601, UTC)."""

    by: str
    since: str


def state_of(results: Results, block: Block, held: Held | None = None) -> State:
    """State of a block; held: the workflow at work on the study, if there is one."""
    work = digest(results.grid.block_spec(block))
    if results.stands(block.record):
        record = read_record(results.file(block.record))
        if record["work"] == work:
            return State("finished", "", record["attempts"], record)
    rule = results.grid.rule_of(block)
    journal = results.file(f"logs/{rule}/{block.path}.jsonl")
    events = [event for event in read(journal) if event.get("work") == work]
    last = tuple(events[_last_start(events) :])
    return _unfinished(last, attempts(events, work), held)


def _unfinished(last: tuple, count: int, held: Held | None) -> State:
    """State of a block without a record that counts, by its last attempt."""
    match last[-1]["event"] if last else "finished":
        case "finished":  # and to be trained anew
            return State("not tried", attempts=count)
        case "failed":
            return State("failed", last[-1]["why"], count, events=last)
    if held and last[0]["time"] >= held.since and not _is_dead(last[0]):
        return State("running", "", count, events=last)
    return State("stopped", SILENT, count, events=last)


def _is_dead(started: Mapping) -> bool:
    """Tell whether the process of an attempt is known to have ended."""
    here = started["host"] == socket.gethostname()
    return here and not store.is_alive(started["pid"])


def _last_start(events: list[dict]) -> int:
    starts = [k for k, event in enumerate(events) if event["event"] == "started"]
    return starts[-1] if starts else 0


def held(root: Path) -> Held | None:
    """Which workflow holds the study whose results stand in a folder, if one does.

    Its lock goes with its process, however that ends.
    """
    path = root / "logs/running"
    if not path.is_file():
        return None
    with path.open(encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            since = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            return Held(file.read().strip(), since.isoformat(timespec="milliseconds"))
        except OSError:  # a disk without locks cannot tell
            return None
    return None
