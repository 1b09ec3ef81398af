"""The findings of a study: one row per corpus and technique, and a text of them."""

from collections.abc import Iterator, Mapping

import pandas as pd

from quaver.house.cells import own_cells
from quaver.house.instability import instability_of
from quaver.items.ends import ends
from quaver.items.item import Table
from quaver.items.render import MISSING
from quaver.items.terminal import aligned, wrapped
from quaver.results.records import SAMPLINGS, CellNumbers, by_sampling, gap, identity
from quaver.statistics import pair_mean

NEIGHBOURS = 10  # findings show the n nearest to this
BARELY = 0.1  # p@n below which runs share so little that a low loss means nothing
FEW = 100  # shared words below which a note says how few they are
UNITS = 20  # units below which a note says how few there are to draw from
SMALL = 100_000  # words of a text below which a note says how few they are
TITLE = "PIP loss between runs in units of 10^-2, ± half of its 95 % interval"
READING = (
    "A lower loss is steadier; 0 means that every run gave the same space. Fixed runs "
    "read the same text in the same order, shuffled runs in another order, "
    "bootstrapped runs another draw of it; extrinsic is what bootstrapping adds to "
    "shuffling. p@n is the share of a word's n nearest neighbours two runs have in "
    "common (1 is all), average of n the loss between averages of n runs as a fraction "
    "of that between single runs (1/sqrt(n) if all of it were noise)."
)


def _rows(results) -> Iterator[dict]:
    counts = {record.corpus: record.after("cut") for record in results.corpora()}
    for group in by_sampling(own_cells(results)):
        cells = list(group.values())
        row = identity(cells[0])
        notes = [f"{cell.sampling}: {gap(cell)}" for cell in cells if gap(cell)]
        for cell in cells:
            if cell.losses is not None:
                losses = pair_mean(cell.losses)
                row |= ends(cell.sampling, losses.mean, losses.low, losses.high)
                notes.append(losses.note)
        measured, missing = instability_of(group)
        if measured is not None:
            # NaN where it is missing: the note says why
            row["extrinsic"] = measured.extrinsic
        # one sampling: a row per technique is what fits a terminal
        preferred = "shuffled", "bootstrapped", "fixed"
        shown = next(group[name] for name in preferred if name in group)
        row |= _shown(shown)
        notes += missing.split("; ")
        notes += _small(shown, counts.get(shown.corpus, {}))
        notes += (note for cell in cells if cell.drawn for note in cell.drawn.remarks)
        yield {**row, "note": [*notes, *_thin(shown, row)]}


def _shown(cell: CellNumbers) -> dict:
    row: dict = {"sampling": cell.sampling}
    if cell.overlaps:
        # of two as near the smaller
        n = min(cell.overlaps, key=lambda n: (abs(n - NEIGHBOURS), n))
        row |= {"neighbours": n, "p_mean": pair_mean(cell.overlaps[n][0]).mean}
    sizes = [size for size, losses in cell.averages.items() if losses is not None]
    if sizes and cell.losses is not None:
        # the largest: what one would use
        row["average_size"] = max(sizes)
        if single := pair_mean(cell.losses).mean:
            averaged = pair_mean(cell.averages[max(sizes)]).mean
            row["average_relative"] = averaged / single
    return row


def _small(cell: CellNumbers, counts: Mapping[str, int]) -> Iterator[str]:
    """What to say of a text of few words, or few units to draw from."""
    # unknown counts are taken for enough: no warning without cause
    tokens = counts.get("tokens", SMALL)
    units = round(counts.get(f"{cell.unit}s", UNITS) * cell.fraction)
    if tokens < SMALL:
        yield f"a text of {tokens:,} words is small, and lists of neighbours are rough"
    if units < 2:
        yield (
            f"the text is one {cell.unit}, so shuffled and bootstrapped runs read what "
            "fixed runs do: their differences mean nothing (another unit helps)"
        )
    elif units < UNITS:
        yield f"there are only {units} {cell.unit}s to draw from"


