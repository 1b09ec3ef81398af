"""Stored cosines of query words, read into the record of tables."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from quaver import store
from quaver.grid import Cell
from quaver.house.queries import Moments, QueryNumbers
from quaver.results.records import CellNumbers, lost

ARRAYS = (
    *("frequency", "queries", "studied", "listed", "neighbours", "cosines"),
    *("candidates", "candidate_cosines", "candidate_ranks"),
)
TEXTS = ("words", "names")


class StoredMoments(Mapping):
    """Mean, deviation and presence over words by place of the query, read when asked.

    Those of all queries and cells would grow with words times queries.
    """

    def __init__(self, path: Path, queries: int):
        """Remember the file and how many queries it has."""
        self._path, self._queries = path, queries

    def __getitem__(self, query: int) -> Moments:
        """Arrays of one query, each (words,)."""
        if query not in range(self._queries):
            raise KeyError(query)
        with store.read(self._path, "queries") as file:
            return tuple(file[x][query] for x in ("mean", "deviation", "present"))

    def __iter__(self) -> Iterator[int]:
        """Places of the queries."""
        return iter(range(self._queries))

    def __len__(self) -> int:
        """Number of queries."""
        return self._queries


def queried(plan, cell: Cell, numbers: CellNumbers) -> QueryNumbers:
    """What is stored of a cell's queries, or why there is nothing."""
    missing = _missing(plan, cell, numbers)
    if missing:
        return QueryNumbers(numbers, note=missing)
    path = plan.file(cell.measure("queries"))
    with store.read(path, "queries") as file:
        found = {name: file[name][:] for name in ARRAYS}
        found |= {name: store.texts(file[name]) for name in TEXTS}
        found["unknown"] = store.texts(file["unknown_queries"])
    return QueryNumbers(
        numbers, **found, moments=StoredMoments(path, len(found["queries"]))
    )


def _missing(plan, cell: Cell, numbers: CellNumbers) -> str:
    if lost(numbers):
        return lost(numbers)
    if not plan.grid.is_asked(cell):
        return "the study asks for no words here"
    if plan.stands(cell.measure("queries")):
        return ""
    return plan.said(f"logs/measure_queries/{cell.path}.log") or "not measured"
