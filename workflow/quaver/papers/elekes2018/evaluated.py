"""Tables 2 to 7: word similarity with and without the pairs below a threshold.

Sets are the paper's by their names in the study: see SETS. The threshold is that of the
rule in print, the upper edge of the first bin above the lowest; beside it is ours.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np

from quaver.house.quality_below import lacking_note
from quaver.items.ends import cut, ends
from quaver.items.item import Table
from quaver.items.published import Printed, read
from quaver.papers.elekes2018.declare import table, wants
from quaver.papers.elekes2018.likeness import FOLDER, beside
from quaver.papers.elekes2018.sections import (
    ALGORITHMS,
    CBOW,
    GLOVE,
    SG,
    by_sampling,
    key_of,
)
from quaver.results.quality_below import BelowNumbers
from quaver.results.records import CellNumbers, grouped, identity
from quaver.statistics import run_mean
from quaver.statistics.curves import OURS, PRINTED
from quaver.statistics.truncation import expected

SETS = ("rg65", "wordsim353", "rare_words", "simlex999", "mturk287", "men")
NUMBERS = {CBOW: (2, 3), SG: (4, 5), GLOVE: (6, 7)}  # tables of counts and of scores
NOTHING, IN_PRINT, BY_US = "nothing", "in print", "ours"  # what leaves pairs out
LEFT_OUT = {IN_PRINT: PRINTED, BY_US: OURS}
ABSENT = "the study has no such set: name its file in analyses.quality.sets"
ROUNDED = 0.005  # half of a printed digit of a correlation
CLOSE = {"shares": 0.01, "scores": 0.05}  # of printed ones: bands of a verdict
MEASURES = ("quality_below", "quality")


class Evaluated(NamedTuple):
    """A model's sets by name, then by rule; note: why it has none."""

    cell: CellNumbers
    sets: Mapping[str, Mapping[str, BelowNumbers]]
    note: str


def evaluated(results, label: str) -> Iterator[Evaluated]:
    """Cells of CBOW, SG or GloVe, in every sampling, with what they scored."""
    records = grouped(results.scores_below(), lambda own: key_of(own.cell))
    for models in by_sampling(results.grid, ALGORITHMS).values():
        for model in models:
            own = records.get(model.key)
            if model.label != label or not own:
                continue
            there = (own for own in own if own.thresholds is not None)
            by_set = grouped(there, lambda x: x.set)
            sets = {x: {y.rule: y for y in by_set[x]} for x in by_set}
            yield Evaluated(own[0].cell, sets, "" if sets else own[0].note)


def _names(own: Evaluated) -> list[str]:
    """The paper's sets, then others of the study."""
    return [*SETS, *(name for name in own.sets if name not in SETS)]


def count_rows(results, label: str) -> Iterator[dict]:
    """How many pairs of each set lie below the threshold, of all there are."""
    for own in evaluated(results, label):
        if own.note:
            yield identity(own.cell) | {"note": own.note}
            continue
        for name in _names(own):
            row = identity(own.cell) | {"cell": own.cell, "set": name}
            if name not in own.sets:
                yield row | {"note": ABSENT}
                continue
            by_rule = own.sets[name]
            row |= count_row(by_rule[PRINTED])
            ours = count_row(by_rule[OURS])
            for column in ("threshold", "comparable", "below"):
                row[f"our_{column}"] = ours.get(column, np.nan)
            note = [f"{BY_US}: {ours['note']}" * bool(ours["note"])]
            row["note"] = [row["note"], *note]
            yield row | _other_set(row, name)


def count_row(numbers: BelowNumbers) -> dict:
    """Pairs by what becomes of them, means over runs that have a threshold."""
    stored, has = numbers.stored, np.isfinite(numbers.thresholds)
    counts = [stored[name] for name in ("comparable", "below", "unknown")]
    row = {"runs": int(has.sum()), "total": int(sum(x[0] for x in counts))}
    row["unknown"] = float(counts[-1].mean())
    note = lacking_note(~has)
    if not has.any():
        return row | {"note": note}
    row["threshold"] = float(numbers.thresholds[has].mean())
    names = "comparable", "below", "unknown"  # of the same runs, so that they add up
    row |= {x: float(own[has].mean()) for x, own in zip(names, counts, strict=True)}
    share = run_mean(counts[1][has] / row["total"])
    low, high, _ = cut(share.low, share.high, (0, 1))
    row |= ends("not_comparable", share.mean, low, high)
    return row | {"note": note or share.note}


def _other_set(row: Mapping, name: str) -> dict:
    """Why a set is none of the paper's, though it is called so."""
    totals = {each["set"]: each["total"] for each in read(FOLDER / "table_2.csv")}
    theirs = totals.get(name, row["total"])
    if row["total"] == theirs:
        return {}
    return {"unlike": f"another set ({row['total']:,} of {theirs:,} pairs)"}


def score_rows(results, label: str) -> Iterator[dict]:
    """Spearman of all known pairs, without low ones by the rule in print, and ours."""
    alone = printed_alone(label)
    for own in evaluated(results, label):
        if own.note:
            yield identity(own.cell) | {"note": own.note}
            continue
        for name in _names(own):
            base = identity(own.cell) | {"cell": own.cell, "set": name}
            for how, values in _by_what_is_left_out(own, name):
                row = {"left_out": how, **values}
                yield base | row | alone.get((name, how), {})


