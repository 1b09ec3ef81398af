"""How words changed from period to period of a series, and since when."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from quaver.house.change import RULE
from quaver.items.ends import ends
from quaver.items.item import Table
from quaver.items.terminal import wrapped
from quaver.results.trajectories import NAME, TrajectoryNumbers
from quaver.statistics.drift import ALPHA
from quaver.statistics.periods import LEAST
from quaver.wording import count, listed

ABSENT = "in no period, or below min_count"
TITLE = "How did words change over the periods, and since when?"
MILLION = 1e6


def is_followed(grid) -> bool:
    """Tell whether a study follows words over the periods of a series."""
    return any(entry.trajectories for entry in grid.study.analyses.change.values())


def is_point(numbers: TrajectoryNumbers, place: int) -> bool:
    """Tell whether a word has a change point beyond chance."""
    return bool(numbers.points["q"][place] <= ALPHA)


def per_million(numbers: TrajectoryNumbers, place: int) -> np.ndarray:
    """Occurrences of a word in a million tokens: (periods,)."""
    return MILLION * numbers.stored["occurrences"][place] / numbers.tokens


def _rows(results) -> Iterator[dict]:
    for numbers in results.trajectories():
        row = {"series": numbers.name, "technique": numbers.technique}
        row["trainer"] = numbers.trainer
        if numbers.note:
            yield {**row, "note": numbers.note}
        for place, word in enumerate(numbers.words):
            own = row | {"word": word} | _point(numbers, place)
            for k, period in enumerate(numbers.periods):
                yield own | {"period": period} | _period(numbers, place, k)
        for word in numbers.missing:
            yield {**row, "word": word, "note": ABSENT}


def _point(numbers: TrajectoryNumbers, place: int) -> dict:
    """The period a word's change begins with, where there is one, and how far it moved
    there from all before to all after."""
    point = {name: values[place].item() for name, values in numbers.points.items()}
    since = numbers.periods[point["begins"]] if is_point(numbers, place) else None
    row = {"since": since} | ends(
        "jump", *(point[name] for name in ("squared", "low", "high"))
    )
    row |= {"jump_percentile": point["percentile"], "least_p": point["least"]}
    return row | {name: point[name] for name in ("p", "q", "drift_q")}


def _period(numbers: TrajectoryNumbers, place: int, k: int) -> dict:
    """A word in a period: its change, or why there is none."""
    stored = {name: values[place, k].item() for name, values in numbers.stored.items()}
    facts = {name: stored[name] for name in ("documents", "occurrences")}
    facts["per_million"] = per_million(numbers, place)[k].item()
    if stored["documents"] < LEAST:
        with_it = count(stored["documents"], numbers.deal)
        return facts | {"note": f"a gap: {with_it} with the word, it takes {LEAST}"}
    if stored["base"] < 0:
        return facts | {"note": "the first that others are compared with"}
    change = (stored[name] for name in ("squared", "low", "high"))
    facts |= ends("change", *change) | {"compared": numbers.periods[stored["base"]]}
    return facts | {name: stored[name] for name in ("cosine", "percentile", "median")}


def points_told(frames: Mapping[str, pd.DataFrame]) -> str:
    """A sentence of each word with a change point; nothing where none was asked for."""
    frame = frames.get(CHANGE_TRAJECTORIES.name)
    if frame is None or frame.empty:
        return ""
    lines = [TITLE, ""]
    for series, own in frame.groupby("series", sort=False):
        is_note = own["word"].fillna("") == ""
        for row in own[is_note].itertuples():
            lines += wrapped(f"{series}: not told by {row.technique}, {row.note}.")
        lines += _sentences(series, own[~is_note])
    reading = (
        "Since: where all before and all after differ most, beyond what documents "
        f"dealt anew to all periods give (q at most {ALPHA:g}); that is not yet more "
        "than others. Periods differ in all words, hence how many of 100 words of like "
        "frequency differ less there. How fast it went: figure and table "
        "change_trajectories."
    )
    return "\n".join([*lines, "", *wrapped(reading)])


def _sentences(series: str, own: pd.DataFrame) -> Iterator[str]:
    """Of the words of a series: since when, by technique, and those without a point."""
    lacking = []
    absent = own["note"].eq(ABSENT).groupby(own["word"], sort=False).all()
    absent = [*absent.index[absent]]
    own = own[~own["word"].isin(absent)]
    for word, rows in own.groupby("word", sort=False):
        each = rows.drop_duplicates("technique")
        each = each[each["since"].fillna("") != ""]
        parts = [
            f"since {row.since} ({row.technique})"
            # a word may have none to compare it with
            + f", more than {100 * row.jump_percentile:.0f} of 100 words"
            * pd.notna(row.jump_percentile)
            for row in each.itertuples()
        ]
        lacking += [word] * (not parts)
        if parts:
            yield from wrapped(
                f"{word} has a change point in {series}: {listed(parts)}."
            )
    if lacking:
        yield from wrapped(
            f"No change point, or too few documents to tell, in {series}: "
            f"{', '.join(lacking)}."
        )
    if absent:
        words = ", ".join(absent)
        yield from wrapped(f"In no period of {series}, or below min_count: {words}.")


CHANGE_TRAJECTORIES = Table(
    name="change_trajectories",
    title=TITLE,
    caption="Change: squared distance of a word's mean contexts from the compared "
    "period, less what few documents add; its band holds all periods of a word at 95 "
    "%. Percentile: words of like frequency that changed less. Since: the period a "
    "change begins with, where documents dealt anew to all periods hardly give one "
    "(q).",
    order=8,
    rule=RULE,
    reads=(NAME,),
    wanted=is_followed,
    columns="series technique trainer word period compared:text change± cosine "
    "percentile median documents occurrences:whole per_million:1 since:text p q "
    "least_p jump± jump_percentile drift_q note",
    keys="technique word period change change_low change_high percentile documents "
    "since note",
    rows=_rows,
)
