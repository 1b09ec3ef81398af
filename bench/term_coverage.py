"""How often intervals of terms hold the truth, by planted terms and components.

A sentence's context is its term's own vector, a direction that all terms share, and
noise; so cosines of draws follow n / (n + k) without that direction, with a k of each
term. The true number of sentences from which a term is told apart is that of very many
draws of fresh sentences of all terms. Told are the shares in which intervals hold it,
and those of planted components of variance.

    python bench/term_coverage.py
"""

import argparse
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from quaver.measures.sentences import seeds_of
from quaver.measures.terms_curve import Pairs, alike, apart
from quaver.statistics import components
from quaver.statistics.settling import draws_of, fit_of, least_squares, settled

SEED = 20190902
SHARE = 0.95
GRID = np.unique(np.round(np.geomspace(1, 400, 40))).astype(int)
PLANTED = 0.5, 0.2, 0.1, 0.1, 0.06, 0.04  # components, in their order
DIRECTION = 3.0  # length of what all terms share, beside own vectors of 1 or so


class World(NamedTuple):
    """Planted terms: own (terms, dims) vectors, noise of a sentence, sentences held."""

    own: np.ndarray
    noise: np.ndarray
    held: np.ndarray

    def draws(self, numbers: np.ndarray, generator) -> np.ndarray:
        """Means of so many (terms,) fresh sentences, twice: (terms, 2, dims)."""
        terms, dims = self.own.shape
        spread = self.noise / np.sqrt(np.maximum(numbers, 1))
        rest = generator.standard_normal((terms, 2, dims)) * spread[:, None, None]
        made = (self.own[:, None] + rest).astype(np.float32)
        made[numbers == 0] = np.nan
        return made


def world(options, seed: int) -> World:
    """Terms of k 1 to 60, with 12 to 300 sentences."""
    generator = np.random.default_rng(seed)
    own = generator.standard_normal((options.terms, options.dims))
    own /= np.sqrt(options.dims)
    own[:, 0] += DIRECTION
    k = np.geomspace(1, 60, options.terms)
    held = np.round(np.exp(generator.uniform(np.log(12), np.log(300), options.terms)))
    return World(own, np.sqrt(k / options.dims), held.astype(int))


def truth(planted: World, options) -> tuple[np.ndarray, ...]:
    """Sentences of a draw from which each term is told from SHARE of the others,
    (terms,), and shares and mean cosines of draws (terms, GRID), of fresh sentences."""
    generator, every = np.random.default_rng(SEED), []
    pairs = alike(np.ones(len(planted.own), int))
    for number in GRID:
        numbers = np.full(len(planted.own), number)
        draws = (planted.draws(numbers, generator) for _ in range(options.truths))
        each = [apart(x, pairs) for x in draws]
        means = ([x[name] for x in each] for name in ("told", "centred_cosine"))
        every.append([np.mean(x, axis=0) for x in means])
    told, cosines = np.moveaxis(every, 0, 2)
    shares = np.maximum.accumulate(told, axis=1)
    inner = np.geomspace(1, GRID[-1], 2000)
    at = np.array([np.interp(np.log(inner), np.log(GRID), x) for x in shares])
    first = inner[np.argmax(at >= SHARE, axis=1)]
    return np.where((at >= SHARE).any(axis=1), first, np.inf), shares, cosines


def sampled(planted: World, sizes, options, seed: int) -> list:
    """Draws of each term, of one sample of its sentences."""
    generator = np.random.default_rng(seed)
    terms, dims = planted.own.shape
    term = np.repeat(np.arange(terms), planted.held)
    rest = generator.standard_normal((len(term), dims)) * planted.noise[term, None]
    contexts = planted.own[term] + rest
    names = [f"t{k:03}" for k in range(terms)]
    pairs = Pairs(SimpleNamespace(terms=names, term=term), sizes, seed)
    told, cosine = np.full((2, 1, len(sizes), options.repeats, terms), np.nan)
    for size in range(len(sizes)):
        compared = alike(pairs.numbers[size])
        for repeat in range(options.repeats):
            unit = pairs.unit(size, repeat)
            sums = np.zeros((2 * terms, dims))
            np.add.at(sums, unit.group, contexts[unit.entries])
            sums[np.bincount(unit.group, minlength=2 * terms) == 0] = np.nan
            own = apart(sums.reshape(terms, 2, dims), compared)
            told[0, size, repeat] = own["told"]
            cosine[0, size, repeat] = own["centred_cosine"]
    others = [alike(x).sum(axis=1) for x in pairs.numbers]
    rows = zip(pairs.numbers.T, np.array(others).T, pairs.held, strict=True)
    return [
        draws_of(n, told[..., k], cosine[..., k], o, held=h)
        for k, (n, o, h) in enumerate(rows)
    ]


