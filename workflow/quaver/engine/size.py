"""The size of what a job works on, what is often counted of it, and its disk."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from quaver.config.study import Analyses
from quaver.foreign import expanded, fault
from quaver.grid import Cell, Grid
from quaver.measures import MEASURES
from quaver.measures.declare import MODELS
from quaver.quality import analogies, files, formats
from quaver.trainers.declare import WORD

COUNTED = 9  # bytes of a word and run beside its vector: is it there, how often
EFFORT = {"tree": 2, "one": 2, "procrustes": 20}  # products per run averaged


@dataclass(frozen=True)
class Size:
    """Of a measure's cells, or a technique's text: what costs are told from.

    words, tokens, dims: of the largest; units: that have vectors. runs: of all cells.
    compared: two by two, of one. size: runs of an average; sizes: all that a cell has.
    asked: words to follow. terms: the set that is learned, and who learns it.
    files: bytes of each space somebody else trained. questions: of evaluation sets.
    """

    words: int = 0
    tokens: int = 0
    units: int = 0
    dims: int = 0
    runs: int = 1
    compared: int = 1
    size: int = 1
    sizes: tuple[int, ...] = ()
    asked: int = 0
    files: tuple[int, ...] = ()
    questions: int = 0
    terms: tuple[str, str] = ("", "")
    analyses: Analyses = Analyses()
    word: int = WORD

    @property
    def targets(self) -> int:
        """Words whose neighbours are compared."""
        return min(self.words, self.analyses.stability.targets)

    @property
    def ranks(self) -> int:
        """Length of the longest neighbour list."""
        return max(self.analyses.stability.neighbours)

    @property
    def averages(self) -> int:
        """Averages of a size that are compared two by two."""
        limit, number = self.analyses.stability.runs, self.runs // self.size
        return min(number, limit) if limit else number

    @property
    def by_averages(self) -> list["Size"]:
        """The same for each size of averages."""
        return [replace(self, size=size) for size in self.sizes]

    # operations

    @property
    def product(self) -> float:
        """Of a Gram matrix over all words."""
        return 2.0 * self.words * self.dims**2

    @staticmethod
    def pairs(spaces: int) -> int:
        """Pairs of spaces, and each with itself."""
        return spaces * (spaces + 1) // 2

    def grams(self, spaces: int) -> float:
        """Of losses between so many spaces: Grams of all pairs, and of their words."""
        return 2 * self.product * self.pairs(spaces) if spaces > 1 else 0.0

    @property
    def lookups(self) -> float:
        """Of the cosines of targets with all words in every run, and their order."""
        return self.runs * self.words * self.targets * (2.0 * self.dims + 80)

    @property
    def overlaps(self) -> float:
        """Of comparing the neighbour lists of all pairs of runs."""
        return 1.2e3 * self.targets * self.ranks * self.runs**2

    @property
    def scoring(self) -> float:
        """Of all questions of the sets of a language, asked of one space."""
        counted = min(self.words, self.analyses.quality.restrict)
        return 2.0 * self.questions * counted * self.dims

    @property
    def permutations(self) -> int:
        """Permuted sets of words that each association is compared with."""
        asked = self.analyses.associations
        return asked.permutations if asked else 1

    @property
    def associated(self) -> float:
        """Of all associations of one space, with some twenty words in a set."""
        asked = self.analyses.associations
        questions = len(asked.sets) * len(asked.tests) if asked else 1
        return 100.0 * self.dims * self.permutations * questions

    @property
    def similarities(self) -> float:
        """Of similarities of targets with all words in every run, twice: all of them
        by bins, and the nearest in order."""
        asked = self.analyses.similarity
        targets = min(self.words, asked.targets) if asked else 1
        ranks = min(self.words, asked.ranks) if asked else 1
        each = self.words * (4.0 * self.dims + 160) + ranks * (2.0 * self.dims + 800)
        return self.runs * targets * each

    @property
    def meant(self) -> int:
        """Words whose pairs are held against a baseline, all known to it at most."""
        asked = self.analyses.similarity
        return min(self.words, asked.targets) if asked else 1

    @property
    def meanings(self) -> float:
        """Of all ranks in lists of these words in every run, and of relabellings."""
        asked = self.analyses.similarity
        ranked = self.runs * self.meant * self.words * (2.0 * self.dims + 400)
        deals = asked.threshold.relabellings if asked else 1
        return ranked + 90.0 * deals * self.meant**2

    def turning(self, method: str) -> float:
        """Of averaging all runs by a method: each is turned to others."""
        return EFFORT[method] * self.product * self.runs

    # bytes

    @property
    def models(self) -> float:
        """Of the vectors of all runs."""
        return 4.0 * self.words * self.dims * self.runs

    @property
    def spaces(self) -> float:
        """One or two spaces, cosines of targets with all words, who has which word."""
        return 4e8 + self.words * (12.0 * self.dims + 2100 + 4 * self.runs + WORD)

    @property
    def tiles(self) -> float:
        """Grams of a tile of pairs, a row block of its runs, losses of words."""
        # at most so much of Grams or moments is held together
        held = min(1.1e9, 4.0 * (self.dims * (self.compared + 1)) ** 2)
        block = min(4e8, 16_400.0 * self.dims * self.compared)
        return held + block + self.words * (WORD + self.runs + 20.0 * self.compared)

    @property
    def branches(self) -> float:
        """Two spaces in float64, and a branch of the tree of averages per level."""
        levels = max(self.sizes, default=1).bit_length()
        held = 4e8 + self.words * self.dims * (44.0 + 4 * levels)
        return max(self.spaces, held)


@cache
def questions_of(entry) -> int:
    """Analogies an evaluation set asks; of one that is not there, as many as usual."""
    try:
        questions = formats.read(entry.path, entry.format, entry.encoding)
    except files.QualityError:
        return 20_000 if entry.format in ("analogies", "analogy_pairs") else 0
    return len(questions.words) if isinstance(questions, analogies.Analogies) else 0


def bytes_of(path: Path | str) -> int:
    """Size of a file; none where it is not there."""
    return 0 if fault(path) else expanded(path).stat().st_size


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
    averages = sum(cell.runs // number for number in grid.averages(cell))
    lists = cell.runs * size.targets * size.ranks * 8
    parameters = grid.study.techniques[cell.technique].parameters
    numbers = size.dims * (1 + getattr(parameters, "contexts", False))
    keep, thin = (size.words * cell.runs * (x * numbers + COUNTED) for x in (4, 2))
    spaces = averages * (4 * size.dims + COUNTED + 8)
    others = size.words * (spaces + 8 * cell.runs + 8 * averages) + lists
    return Room(keep, {"keep": keep, "thin": thin}.get(fate, 0), others)


def most_at_once(grid: Grid, rooms: Mapping[Cell, Room]) -> float:
    """Bytes of cells at the most, by their Room, where they are trained in turn.

    A cell is taken to be retired while the one after is trained; none is, before all
    cells are trained that a measure takes together with it.
    """
    cells = [cell for cell in grid.in_turn() if cell in rooms]
    turns = {cell: turn for turn, cell in enumerate(cells)}
    last = dict(turns)
    for name, subjects in grid.measured.items():
        if MODELS not in MEASURES[name].reads:
            continue
        for together in (subject.cells for subject in subjects):
            turn = max(turns.get(cell, 0) for cell in together)
            last.update({c: max(last[c], turn) for c in together if c in last})
    standing = most = 0.0
    due: list[Room] = []  # rooms of cells that can be retired
    for turn, cell in enumerate(cells):
        standing += rooms[cell].trained + rooms[cell].others
        # before what is due goes: it stands until the next training has begun
        most = max(most, standing)
        standing -= sum(room.trained - room.kept for room in due)
        due = [rooms[c] for c in cells if last[c] == turn]
    return most
