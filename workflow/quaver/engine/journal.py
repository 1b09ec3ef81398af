"""What befell a job, a line per event, whatever became of its outputs.

A journal is appended to, never cut: it outlives killed jobs, other attempts, and the
models themselves. No rule makes it, so nothing reruns for it.
"""

import hashlib
import json
import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path


class Journal:
    """The journal of one job's work, to write to; without a path it stays unwritten."""

    def __init__(self, path: Path | None, spec: Mapping):
        self.path, self.work = path, digest(spec)

    def tell(self, event: str, **facts) -> None:
        """Append an event: started, run, failed or finished."""
        if self.path is None:
            return
        line = {"event": event, "time": now(), "work": self.work, **where(), **facts}
        data = (json.dumps(line, ensure_ascii=False) + "\n").encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # one write in append mode: lines of two processes stand one after the other
            with self.path.open("ab", buffering=0) as file:
                file.write(data)
        except OSError as error:  # a full disk must not hide what befell the work
            print(f"{self.path} is not written: {error}", flush=True)

    def attempts(self) -> int:
        """How often this very work was started."""
        return 1 if self.path is None else attempts(read(self.path), self.work)


def read(path: Path) -> list[dict]:
    """Events of a journal in order; none where there is no journal."""
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    events = []
    for line in lines:
        with suppress(ValueError):  # a full disk or a crash may have cut it short
            event = json.loads(line)
            events += [event] * (isinstance(event, dict) and "event" in event)
    return events


def attempts(events: list[dict], work: str) -> int:
    """How often a work (digest of its spec) was started, by the events of a journal."""
    return sum(e["event"] == "started" and e.get("work") == work for e in events)


def digest(spec: Mapping) -> str:
    """Short name of the work a spec describes, whatever the files it names hold."""
    work = {key: value for key, value in spec.items() if key != "contents"}
    return hashlib.sha256(json.dumps(work, sort_keys=True).encode()).hexdigest()[:16]


def now() -> str:
    """This moment: ISO 8601, UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def where() -> dict:
    """Host, process and, on a cluster, job this is."""
    slurm = os.environ.get("SLURM_JOB_ID", "")
    return {"host": socket.gethostname(), "pid": os.getpid(), "slurm_job": slurm}
