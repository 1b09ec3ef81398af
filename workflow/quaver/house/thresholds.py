"""From which similarity on WordNet sees meaning, of every cell, in a sentence."""

import re
from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from quaver.house import meant
from quaver.house.cells import key_of
from quaver.house.meant import COSINES, RANKS, Told
from quaver.house.shapes import carried, others_of, places
from quaver.items.ends import ends
from quaver.items.item import Table
from quaver.results.meaning import MeaningNumbers
from quaver.results.records import CellNumbers, identity, in_order
from quaver.statistics.thresholds import NOTHING, SMALL

RULE = "thresholds"
TITLE = "From which similarity on does it mean anything?"
HIGH = 0.5  # a cosine that is often called high
OF_FIRST = (
    "relabellings, over words, ends of the band, rules in print: of the first run"
)
OF_DRAWN = "of the whole text, as drawn ones give {}: they repeat units, lack others"
NO_WHOLE = "around the mean of draws, which lack units, as no run has the whole text"
ALONE = "the distribution alone is told"
LANGUAGE = f"the baseline knows English alone: {ALONE}"
WEAK = "lie above chance in WordNet by less than {} deviations, or not surely"


def told(results) -> list[MeaningNumbers]:
    """Cells in order, as other tables have them."""
    return _ordered(results.meanings())


def _ordered(records: Iterable[MeaningNumbers]) -> list[MeaningNumbers]:
    by_cell = {key_of(x.cell): x for x in records}
    cells = in_order(x.cell for x in by_cell.values())
    return [by_cell[key_of(cell)] for cell in cells]


def _with_others(results) -> list[MeaningNumbers]:
    """Cells in order, with those whose language or items the baseline does not know."""
    own = told(results)
    known, every = {key_of(x.cell) for x in own}, results.similarities()
    others = (x.cell for x in every if key_of(x.cell) not in known)
    return _ordered([*own, *(MeaningNumbers(x, note=_unknown(x)) for x in others)])


def _unknown(cell: CellNumbers) -> str:
    """Why the baseline knows nothing of a cell."""
    return f"the baseline has no {cell.item}s, so {ALONE}" if cell.item else LANGUAGE


def _rows(results) -> Iterator[dict]:
    rule = meant.rule_of(results.study)
    shapes = {key_of(x.cell): x for x in results.similarities()}
    others = others_of([*shapes.values()])
    for numbers in _with_others(results):
        row, key = identity(numbers.cell), key_of(numbers.cell)
        binned = shapes[key].binned if key in shapes else None
        if not numbers.stored:
            row |= places(binned, {"high_": HIGH}) if binned else {}
            row["sentence"] = f"Not told: {numbers.note}{_nearest(row)}."
            yield {**row, "note": numbers.note}
            continue
        stored, whole = numbers.stored, numbers.whole
        cosine, rank = (meant.told_of(numbers, x, rule) for x in (COSINES, RANKS))
        shown, is_alone = binned, numbers.is_drawn and whole is None
        if whole is not None:
            of_whole = shapes.get(key_of(whole.cell))
            shown = of_whole.binned if of_whole else None
        row |= {"runs": len(stored["runs"]), "words": len(stored["targets"])}
        row |= {"known": numbers.known, "pairs": int(stored["counts"][0].sum())}
        for name, own in (("threshold", cosine), ("last_rank", rank)):
            row |= ends(name, own.runs.estimate.mean, own.low, own.high)
            # the loose end is the lower cosine, but the farther rank; NaN where open
            both = (own.loose, own.strict) if own is cosine else (own.strict, own.loose)
            row |= ends(f"{name}_words", own.first, *both)
            row[f"{name}_band"] = own.left
        row |= meant.printed_values(stored, rule)
        notes = [NO_WHOLE * is_alone, *_notes(cosine, rank), OF_FIRST]
        if binned and shown:
            row |= places(shown, {"": cosine.runs.estimate.mean})
            row |= places(binned, {"high_": HIGH}) | carried(binned, others[key], HIGH)
            notes += row["note"]
        row["sentence"] = sentence(cosine, rank, row, rule.effect)
        yield {**row, "note": [numbers.capped, *notes]}


def _notes(cosine: Told, rank: Told) -> Iterator[str]:
    """Why a value or an interval is lacking, and what drawn texts give alone."""
    kinds = ("cosines", cosine, _decimal), ("ranks", rank, _whole)
    for name, own, write in kinds:
        drawn = own.runs.drawn
        told = "" if np.isnan(drawn) else OF_DRAWN.format(write(drawn))
        yield from (f"{name}: {x}" * bool(x) for x in (told, own.runs.note, own.reason))


