"""How often intervals of terms hold the truth, by planted terms and components.

A sentence's context is its term's own vector, a direction that all terms share, and
noise; so cosines of draws follow n / (n + k) without that direction, with a k of each
term. The true number of sentences from which a term is told apart is that of very many
draws of fresh sentences of all terms. Told are the shares in which intervals hold it,
how far the number is off, by how far it is extrapolated, and the shares of planted
components of variance.

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
from quaver.statistics.settling import (
    CHANCE,
    FARTHEST,
    draws_of,
    fit_of,
    least_squares,
    settled,
)

SEED = 20190902
SHARE = 0.95
GRID = np.unique(np.round(np.geomspace(1, 1500, 44))).astype(int)
PLANTED = 0.5, 0.2, 0.1, 0.1, 0.06, 0.04  # components, in their order
DIRECTION = 3.0  # length of what all terms share, beside own vectors of 1 or so
CURVES = [1, 2, 3, 4, 8, "all"], [1, 2, 4, 8, 16, 32, 64, "all"]


class Kind(NamedTuple):
    """What worlds are planted: least and most sentences and k of terms; topics that
    make up half of a term's own vector; deviation of the log length of noise."""

    dims: int = 50
    held: tuple[int, int] = 8, 60
    k: tuple[int, int] = 2, 100
    topics: int = 0
    tail: float = 0.0


KINDS = {
    "many sentences": Kind(held=(12, 300), k=(1, 60)),
    "few": Kind(),
    "few, 20 dims": Kind(dims=20),
    "few, 100 dims": Kind(dims=100),
    "few, eight topics": Kind(topics=8),
    "few, heavy tails": Kind(tail=0.8),
}


class World(NamedTuple):
    """Planted terms: own (terms, dims) vectors, noise of a sentence, sentences held,
    the tail of the noise."""

    own: np.ndarray
    noise: np.ndarray
    held: np.ndarray
    tail: float

    def lengths(self, shape, generator) -> np.ndarray:
        """Of the noise of sentences, whose squares are 1 on average."""
        return np.exp(self.tail * generator.standard_normal(shape) - self.tail**2)

    def draws(self, number: int, generator) -> np.ndarray:
        """Means of so many fresh sentences, twice: (terms, 2, dims) float32."""
        terms, dims = self.own.shape
        spread = np.full((terms, 2), np.sqrt(1 / number))
        if self.tail:
            each = self.lengths((terms, 2, number), generator)
            spread = np.sqrt(np.square(each).sum(axis=2)) / number
        spread *= self.noise[:, None]
        rest = generator.standard_normal((terms, 2, dims)) * spread[..., None]
        return (self.own[:, None] + rest).astype(np.float32)


def world(kind: Kind, terms: int, seed: int) -> World:
    """Terms whose k and numbers of sentences go from the least to the most."""
    generator, dims = np.random.default_rng(seed), kind.dims
    own = generator.standard_normal((terms, dims)) / np.sqrt(dims)
    if kind.topics:
        topics = generator.standard_normal((kind.topics, dims)) / np.sqrt(dims)
        own = np.sqrt(0.5) * (own + topics[np.arange(terms) % kind.topics])
    own[:, 0] += DIRECTION
    k = generator.permutation(np.geomspace(*kind.k, terms))
    held = np.round(np.exp(generator.uniform(*np.log(kind.held), terms)))
    return World(own, np.sqrt(k / dims), held.astype(int), kind.tail)


def truth(planted: World, options) -> tuple[np.ndarray, ...]:
    """Sentences of a draw from which each term is told from SHARE of the others,
    (terms,), and shares and mean cosines of draws (terms, GRID), of fresh sentences."""
    generator, every = np.random.default_rng(SEED), []
    pairs = alike(np.ones(len(planted.own), int))
    for number in GRID.tolist():
        draws = (planted.draws(number, generator) for _ in range(options.truths))
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
    spread = planted.noise[term] * planted.lengths(len(term), generator)
    rest = generator.standard_normal((len(term), dims)) * spread[:, None]
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


def of_terms(kind: Kind, options) -> np.ndarray:
    """Numbers of all samples, a row each: true, told with both ends, the largest, those
    held, the lower end of the share; then shares, and k, as they are and as told."""
    rows = []
    for number in range(options.worlds):
        planted = world(kind, options.terms, number)
        true, shares, cosines = truth(planted, options)
        places = np.log(GRID)
        for sample in range(options.samples):
            seed = int(seeds_of(SEED, [(number, sample)])[0])
            sizes = CURVES[sample % len(CURVES)]
            for term, draws in enumerate(sampled(planted, sizes, options, seed)):
                fit, told = fit_of(draws), settled(draws, SHARE)
                long = np.interp(np.log(draws.numbers), places, cosines[term])
                share_there = np.interp(np.log(told.last), places, shares[term])
                k = least_squares(draws.numbers, long)[0]
                own = told.at, told.low, told.high, told.last, draws.held
                ends = told.told_low, told.told, told.told_high, share_there
                rows.append((true[term], *own, *ends, k, fit.k, fit.low, fit.high))
    return np.array(rows)


def tell(rows: np.ndarray, options) -> None:
    """Print how often intervals hold the truth, by how far numbers are extrapolated."""
    true, at, low, high, last, held, *shares, k, fit, k_low, k_high = rows.T
    below, there, above, real = shares
    held_it = (low <= true * 1.02) & (true <= high * 1.02)
    far, sure = at / last, below > CHANCE
    parts = {
        "within the largest draw": far <= 1,
        "to 1.5 times as far": (far > 1) & (far <= 1.5),
        "to 2 times": (far > 1.5) & (far <= 2),
        "to 3 times": (far > 2) & (far <= 3),
        f"to {FARTHEST} times": (far > 3) & (far <= FARTHEST),
        "all of these": (far > 1) & (far <= FARTHEST),
        "too far to tell": sure & np.isinf(far),
        "not surely beyond chance": ~sure,
    }
    for name, own in parts.items():
        if not own.any():
            continue
        off = np.quantile((true / at)[own], (0.25, 0.5, 0.75), method="nearest")
        times = " to ".join(f"{x:.2f}" for x in off[[0, 2]])
        middle = f"true / told {off[1]:.2f} ({times}); " if off[1] else ""
        bound = np.minimum(low, FARTHEST * last) <= true * 1.02
        print(
            f"  {name}: {share(held_it[own])} of {own.sum()} hold it, lower ends "
            f"{bound[own].mean():.3f}; {middle}above open in "
            f"{np.isinf(high[own]).mean():.2f}; true beyond the largest draw in "
            f"{(true > last)[own].mean():.2f}, beyond all sentences in "
            f"{(true > held)[own].mean():.2f}"
        )
    near = 1 / options.truths  # how well the truth is known
    inside = (below - near <= real) & (real <= above + near)
    off = np.mean(there - real)
    print(f"  all: {share(held_it)}; share told: {share(inside)}, off by {off:.3f}")
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
    """Print shares for every kind of world, for all of them, and of components."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--terms", type=int, default=40)
    parser.add_argument("--worlds", type=int, default=4)
    parser.add_argument("--samples", type=int, default=10)
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--truths", type=int, default=250)
    parser.add_argument("--components", type=int, default=200)
    options = parser.parse_args()
    every = []
    for name, kind in KINDS.items():
        print(name, flush=True)
        every.append(of_terms(kind, options))
        tell(every[-1], options)
    print("all worlds", flush=True)
    tell(np.concatenate(every), options)
    print("components", flush=True)
    of_components(options)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
