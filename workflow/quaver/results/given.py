"""What a measure is given, read when asked for, and where it writes."""

import importlib
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from itertools import groupby
from pathlib import Path

import numpy as np

from quaver import store
from quaver.measures.errors import MeasureError
from quaver.results.runs import Runs, Shared
from quaver.results.views import tokens_of
from quaver.writer import Writer

MODELS = "models"
BLOCK = re.compile(r"\d+-\d+")  # the name of a block: its first and last run


class Given:
    """The models of a measure's cells, what others measured, and its spec."""

    def __init__(self, paths: Sequence[Path], spec: Mapping):
        self.spec = spec
        self._paths: dict[str, list[Path]] = {}
        for path in paths:
            # thousands of blocks are not opened once more for what their names say
            is_block = BLOCK.fullmatch(path.stem) and path.parent.name != "queries"
            kind = MODELS if is_block else store.kind(path)
            self._paths.setdefault(kind, []).append(path)

    @property
    def cells(self) -> Iterator[Runs]:
        """The runs of every cell, one cell after the other."""
        for _, paths in groupby(self._paths[MODELS], key=lambda path: path.parent):
            yield Runs(list(paths))

    @cached_property
    def runs(self) -> Runs:
        """The runs of the only cell."""
        (runs,) = self.cells  # a measure of one cell must not be given two
        return runs

    def shared(self, least: int = 0, kind: str = MODELS, words=None) -> Shared:
        """The runs of the cell, so many at least, over the words they share.

        kind: "averages" in place of models. words: the only ones that count, else those
        that techniques share, where the study has it so.
        """
        runs = self.runs if kind == MODELS else Runs(self._paths[kind], kind)
        if len(runs) < least:
            why = f"{least} runs or more are needed, there are {len(runs)}"
            raise MeasureError(why)
        # who names words has asked for these, whatever techniques share
        if words is None and "vocabulary" in self._paths:
            words = self.words("vocabulary")
        return Shared(runs, words)

    def others(self, kind: str) -> list[AbstractContextManager["Stored"]]:
        """Files of another measure, to be opened; as many as the study has."""
        return [_stored(path, kind) for path in self._paths.get(kind, ())]

    def other(self, kind: str) -> AbstractContextManager["Stored"]:
        """The only file of another measure, to be opened."""
        (opened,) = self.others(kind)
        return opened

    def reading(self, spec: Mapping) -> Callable[[int], tuple]:
        """What a run of the only cell was trained on, by its place: view and sample."""
        # by name: what reads no texts does not hang on this code
        texts = importlib.import_module("quaver.results.texts")
        (path,) = self._paths["corpus"]
        return texts.reading(path, spec)

    def words(self, kind: str) -> set[str]:
        """Words a file was measured over, to ask whether a word is one of them."""
        with self.other(kind) as stored:
            return set(stored.texts("words"))


class Stored:
    """Datasets of an open file, read where they are sliced."""

    def __init__(self, file):
        self._file, self.attrs = file, file.attrs

    def __getitem__(self, name: str):
        """A dataset by name; tokens of a part stand in the text it is of."""
        is_apart = name == "tokens" and "part_of" in self.attrs
        return tokens_of(self._file) if is_apart else self._file[name]

    def texts(self, name: str) -> list[str]:
        """Texts of a dataset: (n,) -> list."""
        return store.texts(self._file[name])


@contextmanager
def _stored(path: Path, kind: str) -> Iterator[Stored]:
    with store.read(path, kind) as file:
        yield Stored(file)


class Out:
    """Where a measure writes: arrays and texts by name, and room beside for a while."""

    def __init__(self, writer: Writer, path: Path):
        self._path = path
        self.put, self.reserve = writer.put, writer.reserve
        self.describe = writer.describe

    def put_all(self, dims: tuple[str, ...], **arrays) -> None:
        """Write arrays and texts that have the same axes, by name."""
        for name, values in arrays.items():
            self.put(name, dims, values)

    def put_axes(self, **scales) -> None:
        """Write what stands along axes, each called like its axis."""
        for name, values in scales.items():
            self.put(name, (name,), values)

    def room(self, shape: tuple[int, ...], dtype) -> np.memmap:
        """An array on disk that is gone when nobody holds it."""
        with tempfile.TemporaryFile() as file:
            return np.memmap(file, dtype, "w+", shape=shape)

    @contextmanager
    def aside(self, kind: str, write: Callable) -> Iterator[Runs]:
        """Runs (averages) that write(out) makes in a file which does not stay."""
        with store.scratch(self._path) as folder:
            path = folder / f"{kind}.h5"
            with store.create(path, kind, dict) as file:
                write(Out(file, path))
            yield Runs([path], kind)
