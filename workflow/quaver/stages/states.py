"""How far the training of a block has come, by its record and its journal."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from quaver.grid import Block
from quaver.stages.journal import attempts, digest, read
from quaver.stages.plan import Plan
from quaver.stages.records import read_record

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


def state_of(plan: Plan, block: Block, since: str = "") -> State:
    """State of a block.

    since: when the workflow that holds the study began (ISO 8601, UTC), if one does:
    what began later and has no end is running.
    """
    work = digest(plan.grid.block_spec(block))
    journal = plan.file(f"logs/{plan.grid.rule_of(block)}/{block.path}.jsonl")
    events = [e for e in read(journal) if e.get("work") == work]
    count = attempts(events, work)
    last = tuple(events[_last_start(events) :])
    if plan.stands(block.record):
        record = read_record(plan.file(block.record))
        if record["work"] == work:
            return State("finished", "", record["attempts"], record, last)
    match last[-1]["event"] if last else "finished":
        case "finished":  # and to be trained anew
            return State("not tried", attempts=count)
        case "failed":
            return State("failed", last[-1]["why"], count, events=last)
    if since and last[0]["time"] >= since:
        return State("running", "", count, events=last)
    return State("stopped", SILENT, count, events=last)


def _last_start(events: list[dict]) -> int:
    starts = [k for k, event in enumerate(events) if event["event"] == "started"]
    return starts[-1] if starts else 0
