"""Tell how far a study has come: what is done, running, failed and why, time left."""

import re
import signal
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime

from quaver.engine.job import Job, run
from quaver.engine.states import State, held, state_of
from quaver.grid import Block
from quaver.grid.coordinates import grouped
from quaver.items.terminal import aligned
from quaver.results.reader import Results
from quaver.wording import count, shortened

HEADS = {
    **{"finished": "done", "running": "running", "failed": "failed"},
    **{"stopped": "stopped", "not tried": "waiting"},
}
UNITS = ((86400, "days"), (3600, "hours"), (60, "minutes"))
SHOWN = 12  # lines of one kind
WHERE = re.compile(r"^corpus .*?, run \d+: ")  # what a failure says before its reason


def status(job: Job) -> None:
    """Print how far each study has come; its results are looked at, nothing is run."""
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # who reads may stop: `| head`
    for number, study in enumerate(job.inputs):
        if number:
            print()
        if not study.is_file():
            print(f"study    {study.parent.name}: nothing of it has been run yet")
            continue
        results = Results(study)
        holder = held(results.root)
        states = {b: state_of(results, b, holder) for b in results.grid.blocks.values()}
        at_work = "no workflow is at work on it"
        if holder:
            at_work = f"{holder.by} is at work on it since {_moment(holder.since)}"
        print(f"study    {results.study.study}, {at_work}")
        _print_models(results, states)
        _print_running(states)
        for name in ("failed", "stopped"):
            _print_reasons(name, {b: s for b, s in states.items() if s.name == name})
        _print_jobs(results)
        _print_left(states)


def _print_models(results: Results, states: dict[Block, State]) -> None:
    """A row per corpus and technique; the variants of a sweep go with their base."""
    rows: dict = defaultdict(Counter)
    for block, state in states.items():
        technique = block.cell.technique
        base = results.study.techniques[technique].base or technique
        rows[block.cell.view.corpus, base][state.name] += len(block.runs)
    total: Counter = sum(rows.values(), Counter())
    parts = [f"{total['finished']} of {total.total()} done"]
    _, *others = HEADS.items()
    parts += [f"{total[name]} {head}" for name, head in others if total[name]]
    print("models  ", ", ".join(parts))
    table = [("corpus", "technique", "models", *HEADS.values())]
    for where, counts in sorted(rows.items()):
        numbers = (counts.total(), *(counts[name] for name in HEADS))
        table.append((*where, *(str(number or ".") for number in numbers)))
    heads, _, *lines = aligned(table)
    print("\n".join(f"  {line}" for line in (heads, *lines)))


def _print_running(states: dict[Block, State]) -> None:
    running = [(b, s) for b, s in states.items() if s.name == "running"]
    if running:
        print(f"running  {count(len(running), 'job')}")
    running.sort(key=lambda pair: pair[1].events[0]["time"])
    for block, state in running[:SHOWN]:
        first = state.events[0]
        job = f" (job {first['slurm_job']})" if first["slurm_job"] else ""
        since = f"{first['host']}{job} since {_moment(first['time'])}"
        behind = f", {_trained(state)} of {count(len(block.runs), 'run')} trained"
        print(f"  {block.path} on {since}{behind * (len(block.runs) > 1)}")
    if len(running) > SHOWN:
        print(f"  and {len(running) - SHOWN} more")


def _print_reasons(name: str, states: dict[Block, State]) -> None:
    """Each reason once, with how many models it cost and in which cells."""
    reasons = grouped(states, lambda block: WHERE.sub("", states[block].why))
    models = Counter({x: sum(len(b.runs) for b in reasons[x]) for x in reasons})
    if models:
        print(f"{name:<8} {count(models.total(), 'model')}")
    for reason, number in models.most_common():
        where = list(dict.fromkeys(block.cell.path for block in reasons[reason]))
        print(f"  {number} of {shortened(where, most=3)}: {reason}")


def _print_jobs(results: Results) -> None:
    """Files of every other rule that stand, and why jobs failed whose files do not."""
    reasons: Counter = Counter()
    print("jobs     by rule, done of all")
    for rule, files in results.grid.files().items():
        if files and rule not in ("train_block", "read_vectors"):
            done = sum(map(results.stands, files))
            print(f"  {rule:<22}{done:>6} of {len(files)}")
            if done < len(files):
                for path in sorted(results.file(f"logs/{rule}").rglob("*.log")):
                    lines = path.read_text("utf-8", errors="replace").splitlines()
                    failed = (x for x in lines if x.startswith("Failed: "))
                    reasons.update(x.removeprefix("Failed: ") for x in failed)
    for reason, number in reasons.most_common():
        print(f"  {number} failed: {reason}")


def _print_left(states: dict[Block, State]) -> None:
    """Time left for training, if runs of each technique and text have been finished."""
    measured, waiting = defaultdict(list), Counter()
    for block, state in states.items():
        kind = block.cell.view, block.cell.technique
        runs = [event["seconds"] for event in state.events if event["event"] == "run"]
        seconds = state.record.get("seconds") or runs
        measured[kind] += [x for x in seconds if x is not None]
        if state.name != "finished":
            waiting[kind] += len(block.runs) - _trained(state)
    running = [state for state in states.values() if state.name == "running"]
    left = {kind: runs for kind, runs in waiting.items() if runs}
    if running and left and all(measured[kind] for kind in left):
        means = {kind: sum(measured[kind]) / len(measured[kind]) for kind in left}
        seconds = sum(runs * means[kind] for kind, runs in left.items())
        about = duration(seconds / len(running))
        print(
            f"left     about {about} of training, {count(len(running), 'job')} at once"
        )


def _trained(state: State) -> int:
    events = state.events if state.name == "running" else ()
    return sum(event["event"] == "run" for event in events)


def _moment(time: str) -> str:
    return datetime.fromisoformat(time).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def duration(seconds: float, units: Sequence[tuple[int, str]] = UNITS) -> str:
    """A time in the largest unit of which it has two."""
    for size, name in units:
        if seconds >= 2 * size:
            return f"{seconds / size:,.1f} {name}"
    return f"{seconds:.0f} seconds"


if __name__ == "__main__":
    run(status)
