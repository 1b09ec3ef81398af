"""The findings of a study: one short table for the terminal."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from quaver.items.render import MISSING
from quaver.papers.rettenmeier2020 import instability_of
from quaver.results.records import (
    E2,
    IDENTITY,
    SAMPLINGS,
    CellNumbers,
    CorpusNumbers,
    by_sampling,
    frame,
    gap,
    identity,
    note,
)
from quaver.statistics import pair_mean

NEIGHBOURS = 10  # findings show the n nearest to this
BARELY = 0.1  # p@n below which runs share so little that a low loss means nothing
FEW = 100  # shared words below which a note says how few they are
UNITS = 20  # units below which a note says how few there are to draw from
SMALL = 100_000  # words of a text below which a note says how few they are
PREFERRED = ("shuffled", "bootstrapped", "fixed")
CAPTION = (
    "Findings: reduced PIP loss between runs in units of 10^-2 with its 95 % interval, "
    "extrinsic instability in the same units, neighbours two runs have in common, and "
    "the loss of averages of so many runs relative to single runs; both last of the "
    "sampling named."
)
COLUMNS = (
    *IDENTITY,
    *(f"{name}_{part}e2" for name in SAMPLINGS for part in ("", "low_", "high_")),
    *("extrinsic_e2", "sampling", "neighbours", "p_mean"),
    *("average_size", "average_relative", "note"),
)
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
WIDTH = 88


def findings(
    cells: Sequence[CellNumbers], corpora: Iterable[CorpusNumbers] = ()
) -> pd.DataFrame:
    """What was found, one row per view x technique: losses x 10^2, shares in [0, 1].

    corpora: the texts, of which a note says where one is small.
    """
    known = {corpus.corpus: corpus.after("cut") for corpus in corpora}
    rows = [_row(group, known) for group in by_sampling(cells)]
    return frame(rows, COLUMNS, CAPTION)


def as_text(found: pd.DataFrame) -> str:
    """Findings as a plain-text table with a title, notes and how to read it."""
    shown = [name for name in SAMPLINGS if found[f"{name}_e2"].notna().any()]
    n, size = _only(found["neighbours"]), _only(found["average_size"])
    last = f"p@{n}", f"average of {size}"
    several = n == "n", size == "n"
    lines = [_line(row, shown, several) for row in found.to_dict("records")]
    heads = ["corpus", "technique", *shown, "extrinsic", *last]
    notes = [line for text in _notes(found) for line in wrapped(text)]
    notes = [*notes, ""] if notes else []
    texts = [TITLE, "", *aligned([heads, *lines]), "", *notes]
    return "\n".join([*texts, *wrapped(" ".join(READING))]) + "\n"


def _notes(found: pd.DataFrame) -> list[str]:
    """What is to be said of rows, each thing once with the rows it is true of."""
    about: dict[str, list[str]] = {}
    for row in found.to_dict("records"):
        for part in filter(None, row["note"].split("; ")):
            about.setdefault(part, []).append(f"{row['view']} / {row['technique']}")
    return [
        f"{'All' if len(rows) == len(found) > 1 else ', '.join(rows)}: {part}."
        for part, rows in about.items()
    ]


def _small(cell: CellNumbers, counts: Mapping[str, int]) -> list[str]:
    """What to say of a text of few words, or few units to draw from."""
    tokens = counts.get("tokens", SMALL)
    units = round(counts.get(f"{cell.unit}s", UNITS) * cell.fraction)
    said = []
    if tokens < SMALL:
        said.append(
            f"a text of {tokens:,} words is small, and lists of neighbours are rough"
        )
    if units < 2:
        said.append(
            f"the text is one {cell.unit}, so shuffled and bootstrapped runs read what "
            "fixed runs do: their differences mean nothing (another unit helps)"
        )
    elif units < UNITS:
        said.append(f"there are only {units} {cell.unit}s to draw from")
    return said


def _row(group: dict[str, CellNumbers], known: Mapping[str, Mapping[str, int]]) -> dict:
    row = identity(next(iter(group.values())))
    found, missing = instability_of(group)
    if found is not None:
        row["extrinsic_e2"] = found.extrinsic * E2
    for name, cell in group.items():
        row |= _losses(name, cell)
    shown = next(group[name] for name in PREFERRED if name in group)
    about = *_small(shown, known.get(shown.corpus, {})), *_thin(shown)
    row |= {"sampling": shown.sampling, **_neighbours(shown), **_average(shown)}
    return {**row, "note": note(*_gaps(group, missing), *about)}


def _losses(name: str, cell: CellNumbers) -> dict:
    if cell.losses is None:
        return {}
    found = pair_mean(cell.losses)
    ends = {f"{name}_low_e2": found.low * E2, f"{name}_high_e2": found.high * E2}
    return {f"{name}_e2": found.mean * E2, **ends}


def _neighbours(cell: CellNumbers) -> dict:
    if not cell.overlaps:
        return {}
    n = min(cell.overlaps, key=lambda n: (abs(n - NEIGHBOURS), n))
    return {"neighbours": n, "p_mean": pair_mean(cell.overlaps[n][0]).mean}


def _average(cell: CellNumbers) -> dict:
    sizes = [size for size, losses in cell.averages.items() if losses is not None]
    if not sizes or cell.losses is None:
        return {}
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


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of texts as lines: the two names to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            text.ljust(width) if place < 2 else text.rjust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    return [lines[0], "-" * len(lines[0]), *lines[1:]]


def wrapped(text: str) -> list[str]:
    """Give a text as lines that fit the terminal; words are left whole."""
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
