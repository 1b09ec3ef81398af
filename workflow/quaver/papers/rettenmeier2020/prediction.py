"""What neighbours were predicted from cosines: Tables 2.2 to 2.5, 3.5, A.2, figures."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from math import isnan, sqrt

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from scipy.special import ndtr, ndtri

from quaver.items.ends import ends
from quaver.items.look import COLOURS, INK, WIDTH, finish, look
from quaver.items.panels import blank, label, remark
from quaver.items.published import CORRELATED, Printed, Published, read
from quaver.papers.rettenmeier2020 import declare
from quaver.papers.rettenmeier2020.comparable import FOLDER
from quaver.papers.rettenmeier2020.declare import over_cells, record_rows, table
from quaver.results.distribution_records import DistributionNumbers, Prediction

EXAMPLE = {"language": "en", "sampling": "shuffled", "target": "momentum"}
VECTOR_DOTS = 100  # more than this are drawn as pixels, to keep the svg small
THRESHOLD = 1e-5  # of the pruning (A.2)
# Words 1 and 100 of Table 2.4, as printed: another rounding gives another power of ten
HUNDREDTH = (0.489 - 0.650) / sqrt(0.009**2 + 0.010**2)
HALVES = "predicted observed half_seen half_unseen unseen_predicted unseen_observed"
DIAGONAL = {"color": COLOURS[1], "linestyle": "--", "linewidth": 1.2}
DOT = {"color": COLOURS[0], "marker": "o"}
CURVE = {"color": COLOURS[0], "linewidth": 1.8}
CUT = {"color": INK, "linestyle": ":"}


class Shuffled(Published):
    """A published table that stands beside shuffled cells only."""

    def key(self, row: Mapping) -> tuple:
        """What a row is joined by; of other samplings a key that no table has."""
        return super().key(row) if row["sampling"] == "shuffled" else ()


def _correlations(record: DistributionNumbers, name: str) -> dict:
    prediction = record.prediction
    r, low, high = prediction.correlations[name]
    note = "no interval: it needs 3 groups of runs" if isnan(low) else ""
    note = "no correlation: all words have one value" if isnan(r) else note
    row = {"pearson": r, "low": low, "high": high, "note": note}
    return row | {"runs": prediction.runs, "targets": len(prediction.words)}


def _structure(record: DistributionNumbers) -> list[dict]:
    coded = ends("as_coded", *record.prediction.correlations["structure_as_coded"])
    return [_correlations(record, "structure") | coded]


def _predictions(record: DistributionNumbers) -> list[dict]:
    own = record.prediction
    first = _levels(own.predicted, own.observed, own.halves["prediction"])
    second = _levels(own.predicted_2, own.observed_2, own.halves["prediction_2"])
    second |= {"n": 2, "targets": len(own.observed_2)}  # p@2 is of fewer words
    rows = (_correlations(record, name) for name in ("prediction", "prediction_2"))
    return [row | more for row, more in zip(rows, (first, second), strict=True)]


def _levels(predicted: np.ndarray, observed: np.ndarray, halves) -> dict:
    # a correlation is blind to a prediction that is too low everywhere
    means = (x.mean() if len(x) else np.nan for x in (predicted, observed))
    return dict(zip(HALVES.split(), map(float, (*means, *halves)), strict=True))


def _rows(results, make: Callable) -> list[dict]:
    """Rows of all cells; the first of each is of p@1, which was published."""
    rows = []
    for record in results.distributions():
        first, *others = record_rows(record, "prediction", make)
        rows += [{"n": 1, **first, "cell": record.cell}, *others]
    return rows


def _odds_rows(results) -> list[dict]:
    published = read(FOLDER / "table_2_4.csv")
    for row, name in product(published, ("first", "second")):
        # '< 0.001' is a bound, and must not pass for a number
        text = str(row.pop(name))
        key = f"{name}_bound" if text.startswith("<") else name
        row[key] = float(text.removeprefix("<"))
    facts = {"runs": 32, "note": "published is an example: no verdict"}
    ours = over_cells(results, "prediction", _odds)
    return _both(ours, published, trainer="word2vec", **facts)


def _odds(record: DistributionNumbers) -> list[dict]:
    odds, runs = record.prediction.odds, record.prediction.runs
    facts = {"target": odds.word, "chosen": odds.chosen, "runs": runs}
    names = ("rank", "mean", "deviation", "first", "second")
    return [
        {**facts, "word": word, **{name: getattr(odds, name)[row] for name in names}}
        for row, word in enumerate(odds.words)
    ]


def _list_rows(results, part: str, name: str, **facts) -> list[dict]:
    ours = over_cells(results, part, partial(_lists, part=part))
    published = read(FOLDER / f"{name}.csv")
    # the overlap is of the print's own ranks, not as the text tells it
    ranks = np.array([[row[f"rank_{k}"] for row in published] for k in (1, 2)])
    published[0]["note"] = overlaps(ranks)
    return _both(ours, published, **facts)


def _both(ours: list[dict], published: list[dict], **facts) -> list[dict]:
    examples = [{**EXAMPLE, **facts, **row, "kind": "published"} for row in published]
    return [row | {"kind": "ours"} for row in ours] + examples


def _lists(record: DistributionNumbers, part: str) -> list[dict]:
    lists = getattr(record, part).lists
    if lists is None:
        return [{"note": "no size has two averages"}]
    names = ("method", "size", "chosen")
    facts = {name: getattr(lists, name) for name in names} | {"target": lists.word}
    note = overlaps(np.asarray(lists.ranks))  # beside the first word
    rows = [
        facts | {"word": x, "note": note * (not k)} for k, x in enumerate(lists.words)
    ]
    for run, row in product((0, 1), range(len(rows))):
        rows[row][f"rank_{run + 1}"] = int(lists.ranks[run][row])
        rows[row][f"cosine_{run + 1}"] = lists.cosines[run][row]
    return rows


def overlaps(ranks: np.ndarray) -> str:
    """What the text tells beside a list: p@n and j@n of its first words."""
    parts = []
    for n in (10, 15):  # as in the text
        if ranks.shape[1] >= n:
            # p = |A & B| / n, j = |A & B| / |A | B| = p / (2 - p)
            share = float((ranks[1][ranks[0] <= n] <= n).sum()) / n
            parts.append(f"p@{n} = {share:.3f}, j@{n} = {share / (2 - share):.3f}")
    return "; ".join(parts)


@look()
def _normal(results) -> Drawing:
    """Eq. A.8 on a linear and on a logarithmic axis, the same for every study."""
    drawing = Drawing(figsize=(WIDTH, 4.4), layout="constrained")
    panels = drawing.subplots(1, 2, squeeze=False)
    cut = float(ndtri(THRESHOLD))
    # the logarithm shows what is far too small for a linear axis
    for axes, left in zip(panels[0], (-6.0, -13.0), strict=True):
        across = np.linspace(left, 5.0, 361)
        axes.plot(across, ndtr(across), **CURVE)
        axes.axvline(cut, **CUT, linewidth=1.2)
        axes.set_xlim(left, 5.0)
    linear, logarithmic = panels[0]
    linear.annotate(f" p = 1e-5 at {cut:.2f}", (cut, 0.5), fontsize=8, color=INK)
    logarithmic.axhline(THRESHOLD, **CUT, linewidth=1.2)
    logarithmic.set_yscale("log")
    chance = float(ndtr(HUNDREDTH))
    logarithmic.plot([HUNDREDTH], [chance], "D", color=COLOURS[1], markersize=6)
    below = {"textcoords": "offset points", "xytext": (8, -4), "fontsize": 8}
    logarithmic.annotate(f"{chance:.1e}", (HUNDREDTH, chance), color=INK, **below)
    label(drawing, panels, "(μₓ − μᵧ) / √(σₓ² + σᵧ²)", "p(x > y)")
    styles = {"½ [1 + erf((μₓ − μᵧ) / √(2 (σₓ² + σᵧ²)))]": CURVE, "pruning, 1e-5": CUT}
    finish(drawing, FIGURE_A_1.title, FIGURE_A_1.caption, declare.keyed(styles))
    return drawing


def _draw(axes: Axes, prediction: Prediction, *, over: str, dots: str, r: str) -> None:
    observed, predicted = getattr(prediction, over), getattr(prediction, dots)
    axes.set(xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
    # both axes alike, so that the diagonal means equality
    ticks = [0, 0.25, 0.5, 0.75, 1], ["0", "", ".5", "", "1"]
    axes.set_xticks(*ticks)
    axes.set_yticks(*ticks)
    if not len(observed):
        blank(axes, "no target words")
        return
    looks = {"rasterized": len(observed) > VECTOR_DOTS, "linewidths": 0, **DOT}
    axes.scatter(observed, predicted, s=7, alpha=0.35, **looks)
    axes.plot([0, 1], [0, 1], **DIAGONAL)
    r, low, high = prediction.correlations[r]
    ends = ", no interval" if isnan(low) else f" [{low:.3f}, {high:.3f}]"
    text = "no r: values do not vary" if isnan(r) else f"r = {r:.3f}{ends}"
    remark(axes, f"{len(observed)} words, {prediction.runs} runs\n{text}", "left")


LISTS = (
    "The 15 nearest words in the first space, their ranks and cosines in both. "
    "Published is an example, momentum in English; its lists stand last."
)
PEARSON = "Pearson's r over target words, with its 95 % jackknife interval over runs."
RUNS, AVERAGES = {"trainer": "word2vec", "size": 1}, {"trainer": "", "size": 32}
_of_lists = partial(
    table,
    columns="CELL kind method size target chosen word rank_1 cosine_1 rank_2 cosine_2",
    keys="view technique kind target word rank_1 cosine_1 rank_2 cosine_2 note",
)
TABLE_2_2 = _of_lists(
    "Table 2.2",
    "Nearest words in two runs",
    f"runs 1 and 2 of a cell. {LISTS}",
    rows=partial(_list_rows, part="prediction", name="table_2_2", **RUNS),
    reads=("prediction",),
)
TABLE_3_5 = _of_lists(
    "Table 3.5",
    "Nearest words in two averages of so many runs (size)",
    f"there of 32, here the first two groups of the largest size that has two. {LISTS}",
    rows=partial(_list_rows, part="averages", name="table_3_5", **AVERAGES),
    reads=("compare_averages",),
)
TABLE_2_4 = table(
    "Table 2.4",
    "Odds of words to be the nearest",
    "mean and deviation (ddof 0) over runs of the cosine with a target. First, second: "
    "predicted chance to be the nearest word (Eq. 2.22), one of two (Eq. A.15). "
    "Published is an example, momentum in English, 32 runs; it stands last.",
    columns="CELL kind runs target chosen rank word mean deviation first second "
    "first_bound second_bound",
    keys="view technique kind target rank word mean deviation first second",
    rows=_odds_rows,
    reads=("prediction",),
)
_correlated = partial(
    table,
    keys="view technique sampling pearson low high published_pearson verdict",
    published={
        "kind": Shuffled,
        "columns": {"published_pearson": "pearson"},
        "value": "pearson",
        "ends": Printed("pearson", 0.0005),
        "margin": CORRELATED,
    },
    reads=("prediction",),
)
TABLE_2_5 = _correlated(
    "Table 2.5",
    "Structure factor and observed p@1",
    f"{PEARSON} The factor is the prediction with one deviation common to all pairs of "
    "words, as the text defines it; as coded it keeps each pair's own, so that rows of "
    "Tables 2.5 and A.2 are printed alike. The verdict is of the text's reading.",
    columns="CELL runs targets pearson low high as_coded as_coded_low as_coded_high",
    rows=partial(_rows, make=_structure),
)
TABLE_A_2 = _correlated(
    "Table A.2",
    "Predicted and observed p@n",
    f"{PEARSON} The prediction takes means and deviations of cosines over the same "
    "runs (Eq. 2.23, A.16), beside mean levels; published is p@1. Half: r of what half "
    "of the runs predict with what is seen in them and, unseen, in the other half, "
    "where the levels are again told (means of both ways; without an interval).",
    columns=f"CELL runs targets n pearson low high {HALVES}",
    keys="view technique pearson low high predicted observed half_unseen verdict",
    rows=partial(_rows, make=_predictions),
)
R = (
    "r: Pearson's correlation with its 95 % interval by jackknife over runs. Of few "
    "runs the overlap takes few values, and their chance lowers r."
)
DOTS = {"linestyle": "none", "markersize": 4, **DOT}
HANDLES = {"target words": DOTS, "both equal": DIAGONAL}
_figure = partial(declare.of_cells, part="prediction", handles=lambda records: HANDLES)
FIGURE_2_7 = _figure(
    "Figure 2.7",
    "Neighbours tell of the structure of a space:",
    "Structure factor of target words (p@1 predicted with one deviation for all pairs "
    f"of words) over observed p@1: pairs of runs with the same nearest word. {R}",
    panel=partial(_draw, over="observed", dots="structure", r="structure"),
    axes=("observed p@1", "structure factor"),
)
FIGURE_A_1 = declare.figure(
    "Figure A.1",
    "One normal variable larger than another:",
    "Chance that a word's cosine with the target exceeds the nearest word's (Eq. A.8), "
    "by the distance of their means in deviations of the difference. It falls so fast "
    "that nearly all words, those below 1e-5 (dotted), can be left out. Diamond: words "
    "100 and 1 of Table 2.4 (Eq. A.2 rounds on the way and prints 2.74e-33).",
    draw=_normal,
    wanted=lambda grid: True,
)
FIGURE_A_2 = _figure(
    "Figure A.2",
    "Nearest words, predicted and observed:",
    "p@1 of target words predicted from means and deviations of cosines "
    f"(Eq. 2.22 and 2.23) over the observed p@1. {R}",
    panel=partial(_draw, over="observed", dots="predicted", r="prediction"),
    axes=("observed p@1", "predicted p@1"),
)
FIGURE_A_3 = _figure(
    "Figure A.3",
    "Two nearest words, predicted and observed:",
    "p@2 of target words predicted from means and deviations of cosines "
    f"(Eq. A.15 and A.16) over the observed p@2. {R}",
    panel=partial(_draw, over="observed_2", dots="predicted_2", r="prediction_2"),
    axes=("observed p@2", "predicted p@2"),
)