def of_terms(options, sizes) -> None:
    """Shares of terms whose interval holds the true number, by where it lies."""
    rows = []
    for number in range(options.worlds):
        planted = world(options, number)
        true, shares, cosines = truth(planted, options)
        places = np.log(GRID)
        for sample in range(options.samples):
            seed = int(seeds_of(SEED, [(number, sample)])[0])
            every = sampled(planted, sizes, options, seed)
            for term, draws in enumerate(every):
                fit = fit_of(draws)
                told = settled(draws, SHARE, fit)
                long = np.interp(np.log(draws.numbers), places, cosines[term])
                share_there = np.interp(np.log(told.last), places, shares[term])
                k = least_squares(draws.numbers, long)[0]
                own = told.at, told.low, told.high, told.last, draws.held
                ends = share_there, told.told, told.told_low, told.told_high
                rows.append((true[term], *own, *ends, k, fit.k, fit.low, fit.high))
    true, at, low, high, last, held, *shares, k, fit, k_low, k_high = np.array(rows).T
    held_it = (low <= true * 1.02) & (true <= high * 1.02)
    some = np.isfinite(true)
    parts = {
        "all": some,
        "within the numbers tried": some & (true <= last),
        "within its sentences": some & (true > last) & (true <= held),
        "beyond them": some & (true > held),
        "never": ~some,
    }
    for name, own in parts.items():
        if not own.any():
            continue
        told = own & np.isfinite(at)
        off = np.log2(at[told & some] / true[told & some])
        width = (high / low)[own & np.isfinite(high)]
        print(
            f"  {name}: {share(held_it[own])} of {own.sum()} hold it; off by 2^"
            f"{np.median(off) if len(off) else np.nan:.2f} (deviation "
            f"{off.std() if len(off) else np.nan:.2f}); above open in "
            f"{np.isinf(high[own]).mean():.2f}; else {np.median(width):.1f} times wide"
        )
    there, told, below, above = shares
    near = 1 / options.truths  # how well the truth is known
    inside = (below - near <= there) & (there <= above + near)
    print(f"  share told: {share(inside)} hold it, off by {np.mean(told - there):.3f}")
    inside = (k_low <= k) & (k <= k_high)
    print(f"  k: {share(inside)} hold it, off by {np.median(fit / k):.2f} times")


def share(held) -> str:
    """A share and its standard error."""
    mean = np.mean(held)
    return f"{mean:.3f} ± {np.sqrt(mean * (1 - mean) / len(held)):.3f}"


def of_components(options) -> None:
    """Shares of worlds in which the interval of each planted component holds it."""
    generator = np.random.default_rng(SEED)
    true = dict(zip(components.COMPONENTS, PLANTED, strict=True))
    for runs, is_common in ((4, False), (4, True), (8, True)):
        held = []
        for _ in range(options.components):
            shape = (40, 2, runs, 5)
            vectors = planted_components(true, shape, generator, is_common=is_common)
            value, low, high = components.interval(vectors)
            held.append((low <= [*true.values()]) & ([*true.values()] <= high))
        told = dict(zip(true, map(share, np.transpose(held)), strict=True))
        print(f"  {runs} runs, effects of runs and texts common: {is_common}: {told}")


def planted_components(true, shape, generator, *, is_common=False, dims=50):
    """Normal vectors (terms, texts, runs, draws, dims) of known components.

    is_common: terms have half of the effects of runs and texts in common.
    """
    terms, texts, runs, draws = shape
    of = {
        components.SHARED: (terms, 1, 1, 1),
        components.DRAWS: (terms, 1, 1, draws),
        components.RUNS: (terms, texts, runs, 1),
        components.RUNS_DRAWS: shape,
        components.TEXTS: (terms, texts, 1, 1),
        components.TEXTS_DRAWS: (terms, texts, 1, draws),
    }
    vectors = np.zeros((*shape, dims))
    for name, size in of.items():
        own = generator.standard_normal((*size, dims))
        if is_common and name in (components.RUNS, components.TEXTS):
            common = generator.standard_normal((1, *size[1:], dims))
            own = np.sqrt(0.5) * (own + common)
        vectors += np.sqrt(true[name] / dims) * own
    return vectors


def main() -> None:
    """Print shares for two lists of numbers, and of components."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--terms", type=int, default=40)
    parser.add_argument("--dims", type=int, default=50)
    parser.add_argument("--worlds", type=int, default=4)
    parser.add_argument("--samples", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--truths", type=int, default=400)
    parser.add_argument("--components", type=int, default=200)
    options = parser.parse_args()
    for sizes in ([1, 2, 3, 4, 8, "all"], [1, 2, 4, 8, 16, 32, 64, "all"]):
        print(f"curve {sizes}", flush=True)
        of_terms(options, sizes)
    print("components", flush=True)
    of_components(options)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
