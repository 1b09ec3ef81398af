"""Word similarity without the pairs below a threshold, beside truncation alone."""

from collections.abc import Iterator, Mapping

import numpy as np

from quaver.items.item import Table
from quaver.measures.quality_below import DRAWS
from quaver.results.quality_below import OF_RUNS, OF_SETS, BelowNumbers
from quaver.results.records import CellNumbers, grouped, identity, in_order
from quaver.statistics.curves import OURS

LEFT = {"drop": "Leaving out", "tie": "Taking as ties"}
VERDICTS = {
    "alike": "no sign that noise was removed",
    "more": "more is left than truncation leaves, as where noise was removed",
    "less": "less is left than truncation leaves, so no noise was removed",
}


def scores(results) -> list[BelowNumbers]:
    """Sets by cell with our thresholds, cells in the order of other tables."""
    ours = (x for x in results.scores_below() if x.rule == OURS)
    groups = grouped(ours, lambda x: _cell(x.cell))
    cells = in_order(own[0].cell for own in groups.values())
    return [numbers for cell in cells for numbers in groups[_cell(cell)]]


def _cell(cell: CellNumbers) -> tuple[str, str, str]:
    return cell.view, cell.technique, cell.sampling


def _rows(results) -> Iterator[dict]:
    below = results.study.analyses.quality.below
    for numbers in scores(results):
        row = identity(numbers.cell)
        if numbers.thresholds is None:
            why = f"Not told: {numbers.note}."
            yield {**row, "sentence": why, "note": numbers.note}
            continue
        yield {**row, "set": numbers.set, **_told(numbers, below)}


def _told(numbers: BelowNumbers, below: str) -> dict:
    """Means over the runs that have a score without low pairs, and a sentence."""
    stored, lacking = numbers.stored, np.isnan(numbers.thresholds)
    told = np.isfinite([stored["full"], stored["rest"]]).all(axis=0)
    row: dict = {"runs": int(told.sum())}
    notes = [lacking_note(lacking), numbers.note]
    if not told.any():
        why = notes[0] if lacking.all() else numbers.note
        return {**row, "sentence": f"Not told: {why}.", "note": notes}
    own = {name: float(stored[name][told].mean()) for name in OF_RUNS}
    row |= {"threshold": float(numbers.thresholds[told].mean()), **own}
    row |= {name: float(stored[name]) for name in OF_SETS}
    row["share"] = own["below"] / (own["comparable"] + own["below"])
    few = f"{int(row['draws'])} of {DRAWS} draws have a score"
    notes.append(few * (row["draws"] < DRAWS))
    return {**row, "sentence": sentence(row, below), "note": notes}


def lacking_note(lacking: np.ndarray) -> str:
    """How many runs have no threshold; empty where all have one."""
    count, runs = int(lacking.sum()), len(lacking)
    if not count:
        return ""
    if count == runs:
        return f"none of {runs} runs has a threshold"
    return f"{count} of {runs} runs without a threshold: means are of the others"


def sentence(row: Mapping, below: str) -> str:
    """What leaving out low pairs does to a score, and what that says."""
    if not row["below"]:
        return "No pair lies below the threshold: Spearman stays as it is."
    percent = 100 * row["share"]
    share = f"{percent:.0f}" if percent >= 1 else f"{percent:.1g}"
    full, rest, alone = (_decimal(row[x]) for x in ("full", "rest", "expected"))
    moves = f"changes Spearman from {full} to {rest}"
    if full == rest:
        moves = f"leaves Spearman at {full}"
    elif row["rest"] < row["full"]:
        moves = moves.replace("changes", "lowers")
    else:
        moves = moves.replace("changes", "raises")
    return (
        f"{LEFT[below]} the {share} % of pairs below the threshold {moves}; truncation "
        f"alone would give {alone}: {_verdict(row)}."
    )


def _verdict(row: Mapping) -> str:
    low, high = row["beyond_low"], row["beyond_high"]
    if np.isnan([low, high]).any():
        return "there is no interval"
    return VERDICTS["more" if low > 0 else "less" if high < 0 else "alike"]


def _decimal(value: float) -> str:
    return f"{value:.2f}".replace("0.", ".", 1)


QUALITY_BELOW = Table(
    name="quality_below",
    title="Whether word similarity is told better without low cosines",
    caption="Spearman of all known pairs (full), of those that reach the threshold of "
    "their run (rest), and what cutting as many of the lowest cosines would leave by "
    "itself (expected). Beyond: rest less expected, with its 95 % interval over "
    "bootstrapped pairs, the same for all runs. Numbers are means over runs, share is "
    "that of pairs below in percent.",
    order=12,
    reads=("quality_below",),
    columns="CELL set runs threshold comparable:1 below:1 unknown:1 share:e2 full rest "
    "expected change± beyond± draws:whole sentence:remark note",
    keys="view technique sampling set threshold full rest expected beyond sentence",
    rows=_rows,
)
