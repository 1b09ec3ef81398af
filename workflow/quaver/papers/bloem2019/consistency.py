"""Tables 1, 3 and 4: how near draws of a term lie to each other, and to other terms."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from quaver.items.ends import cut, ends
from quaver.items.item import Table
from quaver.items.published import Printed
from quaver.papers.bloem2019.declare import SET, Rows, few, table, wants
from quaver.papers.bloem2019.estimates import columns, known_mean, within_terms
from quaver.papers.bloem2019.likeness import beside, joint_reason, reason
from quaver.papers.bloem2019.samples import Sample, sample_of
from quaver.papers.bloem2019.scene import (
    ADDITIVE,
    HALVES,
    JOINT,
    NONCE2VEC,
    RANDOM,
    TEXT,
    TUNED,
    of_learners,
)
from quaver.papers.bloem2019.stored import APART
from quaver.results.terms import TermNumbers, of_terms

HALF_DIGIT = 0.0005
MARGIN = 0.05  # of a printed cosine
RANKS = "rank:1 rank_forth:1 rank_back:1 other_rank:1"
NUMBERS = "terms:whole runs cosine± between kappa± identified chance"
READ = (
    "Cosine: mean over pairs of draws within a term, then over test terms, with its "
    "95 % interval (jackknife over terms, and over runs). Between: the same of "
    "different terms, the level of chance; kappa = (cosine - between) / (1 - between); "
    "identified: share of draws nearest to another draw of their own term, beside its "
    "chance."
)


def rows(results, kind: str, how: str) -> Iterator[dict]:
    """Consistency of each set that the paper has, by one learner."""
    made = Rows(results)
    records = of_learners(results, of_terms(results, APART), kind, how)
    records = [x for x in records if made.is_of(x, RANDOM, HALVES)]
    return made.each(records, lambda own: [consistency(own)])


def consistency(own: TermNumbers) -> dict:
    """Columns of the consistency of a set's test terms."""
    sample = sample_of(own)
    return numbers(sample) | {"note": remarks(sample)}


def numbers(sample: Sample) -> dict:
    """The same of a sample: nothing where it has no term."""
    row = {"terms": len(sample.names), "runs": len(sample.runs)}
    if not sample.names:
        return row
    row |= columns("cosine", sample.means().estimate())
    row["between"] = sample.level()
    kappa = sample.kappas().estimate()
    low, high, _ = cut(*kappa.interval(), (-np.inf, 1))
    row |= ends("kappa", kappa.value, low, high)
    for name in ("identified", "chance"):
        known = getattr(sample, name)
        if np.isfinite(known).any():
            row[name] = float(np.nanmean(known))
    return row | ranks(sample)


def ranks(sample: Sample) -> dict:
    """Mean ranks in both directions, from the earlier draw, the later, of others."""
    if not np.isfinite(sample.ranks).any():
        return {}
    draws = sample.ranks.shape[-1]
    earlier = np.triu(np.ones((draws, draws), dtype=bool), 1)
    forth = known_mean(sample.ranks[..., earlier])
    back = known_mean(sample.ranks[..., earlier.T])
    both = within_terms(sample.ranks)
    others = within_terms(sample.others)
    names = "rank", "rank_forth", "rank_back", "other_rank"
    means = (float(np.nanmean(each)) for each in (both, forth, back, others))
    return dict(zip(names, means, strict=True))


def remarks(sample: Sample) -> list[str]:
    """What is to be said of a sample."""
    lost = f"{sample.lost} test terms without two draws"
    return [lost * bool(sample.lost), few(len(sample.names))]


def _beside(number: int, ranked: bool, comparable=reason):
    columns = {"published_cosine": "cosine"}
    return beside(
        f"table_{number}",
        comparable,
        keys=("dataset",),
        columns=columns | ({"published_rank": "rank"} if ranked else {}),
        value="cosine",
        interval=("cosine_low", "cosine_high"),
        ends=Printed("cosine", HALF_DIGIT),
        margin=MARGIN,
    )


def _declared(number: int, title: str, *, kind: str, how: str, ranked=True) -> Table:
    tail = (
        " Rank: 1 + background words nearer to a draw than the other draw is; forth "
        "from the earlier draw, back from the later; other: of a draw of another term."
    )
    caption = READ + tail * ranked
    comparable = reason if ranked else joint_reason
    return table(
        f"Table {number}",
        title,
        caption,
        f"{SET} {NUMBERS} {RANKS * ranked} published_cosine"
        f"{' published_rank:1' * ranked} band verdict",
        keys=f"set view sampling cosine between kappa {'rank ' * ranked}"
        f"published_cosine {'published_rank ' * ranked}verdict",
        rows=partial(rows, kind=kind, how=how),
        wanted=wants(kind, how, draws=(RANDOM, HALVES)),
        published=_beside(number, ranked, comparable),
    )


TABLE_1 = _declared(
    1, "How consistent is the text (additive)?", kind=ADDITIVE, how=TEXT
)
TABLE_3 = _declared(3, "How consistent is Nonce2Vec?", kind=NONCE2VEC, how=TUNED)
TABLE_4 = _declared(
    4, "How consistent are joint PPMI-SVD models?", kind=JOINT, how=TEXT, ranked=False
)
