"""How often intervals of thresholds hold the truth, by planted vectors and WordNet.

A vector is the sum of what stands above a word's senses, each synset with a random
direction, and noise. So meaning comes gradually, pairs share words, and the baseline is
WordNet's own. The true threshold is that of very many words. Told are the shares in
which an interval holds it: over words (jackknife, of random words), over runs (noise
drawn anew, beside the mean of all runs; with and without the width of bins).

    python bench/threshold_coverage.py --folder /usr/share/wordnet
"""

import argparse
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from quaver.corpora import wordnet
from quaver.corpora.morphy import look_up
from quaver.measures.meaning import (
    GROUPS,
    Baseline,
    Words,
    centre,
    deals_of,
    relabelled,
)
from quaver.spaces.joint import bins_of_pairs, counts_without, level_matrix
from quaver.spaces.normalise import unit_rows
from quaver.spaces.similarities import EDGES
from quaver.spaces.taxonomy import Senses, lch_values, taxonomy
from quaver.statistics import curves
from quaver.statistics.over_words import interval
from quaver.statistics.relabelling import kinds
from quaver.statistics.thresholds import Rule, over_runs
from quaver.statistics.welch import Threshold

SEED = 20180413
DEALS = 200  # as studies have by default
BIN = EDGES[1] - EDGES[0]
WORLDS = (1.0, 0.0), (3.0, 0.0), (2.0, 0.5)  # noise, and what words have in common


class Planted(NamedTuple):
    """Words with what WordNet and vectors know of them.

    places: (words, dims) where senses stand. levels: (words, words). senses: (words,
    parts). frequency: (words,).
    """

    places: np.ndarray
    baseline: Baseline
    senses: np.ndarray
    frequency: np.ndarray

    def vectors(self, noise: float, common: float, seed: int) -> np.ndarray:
        """Unit rows of a run; noise: its length, where places have 1 or so.

        common: how much words of many senses have in common, whatever these are.
        """
        generator = np.random.default_rng(seed)
        own = generator.standard_normal(self.places.shape)
        rows = self.places + noise / np.sqrt(self.places.shape[1]) * own
        rows[:, 0] += common * np.log(self.senses.sum(axis=1))
        return unit_rows(rows.astype(np.float32))

    def words(self, rows: np.ndarray) -> Words:
        """Some of them, as a measure has them: in the order of their rows."""
        own = self.senses[rows]
        turns = np.random.default_rng(SEED).permutation(len(rows))
        return Words(rows, turns, kinds(own), self.frequency[rows])


def planted(options) -> Planted:
    """Random words of WordNet, with vectors of their places in it."""
    with tempfile.TemporaryDirectory() as work:
        parts = wordnet.read({"folder": options.folder}, Path(work))
    lemmas = {x for part in parts.values() for x in part.lexicon.lemmas if x.isalpha()}
    generator = np.random.default_rng(SEED)
    chosen = sorted(lemmas)
    chosen = generator.choice(chosen, min(options.words, len(chosen)), replace=False)
    places, known, counts = np.zeros((len(chosen), options.dims)), [], []
    for name, part in parts.items():
        facts = {"depth": part.depth, "is_rooted": part.is_rooted}
        tree = taxonomy(part.parent_offsets, part.parents, **facts)
        senses = Senses(*look_up(part.lexicon, chosen.tolist(), name))
        above = _above(tree, generator.standard_normal((len(tree.roots), options.dims)))
        numbers = np.diff(senses.offsets)
        owners = np.repeat(np.arange(len(chosen)), numbers)
        np.add.at(places, owners, above[senses.rows])
        known.append((tree, senses))
        counts.append(numbers)
    by_part = np.stack(counts, axis=1)
    places /= np.sqrt(by_part.sum(axis=1, keepdims=True))
    baseline = Baseline(level_matrix(known), lch_values([tree for tree, _ in known]))
    noise = generator.normal(size=len(chosen))
    frequency = np.exp(np.log(by_part.sum(axis=1)) + noise)
    return Planted(places, baseline, by_part, frequency)


def _above(tree, own: np.ndarray) -> np.ndarray:
    """Sums of directions from the root to each synset, of length 1 on average."""
    sums, depths = own.copy(), np.ones(len(own))
    for synset in range(len(own)):
        parents = tree.parents[tree.offsets[synset] : tree.offsets[synset + 1]]
        if len(parents):
            sums[synset] += sums[parents[0]]
            depths[synset] += depths[parents[0]]
    return sums / np.sqrt(depths * own.shape[1])[:, None]


def curve_of(units, words: Words, baseline: Baseline, how: tuple[Rule, int]):
    """Bins, relabelled means and curve of words in a run; how: rule, seed of deals."""
    (rule, seed), bins = how, bins_of_pairs(units)
    dealt = relabelled(bins, baseline, deals_of(words, DEALS, seed)).mean
    counts = baseline.counts(bins)
    own = curves.curve_of(counts, baseline.values, dealt, rule)
    return bins, dealt, own


