"""The findings of a study: one row per corpus and technique, and a text of them."""

from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from quaver.house.cells import own_cells
from quaver.house.instability import instability_of
from quaver.items import columns as col
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
PREFERRED = ("shuffled", "bootstrapped", "fixed")
TITLE = "PIP loss between runs in units of 10^-2, ± half of its 95 % interval"
READING = (
    "A lower loss is steadier; 0 means that every run gave the same space.",
    "Fixed runs read the same text in the same order, shuffled runs in another order, "
    "bootstrapped runs another draw of it; extrinsic is what bootstrapping adds to "
    "shuffling.",
    "p@n is the share of a word's n nearest neighbours two runs have in common (1 is "
    "all), average of n the loss between averages of n runs as a fraction of that "
    "between single runs (1/sqrt(n) if all of it were noise).",
)


def _rows(results) -> Iterator[dict]:
    """What was found, a row per view x technique."""
    texts_left = {record.corpus: record.after("cut") for record in results.corpora()}
    for group in by_sampling(own_cells(results)):
        yield row_of(group, texts_left)


def row_of(group: Mapping[str, CellNumbers], counts: Mapping[str, Mapping]) -> dict:
    """Losses of each sampling, neighbours and averages of the one that is shown.

    counts: of the texts by name, of which a note says where one is small.
    """
    row = identity(next(iter(group.values())))
    measured, missing = instability_of(group)
    if measured is not None:
        # NaN where it is missing: the note says why
        row["extrinsic"] = measured.extrinsic
    for cell in group.values():
        row |= _losses(cell)
    # one sampling: a row per technique is what fits a terminal
    shown = next(group[name] for name in PREFERRED if name in group)
    row |= {"sampling": shown.sampling, **_neighbours(shown), **_average(shown)}
    about = *_small(shown, counts.get(shown.corpus, {})), *_thin(shown)
    return {**row, "note": (*_gaps(group, missing), *about)}


def as_text(findings: pd.DataFrame) -> str:
    """Findings as a plain-text table with a title, notes and how to read it."""
    shown = [name for name in SAMPLINGS if findings[f"{name}_e2"].notna().any()]
    n, size = _only(findings["neighbours"]), _only(findings["average_size"])
    last = f"p@{n}", f"average of {size}"
    several = n == "n", size == "n"  # rows differ: each says its own
    lines = [_line(row, shown, several) for row in findings.to_dict("records")]
    heads = ["corpus", "technique", *shown, "extrinsic", *last]
    notes = [line for text in _notes(findings) for line in wrapped(text)]
    notes = [*notes, ""] if notes else []
    texts = [TITLE, "", *aligned([heads, *lines]), "", *notes]
    return "\n".join([*texts, *wrapped(" ".join(READING))]) + "\n"


def _notes(findings: pd.DataFrame) -> list[str]:
    """What is to be said of rows, each thing once with the rows it is true of."""
    about: dict[str, list[str]] = {}
    for row in findings.to_dict("records"):
        for part in filter(None, row["note"].split("; ")):
            about.setdefault(part, []).append(f"{row['view']} / {row['technique']}")
    return [
        f"{'All' if len(rows) == len(findings) > 1 else ', '.join(rows)}: {part}."
        for part, rows in about.items()
    ]


def _small(cell: CellNumbers, counts: Mapping[str, int]) -> list[str]:
    """What to say of a text of few words, or few units to draw from."""
    tokens = counts.get("tokens", SMALL)
    # unknown counts are taken for enough: no warning without cause
    units = round(counts.get(f"{cell.unit}s", UNITS) * cell.fraction)
    remarks = []
    if tokens < SMALL:
        remarks.append(
            f"a text of {tokens:,} words is small, and lists of neighbours are rough"
        )
    if units < 2:
        remarks.append(
            f"the text is one {cell.unit}, so shuffled and bootstrapped runs read what "
            "fixed runs do: their differences mean nothing (another unit helps)"
        )
    elif units < UNITS:
        remarks.append(f"there are only {units} {cell.unit}s to draw from")
    return remarks


def _losses(cell: CellNumbers) -> dict:
    if cell.losses is None:
        return {}
    losses = pair_mean(cell.losses)
    return ends(cell.sampling, losses.mean, losses.low, losses.high)


