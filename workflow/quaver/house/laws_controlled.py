"""Do rarer words change more, and more so than in text where nothing changed?"""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from quaver.house.change import RULE
from quaver.items.ends import with_ends
from quaver.items.item import Table
from quaver.items.terminal import wrapped
from quaver.measures.laws import apart, estimate
from quaver.results.laws import CONTEXTS, Condition, LawNumbers
from quaver.statistics import RUNS_FOR_INTERVAL
from quaver.statistics.values import Value
from quaver.wording import listed

BEYOND, BESIDE, OPEN, ARTEFACT, NO_LAW, REVERSED, ALONE = VERDICTS = (
    "holds beyond the control",
    "only beside the control",
    "not surely beyond the control",
    "no more than in the control",
    "no law",
    "reversed",
    "no control",
)
CONTROLS = {
    "batches": "batches of random documents",
    "like_periods": "random documents of the periods' sizes",
}
WAYS = {  # squares without logarithm
    **{"cosine": "cosine", "as_coded": "as coded"},
    **{"plug_in": "squared distance", "debiased": "squared, less noise"},
    **{"contexts": "contexts", "even": "contexts, equal uses"},
}
# columns, and what is stored of lines: R2 is the marginal one
QUANTITIES = {"slope": "slope", "explained": "marginal"}
UNSIZED = (
    "the control has no bootstrapped runs: write 'samplings: [shuffled, bootstrapped]' "
    "in 'laws'"
)
UNTOLD = (
    "too few words of the periods occur as often in the control: write a smaller "
    "'least' in 'laws'"
)
LEVEL = CONTEXTS[-1]  # by equal uses
COUNTED = "words", "values"
Line = Mapping[str, np.ndarray]


def is_asked(grid) -> bool:
    """Tell whether a study asks for laws of change."""
    return any(change.laws for change in grid.study.analyses.change.values())


def value_of(line: Line, quantity: str) -> Value:
    """A slope, or the variance explained, with its error."""
    return estimate(*_parts(line, quantity))


def difference_of(line: Line, other: Line, quantity: str) -> Value:
    """The same of one line less another: the words they share are drawn of both."""
    return apart(_parts(line, quantity), _parts(other, quantity))


def few(line: Line) -> str:
    """A remark where averages or pairs are too few to tell what they add."""
    numbers = {
        "averages": len(line["slope"]),
        "pairs of periods": len(line["without_slope"]),
    }
    lacks = [name for name, own in numbers.items() if own < RUNS_FOR_INTERVAL]
    if not lacks:
        return ""
    return f"interval without what {' and '.join(lacks)} add: below 3"


def verdict(slope: Value, difference: Value | None = None) -> str:
    """What is to be said of the law of conformity, of VERDICTS.

    slope: of the periods; difference: less that of the control. What counts is the
    difference: noise has a slope of its own, of either sign.
    """
    low, high = slope.interval()
    falls = high < 0
    if difference is None:
        return ALONE if falls else NO_LAW
    below, above = difference.interval()
    if above < 0:
        return BEYOND if falls else BESIDE
    if falls:
        return ARTEFACT if difference.value >= 0 else OPEN
    return REVERSED if low > 0 and below > 0 else NO_LAW


def sentence(row: Mapping) -> str:
    """A verdict in plain words."""
    control = CONTROLS.get(row["control"], row["control"])
    seem = "Rarer words seem to change more, but"
    is_rising = row.get("control_slope", np.nan) > 0
    less = "change even less" if is_rising else "do so less than here"
    return {
        BEYOND: f"Rarer words change more, and surely more so than in {control}. The "
        "law of conformity holds here.",
        BESIDE: f"Rarer words do not surely change more than others. In {control}, "
        f"where nothing changed, they seem to {less}: noise may hide the law.",
        OPEN: f"{seem} not surely more so than in {control}, where nothing changed.",
        ARTEFACT: f"{seem} no more so than in {control}, where nothing changed. "
        "That is no evidence for the law of conformity.",
        NO_LAW: "Change does not surely fall with frequency: no evidence for the law "
        "of conformity.",
        REVERSED: f"More frequent words change more, and more so than in {control}: "
        "against the law of conformity.",
        ALONE: f"{seem} no control was asked for. Noise alone gives such a slope.",
    }[row["verdict"]]


def laws_told(frames: Mapping[str, pd.DataFrame]) -> str:
    """A sentence per series, technique and control, of the largest averages."""
    told = frames.get("laws_controlled")
    if told is None or told.empty:
        return ""
    lines = []
    for series, own in told.groupby("series", sort=False):
        lines += [f"Do rarer words change more in {series}?", ""]
        for technique, rows in own.groupby("technique", sort=False):
            rows = rows[rows["sampling"] == rows["sampling"].iloc[0]]
            by_cosine = rows[rows["measure"] == WAYS["cosine"]]
            largest = by_cosine[by_cosine["size"] == by_cosine["size"].max()]
            for row in largest.itertuples():
                beside = f", beside {row.control}" * (row.control in CONTROLS)
                lines += wrapped(f"{technique}{beside}: {row.sentence}")
            lines += wrapped(" ".join(_rising(technique, largest)))
            lines += wrapped(" ".join(_even(technique, rows)))
            if largest.empty:
                lines += wrapped(f"{technique}: not told, {rows['note'].iloc[0]}.")
        lines.append("")
    reading = "Other sizes, ways to tell change, and numbers: tables/laws_controlled."
    return "\n".join([*lines, *wrapped(reading)])


