"""Tables 2.3, 2.6 and A.1: do words keep their order over n, proxies and runs?"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product

import numpy as np

from quaver.items.published import CORRELATED, Printed
from quaver.papers.rettenmeier2020.comparable import texts
from quaver.papers.rettenmeier2020.declare import Make, record_rows, table
from quaver.results.distribution_records import Consistency, DistributionNumbers
from quaver.results.records import SAMPLINGS, CellNumbers
from quaver.statistics.values import Value, mean_of, of_ends, shared_mean

# both spellings: one is shown, the other, as printed, joins the published rows
BY_PROXY = ("proxies", "other_proxies", "size", "other_size")
BY_SIZE, BY_HALF = ("kind", "n", "other_n"), ("kind", "n")
FEWEST = ("runs", "half", "pairs")  # of a mean: of the cell of fewest


def _between_sizes(record: DistributionNumbers) -> Iterator[dict]:
    measured = record.consistency
    sizes, facts = measured.sizes, {"runs": measured.runs}
    # with the diagonal, where n is compared with itself
    pairs = zip(*np.triu_indices(len(sizes)), strict=True)
    for kind, pair in product(("share", "jaccard"), pairs):
        ns = (int(sizes[size]) for size in pair)
        row = dict(zip(BY_SIZE, (kind, *ns), strict=True))
        yield facts | row | _row(measured, kind, pair, measured.runs)


def _between_halves(record: DistributionNumbers) -> Iterator[dict]:
    measured = record.consistency
    for kind, (k, n) in product(("share", "jaccard"), enumerate(measured.sizes)):
        facts = {"kind": kind, "n": int(n), "half": measured.half}
        yield facts | _row(measured, f"halves_{kind}", k, measured.half)


def _row(measured: Consistency, name: str, index, runs: int) -> dict:
    ends = (getattr(measured, f"{name}{end}")[index] for end in ("", "_low", "_high"))
    spearman, low, high = ends
    value, note = of_ends(spearman, low, high), ""
    if np.isnan(value.value):
        note = "no correlation: all words have one value, or there are too few runs"
    elif np.isnan(value.error):
        note = f"no interval: it needs 3 runs in a set, there are {runs}"
    row = {"value": value, "spearman": value.value, "low": low, "high": high}
    return row | {"note": note}


def _between_proxies(record: DistributionNumbers) -> Iterator[dict]:
    proxies = record.proxies
    names = [*(str(size) for size in proxies.sizes[:-1]), "all"]
    runs = np.array([proxies.first_run, proxies.second_run])
    for pair in zip(*np.triu_indices(len(names)), strict=True):
        sizes = [names[size] for size in pair]
        shown = ["whole vocabulary" if name == "all" else name for name in sizes]
        row = dict(zip(BY_PROXY, (*shown, *sizes), strict=True))
        spearman = np.asarray(proxies.spearman)[:, *pair]
        is_known = np.isfinite(spearman)
        row["pairs"] = int(is_known.sum())
        if not is_known.any():
            yield row | {"note": "no correlation: all words have one loss"}
            continue
        # pairs that share a run are not independent of each other
        mean = shared_mean(spearman[is_known], *runs[:, is_known])
        row |= _mean_row(mean) | {"runs": len(np.unique(runs[:, is_known]))}
        few = "no interval: too few pairs of runs" if np.isnan(row["low"]) else ""
        yield row | {"value": mean, "note": few}


def _mean_row(mean: Value) -> dict:
    # Student's t knows no bounds, a correlation has them
    low, high = np.clip(mean.interval(), -1, 1)
    return {"spearman": mean.value, "low": low, "high": high}


def _over_languages(results, make: Make, keys, part="consistency") -> Iterator[dict]:
    """Rows of all cells, and after each technique's the means of those of equal keys.

    make gives rows with a Value under `value`; `cell` lists the cells of a mean.
    """
    for group in _by_technique(results.distributions()):
        # a cell without a value would make the whole mean unknown
        members: dict[tuple, list[tuple[CellNumbers, dict]]] = {}
        for record in group:
            for row in record_rows(record, part, make):
                yield row
                if "value" in row and np.isfinite(row["value"].value):
                    key = tuple(row[name] for name in keys)
                    members.setdefault(key, []).append((record.cell, row))
        yield from (_mean(own, keys) for own in members.values())


def _by_technique(records: Sequence[DistributionNumbers]) -> list[list]:
    """Records of a trainer and sampling, in order; of each technique where they vie."""
    # together where no text has two: English GloVe may be a technique of its own
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
    cell, sampling = record.cell, SAMPLINGS.index(record.cell.sampling)
    text = cell.technique, cell.corpus, cell.unit, cell.fraction
    return cell.trainer, sampling, *text


def _mean(members: Sequence[tuple[CellNumbers, dict]], keys: Sequence[str]) -> dict:
    cells, rows = zip(*members, strict=True)
    mean = mean_of([row["value"] for row in rows])
    row = {name: rows[0][name] for name in ("trainer", "sampling", *keys)}
    row |= {n: min(own[n] for own in rows) for n in FEWEST if n in rows[0]}
    row |= {"language": "all languages", "cells": len(cells), **_mean_row(mean)}
    row["technique"] = ", ".join(dict.fromkeys(cell.technique for cell in cells))
    row["note"] = "no interval: a cell has none" if np.isnan(mean.error) else ""
    # others were not published
    return {**row, "cell": cells} if row["sampling"] == "shuffled" else row


def _published(half: float, keys: Sequence[str]) -> dict:
    return {
        "keys": ("trainer", *keys),
        "columns": {"published_spearman": "spearman"},
        "value": "spearman",
        # a 1 that must be is no rounded one
        "ends": lambda theirs, row: Printed(
            "spearman", 0.0 if theirs["spearman"] == row["spearman"] else half
        )(theirs, row),
        "comparable": lambda results: texts(results.corpora()).reason_of_mean,
        "margin": CORRELATED,
        "reading": "",
    }


TOO = (
    "The last rows of a trainer are means over its cells, as published over seven "
    "languages; runs are those of the cell of fewest."
)
INTERVAL = "with the 95 % interval by jackknife over runs"
OVERLAPS = "Spearman over the target words of p@n (share) and of j@n (jaccard)"
ENDS, KEYS = "spearman low high", "spearman low high published_spearman verdict"
TABLE_2_3 = table(
    "Table 2.3",
    "Whether words keep their order over n",
    f"{OVERLAPS} between n and other n, means over pairs of runs, {INTERVAL}. More "
    f"runs agree more: published are 16, and the rows printed as @20 are of 25. {TOO}",
    columns=f"CELL kind n other_n:whole runs cells {ENDS}",
    keys=f"language technique kind n other_n {KEYS}",
    rows=partial(_over_languages, make=_between_sizes, keys=BY_SIZE),
    published=_published(0.005, BY_SIZE),
    reads=("consistency",),
)
TABLE_2_6 = table(
    "Table 2.6",
    "Whether words keep their order over proxies",
    "Spearman over the target words of their PIP loss over so many random words: mean "
    f"over pairs of runs, {INTERVAL} in them. Of equal sizes, two draws compare. {TOO}",
    columns=f"CELL proxies:text other_proxies:text pairs runs cells {ENDS}",
    keys=f"language technique proxies other_proxies pairs {KEYS}",
    rows=partial(_over_languages, part="proxies", make=_between_proxies, keys=BY_PROXY),
    published=_published(0.0005, BY_PROXY[2:]),
    reads=("proxies",),
)
TABLE_A_1 = table(
    "Table A.1",
    "Whether words keep their order in other runs",
    f"{OVERLAPS} between two disjoint sets of so many runs (half), {INTERVAL}. "
    f"Published are sets of 16 runs. {TOO}",
    columns=f"CELL kind n half:whole cells {ENDS}",
    keys=f"language technique kind n half {KEYS}",
    rows=partial(_over_languages, make=_between_halves, keys=BY_HALF),
    published=_published(0.005, BY_HALF),
    reads=("consistency",),
)
