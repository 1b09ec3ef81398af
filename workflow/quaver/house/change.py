"""Which words changed between two texts, and what they moved from and to."""

from collections.abc import Iterator

import numpy as np

from quaver.items.ends import ends
from quaver.items.item import Table
from quaver.results.change import ChangeNumbers
from quaver.statistics.drift import VERDICTS
from quaver.statistics.periods import LEAST

CHANGED, AS_OTHERS, NO_EVIDENCE, UNTOLD = VERDICTS
RULE = "change"
TITLE = "Which words changed between two texts?"
STORED = {  # columns, and what is stored of a word
    **{"cosine": "cosine", "p": "null/p", "q": "null/q", "least_p": "null/least"},
    **{"percentile": "drift/percentile", "drift_q": "drift/q"},
    **{"controls": "drift/controls", "band": "drift/band"},
}
BY_TEXT = ("occurrences", "documents", "effective")


def is_asked(grid) -> bool:
    """Tell whether a study asks for change."""
    return bool(grid.study.analyses.change)


def order(numbers: ChangeNumbers) -> list[int]:
    """Places of the words, by verdict, then by how much they changed."""
    if not numbers.words:
        return []
    ranks = [VERDICTS.index(verdict) for verdict in numbers.stored["verdict"]]
    return np.lexsort((-numbers.stored["squared"], ranks)).tolist()


def sentence(row: dict) -> str:
    """What is to be said of a word, in plain words."""
    word, verdict = row["word"], row["verdict"]
    beside = f"{100 * row['percentile']:.0f} of 100 words of like frequency"
    if verdict == CHANGED:
        return f"{word} changed more than {beside}."
    if verdict == AS_OTHERS:
        return (
            f"{word} differs beyond chance, as most words do between these texts, but "
            f"not surely more than they: more than {beside}."
        )
    if verdict == NO_EVIDENCE:
        return f"{word} differs no more than documents dealt at random would."
    few = min(row["early_documents"], row["late_documents"])
    return (
        f"{word} cannot be told: it takes {LEAST} documents with it in each text, one "
        f"has {few}."
    )


def _identity(numbers: ChangeNumbers) -> dict:
    row = {"series": numbers.name, "early": numbers.early, "late": numbers.late}
    return row | {"technique": numbers.technique, "trainer": numbers.trainer}


def _rows(results) -> Iterator[dict]:
    for numbers in results.changes():
        row = _identity(numbers)
        if numbers.note:
            yield {**row, "note": numbers.note}
        for place in order(numbers):
            yield row | _word(numbers, place)
        for word in numbers.missing:
            why = f"{word} cannot be told: it is not in both texts."
            yield row | {"word": word, "verdict": UNTOLD, "sentence": why}


def _word(numbers: ChangeNumbers, place: int) -> dict:
    stored = numbers.stored
    change = (float(stored[x][place]) for x in ("squared", "low", "high"))
    row = ends("change", *change) | {"word": numbers.words[place]}
    row["verdict"] = stored["verdict"][place]
    row |= {name: stored[of][place].item() for name, of in STORED.items()}
    for name in BY_TEXT:
        both = zip(("early", "late"), stored[name][place].tolist(), strict=True)
        row |= {f"{text}_{name}": value for text, value in both}
    return row | {"sentence": sentence(row)}


def _neighbours(results) -> Iterator[dict]:
    for numbers in results.changes():
        near = numbers.near
        row = _identity(numbers)
        if numbers.note:
            yield {**row, "note": numbers.note}
        for place in order(numbers) if near else ():
            for k in np.flatnonzero(near["of"] == place).tolist():
                ranks, cosines = near["ranks"][k].tolist(), near["cosines"][k].tolist()
                difference = (float(near[x][k]) for x in ("difference", "low", "high"))
                yield {
                    **row,
                    **{"word": numbers.words[place], "neighbour": near["words"][k]},
                    **{"moved": near["kind"][k], "early_rank": ranks[0]},
                    **{"late_rank": ranks[1], "early_cosine": cosines[0]},
                    **{"late_cosine": cosines[1], **ends("difference", *difference)},
                }


CHANGE = Table(
    name="change",
    title=TITLE,
    caption="Change: squared distance of a word's mean contexts, less what few "
    "documents add to it, with its 95 % interval. P and q: against documents dealt "
    "anew; percentile: among words of like frequency. Changed: both q are at most .05, "
    "that of chance and that of changing more than the median word.",
    order=8,
    rule=RULE,
    wanted=is_asked,
    columns="series early:text late:text technique trainer word verdict change± cosine "
    "p q least_p percentile drift_q controls:whole band early_occurrences:whole "
    "late_occurrences:whole early_documents:whole late_documents:whole "
    "early_effective:1 late_effective:1 sentence:text note",
    keys="early late technique word verdict change change_low change_high sentence "
    "note",
    rows=_rows,
)
CHANGE_NEIGHBOURS = Table(
    name="change_neighbours",
    title="What did each word move from, and to? Neighbours that left, came and stayed",
    caption="The ten nearest words of a word's contexts in each text, which have to "
    "stand in it 20 times. Left: of the early text only; came: of the late text only. "
    "Difference: late cosine less early cosine, the shift of all words taken off, with "
    "its 95 % interval.",
    order=8,
    rule=RULE,
    wanted=is_asked,
    columns="series early:text late:text technique trainer word neighbour:text "
    "moved:text early_rank:whole late_rank:whole early_cosine late_cosine difference± "
    "note",
    keys="early late technique word neighbour moved difference difference_low "
    "difference_high note",
    rows=_neighbours,
)
