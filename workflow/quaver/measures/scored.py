"""What people said of similar words in a table of scored pairs, by their cosine.

As quaver.measures.meaning, but of pairs that somebody chose. So chance is the mean
score of these pairs, and the threshold is theirs: another table has another. Counts of
the halves of lower and of higher scores show by how much. Deals: scores are dealt anew
among pairs, so that each bin keeps its pairs. All but counts and moves, as there, are
of the first run.
"""

from importlib.metadata import version
from typing import NamedTuple

import numpy as np

from quaver.measures.declare import MODELS, TABLE, Cost, Measure, Quantity
from quaver.measures.meaning import GROUPS, MOVED, refuse_few
from quaver.measures.quality import language_of, read_sets, scoring
from quaver.measures.quality_below import cosines_of_runs
from quaver.measures.similarity import is_asked
from quaver.quality.files import GENSIM, QualityError
from quaver.statistics.welch import Moments, moments

BINS = 40  # of .05: tables have a few hundred pairs
EDGES = (np.arange(BINS + 1) - BINS // 2) / (BINS // 2)  # bin k is (k, k + 1]
HALVES = "lower", "higher"
CURE = "lower 'least_pairs' (to 5, say), or take a larger table"


class Levels(NamedTuple):
    """Scores of pairs: values (levels,) ascending, of: (pairs,) the level of each."""

    of: np.ndarray
    values: np.ndarray

    def counts(self, bins: np.ndarray) -> np.ndarray:
        """Pairs by bin and level: (pairs,) -> (BINS, levels) int64."""
        made = np.zeros((BINS, len(self.values)), dtype=np.int64)
        np.add.at(made, (bins, self.of), 1)
        return made

    def among(self, kept: np.ndarray) -> "Levels":
        """Those of some pairs."""
        return Levels(self.of[kept], self.values)

    def dealt(self, bins: np.ndarray, number: int, seed: int) -> Moments:
        """Pairs, mean and variance by bin of scores dealt anew: (deals, BINS) each."""
        generator = np.random.default_rng(seed)
        deals = (
            Levels(generator.permutation(self.of), self.values) for _ in range(number)
        )
        every = (moments(deal.counts(bins), self.values) for deal in deals)
        return Moments(*map(np.stack, zip(*every, strict=True)))


def bins_of(cosines: np.ndarray) -> np.ndarray:
    """Bins of cosines, each of which holds its upper edge: any shape, int64."""
    edges = EDGES.astype(np.float32)  # as cosines are
    found = np.searchsorted(edges, cosines.astype(np.float32)) - 1
    return np.clip(found, 0, BINS - 1)


def measure(given, out) -> None:
    """Store joint counts of cosine and score in every run of a cell."""
    runs, spec = given.runs, given.spec
    (pairs,) = read_sets(spec["scored"]["sets"]).values()
    (cosines,) = cosines_of_runs(runs, {TABLE: pairs}, spec["scored"]).values()
    known = np.isfinite(cosines).all(axis=0)  # all runs so have the same pairs
    values, of = np.unique(pairs.gold[known], return_inverse=True)
    levels, bins = Levels(of, values), bins_of(cosines[:, known])
    counts = np.stack([levels.counts(own) for own in bins])
    pairs_known = f"of the {len(of):,} pairs of the table that all runs know"
    refuse_few(counts[0], spec["least_pairs"], pairs_known, CURE)
    words = np.array(pairs.words)[known]
    out.put_axes(runs=runs.numbers, edges=EDGES)
    out.put("values", ("levels",), values)
    out.put("counts", ("runs", "bins", "levels"), counts)
    left = _without(words, bins[0], levels, spec["seed"])
    out.put("without", ("word_groups", "bins", "levels"), left)
    deals = spec["relabellings"], spec["deals"]
    dealt = levels.dealt(bins[0], *deals)
    out.put("relabelled", ("relabellings", "bins"), dealt.mean)
    few = (levels.dealt(own, MOVED, spec["deals"]).mean for own in bins)
    centres = np.stack([own.mean(axis=0) for own in few])
    out.put("moves", ("runs", "bins"), centres - centres[0])
    out.put_axes(halves=list(HALVES))
    order = np.argsort(of, kind="stable")
    halves = [np.sort(x) for x in np.split(order, [len(order) // 2])]
    own = [levels.among(half).counts(bins[0, half]) for half in halves]
    out.put("sized", ("halves", "bins", "levels"), np.stack(own))
    means = [levels.among(x).dealt(bins[0, x], *deals).mean for x in halves]
    out.put("sized_relabelled", ("halves", "relabellings", "bins"), np.stack(means))
    out.describe("/", {"known": len(of), "pairs": len(pairs.words)})


def _without(
    words: np.ndarray, bins: np.ndarray, levels: Levels, seed: int
) -> np.ndarray:
    """Counts without each group of words: (pairs, 2) -> (groups, BINS, levels)."""
    names, rows = np.unique(np.char.lower(words), return_inverse=True)
    turns = np.random.default_rng(seed).permutation(len(names)) % GROUPS
    groups = turns[rows.reshape(words.shape)]
    kept = ((groups != group).all(axis=1) for group in range(GROUPS))
    return np.stack([levels.among(own).counts(bins[own]) for own in kept])


def _is_held(grid, cell) -> bool:
    """Tell whether similarities of a cell are held against a table of scores."""
    asked = grid.study.analyses.similarity
    if not (asked and asked.is_against("scores") and is_asked(grid, cell)):
        return False
    own, known = grid.language(cell), asked.baseline.language
    return own == known or own.startswith(f"{known}-")


def _spec(grid, subject) -> dict:
    asked, cell = grid.study.analyses.similarity, subject.cell
    baseline, file = asked.baseline, subject.file(MEASURE)
    entry = {key: getattr(baseline, key) for key in ("path", "format", "encoding")}
    scored = scoring(grid, cell, file)
    scored["sets"] = {TABLE: entry | grid.set_contents(TABLE, file)}
    if baseline.path.startswith(GENSIM):
        scored["gensim"] = version("gensim")
    return {
        "scored": scored,
        "least_pairs": asked.threshold.least_pairs,
        "relabellings": asked.threshold.relabellings,
        "seed": grid.seed_of("targets", cell.view),
        "deals": grid.seed_of("pairs", cell.view),
    }


MEASURE = Measure(
    name="scored",
    reads=(MODELS,),
    wanted=lambda grid, subject: _is_held(grid, subject.cell),
    spec=_spec,
    uses=language_of,
    refuses=(QualityError,),
    message="Count what people said of similar words in the runs of {subject}.",
    # a table is small: deals of some hundred pairs into bins
    cost=Cost(lambda size: size.spaces, lambda size: 1e9, 1),
    quantities={
        "scored_threshold": Quantity(
            label="least cosine from which pairs of a table are scored above its mean",
            symbol="t_p",
            formula="min of c where the rising fit of mean scores passes band and "
            "effect",
            source="ours, after Elekes et al. 2018, section 4",
            best="low",
            range=(-1.0, 1.0),
        ),
    },
)
