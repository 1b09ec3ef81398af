"""Stored numbers of one cell, and of the words of a technique's cells."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields
from functools import partial

import numpy as np

from quaver import store
from quaver.grid import Cell
from quaver.results.distribution_records import Distances
from quaver.results.records import CellNumbers, SetNumbers, WordNumbers
from quaver.results.stored import Opening

DISTANCES = [field.name for field in fields(Distances) if field.name != "runs"]
NO_WORDS = {
    "words": [],
    **dict.fromkeys(("frequency", "intrinsic", "extrinsic"), np.empty(0)),
    **dict.fromkeys(("missing", "dropped"), 0),
}


class Overlaps(Mapping):
    """Share and Jaccard overlap (runs, runs) by length of lists, read when asked for.

    Those of all cells and lengths would grow with the square of the runs.
    """

    def __init__(self, opening: Opening):
        """Read the lengths of the lists alone."""
        self._opening = opening
        with opening() as file:
            self._rows = {int(n): row for row, n in enumerate(file["sizes"][:])}

    def __getitem__(self, size: int) -> tuple[np.ndarray, np.ndarray]:
        """Both matrices of one length."""
        row = self._rows[size]
        with self._opening() as file:
            return file["share"][row], file["jaccard"][row]

    def __iter__(self) -> Iterator[int]:
        """Lengths, as stored."""
        return iter(self._rows)

    def __len__(self) -> int:
        """Number of lengths."""
        return len(self._rows)


def cell_numbers(results, cell: Cell) -> CellNumbers:
    """Stored numbers of a cell, measured or not."""
    grid, view = results.grid, cell.view
    technique = results.study.techniques[cell.technique]
    # one failed block is enough: a cell of fewer runs is another cell
    failed = results.failed(cell)
    # what is left of an earlier study must not stand for a failed cell
    stored = {} if failed else _measured(results, cell)
    # None of each: a size that was wanted and is missing gets a row
    averages = dict.fromkeys(grid.wanted_sizes(cell))
    if "losses" in stored:
        averages = {size: _averages(results, cell, size) for size in averages}
    return CellNumbers(
        corpus=view.corpus,
        view=view.label,
        unit=view.unit,
        fraction=view.fraction,
        language=grid.language(cell),
        technique=cell.technique,
        trainer=technique.trainer,
        sampling=cell.sampling,
        runs=cell.runs,
        failed=sum(len(block.runs) for block in failed),
        # the first block's: the others mostly failed of the same
        reason=next(filter(None, map(results.reason, failed)), ""),
        averages=averages,
        parameters=asdict(technique.parameters),
        base=technique.base,
        varied=technique.varied,
        wanted=grid.is_measured(cell, "pip") or cell.runs < 2,
        **{**UNMEASURED, "quality": dict.fromkeys(grid.sets(cell)), **stored},
    )


UNMEASURED = {"losses": None, "words": None, "steps": (), "overlaps": {}}


def _measured(results, cell: Cell) -> dict:
    """What is stored of a cell whose models are trained, by field."""
    numbers: dict = {}
    for name, read in READERS.items():
        if results.grid.is_measured(cell, name) and results.stands(cell.measure(name)):
            numbers |= read(partial(results.read, cell.measure(name), name))
    # not a reader as the others: sets differ from cell to cell
    names = results.grid.sets(cell)
    if names and results.stands(cell.measure("quality")):
        with results.read(cell.measure("quality"), "quality") as file:
            numbers["quality"] = {name: _set_numbers(file, name) for name in names}
    return numbers


def _pip(opening: Opening) -> dict:
    with opening() as file:
        kept, dropped = (file[f"vocabulary/{k}"][:] for k in ("kept", "dropped"))
        names = store.texts(file["vocabulary/steps"])
        return {
            "losses": file["losses"][:],
            "words": len(file["words"]),
            "steps": tuple(zip(names, kept.tolist(), dropped.tolist(), strict=True)),
        }


def _distances(opening: Opening) -> dict:
    with opening() as file:
        return {"distances": {name: file[name][:] for name in DISTANCES}}


READERS = {
    "pip": _pip,
    "neighbours": lambda opening: {"overlaps": Overlaps(opening)},
    "distances": _distances,
}


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


def distances_of(numbers: CellNumbers) -> Distances | None:
    """Distances of whole spaces between the runs of a cell, None where missing."""
    if not numbers.distances:
        return None
    return Distances(runs=len(numbers.distances["displacement"]), **numbers.distances)


def word_numbers(results, cell: Cell) -> WordNumbers:
    """Instability of the words of a cell's view x technique."""
    view, technique = cell.view, cell.technique
    facts = {
        "corpus": view.corpus,
        "view": view.label,
        "language": results.grid.language(cell),
        "technique": technique,
        "trainer": results.study.techniques[technique].trainer,
    }
    reason = _missing(results, cell)
    if reason:
        return WordNumbers(**facts, note=reason, **NO_WORDS)
    path = view.measure(technique, "instability")
    opening = partial(results.read, path, "instability")
    return WordNumbers.of(opening, **facts, note="")


def _missing(results, cell: Cell) -> str:
    """Why the instability of words is not known; empty where it is."""
    pair = [results.grid.cells.get(path) for path in cell.view.pair(cell.technique)]
    if None in pair:
        return "needs shuffled and bootstrapped runs"
    if any(map(results.failed, pair)):
        return "runs without a model"
    path = cell.view.measure(cell.technique, "instability")
    return "" if results.stands(path) else "not measured"
