"""Stored numbers of one cell, and of the words of a technique's cells."""

from functools import partial

import numpy as np

from quaver import store
from quaver.grid import Cell
from quaver.results.records import CellNumbers, SetNumbers, WordNumbers, of_technique
from quaver.results.stored import Opening, Rows

READ = ("pip", "neighbours", "distances")  # of each cell; of sets as it has them
DISTANCES = "eigenspace_overlap", "displacement", "knn_overlap", "rank_biased_overlap"


def overlap_rows(opening: Opening) -> Rows:
    """Share and Jaccard overlap (runs, runs) by length of lists."""
    with opening() as file:
        return Rows(opening, ("share", "jaccard"), file["sizes"][:].tolist())


def cell_numbers(results, cell: Cell) -> CellNumbers:
    """Stored numbers of a cell, measured or not."""
    grid, technique = results.grid, results.study.techniques[cell.technique]
    # one failed block is enough: a cell of fewer runs is another cell
    failed = results.failed(cell)
    # the first block's is told: the others mostly failed of the same
    reasons = (results.failure(grid.rule_of(x), x.path) for x in failed)
    # None of each set and size: what was wanted and is missing gets a row
    stored = {"quality": dict.fromkeys(grid.sets(cell))}
    stored |= {"averages": dict.fromkeys(grid.wanted_sizes(cell))}
    # what is left of an earlier study must not stand for a failed cell
    stored |= {} if failed else _measured(results, cell)
    return CellNumbers(
        **of_technique(results, cell),
        unit=cell.view.unit,
        fraction=cell.view.fraction,
        sampling=cell.sampling,
        runs=cell.runs,
        failed=sum(len(block.runs) for block in failed),
        reason=next(filter(None, reasons), ""),
        parameters=technique.parameters.as_spec(),
        base=technique.base,
        varied=technique.varied,
        drawn=results.drawn(cell),
        wanted=grid.is_measured(cell, "pip") or cell.runs < 2,
        item="" if grid.has_words(cell) else grid.item(cell),
        **stored,
    )


def _measured(results, cell: Cell) -> dict:
    asked = (x for x in READ if results.grid.is_measured(cell, x))
    paths = {name: cell.measure(name) for name in asked}
    files = {x: path for x, path in paths.items() if results.stands(path)}
    numbers: dict = {}
    if "pip" in files:
        with results.read(files["pip"], "pip") as file:
            kept, dropped = (file[f"vocabulary/{k}"][:] for k in ("kept", "dropped"))
            names = store.texts(file["vocabulary/steps"])
            steps = tuple(zip(names, kept.tolist(), dropped.tolist(), strict=True))
            numbers |= {"losses": file["losses"][:], "words": len(file["words"])}
        sizes = results.grid.wanted_sizes(cell)
        averages = {size: _averages(results, cell, size) for size in sizes}
        numbers |= {"steps": steps, "averages": averages}
    if "neighbours" in files:
        opening = partial(results.read, files["neighbours"], "neighbours")
        numbers["overlaps"] = overlap_rows(opening)
    if "distances" in files:
        with results.read(files["distances"], "distances") as file:
            numbers["distances"] = {name: file[name][:] for name in DISTANCES}
    # not as the others: sets differ from cell to cell
    names = results.grid.sets(cell)
    if names and results.stands(cell.measure("quality")):
        with results.read(cell.measure("quality"), "quality") as file:
            numbers["quality"] = {name: _set_numbers(file, name) for name in names}
    return numbers


def _averages(results, cell: Cell, size: int) -> np.ndarray | None:
    path = cell.measure(f"averages_{size}")
    # a file of more runs may stand there from an earlier study
    if 2 * size > cell.runs or not results.stands(path):
        return None
    with results.read(path, "pip") as file:
        return file["losses"][:]


def _set_numbers(file, name: str) -> SetNumbers:
    # by name: the order of sets in the study may have changed since
    row, sections = store.texts(file["sets"]).index(name), {}
    if f"analogies/{name}" in file:
        group = file[f"analogies/{name}"]
        questions = group["questions"][:].tolist()
        counts = zip(questions, group["known"][:].T, group["right"][:].T, strict=True)
        sections = dict(zip(store.texts(group["sections"]), counts, strict=True))
    return SetNumbers(
        kind=store.texts(file["kinds"])[row],
        questions=int(file["questions"][row]),
        scores=file["scores"][row],
        known=file["known"][row],
        sections=sections,
        note=store.texts(file["notes"])[row],
    )


def word_numbers(results, cell: Cell) -> WordNumbers:
    """Instability of the words of a cell's view x technique."""
    facts = of_technique(results, cell)
    path = cell.view.measure(cell.technique, "instability")
    pair = [results.grid.cells.get(path) for path in cell.view.pair(cell.technique)]
    if None in pair:
        note = "needs shuffled and bootstrapped runs"
    elif any(map(results.failed, pair)):
        note = "runs without a model"
    else:
        note = "" if results.stands(path) else "not measured"
    if note:
        return WordNumbers(**facts, note=note)
    opening = partial(results.read, path, "instability")
    return WordNumbers.of(opening, **facts, note="")
