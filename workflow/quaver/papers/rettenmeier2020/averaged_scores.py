"""Figure 3.6, its numbers, and Table 3.6: scores of averages and of their runs."""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes

from quaver.house.averages import INTERVAL, apart, averages_of, draw_line, scored
from quaver.items.columns import E2
from quaver.items.ends import ends
from quaver.items.look import INK, finish, handles_of, look, technique_looks, title
from quaver.items.panels import blank, grid, label, size_axis, tell
from quaver.items.published import published_ends
from quaver.measures.averaging import Effect, score_change, score_difference
from quaver.papers.rettenmeier2020.averages import METHOD, method_of
from quaver.papers.rettenmeier2020.comparable import published
from quaver.papers.rettenmeier2020.declare import figure, over_cells, rows_of, table
from quaver.results.distribution_records import Averaged, DistributionNumbers

SIZE, GROUPS = 8, 16  # averages of Table 3.6
UNSCORED = "a run or an average has no score"


def _sizes(record: DistributionNumbers) -> list[dict]:
    """Scores of averages, a row per set, method and size: in [-1, 1]."""
    single, rows = record.averages.single, []
    for name, scores in sorted(single.scores.items()):
        # a run without a score cannot be left out: groups would not be of equal size
        lacks = "" if np.isfinite(scores).all() else UNSCORED
        row = {"set": name, "size": 1, "groups": len(scores)}
        rows.append({**row, "score": float(np.mean(scores)), "note": lacks})
        for (method, size), averaged in averages_of(record.averages):
            if name in averaged.scores:
                score = _score(single, averaged, name, size)
                rows.append({"method": method, **score})
    return rows or [{"note": "no evaluation set of this language"}]


def _score(single: Averaged, averaged: Averaged, name: str, size: int) -> dict:
    scores = single.scores[name], averaged.scores[name]
    points, change = score_difference(*scores, size), score_change(*scores, size)
    row = {"set": name, "size": size, "groups": len(averaged.firsts)}
    row |= ends("points", *points[:3]) | ends("relative", *change[:3])
    lacks = "" if np.isfinite(points.value) else UNSCORED
    if not lacks and not np.isfinite(change.value):
        lacks = "no change in percent: the mean of single runs is not above 0"
    note = [lacks, points.note, change.note]
    return row | {"score": float(np.mean(scores[1])), "note": note}


def _gains(record: DistributionNumbers) -> list[dict]:
    single, averages = record.averages.single, record.averages.averages
    # the published size, or the largest below it
    sizes = [size for method, size in averages if method == METHOD and size <= SIZE]
    if not sizes:
        return [{"note": f"no averages of {SIZE} runs by {METHOD}"}]
    averaged = averages[METHOD, size := max(sizes)]
    facts, quality = {"method": METHOD, "cell": record.cell}, record.cell.quality
    # more runs steady more, so another size is not compared with the print
    if size != SIZE:
        facts["unlike"] = f"averages of {size} runs, published of {SIZE}"
    rows = [
        facts | _score(single, averaged, name, size)
        for name in scored(single, averaged)
        # a set without scores of its own has no kind: it is not left out for that
        if quality.get(name) is None or quality[name].kind == "analogies"
    ]
    return rows or [{"note": "no analogies of this language"}]


