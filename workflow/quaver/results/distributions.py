"""Stored numbers of how cells are distributed, read into the records of tables."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

from quaver import store
from quaver.grid import Cell
from quaver.spaces.means import ROUNDS
from quaver.results.distribution_records import (
    Averaged,
    Compared,
    Consistency,
    Cosines,
    Distances,
    DistributionNumbers,
    Lists,
    Odds,
    Prediction,
    Proxies,
)
from quaver.results.records import CellNumbers, gap

ENDS = ("", "_low", "_high")
RULES = {
    "consistency": "measure_consistency",
    "cosines": "measure_cosines",
    "prediction": "measure_prediction",
    "proxies": "measure_proxies",
    "averages": "compare_averages",
}


class Overlaps(Mapping):
    """Share and Jaccard overlap (runs, runs) by length of lists, read when asked for.

    Those of all cells and lengths would grow with the square of the runs.
    """

    def __init__(self, path: Path):
        """Read the lengths of the lists alone."""
        self._path = path
        with store.read(path, "neighbours") as file:
            self._rows = {int(n): row for row, n in enumerate(file["sizes"][:])}

    def __getitem__(self, size: int) -> tuple[np.ndarray, np.ndarray]:
        """Both matrices of one length."""
        row = self._rows[size]
        with store.read(self._path, "neighbours") as file:
            return file["share"][row], file["jaccard"][row]

    def __iter__(self) -> Iterator[int]:
        """Lengths, as stored."""
        return iter(self._rows)

    def __len__(self) -> int:
        """Number of lengths."""
        return len(self._rows)


def distribution(plan, cell: Cell, numbers: CellNumbers) -> DistributionNumbers:
    """All measures of a cell's distribution; of those that are missing, why."""
    found, notes = {}, {}
    for name, rule in RULES.items():
        missing = _missing(plan, cell, numbers, (name, rule))
        if missing:
            notes[name] = missing
        else:
            found[name] = READERS[name](plan.file(cell.measure(name)))
    return DistributionNumbers(cell=numbers, notes=notes, **found)


def distances(plan, cell: Cell) -> Distances | None:
    """Distances of whole spaces between the runs of a cell, None where missing."""
    path = cell.measure("distances")
    wanted = plan.grid.is_measured(cell, "distances")
    if plan.failed(cell) or not (wanted and plan.stands(path)):
        return None
    with store.read(plan.file(path), "distances") as file:
        names = ("eigenspace_overlap", "displacement")
        names = (*names, "knn_overlap", "rank_biased_overlap")
        values = {name: file[name][:] for name in names}
    return Distances(runs=len(values["displacement"]), **values)


def _missing(plan, cell: Cell, numbers: CellNumbers, of: tuple[str, str]) -> str:
    """Why a measure of a cell is not there; empty where it is.

    What is left of an earlier study must not stand for a failed cell.
    """
    name, rule = of
    if plan.failed(cell):
        return gap(numbers)
    if plan.stands(cell.measure(name)):
        return ""
    if name == "averages" and not plan.grid.is_compared(cell):
        return "no averages of this cell in the study"
    return plan.said(f"logs/{rule}/{cell.path}.log") or "not measured"


def _consistency(path: Path) -> Consistency:
    names = ("share", "jaccard", "halves_share", "halves_jaccard")
    with store.read(path, "consistency") as file:
        counts = {name: int(file.attrs[name]) for name in ("runs", "half")}
        values = {f"{n}{end}": file[f"{n}{end}"][:] for n in names for end in ENDS}
        return Consistency(**counts, sizes=file["sizes"][:], **values)


def _cosines(path: Path) -> Cosines:
    with store.read(path, "cosines") as file:
        first, second = store.texts(file["example/words"])
        return Cosines(
            runs=len(file["runs"]),
            first=store.texts(file["first"]),
            second=store.texts(file["second"]),
            **{n: file[n][:] for n in ("cosines", "normality", "independence")},
            untested=int(file.attrs["untested"]),
            example=(first, second),
            example_cosines=file["example/cosines"][:],
            chosen=file["example"].attrs["chosen"],
        )


def _prediction(path: Path) -> Prediction:
    values = ("observed", "predicted", "structure", "structure_as_coded")
    values = (*values, "observed_2", "predicted_2", "candidates")
    with store.read(path, "prediction") as file:
        ends = [file[name][:].tolist() for name in ("correlations", "low", "high")]
        told = zip(*ends, strict=True)
        names = store.texts(file["names"])
        return Prediction(
            runs=len(file["runs"]),
            words=store.texts(file["words"]),
            **{name: file[name][:] for name in values},
            common_deviation=float(file.attrs["common_deviation"]),
            correlations=dict(zip(names, told, strict=True)),
            odds=_odds(file["example"]),
            lists=_lists(file["example"], "list_"),
        )


def _odds(group) -> Odds:
    numbers = ("rank", "mean", "deviation", "first", "second")
    return Odds(
        **_chosen(group),
        words=store.texts(group["words"]),
        **{name: group[name][:] for name in numbers},
    )


def _lists(group, prefix: str = "", **averaged) -> Lists:
    return Lists(
        **_chosen(group),
        words=store.texts(group[f"{prefix}words"]),
        ranks=group[f"{prefix}ranks"][:],
        cosines=group[f"{prefix}cosines"][:],
        **averaged,
    )


def _chosen(group) -> dict[str, str]:
    return {name: str(group.attrs[name]) for name in ("word", "chosen")}


def _proxies(path: Path) -> Proxies:
    values = ("sizes", "first_run", "second_run", "spearman")
    with store.read(path, "proxies") as file:
        counts = {name: int(file.attrs[name]) for name in ("targets", "words")}
        return Proxies(**{name: file[name][:] for name in values}, **counts)


def _averages(path: Path) -> Compared:
    with store.read(path, "averages_compared") as file:
        methods = store.texts(file["methods"])
        sizes = [int(size) for size in file["sizes"][:]]
        places = [(method, size) for method in methods for size in sizes]
        return Compared(
            methods=methods,
            sizes=sizes,
            single=_averaged(file["single"]),
            averages={
                (method, size): _averaged(file[f"{method}/{size}"])
                for method, size in places
                if f"{method}/{size}" in file
            },
            lists=_average_lists(file),
        )


def _average_lists(file) -> Lists | None:
    if "example" not in file:
        return None
    group = file["example"]
    method, size = str(group.attrs["method"]), int(group.attrs["size"])
    return _lists(group, method=method, size=size)


def _averaged(group) -> Averaged:
    return Averaged(
        losses=group["losses"][:] if "losses" in group else None,
        cosines=group["cosines"][:],
        firsts=group["firsts"][:],
        unrested=int((group["rounds"][:] >= ROUNDS).sum()) if "rounds" in group else 0,
        **{name: _by_set(group, name) for name in ("scores", "known")},
    )


def _by_set(group, name: str) -> dict[str, np.ndarray]:
    inner = group.get(name, {})
    return {key: inner[key][:] for key in inner}


READERS: dict[str, Callable[[Path], object]] = {
    "consistency": _consistency,
    "cosines": _cosines,
    "prediction": _prediction,
    "proxies": _proxies,
    "averages": _averages,
}
