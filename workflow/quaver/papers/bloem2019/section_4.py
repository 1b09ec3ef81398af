"""Section 4: how much text and how many terms there are, and how full the draws are."""

from collections.abc import Iterator, Mapping

import numpy as np

from quaver.items.ends import ends
from quaver.items.item import Table
from quaver.items.published import published_ends
from quaver.papers.bloem2019 import PAPER
from quaver.papers.bloem2019.likeness import (
    BACKGROUND,
    beside,
    dataset_of,
    reason,
    text_tokens,
    unlike,
)
from quaver.papers.bloem2019.scene import RANDOM, drawn_as, texts_of
from quaver.papers.bloem2019.stored import LEARNED, drawn
from quaver.results.records import identity
from quaver.results.terms import of_terms
from quaver.statistics.values import share_interval

BY_TERMS, BY_DRAWS = "terms at full size", "draws at full size"


def rows(results) -> Iterator[dict]:
    """Sizes of sets, then of backgrounds."""
    kinds = texts_of(results)
    for name, draws in drawn(results).items():
        if name not in kinds:
            continue
        dataset = dataset_of(results, kinds, name)
        facts = {"set": name, "draw": drawn_as(results, name), "text": kinds[name]}
        layout = results.study.analyses.terms.sets[name].format
        other = unlike(draws, kinds[name], layout)
        facts |= {"dataset": dataset, "unlike": other, "cell": None}
        if not layout:  # published sentences are of a text that is not there
            yield facts | _count("tokens", int(draws.tokens))
        yield from (facts | own for own in _of_set(draws, facts["draw"]))
    yield from _backgrounds(results)


def _of_set(draws, draw: str) -> Iterator[dict]:
    """Quantities of a set of terms."""
    here, missing = len(draws.terms), len(draws.missing)
    yield _count("terms", here + missing) | {"note": f"{missing} too rare or absent"}
    tests = int(np.sum(draws.is_test)), int(np.sum(draws.missing_is_test))
    yield _count("test terms looked for", sum(tests))
    yield _count("terms with draws", here)
    yield _count("test terms", tests[0])
    yield _count("sentences", int((draws.draw >= 0).sum()))
    if draw == RANDOM:
        full = np.asarray(draws.full, dtype=bool)
        yield _share(BY_TERMS, full.all(axis=1))
        yield _share(BY_DRAWS, full.ravel())


def _count(quantity: str, number: float) -> dict:
    # what is counted has no error
    return {"quantity": quantity, **ends("value", number, number, number)}


def _share(quantity: str, kept: np.ndarray) -> dict:
    count, of = int(kept.sum()), kept.size
    values = count / of if of else np.nan, *share_interval(count, of)
    note = f"{count:,} of {of:,}"
    return {"quantity": quantity, **ends("value", *values), "note": note}


def _backgrounds(results) -> Iterator[dict]:
    """Words, tokens and dimensions behind the terms, by view and technique."""
    tokens = text_tokens(results)
    # words once rare ones are cut
    words = {x.corpus: x.after("cut").get("types") for x in results.corpora()}
    reason_of, seen = reason(results), set()
    for own in of_terms(results, LEARNED):
        cell = own.cell
        if (cell.view, cell.technique) in seen:
            continue
        seen.add((cell.view, cell.technique))
        row = {k: v for k, v in identity(cell).items() if k != "sampling"}
        row |= {"set": BACKGROUND, "dataset": BACKGROUND, "cell": cell, "text": ""}
        row["unlike"] = reason_of(cell)
        known = {
            "tokens": tokens.get(cell.corpus, np.nan) * cell.fraction,
            "words": cell.words or words.get(cell.corpus) or np.nan,
            "dimensions": cell.parameters.get("dimensions", np.nan),
        }
        yield from (
            row | _count(name, value) for name, value in known.items() if value == value
        )


def _ends(published_row: Mapping, row: Mapping) -> tuple[float, float]:
    return published_ends(published_row["value"], published_row["half"])


SECTION_4 = Table(
    name="section_4",
    title=f"How much text, and how many terms? Section 4 of {PAPER.title}",
    caption="Tokens of the texts, terms looked for, those that occur often enough, "
    "test terms of both, and the share of full draws, by terms (all draws of a term) "
    "and by draws, with Wilson's 95 % interval. Print calls all such shares those of "
    "terms; in its published file 90.9 % are draws. Values are held against print, a "
    "tenth to either side, where the text has as many tokens.",
    columns="corpus view language technique trainer set draw:text text:text "
    "quantity value± published_value band verdict note",
    keys="set text view technique quantity value published_value verdict note",
    rows=rows,
    order=4,
    reads=("draw_sentences", "encode_corpus"),
    wanted=lambda grid: bool(grid.measured[LEARNED]),
    published=beside(
        "section_4",
        lambda results: lambda cell: "",
        keys=("dataset", "quantity"),
        columns={"published_value": "value"},
        value="value",
        ends=_ends,
    ),
)
