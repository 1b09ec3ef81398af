"""Tell what a study will take: models, jobs, CPU hours, the clock, memory, disk."""

import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from quaver.engine.clock import Work, clock
from quaver.engine.cost import FIGURE, IMPORTS, ITEMS, OVER, SNAKEMAKE, Costs
from quaver.engine.job import Job, run
from quaver.engine.size import Room, Size, most_at_once, stored_bytes
from quaver.engine.trials import Trial, Trials
from quaver.grid import Cell
from quaver.grid.subjects import Subject, read_by
from quaver.house.change_words import MOST
from quaver.measures import MEASURES
from quaver.measures.declare import CHOSEN, MODELS, WHOLE, Measure
from quaver.results.reader import Results
from quaver.stages.status import UNITS, duration
from quaver.wording import count

SIDE = 1024  # of the square matrices whose product is timed
LISTED = 20  # words of a list that is not there yet


def forecast(job: Job) -> None:
    """Print the plan and the price of a study."""
    results = Results(job.inputs[0])
    jobs = {rule: len(files) for rule, files in results.grid.files().items() if files}
    jobs |= dict.fromkeys(["write_study", "all", *ends_of(results)], 1)
    print(f"study    {results.study.study}")
    print(f"models   {_models(results.grid)}")
    each = ", ".join(f"{rule} {number}" for rule, number in jobs.items())
    print(f"jobs     {sum(jobs.values())} in all: {each}", flush=True)
    _print_prices(results, sum(jobs.values()), job.spec)


def _models(grid) -> str:
    """How many models there are to train, and what of them a study does not name."""
    cells = grid.cells.values()
    variants = sum(cell.runs for cell in cells if grid.is_variant(cell))
    controls = sum(cell.runs for cell in cells if grid.is_control(cell))
    models = f"{sum(cell.runs for cell in cells)} in {count(len(cells), 'cell')}"
    models += f", {variants} of them variants of sweeps" * bool(variants)
    return models + f", {controls} of them controls" * bool(controls)


def ends_of(results: Results) -> dict[str, tuple[str, ...]]:
    """Jobs that write what people read, in turn, each with those it waits for."""
    lists = ["list_neighbours"] * bool(results.study.analyses.neighbours.words)
    lists += ["change"] * bool(results.study.analyses.change)
    is_held = any(map(results.grid.measured.get, ("meaning", "scored")))
    lists += ["thresholds"] * is_held
    drawn = ["draw_figures", *(f"replicate_{paper}" for paper in results.study.papers)]
    turns = [*lists, "make_tables", "summarise", "write_methods", "write_index"]
    chain = {rule: (before,) for before, rule in pairwise(turns)}
    return dict.fromkeys([turns[0], *drawn], ()) | chain


def _print_prices(results: Results, jobs: int, machine: dict) -> None:
    costs, trials = costs_of(results), Trials()
    grid, techniques = results.grid, results.study.techniques
    sizes = {cell: costs.size([cell]) for cell in grid.cells.values()}
    counted = [cell for cell in sizes if sizes[cell].words]
    sized = [cell for cell in counted if not grid.is_external(cell.technique)]
    files = {c: results.file(c.view.corpus_file) for c in sized}
    tried = {c: trials.of(c, techniques[c.technique], files[c]) for c in sized}
    runs = {c: tried[c].seconds(costs.operations(c)) for c in sized}
    training = sum(cell.runs * seconds for cell, seconds in runs.items())
    speed = product_speed()
    start = {kind: _import_seconds(modules) for kind, modules in IMPORTS.items()}
    measured = sum(measuring(costs, sized).values()) / speed
    works = works_of(costs, runs, speed, start)
    works |= endings(results, tuple(works), start["items"])
    # what is not among them is short, and mostly waits for all before
    begin, each = SNAKEMAKE
    others = begin + jobs * each + (jobs - len(works)) * start["measuring"]
    total = others + sum(work.seconds for work in works.values())
    parts = training, measured, total - training - measured
    print(
        f"CPU      about {duration(total, UNITS[1:])} on this machine: "
        "{} of training, {} of measuring and averaging, {} to start jobs and to "
        "write tables and figures".format(*(duration(x, UNITS[1:]) for x in parts))
    )
    cores, memory = (machine.get(name, 0) for name in ("cores", "megabytes"))
    seconds = clock(works, cores or 1, memory) + others
    about, how = duration(seconds, UNITS[1:]), "where memory allows (list scheduling)"
    print(f"clock    about {about} with {cores or 1} at once {how}")
    _print_memory(results, costs, sized)
    rooms = {cell: stored_bytes(grid, cell, sizes[cell]) for cell in counted}
    print(_disk(results, rooms))
    if not any(grid.measured.values()):
        print("note     analyses: {}: nothing is measured of the models")
    for name, reason in _notes(results, sizes, tried):
        print(f"note     {name} {reason}")


def costs_of(results: Results) -> Costs:
    """The costs of a study that stands as a file."""
    grid, analyses = results.grid, results.study.analyses

    def asked(corpus: str) -> int:
        """How many words are asked for of a text, by both analyses."""
        of = analyses.queries, analyses.neighbours
        number = sum(_length(each.words.get(corpus, ())) for each in of)
        return number + (analyses.queries.topics.words if grid.is_chosen(corpus) else 0)

    return Costs(grid, results.root, asked, lambda corpus: ())


def _length(words: str | Sequence[str]) -> int:
    """How many words are asked for; of a list that is not there yet a usual number."""
    return LISTED if isinstance(words, str) else len(words)


def measuring(costs: Costs, sized: list[Cell]) -> Counter:
    """Operations of all measures of the cells whose text is known, by rule."""
    operations: Counter = Counter()
    for measure, _, number in _measured(costs, sized):
        operations[measure.rule] += number
    chosen = filter(costs.grid.is_chosen, {cell.view.corpus for cell in sized})
    operations["choose_queries"] = sum(map(costs.weighing, chosen))
    return operations


