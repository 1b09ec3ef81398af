"""Records that are read anew each time they are gone through."""

from collections.abc import Callable, Iterator, Sequence


class Anew:
    """Records that are read anew, one by one, each time they are gone through.

    The words of all corpora of a large study do not fit into memory together, nor do
    the cosines of all its runs.
    """

    def __init__(self, readers: Sequence[Callable[[], object]]):
        """Take a function per record."""
        self._readers = readers

    def __len__(self) -> int:
        """Number of records."""
        return len(self._readers)

    def __iter__(self) -> Iterator:
        """Read one record after the other."""
        return (read() for read in self._readers)
