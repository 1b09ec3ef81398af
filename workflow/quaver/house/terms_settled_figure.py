"""A figure of each set, a panel a term: told from how many others, by sentences."""

from collections.abc import Iterable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from scipy.special import ndtr

from quaver.house.settling import Term, term_of
from quaver.house.terms_settled import NOTHING, TITLE
from quaver.items import look, panels
from quaver.items.item import Figure
from quaver.results.term_curves import CURVE, CurveNumbers
from quaver.statistics.deviations import mean_known
from quaver.statistics.settling import curve_of

PANELS = 12  # at most
STEP = 0.035  # between the bars of two learners
HEIGHT, REST = 2.1, 2.2  # inches, of each row and of title, legend, caption
BELOW, BESIDE = "sentences of a draw", "share of other terms told apart; cosine"
CAPTION = (
    "Dots and lines: share of other terms from which two draws of a term are told, and "
    "the rising curve; grey: chance, and the share asked for, by which bars are the 95 "
    "% intervals of the number of sentences. Dashed: n / (n + k), fitted to the "
    "cosines of the draws (crosses), all without the mean draw. The terms with most "
    "sentences are drawn, beside the first cell of each technique."
)


def sets_of(grid) -> list[str]:
    """Sets that somebody's curve is asked of, as the study has them."""
    drawn = {subject.terms for subject in grid.measured[CURVE]}
    return [name for name in grid.study.analyses.terms.sets if name in drawn]


@look.look()
def draw(results, part: str) -> Drawing:
    """Draw the most frequent terms of a set, with all learners."""
    curves = results.term_curves()
    every = _first_cells(x for x in curves if x.set == part)
    told = [x for x in every if not x.note]
    shown = _shown(told)
    figure, axes = panels.flowing(len(shown), HEIGHT, REST)
    techniques = {x.technique for x in curves}
    names = {id(x): _name(x, techniques) for x in told}
    # a learner looks alike in the figures of all sets
    looks = look.technique_looks(_name(x, techniques) for x in curves)
    looks = {name: looks[name] for name in names.values()}
    for panel, place in zip(axes, shown, strict=False):
        held = int(told[0].stored["held"][place])
        look.title(panel, look.shown(f"{told[0].terms[place]} ({held})"))
        for turn, numbers in enumerate(told):
            term, style = term_of(numbers, place), looks[names[id(numbers)]]
            _draw(panel, term, style)
            _mark(panel, term, style["color"], numbers.settled - turn * STEP)
        _frame(panel, told[0].settled)
    if not shown:
        why = dict.fromkeys(x.note or NOTHING for x in every)
        panels.blank(axes[0], "; ".join(why))
    panels.label(figure, np.array([axes]), "", BESIDE)
    look.finish(figure, f"{TITLE} ({part})", CAPTION, look.handles_of(looks))
    return figure


def _first_cells(every: Iterable[CurveNumbers]) -> list[CurveNumbers]:
    """One cell of each learner and technique."""
    first: dict[tuple, CurveNumbers] = {}
    for numbers in every:
        first.setdefault((numbers.learner, numbers.technique), numbers)
    return [*first.values()]


def _name(numbers: CurveNumbers, techniques: set[str]) -> str:
    alone = len(techniques) == 1
    return numbers.learner if alone else f"{numbers.learner}, {numbers.technique}"


def _shown(told: list[CurveNumbers]) -> list[int]:
    """Places of the terms that are drawn: those of most sentences that have a share."""
    if not told:
        return []
    stored, terms = told[0].stored, told[0].terms
    drawn = np.flatnonzero(stored["sentences"].max(axis=0) > 0)
    order = sorted(drawn, key=lambda k: (-stored["held"][k], terms[k]))
    return [int(place) for place in order[:PANELS]]


def _draw(axes: Axes, term: Term, style: dict) -> None:
    """Shares and cosines of a term by one learner."""
    if term.settled is None:
        return
    draws, colour = term.draws, style["color"]
    told, cosine = (mean_known(x, (0, 2)) for x in (draws.told, draws.cosine))
    curve = curve_of(draws, term.numbers.settled)
    marks = {"marker": style["marker"], "markersize": 4, "linestyle": ""}
    axes.plot(draws.numbers, told, color=colour, **marks)
    axes.plot(draws.numbers, cosine, "x", color=colour, markersize=3.5, alpha=0.7)
    inner = np.geomspace(draws.numbers[0], max(draws.numbers[-1], 2), 50)
    # as it is read: in log n, by normal deviates
    values = np.interp(np.log(inner), np.log(curve.numbers), curve.value)
    axes.plot(inner, ndtr(values), color=colour, linewidth=1.2)
    fit = inner / (inner + term.fit.k)
    axes.plot(inner, fit, color=colour, linewidth=0.9, linestyle="--", alpha=0.7)


def _mark(axes: Axes, term: Term, colour: str, height: float) -> None:
    """The number a term is settled from and its interval, as far as sentences go."""
    own = term.settled
    if own is None or not np.isfinite(own.at):
        return
    ends = np.minimum([own.low, own.high], max(term.held, own.last))
    bar = {"color": colour, "linewidth": 2.5, "alpha": 0.45}
    axes.plot(ends, [height, height], **bar)
    if own.at <= ends[1]:
        axes.plot(own.at, height, "|", color=colour, markersize=9)


def _frame(axes: Axes, share: float) -> None:
    for height, kind in ((0.5, "-"), (share, ":")):
        axes.axhline(height, color=look.FAINT, linewidth=0.9, linestyle=kind, zorder=0)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:g}")
    axes.set_ylim(-0.15, 1.05)
    axes.set_xlabel(BELOW)


FIGURE = Figure(
    name="terms",
    title=TITLE,
    caption=CAPTION,
    order=9,
    reads=(CURVE,),
    draw=draw,
    each=sets_of,
)
