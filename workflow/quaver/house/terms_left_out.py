"""Terms that were looked for and not learned, as too few sentences have them."""

from collections.abc import Iterator

from quaver.items.item import Table
from quaver.results.term_sets import Draws

ABSENT = "the text has none"
PUBLISHED = "none is published"
HALVES = "fewer in one half"
FEW = "fewer than are asked for"
NONE = "no term is left out"


def _rows(results) -> Iterator[dict]:
    for own in results.term_sets():
        row = {"set": own.name}
        if own.note:
            yield row | {"note": own.note}
            continue
        row |= {"kept": len(own.terms), "least": own.least}
        missing = zip(own.missing, own.missing_sentences.tolist(), strict=True)
        for term, number in sorted(missing, key=lambda x: (-x[1], x[0])):
            why = _why(own, number)
            yield row | {"term": term, "sentences": number, "note": why}
        if not len(own.missing):
            yield row | {"note": NONE}


def _why(own: Draws, number: int) -> str:
    if not number:
        return PUBLISHED if own.layout else ABSENT
    return HALVES if own.way == "halves" and number >= own.least else FEW


TERMS_LEFT_OUT = Table(
    name="terms_left_out",
    title="Terms that are left out, as too few sentences have them",
    caption="Terms that were looked for and are not learned: the sentences that have "
    "them, and how many a set asks for (least; of halves in each half). Where a text "
    "has none of a term, it may write it otherwise, or cleaning may have dropped one "
    "of its words. Kept: how many terms are learned.",
    order=20,
    reads=("draw_sentences",),
    columns="set term:text sentences:whole least:whole kept:whole note",
    keys="set term sentences least kept note",
    rows=_rows,
)
