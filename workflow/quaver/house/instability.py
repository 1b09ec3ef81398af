"""Instability of techniques, and of words over their frequency."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isnan, nan
from operator import itemgetter

import numpy as np
from scipy.ndimage import median_filter

from quaver.house.cells import own_cells
from quaver.house.losses import PIP
from quaver.items.ends import CUT, cut, ends
from quaver.items.item import Table
from quaver.measures.instability import Instability, extrinsic_value, instability
from quaver.results.records import CellNumbers, WordNumbers, by_sampling, gap, identity
from quaver.statistics import correlation, jackknife_interval, pair_mean, ranks
from quaver.statistics.batches import BATCHES, batch_means, batches
from quaver.statistics.values import rank_correlation

COUNT = 10  # extreme words of each kind
LIKE = 50  # words on either side in order of frequency that a word is held against
KINDS = ("intrinsic", "extrinsic")
PAIR = ("shuffled", "bootstrapped")
NO_INTERVAL = "no interval: it needs 3 runs of each sampling, and a value without each"
Group = Mapping[str, CellNumbers]


def instability_of(group: Group) -> tuple[Instability | None, str]:
    """Instability of a view x technique, and why it (or its extrinsic) is missing."""
    # the order of PAIR is that of the arguments of instability()
    missing = [name for name in PAIR if name not in group]
    if missing:
        return None, f"no {' and no '.join(missing)} runs in the study"
    pair = [group[name] for name in PAIR]
    gaps = [f"{cell.sampling}: {gap(cell)}" for cell in pair if cell.losses is None]
    if gaps:
        return None, "; ".join(gaps)
    measured = instability(*(cell.losses for cell in pair))
    return measured, "bootstrapped < shuffled" if measured.missing else ""


def extrinsic_row(group: Group) -> dict:
    """Extrinsic instability of a view x technique, and the mean losses it is of."""
    # the cell is what a published value is compared with
    row = {**_facts(group), "cell": group.get("bootstrapped", [*group.values()][0])}
    measured, missing = instability_of(group)
    for name, cell in group.items():
        if name in PAIR and cell.losses is not None:
            row[f"{name}_mean"] = pair_mean(cell.losses).mean
    if measured is None:
        return {**row, "note": [missing]}
    value = extrinsic_value(*(group[name].losses for name in PAIR))
    # a root is not negative, its interval by error propagation may be
    row |= ends("extrinsic", value.value, *np.maximum(value.interval(), 0))
    if measured.extrinsic == 0:
        missing = "no deviation: bootstrapped = shuffled"
    return {**row, "deviation": measured.extrinsic_deviation, "note": [missing]}


def word_rows(results, rows_of: Callable[[WordNumbers], Iterable[dict]]) -> list[dict]:
    """Rows of the words of each view and technique, in order; no record is kept."""
    # rows only: records hold all words of a corpus
    rows = [row for record in results.words() for row in rows_of(record)]
    return sorted(rows, key=itemgetter("corpus", "view", "technique"))


def frequency_row(record: WordNumbers, kind: str) -> dict:
    """How instability of words goes with their frequency, in batches of words."""
    row = {**identity(record), "kind": kind}
    values = np.asarray(getattr(record, kind), dtype=np.float64)
    finite = np.isfinite(values)
    count = int(finite.sum())
    if not len(values):
        missing = record.note or "shuffled and bootstrapped share no word"
        return {**row, "note": [missing]}
    row |= {"words": count, "missing": len(values) - count}
    # a batch needs a word at least
    if count < BATCHES:
        return {**row, "note": [f"needs {BATCHES} words, there are {count}"]}
    frequency = np.asarray(record.frequency, dtype=np.float64)
    parts = batches(frequency, record.words, finite)
    means, steps = (batch_means(x, parts) for x in (frequency, values))
    rho, p = rank_correlation(means, steps)
    change = float(_change(steps))
    row |= {"batches": BATCHES, "spearman": rho, "p": p, "change": change}
    if left := record.left.get(kind, ()):
        orders = (correlation(ranks(means), ranks(without)) for without in left)
        # the jackknife knows no bounds
        bounds = np.clip(jackknife_interval(np.array(rho), *orders), -1, 1)
        row |= ends("spearman", rho, *bounds) | {"runs": min(map(len, left)) or None}
        # nothing falls by more than all of it
        bounds = jackknife_interval(np.array(change), *map(_change, left))
        row |= ends("change", change, *np.clip(bounds, -1, np.inf))
    why = "all batches are alike" if np.isnan(rho) else ""
    return {**row, "note": [why or NO_INTERVAL * isnan(row.get("change_low", nan))]}


def _change(steps: np.ndarray) -> np.ndarray:
    """Relative change from the first to the last batch: (..., batches) -> (...)."""
    first = steps[..., 0]
    return steps[..., -1] / np.where(first == 0, np.nan, first) - 1


def _facts(group: Group) -> dict:
    """Which view and technique, and how many runs of each sampling were compared."""
    row = identity(next(iter(group.values())))
    for name, cell in group.items():
        row[f"{name}_runs"] = cell.runs if cell.losses is None else len(cell.losses)
    return row


def _intrinsic_row(group: Group) -> dict:
    """Mean loss between shuffled runs: their instability, whatever the text drawn."""
    cell = group.get("shuffled")
    if cell is None or cell.losses is None:
        missing = gap(cell) if cell else "no shuffled runs in the study"
        return {**_facts(group), "note": [missing]}
    losses = pair_mean(cell.losses)
    low, high, beyond = cut(losses.low, losses.high, PIP)
    row = _facts(group) | ends("mean", losses.mean, low, high)
    return {**row, "deviation": losses.deviation, "note": [losses.note, beyond]}


def against_like(record: WordNumbers) -> np.ndarray:
    """Intrinsic instability of words by the median of words of like frequency, so many
    rarer and so many more frequent ones: (words,)."""
    # ties by word: nothing may follow from the order of the vocabulary
    order = np.lexsort((record.words, record.frequency))
    values = np.asarray(record.intrinsic, dtype=np.float64)[order]
    count, relative = len(values), np.empty(len(values))
    medians = median_filter(values, min(2 * LIKE + 1, count), mode="nearest")
    for k in {*range(min(LIKE, count)), *range(max(count - LIKE, 0), count)}:
        # at both ends as many on either side as there are: losses rise or fall with
        # frequency, and all the others on one side would be steadier or less so
        reach = min(k, count - 1 - k)
        medians[k] = np.median(values[k - reach : k + reach + 1])
    relative[order] = values / np.where(medians == 0, np.nan, medians)
    return relative


def _extremes(record: WordNumbers, least: int) -> Iterator[dict]:
    """Steadiest and most wavering words of a record for their frequency, COUNT each."""
    count = len(record.words)
    common = {**identity(record), "words": count}
    common |= {"dropped": record.dropped, "missing": record.missing}
    if not count:
        missing = record.note or "shuffled and bootstrapped share no word"
        yield {**common, "note": missing}
        return
    relative = against_like(record)
    frequency = np.asarray(record.frequency)
    ranked = np.flatnonzero((frequency >= least) & ~np.isnan(relative)).tolist()
    common["ranked"] = len(ranked)
    if not ranked:
        yield {**common, "note": f"no word occurs {least} times (least_count)"}
    # by intrinsic instability: the extrinsic one has gaps
    for kind, sign in (("steadiest", 1), ("most wavering", -1)):
        signed = ((sign * relative[k], record.words[k], k) for k in ranked)
        for rank, (_, word, k) in enumerate(sorted(signed)[:COUNT], start=1):
            row = common | {"kind": kind, "rank": rank, "word": word}
            row["relative"] = relative[k]
            for name in ("frequency", "intrinsic", "extrinsic"):
                row[name] = getattr(record, name)[k]
            why = "bootstrapped < shuffled" if np.isnan(row["extrinsic"]) else ""
            yield row | {"note": why}


def _rows(results) -> Iterator[dict]:
    """Rows of spaces and of words side by side; they lack words where these do not."""
    rows = word_rows(results, lambda words: [frequency_row(words, k) for k in KINDS])
    of_words = {(row["view"], row["technique"], row["kind"]): row for row in rows}
    for group in by_sampling(own_cells(results)):
        inner, outer = _intrinsic_row(group), extrinsic_row(group)
        if "extrinsic" in outer:
            parts = (outer[f"extrinsic{end}"] for end in ("", "_low", "_high"))
            outer |= ends("mean", *parts)
            why = NO_INTERVAL if isnan(outer["low"]) else CUT * bool(outer["low"] == 0)
            outer["note"] = outer["note"] if any(outer["note"]) else [why]
        for kind, row in zip(KINDS, (inner, outer), strict=True):
            words = of_words.get((row["view"], row["technique"], kind), {})
            # words would else replace the note of the space
            notes = [*row["note"], *words.get("note", ())]
            yield {**row, **words, "kind": kind, "note": notes}


INSTABILITY = Table(
    name="instability",
    title="Instability: what repeating adds, what other text adds, and which words",
    caption="Intrinsic: mean PIP loss between shuffled runs; extrinsic: what "
    "bootstrapping adds; with 95 % intervals. Spearman: correlation with "
    "frequency over batches of words (-1 = frequent words are steadier). "
    "Change: from the rarest to the most frequent batch, in percent; missing: "
    "number of words without a value.",
    order=3,
    reads=("pip", "instability"),
    wanted=lambda grid: bool(grid.files()["measure_instability"]),
    columns="IDENTITY kind shuffled_runs bootstrapped_runs mean±:e2 deviation:e4 words "
    "missing runs batches spearman± p change±:e2 note",
    keys="view technique kind mean± words spearman change note",
    rows=_rows,
)
WORDS = Table(
    name="words",
    title="Words that waver least and most for their frequency",
    caption="Relative: intrinsic instability of a word (its PIP loss between shuffled "
    "runs) divided by the median of words of like frequency; below 1 = "
    "steadier. Ranked are words of enough occurrences "
    "(analyses.stability.least_count); frequency is the mean over shuffled "
    "runs. Dropped: words the samplings do not share; missing: how many have "
    "no extrinsic value.",
    order=9,
    reads=("instability",),
    columns="IDENTITY kind rank word frequency:0 relative intrinsic:e2 extrinsic:e2 "
    "words ranked:whole dropped missing note",
    keys="view technique kind rank word frequency relative intrinsic extrinsic note",
    rows=lambda results: word_rows(
        results,
        lambda words: _extremes(words, results.study.analyses.stability.least_count),
    ),
)
