"""How much disk a study takes, at the end and on the way."""

from collections.abc import Mapping
from typing import NamedTuple

from quaver.engine.size import Size
from quaver.grid import Cell, Grid
from quaver.grid.subjects import Subject
from quaver.measures import MEASURES
from quaver.measures.declare import MODELS

COUNTED = 9  # bytes of a word and run beside its vector: is it there, how often


class Room(NamedTuple):
    """Bytes of a cell: models as trained, what retention leaves of them, all else."""

    trained: float
    kept: float
    others: float


def stored_bytes(grid: Grid, cell: Cell, size: Size) -> Room:
    """Bytes of a cell's models, and of its averages and losses of words."""
    fate = grid.retention(cell)
    if grid.is_external(cell.technique):
        held = sum(size.files)
        return Room(held, {"keep": 1, "thin": 0.5, "delete": 0}[fate] * held, held)
    averages = sum(cell.runs // number for number in grid.sizes(cell))
    lists = cell.runs * size.targets * size.ranks * 8
    models = {
        name: size.words * cell.runs * (width * size.dims + COUNTED)
        for name, width in (("keep", 4), ("thin", 2))
    }
    spaces = averages * (4 * size.dims + COUNTED + 8)
    others = size.words * (spaces + 8 * cell.runs + 8 * averages) + lists
    return Room(models["keep"], models.get(fate, 0), others)


def most_at_once(grid: Grid, rooms: Mapping[Cell, Room]) -> float:
    """Bytes of cells at the most, by their Room, where they are trained in turn.

    A cell is taken to be retired while the one after is trained; none is, before all
    cells are trained that a measure takes together with it.
    """
    cells = [cell for cell in grid.in_turn() if cell in rooms]
    turns = {cell: turn for turn, cell in enumerate(cells)}
    last = dict(turns)
    for subject in _together(grid):
        turn = max(turns.get(cell, 0) for cell in subject.cells)
        last.update({c: max(last[c], turn) for c in subject.cells if c in last})
    standing = most = 0.0
    due: list[Room] = []  # rooms of cells that can be retired
    for turn, cell in enumerate(cells):
        standing += rooms[cell].trained + rooms[cell].others
        # before what is due goes: it stands until the next training has begun
        most = max(most, standing)
        standing -= sum(room.trained - room.kept for room in due)
        due = [rooms[c] for c in cells if last[c] == turn]
    return most


def _together(grid: Grid) -> list[Subject]:
    """Subjects of several cells whose models are read together."""
    return [
        subject
        for name, subjects in grid.measured.items()
        if MODELS in MEASURES[name].reads
        for subject in subjects
        if len(subject.cells) > 1
    ]
