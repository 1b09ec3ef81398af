"""What one word moved from, and to: neighbours in both texts, a panel per technique."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from quaver.house.change import (
    CHANGED,
    UNTOLD,
    identity,
    likeness,
    missing_row,
    near_rows,
    order,
    word_row,
)
from quaver.items import look
from quaver.items.look import FAINT, INK
from quaver.measures.moves import KINDS
from quaver.results.change import ChangeNumbers
from quaver.results.records import grouped

SHOWN = 12  # neighbours of a panel at most
MOST = 30  # words drawn where none are named: those that changed most
PAIRS = 20  # pairs of texts in a figure: those in which the word changed most
COLUMNS = 3
PANEL, ALONE, ROW = 4.9, 8.2, 0.25  # inches: width of a panel, height of its rows
LEAST = 4  # rows of a panel at least: an empty one says why it is empty
AROUND, ABOVE = 1.05, 1.0  # inches: of a panel's title and axis; of title and legend
LINE = 0.16  # inches of a line of the caption
LETTERS = 46, 80  # of a line of a title: of one panel of several, of a lone one
LONG, SMALL = 18, 8  # letters of a word, the rest is cut; points of small texts
LEAST_CHANGE = 1e-4  # of which two digits are shown
BEYOND = 1.03  # where ranks stand, in widths of a panel
# told apart by their marks, too: prints are grey
LOOKS = dict(
    zip(
        KINDS,
        (
            {"color": look.COLOURS[1], "marker": "v"},
            {"color": look.COLOURS[0], "marker": "^"},
            {"color": INK, "marker": "o"},
        ),
        strict=True,
    )
)
TICK = {"linestyle": "none", "marker": "|", "markersize": 11, "markeredgewidth": 2}
CAPTION = (
    "Of the ten words nearest in each text (of 20 uses there) those that moved most "
    "surely: cosine with the word in the early text (tick) and in the late (mark), "
    "the shift of all words taken off. Whiskers: the mark by the 95 % interval of the "
    "difference, which in white marks holds 0; beside: ranks in both texts. Chosen by "
    "the same uses: in fresh text those that left or came would lie less far apart."
)


class Panel(NamedTuple):
    """A word in a pair of texts and a technique: its row of the table of change, and
    rows of the neighbours that are shown."""

    row: Mapping
    near: Sequence[Mapping] = ()


def words_moved(results) -> Iterator[tuple[str, str, list[Panel]]]:
    """Each word that is drawn, with what it is asked for by and its panels."""
    asked = results.study.analyses.change
    by_name = grouped(results.changes(), lambda numbers: numbers.name)
    for name, told in by_name.items():
        is_all = isinstance(asked[name].words, Mapping)
        for word in _changed(told)[:MOST] if is_all else _named(told):
            yield name, word, [_panel(numbers, word) for numbers in told]


def _named(told: Sequence[ChangeNumbers]) -> list[str]:
    return sorted({word for x in told for word in (*x.words, *x.missing)})


def _changed(told: Sequence[ChangeNumbers]) -> list[str]:
    """Words that are called changed; first who comes first in any technique."""
    best: dict[str, int] = {}
    for numbers in told:
        verdicts = numbers.stored.get("verdict", ())
        changed = [k for k in order(numbers) if verdicts[k] == CHANGED]
        for rank, word in enumerate(numbers.words[k] for k in changed):
            best[word] = min(rank, best.get(word, rank))
    return sorted(best, key=lambda word: (best[word], word))


def _panel(numbers: ChangeNumbers, word: str) -> Panel:
    row = identity(numbers) | {"word": word, "verdict": UNTOLD}
    if numbers.note:
        return Panel(row | {"sentence": f"not told: {numbers.note}"})
    if word not in numbers.words:
        return Panel(row | missing_row(word))
    place = numbers.words.index(word)
    row |= word_row(numbers, place)
    return Panel(row, surest([*near_rows(numbers, place)]))


def surest(rows: Sequence[Mapping]) -> list[Mapping]:
    """Rows of neighbours that moved most surely, as many of each kind; in their order
    of kinds, the surest first."""
    turns = []
    for kind in KINDS:
        own = [x for x in rows if x["moved"].split()[0] == kind]
        turns += enumerate(sorted(own, key=_sureness, reverse=True))
    shown = sorted(turns, key=lambda turn: turn[0])[:SHOWN]
    return sorted((row for _, row in shown), key=lambda row: _kind(row)[0])


def _sureness(row: Mapping) -> float:
    """How many times its interval's reach a difference is."""
    reach = row["difference_high"] - row["difference_low"]
    return abs(row["difference"]) / reach if reach else np.inf


def _kind(row: Mapping) -> tuple[int, str]:
    kind = row["moved"].split()[0]
    return KINDS.index(kind), kind


