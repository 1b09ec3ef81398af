"""Table 7: words nearest to the vectors of both halves of a book."""

from collections.abc import Iterator, Mapping

import numpy as np

from quaver.items.published import read, remarks
from quaver.papers.bloem2019.declare import SET, Rows, table, wants
from quaver.papers.bloem2019.likeness import FOLDER
from quaver.papers.bloem2019.samples import Sample, sample_of
from quaver.papers.bloem2019.scene import HALVES, NONCE2VEC, TUNED, of_learners
from quaver.papers.bloem2019.stored import APART
from quaver.results.terms import TermNumbers, of_terms

SHOWN, LISTED = 3, 4  # terms that are not in print; words of each half


def rows(results) -> Iterator[dict]:
    """Words nearest to both halves in the first run, of terms in print or frequent."""
    made = Rows(results)
    records = of_learners(results, of_terms(results, APART), NONCE2VEC, TUNED)
    records = [x for x in records if made.is_of(x, HALVES)]

    def of_record(own: TermNumbers) -> Iterator[dict]:
        # printed terms are given, whether parameters were chosen on them or not
        every = sample_of(own, every=True)
        given = [name for name in _printed() if name in every.names]
        sample = every if given else sample_of(own)
        for term in given or frequent(sample, made.drawn[own.name]):
            yield from _of_term(own, sample, term)

    yield from made.each(records, of_record)
    yield from _in_print()


def _printed() -> list[str]:
    return [*dict.fromkeys(row["term"] for row in read(FOLDER / "table_7.csv"))]


def frequent(sample: Sample, draws) -> list[str]:
    """The most frequent terms of a sample."""
    uses = dict(zip(draws.terms, draws.occurrences.tolist(), strict=True))
    return sorted(sample.names, key=lambda name: (-uses.get(name, 0), name))[:SHOWN]


def _of_term(own: TermNumbers, sample: Sample, term: str) -> Iterator[dict]:
    row, place = list(own.terms).index(term), sample.names.index(term)
    halves = [_named(own, own.neighbours[0, row, half]) for half in (0, 1)]
    facts = {"term": term, "cosine": float(sample.cosine[:, place].mean())}
    # where draws of other terms are as near, equal neighbours say little
    facts |= {"between": sample.level(), "runs": len(sample.runs)}
    if np.isfinite(sample.ranks[:, place]).any():
        facts["nearest"] = float(np.nanmean(sample.ranks[:, place]))
    for rank in range(LISTED):
        words = [half[rank] if rank < len(half) else "" for half in halves]
        both = dict(zip(("first_half", "second_half"), words, strict=True))
        yield facts | {"rank": rank + 1} | both


def _named(own: TermNumbers, neighbours: np.ndarray) -> list[str]:
    return [own.named[row] for row in neighbours.tolist() if row >= 0]


def _in_print() -> Iterator[Mapping]:
    """The printed neighbours, whose background is not ours."""
    cosines = {x["term"]: x["cosine"] for x in read(FOLDER / "table_7_cosines.csv")}
    for row in read(FOLDER / "table_7.csv"):
        names = "term", "rank", "first_half", "second_half"
        own = {"set": "in print", "published_cosine": cosines[row["term"]]}
        note = remarks({}, row["reading"], row["source"])
        yield own | {name: row[name] for name in names} | {"note": note}


TABLE_7 = table(
    "Table 7",
    "Which words are nearest to both halves?",
    "Background words nearest to Nonce2Vec's vectors of either half, in the first run; "
    "terms in print where the set has them, else its most frequent test terms. Cosine: "
    "of both halves, over runs; between: of halves of different terms. Nearest: mean "
    "rank of a half near the other.",
    f"{SET} term:text rank first_half:text second_half:text runs cosine between "
    "nearest:1 published_cosine",
    keys="set view sampling term rank first_half second_half cosine between "
    "published_cosine",
    rows=rows,
    wanted=wants(NONCE2VEC, TUNED, draws=(HALVES,)),
)
