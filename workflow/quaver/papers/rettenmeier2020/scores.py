"""Tables 1.4, 1.5, 1.6, 2.1 and 2.10: scores on analogies."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from quaver.house.cells import own_cells
from quaver.items.columns import E2
from quaver.items.ends import with_ends
from quaver.items.item import Table
from quaver.items.published import Printed
from quaver.papers.rettenmeier2020.declare import table
from quaver.results.records import SetNumbers, gap, identity
from quaver.statistics import run_mean
from quaver.statistics.values import value_of

TRAININGS = 128  # of every published mean


def _rows(results, make: Callable, trainer: str = "") -> Iterator[dict]:
    for cell in own_cells(results):
        # what was published is of shuffled runs
        if cell.sampling != "shuffled" or trainer not in ("", cell.trainer):
            continue
        rows = []
        for name, scores in sorted(cell.quality.items()):
            if scores is None:
                note = (gap(cell) if cell.failed else "") or "not measured"
                rows.append({"set": name, "note": note})
            elif scores.kind == "analogies":
                rows.append({"set": name, "cell": cell, **make(scores)})
        for row in rows or [{"note": "no analogies of this language"}]:
            yield identity(cell) | row


def _scores(scores: SetNumbers) -> dict:
    row = {"coverage_e2": scores.known.mean() / scores.questions * E2}
    percent = scores.scores[np.isfinite(scores.scores)] * E2
    if not len(percent):
        return row | {"runs": 0, "note": scores.note or "no run has a score"}
    mean = run_mean(percent)
    # Student's t may reach out of what scores can be
    low, high = np.clip(value_of(mean).interval(), 0, E2)
    row |= {"mean_e2": mean.mean, "low_e2": low, "high_e2": high, "runs": mean.runs}
    row |= {"deviation_e2": mean.deviation, "best_e2": mean.best}
    return row | {"note": [scores.note, mean.note]}


def _coverage(scores: SetNumbers) -> dict:
    share = value_of(run_mean(scores.known / scores.questions * E2))
    return {**with_ends("coverage", share, "_e2"), "runs": len(scores.known)}


def _extremes(scores: SetNumbers) -> dict:
    percent = scores.scores[np.isfinite(scores.scores)] * E2
    row = {"runs": len(percent), "lowest_e2": np.nan}
    row["coverage_e2"] = scores.known.mean() / scores.questions * E2
    # the extremes of more runs lie further apart, whatever the technique
    if len(percent) != TRAININGS:
        row["unlike"] = f"extremes of {len(percent)} runs, published of {TRAININGS}"
    if len(percent):
        low, high = float(percent.min()), float(percent.max())
        row |= {"lowest_e2": low, "highest_e2": high}
        # of 0 no percents
        row |= {"relative_difference_e2": (high / low - 1) * E2} if low else {}
    return row


def _means(number: str, what: str, *columns: str, trainer: str = "") -> Table:
    own = ("mean_e2", "deviation_e2", *(["best_e2"] if trainer else []))
    return _table(
        f"Table {number}",
        f"{what} on analogies",
        f"mean, deviation (ddof 0) and best over runs. {SETS} Interval of the mean: "
        "95 %, Student's t over runs (trainings).",
        columns=f"{OURS} mean_e2 low_e2 high_e2 deviation_e2 best_e2 coverage_e2",
        keys=f"{KEYS} mean_e2 low_e2 high_e2 deviation_e2 published_mean_e2 verdict",
        rows=partial(_rows, make=_scores, trainer=trainer),
        published={
            "columns": {f"published_{c}": c for c in own} | {c: c for c in columns},
            "value": "mean_e2",
            "interval": ("low_e2", "high_e2"),
            "ends": Printed("mean_e2", 0.005, "deviation_e2", runs=TRAININGS),
        },
    )


SETS = (
    "One row per shuffled cell and analogy set, in percent of the questions whose "
    "words are all known; published are the sets of section 1.2.4."
)
OURS, KEYS = "CELL set runs", "view technique set runs"
OTHERS = ("bojanowski2016_e2", "grave2018_e2")
EXTREMES = "lowest_e2 highest_e2 relative_difference_e2"
_table = partial(table, reads=("quality",))
TABLE_1_4 = _means("1.4", "Scores of fasttext", *OTHERS, trainer="fasttext")
TABLE_1_5 = _means("1.5", "Scores of word2vec", OTHERS[0], trainer="word2vec")
TABLE_1_6 = _table(
    "Table 1.6",
    "Coverage of the analogies",
    "questions whose words are all among the most frequent of a run, mean over runs. "
    f"{SETS} Interval: 95 %, Student's t over runs.",
    columns=f"{OURS} coverage_e2 coverage_low_e2 coverage_high_e2",
    keys=f"{KEYS} coverage_e2 published_coverage_e2 grave2018_e2 verdict",
    rows=partial(_rows, make=_coverage),
    published={
        "keys": ("language",),
        "columns": {"published_coverage_e2": "coverage_e2", OTHERS[1]: OTHERS[1]},
        "value": "coverage_e2",
        "interval": ("coverage_low_e2", "coverage_high_e2"),
        "ends": Printed("coverage_e2", 0.05),
        "margin": 2,  # points: a tenth of 97 % would take in all there can be
    },
)
TABLE_2_1 = _table(
    "Table 2.1",
    "Lowest and highest score among the runs",
    f"and their relative difference in percent. {SETS} Extremes move apart with the "
    f"number of runs (published: {TRAININGS}) and have no interval.",
    columns=f"{OURS} {EXTREMES} coverage_e2",
    keys=f"{KEYS} {EXTREMES} published_relative_difference_e2 verdict",
    rows=partial(_rows, make=_extremes),
    published={
        "columns": {f"published_{name}": name for name in EXTREMES.split()},
        "value": "lowest_e2",
        "ends": Printed("lowest_e2", 0.0),
    },
)
TABLE_2_10 = _means("2.10", "Scores")
