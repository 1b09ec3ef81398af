"""Rows of cells; and means over languages, as Tables 2.3, 2.6 and A.1 print them."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from quaver.items.published import Printed
from quaver.papers.rettenmeier2020.comparable import texts
from quaver.results.distribution_records import DistributionNumbers
from quaver.results.records import SAMPLINGS, CellNumbers, identity
from quaver.statistics.values import mean_of

ALL = "all languages"
LANGUAGES_TOO = (
    "The last rows of a trainer are means over its cells, as published over seven "
    "languages; runs are those of the cell of fewest."
)
FEWEST = ("runs", "half", "pairs")  # of a mean: of the cell of fewest
Make = Callable[[DistributionNumbers], Sequence[dict]]


def published_means(half: float, keys: Sequence[str]) -> dict:
    """What is said of published means over languages; half: of the last digit."""

    def ends(published_row: Mapping, row: Mapping) -> tuple[float, float]:
        # a 1 that must be is no rounded one
        is_exact = published_row["spearman"] == row["spearman"]
        return Printed("spearman", 0.0 if is_exact else half)(published_row, row)

    return {
        "keys": ("trainer", *keys),
        "columns": {"published_spearman": "spearman"},
        "value": "spearman",
        "ends": ends,
        "comparable": lambda results: texts(results.corpora()).reason_of_mean,
        "reading": "",
    }


def rows_of(record: DistributionNumbers, part: str, make: Make) -> list[dict]:
    """Rows that are made of a record, or one that says why a part of it is missing."""
    if getattr(record, part) is None:
        made = [{"note": record.notes.get(part, "not measured")}]
    else:
        made = make(record)
    return [{**identity(record.cell), **row} for row in made]


def over_cells(results, part: str, make: Make) -> list[dict]:
    """The rows of all records that a study has."""
    return [row for r in results.distributions() for row in rows_of(r, part, make)]


def over_languages(results, part: str, make: Make, keys: Sequence[str]) -> list[dict]:
    """Rows of all cells, and after each technique's the means over its cells.

    make gives rows with a Value under `value` and its columns spearman, low and high.
    Rows of equal keys are averaged; `cell` lists the cells of a mean.
    """
    rows = []
    for group in _by_technique(results.distributions()):
        # a cell without a value would make the whole mean unknown
        members: dict[tuple, list[tuple[CellNumbers, dict]]] = {}
        for record in group:
            for row in rows_of(record, part, make):
                rows.append(row)
                if "value" in row and np.isfinite(row["value"].value):
                    key = tuple(row[name] for name in keys)
                    members.setdefault(key, []).append((record.cell, row))
        rows += [_mean(own, keys) for own in members.values()]
    return rows


def _by_technique(records: Sequence[DistributionNumbers]) -> list[list]:
    """Records of a trainer and sampling, in order; of each technique where they vie.

    Techniques of one trainer go together where none has a text of another: English
    GloVe may have settings, and so a technique, of its own.
    """
    trainers: dict[tuple, dict[str, list]] = {}
    for record in sorted(records, key=_order):
        own = trainers.setdefault(_order(record)[:2], {})
        own.setdefault(record.cell.technique, []).append(record)
    groups = []
    for techniques in trainers.values():
        together = [record for own in techniques.values() for record in own]
        # no text twice: a mean over languages counts each once
        is_one = len({record.cell.view for record in together}) == len(together)
        groups += [together] if is_one else techniques.values()
    return groups


def _order(record: DistributionNumbers) -> tuple:
    cell = record.cell
    text = cell.corpus, cell.unit, cell.fraction
    return cell.trainer, SAMPLINGS.index(cell.sampling), cell.technique, *text


def _mean(members: Sequence[tuple[CellNumbers, dict]], keys: Sequence[str]) -> dict:
    cells, rows = zip(*members, strict=True)
    mean = mean_of([row["value"] for row in rows])
    low, high = np.clip(mean.interval(), -1, 1)
    row = {name: rows[0][name] for name in ("trainer", "sampling", *keys)}
    row |= {n: min(own[n] for own in rows) for n in FEWEST if n in rows[0]}
    row |= {"spearman": mean.value, "low": low, "high": high, "cells": len(cells)}
    row["language"] = ALL
    row["technique"] = ", ".join(dict.fromkeys(cell.technique for cell in cells))
    row["note"] = "no interval: a cell has none" if np.isnan(mean.error) else ""
    # others were not published
    return {**row, "cell": cells} if row["sampling"] == "shuffled" else row