def sentence(cosine: Told, rank: Told, row: Mapping, effect: float) -> str:
    """What a user wants to know of a model's cosines, in a sentence."""
    weak = WEAK.format(f"{effect:g}".replace("0.", ".", 1))
    why, of_lists = _silent(cosine, weak), _silent(rank, weak)
    parts = []
    if not why:
        parts.append(f"Cosines of this model below {_span(cosine, _decimal)} {weak}")
    else:
        both = " and lists" * (why == of_lists)
        parts.append(why.format(f"the cosines{both} of this model"))
    if not of_lists:
        parts.append(f"lists tell more to rank {_span(rank, _whole)}")
    elif why != of_lists:
        parts.append(of_lists.format("its lists"))
    text = "; ".join(parts) + _nearest(row)
    return f"{text[0].upper()}{text[1:]}.{_elsewhere(row)}"


def _elsewhere(row: Mapping) -> str:
    """What as many deviations are in other models, and which is least like this one."""
    if "shape_against" not in row:
        return ""
    least, most = (_percent(row[f"elsewhere_{x}"]) for x in ("least", "most"))
    span = most if least == most else f"{least.partition(' %')[0]} to {most}"
    return (
        f" In other models of the study as many deviations are the nearest {span}; of "
        f"these {row['shape_against']} is the least alike in shape "
        f"(Kolmogorov-Smirnov distance {_plain(format(row['shape'], '.2g'))})."
    )


def _nearest(row: Mapping) -> str:
    """Where .50 stands among all pairs, after what else is said."""
    if "high_above" not in row:
        return ""
    deviations = _plain(f"{row['high_deviations']:.1f}")
    high = f"; .50 is the nearest {_percent(row['high_above'])}"
    return f"{high}, {deviations} deviations above the mean"


def _silent(own: Told, weak: str) -> str:
    """Why no run has a threshold, of what stands for {}; empty where one has.

    Half of the runs decide, as one in a hundred leaves the band by chance.
    """
    if np.isfinite(own.runs.estimate.mean):
        return ""
    if 2 * own.reasons.count(SMALL) >= len(own.reasons):
        return f"{{}} {weak}"
    if {*own.reasons} <= {NOTHING, SMALL}:
        return "WordNet sees nothing above chance in {}"
    return "of {} nothing can be told: pairs or words are too few"


def _span(own: Told, write) -> str:
    """A threshold, and in brackets the outer ends over runs and words."""
    lows, highs = (own.low, own.loose, own.strict), (own.high, own.loose, own.strict)
    if np.isnan([*lows, *highs]).all():
        return write(own.runs.estimate.mean)
    low, high = np.nanmin(lows), np.nanmax(highs)
    value = write(own.runs.estimate.mean)
    if np.isnan(own.strict):  # over words one end is open
        is_rank = write is _whole  # of which the loose end is the farthest
        end = f"{write(high)} or less" if is_rank else f"{write(low)} or more"
        return f"{value} ({end})"
    return f"{value} ({write(low)} to {write(high)})"


def _decimal(value: float) -> str:
    return _plain(f"{value:.2f}")


def _whole(value: float) -> str:
    """A rank by two figures that count."""
    figures = max(len(str(round(value))) - 2, 0)
    return f"{round(value, -figures):,.0f}"


def _percent(share: float) -> str:
    percent = 100 * share
    if percent < 0.01:
        return ".01 % of pairs or fewer"
    text = f"{percent:.0f}" if percent >= 2 else _plain(f"{percent:.1g}")
    return f"{text} % of pairs"


def _plain(number: str) -> str:
    """A number without its zero before the point, where it is between -1 and 1."""
    return re.sub(r"^(-?)0\.", r"\1.", number)


THRESHOLDS = Table(
    name="thresholds",
    title=TITLE,
    caption="Least cosine, and last rank, at which mean LCH lies above words dealt "
    "anew by an effect, with 95 % intervals over runs and over words; of bootstrapped "
    "cells the whole text's, with the interval of other such texts. "
    "Above, high above, elsewhere: percent of all pairs beyond the threshold, beyond "
    ".50, and beyond as many deviations in other models. The rest: rules in print "
    "(Elekes et al. 2018), which call bins by their upper ends.",
    order=15,
    rule=RULE,
    reads=("meaning", "similarity"),
    wanted=lambda grid: bool(grid.measured["similarity"]) and meant.is_asked(grid),
    columns="CELL runs words known:whole pairs threshold± threshold_words± "
    "threshold_band last_rank±:0 last_rank_words±:0 last_rank_band:0 above:e2 "
    "deviations high_above:e2 high_deviations elsewhere_least:e2 elsewhere_most:e2 "
    "shape±:4 shape_runs:4 shape_against:text first_above_lowest first_rising "
    "last_unlike:0 first_alike:0 sentence:remark note",
    keys="view technique sampling threshold threshold_low threshold_high last_rank "
    "above first_above_lowest sentence",
    rows=_rows,
)
