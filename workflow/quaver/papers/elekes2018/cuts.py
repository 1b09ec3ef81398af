"""Table 1 and lists: from which cosine, and to which rank, the paper's rules tell.

Each threshold stands beside ours, and beside how often its rule finds one where words
were dealt anew in WordNet, so that none has its meaning.
"""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from quaver.house import meant
from quaver.house.meant import COSINES, RANKS, RULES
from quaver.items.ends import cut, ends
from quaver.items.item import Table
from quaver.items.published import Printed, read, tenth
from quaver.papers.elekes2018 import sections
from quaver.papers.elekes2018.declare import table, wants
from quaver.papers.elekes2018.likeness import FOLDER, beside
from quaver.papers.elekes2018.sections import is_home, of_records
from quaver.papers.elekes2018.shared import inside
from quaver.results.meaning import MeaningNumbers
from quaver.results.records import CellNumbers, identity
from quaver.statistics import thresholds, welch
from quaver.statistics.curves import OURS, PRINTED
from quaver.statistics.thresholds import OverRuns, Rule, Runs

RISING, LAST_UNLIKE = "first_rising", "last_unlike"
PRINTED_LISTS = FOLDER / "lists.csv"
OUR_RANK = "our_last_rank"
GRAM = 5  # words
NEWS, WIKIPEDIA, GRAMS = "1 Billion Word", "Wikipedia", "Google 5-grams"
TWO_BINS = 0.02  # cosines: the printed thresholds have two digits


def of_runs(stored: Mapping, name: str, rule: Rule) -> np.ndarray:
    """The threshold of a rule in print in each run, called as there; NaN of none."""
    runs = range(len(stored["counts"]))
    return np.array([meant.printed_values(stored, rule, run)[name] for run in runs])


def over_runs(
    numbers: MeaningNumbers,
    name: str,
    rule: Rule,
    part: Callable[[Mapping], Mapping] = dict,
) -> OverRuns:
    """The same over runs, told by groups, of the whole text where cells are of drawn
    ones; part: the pairs that count, of stored arrays."""
    own = _runs(part(numbers.stored), name, rule)
    if numbers.whole is not None:
        its = _runs(part(numbers.whole.stored), name, rule)
        if np.isfinite(its.values).any():
            return meant.kind_of(name).over_texts(own, its)
    how = {"widths": own.widths, "of_text": numbers.is_drawn}
    return thresholds.over_runs(own.values, **how)


def _runs(stored: Mapping, name: str, rule: Rule) -> Runs:
    values, called = of_runs(stored, name, rule), meant.called(name, stored)
    places = np.searchsorted(called, values).clip(max=len(called) - 1)
    return Runs(values, np.diff(stored[meant.kind_of(name).edges])[places])


def columns_of(name: str, over: OverRuns, bounds) -> dict:
    """Columns of a threshold and its ends over runs, cut at what there is."""
    low, high, _ = cut(over.estimate.low, over.estimate.high, bounds)
    return ends(name, over.estimate.mean, low, high)


def _of_models(results) -> Iterator[dict]:
    """Table 1: CBOW, SG and GloVe."""
    rule = meant.rule_of(results.study)
    own = of_records(results.grid, sections.ALGORITHMS, results.meanings())
    for models in own.values():
        for model, numbers in models:
            row = identity(numbers.cell) | {"model": model.label}
            if not numbers.stored:
                yield row | {"note": numbers.note}
                continue
            yield row | {"cell": numbers.cell} | _thresholds(numbers, rule)


def _thresholds(numbers: MeaningNumbers, rule: Rule) -> dict:
    stored = numbers.stored
    bounds = stored["edges"][[0, -1]]
    row: dict = {"runs": len(stored["runs"])}
    printed = over_runs(numbers, PRINTED, rule)
    if np.isfinite(printed.estimate.mean):  # else there is nothing to be judged
        row |= columns_of("threshold", printed, bounds)
    row |= columns_of("rising", over_runs(numbers, RISING, rule), bounds)
    ours = meant.told_of(numbers, COSINES, rule)
    row |= ends("our_threshold", ours.runs.estimate.mean, ours.low, ours.high)
    row["found"] = meant.dealt_printed(stored, PRINTED, rule).found
    note = f"ours: {ours.runs.note}" * bool(ours.runs.note)
    return row | {"note": [printed.note, note]}


def list_rows(results) -> Iterator[dict]:
    """Thresholds of each rule on each text, of the base."""
    rule = meant.rule_of(results.study)
    own = of_records(results.grid, sections.TEXTS, results.meanings())
    for models in own.values():
        for model, numbers in models:
            text = NEWS if is_home(model) else text_of(results, numbers.cell)
            row = identity(numbers.cell) | {"text": text}
            if not numbers.stored:
                yield row | {"note": numbers.note}
                continue
            row["cell"] = numbers.cell
            yield from (row | each for each in _rules(numbers, rule))


