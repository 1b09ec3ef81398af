"""The runs of a cell, read one by one from its block files."""

from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from quaver import store
from quaver.measures.errors import MeasureError
from quaver.results.blocks import axis_of, names_of
from quaver.spaces.normalise import unit_rows
from quaver.spaces.vocabulary import surviving

CONTEXTS = "contexts"  # where a block holds them
ROWS = 1 << 16  # words of a run read together where all are wanted


class Runs:
    """A cell's runs as a sequence: runs[k] is (vectors, present, counts), read anew.

    words: names of its rows, axis: what these are, words or items. in_any, in_every:
    (words,) bool, words present in a run, in all. Files are opened one at a time: a
    cell may have more blocks than open files allowed.
    """

    def __init__(self, paths: Sequence[Path], kind: str = "models"):
        self._kind = kind
        self._places: list[tuple[Path, int]] = []
        numbers = []
        for path in paths:
            with store.read(path, kind) as file:
                numbers.append(file["runs"][:])
                if path == paths[0]:
                    self.words, self.axis = names_of(file), axis_of(file)
                    self.in_any = np.zeros(len(self.words), dtype=bool)
                    # all True, until a run lacks a word
                    self.in_every = ~self.in_any
                for row in range(len(numbers[-1])):
                    present = file["present"][row]
                    self.in_any |= present
                    self.in_every &= present
                    self._places.append((path, row))
        self.numbers = np.concatenate(numbers)

    def __len__(self) -> int:
        """Number of runs."""
        return len(self._places)

    def __getitem__(self, run: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Vectors (words, dims), present and counts (words,) of one run."""
        path, row = self._places[run]
        with store.read(path, self._kind) as file:
            return tuple(file[name][row] for name in ("vectors", "present", "counts"))

    def rows(self, run: int, part: slice) -> np.ndarray:
        """Vectors of a slice of the words of one run: (words of the slice, dims)."""
        path, row = self._places[run]
        with store.read(path, self._kind) as file:
            return file["vectors"][row, part]

    def contexts(self, run: int) -> np.ndarray:
        """Output weights of one run: (words, dims) float32; refuse a cell without."""
        path, row = self._places[run]
        with store.read(path, self._kind) as file:
            if CONTEXTS not in file:
                raise MeasureError(
                    f"{path} holds no output weights: write 'contexts: true' for its "
                    "technique, or put an array contexts into the npz it is read from"
                )
            return file[CONTEXTS][row]

    def every(self, name: str) -> np.ndarray:
        """A dataset of all files, one row per run."""
        parts = []
        for path in dict(self._places):
            with store.read(path, self._kind) as file:
                parts.append(file[name][:])
        return np.concatenate(parts)

    def frequency(self) -> np.ndarray:
        """Mean occurrences over runs: (words,) float64."""
        total = np.zeros(len(self.words), dtype=np.int64)  # exact, in any order of runs
        for path in dict(self._places):
            with store.read(path, self._kind) as file:
                for row in range(len(file["counts"])):
                    total += file["counts"][row]
        return total / len(self)


class UnitSpaces:
    """The runs over shared words as unit rows: whole, or in slices of the words."""

    def __init__(self, runs: Runs, mask: np.ndarray, limit: int = 0):
        """Look at the words of a mask only; of so many runs, the first, or (0) all."""
        self._runs, self._places = runs, np.flatnonzero(mask)
        self.words = len(self._places)
        self.numbers = runs.numbers[:limit] if limit else runs.numbers

    def __len__(self) -> int:
        """Number of runs."""
        return len(self.numbers)

    def __getitem__(self, run: int) -> np.ndarray:
        """Unit rows of one run: (shared words, dims)."""
        firsts = range(0, self.words, ROWS)
        # the vectors and their unit rows never stand in memory whole, both
        return np.concatenate([self.rows(run, slice(k, k + ROWS)) for k in firsts])

    def rows(self, run: int, part: slice) -> np.ndarray:
        """Unit rows of a slice of the shared words of one run."""
        places = self._places[part]
        first, last = places[0], places[-1]
        # one slice with the words between: HDF5 is slow at picking rows
        vectors = self._runs.rows(run, slice(first, last + 1))
        return unit_rows(vectors[places - first])


class Shared:
    """The runs of a cell over the words they share; mask: (words,) bool of these."""

    def __init__(self, runs: Runs, measured: Collection[str] | None = None):
        self._runs, self.numbers, self.axis = runs, runs.numbers, runs.axis
        steps = [("in any run", runs.in_any), ("in every run", runs.in_every)]
        if measured is not None:
            mask = np.array([word in measured for word in runs.words], dtype=bool)
            steps.append(("measured together", mask))
        self.mask, self._steps = surviving(steps)
        if self.mask.sum() < 2:
            counts = ", ".join(f"{step.name} {step.kept}" for step in self._steps)
            raise MeasureError(
                f"only {self.mask.sum()} {self.axis} are shared ({counts}): a measure "
                "needs two; lower min_count or use more text"
            )

    @cached_property
    def words(self) -> list[str]:
        """The shared words, in order."""
        return [self._runs.words[row] for row in np.flatnonzero(self.mask)]

    def spaces(self, limit: int = 0, of: Runs | None = None) -> UnitSpaces:
        """Unit rows of the first runs, 0 = all; or of other runs over these words."""
        return UnitSpaces(of or self._runs, self.mask, limit)

    def put(self, out) -> None:
        """Write which words were measured, and how many each step dropped."""
        out.put(self.axis, (self.axis,), self.words)
        out.put("frequency", (self.axis,), self._runs.frequency()[self.mask])
        fields = {"steps": "name", "kept": "kept", "dropped": "dropped"}
        for name, field in fields.items():
            values = [getattr(step, field) for step in self._steps]
            out.put(f"vocabulary/{name}", ("steps",), values)