def _measured(costs: Costs, sized: list) -> Iterator[tuple[Measure, Subject, float]]:
    """Measures with each subject whose text is known, and the operations of both."""
    cells = set(sized)
    for name, subjects in costs.grid.measured.items():
        measure = MEASURES[name]
        for subject in (x for x in subjects if cells.issuperset(x.cells)):
            whose = subject.terms, subject.learner
            size = costs.size(subject.cells, subject.size, whose)
            yield measure, subject, OVER * measure.cost.operations(size)


def endings(results: Results, others: tuple[str, ...], start: float) -> dict:
    """Jobs that write what people read, after others; start: seconds of an import."""
    analyses = results.study.analyses
    listed = analyses.neighbours.words.values()
    asked = [change.words for change in analyses.change.values()]
    # of all words that are frequent few are drawn
    asked = [range(MOST) if isinstance(words, Mapping) else words for words in asked]
    drawn = {"list_neighbours": listed, "change": asked}
    drawn = {rule: FIGURE * sum(map(_length, words)) for rule, words in drawn.items()}
    return {
        rule: Work(start * (ITEMS + drawn.get(rule, 0)), needs=needs or others)
        for rule, needs in ends_of(results).items()
    }


def works_of(costs: Costs, runs: dict, speed: float, start: dict) -> dict[str, Work]:
    """Measures and trainings in the order they run in, by their files.

    runs: seconds of a run of each cell. speed: operations a second. start: of a job.
    """
    grid, works, begin = costs.grid, {}, start["measuring"]
    for corpus in filter(grid.is_chosen, {cell.view.corpus for cell in runs}):
        works[f"queries/{corpus}.h5"] = Work(begin + costs.weighing(corpus) / speed)
    for measure, subject, operations in _measured(costs, [*runs]):
        others = read_by(grid, measure.name, subject)
        needs = [x.file(MEASURES[name]) for name in others for x in others[name]]
        blocks = (block for cell in subject.cells for block in grid.blocks_of(cell))
        needs += [block.file for block in blocks if MODELS in measure.reads]
        needs += [f"queries/{subject.cell.view.corpus}.h5"] * (CHOSEN in measure.reads)
        needs += grid.wholes(subject.cells) if WHOLE in measure.reads else []
        memory = costs.measure(measure)(subject).megabytes()
        seconds = begin + operations / speed
        works[subject.file(measure)] = Work(seconds, memory, tuple(needs))
    for block in (x for c in grid.in_turn() if c in runs for x in grid.blocks_of(c)):
        seconds = start["training"] + len(block.runs) * runs[block.cell]
        works[block.file] = Work(seconds, costs.training(block).megabytes())
    return works


def product_speed() -> float:
    """Multiplications and additions a second in products of float64 matrices."""
    square = np.random.default_rng(1).random((SIDE, SIDE))
    square @ square  # the first one wakes the library
    started = time.process_time()
    square @ square
    return 2 * SIDE**3 / max(time.process_time() - started, 1e-6)


def _print_memory(results: Results, costs: Costs, sized: list[Cell]) -> None:
    first = {cell: results.grid.blocks_of(cell)[0] for cell in sized}
    memory = {cell: costs.training(first[cell]).held for cell in sized}
    largest = max(memory.values(), default=0)
    print(f"memory   about {largest:.0f} MB for the largest training, times cores")
    most = {cell.technique: cell for cell in sorted(memory, key=memory.__getitem__)}
    if len(most) > 1 and len(memory) > len(most):
        own = [most[x] for x in sorted(most) if not results.grid.is_variant(most[x])]
        each = (f"{c.technique} {_room(1e6 * memory[c])} ({c.view.label})" for c in own)
        print(f"each     {', '.join(each)}")


def _disk(results: Results, rooms: dict[Cell, Room]) -> str:
    """The line on disk: at the end, and the most there is on the way."""
    end = sum(room.others + room.kept for room in rooms.values())
    line = f"disk     about {_room(end)} of models, averages and measures"
    if all(room.kept == room.trained for room in rooms.values()):
        return line
    return f"{line} at the end, {_room(most_at_once(results.grid, rooms))} at the most"


def _notes(
    results: Results, sizes: dict[Cell, Size], tried: dict[Cell, Trial]
) -> list[tuple[str, str]]:
    unknown = dict.fromkeys(c.technique for c, trial in tried.items() if trial.unknown)
    notes = [(name, "could not be tried on a part of its text") for name in unknown]
    files = {c.view.corpus: results.file(c.view.corpus_file) for c in tried}
    expected = [corpus for corpus in sorted(files) if not files[corpus].is_file()]
    if expected:
        names = ", ".join(expected)
        notes.append((names, "not encoded yet: sizes as expected, words imagined"))
    external = {c for c in sizes if results.grid.is_external(c.technique)}
    uncounted = "is not trained here: its measures are not counted"
    notes += [(name, uncounted) for name in {c.technique for c in external}]
    missing = {c.view.corpus for c in sizes if not (c in external or sizes[c].words)}
    cure = "is left out: no text, and no 'expected: {tokens: ..., words: ...}'"
    return [*sorted(notes), *((name, cure) for name in sorted(missing))]


def _import_seconds(modules: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", f"import {modules}"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _room(size: float) -> str:
    """Bytes in the unit that gives two to five digits."""
    for unit, name in ((1e12, "TB"), (1e9, "GB")):
        if size >= 10 * unit:
            return f"{size / unit:.0f} {name}"
    return f"{size / 1e6:.0f} MB"


if __name__ == "__main__":
    run(forecast)
