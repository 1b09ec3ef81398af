"""Is the text large enough: shared neighbours by its size, and stable words."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import pandas as pd

from quaver.items.ends import ends, share_ends
from quaver.measures.enough_text import (
    FARTHEST,
    LEAST_WORDS,
    WIDEST,
    Line,
    beyond_chance,
    by_chance,
    line_of,
    same_text,
    stable_from,
    stable_interval,
    with_chance,
)
from quaver.results.records import IDENTITY, frame, identity, note
from quaver.results.sizes import Sized, TextNumbers
from quaver.statistics import pair_mean
from quaver.statistics.values import Value, rank_correlation, share_interval, value_of

TIMES = (2, 5, 10)
FREQUENT = 0.1  # of the words, the most frequent
CAPTION = (
    "Is the text large enough? Share: of n neighbours that two bootstrapped runs have "
    "in common, over random target words, beside what random lists have (chance), with "
    "the 95 % interval by jackknife over runs. Enough: the share is at least the "
    "threshold, or not, or the interval holds both. Stable from: occurrences from "
    "which words share so many on average, by isotonic regression, and the share of "
    "target words that occur as often; its interval: other words drawn. Frequent "
    "share: of the most frequent tenth. Common: the target words that all fractions "
    "of the text have, and their share. A line of the logit of that share "
    "(beyond chance) over the logarithm of tokens, through the two largest fractions, "
    "says what more text would give, as if the curve went on bending no more than it "
    "does between three fractions at most, and how much text would give the threshold, "
    "within "
    f"{FARTHEST:.0f} times the text. Foretold: what all but the largest fraction say "
    "of it. Lists of a larger text are lists among more words."
)
COLUMNS = (
    *(*IDENTITY, "unit", "runs", "tokens", "words", "targets", "n"),
    *("share", "share_low", "share_high", "chance", "threshold", "enough"),
    *("stable_from", "stable_from_low", "stable_from_high"),
    *("stable_words", "stable_words_low", "stable_words_high"),
    *("frequency_rho", "frequent_share"),
    *("fractions", "common", "common_share", "common_share_low", "common_share_high"),
    *(f"share_{k}x{end}" for k in TIMES for end in ("", "_low", "_high")),
    *("tokens_needed", "tokens_needed_low", "tokens_needed_high"),
    *("foretold", "foretold_low", "foretold_high", "answer", "note"),
)


def enough_text(records: Iterable[TextNumbers], threshold: float) -> pd.DataFrame:
    """Answers to "is my text large enough?", a row per text, unit and technique."""
    rows = [_row(one, threshold) for one in records]
    return frame(rows, COLUMNS, CAPTION)


def _line(one: TextNumbers, sizes: Sequence[Sized]) -> Line | None:
    """The line through the shares of common words of fractions, None where none is."""
    if any(size.common is None for size in sizes):
        return None
    chances = [by_chance(size.words, one.n) for size in sizes]
    tokens, pairs = zip(*((size.tokens, size.common) for size in sizes), strict=True)
    return line_of(tokens, pairs, chances)


def _row(one: TextNumbers, threshold: float) -> dict:
    row = {**identity(one), "unit": one.unit, "threshold": threshold}
    if not one.sizes:
        return {**row, "answer": f"cannot be told: {one.note}", "note": one.note}
    last = one.sizes[-1]
    share = value_of(pair_mean(last.share))
    row |= {name: getattr(last, name) for name in ("runs", "tokens", "words")}
    row |= {"targets": one.targets, "n": one.n, "fractions": len(one.sizes)}
    row |= share_ends("share", share)
    row |= {"chance": by_chance(last.words, one.n), "common": one.common}
    row["enough"] = _verdict(share, threshold)
    row |= _stable(one, threshold) | _more(one, threshold)
    said = " ".join([_now(row), _words(row), _then(one, row)])
    return {**row, "answer": said, "note": _note(one, row)}


def _verdict(share: Value, threshold: float) -> str:
    low, high = share.interval()
    if not np.isfinite(low):
        return "undecided"
    return "yes" if low >= threshold else "no" if high < threshold else "undecided"


def _stable(one: TextNumbers, threshold: float) -> dict:
    """The frequency from which words are stable, and how many of them are."""
    frequency, share = one.frequency, one.word_share
    value = stable_from(frequency, share, threshold)
    low, high = stable_interval(frequency, share, threshold)
    many = int((frequency >= value).sum())
    rho, _ = rank_correlation(frequency, share)
    found = {"stable_words": many / len(share), "frequency_rho": rho}
    frequent = frequency >= np.quantile(frequency, 1 - FREQUENT)
    found["frequent_share"] = float(share[frequent].mean())
    low_share, high_share = share_interval(many, len(share))
    found |= {"stable_words_low": low_share, "stable_words_high": high_share}
    return found | ends("stable_from", *map(_finite, (value, low, high)))


def _more(one: TextNumbers, threshold: float) -> dict:
    """What more text would give, by a line through what its fractions give."""
    last, found = one.sizes[-1], {}
    if last.common is not None:
        found |= share_ends("common_share", value_of(pair_mean(last.common)))
    line = _line(one, one.sizes)
    if line is None:
        return found
    chance = by_chance(last.words, one.n)
    for times in TIMES:
        told = with_chance(line.at(times * last.tokens), chance)
        found |= ends(f"share_{times}x", *told)
    needed = line.tokens_for(float(beyond_chance(threshold, chance)))
    found |= ends("tokens_needed", *(_finite(np.round(x)) for x in needed))
    if len(one.sizes) > 2 and (earlier := _line(one, one.sizes[:-1])):
        found |= ends("foretold", *with_chance(earlier.at(last.tokens), chance))
    return found


def _finite(value: float) -> float:
    return value if np.isfinite(value) else np.nan


def _now(row: dict) -> str:
    return (
        f"At {row['tokens']:,} tokens the lists of bootstrapped runs share "
        f"{row['share'] * row['n']:.1f} of {row['n']} neighbours;"
    )


def _words(row: dict) -> str:
    wanted = f"{row['threshold'] * row['n']:g} of {row['n']}"
    if np.isnan(row["stable_from"]):
        most = f"the most frequent tenth {row['frequent_share'] * row['n']:.1f}"
        return f"no frequency makes words share {wanted} ({most});"
    if row["stable_words"] == 1:
        return f"words of any frequency share {wanted} on average or more;"
    return (
        f"words that occur from {row['stable_from']:.0f} times on share {wanted} on "
        f"average or more ({row['stable_words']:.0%} of random words);"
    )


def _then(one: TextNumbers, row: dict) -> str:
    """What ten times the text would give; where that is too uncertain, twice."""
    if why := _unknown(one, row):
        return f"what more text would give cannot be told: {why}."
    n, times = row["n"], 10 if _is_told(row, 10) else 2
    low, high = (row[f"share_{times}x_{end}"] * n for end in ("low", "high"))
    span = f" ({low:.1f} to {high:.1f})" if np.isfinite(low) else ", a guess"
    return (
        f"of words that every fraction has, lists share {row['common_share'] * n:.1f} "
        f"now, and {'ten times' if times == 10 else 'twice'} the text would give "
        f"about {row[f'share_{times}x'] * n:.1f}{span}."
    )


def _is_told(row: dict, times: int) -> bool:
    low, high = (row[f"share_{times}x_{end}"] for end in ("low", "high"))
    return not high - low > WIDEST


def _unknown(one: TextNumbers, row: dict) -> str:
    """Why nothing is said of more text; empty where something is."""
    if row["fractions"] < 2:
        return "it takes three fractions of the text (fraction: [1.0, 0.5, 0.2])"
    if not row["common"]:
        return "fractions have no target word in common"
    if same_text([size.tokens for size in one.sizes]):
        return "two fractions hold the same text: give others"
    if "share_10x" not in row:
        return "lists of a fraction share no more than by chance, or all"
    if row["share_10x"] <= row["common_share"]:
        return "lists of the larger text share no more than those of the smaller"
    if not _is_told(row, 2):
        return "the interval is too wide"
    return ""


def _note(one: TextNumbers, row: dict) -> str:
    return note(*_remarks(one, row))


def _remarks(one: TextNumbers, row: dict) -> Iterator[str]:
    yield pair_mean(one.sizes[-1].share).note
    if one.left_out:
        yield f"not measured: fraction {', '.join(one.left_out)}"
    if not row["frequency_rho"] > 0:
        yield "words do not grow more stable with frequency"
    if np.isnan(row["stable_from"]):
        yield f"fewer than {LEAST_WORDS} words reach the threshold"
    elif np.isnan(row["stable_from_high"]):
        yield "with other words drawn none may reach the threshold"
    if why := _unknown(one, row):
        yield f"more text: {why}"
    if "share_10x" not in row:
        return
    if row["fractions"] == 2:
        yield "two fractions: a line of unknown error, often far off; give three"
    if np.isnan(row["tokens_needed"]):
        yield f"the threshold is not reached within {FARTHEST:.0f} times the text"
    if row["common"] < row["targets"] / 2:
        yield f"the line is of {row['common']} frequent words"
