"""Records whose fields are read from a stored file when they are first asked for.

A field says where it stands: `cosines: np.ndarray = array()`, `first: Sequence[str] =
texts()`. A record made of values is as any other.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import AbstractContextManager
from dataclasses import MISSING, field
from typing import Any, Self

from quaver import store

Opening = Callable[[], AbstractContextManager]  # gives the open file


class Stored:
    """A frozen dataclass of which some fields are read when they are asked for."""

    @classmethod
    def of(cls, opening: Opening, within: str = "", **facts) -> Self:
        """A record of an open file's group; facts are the fields not stored there.

        within: what stands before the names of datasets, such as "example/".
        """
        # without __init__, which would want all fields, and set them
        record = object.__new__(cls)
        record.__dict__.update(facts, _opening=opening, _within=within)
        return record

    def __getattr__(self, name: str) -> Any:
        """Read a field and keep it for as long as the record is kept."""
        fields = type(self).__dataclass_fields__
        # copy and pickle look for methods before there is anything to read
        if name not in fields or "_opening" not in self.__dict__:
            raise AttributeError(f"{type(self).__name__} has no {name}")
        value = self._value(fields[name], name)
        self.__dict__[name] = value  # frozen dataclasses refuse setattr
        return value

    def _value(self, declared, name: str) -> Any:
        if "read" not in declared.metadata:  # a fact that was left out
            return declared.default_factory()
        stored_name = self._within + (declared.metadata["name"] or name)
        with self._opening() as file:
            return declared.metadata["read"](file, stored_name)

    def but(self, **changes) -> Self:
        """The same record with some fields changed; others are still not read."""
        record = object.__new__(type(self))
        record.__dict__.update(self.__dict__ | changes)
        return record


def stored(read: Callable[[Any, str], Any], name: str = "", default=MISSING) -> Any:
    """A field that read(file, name of the dataset) gives; by default its own name."""
    metadata = {"read": read, "name": name}
    if default is MISSING:
        return field(metadata=metadata)
    # a plain default would stand in the class, and nothing would be read
    return field(default_factory=lambda: default, metadata=metadata)


def array(name: str = "", default=MISSING) -> Any:
    """A field that is a dataset of numbers."""
    return stored(lambda file, name: file[name][:], name, default)


def texts(name: str = "", default=MISSING) -> Any:
    """A field that is a dataset of texts, as a list."""
    return stored(lambda file, name: store.texts(file[name]), name, default)


def length(name: str) -> Any:
    """A field that is the length of a dataset."""
    return stored(lambda file, name: len(file[name]), name)


def attribute(kind: Callable, name: str = "") -> Any:
    """A field that is an attribute of the file or, by "group/name", of a group."""

    def read(file, name: str):
        group, _, key = name.rpartition("/")
        return kind(file[group or "/"].attrs[key])

    return stored(read, name)


class Readings(Sized, Iterable):
    """Records that are read anew, one by one, each time they are gone through.

    The words of all corpora of a large study do not fit into memory together, nor do
    the cosines of all its runs.
    """

    def __init__(self, readers: Sequence[Callable[[], Any]]):
        """Take a function per record."""
        self._readers = readers

    def __len__(self) -> int:
        """Number of records."""
        return len(self._readers)

    def __iter__(self) -> Iterator:
        """Read one record after the other."""
        return (read() for read in self._readers)
