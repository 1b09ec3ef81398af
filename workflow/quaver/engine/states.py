"""How far the training of a block has come, by its record and its journal."""

import fcntl
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from quaver import store
from quaver.engine.journal import attempts, digest, read
from quaver.grid import Block
from quaver.results.trained import read_record

RECORDED = {"work", "attempts", "provenance", "peak_bytes", "host", "slurm_job"}
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


class Held(NamedTuple):
    """The workflow that holds a study: its process, and since when (ISO 8601, UTC)."""

    by: str
    since: str


def state_of(results, block: Block, held: Held | None = None) -> State:
    """State of a block; held: the workflow at work on the study, if there is one."""
    work = digest(results.grid.block_spec(block))
    if results.stands(block.record):
        record = read_record(path := results.file(block.record))
        if lacking := RECORDED - {*record}:
            why = f"is damaged (it has no '{min(lacking)}'): remove it and run"
            raise store.StoreError(f"{path} {why} snakemake.")
        if record["work"] == work:
            return State("finished", "", record["attempts"], record)
    journal = f"logs/{results.grid.rule_of(block)}/{block.path}.jsonl"
    events = [e for e in read(results.file(journal)) if e.get("work") == work]
    starts = [k for k, event in enumerate(events) if event["event"] == "started"]
    last = tuple(events[starts[-1] if starts else 0 :])
    count = attempts(events, work)
    match last[-1]["event"] if last else "finished":
        case "finished":  # and to be trained anew
            return State("not tried", attempts=count)
        case "failed":
            return State("failed", last[-1]["why"], count, events=last)
    start = last[0]
    is_here = start["host"] == socket.gethostname()  # where its process may be known
    is_dead = is_here and not store.is_alive(start["pid"])
    if held and start["time"] >= held.since and not is_dead:
        return State("running", "", count, events=last)
    return State("stopped", SILENT, count, events=last)


def held(root: Path) -> Held | None:
    """Which workflow holds the study whose results stand in a folder, if one does."""
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
