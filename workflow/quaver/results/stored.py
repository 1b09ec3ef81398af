"""Stored files held open, and records read from them when first asked for."""

import resource
from collections import UserDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import field
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from quaver import store
from quaver.results.blocks import names_of

HELD = 500  # files held open at most: HDF5 takes up to a megabyte for each
OTHERS = 100  # files a process may want beside them

Opening = Callable[[], AbstractContextManager]  # gives the open file


class Stored:
    """A record of facts; others are read from a file, by name, when asked for."""

    # what reads (group, name), where a name is not simply that of what is stored
    READ: ClassVar[Mapping[str, Callable]] = {}

    def __init__(self, **facts):
        self.__dict__.update(facts)

    @classmethod
    def of(cls, opening: Opening, within: str = "/", **facts) -> Self:
        """A record of an open file's group; facts are what is not stored there."""
        # without __init__: that of a dataclass would want all fields, and set them
        record = object.__new__(cls)
        record.__dict__.update(facts, _opening=opening, _within=within)
        return record

    def __getattr__(self, name: str) -> Any:
        """Read a fact and keep it for as long as the record is kept."""
        # copy and pickle look for methods before there is anything to read
        if not name.startswith("_") and "_opening" in self.__dict__:
            with self._opening() as file:
                group, read = file[self._within], self.READ.get(name)
                if read or name in group or name in group.attrs:
                    # frozen dataclasses refuse setattr
                    self.__dict__[name] = (read or _value)(group, name)
                    return self.__dict__[name]
                why = f"is damaged (it has no '{name}'): remove it and run snakemake."
                raise store.StoreError(f"{file.filename} {why}")
        raise AttributeError(f"{type(self).__name__} has no {name}")

    def but(self, **changes) -> Self:
        """The same record with some facts changed; others are still not read."""
        record = object.__new__(type(self))
        record.__dict__.update(self.__dict__ | changes)
        return record


def _value(group, name: str) -> Any:
    """An attribute, a dataset of numbers, or one of texts as a list."""
    if name in group.attrs:
        value = group.attrs[name]
        return value if isinstance(value, str) else value.item()
    dataset = group[name]
    return store.texts(dataset) if dataset.dtype.kind == "O" else dataset[:]


def space_of(file, row: int) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Words (or items) a run has, vectors (words, dims) float32, counts (words,)."""
    present = np.flatnonzero(file["present"][row])
    words, vectors = names_of(file), file["vectors"][row][present]
    counts = file["counts"][row][present]
    return [words[k] for k in present], vectors.astype(np.float32), counts


def absent(value: Any = None) -> Any:
    """A field that has this value in a record of nothing stored."""
    # a plain default would stand in the class, and nothing would be read
    return field(default_factory=lambda: value)


class Rows(UserDict):
    """Rows of datasets by key, read when asked for: memory has no room for all."""

    def __init__(self, opening: Opening, names: Sequence[str], keys: Iterable):
        super().__init__({key: row for row, key in enumerate(keys)})
        self._opening, self._names = opening, names

    def __getitem__(self, key) -> tuple:
        """One row of every dataset."""
        row = self.data[key]
        with self._opening() as file:
            return tuple(file[name][row] for name in self._names)


class Readings(list):
    """Readers of records; going through them reads each anew: memory holds few."""

    def __iter__(self) -> Iterator:
        """Read one record after the other."""
        return (read() for read in super().__iter__())


class OpenFiles:
    """Files of a study, read as when first opened; the oldest asked for go first."""

    def __init__(self, held: int = 0):
        """Hold so many files open, or (0) as many as memory and system allow."""
        self._held = held or limit()
        self._files: dict = {}

    @contextmanager
    def read(self, path: Path, kind: str = "") -> Iterator:
        """An open file of a kind; without a kind of any."""
        file = self._files.pop(path, None) or store.opened(path)
        self._files[path] = file  # the last in order is the last asked for
        while len(self._files) > self._held:
            self._files.pop(next(iter(self._files))).close()
        with store.reading(file, kind):
            yield file


def limit() -> int:
    """How many files may be held open; the soft limit is raised to the hard one."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):  # some systems bear no "unlimited"
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = HELD if soft == resource.RLIM_INFINITY else soft - OTHERS
    return max(1, min(HELD, allowed))
