"""Tables 2.3, 2.6 and A.1: do words keep their order over n, proxies and runs?"""

from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np

from quaver.items.ends import with_ends
from quaver.papers.rettenmeier2020.declare import table
from quaver.papers.rettenmeier2020.languages import (
    LANGUAGES_TOO,
    over_languages,
    published_means,
    rows_of,
)
from quaver.results.distribution_records import Consistency, Proxies
from quaver.statistics.values import Value, of_ends, shared_mean

KINDS = ("share", "jaccard")
PRINTED, PRINTED_PROXIES = 0.005, 0.0005  # half of the last digit
BY_SIZE, BY_HALF = ("kind", "n", "other_n"), ("kind", "n")
WHOLE = "whole vocabulary"
SIZES = ("proxies", "other_proxies")
PUBLISHED_SIZES = ("size", "other_size")  # as printed: "all" for the whole vocabulary


def _between_sizes(consistency: Consistency) -> Iterable[dict]:
    """Of p@n and of j@n between n and another n."""
    sizes = [int(n) for n in consistency.sizes]
    for kind in KINDS:
        values = _ends(consistency, kind)
        # with the diagonal, where n is compared with itself
        for pair in zip(*np.triu_indices(len(sizes)), strict=True):
            n, other = (sizes[size] for size in pair)
            facts = {"kind": kind, "n": n, "other_n": other, "runs": consistency.runs}
            yield facts | _row([part[pair] for part in values], consistency.runs)


def _between_halves(consistency: Consistency) -> Iterable[dict]:
    """Of p@n and of j@n between two disjoint sets of runs."""
    for kind in KINDS:
        values = _ends(consistency, f"halves_{kind}")
        for n, *interval in zip(consistency.sizes, *values, strict=True):
            facts = {"kind": kind, "n": int(n), "half": consistency.half}
            yield facts | _row(interval, consistency.half)


def _ends(consistency: Consistency, name: str) -> list[np.ndarray]:
    return [getattr(consistency, f"{name}{end}") for end in ("", "_low", "_high")]


def _row(interval: Iterable[float], runs: int) -> dict:
    spearman, low, high = interval
    value = of_ends(spearman, low, high)
    row = {"value": value, "spearman": value.value, "low": low, "high": high}
    return {**row, "note": _lacks(value, runs)}


def _lacks(value: Value, runs: int) -> str:
    if np.isnan(value.value):
        return "no correlation: all words have one value, or there are too few runs"
    few = f"no interval: it needs 3 runs in a set, there are {runs}"
    return few if np.isnan(value.error) else ""


def _rows(results: Any, make, keys: tuple[str, ...]) -> list[dict]:
    rows = partial(rows_of, part="consistency", make=make)
    return over_languages(results, rows, keys)


def _between_proxies(proxies: Proxies) -> Iterable[dict]:
    """Of every two sizes: the mean over pairs of runs."""
    names = [*(str(size) for size in proxies.sizes[:-1]), "all"]
    for row, column in zip(*np.triu_indices(len(names)), strict=True):
        sizes = names[row], names[column]
        shown = (WHOLE if name == "all" else name for name in sizes)
        facts = dict(zip(SIZES, shown, strict=True))
        # both spellings: one is shown, the other joins the published rows
        facts |= dict(zip(PUBLISHED_SIZES, sizes, strict=True))
        spearman = np.asarray(proxies.spearman)[:, row, column]
        yield facts | _mean(spearman, (proxies.first_run, proxies.second_run))


def _mean(spearman: np.ndarray, runs: tuple[np.ndarray, np.ndarray]) -> dict:
    """Mean over the pairs of runs that have a correlation, with its interval."""
    is_known = np.isfinite(spearman)
    row = {"pairs": int(is_known.sum())}
    if not is_known.any():
        return {**row, "note": "no correlation: all words have one loss"}
    first, second = (np.asarray(run)[is_known] for run in runs)
    # pairs that share a run are not independent of each other
    mean = shared_mean(spearman[is_known], first, second)
    ends = with_ends("value", mean)
    # Student's t knows no bounds, a correlation has them
    low, high = np.clip([ends["low"], ends["high"]], -1, 1)
    few = "no interval: too few pairs of runs" if np.isnan(low) else ""
    row |= {"runs": len(np.unique([first, second])), "note": few}
    return {**row, "value": mean, "spearman": mean.value, "low": low, "high": high}


def _proxy_rows(results: Any) -> list[dict]:
    rows = partial(rows_of, part="proxies", make=_between_proxies)
    return over_languages(results, rows, (*SIZES, *PUBLISHED_SIZES))


INTERVAL = "with the 95 % interval by jackknife over runs"
OVERLAPS = "Spearman over the target words of p@n (share) and of j@n (jaccard)"
KEYS = "spearman low high published_spearman verdict"
TABLE_2_3 = table(
    "Table 2.3",
    "Whether words keep their order over n",
    f"{OVERLAPS} between n and other n, means over pairs of runs, {INTERVAL}. More "
    "runs agree more: published are 16, and the rows printed as @20 are of 25. "
    f"{LANGUAGES_TOO}",
    columns=(
        "CELL kind:text n:whole other_n:whole runs:whole cells:whole spearman low high"
    ),
    keys=f"language technique kind n other_n {KEYS}",
    rows=partial(_rows, make=_between_sizes, keys=BY_SIZE),
    published=published_means("table_2_3", PRINTED, BY_SIZE),
    reads=("consistency",),
)
TABLE_2_6 = table(
    "Table 2.6",
    "Whether words keep their order over proxies",
    "Spearman over the target words of their PIP loss over so many random words: mean "
    f"over random pairs of runs, {INTERVAL} in them. Where both sizes are equal, two "
    f"draws compare. {LANGUAGES_TOO}",
    columns=(
        "CELL proxies:text other_proxies:text pairs:whole runs:whole cells:whole "
        "spearman low high"
    ),
    keys=f"language technique proxies other_proxies pairs {KEYS}",
    rows=_proxy_rows,
    published=published_means("table_2_6", PRINTED_PROXIES, PUBLISHED_SIZES),
    reads=("proxies",),
)
TABLE_A_1 = table(
    "Table A.1",
    "Whether words keep their order in other runs",
    f"{OVERLAPS} between two disjoint sets of so many runs (half), {INTERVAL}. "
    f"Published are sets of 16 runs. {LANGUAGES_TOO}",
    columns="CELL kind:text n:whole half:whole cells:whole spearman low high",
    keys=f"language technique kind n half {KEYS}",
    rows=partial(_rows, make=_between_halves, keys=BY_HALF),
    published=published_means("table_A_1", PRINTED, BY_HALF),
    reads=("consistency",),
)
