"""What averaging and measuring take: multiplications, at this machine's own speed."""

import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from quaver.engine.trials import Text
from quaver.quality import formats
from quaver.quality.analogies import Analogies
from quaver.quality.errors import QualityError
from quaver.results.reader import Results
from quaver.stages.measure_prediction import GROUPS

SIDE = 1024  # of the square matrices whose product is timed
SLACK = 2.0  # what measures take over bare products (make bench measures it)
COUNTED = 9  # bytes of a word and run beside its vector: is it there, how often
ROUNDS = 10  # of generalised Procrustes, typically
EFFORT = {"tree": 2, "one": 2, "procrustes": 2 * ROUNDS}  # products per run averaged
QUADRATURE = 1.2e8  # worth of a prediction of one target: some 500 words may be nearest
SORTING = 3  # times the work of a query's cosines: these, and their order
LISTED = 20  # words of a list that is not there yet
WEIGHED = 5e-10  # seconds to weigh a word of a text for a topic, once
USUAL = 20_000  # questions of a set of analogies that is not there yet


def product_speed() -> float:
    """Multiplications and additions a second in products of float64 matrices."""
    square = np.random.default_rng(1).random((SIDE, SIDE))
    square @ square  # the first one wakes the library
    started = time.process_time()
    square @ square
    return 2 * SIDE**3 / max(time.process_time() - started, 1e-6)


