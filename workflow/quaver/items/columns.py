"""Columns that many tables share."""

from quaver.items.ends import ends
from quaver.items.item import Column

E2, E4 = 1e2, 1e4  # the thesis prints means x 10^2 and deviations x 10^4

CORPUS, VIEW, LANGUAGE = (Column(n, "text") for n in ("corpus", "view", "language"))
TECHNIQUE, TRAINER = (Column(n, "text") for n in ("technique", "trainer"))
IDENTITY = (CORPUS, VIEW, LANGUAGE, TECHNIQUE, TRAINER)
SAMPLING = Column("sampling", "text")
CELL = (*IDENTITY, SAMPLING)  # what identity(cell) of results fills
RUNS, PAIRS, WORDS = (Column(name, "whole") for name in ("runs", "pairs", "words"))
NOTE, VERDICT = Column("note", "remark"), Column("verdict", "remark")


def texts(*names: str) -> tuple[Column, ...]:
    """Columns of texts; a name may hold several, with spaces between them."""
    return tuple(Column(name, "text") for name in " ".join(names).split())


def wholes(*names: str) -> tuple[Column, ...]:
    """Columns of whole numbers."""
    return tuple(Column(name, "whole", places=0) for name in " ".join(names).split())


def numbers(*names: str, scale: float = 1.0, places: int = 3) -> tuple[Column, ...]:
    """Columns of numbers of one scale."""
    names = " ".join(names).split()
    return tuple(Column(name, "number", scale, places) for name in names)


def interval(name: str, scale: float = 1.0, places: int = 3) -> tuple[Column, ...]:
    """A value and both ends of its interval, as items.ends.with_ends names them."""
    return numbers(*ends(name, 0, 0, 0), scale=scale, places=places)
