"""What change would be seen, and how often change is told where there is none."""

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from quaver.house.change import RULE, identity
from quaver.items import look, panels
from quaver.items.ends import ends
from quaver.items.item import Figure, Table
from quaver.results.change import ChangeNumbers
from quaver.statistics import run_mean
from quaver.statistics.drift import ALPHA
from quaver.statistics.planting import BANDS, band_of
from quaver.statistics.power import LEVEL, Power
from quaver.statistics.values import share_interval

TITLE = "What change would have been seen?"
ALL = "all"
NAMES = (
    f"below {BANDS[0]}",
    *(f"{a} to {b - 1}" for a, b in zip(BANDS, BANDS[1:], strict=False)),
    f"{BANDS[-1]} and more",
)
LOOKS = {
    name: {"color": colour, "marker": marker}
    for name, colour, marker in zip(NAMES, look.COLOURS, look.MARKERS, strict=False)
}
GRID = np.linspace(0.02, 1, 50)  # shares of a curve
COLUMNS, HEIGHT = 3, 2.6
KEYS = "early late technique"


def is_planted(grid) -> bool:
    """Tell whether a study plants change."""
    return any(change.plant for change in grid.study.analyses.change.values())


def curves(planted: dict, shares: np.ndarray) -> np.ndarray:
    """Chance to be seen by band of frequency and share: (bands, shares) in [0, 1], NaN
    for a band without words; a band no less than a rarer one."""
    bands, power = band_of(planted["occurrences"]), Power(*planted["power"])
    told, chances = np.isfinite(planted["p"]), np.full((len(NAMES), len(shares)), 0.0)
    for band in range(len(NAMES)):
        noise = planted["noise"][told & (bands == band)]
        chances[band] = np.nan
        if len(noise):
            chances[band] = power.at(shares, noise[:, None]).mean(axis=0)
    return np.where(np.isnan(chances), chances, np.fmax.accumulate(chances))


def _told(results) -> Iterator[tuple[ChangeNumbers, dict]]:
    """What was planted, with how its rows begin; where nothing stands, why."""
    for numbers in results.changes():
        note = numbers.note or numbers.planted_note
        if numbers.planted or note:
            yield numbers, identity(numbers) | {"note": note}


def _power(results) -> Iterator[dict]:
    for numbers, row in _told(results):
        if row["note"]:
            yield row
            continue
        planted = numbers.planted
        shares = np.unique(planted["share"][planted["share"] > 0])
        expected = curves(planted, shares)
        bands = band_of(planted["occurrences"])
        for k, share in enumerate(shares.tolist()):
            own = (planted["share"] == share) & np.isfinite(planted["p"])
            for band, name in enumerate(NAMES):
                inside = own & (bands == band)
                if inside.any():
                    line = {"share": share, "occurrences": name}
                    line["expected"] = float(expected[band, k])
                    yield row | line | _seen(planted, inside)


def _seen(planted: dict, rows: np.ndarray) -> dict:
    """How many of some plantings were seen, and how large they look: in the middle."""
    seen, number = int(planted["seen"][rows].sum()), int(rows.sum())
    middle = {x: float(np.median(planted[x][rows])) for x in ("squared", "as_share")}
    return {
        **{"plantings": number, "seen": seen, "change": middle["squared"]},
        **{"as_share": middle["as_share"]},
        **ends("power", seen / number, *share_interval(seen, number)),
    }


def _errors(results) -> Iterator[dict]:
    for numbers, row in _told(results):
        if row["note"]:
            yield row
            continue
        planted = numbers.planted
        still = (planted["share"] == 0) & np.isfinite(planted["p"])
        bands = band_of(planted["occurrences"])
        for band, name in ((None, ALL), *enumerate(NAMES)):
            rows = still if band is None else still & (bands == band)
            if rows.any():
                line = {"error": "p of a word that did not change is at most .05"}
                values = _by_halving(planted, rows, planted["p"] <= ALPHA)
                line |= {"occurrences": name, "words": int(rows.sum())}
                yield row | line | _mean(values)
        for name, q, drift in DISCOVERIES:
            told = planted[q] <= ALPHA
            told &= (planted["drift_q"] <= ALPHA) if drift else True
            values = _false(planted, told, still)
            line = {"error": name, "occurrences": ALL, "words": int(told.sum())}
            yield row | line | _mean(values)
        yield row | _missed(planted)


DISCOVERIES = (
    ("of words with q at most .05, did not change; nothing planted", "still_q", False),
    ("of words with q at most .05, did not change; a tenth planted", "q", False),
    ("of words that are called changed, did not; a tenth planted", "q", True),
)


def _by_halving(planted: dict, rows: np.ndarray, hits: np.ndarray) -> list[float]:
    """Share of hits among rows, in each halving that has any."""
    each = (rows & (planted["halving"] == x) for x in np.unique(planted["halving"]))
    return [float(hits[own].mean()) for own in each if own.any()]