def operations(plan: Results, cell, text: Text) -> dict[str, float]:
    """Multiplications and additions of the measures of a cell, by rule."""
    grid, study = plan.grid, plan.study
    product = _product(study, cell, text)
    wanted = min(study.analyses.stability.targets, text.words)
    targets = _cosines(study, cell, text, wanted)
    scored = sum(questions_of(study.analyses.quality.sets[n]) for n in grid.sets(cell))
    words = min(study.analyses.quality.restrict, text.words)
    scoring = 2.0 * scored * words * _dims(study, cell)
    found = {"measure_quality": cell.runs * scoring}
    pairs = _pairs(_compared(study, cell.runs))
    each = {
        "pip": 2 * product * pairs,
        "neighbours": cell.runs * targets,
        "distances": (not grid.is_variant(cell)) * product * pairs,
    }
    for measure, count in each.items():
        found[f"measure_{measure}"] = grid.is_measured(cell, measure) * count
    if grid.is_asked(cell):
        wanted = SORTING * _asked(plan, cell.view.corpus)
        found["measure_queries"] = cell.runs * _cosines(study, cell, text, wanted)
    sizes = grid.sizes(cell)
    between = {
        size: 2 * product * _pairs(_compared(study, cell.runs // size))
        for size in sizes
    }
    found["average_spaces"] = len(sizes) * 2 * product * cell.runs
    found["measure_averages"] = sum(between.values())
    if grid.is_studied(cell):
        left = 1 + min(cell.runs, GROUPS)  # all runs, and without each group of them
        found["measure_prediction"] = cell.runs * targets + wanted * left * QUADRATURE
        found["measure_proxies"] = product * _proxy_products(study, cell, text)
    if grid.is_compared(cell):
        found["compare_averages"] = sum(
            product * cell.runs * EFFORT[method]
            + between[size]
            + cell.runs // size * scoring
            for method in study.analyses.averages.compare
            for size in sizes
        )
    return {rule: SLACK * count for rule, count in found.items()}


def _dims(study, cell) -> int:
    return study.techniques[cell.technique].parameters.dimensions


def _product(study, cell, text: Text) -> float:
    """Of a Gram matrix over all words."""
    return 2.0 * text.words * _dims(study, cell) ** 2


def _cosines(study, cell, text: Text, asked: int) -> float:
    """Of the cosines of so many words with all words in one run."""
    return 2.0 * text.words * _dims(study, cell) * asked


def _asked(plan: Results, corpus: str) -> int:
    """How many words are asked for of a text, by both analyses."""
    analyses, found = plan.study.analyses, 0
    for given in (analyses.queries.words, analyses.neighbours.words):
        words = given.get(corpus, ())
        found += LISTED if isinstance(words, str) else len(words)
    is_chosen = plan.grid.is_chosen(corpus)
    return found + (analyses.queries.topics.words if is_chosen else 0)


def _proxy_products(study, cell, text: Text) -> float:
    """Gram matrices of proxies, three a draw and pair of runs, in those of all words.

    Each size that is smaller than the vocabulary is drawn twice.
    """
    wanted = study.analyses.distribution
    drawn = [size for size in wanted.proxies if size < text.words]
    pairs = min(wanted.run_pairs, cell.runs * (cell.runs - 1) // 2)
    return 3 * pairs * (1 + 2 * sum(drawn) / text.words)


def choosing(plan: Results, texts: Mapping) -> float:
    """Seconds to find the topics of texts: every word weighed for every topic."""
    wanted = plan.study.analyses.queries.topics
    tokens: dict[str, int] = {}
    for cell, text in texts.items():
        name = cell.view.corpus
        if text and plan.grid.is_chosen(name):
            tokens[name] = max(tokens.get(name, 0), text.tokens)
    weighed = wanted.iterations * wanted.number if wanted else 0
    return WEIGHED * weighed * sum(tokens.values())


@cache
def questions_of(entry) -> int:
    """Analogies an evaluation set asks; of one that is not there, as many as usual."""
    try:
        given = formats.read(entry.path, entry.format, entry.encoding)
    except QualityError:
        return USUAL if entry.format in ("analogies", "analogy_pairs") else 0
    return len(given.words) if isinstance(given, Analogies) else 0


def _compared(study, spaces: int) -> int:
    limit = study.analyses.stability.runs
    return min(spaces, limit) if limit else spaces


def _pairs(spaces: int) -> int:
    """Pairs of spaces, and each with itself."""
    return spaces * (spaces + 1) // 2


class Room(NamedTuple):
    """Bytes of a cell: models as trained, what retention leaves of them, all else."""

    trained: float
    kept: float
    others: float


def stored_bytes(plan: Results, cell, text: Text | None) -> Room:
    """Bytes of a cell's models, and of its averages and losses of words."""
    fate = plan.grid.retention(cell)
    if plan.grid.is_external(cell.technique):
        files = map(Path, plan.study.techniques[cell.technique].parameters.files)
        size = sum(file.stat().st_size for file in files if file.is_file())
        return Room(size, {"keep": 1, "thin": 0.5, "delete": 0}[fate] * size, size)
    words, dims = text.words, _dims(plan.study, cell)
    stability = plan.study.analyses.stability
    averages = sum(cell.runs // size for size in plan.grid.sizes(cell))
    lists = cell.runs * min(stability.targets, words) * max(stability.neighbours) * 8
    models = {
        name: words * cell.runs * (bits // 8 * dims + COUNTED)
        for name, bits in (("keep", 32), ("thin", 16))
    }
    spaces = averages * (4 * dims + COUNTED + 8)
    others = words * (spaces + 8 * cell.runs + 8 * averages) + lists
    return Room(models["keep"], models.get(fate, 0), others)


def most_at_once(plan: Results, rooms: Mapping) -> float:
    """Bytes of cells at the most, by their Room, where they are trained in turn.

    A cell is taken to be retired while the one after is trained; where techniques share
    a vocabulary, none is measured before all of its text and sampling are trained.
    """
    cells = [cell for cell in plan.grid.in_turn() if cell in rooms]
    together = plan.study.analyses.stability.vocabulary == "techniques"
    groups = [(c.view, c.sampling) if together else c for c in cells]
    last = {group: place for place, group in enumerate(groups)}
    standing = most = 0.0
    due: list[Room] = []  # rooms of cells that can be retired
    for place, cell in enumerate(cells):
        standing += rooms[cell].trained + rooms[cell].others
        most = max(most, standing)
        standing -= sum(room.trained - room.kept for room in due)
        complete = last[groups[place]] == place
        due = [
            rooms[c] for c, g in zip(cells, groups, strict=True) if g == groups[place]
        ] * complete
    return most