def of_words(world: Planted, units, true: float, options) -> None:
    """Shares of samples of words whose interval holds the threshold of all words."""
    generator, rule = np.random.default_rng(SEED), Rule(least_pairs=options.least)
    ends, tenths = [], []
    for number in range(options.worlds):
        rows = np.sort(generator.choice(len(units), options.sample, replace=False))
        words, baseline = world.words(rows), world.baseline.among(rows)
        ends.append(ends_of(units[rows], words, baseline, (rule, number)))
        few = np.flatnonzero(words.turns < round(np.sqrt(0.1) * len(rows)))
        own = units[rows[few]], words.among(few), baseline.among(few)
        tenths.append(ends_of(*own, (rule, number)))
    for name, found in (("all pairs", ends), ("a tenth", tenths)):
        own, loose, strict = np.array(found).T
        held, told = (loose <= true) & (true <= strict), np.isfinite(own)
        shut = np.isfinite(strict)
        width = np.median((strict - loose)[shut]) if shut.any() else np.inf
        deviation = np.std(own[told]) if told.any() else np.nan
        print(
            f"    over words, {name}: {share(held)} of samples hold it; thresholds "
            f"{np.median(own):.2f} (deviation {deviation:.3f}, none in "
            f"{1 - told.mean():.3f}), interval {width:.2f} wide, above open in "
            f"{1 - shut.mean():.3f}"
        )


def ends_of(units, words: Words, baseline: Baseline, how: tuple[Rule, int]):
    """Threshold, loose and strict end as cosines, infinite where there is none.

    Where all bins that count lie surely below, the loose end is the end of the last.
    """
    bins, _, curve = curve_of(units, words, baseline, how)
    if isinstance(curve, str):  # too few pairs for two bins
        return np.inf, -1, np.inf
    groups, levels = words.turns % GROUPS, len(baseline.values)
    without = counts_without(bins, baseline.levels, levels, groups)
    own = interval(curve, without, baseline.values)
    if own.loose.group is None:
        own = own._replace(loose=Threshold(int(curve.bins[-1]) + 1))
    values = [x.value(EDGES) for x in own]
    return np.where(np.isnan(values), np.inf, values)


def of_runs(world: Planted, how: tuple[float, float], options) -> None:
    """Shares of groups of runs whose interval holds the mean of all runs.

    As in a cell, runs are held against deals of the first, moved by a few of their own.
    """
    generator, rule = np.random.default_rng(SEED), Rule(least_pairs=options.least)
    rows = np.sort(generator.choice(len(world.senses), options.sample, replace=False))
    words, baseline = world.words(rows), world.baseline.among(rows)
    counts, deals, centres = [], [], []
    few = deals_of(words, DEALS, SEED)
    for run in range(options.runs):
        bins = bins_of_pairs(world.vectors(*how, run)[rows])
        counts.append(baseline.counts(bins))
        own = deals_of(words, DEALS, run)
        deals.append(relabelled(bins, baseline, own).mean)
        centres.append(centre(bins, baseline, few))

    def cosine(run: int, first: int) -> float:
        dealt = deals[first] + (centres[run] - centres[first])
        curve = curves.curve_of(counts[run], baseline.values, dealt, rule)
        return curves.threshold_of(curve).value(EDGES)

    true = np.nanmean([cosine(run, run) for run in range(options.runs)])
    for number in (3, 5, 10, 30):
        held: dict[float, list] = {0.0: [], BIN: []}
        wide, flat = [], 0
        for first in range(0, options.runs - number + 1, number):
            group = [cosine(run, first) for run in range(first, first + number)]
            for width, own in held.items():
                told = over_runs(group, widths=width).estimate
                own.append(told.low - 1e-9 <= true <= told.high + 1e-9)
            flat += bool(np.ptp(group) == 0)
            wide.append(told.high - told.low)
        print(
            f"    over {number} runs: {share(held[BIN])} of {len(wide)} groups hold "
            f"{true:.3f} ({np.median(wide):.3f} wide); {flat} of one bin; without the "
            f"width of bins {share(held[0.0])}"
        )


def share(held) -> str:
    """A share and its standard error."""
    mean = np.mean(held) if len(held) else np.nan
    return f"{mean:.3f} ± {np.sqrt(mean * (1 - mean) / max(len(held), 1)):.3f}"


def asked(about: str | None, **numbers: int) -> argparse.Namespace:
    """Options of a bench of thresholds, and what its numbers are by default."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--folder", default="")
    for name, number in {**numbers, "dims": 50, "least": 1000}.items():
        parser.add_argument(f"--{name}", type=int, default=number)
    return parser.parse_args()


def main() -> None:
    """Print shares of several worlds."""
    options = asked(__doc__, words=20_000, sample=1500, worlds=200, runs=200)
    world = planted(options)
    every, rule = np.arange(options.words), Rule(least_pairs=options.least)
    print(f"{options.words:,} words of WordNet, {options.dims} dims")
    for noise, common in WORLDS:
        units = world.vectors(noise, common, SEED)
        _, _, curve = curve_of(units, world.words(every), world.baseline, (rule, SEED))
        true = curves.threshold_of(curve).value(EDGES)
        if np.isnan(true):
            raise SystemExit(f"noise {noise} leaves no threshold: take less of it")
        print(f"  noise {noise}, in common {common}: threshold {true:.2f}", flush=True)
        of_words(world, units, true, options)
        of_runs(world, (noise, common), options)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
