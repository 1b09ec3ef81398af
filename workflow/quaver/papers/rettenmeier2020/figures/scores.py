"""Figure 3.6 of Rettenmeier 2020: scores of averages against those of single runs."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from quaver.items.look import (
    FAINT,
    INK,
    SAMPLINGS,
    finish,
    look,
    technique_looks,
    title,
)
from quaver.measures.averaging import Effect, score_change
from quaver.papers.rettenmeier2020.figures.averages import method_of, size_axis
from quaver.papers.rettenmeier2020.figures.panels import (
    SMALL,
    blank,
    grid,
    label,
    row_of,
    rows_of,
)

COLUMNS = 3
APART, ROOM = 0.07, 0.3  # doublings between techniques, and of all side by side
TITLE = "Do averages score better? Figure 3.6 of Rettenmeier 2020"
CAPTION = (
    "Mean score of averages of so many runs on an evaluation set, relative to the mean "
    "of the same runs one by one (0 = no better). Bars: 95 % intervals by jackknife "
    "over groups of runs, where there are three groups or more; a marker without a bar "
    "rests on one or two groups. They say nothing of the choice of questions."
)


@look()
def figure_3_6(records: Sequence) -> Figure:
    """Change of scores by size: DistributionNumbers -> a panel per view and set."""
    wanted = list(_wanted(records))
    columns = min(COLUMNS, max(1, len(wanted)))
    shape = -(-len(wanted) // columns), columns
    figure, panels = grid(shape, 2.7, (False, False))
    looks = technique_looks(record.cell.technique for record in records)
    for axes, (name, own, evaluation) in zip(panels.ravel(), wanted, strict=False):
        title(axes, name)
        if evaluation:
            _draw_changes(axes, own, evaluation, looks=looks)
        else:
            blank(axes, _why(own))
    for spare in panels.ravel()[max(1, len(wanted)) :]:
        spare.set_axis_off()
    if not wanted:
        blank(panels[0, 0], "no cells")
    label(figure, panels, "runs averaged", "relative difference of the score (%)")
    handles = [Line2D([], [], label=name, **each) for name, each in looks.items()]
    finish(figure, TITLE, f"{CAPTION}{_method(records)}", handles)
    return figure


def _wanted(records: Sequence) -> Iterator[tuple[str, list, str]]:
    """Name, records and evaluation set of each panel; no set where there is none."""
    rows = rows_of(records)
    several = len({row[-2] for row in rows}) > 1
    for row in rows:
        own = [record for record in records if row_of(record.cell) == row]
        compared = [r.averages for r in own if r.averages is not None]
        name = f"{row[-1]}, {SAMPLINGS[row[-2]]}" if several else row[-1]
        sets = sorted({key for each in compared for key in each.single.scores})
        for evaluation in sets or [""]:
            yield f"{name}, {evaluation}".removesuffix(", "), own, evaluation


def _why(own: Sequence) -> str:
    """Why a view has no scores of averages."""
    if any(record.averages is not None for record in own):
        return "no evaluation set"
    notes = {record.notes.get("averages", "") or "not measured" for record in own}
    return "; ".join(sorted(notes))


def _method(records: Sequence) -> str:
    methods = {method_of(r.averages) for r in records if r.averages is not None}
    return f" Averaged by: {', '.join(sorted(methods))}." if methods else ""


def _changes(compared, evaluation: str) -> dict[int, Effect]:
    """Change of the score by size of the averages; nothing where it has none."""
    method, single = method_of(compared), compared.single.scores[evaluation]
    sizes = sorted(size for name, size in compared.averages if name == method)
    averaged = {s: compared.averages[method, s].scores.get(evaluation) for s in sizes}
    return {
        size: score_change(single, scores, size)
        for size, scores in averaged.items()
        if scores is not None and np.isfinite(scores).all()
    }


def _lack(record, evaluation: str) -> str:
    """Why a cell has no change of its score; empty where it may have one."""
    if record.averages is None:
        return "not measured"
    scores = record.averages.single.scores.get(evaluation)
    if scores is None or not np.isfinite(scores).all():
        return "no score"
    return "" if scores.mean() > 0 else "single runs score 0 or less"


def _draw_changes(axes: Axes, own: Sequence, evaluation: str, *, looks: dict) -> None:
    found, why = {}, {}
    for record in sorted(own, key=lambda record: record.cell.technique):
        name, lack = record.cell.technique, _lack(record, evaluation)
        found[name] = {} if lack else _changes(record.averages, evaluation)
        if not found[name]:
            why.setdefault(lack or "no averages", []).append(name)
    sizes = sorted({1, *(size for changes in found.values() for size in changes)})
    axes.axhline(0, color=INK, linestyle="--", linewidth=1)
    size_axis(axes, sizes)
    apart = min(APART, ROOM / max(1, len(found)))
    shifts = apart * (np.arange(len(found)) - (len(found) - 1) / 2)
    for (name, changes), shift in zip(found.items(), shifts, strict=True):
        if changes:
            _draw_line(axes, changes, shift, looks[name])
    text = "\n".join(f"{reason}: {', '.join(names)}" for reason, names in why.items())
    place = {"transform": axes.transAxes, "fontsize": SMALL, "color": FAINT}
    axes.text(0.02, 0.03, text, **place)
    axes.margins(y=0.12)


def _draw_line(axes: Axes, changes: Mapping[int, Effect], shift: float, own: dict):
    """One technique: from 0 at single runs, a bar where there is an interval."""
    across = np.array([1, *changes]) * 2.0**shift
    values = np.array([0.0, *(100 * change.value for change in changes.values())])
    reaches = [100 * (change.high - change.value) for change in changes.values()]
    bars = np.nan_to_num([0.0, *reaches])
    known = bars > 0
    axes.plot(across, values, markersize=7, markeredgecolor="white", **own)
    axes.errorbar(
        across[known],
        values[known],
        bars[known],
        linestyle="none",
        capsize=2.5,
        color=own["color"],
        linewidth=1,
    )
