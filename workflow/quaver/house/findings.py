"""Losses of a study: one row per corpus and technique, and a text of them."""

from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from quaver.house.cautions import cautions, near, nearest
from quaver.house.cells import own_cells
from quaver.house.instability import PAIR, instability_of
from quaver.house.losses import PIP
from quaver.items.ends import cut, ends
from quaver.items.item import Table
from quaver.items.render import MISSING
from quaver.items.terminal import aligned, wrapped
from quaver.measures.averaging import relative_loss
from quaver.results.records import SAMPLINGS, CellNumbers, by_sampling, gap, identity
from quaver.statistics import pair_mean

TITLE = (
    "How much do runs differ? PIP loss between runs (10^-2, ± half its 95 % interval)"
)
READING = (
    "A lower loss is steadier; 0 means that every run gave the same space. Fixed runs "
    "read the same text in the same order, shuffled runs in another order, "
    "bootstrapped runs another draw of it."
)
MEANING = {  # of columns that not every study has
    "extrinsic_e2": "Extrinsic is what bootstrapping adds to shuffling: the root of "
    "the difference of their squares.",
    "p_mean": "p@n is the share of a word's n nearest neighbours that two bootstrapped "
    "runs have in common; a value of other runs is labelled with these.",
    "average_relative": "Average of n is the loss between averages of n runs (shuffled "
    "ones, unless a note names others) as a fraction of that between these single runs "
    "(1/sqrt(n) if all of it were noise).",
}
# averages are made to rid a space of training's noise
AVERAGED = "shuffled", "bootstrapped", "fixed"


def _rows(results) -> Iterator[dict]:
    counts = {record.corpus: record.after("cut") for record in results.corpora()}
    stability, cosines = results.study.analyses.stability, _cosines(results)
    for group in by_sampling(own_cells(results)):
        cells = list(group.values())
        row = identity(cells[0])
        notes = [f"{cell.sampling}: {gap(cell)}" for cell in cells if gap(cell)]
        for cell in cells:
            if cell.losses is not None:
                losses = pair_mean(cell.losses)
                low, high, beyond = cut(losses.low, losses.high, PIP)
                row |= ends(cell.sampling, losses.mean, low, high)
                notes.append(losses.note or beyond)
        measured, missing = instability_of(group)
        if measured is not None:
            # NaN where it is missing: the note says why
            row["extrinsic"] = measured.extrinsic
        shown = nearest(cells)
        averaged = next(group[name] for name in AVERAGED if name in group)
        row |= near(shown) | _averaged(averaged)
        # samplings that the study has not were not asked for
        notes += missing.split("; ") if {*PAIR} <= group.keys() else []
        notes += _unmeasured(shown, "neighbours" in stability.measures)
        mean = cosines.get((shown.view, shown.technique), 0.0)
        notes += cautions(cells, counts.get(shown.corpus, {}), mean)
        notes += _unaveraged(averaged, row)
        yield {**row, "note": [*dict.fromkeys(notes)]}


def _cosines(results) -> dict[tuple[str, str], float]:
    """Mean cosine of random pairs of words, by view and technique."""
    return {
        (record.cell.view, record.cell.technique): float(record.cosines.cosines.mean())
        for record in results.distributions()
        if record.cosines is not None
    }


def _averaged(cell: CellNumbers) -> dict:
    sizes = [size for size, losses in cell.averages.items() if losses is not None]
    if not sizes or cell.losses is None:
        return {}
    size = max(sizes)  # the largest: what one would use
    row: dict = {"average_size": size}
    if pair_mean(cell.losses).mean:
        part = relative_loss(cell.losses, cell.averages[size], size)
        row["average_relative"] = part.value
    return row


def _unmeasured(cell: CellNumbers, is_asked: bool) -> Iterator[str]:
    """Why the neighbours a row shows are missing, or of which runs they are."""
    if cell.losses is not None and is_asked and not cell.overlaps:
        yield "neighbours not measured"
    elif cell.overlaps and cell.sampling != "bootstrapped":
        yield f"neighbours are of {cell.sampling} runs"