def _by_what_is_left_out(own: Evaluated, name: str) -> Iterator[tuple[str, dict]]:
    """What a set scores, or that it is not there."""
    by_rule = own.sets.get(name)
    if not by_rule:
        yield from ((how, {"note": ABSENT}) for how in (NOTHING, IN_PRINT))
        return
    other = _other_set(count_row(by_rule[PRINTED]), name)
    yield NOTHING, other | _all_pairs(own.cell, name)
    for how, rule in LEFT_OUT.items():
        yield how, other | score_row(by_rule[rule])


def _all_pairs(cell: CellNumbers, name: str) -> dict:
    """Spearman of all known pairs of a set, which no threshold has a part in."""
    scores = cell.quality.get(name)
    if scores is None:
        return {"note": "not measured"}
    told = scores.scores[np.isfinite(scores.scores)]
    return _mean(told) if len(told) else {"runs": 0, "note": scores.note}


def score_row(numbers: BelowNumbers) -> dict:
    """Spearman without low pairs, beside what truncation alone would leave."""
    stored, has = numbers.stored, np.isfinite(numbers.thresholds)
    note = [lacking_note(~has), numbers.note]
    told = has & np.isfinite(stored["rest"])
    if not told.any():
        return {"runs": 0, "note": note}
    row = {"threshold": float(numbers.thresholds[told].mean())}
    row |= _mean(stored["rest"][told])
    row["expected"] = float(stored["expected"][told].mean())
    for name in ("change", "beyond"):
        parts = (float(stored[f"{name}{end}"]) for end in ("", "_low", "_high"))
        row |= ends(name, *parts)
    return row | {"note": [*note, row["note"]]}


def _mean(scores: np.ndarray) -> dict:
    mean = run_mean(scores)
    low, high, _ = cut(mean.low, mean.high, (-1, 1))
    row = {"runs": len(scores), **ends("spearman", mean.mean, low, high)}
    return row | {"note": mean.note}


def printed_alone(label: str) -> dict[tuple[str, str], dict]:
    """What truncation alone leaves of printed scores: by set and what is left out.

    Of normal scores with the printed correlation of all pairs, of which the printed
    count of lowest cosines is cut; ends are of the rounding of that correlation.
    """
    counts, scores = NUMBERS[label]
    rows = read(FOLDER / f"table_{scores}.csv")
    full = {x["set"]: x["spearman"] for x in rows if x["left_out"] == NOTHING}
    told = {}
    for row in read(FOLDER / f"table_{counts}.csv"):
        name, share = row["set"], 1 - row["comparable"] / row["total"]
        values = [full[name] + move for move in (0, -ROUNDED, ROUNDED)]
        left = [float(x) for x in expected(np.array(values), np.array(share))]
        told[name, IN_PRINT] = ends("published_expected", *left)
    return told


def _counts(label: str) -> Table:
    number = NUMBERS[label][0]
    return table(
        f"Table {number}",
        f"How many word pairs lie below the threshold ({label})?",
        "Pairs at or above the threshold, below it, and with a word that is not in the "
        "model, of which the paper says nothing; means over runs. Not comparable: the "
        "share of all pairs that lie below, with its 95 % interval over runs; in print "
        "it is called % and is a share. Our threshold: of the rule that asks for more "
        "than words dealt anew give.",
        "CELL set runs threshold total:whole comparable:1 below:1 unknown:1 "
        "not_comparable± our_threshold our_comparable:1 our_below:1 "
        "published_total:whole published_comparable:whole published_not_comparable "
        "band verdict",
        keys="technique set threshold comparable below unknown not_comparable "
        "published_comparable published_not_comparable verdict",
        rows=partial(count_rows, label=label),
        reads=(*MEASURES, "encode_corpus"),
        wanted=wants("quality_below", ALGORITHMS),
        published=beside(
            f"table_{number}",
            keys=("set",),
            columns={
                f"published_{name}": name
                for name in ("total", "comparable", "not_comparable")
            },
            value="not_comparable",
            interval=("not_comparable_low", "not_comparable_high"),
            ends=Printed("not_comparable", 0.0005),
            margin=CLOSE["shares"],
        ),
    )


def _scores(label: str) -> Table:
    number = NUMBERS[label][1]
    return table(
        f"Table {number}",
        f"Does word similarity change without low pairs ({label})?",
        "Spearman of all known pairs, without those below the threshold in print, and "
        "without those below ours; 95 % intervals over runs. Expected: what cutting as "
        "many of the lowest cosines leaves by itself; beyond: what is more than that, "
        "with its interval over bootstrapped pairs. Published expected: the same of "
        "the printed scores and counts, with what their rounding leaves open.",
        "CELL set left_out:text runs threshold spearman± expected change± beyond± "
        "published_spearman:2 published_expected± band verdict",
        keys="technique set left_out spearman expected beyond published_spearman "
        "published_expected verdict",
        rows=partial(score_rows, label=label),
        reads=(*MEASURES, "encode_corpus"),
        wanted=wants("quality_below", ALGORITHMS),
        published=beside(
            f"table_{number}",
            keys=("set", "left_out"),
            columns={"published_spearman": "spearman"},
            value="spearman",
            interval=("spearman_low", "spearman_high"),
            ends=Printed("spearman", ROUNDED),
            margin=CLOSE["scores"],
        ),
    )


TABLE_2, TABLE_3 = _counts(CBOW), _scores(CBOW)
TABLE_4, TABLE_5 = _counts(SG), _scores(SG)
TABLE_6, TABLE_7 = _counts(GLOVE), _scores(GLOVE)
