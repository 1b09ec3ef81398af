"""How words changed over the periods of a series, beside other words, and since when.

As between two texts (quaver.measures.change): contexts in one space of all periods,
squared distances without what few documents add, less the shift that control words
share. A period in which a word has too few documents is a gap.
"""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import numpy as np

from quaver.measures.change import DEALING, SHARED, spread
from quaver.measures.change_contexts import WINDOW, gathered
from quaver.measures.declare import SERIES, TEXTS, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.measures.pooling import groups, pool, room
from quaver.spaces.contexts import Contexts
from quaver.statistics.dealing import adjusted
from quaver.statistics.drift import drift
from quaver.statistics.periods import (
    Change,
    by_period,
    centre_of,
    change_of,
    changes,
    each_period,
    grouped,
)
from quaver.statistics.trajectories import band, bases, breaks, centre_over

CONTROLS = "percentile", "median"  # what is kept of the words beside one


class Series(NamedTuple):
    """What is told of: uses, the period of each document, how many there are, and the
    words whose mean shift is that of all."""

    uses: Contexts
    periods: np.ndarray
    number: int
    shared: np.ndarray

    def centre(self, first: int, second: int):
        """What control words have in common in two periods."""
        sides = np.full(len(self.periods), -1)
        sides[self.periods == first], sides[self.periods == second] = 0, 1
        return centre_of(self.uses, self.shared, sides)


def measure(given, out) -> None:
    """Store the change of each word in each period, and where it changed at once."""
    spec, space = given.spec, pool(given)
    words = partial(_followed, spec["words"], space.words)
    # a period of few documents is a gap of all words
    made = gathered(given, space, words, least=1)
    uses, periods = made.contexts, made.periods
    if spec["deal"] != "document":
        uses, periods = grouped(uses, periods, groups(given, spec["deal"]))
    occurrences = made.counts[:, made.chosen]
    # of all periods alike: where all stand, no shift is of some words alone
    shared = np.flatnonzero(occurrences.all(axis=0))
    shared = shared[spread(occurrences[:, shared])]
    series = Series(uses, periods, len(occurrences), shared)
    targets = np.searchsorted(made.chosen, made.targets)
    names = [space.words[row] for row in made.targets]
    out.put_axes(words=names, missing=made.missing)
    out.put("tokens", ("periods",), made.counts.sum(axis=1))
    axes = "words", "periods"
    out.put("occurrences", axes, occurrences[:, targets].T)
    for name, values in trajectories(series, targets, is_first=spec["first"]).items():
        out.put(name, axes, values)
    centre = centre_over(uses, shared, periods, series.number)
    rules = {"targets": targets, "controls": shared, "deals": spec["contexts"]}
    points = breaks(uses, periods, centre, **rules, seed=spec["seed"])
    beside = _beside(series, targets, points.begins)
    for name, values in (points._asdict() | beside).items():
        out.put(f"point/{name}", ("words",), values)


def trajectories(
    series: Series, targets: np.ndarray, *, is_first: bool
) -> dict[str, np.ndarray]:
    """Change of targets by period, with its band and its place among controls.

    Each (targets, periods), NaN where there are too few documents. base: the period
    compared with, -1 = none. median: of controls of like frequency.
    """
    words = np.arange(series.uses.word.max() + 1)
    documents = np.array([_documents(series, word) for word in targets])
    base = bases(documents, is_first=is_first)
    pairs = sorted({(int(b), k) for row in base for k, b in enumerate(row) if b >= 0})
    moved = _moved(series, words, pairs)
    names = "squared", "low", "high", "cosine", *CONTROLS
    table = {name: np.full(base.shape, np.nan) for name in names}
    for pair, every in moved.items():
        rows = np.flatnonzero(base[:, pair[1]] == pair[0])
        arrays = Change(*map(np.array, zip(*every, strict=True)))
        own = Change(*(values[targets[rows]] for values in arrays))
        beside = drift(own, arrays)
        for name in ("squared", "cosine"):
            table[name][rows, pair[1]] = getattr(own, name)
        for name in CONTROLS:
            table[name][rows, pair[1]] = getattr(beside, name)
    for row, word in enumerate(targets):
        told = np.flatnonzero(base[row] >= 0)
        ends = band([moved[int(base[row, k]), int(k)][word] for k in told])
        table["low"][row, told], table["high"][row, told] = ends.T
    return {"documents": documents, "base": base, **table}


