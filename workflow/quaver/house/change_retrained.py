"""Is change after alignment beyond that between documents dealt anew?"""

from collections.abc import Iterator

import numpy as np

from quaver.house.change import RULE, identity
from quaver.items.item import Table
from quaver.results.retrained import RetrainedNumbers
from quaver.statistics.dealing import adjusted
from quaver.statistics.drift import ALPHA


def _rows(results) -> Iterator[dict]:
    asked = _asked(results)
    for numbers in results.retrained():
        row = identity(numbers) | {"deals": numbers.deals}
        if numbers.told is None:
            yield {**row, "note": numbers.note}
            continue
        p = numbers.told.p[np.isfinite(numbers.told.p)]
        beyond = (p <= ALPHA).mean() if len(p) else np.nan
        row |= {"compared": len(p), "beyond": float(beyond)}
        own = asked.get((numbers.early, numbers.late, numbers.technique), {})
        places = [k for k, word in enumerate(numbers.words) if word in own]
        # of the words asked for: the others are there to be pooled with them
        q = adjusted(numbers.told.p[places])
        for place, value in zip(places, q.tolist(), strict=True):
            word = _word(numbers, place)
            yield row | word | {"q": value} | own[numbers.words[place]]


def _word(numbers: RetrainedNumbers, place: int) -> dict:
    values = {name: x[place].item() for name, x in numbers.told._asdict().items()}
    word = {"word": numbers.words[place], "cosine": values["value"]}
    word |= {"dealt_cosine": values["null"], "p": values["p"]}
    word["least_p"] = values["least"]
    lacks = "too few deals have the word" if np.isnan(values["p"]) else ""
    return word | {"note": lacks}


def _asked(results) -> dict[tuple, dict[str, dict]]:
    """Words judged by contexts, with their p, by pair and technique."""
    asked: dict[tuple, dict] = {}
    for numbers in results.changes():
        key = numbers.early, numbers.late, numbers.technique
        stored = numbers.stored
        asked[key] = {
            word: {
                "contexts_p": stored["null/p"][place].item(),
                "contexts_q": stored["null/q"][place].item(),
                "verdict": stored["verdict"][place],
            }
            for place, word in enumerate(numbers.words)
        }
    return asked


CHANGE_RETRAINED = Table(
    name="change_retrained",
    title="Is change beyond that between documents dealt anew, once trained on both?",
    caption="Cosine: distance after alignment, mean of all runs; dealt_cosine: between "
    "two heaps of the documents of both texts, dealt anew and trained on, mean of the "
    "deals. p pools words of like frequency; beyond is the share of all words with p "
    "up to .05, by chance .05 over many deals, in one .02 to .08. Contexts_p is that of the table change, which trains "
    "nothing anew.",
    order=8,
    rule=RULE,
    reads=("change", "change_alignment"),
    wanted=lambda grid: any(
        entry.null.trained and entry.words
        for entry in grid.study.analyses.change.values()
    ),
    columns="series early:text late:text technique trainer word verdict cosine "
    "dealt_cosine p q least_p contexts_p contexts_q deals:whole compared:whole beyond "
    "note",
    keys="early late technique word verdict cosine dealt_cosine p q contexts_p",
    rows=_rows,
)