@look.look()
def draw_word(panels: Sequence[Panel]) -> Figure:
    """Draw what a word moved from and to: per pair of texts a row of techniques."""
    pairs = [*grouped(panels, lambda x: (x.row["early"], x.row["late"])).values()]
    rows, more = _rows(pairs)
    columns = max(map(len, rows))
    width = max(ALONE, PANEL * columns)
    heights = [ROW * max(LEAST, *(len(x.near) for x in row)) + AROUND for row in rows]
    # the caption must not push panels of a small figure together
    lines = len(textwrap.wrap(CAPTION, round(width * look.LETTERS_OF_CAPTION)))
    size = width, sum(heights) + ABOVE + LINE * lines
    figure = Figure(figsize=size, layout="constrained")
    shape = {"squeeze": False, "height_ratios": heights}
    grid = figure.subplots(len(rows), columns, **shape)
    for axes, row in zip(grid, rows, strict=True):
        for own, panel in zip(axes, row, strict=False):
            _draw(own, panel, LETTERS[columns == 1])
        for spare in axes[len(row) :]:
            spare.set_axis_off()
    first = panels[0].row
    title = f"What did “{look.shown(first['word'])}” move from, and to? "
    figure.get_layout_engine().set(w_pad=0.12)
    look.finish(figure, f"{title}({first['series']}{more})", CAPTION, _handles())
    return figure


def _rows(pairs: Sequence[Sequence[Panel]]) -> tuple[list[Sequence[Panel]], str]:
    """Panels in rows; of more pairs than a figure has room for a remark as well."""
    farthest = sorted(range(len(pairs)), key=lambda k: -_farthest(pairs[k]))[:PAIRS]
    rows = []
    for pair in (pairs[k] for k in sorted(farthest)):
        each = -(-len(pair) // -(-len(pair) // COLUMNS))  # 2 and 2 rather than 3 and 1
        rows += [pair[k : k + each] for k in range(0, len(pair), each)]
    is_cut = len(pairs) > PAIRS
    return rows, f", {PAIRS} pairs of {len(pairs)}: most change" * is_cut


def _farthest(pair: Sequence[Panel]) -> float:
    """The highest percentile of a word in a pair; -1 where it cannot be told."""
    percentiles = (panel.row.get("percentile", np.nan) for panel in pair)
    return max((x for x in percentiles if np.isfinite(x)), default=-1)


def heading(row: Mapping, letters: int) -> str:
    """What is said above a panel: verdict, percentile and change, in plain words."""
    pair = f"{row['early']} to {row['late']}"
    lines = [f"{row['technique']}: {row['verdict']}", *textwrap.wrap(pair, letters)]
    ends = [row.get(x, np.nan) for x in ("change", "change_low", "change_high")]
    if np.isfinite([*ends, row.get("percentile", np.nan)]).all():
        # two digits of the change, and no minus before nothing
        digits = 1 - int(np.floor(np.log10(max(abs(ends[0]), LEAST_CHANGE))))
        places = max(0, digits)
        value, low, high = (f"{round(x, places) + 0.0:.{places}f}" for x in ends)
        text = f"change {value} (95 %: {low} to {high}), more than that of "
        text += f"{100 * row['percentile']:.0f} of 100 words {likeness(row['band'])}"
        lines += textwrap.wrap(text, letters)
    return "\n".join(lines)


def _draw(axes: Axes, panel: Panel, letters: int) -> None:
    axes.set_title(heading(panel.row, letters), fontsize=9.5)
    if not panel.near:
        look.say(axes, panel.row["sentence"])
        axes.set_axis_off()
        return
    labels = []
    for height, row in enumerate(panel.near):
        _draw_neighbour(axes, height, row)
        name = look.shown(row["neighbour"])
        labels.append(name if len(name) <= LONG else f"{name[: LONG - 1]}…")
    axes.set_yticks(range(len(labels)), labels)
    for label, row in zip(axes.get_yticklabels(), panel.near, strict=True):
        label.set_color(LOOKS[_kind(row)[1]]["color"])
    axes.set_ylim(max(LEAST, len(labels)) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelsize=SMALL)
    axes.ticklabel_format(axis="x", useOffset=False)
    axes.locator_params(axis="x", nbins=4)
    axes.grid(visible=False, axis="y")
    axes.grid(visible=True, axis="x")
    axes.set_xlabel("cosine with the word; beside: ranks", fontsize=SMALL + 1)


def _draw_neighbour(axes: Axes, height: int, row: Mapping) -> None:
    early, late, kind = row["early_cosine"], row["late_cosine"], _kind(row)[1]
    style = LOOKS[kind]
    ends = [early + row["difference_low"], early + row["difference_high"]]
    axes.plot([early, late], [height] * 2, color=style["color"], linewidth=2.6)
    axes.plot(ends, [height] * 2, color=FAINT, marker="|", linewidth=0.9, zorder=1.9)
    axes.plot(early, height, color=style["color"], **TICK, zorder=3)
    is_sure = not row["difference_low"] <= 0 <= row["difference_high"]
    face = style["color"] if is_sure else "white"
    axes.plot(late, height, **style, markerfacecolor=face, markersize=7, zorder=4)
    ranks = f"{row['early_rank']} → {row['late_rank']}"
    where = {"transform": axes.get_yaxis_transform(), "va": "center"}
    axes.text(BEYOND, height, ranks, fontsize=SMALL, **where)


def _handles() -> list[Line2D]:
    """What the legend shows: kinds of neighbours, the early cosine, doubt."""
    kinds = [Line2D([], [], label=x, **own, linewidth=2.4) for x, own in LOOKS.items()]
    tick = Line2D([], [], label="early text", color=INK, **TICK)
    white = {"marker": "o", "linestyle": "none", "markerfacecolor": "white"}
    return [*kinds, tick, Line2D([], [], label="not sure", color=INK, **white)]
