"""Does a change of words survive where there is none, and is it seen where it is?

The documents of one encoded corpus are dealt to two halves, again and again. Nothing
changed then, but for words that are planted: in the second half a share of a word's
uses are those of another word of like frequency. Counted are false discoveries (the
null alone, and verdicts), with and without planted words, and with a shift that all
words share; beside them what dealing lines instead of documents would find; the mean
change less noise, and as it is; and power, by share and frequency. As in

    python bench/change.py results/demo/corpora/speeches_late.h5 \\
        results/demo/averages/speeches_late/word2vec/shuffled/all.h5

Each world is halved as often as asked. Contexts are of five words to both sides. About
15 minutes of one core, of processes as `--cores` says. What it printed stands in
docs/decisions.md.
"""

import argparse
from collections import defaultdict
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from quaver import store
from quaver.results.views import read_view
from quaver.spaces.contexts import Contexts, context_sums, transform
from quaver.statistics.dealing import null
from quaver.statistics.drift import drift, verdicts
from quaver.statistics.periods import centre_of, changes, grouped

WINDOW = 5
TARGETS, CONTROLS = 100, 150  # words judged, and of which shift and median are taken
PLANTED = 10  # of the targets
DEALS = 2999
LEAST = 30  # occurrences of a word, to be judged
BANDS = (30, 50, 100, 200, 500, 10**9)  # occurrences in both halves together
SHARES = (0.1, 0.25, 0.5, 1.0)
# shares of planted words, and the shift of all
WORLDS = {
    "nothing changed": ([], 0.0),
    "10 % planted": ([1.0] * PLANTED, 0.0),
    "all shifted": ([], 0.3),
    "planted, all shifted": ([1.0] * PLANTED, 0.3),
}


class Corpus(NamedTuple):
    """Contexts of each word in each line, the document of each line, words by count."""

    uses: Contexts
    documents: np.ndarray
    counts: np.ndarray


def read(corpus: Path, average: Path) -> Corpus:
    """Contexts of all words that are frequent enough, in the space of an average."""
    view = read_view(corpus, "line", 1.0)
    with store.read(corpus, "corpus") as file:
        edges, counts = file["document_offsets"][:], file["counts"][:]
    with store.read(average, "averages") as file:
        vectors = file["vectors"][0].astype(np.float64)
    lines = np.arange(len(view.offsets) - 1)
    documents = np.searchsorted(edges, view.offsets[:-1], side="right") - 1
    given = {"targets": np.arange(len(counts)), "vectors": vectors, "window": WINDOW}
    uses = context_sums(view.tokens, view.offsets, lines, **given)
    # by word alone
    total, number = np.zeros_like(vectors), np.bincount(uses.word, uses.counts)
    np.add.at(total, uses.word, uses.sums)
    uses = uses.induced(transform(total, number, vectors))
    kept = number[uses.word] >= LEAST
    return Corpus(Contexts(*(part[kept] for part in uses)), documents, number)


def halved(corpus: Corpus, generator: np.random.Generator) -> np.ndarray:
    """The half, 0 or 1, of each document."""
    return generator.permutation(np.arange(corpus.documents.max() + 1) % 2)


