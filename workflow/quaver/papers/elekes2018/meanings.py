"""Figures 20 and 21: mean LCH of pairs of words by cosine, and by rank."""

from collections.abc import Callable, Iterator
from functools import partial
from math import inf

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from quaver.house import meant
from quaver.items import look
from quaver.items.item import Figure, Table
from quaver.items.look import FAINT
from quaver.items.panels import blank, grid
from quaver.papers.elekes2018 import sections
from quaver.papers.elekes2018.declare import (
    HEIGHT,
    NOTHING,
    Drawn,
    drawn,
    reasons,
    wants,
)
from quaver.papers.elekes2018.sections import of_records
from quaver.papers.elekes2018.shared import (
    Groups,
    cosines_of,
    over_runs,
    ranks_of,
)
from quaver.results.records import identity

DEALT = "words dealt anew"
DEALT_LOOK = {"color": FAINT, "linestyle": "--"}


def _by_cosine(results) -> Iterator[dict]:
    rule = meant.rule_of(results.study)
    for row, groups in _groups(results, lambda own: cosines_of(own, rule)):
        names = [{"cosine": own} for own in groups.names] if groups else []
        yield from _rows(row, groups, names)


def _by_rank(results) -> Iterator[dict]:
    for row, groups in _groups(results, ranks_of):
        pairs = zip(groups.lows, groups.names, strict=True) if groups else ()
        yield from _rows(row, groups, [{"rank_1": a, "rank_2": b} for a, b in pairs])


def _groups(results, of: Callable) -> Iterator[tuple[dict, Groups | None]]:
    """Groups of the base in each sampling; None where nothing is stored."""
    own = of_records(results.grid, sections.BASE, results.meanings())
    for ((model, numbers),) in own.values():
        row = identity(numbers.cell) | {"model": model.label}
        yield (
            row | {"note": numbers.note or numbers.capped},
            (of(numbers) if numbers.stored else None),
        )


def _rows(row: dict, groups: Groups | None, names: list[dict]) -> Iterator[dict]:
    if not groups:
        yield row
        return
    pairs, means, variances = groups.runs
    for place, name in enumerate(names):
        own = {
            **row,
            **name,
            "runs": len(means),
            "pairs": round(pairs[:, place].mean()),
        }
        own |= over_runs("mean", means[:, place], (0, inf))
        own |= over_runs("deviation", np.sqrt(variances[:, place]), (0, inf))
        yield own | {"dealt": groups.dealt[place]}


def _draw(frame: pd.DataFrame, _, place: Callable, below: str) -> Drawn:
    """Mean, and deviation within groups: a row of two panels per sampling."""
    seen = frame[frame["mean"].notna()]
    groups = [*seen.groupby("sampling", sort=False)]
    figure, panels = grid((len(groups), 2), HEIGHT, (False, False))
    looks = {sections.CBOW: {"color": look.COLOURS[0]}, DEALT: DEALT_LOOK}
    for (left, right), (sampling, rows) in zip(panels, groups, strict=False):
        if len(groups) > 1:
            look.title(left, sampling)
        x = place(rows)
        _line(left, x, rows, "mean")
        left.plot(x, rows["dealt"], linewidth=1.3, **DEALT_LOOK)
        _line(right, x, rows, "deviation")
        for axes, beside in ((left, "mean LCH"), (right, "deviation of LCH")):
            axes.set_xlabel(below)
            axes.set_ylabel(beside)
            if below == "rank":
                axes.set_xscale("log")
    for axes in panels[0] if not groups else ():
        blank(axes, NOTHING)
    return figure, look.handles_of(looks if groups else {}), *reasons(frame, seen)


def _line(axes: Axes, x: pd.Series, rows: pd.DataFrame, name: str) -> None:
    low, high = ("low", "high") if name == "mean" else (f"{name}_low", f"{name}_high")
    colour = look.COLOURS[0]
    axes.plot(x, rows[name], color=colour, linewidth=1.3)
    axes.fill_between(x, rows[low], rows[high], color=colour, alpha=0.25, linewidth=0)


def _figure(number: int, by: str, rows: Callable, **facts) -> tuple[Table, Figure]:
    columns, keys = facts.pop("columns"), facts.pop("keys")
    return drawn(
        f"Figure {number}",
        f"Does mean LCH rise with similarity, by {by}?",
        f"Mean LCH in WordNet of the pairs of words in {facts.pop('groups')}, and its "
        "deviation within, of CBOW: means over runs with 95 % intervals. Dealt: the "
        "mean where words were dealt anew, so that no word has its meaning (first "
        "run).",
        f"CELL model:text runs {columns} pairs mean± deviation± dealt",
        keys=f"sampling runs {keys} mean± deviation dealt note",
        rows=rows,
        draw=partial(_draw, **facts),
        reads=("meaning",),
        wanted=wants("meaning", sections.BASE),
    )


BY_COSINE, FIGURE_20 = _figure(
    *(20, "cosine", _by_cosine),
    groups="a bin of .01 of cosines, by its upper edge",
    columns="cosine:2",
    keys="cosine",
    place=lambda rows: rows["cosine"],
    below="cosine",
)
BY_RANK, FIGURE_21 = _figure(
    *(21, "rank", _by_rank),
    groups="ranks of full lists, in groups that widen by a quarter",
    columns="rank_1 rank_2",
    keys="rank_1 rank_2",
    place=lambda rows: np.sqrt(rows["rank_1"] * rows["rank_2"]),
    below="rank",
)
