"""What becomes of stable and uncertain neighbours on other text: halves of one corpus.

The documents of an encoded corpus are dealt out to two halves, as a scholar might have
met one or the other. Runs on the one, whole and bootstrapped, give lists with verdicts;
counted is which of the neighbours are among the nearest in runs on the other half, and
how far from their mean cosine there estimates and intervals are, both ways. As in

    snakemake results/demo/corpora/speeches_late.h5
    python bench/halves.py results/demo/corpora/speeches_late.h5

About five minutes of one core. What it printed stands in docs/decisions.md.
"""

import sys
from itertools import permutations
from pathlib import Path

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from quaver import store
from quaver.config import techniques
from quaver.corpora.samples import Sample, View, draw
from quaver.measures.trust import Query, Rule, nearest
from quaver.results.views import read_view
from quaver.spaces.queries import near, query_cosines
from quaver.statistics.bootstrap import interval
from quaver.trainers import glove, lsa, ppmi, word2vec

TECHNIQUES = {
    "lsa": (lsa, techniques.LSA(dimensions=50)),
    "ppmi": (ppmi, techniques.PPMI(dimensions=50)),
    "glove": (glove, techniques.GloVe(dimensions=50, x_max=10, epochs=15)),
    "word2vec": (word2vec, techniques.Word2Vec(dimensions=50, epochs=5)),
}
BOOTSTRAPPED, WHOLE, OTHER = 8, 4, 2  # runs
ASKED = np.arange(60, 1500, 6)  # ranks by frequency of the words asked for
RULE = Rule()
METHODS = ("whole_rms_z", "normal", "whole_rms", "whole")


def halves(path: Path, view: View) -> list[np.ndarray]:
    """Lines of the documents of even and of odd number."""
    with store.read(path, "corpus") as file:
        edges = file["document_offsets"][:]
    documents = np.searchsorted(edges, view.offsets[:-1], side="right")
    return [np.flatnonzero(documents % 2 == side) for side in (0, 1)]


def cosines(technique: str, view: View, units: np.ndarray, runs: range) -> np.ndarray:
    """Cosines of the words asked for with all words: (queries, runs, words).

    Runs from 100 on read the units shuffled, those before resampled.
    """
    trainer, parameters = TECHNIQUES[technique]
    found = []
    for run in runs:
        drawn = draw("shuffled" if run >= 100 else "bootstrapped", len(units), run)
        space = trainer.train(view, Sample(units[drawn.units]), parameters, run)
        parts = query_cosines(space.vectors, ASKED)
        found.append(np.concatenate([part for _, part in parts], axis=1))
    return np.stack(found, axis=1)


def held(cosines: np.ndarray) -> np.ndarray:
    """Share of runs that hold each word among the nearest: (words,)."""
    lists, words = near(cosines, RULE.n, 1).neighbours, cosines.shape[1]
    return (lists[:, :, None] == np.arange(words)).any(axis=1).mean(axis=0)


def judged(
    technique: str, view: View, units: np.ndarray, others: np.ndarray
) -> list[dict]:
    """Verdicts on one half, and the share of runs on the other that agree."""
    drawn = cosines(technique, view, units, range(BOOTSTRAPPED))
    whole = cosines(technique, view, units, range(100, 100 + WHOLE))
    fresh = cosines(technique, view, others, range(200, 200 + OTHER))
    rows = []
    for own, beside, other in zip(drawn, whole, fresh, strict=True):
        found = near(own, RULE.n, RULE.n)
        known = found.candidates >= 0
        words = found.candidates[known]
        query = Query(
            cosines=found.candidate_cosines[:, known],
            ranks=found.candidate_ranks[:, known],
            whole=beside[:, words],
            average=float(np.nanmean(found.mean)),
            others=int(np.isfinite(found.mean).sum()),
        )
        kept = held(other)[words]
        verdicts = nearest(query, RULE).verdict
        missed = misses(query, other[:, words].mean(axis=0))
        rows += [
            {"technique": technique, "verdict": verdict, "kept": share, **miss}
            for verdict, share, miss in zip(verdicts, kept, missed, strict=True)
        ]
    return rows


def misses(query: Query, fresh: np.ndarray) -> list[dict]:
    """How far from cosines on the other half those of each neighbour are.

    score_*: widths of intervals and 40 times the distance by which they miss.
    """
    found = {
        name: interval(name, query.whole, query.cosines, RULE.confidence)
        for name in METHODS
    }
    own = found[RULE.method]
    columns = {
        "estimate_off": own.estimate - fresh,
        "mean_off": query.cosines.mean(axis=0) - fresh,
        "below": fresh < own.low,
        "above": fresh > own.high,
    }
    for name, one in found.items():
        miss = np.maximum(one.low - fresh, 0) + np.maximum(fresh - one.high, 0)
        columns[f"score_{name}"] = one.high - one.low + miss * 2 / (1 - RULE.confidence)
    return pd.DataFrame(columns).to_dict("records")


def main() -> None:
    """Print neighbours of each verdict, the share kept, and misses of intervals."""
    path = Path(sys.argv[1])
    view = read_view(path, "line", 1.0)
    for technique in TECHNIQUES:
        rows = [
            row
            for units, others in permutations(halves(path, view))
            for row in judged(technique, view, units, others)
        ]
        table = pd.DataFrame(rows)
        kept = table.groupby(["technique", "verdict"])["kept"].agg(["count", "mean"])
        missed = table.drop(columns=["verdict", "kept"]).groupby("technique").mean()
        print(kept.round(3).to_string(), missed.round(3).T, sep="\n", flush=True)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
