"""From which similarity on the pairs of a table are scored above their mean."""

from collections.abc import Iterator, Mapping

import numpy as np

from quaver.house import meant
from quaver.house.cells import key_of
from quaver.house.meant import COSINES, Told
from quaver.house.thresholds import NO_WHOLE, OF_DRAWN, RULE
from quaver.items.ends import ends
from quaver.items.item import Table
from quaver.results.records import identity, in_order
from quaver.results.scored import ScoredNumbers
from quaver.statistics.thresholds import Rule

TITLE = "From which similarity on are the pairs of a table scored above their mean?"


def _rows(results) -> Iterator[dict]:
    rule = meant.rule_of(results.study)
    by_cell = {key_of(x.cell): x for x in results.scored()}
    for cell in in_order(x.cell for x in by_cell.values()):
        numbers, row = by_cell[key_of(cell)], identity(cell)
        if not numbers.stored:
            why = f"Not told: {numbers.note}."
            yield {**row, "sentence": why, "note": numbers.note}
            continue
        yield row | _told(numbers, rule)


def _told(numbers: ScoredNumbers, rule: Rule) -> dict:
    stored, own = numbers.stored, meant.told_of(numbers, COSINES, rule)
    row = {"runs": len(stored["runs"]), "pairs": numbers.pairs, "known": numbers.known}
    row |= ends("threshold", own.runs.estimate.mean, own.low, own.high)
    row |= ends("threshold_words", own.first, own.loose, own.strict)
    row |= {"threshold_band": own.left, "found": meant.dealt_ours(stored, rule).found}
    halves = [meant.of_size(stored, half, rule)[0] for half in (0, 1)]
    row["lower"], row["higher"] = (x.value(COSINES.ends(stored)) for x in halves)
    row["sentence"] = sentence(own, row)
    drawn = own.runs.drawn
    told = "" if np.isnan(drawn) else OF_DRAWN.format(_decimal(drawn))
    is_alone = numbers.is_drawn and numbers.whole is None
    return row | {"note": [NO_WHOLE * is_alone, told, own.runs.note, own.reason]}


def sentence(own: Told, row: Mapping) -> str:
    """What a table says of a model's cosines, and that it says it of its pairs."""
    pairs = f"{row['known']} of the table's {row['pairs']} pairs"
    if np.isnan(row["threshold"]):
        return f"Of {pairs}, no cosines are surely scored above the mean: {own.reason}."
    start = f"{_decimal(row['threshold'])}{_span(own)}"
    halves = " and ".join(_half(row, name) for name in ("lower", "higher"))
    return (
        f"Of {pairs}, those of cosines from {start} on are scored above the mean of "
        f"all; {halves}."
    )


def _span(own: Told) -> str:
    """The outer ends over runs and words; over words the upper may be open."""
    every = np.array([own.low, own.high, own.loose, own.strict])
    if np.isnan(every).all():
        return ""
    high = f"to {_decimal(np.nanmax(every))}" if np.isfinite(own.strict) else "or more"
    return f" ({_decimal(np.nanmin(every))} {high})"


def _half(row: Mapping, name: str) -> str:
    """The threshold of half of the table."""
    where = "has none" if np.isnan(row[name]) else f"from {_decimal(row[name])} on"
    return f"the half of {name} scores alone {where}"


def _decimal(value: float) -> str:
    return f"{value:.2f}".replace("0.", ".", 1)


SCORED = Table(
    name="thresholds_scored",
    title=TITLE,
    caption="Least cosine at which pairs of the table are scored above what scores "
    "dealt anew among them give, by an effect, with 95 % intervals over runs (or the "
    "text) and over words. Lower, higher: of the halves of such scores alone; found: "
    "percent of deals in which the rule has a threshold. It is a threshold of these "
    "pairs, not of the model.",
    order=15,
    rule=RULE,
    reads=("scored",),
    columns="CELL runs pairs known:whole threshold± threshold_words± threshold_band "
    "lower higher found:e2 sentence:remark note",
    keys="view technique sampling known threshold threshold_words lower higher found "
    "sentence",
    rows=_rows,
)
