"""Means over languages, as Tables 2.3, 2.6 and A.1 print them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from quaver.items.published import Printed, Published
from quaver.papers.rettenmeier2020.comparable import published, reason_of_mean
from quaver.results.distribution_records import DistributionNumbers
from quaver.results.records import SAMPLINGS, CellNumbers, identity
from quaver.statistics.values import mean_of

ALL = "all languages"
LANGUAGES_TOO = (
    "The last rows of a trainer are means over its cells, as published over seven "
    "languages; runs are those of the cell of fewest."
)


def published_means(name: str, half: float, keys: Sequence[str]) -> Published:
    """A published table of means over languages; half of the last digit printed."""
    printed = Printed("spearman", half)
    exact = Printed("spearman", 0.0)  # a 1 that must be is no rounded one

    def ends(published_row: Mapping, row: Mapping) -> tuple[float, float]:
        is_exact = published_row["spearman"] == row["spearman"]
        return (exact if is_exact else printed)(published_row, row)

    return published(
        name,
        keys=("trainer", *keys),
        columns={"published_spearman": "spearman"},
        value="spearman",
        ends=ends,
        comparable=reason_of_mean,
        reading="",
    )


def rows_of(record: DistributionNumbers, part: str, make: Callable) -> list[dict]:
    """Rows of a part of a record, or one that says why it has none."""
    measured = getattr(record, part)
    if measured is None:
        missing = record.notes.get(part, "not measured")
        return [{**identity(record.cell), "note": missing}]
    return [{**identity(record.cell), **row} for row in make(measured)]


def over_languages(
    results: Any, rows_of: Callable[[DistributionNumbers], list], keys: Sequence[str]
) -> list[dict]:
    """Rows of all cells, and after each technique's the means over its cells.

    rows_of(record) makes rows with a Value under `value` and its columns spearman, low
    and high. Rows of equal keys are averaged; `cell` lists the cells of a mean.
    """
    rows = []
    for group in _by_technique(results.distributions()):
        cell_rows = [(r.cell, row) for r in group for row in rows_of(r)]
        rows += [row for _, row in cell_rows]
        rows += _means(cell_rows, keys)
    return rows


def _by_technique(records: Iterable[DistributionNumbers]) -> list[list]:
    """Records of a trainer and sampling, in order; of each technique where they vie.

    Techniques of one trainer go together where none has a text of another: English
    GloVe may have settings, and so a technique, of its own.
    """
    trainers: dict[tuple, list] = {}
    for record in sorted(records, key=lambda record: _order(record.cell)):
        trainers.setdefault(_order(record.cell)[:2], []).append(record)
    groups = []
    for records in trainers.values():
        techniques: dict[str, list] = {}
        for record in records:
            techniques.setdefault(record.cell.technique, []).append(record)
        # no text twice: a mean over languages counts each once
        is_one = len({record.cell.view for record in records}) == len(records)
        groups += [records] if is_one else list(techniques.values())
    return groups


def _order(cell: CellNumbers) -> tuple:
    sampling = SAMPLINGS.index(cell.sampling)
    text = cell.corpus, cell.unit, cell.fraction
    return cell.trainer, sampling, cell.technique, *text


def _means(
    cell_rows: Sequence[tuple[CellNumbers, dict]], keys: Sequence[str]
) -> list[dict]:
    """Means over the cells that have a value, a row per value of the keys."""
    # a cell without a value would make the whole mean unknown
    groups: dict[tuple, list[tuple[CellNumbers, dict]]] = {}
    for cell, row in cell_rows:
        if "value" in row and np.isfinite(row["value"].value):
            key = tuple(row[name] for name in keys)
            groups.setdefault(key, []).append((cell, row))
    return [_mean(members, keys) for members in groups.values()]


def _mean(members: Sequence[tuple[CellNumbers, dict]], keys: Sequence[str]) -> dict:
    cells, rows = zip(*members, strict=True)
    mean = mean_of([row["value"] for row in rows])
    low, high = np.clip(mean.interval(), -1, 1)
    row = {
        "language": ALL,
        "technique": ", ".join(dict.fromkeys(cell.technique for cell in cells)),
        **{"trainer": cells[0].trainer, "sampling": cells[0].sampling},
        **{name: rows[0][name] for name in keys},
        **{"spearman": mean.value, "low": low, "high": high, "cells": len(cells)},
        # of the cell of fewest
        **{
            n: min(r[n] for r in rows)
            for n in ("runs", "half", "pairs")
            if n in rows[0]
        },
        "note": "no interval: a cell has none" if np.isnan(mean.error) else "",
    }
    # others were not published
    return {**row, "cell": cells} if row["sampling"] == "shuffled" else row
