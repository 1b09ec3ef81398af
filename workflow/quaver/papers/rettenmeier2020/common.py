"""What the tables of Rettenmeier 2020 share."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from quaver.items.beside import Texts, published_ends, verdict
from quaver.results.records import SAMPLINGS, CellNumbers, in_order, note, spoken
from quaver.statistics.values import Value, mean_of

THESIS = "Rettenmeier 2020"
TRAINERS = ("word2vec", "glove", "fasttext")
LANGUAGES = ("hi", "fi", "zh", "cs", "pl", "pt", "en")
ALL = "all languages"
NO_VALUE = "no published value"


def known(
    published: pd.DataFrame, keys: Sequence[str], numbers: Sequence[str]
) -> dict[tuple, dict]:
    """Rows of a published table by their keys, with numbers (NaN where empty)."""
    table = published.copy()
    for name in numbers:
        table[name] = pd.to_numeric(table[name], errors="coerce")
    return {tuple(row[key] for key in keys): row for row in table.to_dict("records")}


def key(cell: CellNumbers) -> tuple[str, str]:
    """Language and trainer: what published numbers are joined by."""
    return spoken(cell.language), cell.trainer


def beside(row: Mapping | None, names: Mapping[str, str]) -> dict:
    """Published numbers under our names of columns; nothing where there is no row."""
    return {ours: row[theirs] for ours, theirs in names.items()} if row else {}


def reading(row: Mapping | None) -> str:
    """What is to be said of a published row: no such row, or an error of print."""
    return row.get("reading", "") if row else NO_VALUE


def shuffled(cells: Iterable[CellNumbers]) -> list[CellNumbers]:
    """The shuffled cells in order."""
    return [cell for cell in in_order(cells) if cell.sampling == "shuffled"]


def beside_mean(
    row: dict, theirs: Mapping, keys: Sequence[str], given: tuple[Texts, float]
) -> dict:
    """A published mean over languages beside ours of shuffled cells, and the verdict.

    given: the texts, and half of the last digit printed; a 1 that must be is exact.
    """
    cells = row.pop("of", ())
    if not cells or row["sampling"] != "shuffled":
        return row
    texts, printed = given
    found = theirs.get((row["trainer"], *(row[name] for name in keys)))
    if found is None:
        return {**row, "note": note(row["note"], NO_VALUE)}
    value = found["spearman"]
    printed_ends = published_ends(value, 0.0 if value == row["spearman"] else printed)
    reason = _unlike(texts, cells)
    said = verdict((row["low"], row["high"]), printed_ends, reason)
    return {**row, "published_spearman": value, "verdict": said}


def _unlike(texts: Texts, cells: Sequence[CellNumbers]) -> str:
    """Why a mean over cells does not compare with the mean over all languages."""
    reasons = {cell.corpus: texts.reason(cell) for cell in cells}
    others = {corpus: reason for corpus, reason in reasons.items() if reason}
    for corpus, reason in others.items():
        more = f", and {len(others) - 1} more" if len(others) > 1 else ""
        return f"{corpus}: {reason}{more}"
    spoken_in = {spoken(cell.language) for cell in cells}
    missing = [name for name in LANGUAGES if name not in spoken_in]
    return f"without {', '.join(missing)}" if missing else ""


def over_languages(
    records: Sequence, rows_of: Callable, keys: Sequence[str]
) -> list[dict]:
    """Rows of all records, and after each technique's the means over its cells.

    rows_of(record) makes rows with a Value under `value` and its columns spearman, low
    and high. Rows of equal keys are averaged; `of` lists the cells of a mean.
    """
    rows = []
    for group in _by_technique(records):
        found = [(one.cell, row) for one in group for row in rows_of(one)]
        rows += [
            {name: value for name, value in row.items() if name != "value"}
            for _, row in found
        ]
        rows += _means(found, keys)
    return rows


def _by_technique(records: Sequence) -> list[list]:
    """Records of a trainer and sampling, in order; of each technique where they vie.

    Techniques of one trainer go together where none has a text of another: English
    GloVe may have settings, and so a technique, of its own.
    """
    trainers: dict[tuple, list] = {}
    for one in sorted(records, key=lambda one: _place(one.cell)):
        trainers.setdefault(_place(one.cell)[:2], []).append(one)
    groups = []
    for found in trainers.values():
        parts: dict[str, list] = {}
        for one in found:
            parts.setdefault(one.cell.technique, []).append(one)
        texts = [one.cell.view for one in found]
        groups += [found] if len(set(texts)) == len(texts) else list(parts.values())
    return groups


def _place(cell: CellNumbers) -> tuple:
    sampling = SAMPLINGS.index(cell.sampling)
    text = cell.corpus, cell.unit, cell.fraction
    return cell.trainer, sampling, cell.technique, *text


def _means(found: Sequence[tuple[CellNumbers, dict]], keys: Sequence[str]) -> list:
    """Means over the cells that have a value, a row per value of the keys."""
    groups: dict[tuple, list[tuple[CellNumbers, dict]]] = {}
    for cell, row in found:
        if "value" in row and np.isfinite(row["value"].value):
            place = tuple(row[name] for name in keys)
            groups.setdefault(place, []).append((cell, row))
    rows = []
    for place, members in groups.items():
        cells = [cell for cell, _ in members]
        mean = mean_of([row["value"] for _, row in members])
        low, high = np.clip(mean.interval(), -1, 1)
        one = cells[0]
        rows.append(
            {
                "language": ALL,
                "technique": ", ".join(dict.fromkeys(c.technique for c in cells)),
                **{"trainer": one.trainer, "sampling": one.sampling},
                **dict(zip(keys, place, strict=True)),
                **{"spearman": mean.value, "low": low, "high": high},
                **{"cells": len(cells), "of": cells},
                **_fewest([row for _, row in members]),
                "note": _mean_note(mean),
            }
        )
    return rows


def _fewest(rows: Sequence[Mapping]) -> dict[str, int]:
    """What a mean rests on: runs (or half of them, or pairs) of the cell of fewest."""
    names = [name for name in ("runs", "half", "pairs") if name in rows[0]]
    return {name: min(row[name] for row in rows) for name in names}


def _mean_note(mean: Value) -> str:
    return "no interval: a cell has none" if np.isnan(mean.error) else ""
