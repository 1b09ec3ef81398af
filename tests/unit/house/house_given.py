"""A study of records whose numbers are known, for the house's own items."""

from collections import defaultdict
from functools import partial
from types import SimpleNamespace

import numpy as np

from quaver.config.study import Analyses
from quaver.items.item import build
from quaver.results.distribution_records import (
    Averaged,
    Compared,
    DistributionNumbers,
)
from quaver.results.queries import QueryNumbers
from quaver.results.records import CellNumbers, CorpusNumbers, SetNumbers, WordNumbers
from quaver.results.sizes import Sized, TextNumbers

# Three runs: pairs 0.01, 0.02, 0.03; mean 0.02, deviation sqrt(2/3) 0.01.
LOSSES = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]]) / 100
PAIR = np.array([[0, 1], [1, 0]])
T2 = 4.302652729911275  # Student's t, 95 %, of 2
# Means of runs 0.015, 0.02, 0.025: jackknife error sqrt(2/3 * 2) 0.01.
REACH = np.sqrt(4 / 3) * 0.01 * T2
KINDS = (
    *("cells", "corpora", "words", "distributions", "distances", "queries", "sizes"),
    "asked",
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


def cell(**changes):
    facts = {
        "corpus": "news",
        "view": "news",
        "unit": "line",
        "fraction": 1.0,
        "language": "hi",
        "technique": "word2vec",
        "trainer": "word2vec",
        "sampling": "shuffled",
        "runs": 3,
        "failed": 0,
        "losses": LOSSES,
        "words": 400,
        "steps": (("in any run", 500, 0), ("in every run", 400, 100)),
        "averages": {},
        "overlaps": {},
        "parameters": {"dimensions": 300, "epochs": 5, "negative": 5},
    }
    facts |= changes
    if "corpus" in changes and "view" not in changes:
        facts["view"] = changes["corpus"]
    return CellNumbers(**facts)


def failed(**changes):
    gone = {"failed": 2, "losses": None, "words": None, "reason": "too small"}
    return cell(**gone | changes)


def square(mean, runs=3, spread=0.0):
    """Losses with a mean, and deviations from it that cancel over three runs."""
    values = np.full((runs, runs), float(mean))
    if spread:
        values += spread * (LOSSES - 0.02) / 0.01
    np.fill_diagonal(values, 0)
    return values


def scored(*scores, kind="analogies", known=80, questions=100, note=""):
    there = np.full(len(scores), known)
    sections = {"family": (questions, there, there // 2)}
    return SetNumbers(
        kind=kind,
        questions=questions,
        scores=np.array(scores, dtype=float),
        known=there,
        sections=sections if kind == "analogies" else {},
        note=note,
    )


def corpus(name="news", language="hi", tokens=50_000_000, types=200_000, **changes):
    names = ["read", "cleaned", "deduplicated", "cut"]
    counted = ("documents", "sentences", "lines", "tokens")
    steps = {"step": names, "types": [types] * 4}
    steps |= {key: [tokens] * 4 for key in counted}
    facts = {"series": "", "period": "", "deduplicated": "none", "min_count": 5}
    facts |= {"dropped": defaultdict(int)}
    facts |= {"frequent": types, "steps": steps}
    return CorpusNumbers(corpus=name, language=language, **facts | changes)


def words(**changes):
    count = 200
    facts = {
        "corpus": "news",
        "view": "news",
        "language": "hi",
        "technique": "word2vec",
        "trainer": "word2vec",
        "words": [f"w{k:03}" for k in range(count)],
        "frequency": np.arange(1.0, count + 1),
        "intrinsic": np.linspace(0.02, 0.021, count),
        "extrinsic": np.linspace(0.05, 0.03, count),
        "missing": 0,
        "dropped": 0,
    }
    return WordNumbers(**facts | changes)


def averaged(cosine_rows, firsts, scores=(), losses=None):
    cosine_rows = np.asarray(cosine_rows, dtype=float)
    sets = {"google": np.asarray(scores, dtype=float)} if len(scores) else {}
    known = {name: np.full(len(firsts), 90) for name in sets}
    return Averaged(losses, cosine_rows, sets, known, np.asarray(firsts))


def compared(sizes=(2,), method="tree", shift=1.1, gain=0.02):
    """Eight runs of scores 0.50 to 0.57; averages have means x shift, + gain."""
    generator = np.random.default_rng(1)
    single = 0.3 + generator.normal(0, 0.02, (8, 300))
    scores = 0.5 + np.arange(8) / 100
    made = {}
    for size in sizes:
        groups = 8 // size
        rows = single.reshape(groups, size, -1).mean(axis=1) * shift
        points = scores.reshape(groups, size).mean(axis=1) + gain
        made[method, size] = averaged(
            rows, 1 + size * np.arange(groups), points, square(0.01, groups)
        )
    return Compared(
        methods=[method],
        sizes=list(sizes),
        single=averaged(single, np.arange(1, 9), scores, square(0.02, 8)),
        averages=made,
        lists=None,
    )


def record(of=None, **parts):
    return DistributionNumbers(cell=of or cell(), **parts)


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
