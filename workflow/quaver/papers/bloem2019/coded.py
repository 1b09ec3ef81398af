"""The paper's measure as its text has it, and as its published code has it."""

from collections.abc import Iterator

import numpy as np

from quaver.items.item import Table
from quaver.papers.bloem2019 import PAPER, scene
from quaver.papers.bloem2019.consistency import ranks, remarks
from quaver.papers.bloem2019.declare import SET, Rows, wants
from quaver.papers.bloem2019.estimates import columns, known_mean
from quaver.papers.bloem2019.samples import Sample, sample_of
from quaver.papers.bloem2019.stored import APART
from quaver.results.terms import TermNumbers, of_terms

READINGS = {
    scene.ADDITIVE: (scene.TEXT, scene.CODED),
    scene.NONCE2VEC: (scene.TUNED, scene.CODED),
    scene.JOINT: (scene.TEXT, scene.CODED),
}


def rows(results) -> Iterator[dict]:
    """Cosines and ranks of every set, by learners of both readings."""
    made = Rows(results)
    records = [
        own
        for own in of_terms(results, APART)
        if how(results.grid, own.learner)
        and made.is_of(own, scene.RANDOM, scene.HALVES)
    ]

    def of_record(own: TermNumbers) -> Iterator[dict]:
        yield {"reading": how(results.grid, own.learner)} | averages(sample_of(own))

    return made.each(records, of_record)


def how(grid, learner: str) -> str:
    """The reading of a learner that has two; empty of others."""
    kind, own = scene.reading(grid, learner)
    if own not in READINGS.get(kind, ()):
        return ""
    return scene.CODED if own == scene.CODED else scene.TEXT


def averages(sample: Sample) -> dict:
    """Means within terms first, and over all pairs of draws at once."""
    row = {"terms": len(sample.names), "runs": len(sample.runs)}
    row |= {"note": remarks(sample)}
    if not sample.names:
        return row
    draws = sample.pairs.shape[-1]
    earlier = np.triu(np.ones((draws, draws), dtype=bool), 1)
    row |= columns("cosine", sample.means().estimate())
    row["between"] = sample.level()
    row["all_pairs"] = _flat(sample.pairs[..., earlier])
    # the code asks from the earlier draw alone
    row["all_ranks"] = _flat(sample.ranks[..., earlier])
    return row | ranks(sample)


def _flat(values: np.ndarray) -> float:
    """Mean over runs of all that is known in each."""
    by_run = values.reshape(len(values), -1)
    return float(known_mean(by_run).mean())


AS_CODED = Table(
    name="as_coded",
    title=f"The text and the code of {PAPER.title}, side by side",
    caption="Learners as in the text, and as coded: the additive model over the "
    "distinct words of whole sentences, Nonce2Vec counting trained pairs, joint models "
    "with other terms unmarked. Cosine and rank: means within a term first, rank in "
    "both directions; all pairs, all ranks: over all pairs of draws at once, ranks "
    "from the earlier draw, as coded. Between: the cosine of different terms; "
    "intervals: 95 %, over terms and runs.",
    columns=f"{SET} reading:text terms:whole runs cosine± all_pairs between "
    "mean_rank:1 rank_forth:1 rank_back:1 all_ranks:1 note",
    keys="set learner reading view sampling cosine all_pairs between mean_rank "
    "all_ranks",
    rows=rows,
    order=10,
    reads=(APART, "draw_sentences"),
    wanted=lambda grid: any(wants(kind, scene.CODED)(grid) for kind in READINGS),
)
