"""What becomes of stable and uncertain neighbours on other text: halves of one corpus.

The documents of an encoded corpus are dealt out to two halves, as a scholar might have
met one or the other. Runs on the one, whole and bootstrapped, give lists with verdicts;
counted is which of the neighbours are among the nearest in runs on the other half, and
how far from their mean cosine there estimates and intervals are, both ways. As in

    snakemake results/demo/corpora/speeches_late.h5
    python bench/halves.py results/demo/corpora/speeches_late.h5 --draw document

Units are lines; bootstrapped runs draw whole documents, or what --draw says. Intervals
of shares are those of other words asked for (drawn with replacement, each with all its
neighbours in both halves): how another split of the documents would differ they do not
say. About five minutes of one core. What it printed stands in docs/decisions.md.
"""

import argparse
from itertools import permutations
from pathlib import Path

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from quaver import store
from quaver.config import techniques
from quaver.corpora.samples import Sample, View, draw
from quaver.measures.trust import Query, Rule, nearest
from quaver.results.groups import Groups, read_groups
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
RESAMPLES = 2000  # of the words asked for


def halves(path: Path, view: View, draw: str) -> list[Groups]:
    """Groups of lines that are drawn, of documents of even and of odd number."""
    with store.read(path, "corpus") as file:
        edges = file["document_offsets"][:]
    documents = np.searchsorted(edges, view.offsets[:-1], side="right")
    groups = read_groups(path, "line", 1.0, draw)
    parts = np.split(groups.units, groups.edges[1:-1])
    return [
        grouped(groups, [part for part in parts if documents[part[0]] % 2 == side])
        for side in (0, 1)
    ]


def grouped(whole: Groups, parts: list[np.ndarray]) -> Groups:
    """Some of the groups of a text."""
    edges = np.append(0, np.cumsum([len(part) for part in parts]))
    # as many tokens as there are groups: their lengths are not asked for
    return whole._replace(units=np.concatenate(parts), edges=edges, tokens=edges[1:])


def cosines(technique: str, view: View, half: Groups, runs: range) -> np.ndarray:
    """Cosines of the words asked for with all words: (queries, runs, words).

    Runs from 100 on read the units shuffled, those before resampled.
    """
    trainer, parameters = TECHNIQUES[technique]
    by_run = []
    for run in runs:
        if run >= 100:
            order = draw("shuffled", len(half.units), run)
            sample = Sample(half.units[order.units])
        else:
            sample = half.draw(run)
        space = trainer.train(view, sample, parameters, run)
        parts = query_cosines(space.vectors, ASKED)
        by_run.append(np.concatenate([part for _, part in parts], axis=1))
    return np.stack(by_run, axis=1)


def held(cosines: np.ndarray) -> np.ndarray:
    """Share of runs that hold each word among the nearest: (words,)."""
    lists, words = near(cosines, RULE.n, 1).neighbours, cosines.shape[1]
    return (lists[:, :, None] == np.arange(words)).any(axis=1).mean(axis=0)


def judged(technique: str, view: View, half: Groups, other_half: Groups) -> list[dict]:
    """Verdicts on one half, and the share of runs on the other that agree."""
    drawn = cosines(technique, view, half, range(BOOTSTRAPPED))
    whole = cosines(technique, view, half, range(100, 100 + WHOLE))
    fresh = cosines(technique, view, other_half, range(200, 200 + OTHER))
    rows = []
    for asked, own, beside, other in zip(ASKED, drawn, whole, fresh, strict=True):
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
            {"asked": asked, "verdict": verdict, "kept": share, **miss}
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


def shares(neighbours: pd.DataFrame) -> dict:
    """Shares of neighbours that the other half's lists have, and of cosines there that
    their intervals hold; where 95 % of these lie were other words asked for."""
    held = ~(neighbours["below"] | neighbours["above"])
    facts = {"words": neighbours["asked"].nunique(), "neighbours": len(neighbours)}
    for name, values in (("kept", neighbours["kept"]), ("held", held)):
        by_word = values.groupby(neighbours["asked"]).agg(["sum", "count"]).to_numpy()
        generator = np.random.default_rng(len(by_word))
        rows = generator.integers(0, len(by_word), (RESAMPLES, len(by_word)))
        drawn = by_word[rows].sum(axis=1).astype(float)
        ends = np.quantile(drawn[:, 0] / drawn[:, 1], (0.025, 0.975))
        facts |= {name: values.mean(), f"{name}_low": ends[0], f"{name}_high": ends[1]}
    return facts


def told(technique: str, view: View, sides: list[Groups]) -> pd.DataFrame:
    """Neighbours of each verdict, the share kept, and misses of intervals of all."""
    pairs = permutations(sides)
    table = pd.DataFrame([x for pair in pairs for x in judged(technique, view, *pair)])
    by_verdict = {name: shares(own) for name, own in table.groupby("verdict")}
    missed = table.drop(columns=["asked", "verdict", "kept"]).mean()
    rows = pd.DataFrame(by_verdict).T.rename_axis("verdict").reset_index()
    return rows.assign(**missed)


def main() -> None:
    """Print what became of neighbours, by technique and verdict."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, help="an encoded corpus")
    parser.add_argument("--draw", default="document", help="what runs draw: line, ...")
    parser.add_argument("--table", type=Path, help="a CSV to add rows to")
    options = parser.parse_args()
    view = read_view(options.corpus, "line", 1.0)
    sides = halves(options.corpus, view, options.draw)
    for side in sides:
        print(f"{len(side.tokens)} groups of {len(side.units)} lines ({options.draw})")
    facts = {"text": options.corpus.stem, "draw": options.draw}
    for technique in TECHNIQUES:
        rows = told(technique, view, sides).astype({"words": int, "neighbours": int})
        for place, (name, value) in enumerate(
            {**facts, "technique": technique}.items()
        ):
            rows.insert(place, name, value)
        print(rows.round(3).T.to_string(header=False), flush=True)
        if table := options.table:
            is_new = not table.exists()
            rows.to_csv(
                table, mode="a", header=is_new, index=False, float_format="%.3f"
            )


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
