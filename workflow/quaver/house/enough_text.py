"""Is the text large enough: shared neighbours by its size, and stable words."""

from collections.abc import Iterator, Sequence

import numpy as np

from quaver.items.ends import ends, finite, share_ends
from quaver.items.item import Table, files
from quaver.measures import enough_text as measure
from quaver.results.records import identity
from quaver.results.sizes import Sized, TextNumbers
from quaver.statistics import pair_mean
from quaver.statistics.values import rank_correlation, share_interval, value_of

TIMES = (2, 5, 10)
FREQUENT = 0.1  # of the words, the most frequent


def is_drawn(grid) -> bool:
    """Tell whether neighbours of bootstrapped runs are measured, of any technique."""
    measured = {*files(grid, ["neighbours"])}
    return any(
        cell.sampling == "bootstrapped" and cell.measure("neighbours") in measured
        for cell in grid.shown()
        if not grid.is_variant(cell)
    )


def row_of(record: TextNumbers, threshold: float) -> dict:
    """Whether a text is large enough, by one unit and technique."""
    row = {**identity(record), "unit": record.unit, "threshold": threshold}
    if not record.sizes:
        return {**row, "answer": f"cannot be told: {record.note}", "note": record.note}
    last = record.sizes[-1]
    share = value_of(pair_mean(last.share))
    row |= {name: getattr(last, name) for name in ("runs", "tokens", "words")}
    row |= {"targets": record.targets, "n": record.n, "fractions": len(record.sizes)}
    row |= share_ends("share", share)
    row |= {"chance": measure.by_chance(last.words, record.n), "common": record.common}
    # by the interval: a share near the threshold, or two runs' alone, decides nothing
    low, high = share.interval()
    is_less = "no" if high < threshold else "undecided"
    row["enough"] = "yes" if low >= threshold else is_less
    row |= _stable(record, threshold) | _more(record, threshold)
    unknown = _unknown(record, row)
    answer = f"{_now(row)} {_then(row, unknown)}"
    return {**row, "answer": answer, "note": [*_remarks(record, row, unknown)]}


def _stable(record: TextNumbers, threshold: float) -> dict:
    frequency, share = record.frequency, record.word_share
    value = measure.stable_from(frequency, share, threshold)
    interval = measure.stable_interval(frequency, share, threshold)
    many, words = int((frequency >= value).sum()), len(share)
    row = ends("stable_from", *map(finite, (value, *interval)))
    row |= ends("stable_words", many / words, *share_interval(many, words))
    frequent = frequency >= np.quantile(frequency, 1 - FREQUENT)
    row["frequent_share"] = float(share[frequent].mean())
    return row | {"frequency_rho": rank_correlation(frequency, share)[0]}


def _more(record: TextNumbers, threshold: float) -> dict:
    """What more text would give, by a line through what its fractions give."""
    last, row = record.sizes[-1], {}
    if last.common is not None:
        row |= share_ends("common_share", value_of(pair_mean(last.common)))
    line = line_of(record, record.sizes)
    if line is None:
        return row
    chance = measure.by_chance(last.words, record.n)
    for times in TIMES:
        shares = measure.with_chance(line.at(times * last.tokens), chance)
        row |= ends(f"share_{times}x", *shares)
    needed = line.tokens_for(float(measure.beyond_chance(threshold, chance)))
    row |= ends("tokens_needed", *(finite(np.round(x)) for x in needed))
    # how well the smaller fractions would have foretold the whole
    if len(record.sizes) > 2 and (earlier := line_of(record, record.sizes[:-1])):
        row |= ends("foretold", *measure.with_chance(earlier.at(last.tokens), chance))
    return row


def line_of(record: TextNumbers, sizes: Sequence[Sized]) -> measure.Line | None:
    """The line through the shares of common words of fractions, None where none is."""
    if any(size.common is None for size in sizes):
        return None
    chances = [measure.by_chance(size.words, record.n) for size in sizes]
    tokens, pairs = zip(*((size.tokens, size.common) for size in sizes), strict=True)
    return measure.line_of(tokens, pairs, chances)


