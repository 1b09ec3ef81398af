"""What WordNet says of pairs of words, by their cosine and by their rank in lists.

Elekes et al. 2018, section 4: mean LCH by bin of cosine, and by rank, of all pairs that
WordNet knows. Beside it the same after words were dealt anew among words of as many
senses in each part and like frequency (quaver.statistics.relabelling): what no meaning
looks like. Deals, counts without groups of words, those of fewer: of the first run.
Which pairs fall in a bin is each run's own chance, which deals share with meanings. So
a few deals of each run tell how far its mean of deals has moved from the first's.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quaver.measures.declare import MODELS, WORDNET, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.measures.senses import read_parts
from quaver.measures.similarity import is_asked
from quaver.spaces.draws import drawn
from quaver.spaces.joint import (
    Grouped,
    bins_of_pairs,
    counts_without,
    joint_counts,
    level_matrix,
    ranks_of_pairs,
)
from quaver.spaces.similarities import EDGES
from quaver.spaces.taxonomy import lch_values
from quaver.statistics.relabelling import kinds, relabel, strata
from quaver.statistics.thresholds import rank_edges
from quaver.statistics.welch import Moments, moments

GROUPS = 20  # of words, for the jackknife
STRATUM = 20  # words of as many senses and like frequency that are dealt together
SHARES = 0.1, 1 / 3  # of the words, to see what fewer of them tell
FEWEST = 10  # words of which so few still make pairs of each kind
MOMENTS = {"": "mean", "_pairs": "pairs", "_variance": "variance"}
ENGLISH = "en"  # the language of WordNet
AXES = "bins", "rank_groups"  # what pairs are counted by, and how that is called
COUNTS, WITHOUT = ("counts", "rank_counts"), ("without", "rank_without")
DEALT, MOVES = ("relabelled", "relabelled_ranks"), ("moves", "rank_moves")
MOVED = 20  # deals of each run
KNOWN = "pairs of words that WordNet knows"
CURE = "compare more words (targets, min_count), or lower 'least_pairs'"


class Words(NamedTuple):
    """Words that WordNet knows, ascending rows; what is known of each: (words,).

    turns: place in a random order, by which words are left out. kinds: equal where
    words have as many senses in each part of speech.
    """

    rows: np.ndarray
    turns: np.ndarray
    kinds: np.ndarray
    frequency: np.ndarray

    def among(self, kept: np.ndarray) -> "Words":
        """Some of them."""
        return Words(*(part[kept] for part in self))


class Baseline(NamedTuple):
    """levels: (words, words) uint8, NONE of no value. values: (levels,) ascending."""

    levels: np.ndarray
    values: np.ndarray

    def among(self, words: np.ndarray) -> "Baseline":
        """That of some words."""
        return Baseline(self.levels[np.ix_(words, words)], self.values)

    def counts(self, grouped: Grouped, deal: np.ndarray | None = None) -> np.ndarray:
        """Pairs by group and level: (groups, levels) int64."""
        return joint_counts(grouped, self.levels, len(self.values), deal)


def deals_of(words: Words, number: int, seed: int) -> list[np.ndarray]:
    """Words dealt anew within strata of kind and frequency, so many times."""
    own = strata(words.kinds, words.frequency, min(STRATUM, len(words.rows)))
    generator = np.random.default_rng(seed)
    return [relabel(own, generator) for _ in range(number)]


def relabelled(
    grouped: Grouped, baseline: Baseline, deals: Sequence[np.ndarray]
) -> Moments:
    """Pairs, mean and variance of the baseline by group in each deal: (deals, groups).

    NaN of groups in which a deal leaves too few pairs.
    """
    every = (moments(baseline.counts(grouped, x), baseline.values) for x in deals)
    return Moments(*map(np.stack, zip(*every, strict=True)))


def centre(
    grouped: Grouped, baseline: Baseline, deals: Sequence[np.ndarray]
) -> np.ndarray:
    """Mean over the first few deals of a run, to be held against other runs: (groups,),
    NaN of groups in which a deal leaves nothing."""
    return relabelled(grouped, baseline, deals[:MOVED]).mean.mean(axis=0)


def measure(given, out) -> None:
    """Store joint counts of similarity and LCH in every run of a cell."""
    shared, spec = given.shared(), given.spec
    frequency = given.runs.frequency()[shared.mask]
    is_counted = bool(frequency.any())
    if not is_counted:  # of spaces trained elsewhere, which mostly list words by it
        frequency = np.arange(len(frequency), 0.0, -1)
    with given.other(WORDNET) as stored:
        words, known = _words(stored, shared, frequency, spec)
        named = [shared.words[row] for row in words.rows]
        is_first = spec.get("senses") == "first"
        parts = read_parts(stored, named, spec["parts"], first=is_first)
    baseline = Baseline(level_matrix(parts), lch_values([tree for tree, _ in parts]))
    edges, spaces = rank_edges(len(shared.words) - 1), shared.spaces()
    deals = deals_of(words, spec["relabellings"], spec["deals"])
    counts, centres, of_first = [], [], {}
    for run in range(len(spaces)):
        units = spaces[run]
        grouped = (
            bins_of_pairs(units[words.rows]),
            ranks_of_pairs(units, words.rows, edges),
        )
        del units
        counts.append([baseline.counts(own) for own in grouped])
        if not run:
            refuse_few(counts[0][0], spec["least_pairs"], KNOWN, CURE)
            of_first = _of_first(grouped, words, baseline, (deals, spec))
        centres.append([centre(own, baseline, deals) for own in grouped])
    shared.put(out)
    out.put_axes(runs=shared.numbers, targets=words.rows)
    out.put_axes(edges=EDGES, rank_edges=edges)
    out.put("values", ("levels",), baseline.values)
    for place, (name, moves, axis) in enumerate(zip(COUNTS, MOVES, AXES, strict=True)):
        stacked = np.stack([own[place] for own in counts])
        out.put(name, ("runs", axis, "levels"), stacked)
        of_runs = np.stack([own[place] for own in centres])
        out.put(moves, ("runs", axis), of_runs - of_runs[0])
    for name, (axes, values) in of_first.items():
        out.put(name, axes, values)
    asked, there = spec["targets"], len(words.rows)
    capped = f"{asked:,} words asked for, WordNet knows {known:,}" * (there < asked)
    uncounted = "their order is taken for their frequency" * (not is_counted)
    note = "; ".join(filter(None, [capped, uncounted]))
    out.describe("/", {"known": known, "note": note})


def _words(stored, shared, frequency: np.ndarray, spec) -> tuple[Words, int]:
    """Words that WordNet knows, as many as are asked for; how many it knows.

    Kinds are of all senses, also where the first alone are compared: both readings then
    have the same deals.
    """
    parts = read_parts(stored, shared.words, spec["parts"])
    by_part = np.stack([np.diff(own.offsets) for _, own in parts], axis=1)
    senses = by_part.sum(axis=1)
    mask = np.zeros(len(shared.mask), dtype=bool)
    mask[np.flatnonzero(shared.mask)] = senses > 0
    known = int(mask.sum())
    if known < FEWEST:
        raise MeasureError(
            f"WordNet knows {known} of {len(senses):,} words, and {FEWEST} are needed: "
            "use a text with more English words, or remove 'baseline'"
        )
    rows = np.flatnonzero(senses)[drawn(mask, spec["targets"], spec["seed"])]
    turns = np.argsort(rows)
    rows = rows[turns]
    return Words(rows, turns, kinds(by_part[rows]), frequency[rows]), known


def refuse_few(counts: np.ndarray, least: int, pairs: str, cure: str) -> None:
    """Refuse where pairs are too few for two bins of cosines: (bins, levels)."""
    bins = int((counts.sum(axis=1) >= least).sum())
    if bins < 2:
        raise MeasureError(
            f"{bins} bins of cosines have {least:,} {pairs}, and two are needed: {cure}"
        )


def _of_first(
    grouped: Sequence[Grouped], words: Words, baseline: Baseline, how: tuple
) -> dict[str, tuple]:
    """Deals, counts without groups of words, and of fewer: axes, values by name."""
    deals, spec = how
    groups = words.turns % GROUPS
    number, made = len(baseline.values), {}
    for own, name, without, axis in zip(grouped, DEALT, WITHOUT, AXES, strict=True):
        left = counts_without(own, baseline.levels, number, groups)
        made[without] = ("word_groups", axis, "levels"), left
        told = relabelled(own, baseline, deals)
        for suffix, field in MOMENTS.items():
            made[f"{name}{suffix}"] = ("relabellings", axis), getattr(told, field)
    sizes = [max(round(share * len(words.rows)), FEWEST) for share in SHARES]
    fewer = [_fewer(grouped[0], words, baseline, (size, spec)) for size in sizes]
    fewer.append((baseline.counts(grouped[0]), made[DEALT[0]][1]))
    counts, means = (np.stack(x) for x in zip(*fewer, strict=True))
    made["sizes"] = ("sizes",), np.array([*sizes, len(words.rows)])
    made["sized"] = ("sizes", "bins", "levels"), counts
    made["sized_relabelled"] = ("sizes", "relabellings", "bins"), means
    return made


def _fewer(
    bins: Grouped, words: Words, baseline: Baseline, how: tuple
) -> tuple[np.ndarray, np.ndarray]:
    """Counts of the first of words in random order, and means of their own deals."""
    size, spec = how
    kept = np.flatnonzero(words.turns < size)
    own, few = bins.among(kept), baseline.among(kept)
    deals = deals_of(words.among(kept), spec["relabellings"], spec["deals"])
    return few.counts(own), relabelled(own, few, deals).mean


def _is_meant(grid, cell) -> bool:
    """Tell whether similarities of a cell are held against WordNet."""
    asked = grid.study.analyses.similarity
    is_held = asked and asked.is_against(WORDNET)
    speaks = grid.language(cell).partition("-")[0] == ENGLISH
    return bool(is_held) and speaks and is_asked(grid, cell)


def _spec(grid, subject) -> dict:
    asked, cell = grid.study.analyses.similarity, subject.cell
    senses = asked.baseline.senses
    return {
        **({} if senses == "all" else {"senses": senses}),
        "targets": asked.targets,
        "parts": list(asked.baseline.parts),
        "least_pairs": asked.threshold.least_pairs,
        "relabellings": asked.threshold.relabellings,
        "seed": grid.seed_of("targets", cell.view),
        "deals": grid.seed_of("pairs", cell.view),
        "vocabulary": grid.study.analyses.stability.vocabulary,
    }


MEASURE = Measure(
    name="meaning",
    reads=(MODELS, "vocabulary?", WORDNET),
    wanted=lambda grid, subject: _is_meant(grid, subject.cell),
    spec=_spec,
    message="Count what WordNet says of similar words in the runs of {subject}.",
    # levels, bins and ranks of all pairs, a byte each, and what is made of them
    cost=Cost(lambda size: size.spaces + 4.0 * size.meant**2, lambda s: s.meanings, 1),
    quantities={
        "meaning_threshold": Quantity(
            label="least cosine from which WordNet sees meaning",
            symbol="t",
            formula="min of c where the rising fit of mean LCH passes band and effect",
            source="ours, after Elekes et al. 2018, section 4",
            best="low",
            range=(-1.0, 1.0),
        ),
    },
)