@look()
def _drawn(results):
    records = list(results.distributions())
    compared = list(_panels(records))
    columns = min(3, max(1, len(compared)))
    shape = -(-len(compared) // columns), columns  # rounded up
    drawing, panels = grid(shape, 2.7, (False, False))
    looks = technique_looks(record.cell.technique for record in records)
    for axes, (name, own, evaluation) in zip(panels.ravel(), compared, strict=False):
        title(axes, name)
        if evaluation:
            _draw_changes(axes, own, evaluation, looks=looks)
            continue
        notes = {r.notes.get("averages", "") or "not measured" for r in own}
        measured = any(record.averages is not None for record in own)
        blank(axes, "no evaluation set" if measured else "; ".join(sorted(notes)))
    # the first stays, to say that there is nothing
    for spare in panels.ravel()[max(1, len(compared)) :]:
        spare.set_axis_off()
    if not compared:
        blank(panels[0, 0], "no cells")
    label(drawing, panels, "runs averaged", "relative difference of the score (%)")
    methods = {method_of(r.averages) for r in records if r.averages is not None}
    by = f" Averaged by: {', '.join(sorted(methods))}." if methods else ""
    finish(drawing, FIGURE_3_6.title, f"{FIGURE_3_6.caption}{by}", handles_of(looks))
    return drawing


def _panels(records: Sequence) -> Iterator[tuple[str, list, str]]:
    """Name, records and evaluation set of each panel; no set where there is none."""
    for view, sampling, own in rows_of(records):
        compared = [r.averages for r in own if r.averages is not None]
        sets = sorted({key for each in compared for key in each.single.scores})
        for evaluation in sets or [""]:
            name = f"{view}{sampling}, {evaluation}"
            yield name.removesuffix(", "), own, evaluation


def _changes(record, evaluation: str) -> tuple[dict[int, Effect], str]:
    """Change of the score by size of the averages, or why there is none."""
    # the cause of a gap is looked for in the order in which it would arise
    if record.averages is None:
        return {}, "not measured"
    single = record.averages.single.scores.get(evaluation)
    if single is None or not np.isfinite(single).all():
        return {}, "no score"
    if single.mean() <= 0:
        return {}, "single runs score 0 or less"
    changes = {}
    for (method, size), averaged in sorted(record.averages.averages.items()):
        scores = averaged.scores.get(evaluation, np.array(np.nan))
        if method == method_of(record.averages) and np.isfinite(scores).all():
            changes[size] = score_change(single, scores, size)
    return changes, "" if changes else "no averages"


def _draw_changes(axes: Axes, own: Sequence, evaluation: str, *, looks: dict) -> None:
    by_technique, reasons = {}, {}
    for record in sorted(own, key=lambda record: record.cell.technique):
        name = record.cell.technique
        by_technique[name], reason = _changes(record, evaluation)
        if reason:
            reasons.setdefault(reason, []).append(name)
    axes.axhline(0, color=INK, linestyle="--", linewidth=1)
    size_axis(axes, sorted({1}.union(*by_technique.values())))
    # markers of many techniques would else hide each other
    shifts = apart(len(by_technique))
    for (name, changes), shift in zip(by_technique.items(), shifts, strict=True):
        if changes:
            values = 100 * np.array([[0] * 3, *(x[:3] for x in changes.values())]).T
            line = looks[name] | {"markersize": 7, "markeredgecolor": "white"}
            draw_line(axes, [1, *changes], values, shift, **line)
    tell(axes, reasons)
    axes.margins(y=0.12)


SPREADS = published("table_2_10")
TABLE_OF_3_6 = table(
    "Figure 3.6",
    "Score by size of averages",
    "mean over groups in percent, and its change against the single runs in percent of "
    f"it (relative) and in points. Size 1 = single runs. {INTERVAL}",
    columns="CELL set method size groups score:e2 relative±:e2 points±:e2",
    keys="view technique sampling set method size score relative±",
    rows=partial(over_cells, part="averages", make=_sizes),
    reads=("compare_averages",),
)
TABLE_3_6 = table(
    "Table 3.6",
    "What averaging adds to scores",
    "mean score on analogies of averages of eight runs, or of the largest size there "
    "is, less that of their runs, in points of percent. The published error is at most "
    f"the deviation of Table 2.10 / sqrt({GROUPS}). {INTERVAL}",
    columns="CELL set method size groups points±:e2",
    keys="view technique set size points± published_points_e2 verdict",
    rows=lambda results: filter(
        lambda r: r["sampling"] == "shuffled", over_cells(results, "averages", _gains)
    ),
    published={
        "columns": {"published_points_e2": "difference_e2"},
        "value": "points",
        "interval": ("points_low", "points_high"),
        "scale": E2,
        "margin": 1,  # point: gains are of one to six, a tenth of one is noise
        # no errors are printed: the deviation of single runs bounds that of averages
        "ends": lambda theirs, row: published_ends(
            *(theirs["difference_e2"], 0.05),  # half of the last digit
            SPREADS.rows[SPREADS.key(row)]["deviation_e2"],
            runs=GROUPS,
        ),
    },
    reads=("compare_averages",),
)
FIGURE_3_6 = figure(
    "Figure 3.6",
    "Do averages score better?",
    "Mean score of averages of so many runs on an evaluation set, relative to the mean "
    "of the same runs one by one (0 = no better). Bars: 95 % intervals by jackknife "
    "over three groups of runs or more; they say nothing of the choice of questions.",
    draw=_drawn,
    reads=("compare_averages",),
)