def _unaveraged(cell: CellNumbers, row: Mapping) -> Iterator[str]:
    """Why averages that were asked for are not shown, or of which runs they are."""
    if cell.losses is None or not cell.averages:
        return
    if "average_size" not in row:
        fits = any(2 * size <= cell.runs for size in cell.averages)
        yield "averages not measured" if fits else "no averages with 2 * size <= runs"
    elif "average_relative" not in row:
        yield "averages: single runs do not differ"
    elif cell.sampling != "shuffled":
        yield f"averages are of {cell.sampling} runs"


def as_text(findings: pd.DataFrame) -> str:
    """Losses as a plain-text table with a title, notes and how to read it."""
    shown = [name for name in SAMPLINGS if findings[f"{name}_e2"].notna().any()]
    n, size = (_only(findings[name]) for name in ("neighbours", "average_size"))
    heads = {"extrinsic_e2": "extrinsic", "p_mean": f"p@{n}"}
    heads["average_relative"] = f"average of {size}"
    # what no row has was not asked for, or notes say why it is missing
    heads = {name: heads[name] for name in heads if findings[name].notna().any()}
    lines = [["text", "technique", *shown, *heads.values()]]
    about: dict[str, list[str]] = {}  # each note once, with the rows it is true of
    for row in findings.to_dict("records"):
        names = row["view"], row["technique"]
        lines.append([*names])
        for name in shown:
            low, high = row[f"{name}_low_e2"], row[f"{name}_high_e2"]
            # below 0 no loss lies: ends that were cut are no ± of the mean
            half = f"±{(high - low) / 2:.2f}"
            span = f"(0 to {high:.2f})" if low == 0 < high else half
            lines[-1].append(_number(row[f"{name}_e2"]) + f" {span}" * (high >= 0))
        # where rows differ, each says its own
        labels = [f"n = {row['neighbours']}"] if n == "n" else []
        labels += [f"{row['sampling']}"] * (row["sampling"] != "bootstrapped")
        of_averages = [f"n = {row['average_size']}"] if size == "n" else []
        of = {"p_mean": labels, "average_relative": of_averages}
        lines[-1] += [_number(row[name], of.get(name, ())) for name in heads]
        for remark in filter(None, row["note"].split("; ")):
            about.setdefault(remark, []).append(" / ".join(names))
    notes = []
    for remark, rows in about.items():
        of_all = len(rows) == len(findings) > 1
        notes += wrapped(f"{'All' if of_all else ', '.join(rows)}: {remark}.")
    texts = [TITLE, "", *aligned(lines), "", *notes, *[""] * bool(notes)]
    reading = " ".join([READING, *(MEANING[name] for name in heads)])
    return "\n".join([*texts, *wrapped(reading)]) + "\n"


def _number(value: float, labels: Sequence[str] = ()) -> str:
    """Two places, or a dash; labels: what the column's heading cannot say for all."""
    of = f" ({', '.join(labels)})" if labels else ""
    return MISSING if pd.isna(value) else f"{value:.2f}{of}"


def _only(numbers: pd.Series) -> str:
    """The number of a column where all rows agree, else 'n'."""
    there = set(numbers.dropna())
    return str(there.pop()) if len(there) == 1 else "n"


FINDINGS = Table(
    name="findings",
    title="What was found, a row per corpus and technique",
    caption="PIP loss between runs by sampling; extrinsic: the root of bootstrapped² "
    "- shuffled². P: share of neighbours that two bootstrapped runs have in "
    "common, unless a note says otherwise. Average relative: loss between "
    "averages of shuffled runs, divided by that of single runs.",
    order=1,
    reads=("pip", "neighbours", "averages", "cosines", "encode_corpus", "records"),
    wanted=lambda grid: "pip" in grid.study.analyses.stability.measures,
    columns="IDENTITY fixed±:e2 shuffled±:e2 bootstrapped±:e2 extrinsic:e2 sampling "
    "neighbours:whole p_mean average_size:whole average_relative note",
    keys="view technique fixed shuffled bootstrapped extrinsic p_mean average_size "
    "average_relative note",
    rows=_rows,
)
