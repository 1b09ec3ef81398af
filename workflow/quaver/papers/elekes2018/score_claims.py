"""Claims of section 5: what leaving out pairs below a threshold does to scores."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from quaver.items.claims import Band, Claim
from quaver.items.ends import interval_row
from quaver.items.published import read
from quaver.papers.elekes2018.evaluated import (
    IN_PRINT,
    MEASURES,
    NOTHING,
    NUMBERS,
    Evaluated,
    count_row,
    evaluated,
    score_row,
)
from quaver.papers.elekes2018.likeness import FOLDER
from quaver.papers.elekes2018.sections import CBOW, GLOVE, SG
from quaver.results.records import identity, note
from quaver.statistics.curves import PRINTED

SEEN = 0.015  # changes of a score that two digits show, beyond rounding
SHARE = "share of pairs below"
CHANGE = "change of Spearman"
BEYOND = "change of Spearman beyond truncation"
BETTER, WORSE = ("wordsim353", "men"), ("mturk287",)


def _rows(
    results, told: Callable, models: Sequence[str], sets: Sequence[str] = ()
) -> Iterator[dict]:
    """What is told of each model and set; sets: of these alone."""
    for label in models:
        for own in evaluated(results, label):
            row = identity(own.cell)
            if own.note:
                yield row | {"note": own.note}
            for name in own.sets:
                if not sets or name in sets:
                    values = told(own, name)
                    said = [f"{label}, {name}", values.get("note", "")]
                    yield row | {**values, "against": name, "note": note(*said)}


def _below(own: Evaluated, name: str) -> dict:
    row = count_row(own.sets[name][PRINTED])
    if "not_comparable" not in row:
        return {"note": note(*_texts(row))}
    return _interval(row, "not_comparable")  # Student's, over runs


def _moved(own: Evaluated, name: str, *, column: str, absolute: bool = False) -> dict:
    """A change of a score, with its interval over bootstrapped pairs.

    absolute: whichever way it goes.
    """
    row = score_row(own.sets[name][PRINTED])
    if column not in row:
        return {"note": note(*_texts(row))}
    if absolute and row[column] < 0:
        low, high = row[f"{column}_low"], row[f"{column}_high"]
        row |= {column: -row[column], f"{column}_low": -high, f"{column}_high": -low}
    return _interval(row, column, freedom=np.inf)  # of pairs, no t of few runs


def _interval(row: dict, column: str, **facts) -> dict:
    interval = tuple(row[f"{column}{end}"] for end in ("", "_low", "_high"))
    return interval_row(interval, runs=row["runs"], **facts)


def _texts(row: dict) -> list[str]:
    own = row["note"]
    return [own] if isinstance(own, str) else own


def printed_changes(label: str) -> dict[str, float]:
    """What the printed table of scores says of each set: without low pairs less all."""
    rows = read(FOLDER / f"table_{NUMBERS[label][1]}.csv")
    by_key = {(row["set"], row["left_out"]): row["spearman"] for row in rows}
    names = dict.fromkeys(name for name, _ in by_key)
    return {x: round(by_key[x, IN_PRINT] - by_key[x, NOTHING], 2) for x in names}


def _said(name: str, tested: str, quantity: str, rows: Callable, **facts) -> Claim:
    return Claim(name, tested, quantity, rows, reads=MEASURES, **facts)


def _printed(sets: Sequence[str]) -> str:
    changes = printed_changes(SG)
    return ", ".join(f"{name} {changes[name]:+.2f}" for name in sets)


_change = partial(_moved, column="change")
THERE_ARE_SOME = _said(
    "5.1.3, question 1: pairs lie below the threshold",
    "Section 5.2.3",
    SHARE,
    partial(_rows, told=_below, models=(CBOW, SG, GLOVE)),
    band=Band(low=0),
    null=0,
    existing=True,
)
FEW = _said(
    "5.2.3: of CBOW and GloVe less than 1 % of pairs lie below",
    "Section 5.2.3",
    SHARE,
    partial(_rows, told=_below, models=(CBOW, GLOVE)),
    band=Band(high=0.01),
    null=0,
)
MORE = _said(
    "5.2.3: of SG 4 to 11 % of pairs lie below",
    "Section 5.2.3",
    SHARE,
    partial(_rows, told=_below, models=(SG,)),
    band=Band(0.04, 0.11),
    null=0,
)
SLIGHT = _said(
    "5.1.3, question 2: scores of CBOW and GloVe change by .01 at most",
    "Section 5.2.3",
    CHANGE,
    partial(_rows, told=_change, models=(CBOW, GLOVE)),
    band=Band(-SEEN, SEEN),
    null=0,
)
SEEN_CHANGES = _said(
    "5.1.3, question 2: scores of SG change, whichever way",
    "Section 5.2.3",
    CHANGE,
    partial(_rows, told=partial(_change, absolute=True), models=(SG,)),
    band=Band(low=SEEN),
    null=0,
    existing=True,
)
HIGHER = _said(
    f"5.2.2: SG scores better on WordSim and MEN (Table 5: {_printed(BETTER)})",
    "Section 5.2.2",
    CHANGE,
    partial(_rows, told=_change, models=(SG,), sets=BETTER),
    band=Band(low=0),
    null=0,
)
LOWER = _said(
    f"5.2.2: SG scores worse on MTurk (Table 5: {_printed(WORSE)})",
    "Section 5.2.2",
    CHANGE,
    partial(_rows, told=_change, models=(SG,), sets=WORSE),
    band=Band(high=0),
    null=0,
)
NOISE = _said(
    "5.2.3: leaving out low pairs removes noise",
    "Section 5.2.3",
    BEYOND,
    partial(_rows, told=partial(_moved, column="beyond"), models=(CBOW, SG, GLOVE)),
    band=Band(low=0),
    null=0,
)
