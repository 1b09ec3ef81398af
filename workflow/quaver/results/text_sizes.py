"""Stored neighbours of the bootstrapped runs of a text's fractions, side by side."""

from collections.abc import Sequence

import numpy as np

from quaver import store
from quaver.corpora.samples import first_fraction
from quaver.grid import Cell
from quaver.measures.overlap import Overlaps, overlaps
from quaver.statistics import pair_matrix
from quaver.results.sizes import Sized, TextNumbers

LENGTH = 10  # of lists, or the nearest below it that the study has


def text_cells(plan) -> list[list[Cell]]:
    """Bootstrapped cells by text, unit and technique: the fractions of each."""
    groups: dict[tuple, list[Cell]] = {}
    for cell in plan.grid.cells.values():
        if cell.sampling == "bootstrapped" and not plan.grid.is_variant(cell):
            place = cell.view.corpus, cell.view.unit, cell.technique
            groups.setdefault(place, []).append(cell)
    by_size = (sorted(groups[key], key=_fraction) for key in sorted(groups))
    return list(by_size)


def text_sizes(plan, cells: Sequence[Cell]) -> TextNumbers:
    """Neighbours shared by runs in all fractions of a text, the smallest first."""
    there = [cell for cell in cells if _stands(plan, cell)]
    view = (there or cells)[-1].view
    facts = {
        "corpus": view.corpus,
        "view": view.label,
        "unit": view.unit,
        "language": plan.language(cells[0]),
        "technique": cells[0].technique,
        "trainer": plan.study.techniques[cells[0].technique].trainer,
        "left_out": [repr(c.view.fraction) for c in cells if c not in there],
    }
    if not there:
        return TextNumbers(**facts, note=_why(plan, cells[-1]))
    n = _length(plan, there)
    if not n:
        return TextNumbers(**facts, note="fractions have no length of lists in common")
    targets = [_targets(plan, cell) for cell in there]
    common = set(targets[0]).intersection(*targets[1:])
    found = [_sized(plan, cell, n, common) for cell in there]
    last = found[-1][1].word_share[0]
    with store.read(_file(plan, there[-1]), "neighbours") as file:
        frequency = file["frequency"][:][file["targets"][:]]
    return TextNumbers(
        **facts,
        n=n,
        targets=len(last),
        common=len(common),
        sizes=[sized for sized, _ in found],
        frequency=frequency,
        word_share=last,
    )


def _sized(plan, cell: Cell, n: int, common: set[str]) -> tuple[Sized, Overlaps]:
    """One fraction, and how far its runs agree on each target word."""
    names = _targets(plan, cell)
    with store.read(_file(plan, cell), "neighbours") as file:
        stored = file["neighbours"]
        lists = np.stack([stored[run][:, :n] for run in range(len(stored))])
        words = len(file["words"])
    whole = overlaps(lists, [n])
    rows = [row for row, name in enumerate(names) if name in common]
    known = overlaps(lists[:, rows], [n]).share[0] if rows else None
    sized = Sized(
        view=cell.view.label,
        fraction=cell.view.fraction,
        tokens=_tokens(plan, cell),
        runs=len(lists),
        words=words,
        share=_square(whole.share[0]),
        common=None if known is None else _square(known),
    )
    return sized, whole


def _square(pairs: np.ndarray) -> np.ndarray:
    square = pair_matrix(pairs)
    return square + np.eye(len(square))


def _tokens(plan, cell: Cell) -> int:
    """Tokens of a view, once rare words were cut."""
    view = cell.view
    with store.read(plan.file(view.corpus_file), "corpus") as file:
        offsets = first_fraction(file[f"{view.unit}_offsets"][:], view.fraction)
    return int(offsets[-1])


def _targets(plan, cell: Cell) -> list[str]:
    with store.read(_file(plan, cell), "neighbours") as file:
        words = store.texts(file["words"])
        return [words[row] for row in file["targets"][:]]


def _length(plan, cells: Sequence[Cell]) -> int:
    """The length of lists nearest to LENGTH that all cells have; 0 if none."""
    sizes = []
    for cell in cells:
        with store.read(_file(plan, cell), "neighbours") as file:
            sizes.append({int(n) for n in file["sizes"][:]})
    known = set.intersection(*sizes)
    shorter = [n for n in known if n <= LENGTH]
    return max(shorter) if shorter else min(known, default=0)


def _stands(plan, cell: Cell) -> bool:
    is_wanted = plan.grid.is_measured(cell, "neighbours") and not plan.failed(cell)
    files = cell.view.corpus_file, cell.measure("neighbours")
    return is_wanted and all(map(plan.stands, files))


def _why(plan, cell: Cell) -> str:
    if plan.grid.is_external(cell.technique):
        return "the text of these spaces is not known"
    if plan.failed(cell):
        return "runs without a model"
    said = plan.said(f"logs/measure_neighbours/{cell.path}.log")
    return said or "neighbours of bootstrapped runs are not measured"


def _file(plan, cell: Cell):
    return plan.file(cell.measure("neighbours"))


def _fraction(cell: Cell) -> float:
    return cell.view.fraction
