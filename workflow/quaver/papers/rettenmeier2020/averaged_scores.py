"""Figure 3.6, its numbers, and Table 3.6: scores of averages and of their runs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from quaver.house.averages import INTERVAL, averages_of, missing, scored
from quaver.items.columns import E2
from quaver.items.ends import ends
from quaver.items.look import (
    INK,
    SAMPLINGS,
    finish,
    handles_of,
    look,
    technique_looks,
    title,
)
from quaver.items.panels import blank, grid, label, size_axis, tell
from quaver.items.published import Ends, published_ends
from quaver.measures.averaging import Effect, score_change, score_difference
from quaver.papers.rettenmeier2020.averages import (
    GROUPS,
    METHOD,
    SIZE,
    averages_of_size,
    largest_size,
    method_of,
)
from quaver.papers.rettenmeier2020.comparable import by_language_and_trainer
from quaver.papers.rettenmeier2020.declare import figure, table
from quaver.papers.rettenmeier2020.panels import row_of, rows_of
from quaver.results.distribution_records import Averaged, DistributionNumbers
from quaver.results.records import identity

NO_PERCENT = "no change in percent: the mean of single runs is not above 0"
UNSCORED = "a run or an average has no score"
COLUMNS = 3
APART, ROOM = 0.07, 0.3  # doublings between techniques, and of all side by side


def _rows(results: Any) -> list[dict]:
    """Scores of averages, a row per cell, set, method and size: in [-1, 1]."""
    return [row for record in results.distributions() for row in _sizes(record)]


def _sizes(record: DistributionNumbers) -> list[dict]:
    row = identity(record.cell)
    if record.averages is None:
        return [{**row, "note": missing(record)}]
    rows = []
    for name, scores in sorted(record.averages.single.scores.items()):
        # a run without a score cannot be left out: groups would not be of equal size
        lacks = "" if np.isfinite(scores).all() else UNSCORED
        single = {"size": 1, "groups": len(scores), "score": float(np.mean(scores))}
        rows.append({**row, "set": name, **single, "note": lacks})
        for (method, size), averaged in averages_of(record.averages):
            if name in averaged.scores:
                score = _score(record.averages.single, averaged, (name, size))
                rows.append({**row, "method": method, **score})
    return rows or [{**row, "note": "no evaluation set of this language"}]


def _score(single: Averaged, averaged: Averaged, which: tuple[str, int]) -> dict:
    """Mean score of averages on a set, and its change against their runs."""
    name, size = which
    scores = single.scores[name], averaged.scores[name]
    points, change = score_difference(*scores, size), score_change(*scores, size)
    row = {"set": name, "size": size, "groups": len(averaged.firsts)}
    row |= {"score": float(np.mean(scores[1]))}
    row |= ends("points", points.value, points.low, points.high)
    row |= ends("relative", change.value, change.low, change.high)
    lacks = "" if np.isfinite(change.value) else NO_PERCENT
    lacks = lacks if np.isfinite(points.value) else UNSCORED
    return {**row, "note": [lacks, points.note, change.note]}


def _gains(results: Any) -> list[dict]:
    """What averaging adds to scores, one row per shuffled cell and analogy set."""
    records = (r for r in results.distributions() if r.cell.sampling == "shuffled")
    return [row for record in records for row in _gains_of(record)]


def _gains_of(record: DistributionNumbers) -> list[dict]:
    size, row = largest_size(record), identity(record.cell)
    averaged, lacks = averages_of_size(record, size)
    names = [] if averaged is None else _analogies(record, averaged)
    if not names:
        return [{**row, "note": lacks or "no analogies of this language"}]
    row |= {"method": METHOD, "cell": record.cell}
    # more runs steady more, so another size is not compared with the print
    if size != SIZE:
        row["unlike"] = f"averages of {size} runs, published of {SIZE}"
    single = record.averages.single
    return [{**row, **_score(single, averaged, (name, size))} for name in names]


def _analogies(record: DistributionNumbers, averaged: Averaged) -> list[str]:
    quality = record.cell.quality
    return [
        name
        for name in scored(record.averages.single, averaged)
        # a set without scores of its own has no kind: it is not left out for that
        if quality.get(name) is None or quality[name].kind == "analogies"
    ]


def _published_gain(published_row: Mapping, row: Mapping) -> Ends:
    """A published difference of scores, whose error is told from Table 2.10."""
    # Table 3.6 prints no errors: the deviation of single runs bounds that of averages
    spread = SPREADS.rows.get(SPREADS.key(row), {"deviation_e2": 0.0})
    printed = 0.05  # half of the last digit
    value, deviation = published_row["difference_e2"], spread["deviation_e2"]
    return published_ends(value, printed, deviation, runs=GROUPS)


@look()
def figure_3_6(results: Any) -> Drawing:
    """Change of scores by size: a panel per view and set."""
    records = list(results.distributions())
    compared = list(_wanted(records))
    columns = min(COLUMNS, max(1, len(compared)))
    shape = -(-len(compared) // columns), columns  # rounded up
    drawing, panels = grid(shape, 2.7, (False, False))
    looks = technique_looks(record.cell.technique for record in records)
    for axes, (name, own, evaluation) in zip(panels.ravel(), compared, strict=False):
        title(axes, name)
        if evaluation:
            _draw_changes(axes, own, evaluation, looks=looks)
        else:
            blank(axes, _why(own))
    # the first stays, to say that there is nothing
    for spare in panels.ravel()[max(1, len(compared)) :]:
        spare.set_axis_off()
    if not compared:
        blank(panels[0, 0], "no cells")
    label(drawing, panels, "runs averaged", "relative difference of the score (%)")
    handles = handles_of(looks)
    caption = f"{FIGURE_3_6.caption}{_method(records)}"
    finish(drawing, FIGURE_3_6.title, caption, handles)
    return drawing


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
    # the cause of a gap is looked for in the order in which it would arise
    scores = record.averages.single.scores.get(evaluation)
    if scores is None or not np.isfinite(scores).all():
        return "no score"
    return "" if scores.mean() > 0 else "single runs score 0 or less"


def _draw_changes(axes: Axes, own: Sequence, evaluation: str, *, looks: dict) -> None:
    by_technique, reasons = {}, {}
    for record in sorted(own, key=lambda record: record.cell.technique):
        name, lack = record.cell.technique, _lack(record, evaluation)
        by_technique[name] = {} if lack else _changes(record.averages, evaluation)
        if not by_technique[name]:
            reasons.setdefault(lack or "no averages", []).append(name)
    sizes = sorted(
        {1, *(size for changes in by_technique.values() for size in changes)}
    )
    axes.axhline(0, color=INK, linestyle="--", linewidth=1)
    size_axis(axes, sizes)
    # markers of many techniques would else hide each other
    apart = min(APART, ROOM / max(1, len(by_technique)))
    shifts = apart * (np.arange(len(by_technique)) - (len(by_technique) - 1) / 2)
    for (name, changes), shift in zip(by_technique.items(), shifts, strict=True):
        if changes:
            _draw_line(axes, changes, shift, looks[name])
    tell(axes, reasons)
    axes.margins(y=0.12)


def _draw_line(axes: Axes, changes: Mapping[int, Effect], shift: float, own: dict):
    """One technique: from 0 at single runs, a bar where there is an interval."""
    # the axis is logarithmic, so a shift is a factor
    across = np.array([1, *changes]) * 2.0**shift
    values = np.array([0.0, *(100 * change.value for change in changes.values())])
    reaches = [100 * (change.high - change.value) for change in changes.values()]
    # an error bar of NaN would be drawn as a stray cap
    bars = np.nan_to_num([0.0, *reaches])
    has_bar = bars > 0
    axes.plot(across, values, markersize=7, markeredgecolor="white", **own)
    axes.errorbar(
        across[has_bar],
        values[has_bar],
        bars[has_bar],
        linestyle="none",
        capsize=2.5,
        color=own["color"],
        linewidth=1,
    )


SPREADS = by_language_and_trainer("table_2_10")
TABLE_OF_3_6 = table(
    "Figure 3.6",
    "Score by size of averages",
    "mean over groups in percent, and its change against the single runs in percent of "
    f"it (relative) and in points. Size 1 = single runs. {INTERVAL}",
    columns=(
        "CELL set:text method:text size:whole groups:whole score:e2 relative±:e2 "
        "points±:e2"
    ),
    keys=(
        "view technique sampling set method size score relative relative_low "
        "relative_high"
    ),
    rows=_rows,
    reads=("compare_averages",),
)
TABLE_3_6 = table(
    "Table 3.6",
    "What averaging adds to scores",
    "mean score on analogies of averages of eight runs, or of the largest size there "
    "is, less that of their runs, in points of percent. The published error is at most "
    f"the deviation of Table 2.10 / sqrt({GROUPS}). {INTERVAL}",
    columns="CELL set:text method:text size:whole groups:whole points±:e2",
    keys=(
        "view technique set size points points_low points_high published_points_e2 "
        "verdict"
    ),
    rows=_gains,
    published=by_language_and_trainer(
        "table_3_6",
        columns={"published_points_e2": "difference_e2"},
        value="points",
        interval=("points_low", "points_high"),
        scale=E2,
        ends=_published_gain,
    ),
    reads=("compare_averages",),
)
FIGURE_3_6 = figure(
    "Figure 3.6",
    title="Do averages score better?",
    caption=(
        "Mean score of averages of so many runs on an evaluation set, relative to the "
        "mean of the same runs one by one (0 = no better). Bars: 95 % intervals by "
        "jackknife over groups of runs, where there are three groups or more; a marker "
        "without a bar rests on one or two groups. They say nothing of the choice of "
        "questions."
    ),
    draw=figure_3_6,
    reads=("compare_averages",),
)
