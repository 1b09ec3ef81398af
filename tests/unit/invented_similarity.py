"""Words, cosines of their pairs and a baseline of levels, of which truth is known."""

import numpy as np

from quaver.statistics.relabelling import relabel, strata

DIMS, WIDTH = 12, 0.05
EDGES = np.round(np.arange(-1, 1, WIDTH), 9)
VALUES = np.linspace(0, 3.6, 40)
SCALE = 0.45  # deviation of the baseline's noise
STEP = 0.2


def step(cosines):
    """No meaning below .2, half a deviation from there on."""
    return np.where(cosines >= STEP, 0.5, 0)


def slope(cosines):
    """Meaning that comes gradually."""
    return 0.6 / (1 + np.exp(-(cosines - 0.25) / 0.08))


def nothing(cosines):
    return 0 * cosines


class World:
    """Pairs of words, of which each shifts the baseline by a random effect.

    senses: how much a further sense adds to both cosine and baseline.
    """

    def __init__(self, words, seed, meaning, *, effect=0.3, senses=0.0):
        self.generator = np.random.default_rng(seed)
        self.first, self.second = np.triu_indices(words, 1)
        self.senses = self.generator.geometric(0.4, words)
        self.frequency = np.exp(self.senses + self.generator.normal(size=words)).round()
        cosines = self._cosines(senses)
        shift = effect * self.generator.normal(size=words) + senses * self.senses
        noise = self.generator.normal(size=len(cosines))
        baseline = meaning(cosines) + shift[self.first] + shift[self.second] + noise
        steps = (1.8 + SCALE * baseline) / VALUES[1]
        self.levels = np.clip(np.round(steps), 0, len(VALUES) - 1).astype(int)
        self.bins = bins_of(cosines)
        self.pairs = np.arange(len(cosines))

    def _cosines(self, senses):
        vectors = self.generator.normal(size=(len(self.senses), DIMS))
        vectors[:, 0] += 2 * senses * self.senses
        vectors /= np.linalg.norm(vectors, axis=1)[:, None]
        return (vectors @ vectors.T)[self.first, self.second]

    def sampled(self, share):
        """The same world of which a share of the pairs is seen."""
        self.pairs = np.flatnonzero(self.generator.random(len(self.bins)) < share)
        return self

    def among(self, words):
        """The same world of so many words, dealt among themselves alone."""
        kept = np.maximum(self.first, self.second) < words
        for name in ("first", "second", "levels", "bins"):
            setattr(self, name, getattr(self, name)[kept])
        self.senses, self.frequency = self.senses[:words], self.frequency[:words]
        self.pairs = np.arange(len(self.bins))
        return self

    def counts(self, levels=None, kept=slice(None)):
        """Joint counts of bins and levels, of some of the pairs that are seen."""
        levels = self.levels[self.pairs] if levels is None else levels
        joint = (self.bins[self.pairs] * len(VALUES) + levels)[kept]
        shape = len(EDGES), len(VALUES)
        return np.bincount(joint, minlength=np.prod(shape)).reshape(shape)

    def dealt(self, deals, size=10):
        """Joint counts of relabellings: (deals, bins, levels)."""
        words = len(self.senses)
        square = np.zeros((words, words), dtype=int)
        square[self.first, self.second] = square[self.second, self.first] = self.levels
        groups = strata(self.senses, self.frequency, size)
        one, other = self.first[self.pairs], self.second[self.pairs]
        made = (relabel(groups, self.generator) for _ in range(deals))
        return np.array([self.counts(square[x[one], x[other]]) for x in made])

    def without(self, groups=20):
        """Joint counts without each group of words."""
        own = np.stack([self.first, self.second])[:, self.pairs] % groups
        outside = [(own != group).all(axis=0) for group in range(groups)]
        return np.array([self.counts(kept=each) for each in outside])


def bins_of(cosines):
    return np.clip(((cosines + 1) / WIDTH + 1e-9).astype(int), 0, len(EDGES) - 1)


def means(counts):
    """Mean baseline of bins, NaN of none: (..., bins)."""
    with np.errstate(invalid="ignore"):
        return counts @ VALUES / counts.sum(axis=-1)


def excess(meaning):
    """What a bin's mean baseline exceeds that of all pairs by, in the long run."""
    cosines = np.random.default_rng(9).normal(size=(400_000, DIMS))
    cosines = cosines[:, 0] / np.linalg.norm(cosines, axis=1)
    bins, true = bins_of(cosines), SCALE * meaning(cosines)
    with np.errstate(invalid="ignore"):
        mean = np.bincount(bins, true, len(EDGES)) / np.bincount(bins, None, len(EDGES))
    return mean - true.mean()
