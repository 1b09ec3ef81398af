"""What averaging steadies: ways of averaging runs side by side, and their losses."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.lines import Line2D

from quaver.house.cells import own_cells, views_of
from quaver.items import look
from quaver.items.ends import cut, ends
from quaver.items.item import Figure, Table, has
from quaver.items.panels import blank, grid, label, size_axis, tell
from quaver.measures import QUANTITIES, averaging
from quaver.results.distribution_records import Averaged, Compared, DistributionNumbers
from quaver.results.records import identity, note
from quaver.statistics import pair_mean

# noise that averages are to lessen
NOISE = {"PIP loss": "averaged_loss", "deviation of cosines": "averaged_deviation"}
SAME = 1e-5  # below which cosines of averages differ by rounding
NO_PART = "no part of single runs: they have no such value, or it is 0"
INTERVAL = (
    "Averages compare with the runs they are of; intervals: 95 %, jackknife over "
    "averages, leaving out each with its runs."
)
APART, ROOM = 0.07, 0.3  # doublings between techniques, and of all side by side
CAPTION = (
    "Mean reduced PIP loss between aligned averages of so many runs, as a fraction "
    "of the single runs' mean, with its 95 % interval. Dashed: 1 / sqrt(size), as if "
    "nothing but independent noise were averaged."
)


def averages_of(compared: Compared) -> list[tuple[tuple[str, int], Averaged]]:
    """Averages by method, in the order given, and size."""
    order = list(compared.methods)
    items = compared.averages.items()
    return sorted(items, key=lambda item: (order.index(item[0][0]), item[0][1]))


def thin(effect: averaging.Effect) -> str:
    """Why a part of single runs, or its interval, is missing; empty if neither is."""
    # NaN differs from itself
    return note(NO_PART if effect.value != effect.value else effect.note)


def scored(single: Averaged, averaged: Averaged) -> list[str]:
    """Evaluation sets that both the runs and their averages were scored on."""
    return sorted(set(single.scores) & set(averaged.scores))


def _rows(record: DistributionNumbers) -> Iterator[dict]:
    """Methods compared, a row per method, size and measure: 0 or more."""
    row = identity(record.cell)
    if record.averages is None:
        yield {**row, "note": record.notes.get("averages", "not measured")}
        return
    for method, size, averaged in _distinct(record.averages):
        groups, moving = len(averaged.firsts), averaged.unrested
        row |= {"method": method, "size": size, "groups": groups}
        unrested = f"{moving} of {groups} averages had not come to rest" * bool(moving)
        numbers = _measured(record.averages.single, averaged, size)
        for measure, name, value, effect in numbers:
            noise = averaging.expected_loss(size) if measure in NOISE else np.nan
            row |= {"measure": measure, "set": name, "value": value}
            bounds = QUANTITIES[NOISE.get(measure, "averaged_mean")].range
            low, high, beyond = cut(effect.low, effect.high, bounds)
            row |= ends("share", effect.value, low, high)
            yield row | {"theoretical": noise, "note": (thin(effect), unrested, beyond)}


def _distinct(compared: Compared) -> list[list]:
    """Methods, size and average; together those that give the same, as all do of two
    runs: there is one best rotation."""
    rows: list[list] = []
    close = partial(np.allclose, rtol=0, atol=SAME)
    for (method, size), new in averages_of(compared):
        twins = [x for x in rows if x[1] == size and close(x[2].cosines, new.cosines)]
        for row in twins:
            row[0] += f", {method}"
        rows += [] if twins else [[method, size, new]]
    return rows


def _measured(
    single: Averaged, averaged: Averaged, size: int
) -> Iterator[tuple[str, str, float, averaging.Effect]]:
    """Measure, evaluation set, value of the averages, and part of single runs."""
    if averaged.losses is not None and single.losses is not None:
        effect = averaging.relative_loss(single.losses, averaged.losses, size)
        yield "PIP loss", "", pair_mean(averaged.losses).mean, effect
    cosines = single.cosines, averaged.cosines
    mean = float(averaged.cosines.mean(dtype=np.float64))
    # the bias: averaging moves means where it only should narrow them
    yield "mean cosine", "", mean, averaging.mean_ratio(*cosines, size)
    if len(averaged.firsts) > 1:  # one average does not waver
        deviation = averaging.mean_deviation(averaged.cosines)
        effect = averaging.deviation_ratio(*cosines, size)
        yield "deviation of cosines", "", deviation, effect
    for name in scored(single, averaged):
        scores = averaged.scores[name]
        change = averaging.score_change(single.scores[name], scores, size)
        # a change in percent as a part, as the other measures have it
        parts = (getattr(change, end) + 1 for end in ("value", "low", "high"))
        effect = averaging.Effect(*parts, change.groups, change.runs)
        yield "score", name, float(np.mean(scores)), effect


AVERAGES = Table(
    name="averages",
    title="What averaging steadies: ways of averaging runs side by side",
    caption="Aligned averages of runs, by method and size: loss between them, mean "
    "cosine of random pairs of words, its deviation, and mean score. Share: "
    "the value divided by that of single runs, with the 95 % interval from "
    "three averages on. Theoretical: 1/sqrt(size), what independent noise "
    "leaves; methods of one row give the same.",
    order=4,
    reads=("compare_averages",),
    columns="CELL method size groups measure set value share± theoretical note",
    keys="view technique method size measure value share± theoretical",
    rows=lambda results: chain.from_iterable(map(_rows, results.distributions())),
)


@look.look()
def draw_averages(cells: Sequence, title: str, caption: str) -> Drawing:
    """Relative PIP loss of averages: CellNumbers -> panels views x samplings."""
    looks = look.technique_looks(cell.technique for cell in cells)
    # views whose runs the study does not average have nothing to show
    cells = [c for c in cells if c.averages or c.losses is None]
    views = views_of(cells)
    samplings = look.present(cell.sampling for cell in cells)
    figure, panels = grid((len(views), len(samplings)), 2.6)
    for view, row in zip(views, panels, strict=False):
        for sampling, axes in zip(samplings, row, strict=True):
            own = [c for c in cells if (c.view, c.sampling) == (view, sampling)]
            look.title(axes, f"{view}, {sampling}")
            _draw_averages(axes, own, looks)
    if not cells:
        blank(panels[0, 0], "no cells")
    label(figure, panels, "runs averaged", "relative PIP loss")
    look.from_zero(panels.ravel())
    line = Line2D([], [], color=look.INK, linestyle="--", label="1 / sqrt(size)")
    look.finish(figure, title, caption + _gaps(cells), [*look.handles_of(looks), line])
    return figure


def _gaps(cells: Sequence) -> str:
    """Sentences on sizes that are left out, or have no interval."""
    sizes = {(size, c.runs // size) for c in cells for size in c.averages}
    without, alone = (
        ", ".join(str(size) for size, groups in sorted(sizes) if groups in few)
        for few in ((0, 1), (2,))
    )
    gaps = f" Left out, as comparing needs 2 * size <= runs: size {without}."
    pair = f" Of a single pair of averages there is no interval: size {alone}."
    return gaps * bool(without) + pair * bool(alone)


def _draw_averages(axes: Axes, cells: Sequence, looks: dict) -> None:
    relative = {cell.technique: _relative(cell) for cell in cells}
    sizes = sorted({1, *(size for values in relative.values() for size in values)})
    curve = np.geomspace(1, sizes[-1], 65)
    # whiskers of techniques would else lie on each other; x is logarithmic
    shifts = dict(zip(sorted(relative), apart(len(relative)), strict=True))
    axes.plot(curve, curve**-0.5, color=look.INK, linestyle="--", linewidth=1)
    size_axis(axes, sizes)
    reasons = defaultdict(list)
    for cell in sorted(cells, key=lambda cell: cell.technique):
        values, own = relative[cell.technique], looks[cell.technique]
        if len(values) > 1:
            parts = np.array([effect[:3] for effect in values.values()]).T
            # no loss lies below 0, but Student's t may
            parts = np.maximum(parts, 0)
            draw_line(axes, list(values), parts, shifts[cell.technique], **own)
            continue
        reason = "no averages" if values else "runs do not differ"
        reason = "not measured" if cell.losses is None else reason
        reasons[reason].append(cell.technique)
    tell(axes, reasons)


def apart(techniques: int) -> np.ndarray:
    """Doublings by which techniques stand side by side: (techniques,)."""
    places = np.arange(techniques) - (techniques - 1) / 2
    return places * min(APART, ROOM / max(1, techniques))


def draw_line(axes: Axes, sizes: Sequence, values: np.ndarray, shift: float, **own):
    """Draw values with both ends, (3, sizes), aside by a part of a doubling."""
    across, (middle, low, high) = np.array(sizes) * 2.0**shift, values
    axes.plot(across, middle, **own)
    # of one pair there is no interval, and single runs are their own measure
    has_ends = high > low
    reach = np.abs(values[1:] - middle)[:, has_ends]
    bars = {"linestyle": "none", "capsize": 2.5, "linewidth": 1, "color": own["color"]}
    if has_ends.any():
        axes.errorbar(across[has_ends], middle[has_ends], reach, **bars)


def _relative(cell) -> dict[int, averaging.Effect]:
    """Mean loss of averages as a fraction of the single runs', by size, from 1."""
    # of runs that do not differ no part can be told
    if cell.losses is None or not pair_mean(cell.losses).mean:
        return {}
    runs = len(cell.losses)
    return {1: averaging.Effect(1.0, 1.0, 1.0, runs, runs)} | {
        size: averaging.relative_loss(cell.losses, losses, size)
        for size, losses in sorted(cell.averages.items())
        if losses is not None
    }


DRAWN = Figure(
    name="averages",
    title="Averaging steadies: loss between averages of so many runs",
    caption=CAPTION,
    order=4,
    reads=("averages", "pip", "records"),
    wanted=has("averages"),
    draw=lambda results: draw_averages(own_cells(results), DRAWN.title, CAPTION),
)