def _false(planted: dict, told: np.ndarray, still: np.ndarray) -> list[float]:
    """Share of discoveries that are false, in each halving; 0 where there are none."""
    each = (told & (planted["halving"] == x) for x in np.unique(planted["halving"]))
    return [float((own & still).sum() / max(own.sum(), 1)) for own in each]


def _mean(values: list[float]) -> dict:
    """Of halvings, whose words share documents: so that these are what is drawn."""
    estimate = run_mean(values)
    low, high = np.clip((estimate.low, estimate.high), 0, 1).tolist()
    if np.ptp(values) == 0:  # none in any halving is not surely none
        low, high = share_interval(sum(values), len(values))
    line = {"halvings": len(values), "nominal": ALPHA, "note": estimate.note}
    return line | ends("value", estimate.mean, low, high)


def _missed(planted: dict) -> dict:
    """How often a planted share lay outside its interval."""
    own = (planted["share"] > 0) & np.isfinite(planted["as_share"])
    share, low, high = (planted[x][own] for x in ("share", "as_low", "as_high"))
    missed, number = int(((share < low) | (share > high)).sum()), int(own.sum())
    line = {"error": "a planted share lies outside its interval", "occurrences": ALL}
    line |= {"words": number, "nominal": ALPHA}
    return line | ends("value", missed / number, *share_interval(missed, number))


@look.look()
def draw(results) -> Drawing:
    """Draw the chance to be seen by share, a line for each band of frequency."""
    told = [*_told(results)]
    columns = max(1, min(COLUMNS, len(told)))
    shape = -(-len(told) // columns) or 1, columns
    figure, axes = panels.grid(shape, HEIGHT, share=(True, True))
    for own, (numbers, row) in zip(axes.flat, told, strict=False):
        look.title(own, f"{numbers.technique}: {numbers.early} to {numbers.late}")
        if row["note"]:
            panels.blank(own, row["note"])
        else:
            _draw(own, numbers.planted)
    for spare in axes.flat[len(told) :]:
        spare.set_axis_off()
    look.finish(figure, TITLE, CAPTION, look.handles_of(LOOKS))
    return figure


def _draw(axes: Axes, planted: dict) -> None:
    for name, chances in zip(NAMES, curves(planted, GRID), strict=True):
        axes.plot(GRID, chances, color=LOOKS[name]["color"])
    bands = band_of(planted["occurrences"])
    for share in np.unique(planted["share"][planted["share"] > 0]):
        own = (planted["share"] == share) & np.isfinite(planted["p"])
        for band, name in enumerate(NAMES):
            seen = planted["seen"][own & (bands == band)]
            if len(seen):
                low, high = share_interval(int(seen.sum()), len(seen))
                middle = seen.mean()
                reach = [[max(middle - low, 0)], [max(high - middle, 0)]]
                # side by side, or they hide each other
                beside = share + 0.012 * (band - len(NAMES) // 2)
                style = {"linestyle": "none", "linewidth": 1, **LOOKS[name]}
                axes.errorbar(beside, middle, yerr=reach, **style)
    axes.axhline(LEVEL, color=look.FAINT, linestyle=":")
    axes.set_xlim(-0.03, 1.06)
    axes.set_ylim(-0.03, 1.03)
    axes.set_xlabel("share of uses", fontsize=panels.SMALL + 1)


CAPTION = (
    "Of words in one text, a share of whose uses in a random half of its documents are "
    "another word's of like frequency: how many are seen (p at most .05 of both "
    "chance and the median of other words), with Wilson's interval, by uses in both "
    "halves. Lines: fitted by share and noise; dotted: 4 of 5. What else is asked for "
    "can only make q larger than p."
)
CHANGE_POWER = Table(
    name="change_power",
    title=TITLE,
    caption="Power: of words a share of whose uses was planted, how many are seen (p "
    "at most .05 of both chance and the median of other words, before correction), "
    "with Wilson's interval. Expected: fitted by share and noise. Change, as_share: "
    "how large the planted change looks, in the middle.",
    order=8,
    rule=RULE,
    reads=("change_planted",),
    wanted=is_planted,
    columns="series early:text late:text technique trainer share occurrences:text "
    "plantings:whole seen:whole power± expected change as_share note",
    keys="early late technique share occurrences plantings power expected as_share "
    "note",
    rows=_power,
)
CHANGE_ERRORS = Table(
    name="change_errors",
    title="How often is change told where there is none?",
    caption="Value: share of words, or of discoveries, in random halves of one text, "
    "with its 95 % interval over halvings (of intervals, and where all halvings agree: "
    "Wilson's). Words: how many it is of.",
    order=8,
    rule=RULE,
    reads=("change_planted",),
    wanted=is_planted,
    columns="series early:text late:text technique trainer error:text occurrences:text "
    "words halvings:whole value± nominal note",
    keys="early late technique error occurrences words value low high nominal",
    rows=_errors,
)
FIGURE = Figure(
    name="change_power",
    title=TITLE,
    caption=CAPTION,
    order=8,
    rule=RULE,
    reads=("change_planted",),
    wanted=is_planted,
    draw=draw,
)