def _thin(cell: CellNumbers, row: Mapping) -> Iterator[str]:
    """What to say of the cell whose neighbours and averages a row shows."""
    if cell.sampling != "shuffled":
        yield f"neighbours and averages are of {cell.sampling} runs"
    if cell.losses is None:
        return
    if not cell.overlaps:
        yield "neighbours not measured"
    # runs without any loss are equal, however few neighbours they list
    elif row["p_mean"] < BARELY and cell.losses.any():
        yield (
            "runs share hardly any neighbours: the spaces are mostly noise, and a low "
            "loss is no virtue (more text or epochs, or less subsampling, help)"
        )
    if cell.words < FEW:
        yield f"only {cell.words} shared words"
    if not cell.averages:
        yield "no averages of this cell in the study"
    elif "average_size" not in row:
        fits = any(2 * size <= cell.runs for size in cell.averages)
        yield "averages not measured" if fits else "no averages with 2 * size <= runs"
    elif "average_relative" not in row:
        yield "averages: single runs do not differ"


def as_text(findings: pd.DataFrame) -> str:
    """Findings as a plain-text table with a title, notes and how to read it."""
    shown = [name for name in SAMPLINGS if findings[f"{name}_e2"].notna().any()]
    n, size = (_only(findings[name]) for name in ("neighbours", "average_size"))
    heads = "corpus", "technique", *shown, "extrinsic", f"p@{n}", f"average of {size}"
    lines = [[*heads]]
    about: dict[str, list[str]] = {}  # each note once, with the rows it is true of
    for row in findings.to_dict("records"):
        names = row["view"], row["technique"]
        lines.append([*names])
        for name in shown:
            half = (row[f"{name}_high_e2"] - row[f"{name}_low_e2"]) / 2
            reach = "" if pd.isna(half) else f" ±{half:.2f}"
            lines[-1].append(_number(row[f"{name}_e2"]) + reach)
        # where rows differ, each says its own
        share = _number(row["p_mean"], n == "n" and row["neighbours"])
        part = _number(row["average_relative"], size == "n" and row["average_size"])
        lines[-1] += [_number(row["extrinsic_e2"]), share, part]
        for remark in filter(None, row["note"].split("; ")):
            about.setdefault(remark, []).append(" / ".join(names))
    notes = []
    for remark, rows in about.items():
        of_all = len(rows) == len(findings) > 1
        notes += wrapped(f"{'All' if of_all else ', '.join(rows)}: {remark}.")
    texts = [TITLE, "", *aligned(lines), "", *notes, *[""] * bool(notes)]
    return "\n".join([*texts, *wrapped(READING)]) + "\n"


def _number(value: float, of: int | bool = False) -> str:
    """Two places, or a dash; of: what the column's heading cannot say for all rows."""
    of_rows = f" (n = {of})" if of else ""
    return MISSING if pd.isna(value) else f"{value:.2f}{of_rows}"


def _only(numbers: pd.Series) -> str:
    """The number of a column where all rows agree, else 'n'."""
    there = set(numbers.dropna())
    return str(there.pop()) if len(there) == 1 else "n"


FINDINGS = Table(
    name="findings",
    title="What was found, a row per corpus and technique",
    caption="Reduced PIP loss between runs by sampling, and what bootstrapping adds "
    "to shuffling. P: share of neighbours two runs have in common; average relative: "
    "loss between averages by that of runs; both of the sampling that the CSV names.",
    order=1,
    reads=("pip", "neighbours", "averages", "encode_corpus", "records"),
    wanted=lambda grid: "pip" in grid.study.analyses.stability.measures,
    columns="IDENTITY fixed±:e2 shuffled±:e2 bootstrapped±:e2 extrinsic:e2 sampling "
    "neighbours:whole p_mean average_size:whole average_relative note",
    keys="view technique fixed shuffled bootstrapped extrinsic p_mean average_size "
    "average_relative note",
    rows=_rows,
)