def _neighbours(cell: CellNumbers) -> dict:
    if not cell.overlaps:
        return {}
    # of two as near the smaller
    n = min(cell.overlaps, key=lambda n: (abs(n - NEIGHBOURS), n))
    return {"neighbours": n, "p_mean": pair_mean(cell.overlaps[n][0]).mean}


def _average(cell: CellNumbers) -> dict:
    sizes = [size for size, losses in cell.averages.items() if losses is not None]
    if not sizes or cell.losses is None:
        return {}
    # the largest: what one would use
    size, single = max(sizes), pair_mean(cell.losses).mean
    if single == 0:
        return {"average_size": size}
    relative = pair_mean(cell.averages[size]).mean / single
    return {"average_size": size, "average_relative": relative}


def _gaps(group: dict[str, CellNumbers], missing: str) -> list[str]:
    gaps = [f"{name}: {gap(cell)}" for name, cell in group.items() if gap(cell)]
    measured = [cell.losses for cell in group.values() if cell.losses is not None]
    return [
        *gaps,
        *(pair_mean(losses).note for losses in measured),
        *missing.split("; "),
    ]


def _thin(cell: CellNumbers) -> list[str]:
    """What to say of the cell whose neighbours and averages a row shows."""
    other = cell.sampling != "shuffled"
    parts = [f"neighbours and averages are of {cell.sampling} runs" if other else ""]
    if cell.losses is None:
        return parts
    if not cell.overlaps:
        parts.append("neighbours not measured")
    # runs without any loss are equal, however few neighbours they list
    elif _neighbours(cell)["p_mean"] < BARELY and cell.losses.any():
        parts.append(
            "runs share hardly any neighbours: the spaces are mostly noise, and a low "
            "loss is no virtue (more text or epochs, or less subsampling, help)"
        )
    if cell.words < FEW:
        parts.append(f"only {cell.words} shared words")
    if not cell.averages:
        parts.append("no averages of this cell in the study")
    elif all(losses is None for losses in cell.averages.values()):
        fits = any(2 * size <= cell.runs for size in cell.averages)
        parts.append(
            "averages not measured" if fits else "no averages with 2 * size <= runs"
        )
    elif pair_mean(cell.losses).mean == 0:
        parts.append("averages: single runs do not differ")
    return parts


def _line(row: dict, shown: Sequence[str], several: Sequence[bool]) -> list[str]:
    return [
        row["view"],
        row["technique"],
        *(_interval(row, name) for name in shown),
        _number(row["extrinsic_e2"]),
        _number(row["p_mean"], several[0] and row["neighbours"]),
        _number(row["average_relative"], several[1] and row["average_size"]),
    ]


def _interval(row: dict, name: str) -> str:
    half = (row[f"{name}_high_e2"] - row[f"{name}_low_e2"]) / 2
    return _number(row[f"{name}_e2"]) + ("" if pd.isna(half) else f" ±{half:.2f}")


def _number(value: float, of: int | bool = False) -> str:
    """Two places, or a dash; of: what the column's heading cannot say for all rows."""
    if pd.isna(value):
        return MISSING
    return f"{value:.2f} (n = {of})" if of else f"{value:.2f}"


def _only(numbers: pd.Series) -> str:
    """The number of a column where all rows agree, else 'n'."""
    there = set(numbers.dropna())
    return str(there.pop()) if len(there) == 1 else "n"


FINDINGS = Table(
    name="findings",
    title="What was found, a row per corpus and technique",
    caption=(
        "Reduced PIP loss between fixed, shuffled and bootstrapped runs, and extrinsic "
        "instability, what bootstrapping adds to shuffling. P: share of neighbours two "
        "runs have in common; average relative: the loss between averages of so many "
        "runs relative to single runs; both of the sampling that the CSV names."
    ),
    order=1,
    reads=("pip", "neighbours", "averages", "encode_corpus", "records"),
    wanted=lambda grid: "pip" in grid.study.analyses.stability.measures,
    columns=(
        (col.IDENTITY, [col.interval(name, col.E2) for name in SAMPLINGS]),
        (col.numbers("extrinsic", scale=col.E2), col.texts("sampling")),
        (col.wholes("neighbours"), col.numbers("p_mean"), col.wholes("average_size")),
        (col.numbers("average_relative"), col.NOTE),
    ),
    keys=(
        *("view", "technique", *SAMPLINGS, "extrinsic", "p_mean"),
        *("average_size", "average_relative", "note"),
    ),
    rows=_rows,
)
