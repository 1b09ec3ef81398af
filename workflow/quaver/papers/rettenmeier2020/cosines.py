"""Table 2.6 and the numbers of Figures 2.3 and 2.4 of Rettenmeier 2020."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import pandas as pd

from quaver.items.beside import (
    VERDICT,
    Texts,
    claim,
)
from quaver.items.ends import with_ends
from quaver.measures.independence import expected_rejections
from quaver.papers.rettenmeier2020.common import (
    THESIS,
    beside_mean,
    key,
    known,
    over_languages,
)
from quaver.results.distribution_records import Cosines, DistributionNumbers, Proxies
from quaver.results.records import IDENTITY, frame, identity
from quaver.statistics.values import share_interval, shared_mean

Tests = Callable[[Cosines], tuple[np.ndarray, float]]  # p, and expected below LEVEL
PRINTED = 0.0005  # half of the last digit
LEVEL = 0.05  # expected share of p-values below it, where the hypothesis holds
WHOLE = "whole vocabulary"
EVEN, HEAPED = "even", "more than expected"
# Figure 2.4: the text names word2vec, "especially for Hindi and Finnish"
NOT_NORMAL = {("hi", "word2vec"), ("fi", "word2vec")}
CAPTION_2_6 = (
    f"Whether words keep their order over proxies, as Table 2.6 of {THESIS}: Spearman "
    "over the target words of their reduced PIP loss over so many random words, and "
    "over the whole vocabulary, mean over random pairs of runs (pairs), with the 95 % "
    "interval by jackknife over the runs in them. 1 = the same order. Where both sizes "
    "are equal, two draws compare. The last rows of a trainer are means over its "
    "cells, as published over seven languages; errors of cells add in squares, pairs "
    "and runs are those of the cell of fewest. "
    f"{VERDICT}"
)
SHARES = (
    "tests, and of them the share with p < 0.05 with its 95 % interval (Wilson's, over "
    "tests; all tests share the runs), beside the share expected where the hypothesis "
    "holds. "
    "Published: even p-values for any text, where the interval is to hold what is "
    "expected, or more than expected, where it is to lie above. Few runs find little."
)
CAPTION_2_3 = (
    f"Are cosines of disjoint pairs of words independent over runs? As Figure 2.3 of "
    f"{THESIS}: Spearman {SHARES} Of few runs Spearman's p is not even: what is "
    "expected is counted over all orders of ranks."
)
CAPTION_2_4 = (
    "Are cosines of a pair of words normally distributed over runs? As Figure 2.4 of "
    f"{THESIS}: Shapiro-Wilk {SHARES}"
)
COLUMNS_2_6 = (
    *(*IDENTITY, "sampling", "proxies", "other_proxies", "pairs", "runs", "cells"),
    *("spearman", "low", "high", "published_spearman", "verdict", "note"),
)
COLUMNS_TESTS = (
    *(*IDENTITY, "sampling", "runs", "tests", "untested", "rejected", "share"),
    *("low", "high", "expected", "published", "verdict", "note"),
)


def table_2_6(
    records: Sequence[DistributionNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """Consistency over proxies, a row per cell and two sizes: in [-1, 1]."""
    table = published.assign(
        **{
            name: published[name].astype(str).replace("all", WHOLE)
            for name in ("size", "other_size")
        }
    )
    theirs = known(table, ["trainer", "size", "other_size"], ["spearman"])
    keys = ("proxies", "other_proxies")
    rows = over_languages(records, _proxy_rows, keys)
    made = [beside_mean(row, theirs, keys, (texts, PRINTED)) for row in rows]
    return frame(made, COLUMNS_2_6, CAPTION_2_6)


def figure_2_3(records: Sequence[DistributionNumbers], texts: Texts) -> pd.DataFrame:
    """Share of rejected independence, one row per cell: in [0, 1]."""
    rows = [_test_row(one, _independence) for one in records]
    return frame(rows, COLUMNS_TESTS, CAPTION_2_3)


def figure_2_4(records: Sequence[DistributionNumbers], texts: Texts) -> pd.DataFrame:
    """Share of rejected normality, one row per cell: in [0, 1]."""
    rows = []
    for one in records:
        row = _test_row(one, _normality)
        if key(one.cell) in NOT_NORMAL and row.get("tests"):
            row |= {"published": HEAPED, "verdict": claim(row["low"] > LEVEL)}
            reason = texts.reason(one.cell)
            row["verdict"] = f"not comparable: {reason}" if reason else row["verdict"]
        rows.append(row)
    return frame(rows, COLUMNS_TESTS, CAPTION_2_4)


def _independence(found: Cosines) -> tuple[np.ndarray, float]:
    return np.asarray(found.independence), expected_rejections(found.runs, LEVEL)


def _normality(found: Cosines) -> tuple[np.ndarray, float]:
    return np.asarray(found.normality), LEVEL


def _proxy_rows(one: DistributionNumbers) -> list[dict]:
    row = identity(one.cell)
    if one.proxies is None:
        return [{**row, "note": one.notes.get("proxies", "not measured")}]
    return [{**row, **made} for made in _between(one.proxies)]


def _between(found: Proxies) -> Iterable[dict]:
    names = [*(str(size) for size in found.sizes[:-1]), WHOLE]
    for row, name in enumerate(names):
        for column, other in list(enumerate(names))[row:]:
            values = np.asarray(found.spearman)[:, row, column]
            there = np.isfinite(values)
            made = {"proxies": name, "other_proxies": other, "pairs": int(there.sum())}
            if not there.any():
                yield {**made, "note": "no correlation: all words have one loss"}
                continue
            runs = [np.asarray(x)[there] for x in (found.first_run, found.second_run)]
            made["runs"] = len(np.unique(runs))
            value = shared_mean(values[there], *runs)
            shown = with_ends("value", value)
            low, high = np.clip([shown["low"], shown["high"]], -1, 1)
            few = "no interval: too few pairs of runs" if np.isnan(low) else ""
            made |= {"spearman": value.value, "low": low, "high": high}
            yield {**made, "value": value, "note": few}


def _test_row(one: DistributionNumbers, tests: Tests) -> dict:
    """Share of p-values below the level, and whether it is as expected."""
    row = identity(one.cell)
    if one.cosines is None:
        return {**row, "note": one.notes.get("cosines", "not measured")}
    p, expected = tests(one.cosines)
    known_p = p[np.isfinite(p)]
    rejected = int((known_p < LEVEL).sum())
    row |= {"runs": one.cosines.runs, "tests": len(known_p), "rejected": rejected}
    row["expected"] = expected
    row["untested"] = len(p) - len(known_p)
    if not len(known_p):
        return {**row, "note": "no pair of words has a p-value"}
    low, high = share_interval(rejected, len(known_p))
    row |= {"share": rejected / len(known_p), "low": low, "high": high}
    told = claim(bool(low <= expected <= high))
    return {**row, "published": EVEN, "verdict": told, "note": ""}
