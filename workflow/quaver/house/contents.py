"""What a study holds: trainings, vocabularies, neighbours, words."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import pandas as pd

from quaver.results.records import (
    E2,
    IDENTITY,
    CellNumbers,
    WordNumbers,
    frame,
    gap,
    identity,
    in_order,
    lost,
    note,
)
from quaver.statistics import pair_mean

CAPTION_TRAININGS = "Runs planned, finished and failed, one row per cell."
CAPTION_VOCABULARY = (
    "Words kept and dropped by each step to the vocabulary the runs of a cell share."
)
CAPTION_NEIGHBOURS = (
    "Nearest neighbours two runs have in common: p@n, the share of n neighbours, and "
    "j@n, their Jaccard overlap; means over pairs of runs with the 95 % interval by "
    "jackknife over runs. 1 = the same neighbours."
)
CAPTION_WORDS = (
    "Words that waver least and most between shuffled runs, by intrinsic instability "
    "(word-wise reduced PIP loss); ties by word. Frequency: mean occurrences in the "
    "shuffled runs. Words: how many both samplings share; dropped: how many they do "
    "not; missing: how many have no extrinsic value (bootstrapped < shuffled). A rare "
    "word may be steady because it was hardly trained."
)
COLUMNS_NEIGHBOURS = (
    *(*IDENTITY, "sampling", "n", "pairs"),
    *("p_mean", "p_low", "p_high", "j_mean", "j_low", "j_high", "note"),
)
COLUMNS_WORDS = (
    *(*IDENTITY, "kind", "rank", "word", "frequency"),
    *("intrinsic_e2", "extrinsic_e2", "words", "dropped", "missing", "note"),
)


def trainings(cells: Sequence[CellNumbers]) -> pd.DataFrame:
    """Count runs, one row per cell: planned = finished + failed."""
    rows = [
        {
            **identity(cell),
            "planned": cell.runs,
            "finished": cell.runs - cell.failed,
            "failed": cell.failed,
            "note": note(lost(cell), cell.reason),
        }
        for cell in in_order(cells)
    ]
    columns = (*IDENTITY, "sampling", "planned", "finished", "failed", "note")
    return frame(rows, columns, CAPTION_TRAININGS)


def vocabulary(cells: Sequence[CellNumbers]) -> pd.DataFrame:
    """Tell the way to the shared vocabulary, one row per cell and step."""
    rows = [row for cell in in_order(cells) for row in _step_rows(cell)]
    columns = (*IDENTITY, "sampling", "step", "kept", "dropped", "note")
    return frame(rows, columns, CAPTION_VOCABULARY)


def neighbours(cells: Sequence[CellNumbers]) -> pd.DataFrame:
    """Overlap of neighbour lists, one row per cell and n: p@n and j@n in [0, 1]."""
    sizes = sorted({n for cell in cells for n in cell.overlaps}) or [None]
    rows = [_overlap_row(cell, n) for cell in in_order(cells) for n in sizes]
    return frame(rows, COLUMNS_NEIGHBOURS, CAPTION_NEIGHBOURS)


def words(records: Iterable[WordNumbers], count: int = 10) -> pd.DataFrame:
    """Steadiest and most wavering words, twice count rows per view x technique."""

    rows = word_rows(records, lambda record: _word_rows(record, count))
    return frame(rows, COLUMNS_WORDS, CAPTION_WORDS)


def word_rows(
    records: Iterable[WordNumbers], rows_of: Callable[[WordNumbers], list[dict]]
) -> list[dict]:
    """Rows of records by corpus, view and technique; records are not kept."""
    parts = []
    for record in records:
        place = record.corpus, record.view, record.technique
        parts.append((place, rows_of(record)))
    return [row for _, rows in sorted(parts, key=lambda part: part[0]) for row in rows]


def _step_rows(cell: CellNumbers) -> list[dict]:
    names = ("step", "kept", "dropped")
    steps = [dict(zip(names, step, strict=True)) for step in cell.steps]
    missing = gap(cell) or ("" if steps else "not measured")
    return [{**identity(cell), **step, "note": missing} for step in steps or [{}]]


def _overlap_row(cell: CellNumbers, n: int | None) -> dict:
    row = {**identity(cell), "n": n}
    if n not in cell.overlaps:
        return {**row, "note": gap(cell) or "not measured"}
    share, jaccard = (pair_mean(matrix) for matrix in cell.overlaps[n])
    for letter, found in (("p", share), ("j", jaccard)):
        row |= {f"{letter}_{k}": getattr(found, k) for k in ("mean", "low", "high")}
    return {**row, "pairs": share.pairs, "note": note(lost(cell), share.note)}


def _word_rows(record: WordNumbers, count: int) -> list[dict]:
    common = {
        **identity(record),
        "words": len(record.words),
        "dropped": record.dropped,
        "missing": record.missing,
    }
    if not len(record.words):
        why = record.note or "shuffled and bootstrapped share no word"
        return [{**common, "note": why}]
    return [
        {**common, "kind": kind, "rank": rank, **_word(record, row)}
        for kind, sign in (("steadiest", 1), ("most wavering", -1))
        for rank, row in enumerate(_first(record, sign, count), start=1)
    ]


def _first(record: WordNumbers, sign: int, count: int) -> list[int]:
    """Rows of the words with the least sign * intrinsic instability, ties by word."""
    rows = range(len(record.words))
    return sorted(rows, key=lambda k: (sign * record.intrinsic[k], record.words[k]))[
        :count
    ]


def _word(record: WordNumbers, row: int) -> dict:
    lost = bool(np.isnan(record.extrinsic[row]))
    return {
        "word": record.words[row],
        "frequency": record.frequency[row],
        "intrinsic_e2": record.intrinsic[row] * E2,
        "extrinsic_e2": record.extrinsic[row] * E2,
        "note": "bootstrapped < shuffled" if lost else "",
    }
