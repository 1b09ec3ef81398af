"""Is a text large enough: shared neighbours against its size, and against frequency.

Let s be the share of neighbours that two bootstrapped runs have in common, corrected
for chance as in distances.py. Its odds are taken to grow as a power of the text near
the largest fractions a and b of it, x being logarithms of tokens:

    ln(s / (1 - s)) = f(b) + f[a, b] (x - b) + c (x - a) (x - b),  |c| <= bend

The power keeps s within [0, 1]: 1 - s falls as a power of a large text, as errors do.
The last term is the remainder of a line through two points (Newton); its bend is the
largest second divided difference of any three neighbouring fractions. So the interval
covers curves that go on bending at most as sharply as the measured part of this one.
Least squares foretold ours worse (docs/enough.md).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from quaver.statistics import pair_mean
from quaver.statistics.values import Value, value_of

FARTHEST = 100.0  # times the text; nothing is told of more
STEPS = 4000  # of the search for a size of text
RESAMPLES = 400  # of words
WIDEST = 0.5  # of an interval of shares that is still told
LEAST_WORDS = 10  # that reach a share of neighbours, else none is said to


def by_chance(words: int, n: int) -> float:
    """Share of n neighbours two random lists have in common: in (0, 1]."""
    return min(1.0, n / max(words - 1, 1))


def beyond_chance(share, chance: float):
    """Shares corrected for chance: 0 by chance, 1 for the same lists; any shape."""
    return 1 - (1 - np.asarray(share)) / (1 - chance)


def with_chance(share, chance: float):
    """Shares beyond chance as shares again: any shape."""
    return 1 - (1 - np.asarray(share)) * (1 - chance)


class Line(NamedTuple):
    """The logit of a share against the logarithm of tokens (sizes, rising): (points,)
    each, two or more. bend: how much the points bend at most, NaN for two."""

    sizes: np.ndarray
    logits: np.ndarray
    errors: np.ndarray
    freedom: np.ndarray
    bend: float

    @property
    def slope(self) -> float:
        """Rise of the logit over the last two points."""
        return float(np.diff(self.logits[-2:])[0] / np.diff(self.sizes[-2:])[0])

    def at(self, tokens) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The share at so many tokens, and both ends of its interval: (...) each.

        Of the errors of the last two points (Student, the lesser freedom) and of the
        bend. Two points have none: nothing tells how far off their line is.
        """
        sizes = np.log(np.asarray(tokens, dtype=np.float64))
        before, last = self.sizes[-2:]
        part = (sizes - before) / (last - before)
        middle = self.logits[-2] + part * (self.logits[-1] - self.logits[-2])
        first, second = self.errors[-2:]
        # beyond the last point the part exceeds 1, so errors grow on the way out
        reach = np.hypot((1 - part) * first, part * second)
        reach = reach * stdtrit(self.freedom[-2:].min(), 0.975)
        reach = reach + self.bend * np.abs((sizes - before) * (sizes - last))
        with np.errstate(over="ignore"):  # exp of a far extrapolation: the share is 0
            logits = middle, middle - reach, middle + reach
            return tuple(1 / (1 + np.exp(-x)) for x in logits)

    def tokens_for(self, share: float) -> tuple[float, float, float]:
        """Tokens from which on a share is reached, and both ends of their interval:
        from the last text but one to FARTHEST times the last, inf beyond."""
        far = self.sizes[-1] + np.log(FARTHEST)
        tokens = np.exp(np.linspace(self.sizes[-2], far, STEPS))
        middle, low, high = (line >= share for line in self.at(tokens))
        # the least from which on all is reached; inf where the last is not
        tails = (np.minimum.accumulate(x[::-1])[::-1] for x in (middle, high))
        value, lower = (float(tokens[x.argmax()]) if x[-1] else np.inf for x in tails)
        sure = low & (tokens >= value)  # further out the interval widens again
        return value, lower, float(tokens[sure.argmax()]) if sure.any() else np.inf


def line_through(tokens: Sequence[float], shares: Sequence[Value]) -> Line | None:
    """The line through shares beyond chance; None of one text, or without a logit."""
    values = np.array([share.value for share in shares])
    sizes = np.log(np.asarray(tokens, dtype=np.float64))
    if len(sizes) < 2 or not ((values > 0) & (values < 1)).all():
        return None
    if (np.diff(sizes) <= 0).any():
        raise ValueError(f"tokens must rise. Got {list(tokens)}.")
    logits = np.log(values / (1 - values))
    # the derivative of the logit is 1 / (s (1 - s))
    errors = np.array([share.error for share in shares]) / (values * (1 - values))
    freedom = np.array([share.freedom for share in shares])
    slopes = np.diff(logits) / np.diff(sizes)
    bends = np.abs(np.diff(slopes) / (sizes[2:] - sizes[:-2]))
    return Line(sizes, logits, errors, freedom, bends.max() if len(bends) else np.nan)


def line_of(
    tokens: Sequence[float], pairs: Sequence[np.ndarray], chances: Sequence[float]
) -> Line | None:
    """The line through mean shares (runs, runs), beyond the chances of random lists."""
    if max(chances, default=1) >= 1 or same_text(tokens):
        return None
    shares = []
    for square, chance in zip(pairs, chances, strict=True):
        share = value_of(pair_mean(square))
        value = float(beyond_chance(share.value, chance))
        shares.append(share.times(1 / (1 - chance))._replace(value=value))
    return line_through(tokens, shares)


def same_text(tokens: Sequence[float]) -> bool:
    """Tell whether fractions, the smallest first, hold no more text than one before."""
    return bool((np.diff(np.asarray(tokens)) <= 0).any())


def by_frequency(frequency: np.ndarray, share: np.ndarray) -> tuple[np.ndarray, ...]:
    """Isotonic regression: (words,) twice -> frequencies in order, rising shares."""
    from scipy.optimize import isotonic_regression  # late: half a second to import

    places, rows, counts = np.unique(frequency, return_inverse=True, return_counts=True)
    means = np.bincount(rows, share) / counts
    return places, isotonic_regression(means, weights=counts).x


def stable_from(frequency: np.ndarray, share: np.ndarray, threshold: float) -> float:
    """Least frequency from which words share so many; inf where too few words do."""
    places, rising = by_frequency(frequency, share)
    reached = np.flatnonzero(rising >= threshold)
    if not len(reached) or (frequency >= places[reached[0]]).sum() < LEAST_WORDS:
        return np.inf
    return float(places[reached[0]])


def stable_interval(
    frequency: np.ndarray, share: np.ndarray, threshold: float
) -> tuple[float, float]:
    """Where 95 % of `stable_from` lie, were other words drawn: (words,) twice. What
    moves all words of a run together it does not know."""
    words = len(share)
    # seeded by the count of words: the same text, the same interval
    draws = np.random.default_rng(words).integers(0, words, (RESAMPLES, words))
    drawn = sorted(stable_from(frequency[x], share[x], threshold) for x in draws)
    ends = round(0.025 * (RESAMPLES - 1))
    return drawn[ends], drawn[-1 - ends]
