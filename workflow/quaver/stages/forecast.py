"""Tell what a study will take: models, jobs, CPU hours, memory, disk."""

import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping

from quaver import store
from quaver.engine.job import Job, run
from quaver.engine.prices import (
    Room,
    choosing,
    most_at_once,
    operations,
    product_speed,
    stored_bytes,
)
from quaver.engine.trials import text_of, tried
from quaver.grid import Cell
from quaver.results.reader import Results


def forecast(job: Job) -> None:
    """Print the plan and the price of a study."""
    study, *_ = job.inputs
    results = Results(study)
    cells = list(results.grid.cells.values())
    jobs = {rule: len(files) for rule, files in results.grid.files().items() if files}
    ends = ("write_study", "make_tables", "draw_figures", "summarise")
    ends += ("write_methods", "all")
    if results.study.analyses.neighbours.words:
        ends += ("list_neighbours", "draw_neighbours")
    jobs |= dict.fromkeys(ends, 1)
    models = sum(cell.runs for cell in cells)
    variants = sum(cell.runs for cell in cells if results.grid.is_variant(cell))
    swept = f", {variants} of them variants of sweeps" if variants else ""
    print(f"study    {results.study.study}")
    print(f"models   {models} in {len(cells)} cells{swept}")
    print(f"jobs     {sum(jobs.values())} in all: ", end="")
    print(", ".join(f"{rule} {count}" for rule, count in jobs.items()), flush=True)
    _print_prices(results, cells, sum(jobs.values()))


def _print_prices(results: Results, cells: list, jobs: int) -> None:
    texts = {
        cell: text_of(results, cell)
        for cell in cells
        if not results.grid.is_external(cell.technique)
    }
    sized = {cell: text for cell, text in texts.items() if text}
    prices = {cell: tried(results, cell, text) for cell, text in sized.items()}
    training = sum(cell.runs * price.seconds for cell, price in prices.items())
    measuring: Counter = Counter()
    for cell, text in sized.items():
        measuring.update(operations(results, cell, text))
    speed = product_speed()
    measured = sum(measuring.values()) / speed + choosing(results, texts)
    overhead = jobs * _start_seconds()
    hours = (training + measured + overhead) / 3600
    print(
        f"CPU      about {hours:,.{3 if hours < 10 else 0}f} hours on this machine: ",
        end="",
    )
    print(
        f"{_spoken(training)} of training, {_spoken(measured)} of measuring and "
        f"averaging, {_spoken(overhead)} to start jobs"
    )
    _print_room(results, texts, prices)
    for name, said in _notes(results, texts, prices):
        print(f"note     {name} {said}")


def _print_room(results: Results, texts: dict, prices: dict) -> None:
    """Memory of the trainings that take most, one per technique, and disk."""
    largest = max([price.bytes for price in prices.values()], default=0)
    print(
        f"memory   about {largest / 1e6:.0f} MB for the largest training, times cores"
    )
    most: dict = {}
    for cell, price in prices.items():
        if price.bytes > most.get(cell.technique, (0, None))[0]:
            most[cell.technique] = price.bytes, cell
    if len(most) > 1 and len(prices) > len(most):
        each = (
            f"{name} {_room(size)} ({cell.view.label})"
            for name, (size, cell) in sorted(most.items())
            if not results.grid.is_variant(cell)
        )
        print(f"each     {', '.join(each)}")
    external = {c for c in results.grid.cells.values() if c not in texts}
    counted = [*external, *(cell for cell, text in texts.items() if text)]
    print(_disk(results, {c: stored_bytes(results, c, texts.get(c)) for c in counted}))


def _disk(results: Results, rooms: Mapping[Cell, Room]) -> str:
    """The line on disk: at the end, and the most there is on the way."""
    end = sum(room.others + room.kept for room in rooms.values())
    line = f"disk     about {_room(end)} of models, averages and measures"
    if all(room.kept == room.trained for room in rooms.values()):
        return line
    return f"{line} at the end, {_room(most_at_once(results, rooms))} at the most"


def _notes(results: Results, texts: dict, prices: dict) -> list[tuple[str, str]]:
    """What the forecast could not know."""
    said = {c.technique: "could not be tried" for c, p in prices.items() if p.unknown}
    found = [(name, f"{what} on a part of its text") for name, what in said.items()]
    expected = {c.view.corpus for c, text in texts.items() if text and text.is_expected}
    if expected:
        names = ", ".join(sorted(expected))
        found.append((names, "not encoded yet: sizes as expected, words imagined"))
    missing = sorted({c.view.corpus for c, text in texts.items() if text is None})
    external = {c.technique for c in results.grid.cells.values() if c not in texts}
    found += [
        (name, "is not trained here: its measures are not counted") for name in external
    ]
    cure = "is left out: no text, and no 'expected: {tokens: ..., words: ...}'"
    return [*sorted(found), *((name, cure) for name in missing)]


def _start_seconds() -> float:
    """CPU seconds a job takes before it begins its work."""
    command = [sys.executable, "-c", "import quaver.stages.measure_neighbours"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _room(size: float) -> str:
    """Bytes in the unit that gives two to five digits."""
    for unit, name in ((1e12, "TB"), (1e9, "GB")):
        if size >= 10 * unit:
            return f"{size / unit:.0f} {name}"
    return f"{size / 1e6:.0f} MB"


def _spoken(seconds: float) -> str:
    for size, name in ((3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {name}"
    return f"{seconds:.0f} seconds"


if __name__ == "__main__":
    run(forecast, store.StoreError)