def _beside(series: Series, targets: np.ndarray, begins: np.ndarray) -> dict:
    """Change of targets at their change points, and beside words of like frequency."""
    words = np.arange(series.uses.word.max() + 1)
    names = "squared", "low", "high", "percentile", "p"
    table = {name: np.full(len(targets), np.nan) for name in names}
    for point in np.unique(begins[begins >= 0]):
        sides = (series.periods >= point).astype(np.int64)
        centre = centre_of(series.uses, series.shared, sides)
        moved = changes(series.uses, words, sides, centre)
        rows = np.flatnonzero(begins == point)
        own = Change(*(values[targets[rows]] for values in moved))
        numbers = own._asdict() | drift(own, moved)._asdict()
        for name in names:
            table[name][rows] = numbers[name]
    return table | {"drift_q": adjusted(table.pop("p"))}


def _moved(series: Series, words: np.ndarray, pairs: list) -> dict[tuple, list[Change]]:
    """Changes of all words, by pair of periods; a word is told of only once."""
    centres = {pair: series.centre(*pair) for pair in pairs}
    moved: dict[tuple, list[Change]] = {pair: [] for pair in pairs}
    for word in words:
        each = each_period(series.uses, word, series.periods, series.number)
        for pair, centre in centres.items():
            own = (each[k] for k in pair)
            own_noise = centre.of(series.uses, word)
            moved[pair].append(change_of(word, *own, own_noise))
    return moved


def _documents(series: Series, word: int) -> list[int]:
    """Documents of a word in each period."""
    each = by_period(series.uses, word, series.periods, series.number)
    return [len(documents) for documents, *_ in each]


def _followed(words, names: list[str], counts: np.ndarray) -> tuple:
    """Rows of the words asked for that some period has, in order, and the others."""
    row = {name: k for k, name in enumerate(names) if counts[:, k].any()}
    rows = [row[word] for word in words if word in row]
    if not rows:
        raise MeasureError("no word asked for is in any period: ask for others")
    return np.array(rows), [word for word in words if word not in row]


def _spec(grid, subject) -> Mapping:
    cell = subject.cell
    name, study = grid.trajectories_of(subject.cells), grid.study
    entry = study.analyses.change[name]
    parameters = study.techniques[cell.technique].parameters
    return {
        "words": grid.words("trajectories", name),
        "first": entry.trajectories.from_ == "first",
        "deal": entry.null.deal,
        "contexts": entry.null.contexts,
        "seed": grid.seed_of("change", cell.view),
        "unit": cell.view.unit,
        "window": getattr(parameters, "window", WINDOW),
    }


def _dealt(size) -> float:
    """Deals of the words followed, and of those that tell the shift of all, to either
    side of each split."""
    return sum(
        asked.null.contexts * (SHARED + len(asked.trajectories.words)) * _periods(size)
        for asked in size.analyses.change.values()
        if asked.trajectories
    ) or float(size.words)


def _periods(size) -> float:
    """How many periods there are, each with as many runs."""
    return size.runs / size.compared


MEASURE = Measure(
    name="change_series",
    of=SERIES,
    reads=("average_all", TEXTS),
    wanted=lambda grid, subject: bool(grid.trajectories_of(subject.cells)),
    spec=_spec,
    refuses=(ValueError,),
    message="Follow words over {subject}.",
    cost=Cost(
        bytes=room,
        operations=lambda size: (
            2.0 * size.tokens * size.dims * _periods(size) * WINDOW * 8
            + _dealt(size) * DEALING * size.dims
        ),
    ),
    quantities={
        "change_point": Quantity(
            label="change point of a word",
            symbol="T",
            formula="max over splits of |m1 - m2 - s|^2 / (V1 + V2)",
            source="Khodak et al. 2018 (contexts); ours (splits, documents dealt)",
            best="low",
            range=(0.0, np.inf),
        ),
    },
)
