"""Figure 19: how LCH is distributed over pairs of words, beside cosines."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from quaver.items import look
from quaver.items.panels import blank, grid
from quaver.papers.elekes2018 import sections
from quaver.papers.elekes2018.declare import (
    HEIGHT,
    NOTHING,
    Drawn,
    drawn,
    looks_of,
    reasons,
    wants,
)
from quaver.papers.elekes2018.sections import of_records
from quaver.papers.elekes2018.shared import SHARES, over_runs
from quaver.results.records import identity
from quaver.statistics.distributions import cumulated, standardised

LCH, NO_SCORES = "LCH", "no scores were counted"
REACH = 4  # deviations to either side of the mean


def _rows(results) -> Iterator[dict]:
    """LCH of all pairs, and the cosines of CBOW and SG, each standardised."""
    base = of_records(results.grid, sections.BASE, results.meanings())
    cosines = of_records(results.grid, sections.ALGORITHMS, results.similarities())
    for sampling, ((_, numbers),) in base.items():
        row = identity(numbers.cell) | {"model": LCH}
        yield from (row | each for each in _levels(numbers))
        for model, record in cosines.get(sampling, ()):
            if model.label != sections.GLOVE:
                row = identity(record.cell) | {"model": model.label}
                yield from (row | each for each in _bins(record))


def _levels(numbers) -> Iterator[dict]:
    """Share of pairs that have each score, of all runs: their words may differ."""
    if not numbers.stored:
        yield {"note": numbers.note}
        return
    values = numbers.stored["values"]
    counts = numbers.stored["counts"].sum(axis=1)
    shares = counts / counts.sum(axis=1, keepdims=True)
    means = shares @ values
    deviations = np.sqrt(shares @ np.square(values) - np.square(means))
    apart = (values - means[:, None]) / deviations[:, None]
    yield from _each(values, shares, (apart, np.cumsum(shares, axis=1)))


def _bins(record) -> Iterator[dict]:
    """Share of pairs in each bin, by its upper edge."""
    if record.binned is None:
        yield {"note": record.note}
        return
    of = record.binned
    shares = of.counts / of.counts.sum(axis=1, keepdims=True)
    both = standardised(of)[:, 1:], cumulated(of)[:, 1:]
    yield from _each(of.edges[1:], shares, both)


def _each(values: np.ndarray, shares: np.ndarray, both) -> Iterator[dict]:
    """A row of each value that some pair has; both: standardised, and share so far."""
    apart, below = (each.mean(axis=0) for each in both)
    for place in np.flatnonzero(shares.any(axis=0)):
        row = {"runs": len(shares), "value": values[place]}
        row |= {"standardised": apart[place], "below": below[place]}
        yield row | over_runs("share", shares[:, place], SHARES)


def _draw(frame: pd.DataFrame, _) -> Drawn:
    """Scores, then all standardised as shares so far: a row of panels per sampling."""
    seen = frame[frame["value"].notna()]
    groups = [*seen.groupby("sampling", sort=False)]
    figure, panels = grid((len(groups), 2), HEIGHT, (False, False))
    looks = looks_of(frame, seen)
    for (left, right), (sampling, rows) in zip(panels, groups, strict=False):
        if len(groups) > 1:
            look.title(left, sampling)
        _bars(left, rows[rows["model"] == LCH], looks)
        for model, each in rows.groupby("model", sort=False):
            drawn_as = {"linewidth": 1.3, "drawstyle": "default", **looks[model]}
            if model == LCH:
                drawn_as["drawstyle"] = "steps-post"
            right.plot(each["standardised"], each["below_e2"], **drawn_as)
        right.set_xlim(-REACH, REACH)
        _name(left, LCH, "share of pairs, %")
        _name(right, "deviations from the mean", "share of pairs at or below, %")
    for axes in panels[0] if not groups else ():
        blank(axes, NOTHING)
    return figure, look.handles_of(looks), *reasons(frame, seen)


def _bars(axes: Axes, rows: pd.DataFrame, looks: Mapping) -> None:
    """Shares of the scores, where there are any."""
    if not len(rows):
        blank(axes, NO_SCORES)
        return
    colour = looks[LCH]["color"]
    axes.vlines(rows["value"], 0, rows["share_e2"], color=colour, linewidth=3)
    axes.set_ylim(bottom=0)


def _name(axes: Axes, below: str, beside: str) -> None:
    axes.set_xlabel(below)
    axes.set_ylabel(beside)


LEVELS, FIGURE_19 = drawn(
    "Figure 19",
    "How is LCH distributed over pairs of words?",
    "Percent of pairs of words by LCH in WordNet, and of pairs by cosine in bins of "
    ".01, which go by their upper edge: means over runs with 95 % intervals.",
    "CELL model:text runs value standardised share±:e2 below:e2",
    keys="model sampling runs value standardised share± below note",
    rows=_rows,
    draw=_draw,
    tails=(
        "Below: percent at or below; standardised: by each run's mean and deviation.",
        "Left: LCH; right: percent at or below, all in deviations from their means.",
    ),
    reads=("meaning", "similarity"),
    wanted=wants("meaning", sections.BASE),
)
