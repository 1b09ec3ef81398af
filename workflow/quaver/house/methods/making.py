"""What is missing, what it took, and by what software."""

from collections.abc import Sequence

from quaver.house.methods.told import Told
from quaver.house.methods.words import count, listed, shortened
from quaver.results.records import CellNumbers
from quaver.results.work import Work

HASH = 12  # digits of a commit that are shown
HOUR, MINUTE = 3600, 60
DECIDING = ("numpy", "scipy", "h5py", "pandas")  # beside those techniques name


def missing(told: Told) -> list[str]:
    """Paragraphs on what failed or was not measured."""
    planned = sum(cell.runs for cell in told.cells)
    failed = [cell for cell in told.cells if cell.failed]
    lost = sum(cell.failed for cell in failed)
    if not lost:
        many = f"None of the {planned:,} models of the study failed."
        said = [many if planned > 1 else "The one model of the study did not fail."]
    else:
        cells = shortened([_failed(cell) for cell in failed])
        were = "is" if lost == 1 else "are"
        said = [f"Of {count(planned, 'model')} {lost:,} {were} missing: {cells}."]
    return [" ".join([*said, *_unmeasured(told)])]


def _failed(cell: CellNumbers) -> str:
    why = f": {cell.reason.removesuffix('.')}" if cell.reason else ""
    return f"{cell.failed} of {count(cell.runs, 'run')} in {_name(cell)}{why}"


def _name(cell: CellNumbers) -> str:
    return f"`{cell.view}/{cell.technique}/{cell.sampling}`"


def _unmeasured(told: Told) -> list[str]:
    without = [c for c in told.cells if c.losses is None and not c.failed]
    lone = [_name(cell) for cell in without if cell.runs < 2]
    others = [_name(cell) for cell in without if cell.runs > 1]
    said = []
    if lone:
        said.append(f"A single run compares with nothing: {shortened(lone)}.")
    if others:
        said.append(f"Not measured: {shortened(others)}.")
    return said


def computation(told: Told) -> list[str]:
    """A paragraph on machine, time and software."""
    work = told.work
    total = work.training + work.other
    took = f"took {duration(total)} of processor time"
    parts = f", {duration(work.training)} of it for training" if work.training else ""
    days = f", from {_minute(work.started)} to {_minute(work.finished)}"
    when = days if work.started and work.finished else ""
    python = f"Python {listed(work.pythons)}" if work.pythons else ""
    packages = [told.version(name) for name in DECIDING if work.versions.get(name)]
    snakemake = f"{told.version('snakemake')} (@moelder2021)"
    software = listed(filter(None, [python, *packages, snakemake]))
    return [
        f"The stored results {took}{parts}{when}, {_machines(work)}, with Quaver "
        f"{listed(work.quaver)}{_commits(work.commits)}, run by {software}."
    ]


def duration(seconds: float) -> str:
    """CPU time in the unit it is best read in."""
    for size, name in ((HOUR, "hours"), (MINUTE, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.1f} {name}"
    return f"{seconds:,.1f} seconds"


def _minute(moment: str) -> str:
    """2026-11-18T10:50:31.127+00:00 as 2026-11-18 10:50 UTC."""
    return f"{moment[:16].replace('T', ' ')} UTC"


def _machines(work: Work) -> str:
    if not work.hosts:
        return "on a machine that is not known"
    hosts = [f"`{name}` ({count(n, 'thread')})" for name, n in work.hosts.items()]
    number = count(len(hosts), "machine")
    return f"on {number}: {shortened(hosts)}" if len(hosts) > 1 else f"on {hosts[0]}"


def _commits(commits: Sequence[str]) -> str:
    if not commits:
        return ""
    thing = "commits" if len(commits) > 1 else "commit"
    return f" ({thing} {shortened([name[:HASH] for name in commits])})"
