"""The list to trust: which neighbours of the words asked for are stable."""

from collections.abc import Iterator
from itertools import chain

import numpy as np

from quaver.house.judged import WordTrust, words_of
from quaver.items import columns as col
from quaver.items.item import Table

OUTSIDE = (
    "of its cosines in runs on the whole text, mean and deviation alone were kept: its "
    "interval rests on these"
)
RULE = "list_neighbours"
MEASURED = ("estimate", "low", "high", "mean", "held", "held_low", "held_high")
RANKS = ("best", "median", "worst")
CLIPPED = "an end of its interval is cut at a bound of cosines"


def list_rows(word: WordTrust) -> Iterator[dict]:
    """The nearest words of a word, a row per rank."""
    row = {**_facts(word), "runs": word.runs or None}
    nearest = word.nearest
    if nearest is None:
        yield {**row, "verdict": word.verdict, "note": word.why}
        return
    for k, name in enumerate(word.names):
        notes = nearest.why[k], OUTSIDE * (name in word.unkept)  # "" where it was kept
        yield {
            **{**row, "rank": k + 1, "neighbour": name, "verdict": nearest.verdict[k]},
            **{column: getattr(nearest, column)[k] for column in MEASURED},
            **{f"rank_{x}": getattr(nearest, x)[k] for x in RANKS},
            **{"present": nearest.present[k]},
            "note": (*notes, CLIPPED * bool(nearest.clipped[k])),
        }


def word_row(word: WordTrust) -> dict:
    """Whether a word can be trusted, by its nearest words in one view x technique."""
    whole, runs = word.whole
    row = {
        **{**_facts(word), "verdict": word.verdict, "n": word.rule.n},
        **{"occurrences": word.occurrences, "average": word.average},
        **{"bootstrapped_runs": word.runs, "present": word.present},
        **{"whole": whole, "whole_runs": runs, "confidence": word.rule.confidence},
        **{"covered": word.covered.share, "sentence": word.sentence},
    }
    for letter, mean in (("j", word.jaccard), ("p", word.share)):
        if mean is not None:
            # Student's t may reach beyond
            low, high = np.clip((mean.low, mean.high), 0, 1).tolist()
            row |= {f"{letter}_mean": mean.mean}
            row |= {f"{letter}_low": low, f"{letter}_high": high}
    if word.nearest is not None:
        row |= {"stable": word.nearest.stable, "steady_to": word.nearest.steady_to}
    unsure = word.share.note if word.share is not None else ""
    return {**row, "note": (word.why, unsure, word.remark)}


def _facts(word: WordTrust) -> dict:
    cell = {column.name: getattr(word.cell, column.name) for column in col.IDENTITY}
    return {**cell, "word": word.word}


def is_asked(grid) -> bool:
    """Tell whether a study asks for the neighbours of any word."""
    return bool(grid.study.analyses.neighbours.words)


TRUST = Table(
    name="trust",
    title="Can I trust this word? A verdict and a sentence on each word asked for",
    caption=(
        "Can I trust this word? It is stable where at least half of its n nearest "
        "words are: those that nearly all bootstrapped runs hold, more than by chance, "
        "with a cosine above that of an average word. P and j: what the lists of two "
        "runs have in common; steady to: the rank down to which all are stable."
    ),
    order=6,
    rule=RULE,
    wanted=is_asked,
    columns=(
        (col.IDENTITY, col.texts("word"), col.VERDICT),
        (col.wholes("n stable steady_to"), col.numbers("occurrences", places=0)),
        (col.wholes("bootstrapped_runs present"), col.texts("whole")),
        (col.wholes("whole_runs"), col.numbers("j_mean j_low j_high")),
        col.numbers("p_mean p_low p_high average confidence covered"),
        (col.texts("sentence"), col.NOTE),
    ),
    keys="view technique word verdict stable n occurrences p_mean sentence note",
    rows=lambda results: map(word_row, words_of(results)),
)
NEIGHBOUR_LISTS = Table(
    name="neighbour_lists",
    title="The nearest words of each word asked for, with intervals and verdicts",
    caption=(
        "The list to trust: the nearest words by their mean cosine over bootstrapped "
        "runs, each of which reads another draw of the same text. Estimate, with its "
        "interval: the cosine in runs on the whole text; held: share of runs that hold "
        "the word among the n nearest. The note says what a word that is not stable "
        "lacks (docs/words.md)."
    ),
    order=7,
    rule=RULE,
    wanted=is_asked,
    columns=(
        (col.IDENTITY, col.texts("word"), col.wholes("rank"), col.texts("neighbour")),
        (col.VERDICT, col.numbers("estimate low high mean"), col.interval("held")),
        (col.wholes("rank_best"), col.numbers("rank_median")),
        (col.wholes("rank_worst present"), col.RUNS, col.NOTE),
    ),
    keys="view technique word rank neighbour verdict estimate low high held",
    rows=lambda results: chain.from_iterable(map(list_rows, words_of(results))),
)
