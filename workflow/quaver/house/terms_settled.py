"""From how many sentences on terms are told from others, with a sentence on each."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from quaver.house.settling import Term, terms_of
from quaver.items.ends import ends, finite
from quaver.items.item import Table
from quaver.items.terminal import wrapped
from quaver.results.term_curves import CURVE
from quaver.statistics.settling import CHANCE, FARTHEST, WEIGHTS
from quaver.wording import count

TITLE = "How many sentences does a term need?"
FEW = 12  # terms of a set whose sentences findings have
NOTHING = "too few sentences for two draws, or no known word in them"
DRAWS, SENTENCES = "its draws", "its sentences"  # beyond which a number is told


def sentence(term: Term) -> str:
    """What a user wants to know of a term."""
    start = f"{term.name}: {count(term.held, 'sentence')}; "
    own = term.settled
    if own is None:
        return f"{start}too few to tell how many it needs."
    if own.told_low <= CHANCE:
        return f"{start}not surely told from other terms by draws of these."
    if not np.isfinite(own.at):
        least = min(own.low, FARTHEST * own.last)
        told = f"it needs {least:,.0f} or more, how many is too far to tell"
        return f"{start}not surely settled by these; {told}."
    span = _span(term)
    if own.at > term.held:
        return f"{start}not surely settled by these; by its curve from about {span}."
    if own.high <= term.draws.numbers[0]:  # fewer were not tried
        return f"{start}settled from {_first(own.high)}."
    return f"{start}settled from about {span}."


def _first(number: float) -> str:
    return "the first on" if number == 1 else f"{number:,.0f} or fewer"


def _span(term: Term) -> str:
    """The number with its ends in brackets, and where it goes beyond what was drawn."""
    own, is_beyond = term.settled, bool(beyond(term))
    number, low, high = (f"{x:,.0f}" for x in (own.at, own.low, own.high))
    if np.isfinite(own.high):
        ends_of = f"{low} to {high}" if low != high else ""
    elif is_beyond:  # as it was in most of the cases simulated
        number, ends_of = f"{number} or more", f"{low} at least"
    else:
        ends_of = f"{low} or more"
    if is_beyond and own.at <= term.held:
        ends_of = f"{ends_of}; draws had {own.last} at most"
    return number + f" ({ends_of})" * bool(ends_of)


def beyond(term: Term) -> str:
    """What the number of sentences exceeds, so that it is extrapolated; or nothing."""
    own = term.settled
    if not own.at > own.last:
        return ""
    return SENTENCES if own.at > term.held else DRAWS


def _rows(results) -> Iterator[dict]:
    for numbers in results.term_curves():
        row = {"set": numbers.set, "learner": numbers.learner}
        row |= {name: getattr(numbers, name) for name in ("technique", "view")}
        row["sampling"] = numbers.sampling
        if numbers.note:
            yield {**row, "note": numbers.note}
        for term in terms_of(numbers):
            yield row | _row(term)


def _row(term: Term) -> dict:
    row = {"term": term.name, "part": "test" if term.is_test else "training"}
    row |= {"sentences": term.held, "sentence": sentence(term), "empty": term.empty}
    lost = f"{term.empty:,} of {term.pairs:,} pairs of draws lack a vector"
    row["note"] = [lost * bool(term.empty)]
    if term.settled is None:
        return row | {"note": [NOTHING, *row["note"]]}
    own, fit = term.settled, term.fit
    row |= {"drawn": own.last, "others": int(term.draws.others[-1])}
    row |= ends("told", own.told, own.told_low, own.told_high)
    row |= {"raw_told": term.raw, "chance": CHANCE}
    row |= ends("settled", *map(finite, (own.at, own.low, own.high)))
    row |= {"extrapolated": beyond(term) or None}
    row["by_its_sentences"] = "yes" if own.at <= term.held else "no"
    row |= ends("k", *(finite(_open(k)) for k in (fit.k, fit.low, fit.high)))
    return row | {"misfit": fit.misfit, "misfit_noise": fit.noise}


def _open(k: float) -> float:
    """k, without end where it is the largest that was tried."""
    return k if k < WEIGHTS[-1] else np.inf


def settled_told(frames: Mapping[str, pd.DataFrame]) -> str:
    """Findings: a line of each set, of its first cell; of a few terms, the sentence of
    each. Nothing where no curve was asked for."""
    frame = frames.get(TABLE.name)
    if frame is None or frame.empty:
        return ""
    lines = [TITLE, ""]
    for (of, technique), every in frame.groupby(["set", "technique"], sort=False):
        view, sampling = every.iloc[0][["view", "sampling"]]
        first = every[(every["view"] == view) & (every["sampling"] == sampling)]
        learners = [*first.groupby("learner", sort=False)]
        told = "; ".join(f"{name}, {_share(own)}" for name, own in learners)
        start = f"{of}, settled by their sentences beside"
        lines += wrapped(f"{start} {view} / {technique} / {sampling}: {told}.")
        for name, own in learners:
            if len(own) <= FEW and _is_told(own):
                lines += [f"By {name}:"] * (len(learners) > 1)
                lines += [line for text in own["sentence"] for line in wrapped(text)]
    reading = (
        "Settled: a vector of so many sentences is nearer to another of its term than "
        "to those of most other terms (the share asked for, .95 by default; .5 is "
        "chance). Surely: the 95 % interval over sentences ends within those of the "
        "term. In brackets after a number: the ends of that interval. All terms: "
        "table terms_settled, figures terms/<set>."
    )
    return "\n".join([*lines, "", *wrapped(reading)])


def _is_told(own: pd.DataFrame) -> bool:
    return bool((own["term"].fillna("") != "").all())


def _share(own: pd.DataFrame) -> str:
    """How many terms of a learner are settled, and from how many sentences on."""
    if not _is_told(own):
        return f"not told ({own.iloc[0]['note']})"
    settled = own[own["by_its_sentences"] == "yes"]
    # an end that is open, or beyond a term's sentences, leaves it undecided
    surely = int((settled["settled_high"] <= settled["sentences"]).sum())
    told = f" ({surely} surely; half of these {len(settled)} from "
    told += f"{settled['settled'].median():,.0f} or fewer)"
    return f"{len(settled)} of {count(len(own), 'term')}{told * bool(len(settled))}"


TABLE = Table(
    name="terms_settled",
    title=TITLE,
    caption="Told: share of other terms, with as many sentences, from which two draws "
    "of a term are told apart at the largest size drawn, without the mean draw of all "
    "terms (raw: with it); .5 is chance. Settled: sentences of a draw from which that "
    "passes the share asked for, with its 95 % interval over sentences, extrapolated "
    "where marked; no number, or end, beyond four times that size. The cosine of two "
    "draws follows n / (n + k), off by misfit on average; no k where it does not rise.",
    order=8,
    reads=(CURVE,),
    columns="set learner:text technique view sampling term:text part:text "
    "sentences:whole drawn:whole others:whole told± raw_told chance settled±:1 "
    "extrapolated:text by_its_sentences:text k±:1 misfit misfit_noise "
    "empty:whole sentence:text note",
    keys="set learner sampling term sentences told settled settled_low settled_high k",
    rows=_rows,
)
