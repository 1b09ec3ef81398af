"""Do other ways to measure change agree with the verdicts on words?"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from quaver.house.change import RULE, identity
from quaver.items.item import Table
from quaver.results.opinions import OpinionNumbers
from quaver.statistics.drift import VERDICTS
from quaver.wording import count

OPINIONS = ("contexts", "alignment", "neighbours", "size", "referenced", "apd", "prt")
FIRST = OPINIONS[0]  # what verdicts are of: the others are second opinions
CHANCE = 1.96  # deviations of a rank correlation by chance, in 95 of 100 cases


def sentence(word: str, verdict: str, second: list[float]) -> str:
    """What other opinions say of a word, by its percentiles among like words."""
    if verdict == VERDICTS[-1]:
        return f"{word} cannot be told by contexts, so that nothing is compared."
    if not second:
        return f"{word}: {verdict}; no other opinion is known."
    above = sum(percentile > 0.5 for percentile in second)
    return (
        f"{word}: {verdict}; {above} of {count(len(second), 'other opinion')} put it "
        "above the median word of like frequency."
    )


def _rows(results) -> Iterator[dict]:
    for numbers in results.opinions():
        row = identity(numbers)
        if numbers.note:
            yield {**row, "note": numbers.note}
        for place, word in enumerate(numbers.words):
            yield row | _word(numbers, place, word)


def _word(numbers: OpinionNumbers, place: int, word: str) -> dict:
    verdict = numbers.verdicts[place]
    each = zip(numbers.opinions, numbers.percentile[:, place].tolist(), strict=True)
    told = {name: value for name, value in each if np.isfinite(value)}
    second = [value for name, value in told.items() if name != FIRST]
    values = zip(numbers.opinions, numbers.values[:, place].tolist(), strict=True)
    return {
        **{"word": word, "verdict": verdict, **told},
        **{f"{name}_value": value for name, value in values},
        **{"opinions": len(second), "above": sum(x > 0.5 for x in second)},
        "sentence": sentence(word, verdict, second),
    }


def _agreement(results) -> Iterator[dict]:
    for numbers in results.opinions():
        row = identity(numbers)
        if numbers.note:
            yield {**row, "note": numbers.note}
        for one, other in combinations(range(len(numbers.opinions)), 2):
            yield {
                **row,
                "opinion": numbers.opinions[one],
                "other_opinion": numbers.opinions[other],
                "spearman": float(numbers.spearman[one, other]),
                "words": numbers.compared,
                "chance": CHANCE / np.sqrt(max(numbers.compared - 1, 1)),
            }


CHANGE_OPINIONS = Table(
    name="change_opinions",
    title="Do other ways to measure change agree with the verdicts?",
    caption="Share of words of like frequency that changed less, by each opinion: "
    "cosine distance after alignment, neighbours that two texts do not share, cosine "
    "distance of a word's names in both periods, trained as one text (referenced), "
    "uses apart on average (apd). The CSV has contexts, size, mean contexts (prt) and "
    "the values, too. By chance half of the opinions lie above the median, and "
    "noise is shared: apd and prt have the very contexts the verdict is of; alignment, "
    "neighbours and size the same runs.",
    order=8,
    rule=RULE,
    reads=("change_opinions",),
    columns="series early:text late:text technique trainer word verdict "
    + " ".join(f"{name}:number" for name in OPINIONS)
    + " opinions:whole above:whole "
    + " ".join(f"{name}_value" for name in OPINIONS)
    + " sentence:text note",
    keys="early late technique word alignment neighbours referenced apd sentence note",
    rows=_rows,
)
CHANGE_AGREEMENT = Table(
    name="change_agreement",
    title="Which ways to measure change agree with each other?",
    caption="Spearman correlation of two opinions, as percentiles among words of like "
    "frequency, over all words compared. Of rankings by chance 95 of 100 lie between "
    "- chance and + chance. Opinions on the same runs (alignment, neighbours, size), "
    "or the same contexts (contexts, apd, prt), share their noise.",
    order=9,
    rule=RULE,
    reads=("change_opinions",),
    columns="series early:text late:text technique trainer opinion:text "
    "other_opinion:text spearman words chance note",
    keys="early late technique opinion other_opinion spearman words chance note",
    rows=_agreement,
)
