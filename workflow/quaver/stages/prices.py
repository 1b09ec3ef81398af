"""What averaging and measuring take: multiplications, at this machine's own speed."""

import time
from pathlib import Path

import numpy as np

from quaver.stages.plan import Plan
from quaver.stages.trials import Text

SIDE = 1024  # of the square matrices whose product is timed
SLACK = 2.0  # what measures take over bare products (make bench measures it)
ROUNDS = 10  # of generalised Procrustes, typically


def product_speed() -> float:
    """Multiplications and additions a second in products of float64 matrices."""
    square = np.random.default_rng(1).random((SIDE, SIDE))
    square @ square  # the first one wakes the library
    started = time.process_time()
    square @ square
    return 2 * SIDE**3 / max(time.process_time() - started, 1e-6)


def operations(plan: Plan, cell, text: Text) -> dict[str, float]:
    """Multiplications and additions of the measures of a cell, by rule."""
    grid, study = plan.grid, plan.study
    dims = study.techniques[cell.technique].parameters.dimensions
    product = 2.0 * text.words * dims**2
    queries = (
        2.0 * text.words * dims * min(study.analyses.stability.targets, text.words)
    )
    compared = _compared(study, cell.runs)
    found = {
        "measure_pip": 2 * product * _pairs(compared),
        "measure_distances": product * _pairs(compared),
        "measure_neighbours": cell.runs * queries,
    }
    sizes = grid.sizes(cell)
    found["average_spaces"] = sum(2 * product * cell.runs for _ in sizes)
    found["measure_averages"] = sum(
        2 * product * _pairs(_compared(study, cell.runs // size)) for size in sizes
    )
    if grid.is_studied(cell):
        found["measure_prediction"] = cell.runs * queries
        effort = {"tree": 2, "one": 2, "procrustes": 2 * ROUNDS}
        found["compare_averages"] = sum(
            product * cell.runs * effort[method] + found["measure_averages"]
            for method in study.analyses.averages.compare
            for _ in sizes
        )
    return {rule: SLACK * count for rule, count in found.items()}


def _compared(study, spaces: int) -> int:
    limit = study.analyses.stability.runs
    return min(spaces, limit) if limit else spaces


def _pairs(spaces: int) -> int:
    """Pairs of spaces, and each with itself."""
    return spaces * (spaces + 1) // 2


def stored_bytes(plan: Plan, cell, text: Text | None) -> int:
    """Bytes of a cell's models, averages and losses of words."""
    if plan.grid.is_external(cell.technique):
        files = map(Path, plan.study.techniques[cell.technique].parameters.files)
        return 2 * sum(file.stat().st_size for file in files if file.is_file())
    words = text.words
    dims = plan.study.techniques[cell.technique].parameters.dimensions
    stability = plan.study.analyses.stability
    averages = sum(cell.runs // size for size in plan.grid.sizes(cell))
    lists = cell.runs * min(stability.targets, words) * max(stability.neighbours) * 8
    spaces = cell.runs + averages
    return words * (spaces * (4 * dims + 9 + 8) + 8 * averages) + lists
