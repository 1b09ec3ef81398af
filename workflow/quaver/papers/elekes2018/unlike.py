"""Figures 22 to 26: which groups of pairs Welch's test tells apart by their mean LCH.

Of each group the next one of higher index that differs, and of ranks which differ from
the last one. Runs are tested each by itself, and means are of those that have one.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from math import inf

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from quaver.house import meant
from quaver.items import look
from quaver.items.ends import cut, ends
from quaver.items.item import Figure, Table
from quaver.items.look import COLOURS, FAINT, INK
from quaver.items.panels import blank, flowing, grid, label, remark
from quaver.papers.elekes2018 import sections
from quaver.papers.elekes2018.declare import (
    HEIGHT,
    NOTHING,
    REST,
    Drawn,
    drawn,
    reasons,
    wants,
)
from quaver.papers.elekes2018.sections import Section, of_records
from quaver.papers.elekes2018.shared import (
    Groups,
    cosines_of,
    inside,
    over_runs,
    ranks_of,
)
from quaver.results.records import identity
from quaver.statistics import thresholds
from quaver.statistics.curves import PRINTED
from quaver.statistics.welch import Moments, next_unlike, repeated, unlike

HALF = 50  # percent of the runs, beyond which a group counts as unlike the last
NONE = "no later group differs"
NOBODY = thresholds.over_runs([np.nan])
LISTS = meant.FIRST_ALIKE, "last_unlike"  # rules in print, of ranks
PART = 10  # each panel of ranks shows so many times fewer
POINTS = {"linestyle": "none", "marker": "o", "markersize": 3}
HEADS = {
    "cosines": ("cosine", "next cosine that differs"),
    "ranks": ("rank", "next rank that differs"),
}


def _records(results, section: Section) -> Iterator[tuple]:
    """Models of a section with what WordNet says of them, and how a row begins."""
    for own in of_records(results.grid, section, results.meanings()).values():
        for model, numbers in own:
            row = identity(numbers.cell) | {"model": model.label}
            yield numbers, row | {"note": numbers.note or numbers.capped}


def _next_rows(results, section: Section, kind: str) -> Iterator[dict]:
    """Of each group the next one that differs, over runs."""
    rule = meant.rule_of(results.study)
    for numbers, row in _records(results, section):
        if not numbers.stored:
            yield row
            continue
        is_cosine = kind == "cosines"
        groups = cosines_of(numbers, rule) if is_cosine else ranks_of(numbers)
        if is_cosine:  # of ranks each pair has two
            groups = groups._replace(runs=repeated(groups.runs, rule.times))
        of_next = groups.names if is_cosine else groups.lows
        widths = groups.names - groups.lows + (not is_cosine)  # both ends are ranks
        following = np.array([next_unlike(x, rule.level) for x in _runs(groups)])
        for place, name in enumerate(_names(groups, kind)):
            told = following[:, place][following[:, place] >= 0]
            how = {"widths": widths[told], "of_text": numbers.is_drawn}
            own = row | name | {"runs": len(following), "found": len(told)}
            over = thresholds.over_runs(of_next[told], **how) if len(told) else NOBODY
            estimate = over.estimate
            low, high, _ = cut(estimate.low, estimate.high, (of_next[0], of_next[-1]))
            own |= ends("next", estimate.mean, low, high)
            yield own | {"note": [row["note"], estimate.note if len(told) else NONE]}


def _runs(groups: Groups) -> Iterator[Moments]:
    """Groups of each run by itself."""
    return (Moments(*own) for own in zip(*groups.runs, strict=True))


def _names(groups: Groups, kind: str) -> list[dict]:
    if kind == "cosines":
        return [{"cosine": own} for own in groups.names]
    pairs = zip(groups.lows.tolist(), groups.names.tolist(), strict=True)
    return [{"rank_1": first, "rank_2": last} for first, last in pairs]


def _last_rows(results) -> Iterator[dict]:
    """Of each group of ranks how many runs tell it from the last one."""
    rule = meant.rule_of(results.study)
    for numbers, row in _records(results, sections.BASE):
        if not numbers.stored:
            yield row
            continue
        groups = ranks_of(numbers)
        last = Moments(*(part[:, -1:] for part in groups.runs))
        apart = unlike(groups.runs, last, rule.level).mean(axis=0)
        for place, name in enumerate(_names(groups, "ranks")):
            own = row | name | {"runs": len(groups.runs.mean)}
            own |= over_runs("mean", groups.runs.mean[:, place], (0, inf))
            yield own | {"unlike": apart[place], "dealt": groups.dealt[place]}


def _draw_cosines(frame: pd.DataFrame, results, section: Section) -> Drawn:
    """A panel of each model: of each bin the next that differs, and the threshold."""
    seen = frame[frame["cosine"].notna()]
    told = _told(results, section)
    groups = [*seen.groupby(["sampling", "model"], sort=False)]
    figure, panels = _panels(groups)
    for axes, (key, rows) in zip(panels, groups, strict=False):
        look.title(axes, _title(key, groups))
        _next(axes, rows["cosine"], rows)
        low = told[key][PRINTED]
        if np.isfinite(low):
            axes.axvline(low, color=INK, linewidth=0.8, linestyle=":")
            remark(axes, f"above the lowest from {low:.2f}", "left")
        else:
            remark(axes, "no bin above the lowest", "left")
    return _ended(figure, panels, HEADS["cosines"], (frame, seen, len(groups)))


def _draw_ranks(frame: pd.DataFrame, _, zooms: Sequence[int]) -> Drawn:
    """Panels of each model, each of the first part of its ranks."""
    seen = frame[frame["rank_1"].notna()]
    groups = [*seen.groupby(["sampling", "model"], sort=False)]
    figure, panels = _panels(groups, len(zooms))
    places = ((key, rows, zoom) for key, rows in groups for zoom in zooms)
    for axes, (key, rows, zoom) in zip(panels, places, strict=False):
        most = rows["rank_2"].max() / PART**zoom
        part = f"to rank {most:,.0f}" if len(zooms) > 1 else ""
        look.title(axes, ", ".join(filter(None, [_title(key, groups), part])))
        own = rows[rows["rank_1"] <= most]
        _next(axes, own["rank_1"], own)
    return _ended(figure, panels, HEADS["ranks"], (frame, seen, len(groups)))


def _panels(groups: Sequence, each: int = 1) -> tuple[Drawing, Sequence[Axes]]:
    """A row of panels for each sampling, so many for each model."""
    samplings = len({sampling for (sampling, _), _ in groups})
    shape = samplings, len(groups) * each // max(1, samplings)
    figure, panels = grid(shape, HEIGHT, (False, False))
    return figure, list(panels.flat)


def _title(key: tuple[str, str], groups: Sequence) -> str:
    """Model, and sampling where there are several."""
    several = len({sampling for (sampling, _), _ in groups}) > 1
    return f"{key[1]}, {key[0]}" if several else key[1]


def _next(axes: Axes, x: pd.Series, rows: pd.DataFrame) -> None:
    """Means over runs, their intervals, and the line of groups themselves."""
    axes.plot(x, x, color=FAINT, linewidth=0.8)
    reach = [rows["next"] - rows["next_low"], rows["next_high"] - rows["next"]]
    bars = np.nan_to_num(np.maximum(reach, 0))
    axes.errorbar(x, rows["next"], bars, color=COLOURS[0], elinewidth=0.6, **POINTS)


def _ended(figure, panels: Sequence[Axes], heads: tuple[str, str], of: tuple) -> Drawn:
    """Name the axes, or say that there is nothing to draw."""
    frame, seen, count = of
    for axes in panels:
        axes.set_xlabel(heads[0])
    label(figure, np.array([panels]), "", heads[1])
    if not count:
        blank(panels[0], NOTHING)
    return figure, [], *reasons(frame, seen)


def _told(results, section: Section) -> dict[tuple[str, str], dict[str, float]]:
    """Thresholds in print by sampling, model and rule: means over runs, NaN of none."""
    rule, told = meant.rule_of(results.study), {}
    for numbers, row in _records(results, section):
        if numbers.stored:
            stored = inside(numbers.stored)
            runs = range(len(stored["counts"]))
            every = [meant.printed_values(stored, rule, run) for run in runs]
            told[row["sampling"], row["model"]] = {
                name: thresholds.over_runs([own[name] for own in every]).estimate.mean
                for name in meant.RULES
            }
    return told


def _draw_last(frame: pd.DataFrame, results) -> Drawn:
    """Mean LCH by rank; full: what most runs tell from the last group."""
    seen = frame[frame["mean"].notna()]
    told = _told(results, sections.BASE)
    groups = [*seen.groupby("sampling", sort=False)]
    figure, panels = flowing(len(groups), HEIGHT, REST)
    for axes, (sampling, rows) in zip(panels, groups, strict=False):
        if len(groups) > 1:
            look.title(axes, sampling)
        x, apart = np.sqrt(rows["rank_1"] * rows["rank_2"]), rows["unlike_e2"] > HALF
        reach = np.nan_to_num([rows["mean"] - rows["low"], rows["high"] - rows["mean"]])
        facts = {"color": COLOURS[0], "elinewidth": 0.6, **POINTS, "markersize": 5}
        for is_apart, face in ((True, COLOURS[0]), (False, "white")):
            of = apart == is_apart
            bars = reach[:, of]
            axes.errorbar(x[of], rows["mean"][of], bars, mfc=face, **facts)
        axes.plot(x, rows["dealt"], color=FAINT, linestyle="--", linewidth=1)
        above = rows.loc[apart & (rows["mean"] > rows["mean"].iloc[-1]), "mean"]
        if len(above):
            axes.axhline(above.min(), color=INK, linewidth=0.8, linestyle=":")
        own = told[sampling, sections.CBOW]
        remark(
            axes, "\n".join(f"{x.replace('_', ' ')}: {_rank(own[x])}" for x in LISTS)
        )
        axes.set_xscale("log")
    return _ended(figure, panels, ("rank", "mean LCH"), (frame, seen, len(groups)))


def _rank(value: float) -> str:
    return f"{value:,.0f}" if np.isfinite(value) else "none"


def _of_cosines(number: int, section: Section) -> tuple[Table, Figure]:
    return drawn(
        f"Figure {number}",
        f"From which cosine on does each step tell more ({section.subject})?",
        "Of each bin of .01, by its upper edge, the next higher one whose mean LCH "
        "differs by Welch's test, two-sided at the study's confidence. Mean over the "
        "runs that have one (found), with its 95 % interval.",
        "CELL model:text runs found:whole cosine:2 next±",
        keys="model sampling runs found cosine next± note",
        rows=partial(_next_rows, section=section, kind="cosines"),
        draw=partial(_draw_cosines, section=section),
        tails=(
            "",
            "Grey: the bin itself; dotted: the first above the lowest one.",
        ),
        reads=("meaning",),
        wanted=wants("meaning", section),
    )


def _of_ranks(number: int, section: Section, zooms: Sequence[int]) -> tuple:
    return drawn(
        f"Figure {number}",
        f"How far down the lists does a rank tell more ({section.subject})?",
        "Of each group of ranks the next whose mean LCH differs by Welch's test, "
        "two-sided at the study's confidence: its first rank. Mean over the runs that "
        "have one (found), with its 95 % interval.",
        "CELL model:text runs found:whole rank_1 rank_2 next±:0",
        keys="model sampling runs found rank_1 rank_2 next± note",
        rows=partial(_next_rows, section=section, kind="ranks"),
        draw=partial(_draw_ranks, zooms=zooms),
        tails=("", "Grey: the group itself."),
        reads=("meaning",),
        wanted=wants("meaning", section),
    )


COSINES_APART, FIGURE_22 = _of_cosines(22, sections.BASE)
RANKS_APART, FIGURE_23 = _of_ranks(23, sections.BASE, (0, 1, 2))
LAST_APART, FIGURE_24 = drawn(
    "Figure 24",
    "Which ranks tell more than the last?",
    "Mean LCH of groups of ranks over runs, with its 95 % interval, and the percent of "
    "runs that tell it from the last group by Welch's test (unlike). Dealt: the mean "
    "where words were dealt anew (first run).",
    "CELL model:text runs rank_1 rank_2 mean± unlike:e2 dealt",
    keys="sampling runs rank_1 rank_2 mean± unlike dealt note",
    rows=_last_rows,
    draw=_draw_last,
    tails=(
        "",
        "Full: unlike in most runs; dotted: the least mean of these; dashed: dealt.",
    ),
    reads=("meaning",),
    wanted=wants("meaning", sections.BASE),
)
OTHER_COSINES_APART, FIGURE_25 = _of_cosines(25, sections.OTHER_TEXTS)
OTHER_RANKS_APART, FIGURE_26 = _of_ranks(26, sections.OTHER_TEXTS, (0,))
