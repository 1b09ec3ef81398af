"""Tables 2.3, 2.6 and A.1: do words keep their order over n, proxies and runs?"""

from collections.abc import Iterable, Iterator
from functools import partial

import numpy as np

from quaver.papers.rettenmeier2020.declare import table
from quaver.papers.rettenmeier2020.languages import (
    LANGUAGES_TOO,
    over_languages,
    published_means,
)
from quaver.results.distribution_records import Consistency, DistributionNumbers
from quaver.statistics.values import of_ends, shared_mean

KINDS = ("share", "jaccard")
SIZES = ("proxies", "other_proxies")
PUBLISHED_SIZES = ("size", "other_size")  # as printed: "all" for the whole vocabulary


def _between_sizes(record: DistributionNumbers) -> Iterator[dict]:
    """Of p@n and of j@n between n and another n."""
    measured = record.consistency
    for kind in KINDS:
        values = _ends(measured, kind)
        # with the diagonal, where n is compared with itself
        for pair in zip(*np.triu_indices(len(measured.sizes)), strict=True):
            n, other = (int(measured.sizes[size]) for size in pair)
            facts = {"kind": kind, "n": n, "other_n": other, "runs": measured.runs}
            yield facts | _row([part[pair] for part in values], measured.runs)


def _between_halves(record: DistributionNumbers) -> Iterator[dict]:
    """Of p@n and of j@n between two disjoint sets of runs."""
    measured = record.consistency
    for kind in KINDS:
        values = _ends(measured, f"halves_{kind}")
        for n, *interval in zip(measured.sizes, *values, strict=True):
            facts = {"kind": kind, "n": int(n), "half": measured.half}
            yield facts | _row(interval, measured.half)


def _ends(measured: Consistency, name: str) -> list[np.ndarray]:
    return [getattr(measured, f"{name}{end}") for end in ("", "_low", "_high")]


def _row(interval: Iterable[float], runs: int) -> dict:
    spearman, low, high = interval
    value, note = of_ends(spearman, low, high), ""
    if np.isnan(value.value):
        note = "no correlation: all words have one value, or there are too few runs"
    elif np.isnan(value.error):
        note = f"no interval: it needs 3 runs in a set, there are {runs}"
    row = {"value": value, "spearman": value.value, "low": low, "high": high}
    return {**row, "note": note}


def _between_proxies(record: DistributionNumbers) -> Iterator[dict]:
    """Of every two sizes: the mean over pairs of runs."""
    proxies = record.proxies
    names = [*(str(size) for size in proxies.sizes[:-1]), "all"]
    runs = proxies.first_run, proxies.second_run
    for row, column in zip(*np.triu_indices(len(names)), strict=True):
        sizes = names[row], names[column]
        shown = ["whole vocabulary" if name == "all" else name for name in sizes]
        # both spellings: one is shown, the other joins the published rows
        facts = zip((*SIZES, *PUBLISHED_SIZES), (*shown, *sizes), strict=True)
        spearman = np.asarray(proxies.spearman)[:, row, column]
        yield dict(facts) | _mean(spearman, *runs)


def _mean(spearman: np.ndarray, first: np.ndarray, second: np.ndarray) -> dict:
    """Mean over the pairs of runs that have a correlation, with its interval."""
    is_known = np.isfinite(spearman)
    row = {"pairs": int(is_known.sum())}
    if not is_known.any():
        return {**row, "note": "no correlation: all words have one loss"}
    first, second = (np.asarray(run)[is_known] for run in (first, second))
    # pairs that share a run are not independent of each other
    mean = shared_mean(spearman[is_known], first, second)
    # Student's t knows no bounds, a correlation has them
    low, high = np.clip(mean.interval(), -1, 1)
    few = "no interval: too few pairs of runs" if np.isnan(low) else ""
    row |= {"runs": len(np.unique([first, second])), "note": few}
    return {**row, "value": mean, "spearman": mean.value, "low": low, "high": high}


INTERVAL = "with the 95 % interval by jackknife over runs"
OVERLAPS = "Spearman over the target words of p@n (share) and of j@n (jaccard)"
KEYS = "spearman low high published_spearman verdict"
BY_SIZE, BY_HALF = ("kind", "n", "other_n"), ("kind", "n")
_rows = partial(over_languages, part="consistency")
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
    published=published_means(0.005, BY_SIZE),
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
    rows=partial(
        over_languages,
        part="proxies",
        make=_between_proxies,
        keys=(*SIZES, *PUBLISHED_SIZES),
    ),
    published=published_means(0.0005, PUBLISHED_SIZES),
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
    published=published_means(0.005, BY_HALF),
    reads=("consistency",),
)
