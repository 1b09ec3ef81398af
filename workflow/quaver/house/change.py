"""Which words changed between two texts, and what they moved from and to."""

import math
from collections.abc import Iterator

import numpy as np

from quaver.items.ends import ends
from quaver.items.item import Table
from quaver.results.change import ChangeNumbers
from quaver.statistics.drift import BAND, VERDICTS
from quaver.statistics.periods import LEAST
from quaver.wording import count

CHANGED, AS_OTHERS, NO_EVIDENCE, UNTOLD = VERDICTS
RULE = "change"
TITLE = "Which words changed between two texts?"
STORED = {  # columns, and what is stored of a word
    **{"cosine": "cosine", "p": "null/p", "q": "null/q", "least_p": "null/least"},
    **{"percentile": "drift/percentile", "drift_q": "drift/q"},
    **{"controls": "drift/controls", "band": "drift/band"},
}
SHARE = "", "_low", "_high"
BY_TEXT = ("occurrences", "documents", "effective")


def is_asked(grid) -> bool:
    """Tell whether a study asks which words changed."""
    return any(entry.words for entry in grid.study.analyses.change.values())


def order(numbers: ChangeNumbers) -> list[int]:
    """Places of the words, by verdict, then by how much they changed."""
    if not numbers.words:
        return []
    ranks = [VERDICTS.index(verdict) for verdict in numbers.stored["verdict"]]
    return np.lexsort((-numbers.stored["squared"], ranks)).tolist()


def likeness(band: float) -> str:
    """How frequent words are beside one, so many times as rare or frequent at most."""
    if round(band, 2) <= BAND:
        return "of like frequency"
    times = math.ceil(band) if band > 9 else math.ceil(10 * band) / 10
    return f"up to {times:g} times as rare or frequent"


def sentence(row: dict, deal: str = "document") -> str:
    """What is to be said of a word, in plain words."""
    word, verdict = row["word"], row["verdict"]
    beside = f"{100 * row['percentile']:.0f} of 100"
    if verdict == CHANGED:
        like = likeness(row["band"])
        return f"{word} changed more than {beside} words {like}.{_as_if(row)}"
    if verdict == AS_OTHERS:
        return (
            f"{word} differs beyond chance, but not surely more than words "
            f"{likeness(row['band'])}: more than {beside}."
        )
    if verdict == NO_EVIDENCE:
        return (
            f"{word} shows no evidence of change: it differs too little, or has too "
            f"few uses, to be told from documents dealt at random.{_least(row)}"
        )
    few, enough = min(row["early_documents"], row["late_documents"]), count(LEAST, deal)
    why = f"it takes {enough} with it in each text, one has {few}"
    if few >= LEAST:
        why = "there is no word to compare it with"
    return f"{word} cannot be told: {why}."


def _as_if(row: dict) -> str:
    """As large as what change; nothing where none was planted."""
    if np.isnan(row.get("share", np.nan)):
        return ""
    if round(100 * row["share_low"]) == 100:  # a share has no more, a change may
        return " It changed as much as if all its uses were another word's, or more."
    share, low, high = (f"{100 * row[f'share{end}']:.0f}" for end in SHARE)
    return f" It is as if {share} % ({low} to {high}) of its uses were another word's."


def _least(row: dict) -> str:
    """What change would have been seen; nothing where none was planted."""
    if "least_share" not in row:
        return ""
    least = row["least_share"]
    if np.isnan(least):
        return (
            " Were all its uses another word's, that too would be seen in fewer than 4 "
            "of 5 cases."
        )
    return (
        f" It would take a change of {100 * least:.0f} % of its uses to be seen in 4 "
        "of 5 cases."
    )


def identity(numbers) -> dict:
    """How rows of a pair in a technique begin."""
    row = {"series": numbers.name, "early": numbers.early, "late": numbers.late}
    return row | {"technique": numbers.technique, "trainer": numbers.trainer}


def _rows(results) -> Iterator[dict]:
    for numbers in results.changes():
        row = identity(numbers)
        if numbers.note:
            yield {**row, "note": numbers.note}
        for place in order(numbers):
            yield row | word_row(numbers, place)
        for word in numbers.missing:
            yield row | missing_row(word)