def drawn(corpus: Corpus, generator: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Targets over all frequencies, controls, and for each target a donor of like
    frequency that is neither."""
    words = np.flatnonzero(corpus.counts >= LEAST)
    words = words[np.argsort(-corpus.counts[words], kind="stable")]
    # neighbours in frequency: a target, its donor, and others
    blocks = [block for block in np.array_split(words, TARGETS) if len(block) > 2]
    picked = [generator.permutation(block) for block in blocks]
    targets, donors = np.array([block[:2] for block in picked]).T
    rest = np.concatenate([block[2:] for block in picked])
    return targets, generator.permutation(rest)[:CONTROLS], donors


def planted(corpus: Corpus, half: np.ndarray, pairs, generator) -> Contexts:
    """Uses in which, in the second half, a share of a word's uses is its donor's:
    pairs of (word, donor, share)."""
    uses = corpus.uses
    second = half[corpus.documents[uses.document]] == 1
    word, kept = uses.word.copy(), np.ones(len(uses.word), dtype=bool)
    for target, donor, share in pairs:
        own, other = (second & (uses.word == x) for x in (target, donor))
        kept[own] = generator.random(own.sum()) >= share
        given = np.flatnonzero(other)
        word[given[generator.random(len(given)) < share]] = target
    order = np.lexsort((uses.document, word))
    order = order[kept[order]]
    return Contexts(*(part[order] for part in uses._replace(word=word)))


def judged(uses, periods, targets, controls, seed: int) -> dict:
    """All that is said of the targets, by name."""
    centre = centre_of(uses, controls, periods)
    words = {"targets": targets, "controls": controls}
    chance = null(uses, periods, centre, **words, deals=DEALS, seed=seed)
    size = changes(uses, targets, periods, centre)
    beside = drift(size, changes(uses, controls, periods, centre))
    return {
        "p": chance.p,
        "q": chance.q,
        "drift_p": beside.p,
        "verdict": verdicts(chance.q, beside.q),
        "squared": size.squared,
        "plug_in": size.plug_in,
        "missed": (size.low > 0) | (size.high < 0),
    }


def halving(corpus: Corpus, shares, shift: float, seed: int) -> pd.DataFrame:
    """One halving, some targets planted with shares, and all words shifted: a row per
    target. shift: of the square root of a mean's noise, in a random direction."""
    generator = np.random.default_rng(seed)
    half = halved(corpus, generator)
    targets, controls, donors = drawn(corpus, generator)
    chosen = generator.permutation(len(targets))[: len(shares)]
    pairs = list(zip(targets[chosen], donors[chosen], shares, strict=True))
    lines = planted(corpus, half, pairs, generator)
    uses, periods = grouped(lines, half[corpus.documents], corpus.documents)
    if shift:
        step = generator.normal(size=uses.sums.shape[1])
        step *= shift / np.linalg.norm(step)
        moved = periods[uses.document] * uses.counts
        uses = uses._replace(sums=uses.sums + moved[:, None] * step)
    rows = pd.DataFrame(judged(uses, periods, targets, controls, seed))
    rows["count"] = np.bincount(uses.word, uses.counts)[targets]
    rows["share"] = pd.Series(shares, index=chosen, dtype=float)
    return rows.assign(halving=seed)


def false_discoveries(rows: pd.DataFrame) -> dict:
    """Mean share of discoveries that are false, and what the p of words that did not
    change are, with the error of the mean over halvings."""
    shares = defaultdict(list)
    for _, own in rows.groupby("halving"):
        none = own["share"].isna()
        for name, hit in (
            ("fdr", own["q"] <= 0.05),
            ("fdr_changed", own["verdict"] == "changed"),
        ):
            shares[name].append((hit & none).sum() / max(hit.sum(), 1))
        told = own[none & own["p"].notna()]
        shares["p<.05"].append((told["p"] <= 0.05).mean())
        shares["drift_p<.05"].append((told["drift_p"] <= 0.05).mean())
        shares["interval_misses_0"].append(told["missed"].mean())
        for name in ("squared", "plug_in"):
            shares[name].append(told[name].mean())
    return {name: with_error(values) for name, values in shares.items()}


def with_error(values: list[float]) -> str:
    error = np.std(values, ddof=1) / np.sqrt(len(values))
    return f"{np.mean(values):.4f} ({error:.4f})"


def by_band(rows: pd.DataFrame, column: str, limit) -> pd.Series:
    """Share of words at or below a limit, by occurrences: so many, up to the next."""
    told = rows[rows["p"].notna()]
    bands = pd.cut(told["count"], BANDS, right=False, labels=BANDS[:-1])
    return (told[column] <= limit).groupby(bands, observed=True).agg(["mean", "size"])


def by_lines(corpus: Corpus, seed: int) -> float:
    """Share of targets with p <= .05 where lines are dealt in place of documents."""
    generator = np.random.default_rng(seed)
    periods = halved(corpus, generator)[corpus.documents]
    targets, controls, _ = drawn(corpus, generator)
    uses = corpus.uses
    centre = centre_of(uses, controls, periods)
    words = {"targets": targets, "controls": controls[:50]}
    p = null(uses, periods, centre, **words, deals=199, seed=seed).p
    return float((p[np.isfinite(p)] <= 0.05).mean())


def main() -> None:
    """Print false discoveries, rejections by frequency, sizes and power."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, help="an encoded corpus")
    parser.add_argument("average", type=Path, help="an average of its spaces")
    parser.add_argument("--halvings", type=int, default=200)
    parser.add_argument("--cores", type=int, default=1)
    options = parser.parse_args()
    corpus = read(options.corpus, options.average)
    with Pool(options.cores, initializer=threadpool_limits, initargs=(1,)) as pool:
        errors(corpus, range(options.halvings), pool)
        hit = pool.map(partial(by_lines, corpus), range(10))
        print("lines dealt: p <= .05", with_error(hit))
        power(corpus, range(options.halvings // 8), pool)


def errors(corpus: Corpus, seeds: range, pool) -> None:
    """Print what is told falsely in each world, as often halved."""
    table = {}
    for name, (shares, shift) in WORLDS.items():
        rows = pd.concat(pool.map(partial(halving, corpus, shares, shift), seeds))
        rows = rows.reset_index(drop=True)
        table[name] = false_discoveries(rows)
        if not shares:
            bands = by_band(rows, "p", 0.05).round(3).to_string()
            print(f"{name}: p <= .05", bands, sep="\n")
        print(pd.DataFrame(table).to_string(), flush=True)


def power(corpus: Corpus, seeds: range, pool) -> None:
    """Print how often planted words are told, by share and frequency."""
    told = {}
    for share in SHARES:
        shares = [share] * 4 * PLANTED
        rows = pd.concat(pool.map(partial(halving, corpus, shares, 0.0), seeds))
        rows = rows[rows["share"].notna()]
        for column in ("p", "q", "drift_p"):
            told[f"{share} {column}"] = by_band(rows, column, 0.05)["mean"]
    table = pd.DataFrame(told).round(2).T.to_string()
    print("power: share, what is <= .05", table, sep="\n")


if __name__ == "__main__":
    main()
