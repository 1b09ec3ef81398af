"""A study of records whose numbers are known, for the house's own items."""

from functools import partial
from types import SimpleNamespace

import numpy as np
from invented import cell

from quaver.config.study import Analyses
from quaver.items.item import build
from quaver.results.queries import QueryNumbers
from quaver.results.sizes import Sized, TextNumbers

KINDS = (
    *("cells", "corpora", "words", "distributions", "queries", "sizes", "asked"),
    *("associations", "changes", "opinions", "trajectories", "retrained", "scores"),
    *("laws", "similarities", "meanings", "scores_below", "scored"),
    *("terms_apart", "term_curves", "term_variances", "term_sets"),
)


class Numbers:
    """What Results gives, of records."""

    def __init__(self, analyses=None, **records):
        """Take records by kind; kinds that are not given have none."""
        assert set(records) <= set(KINDS)
        for kind in KINDS:
            setattr(self, kind, partial(list, records.get(kind, ())))
        analyses = Analyses() if analyses is None else analyses
        self.study = SimpleNamespace(study="tiny", analyses=analyses, corpora={})


def frame(table, **records):
    """The data frame of a declared table, of records by kind."""
    return build(table, Numbers(**records))


def rows(table, **records):
    """Its rows as mappings of what the CSV holds."""
    return frame(table, **records).to_dict("records")


def pairs(mean, runs=4, spread=0.02):
    """Shares of neighbours of all pairs of runs, 1 on the diagonal, with a mean."""
    values = np.full((runs, runs), float(mean))
    values[0], values[:, 0] = mean + spread, mean + spread
    values[1:, 1:] -= spread * 2 / (runs - 2)
    np.fill_diagonal(values, 1)
    return values


def text_numbers(fractions=4, runs=4, rise=0.4, **changes):
    """A text of fractions that each have half of the next; odds rise as a power."""
    halves = 0.5 ** np.arange(fractions)[::-1]
    shares = [1 / (1 + 2 * np.exp(-rise * np.log(half))) for half in halves]
    sizes = [
        Sized(
            view=f"news.{half}",
            fraction=half,
            tokens=int(1_000_000 * half),
            runs=runs,
            words=10_001,
            share=pairs(share - 0.05, runs, 0.002),
            common=pairs(share, runs, 0.002),
        )
        for half, share in zip(halves.tolist(), shares, strict=True)
    ]
    frequency = np.arange(1.0, 101)
    facts = {
        "corpus": "news",
        "view": "news",
        "unit": "line",
        "language": "hi",
        "technique": "word2vec",
        "trainer": "word2vec",
        "n": 10,
        "targets": 100,
        "common": 80,
        "sizes": sizes,
        "frequency": frequency,
        "word_share": np.where(frequency >= 60, 0.7, 0.2),
    }
    return TextNumbers(**facts | changes)


def query_numbers(runs=3, queries=6, spread=0.03, **changes):
    """Queries with 40 candidates, the nearest first, and lists of five."""
    generator = np.random.default_rng(runs)
    noise = generator.normal(0, spread, (runs, queries, 40))
    values = np.linspace(0.9, 0.1, 40) + noise
    order = np.argsort(-values, axis=2)
    facts = {
        "cell": cell(sampling="bootstrapped", runs=runs),
        "words": [f"w{k}" for k in range(40 + queries)],
        "frequency": np.arange(40.0 + queries, 0, -1),
        "names": [f"w{40 + k}" for k in range(queries)],
        "queries": 40 + np.arange(queries),
        "studied": np.ones(queries, bool),
        "listed": np.zeros(queries, bool),
        "neighbours": order[:, :, :5],
        "cosines": np.take_along_axis(values, order, axis=2)[:, :, :5],
        "candidates": np.tile(np.arange(40), (queries, 1)),
        "candidate_cosines": values,
        "candidate_ranks": np.argsort(order, axis=2) + 1,
    }
    return QueryNumbers(**facts | changes)