def _now(row: dict) -> str:
    n, share = row["n"], f"share {row['threshold'] * row['n']:g} of {row['n']}"
    if np.isnan(row["stable_from"]):
        most = f"the most frequent tenth {row['frequent_share'] * n:.1f}"
        words = f"no frequency makes words {share} ({most})"
    elif row["stable_words"] == 1:
        words = f"words of any frequency {share} on average or more"
    else:
        words = f"words that occur from {row['stable_from']:.0f} times on {share} on "
        words += f"average or more ({row['stable_words']:.0%} of random words)"
    return (
        f"At {row['tokens']:,} tokens the lists of bootstrapped runs share "
        f"{row['share'] * n:.1f} of {n} neighbours; {words};"
    )


def _then(row: dict, unknown: str) -> str:
    """What ten times the text would give; where that is too uncertain, twice."""
    if unknown:
        return f"what more text would give cannot be told: {unknown}."
    times, many = (10, "ten times") if _is_told(row, 10) else (2, "twice")
    # of n words, as readers count neighbours
    names = "common_share", *ends(f"share_{times}x", 0, 0, 0)
    now, then, low, high = (row[name] * row["n"] for name in names)
    span = f" ({low:.1f} to {high:.1f})" if np.isfinite(low) else ", a guess"
    return (
        f"of words that every fraction has, lists share {now:.1f} now, and {many} the "
        f"text would give about {then:.1f}{span}."
    )


def _is_told(row: dict, times: int) -> bool:
    low, high = (row[f"share_{times}x_{end}"] for end in ("low", "high"))
    return not high - low > measure.WIDEST  # NaN, of two points, is told


def _unknown(record: TextNumbers, row: dict) -> str:
    """Why nothing is said of more text; empty where something is."""
    if row["fractions"] < 2:
        return "it takes three fractions of the text (fraction: [1.0, 0.5, 0.2])"
    if not row["common"]:
        return "fractions have no target word in common"
    if measure.same_text([size.tokens for size in record.sizes]):
        return "two fractions hold the same text: give others"
    if "share_10x" not in row:
        return "lists of a fraction share no more than by chance, or all"
    if row["share_10x"] <= row["common_share"]:
        return "lists of the larger text share no more than those of the smaller"
    return "" if _is_told(row, 2) else "the interval is too wide"


def _remarks(record: TextNumbers, row: dict, unknown: str) -> Iterator[str]:
    yield pair_mean(record.sizes[-1].share).note
    smallest = record.sizes[0]
    for remark in smallest.drawn.remarks if smallest.drawn else ():
        yield f"{100 * smallest.fraction:g} % of the text: {remark}"
    if record.left_out:
        yield f"not measured: fraction {', '.join(record.left_out)}"
    if not row["frequency_rho"] > 0:
        yield "words do not grow more stable with frequency"
    if np.isnan(row["stable_from"]):
        yield f"fewer than {measure.LEAST_WORDS} words reach the threshold"
    elif np.isnan(row["stable_from_high"]):
        yield "with other words drawn none may reach the threshold"
    if unknown:
        yield f"more text: {unknown}"
    if "share_10x" not in row:
        return
    if row["fractions"] == 2:
        yield "two fractions: a line of unknown error, often far off; give three"
    if np.isnan(row["tokens_needed"]):
        times = f"{measure.FARTHEST:.0f} times"
        yield f"the threshold is not reached within {times} the text"
    if row["common"] < row["targets"] / 2:
        yield f"the line is of {row['common']} frequent words"


ENOUGH_TEXT = Table(
    name="enough_text",
    title="Is the text large enough, and what would more text give?",
    caption="Share of the n nearest neighbours that two bootstrapped runs have in "
    "common, mean over random words; the text is enough from the threshold "
    "on. Stable from: occurrences from which words reach it on average. What "
    "more text would give is in the CSV (docs/enough.md).",
    order=14,
    reads=("neighbours", "encode_corpus"),
    wanted=is_drawn,
    columns="IDENTITY unit runs tokens words targets n share± chance threshold enough "
    "stable_from± stable_words± frequency_rho frequent_share fractions:whole common "
    "common_share± share_2x± share_5x± share_10x± tokens_needed±:whole foretold± "
    "answer:text note",
    keys="view technique tokens share enough stable_from answer",
    rows=lambda results: (
        row_of(record, results.study.analyses.enough.share)
        for record in results.sizes()
    ),
)