def text_of(results, cell: CellNumbers) -> str:
    """The text of the paper that one other than the base's stands for.

    Texts of units of five words, or cut into such, stand for the 5-grams.
    """
    pieces = results.study.corpora[cell.corpus].pieces
    counts = (x.after("") for x in results.corpora() if x.corpus == cell.corpus)
    told = next(filter(None, counts), {"tokens": np.inf, f"{cell.unit}s": 1})
    is_short = told["tokens"] <= GRAM * told[f"{cell.unit}s"]
    return GRAMS if pieces or is_short else WIKIPEDIA


def _rules(numbers: MeaningNumbers, rule: Rule) -> Iterator[dict]:
    stored = numbers.stored
    runs = {"runs": len(stored["runs"]), "relabellings": len(stored["relabelled"])}
    for name in RULES:
        own = inside(stored)
        over = over_runs(numbers, name, rule, inside)
        bounds = meant.called(name, stored)[[0, -1]]
        row = columns_of("value", over, bounds)
        dealt = meant.dealt_printed(own, name, rule)
        groups = welch.moments(own[meant.kind_of(name).counts][0], own["values"])
        reason = meant.printed(name, groups, rule).reason
        row |= {"found": dealt.found, "note": [over.note, reason, _tail(name)]}
        yield {"rule": name, **runs, **_known(row)}
    for name, kind in ((OURS, COSINES), (OUR_RANK, RANKS)):
        told = meant.told_of(numbers, kind, rule)
        row = ends("value", told.runs.estimate.mean, told.low, told.high)
        row["found"] = meant.dealt_ours(stored, rule, kind).found
        row["note"] = [told.runs.note, told.reason]
        yield {"rule": name, **runs, **_known(row)}


def _tail(name: str) -> str:
    """Where the last rank that differs lies by chance, of as many as the print has."""
    if name != LAST_UNLIKE:
        return ""
    printed = {x["parameter"]: int(x["value"]) for x in read(FOLDER / "models.csv")}
    by_text = {x["text"]: x["value"] for x in read(PRINTED_LISTS) if x["rule"] == name}
    ranks, last = printed["dictionary"], int(by_text[NEWS])
    chance = welch.chance_alike(ranks - last)
    return (
        f"in a flat tail of {ranks:,} ranks of one size the last to differ lies near "
        f"{welch.last_by_chance(ranks):,} (median); that none after {last:,} does has "
        f"a chance of {chance:.0e}"
    )


def _known(row: dict) -> dict:
    """Without a value that is none: no verdict is on it."""
    return row if np.isfinite(row["value"]) else {x: row[x] for x in ("found", "note")}


def _reach(printed: float) -> float:
    """How far from a printed threshold is as good as equal: of ranks a tenth.

    31 584 and 28 570, a tenth apart, are "very much like" each other in print.
    """
    return TWO_BINS if abs(printed) <= 1 else tenth(printed)


def _half(published_row, row) -> tuple[float, float]:
    """Ends of a printed threshold: half of its last digit to either side."""
    value, half = published_row["value"], published_row["half"]
    return value - half, value + half


TABLE_1 = table(
    "Table 1",
    "From which cosine on does similarity mean anything?",
    "The first bin whose mean LCH lies above that of the lowest (Welch, 99 %), by its "
    "upper end as in print; rising: the first from which each bin exceeds the one "
    "before. Found: percent of the first run's worlds of words dealt anew, so that "
    "none has its meaning, in which the rule finds a threshold. Our threshold asks for "
    "more than these give; 95 % intervals over runs, with the width of bins.",
    "CELL model:text runs threshold± rising± our_threshold± found:e2 "
    "published_threshold:2 band verdict",
    keys="technique model threshold± rising our_threshold found published_threshold "
    "verdict",
    rows=_of_models,
    reads=("meaning", "encode_corpus"),
    wanted=wants("meaning", sections.ALGORITHMS),
    published=beside(
        "table_1",
        keys=("model",),
        columns={"published_threshold": "threshold"},
        value="threshold",
        interval=("threshold_low", "threshold_high"),
        ends=Printed("threshold", 0.005),
        margin=TWO_BINS,
    ),
)
LISTS = Table(
    name="lists",
    title="Thresholds of cosines and of lists, on each text",
    caption="Cosines (of bins as in Figure 22): first above the lowest, and first from "
    "which all rise; ranks: last that differs from the last one, and first that does "
    "not; then ours, which ask for more than words dealt anew give. Means over runs "
    "with 95 % intervals, which hold the width of groups; ranks are in groups that "
    "widen, not one by one as in print. Found: percent of the first run's worlds, of "
    "words dealt anew, in which the rule finds a threshold.",
    order=102,
    columns="CELL text:text rule:text runs value±:2 relabellings:whole found:e2 "
    "published_value:2 band verdict note",
    keys="technique text rule value± found published_value verdict",
    rows=list_rows,
    reads=("meaning", "encode_corpus"),
    wanted=wants("meaning", sections.TEXTS),
    published=beside(
        "lists",
        keys=("text", "rule"),
        columns={"published_value": "value"},
        value="value",
        interval=("low", "high"),
        ends=_half,
        margin=_reach,
    ),
)