def missing_row(word: str) -> dict:
    """What is told of a word that is not in both texts: that it cannot be told."""
    why = f"{word} cannot be told: a text lacks it, or has it below min_count."
    return {"word": word, "verdict": UNTOLD, "sentence": why}


def word_row(numbers: ChangeNumbers, place: int) -> dict:
    """All that is told of a word that was judged."""
    stored = numbers.stored
    change = (float(stored[x][place]) for x in ("squared", "low", "high"))
    row = ends("change", *change) | {"word": numbers.words[place]}
    row["verdict"] = stored["verdict"][place]
    row |= {name: stored[of][place].item() for name, of in STORED.items()}
    planted = ("least_share", *(f"share{end}" for end in SHARE))
    row |= {x: stored[x][place].item() for x in planted if x in stored}
    for name in BY_TEXT:
        both = zip(("early", "late"), stored[name][place].tolist(), strict=True)
        row |= {f"{text}_{name}": value for text, value in both}
    if row["verdict"] in (CHANGED, AS_OTHERS) and row["change_low"] <= 0:
        few = min(row[f"{text}_effective"] for text in ("early", "late"))
        row["note"] = (
            f"p is by dealing; the interval holds 0, of {few:.1f} effective documents"
        )
    return row | {"sentence": sentence(row, numbers.deal)}


def _neighbours(results) -> Iterator[dict]:
    for numbers in results.changes():
        row = identity(numbers)
        if numbers.note:
            yield {**row, "note": numbers.note}
        for place in order(numbers):
            yield from (row | near for near in near_rows(numbers, place))


def near_rows(numbers: ChangeNumbers, place: int) -> Iterator[dict]:
    """What is told of the neighbours of a word: those that left, came and stayed."""
    near = numbers.near
    for k in np.flatnonzero(near["of"] == place).tolist() if near else ():
        ranks, cosines = near["ranks"][k].tolist(), near["cosines"][k].tolist()
        difference = [float(near[x][k]) for x in ("difference", "low", "high")]
        yield {
            **{"word": numbers.words[place], "neighbour": near["words"][k]},
            **{"moved": _moved(near["kind"][k], *difference[1:])},
            **{"early_rank": ranks[0], "late_rank": ranks[1]},
            **{"early_cosine": cosines[0], "late_cosine": cosines[1]},
            **ends("difference", *difference),
        }


def _moved(kind: str, low: float, high: float) -> str:
    """How a neighbour moved, and whether its cosine surely did so."""
    is_sure = {"left": high < 0, "came": low > 0}.get(kind, True)
    return kind if is_sure else f"{kind} (not sure)"


CHANGE = Table(
    name="change",
    title=TITLE,
    caption="Change: squared distance of a word's mean contexts, less what few "
    "documents add to it, with its 95 % interval. Changed: both q, of documents dealt "
    "anew and of changing more than the median word beside it, are at most .05. The "
    "CSV has them, with p, percentile and documents.",
    order=8,
    rule=RULE,
    reads=("change", "change_planted"),
    wanted=is_asked,
    columns="series early:text late:text technique trainer word verdict change± cosine "
    "p q least_p percentile drift_q controls:whole band:number early_occurrences:whole "
    "late_occurrences:whole early_documents:whole late_documents:whole "
    "early_effective:1 late_effective:1 share± least_share sentence:text note",
    optional=("share", "share_low", "share_high", "least_share"),
    keys="early late technique word verdict change change_low change_high sentence "
    "note",
    rows=_rows,
)
CHANGE_NEIGHBOURS = Table(
    name="change_neighbours",
    title="What did each word move from, and to? Neighbours that left, came and stayed",
    caption="Of the ten words nearest in each text (of 20 uses there), left are in the "
    "early list alone, came in the late. Difference: late cosine less early cosine, "
    "the shift of all words taken off, with its 95 % interval; not sure: it holds 0. "
    "Chosen by the same uses: in fresh text those that left or came would lie less far "
    "apart.",
    order=8,
    rule=RULE,
    reads=("change",),
    wanted=is_asked,
    columns="series early:text late:text technique trainer word neighbour:text "
    "moved:text early_rank:whole late_rank:whole early_cosine late_cosine difference± "
    "note",
    keys="early late technique word neighbour moved difference difference_low "
    "difference_high note",
    rows=_neighbours,
)