def _rising(technique: str, rows: pd.DataFrame) -> Iterator[str]:
    """What is said where more frequent words surely change more."""
    if not len(rising := rows[rows["slope_low"] > 0]):
        return
    slope, low, high = rising[["slope", "slope_low", "slope_high"]].iloc[0]
    yield f"{technique}: more frequent words change more here: slope {slope:+.2f}"
    yield f"({low:.2f} to {high:.2f})."
    if (rising["control_slope_low"] > 0).any():
        yield (
            "Where nothing changed they seem to as well: vectors may be undertrained "
            "(more epochs or more text help)."
        )


def _even(technique: str, rows: pd.DataFrame) -> Iterator[str]:
    """What is said of the slope where all words are judged by equally many uses."""
    even = rows[(rows["measure"] == WAYS["even"]) & rows["difference"].notna()]
    slopes = [
        f"{row.difference:+.2f} ({row.difference_low:.2f} to {row.difference_high:.2f})"
        f" beside {row.control}"
        for row in even.itertuples()
    ]
    if slopes:
        yield (
            f"{technique}: judged by equally many uses of each word, the slope of the "
            f"periods less that of the control is {listed(slopes)}."
        )


def _rows(results) -> Iterator[dict]:
    for numbers in results.laws():
        if numbers.note:
            yield {**numbers.identity, "note": numbers.note}
            continue
        for way, size in numbers.genuine.lines:
            for control in numbers.controls or [""]:
                yield numbers.identity | _row(numbers, (way, size), control)


def _row(numbers: LawNumbers, kind: tuple[str, int], control: str) -> dict:
    line = numbers.genuine.lines[kind]
    row = {"measure": WAYS[kind[0]], "size": kind[1], "groups": len(line["slope"])}
    row |= {name: _told_of(numbers.genuine, line, name) for name in COUNTED}
    slope = value_of(line, "slope")
    row |= with_ends("slope", slope)
    row |= with_ends("explained", value_of(line, "explained"))
    row |= {"control": control or "none", "note": few(line)}
    if not control:
        return _told(row, slope)
    other = numbers.conditions[control].lines.get(kind)
    if other is None:
        return row | {"note": UNTOLD if kind[0] == LEVEL else UNSIZED}
    row["control_values"] = _told_of(numbers.conditions[control], other, "values")
    row |= with_ends("control_slope", value_of(other, "slope"))
    row |= with_ends("control_explained", value_of(other, "explained"))
    explained = difference_of(line, other, "explained")
    row |= with_ends("explained_difference", explained)
    difference = difference_of(line, other, "slope")
    return _told(row | with_ends("difference", difference), slope, difference)


def _told_of(condition: Condition, line: Line, name: str) -> int:
    """How many words or values the average of a line is told of that lacks most."""
    # what is stored by older code has those of the condition alone
    return int(np.min(line.get(name, getattr(condition, name))))


def _told(row: dict, *values: Value) -> dict:
    row = row | {"verdict": verdict(*values)}
    return row | {"sentence": sentence(row)}


def _parts(line: Line, quantity: str) -> tuple[np.ndarray, ...]:
    name = QUANTITIES[quantity]
    return line[name], line[f"drawn_{name}"], line[f"without_{name}"]


LAWS_CONTROLLED = Table(
    name="laws_controlled",
    title="Do rarer words change more, and more than in text where nothing changed?",
    caption="Slope of log change over log frequency (z-scores), a word having an "
    "intercept of its own, beside controls; the CSV has the variance that frequency "
    "explains, too. As coded: 1 - the dot product of averages not of unit length, as "
    "in the thesis's code; equal uses: of each word equally many in both texts, so "
    "that rare words are judged by no fewer (words rarer than that in like_periods "
    "are left out, there and in the periods). Averaging runs "
    "takes noise of training away, that of drawing documents stays in periods and "
    "controls alike; intervals of 95 %: words drawn anew, runs and pairs of periods "
    "left out.",
    order=8,
    rule=RULE,
    reads=("change_laws",),
    wanted=is_asked,
    columns="series language technique trainer sampling measure size groups words "
    "values:whole slope± explained± control:text control_values:whole control_slope± "
    "control_explained± difference± explained_difference± verdict sentence:text note",
    keys="series technique sampling measure size control slope difference verdict note",
    rows=_rows,
)
