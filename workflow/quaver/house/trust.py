"""The list to trust: which neighbours of the words asked for are stable."""

from collections.abc import Iterable, Iterator

import numpy as np
import pandas as pd

from quaver.house.judged import WordTrust
from quaver.measures.trust import ELSEWHERE, LEAST_RUNS, TOO_HIGH
from quaver.results.records import IDENTITY, frame, note

RULE = (
    "A neighbour is stable where nearly all bootstrapped runs (the share the study "
    "asks for, 0.9 by default) hold it among a word's n nearest, more of them than "
    "chance would have in so few words, and the interval of its cosine lies above the "
    "cosine of an average word: it does not hang on which passages of the text were "
    f"read. {ELSEWHERE} Uncertain: the note says which of these does not hold. Too "
    f"little data: fewer than {LEAST_RUNS} bootstrapped runs, no runs on the whole "
    "text, or more than half of the runs lack the word or its neighbour. "
)
OUTSIDE = (
    "of its cosines in runs on the whole text, mean and deviation alone were kept: its "
    "interval rests on these"
)
CLIPPED = "an end of its interval is cut at a bound of cosines"
CAPTION_LISTS = (
    "The list to trust: the nearest words of each word asked for, by their mean cosine "
    "over bootstrapped runs, each of which reads another draw of the same text. "
    + RULE
    + f"Estimate: {TOO_HIGH} Low, high: that interval, of the cosine on such text "
    "(docs/coverage.md); mean: the bootstrapped mean. Held: share of runs that hold "
    "the neighbour among the n nearest, with Wilson's 95 % interval (a run that lacks "
    "either word does not). Rank: best, median and worst over the runs that have both; "
    "present: their number. Words in fewer than half of the runs that have the word "
    "asked for are never listed."
)
CAPTION_WORDS = (
    "Can I trust this word? One row per word asked for. It is stable where at least "
    "half of its n nearest words are. "
    + RULE
    + "Steady to: rank down to which all neighbours are stable. p and j: share and "
    "Jaccard overlap of the n nearest words of two bootstrapped runs, with the 95 % "
    "interval by jackknife over runs. Average: mean cosine of all words with the word. "
    "Covered: share of intervals that held the truth where it was known, in simulation "
    "with this kind of training and of units, of the text and settings where fewest "
    "did (docs/coverage.md); not simulated where empty."
)
COLUMNS_LISTS = (
    *(*IDENTITY, "word", "rank", "neighbour", "verdict"),
    *("estimate", "low", "high", "mean", "held", "held_low", "held_high"),
    *("rank_best", "rank_median", "rank_worst", "present", "runs", "note"),
)
COLUMNS_WORDS = (
    *(*IDENTITY, "word", "verdict", "n", "stable", "steady_to", "occurrences"),
    *("bootstrapped_runs", "present", "whole", "whole_runs"),
    *(f"{name}_{part}" for name in "jp" for part in ("mean", "low", "high")),
    *("average", "confidence", "covered", "sentence", "note"),
)


def neighbour_lists(words: Iterable[WordTrust]) -> pd.DataFrame:
    """The nearest words of each word, one row per view, technique, word and rank."""
    rows = [row for one in words for row in _list_rows(one)]
    return frame(rows, COLUMNS_LISTS, CAPTION_LISTS)


def trust(words: Iterable[WordTrust]) -> pd.DataFrame:
    """Whether a word can be trusted, one row per view, technique and word."""
    return frame([_word_row(one) for one in words], COLUMNS_WORDS, CAPTION_WORDS)


def _list_rows(one: WordTrust) -> Iterator[dict]:
    row = {**_place(one), "runs": one.runs or None}
    if one.found is None:
        yield {**row, "verdict": one.verdict, "note": one.why}
        return
    found = one.found
    for k, name in enumerate(one.names):
        numbers = ("estimate", "low", "high", "mean", "held", "held_low", "held_high")
        yield {
            **{**row, "rank": k + 1, "neighbour": name, "verdict": found.verdict[k]},
            **{column: getattr(found, column)[k] for column in numbers},
            **{f"rank_{x}": getattr(found, x)[k] for x in ("best", "median", "worst")},
            **{"present": found.present[k]},
            "note": note(
                found.why[k],
                OUTSIDE * (name in one.unkept),
                CLIPPED * bool(found.clipped[k]),
            ),
        }


def _word_row(one: WordTrust) -> dict:
    whole, runs = one.whole
    row = {
        **{**_place(one), "verdict": one.verdict, "n": one.rule.n},
        **{"occurrences": one.occurrences, "average": one.average},
        **{"bootstrapped_runs": one.runs, "present": one.present},
        **{"whole": whole, "whole_runs": runs, "confidence": one.rule.confidence},
        **{"covered": one.covered.share, "sentence": one.sentence},
    }
    for letter, mean in (("j", one.jaccard), ("p", one.share)):
        if mean is not None:
            low, high = np.clip((mean.low, mean.high), 0, 1).tolist()
            row |= {f"{letter}_mean": mean.mean}
            row |= {f"{letter}_low": low, f"{letter}_high": high}
    if one.found is not None:
        row |= {"stable": one.found.stable, "steady_to": one.found.steady_to}
    unsure = one.share.note if one.share is not None else ""
    return {**row, "note": note(one.why, unsure, one.remark)}


def _place(one: WordTrust) -> dict:
    place = {name: getattr(one.cell, name) for name in IDENTITY}
    return {**place, "word": one.word}
