"""p@n predicted from the means and deviations of cosines, and the structure factor.

Rettenmeier 2020, section 2.2.2 (III) and appendix A.2-A.5. The cosine x_s of a target
with word s is taken as normal over runs, N(mu_s, sigma_s), independent of the others:

    p_#1(s) = integral of f_s(x) prod_{j != s} F_j(x) dx                (Eq. 2.22)
    exactly second: f_s(x) sum_n (1 - F_n(x)) prod_{j != s, n} F_j(x)   (Eq. A.14)
    p@n = sum over s of p_#n(s)^2 / n                            (Eq. 2.23 and A.16)

The sum over n of Eq. A.15 is taken inside the integral, so that one sweep over x gives
all words at once. Words are in order of the vocabulary, which breaks ties as the
neighbours do; a deviation of 0 is a step.
"""

import math

import numpy as np
from numba import njit
from scipy.special import ndtr, ndtri

LEAST = 1e-5  # words less likely than this to beat the nearest are left out (A.2)
REACH = 6.5  # deviations from its mean beyond which a word's cosine is not looked for
HALVINGS = 8  # steps that find where to look
WIDTH = 4.0  # deviations a panel spans at most
EDGE, STEPS = 8.5, 128  # of the table of the normal distribution, steps per deviation
_Z = np.linspace(-EDGE, 0, int(EDGE * STEPS) + 1)
NORMAL, DENSITY = ndtr(_Z), np.exp(-np.square(_Z) / 2) / np.sqrt(2 * np.pi)
NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)


def kept(means: np.ndarray, deviations: np.ndarray | float, nth: int = 1) -> np.ndarray:
    """Words that may be nearest: (targets, words) twice -> (targets, words) bool.

    A.2: those of which Eq. A.1 against the word of the nth largest mean is LEAST or
    more; nth is 2 for p@2. A target itself has mean -inf, and is never kept.
    """
    means = np.asarray(means, dtype=np.float64)
    deviations = np.broadcast_to(deviations, means.shape)
    column = means.shape[1] - nth
    rival = np.argpartition(means, column, axis=1)[:, column, None]
    # partition, not sort: all words of all targets pass here
    bound, spread = (np.take_along_axis(x, rival, axis=1) for x in (means, deviations))
    likely = means >= bound + ndtri(LEAST) * np.hypot(deviations, spread)
    return likely & (means > -np.inf)


def probabilities(
    means: np.ndarray,
    deviations: np.ndarray,
    offsets: np.ndarray,
    *,
    second: bool = False,
    reach: float = REACH,
) -> np.ndarray:
    """p_#1 of the candidates of all targets: (candidates,) twice -> (candidates,).

    Those of target t stand at offsets[t]:offsets[t + 1]; they sum to 1. With second,
    p_#2, which sums to 2 (to 1 of one candidate). reach: how far it looks out.
    """
    means = np.ascontiguousarray(means, dtype=np.float64)
    deviations = np.ascontiguousarray(deviations, dtype=np.float64)
    _check(means, deviations, offsets)
    shares = np.zeros(len(means))
    _all((means, deviations), np.asarray(offsets), (second, reach), shares)
    return shares


def predicted(
    means: np.ndarray, deviations: np.ndarray, offsets: np.ndarray, n: int = 1
) -> np.ndarray:
    """p@n of every target, n = 1 or 2: (candidates,) twice -> (targets,) in [0, 1]."""
    shares = probabilities(means, deviations, offsets, second=n == 2)
    return np.add.reduceat(np.square(shares), offsets[:-1]) / n


def structure_factor(
    means: np.ndarray, deviation: float, offsets: np.ndarray
) -> np.ndarray:
    """p@1 if all had one deviation (footnote 7): (candidates,) -> (targets,)."""
    return predicted(means, np.full(len(means), deviation), offsets)


@njit(cache=True)
def _all(words, offsets, how, shares):
    means, deviations = words
    for target in range(len(offsets) - 1):
        own = slice(offsets[target], offsets[target + 1])
        _one(means[own], deviations[own], how, shares[own])


@njit(cache=True)
def _one(means, deviations, how, shares):
    second, reach = how
    if len(means) == 1:
        shares[0] = 1
        return
    below = np.empty((2, len(means)))
    low, high = _range(means, deviations, how, below)
    # the largest of many spreads less than each of them; far out, all falls steeply
    width = min(WIDTH, 6 / math.sqrt(2 * math.log(len(means)))) * REACH / reach
    steps = _steps(means, deviations)
    # what falls between the two steps is second at best; the integrand jumps there
    middle = min(max(low, means[steps[0]]), high) if len(steps) else low
    for left, right in ((low, middle), (middle, high)):
        panels = [(left, right)]
        while len(panels):
            a, b = panels.pop()
            most = width * _narrowest(means, deviations, reach, (a, b))
            if b - a > most:
                parts = min(4, math.ceil((b - a) / most))
                for k in range(parts):
                    ends = a + (b - a) * k / parts, a + (b - a) * (k + 1) / parts
                    panels.append(ends)
            elif b > a:
                for k in range(len(NODES)):
                    x = (a + b) / 2 + (b - a) / 2 * NODES[k]
                    weight = (b - a) / 2 * WEIGHTS[k]
                    _below(means, deviations, x, below)
                    _add(weight, second, below, shares)
    for step in steps:
        if means[step] >= low:
            _below(means, deviations, means[step], below)
            # equal steps further down lose the tie, as in `neighbours`
            below[0, step] = 1
            for j in range(step + 1, len(means)):
                if deviations[j] == 0 and means[j] == means[step]:
                    below[0, j] = 1
            shares[step] = _at_most(below[0], second)


@njit(cache=True)
def _range(means, deviations, how, below):
    """Where the nearest (or second) cosine falls, but for the chance of a tail."""
    second, reach = how
    tail = 0.5 * math.erfc(reach / math.sqrt(2))
    edges = np.sort(means - reach * deviations)
    low, high = edges[-2] if second else edges[-1], np.max(means + reach * deviations)
    up = high
    for _ in range(HALVINGS):
        middle = (low + up) / 2
        _below(means, deviations, middle, below)
        if _at_most(below[0], second) < tail:
            low = middle
        else:
            up = middle
    down = low
    for _ in range(HALVINGS):
        middle = (down + high) / 2
        _below(means, deviations, middle, below)
        if np.sum(1 - below[0]) < tail:
            high = middle
        else:
            down = middle
    return low, high


@njit(cache=True)
def _steps(means, deviations):
    """The two nearest of the words without deviation; no other can be nearest."""
    steps = [j for j in range(len(means)) if deviations[j] == 0]
    for first in range(min(2, len(steps))):
        for k in range(first + 1, len(steps)):
            a, b = steps[first], steps[k]
            if means[b] > means[a] or (means[b] == means[a] and b < a):
                steps[first], steps[k] = b, a
    return steps[:2]


@njit(cache=True)
def _narrowest(means, deviations, reach, panel):
    """Least deviation of the words that are in doubt inside a panel."""
    least = np.inf
    for j in range(len(means)):
        outer = reach * deviations[j]
        is_here = means[j] - outer < panel[1] and means[j] + outer > panel[0]
        if 0 < deviations[j] < least and is_here:
            least = deviations[j]
    return least


@njit(cache=True)
def _below(means, deviations, x, below):
    """F_j(x), a cubic through a table, and its slope f_j(x) (Eq. 2.20 and 2.21)."""
    for j in range(len(means)):
        spread = deviations[j]
        if spread == 0:
            below[0, j] = 1.0 if x > means[j] else 0.0
            below[1, j] = 0.0
            continue
        z = (x - means[j]) / spread
        position = (EDGE - abs(z)) * STEPS
        if position > 0:
            k = min(int(position), len(NORMAL) - 2)
            t = position - k
            left, rise = NORMAL[k], NORMAL[k + 1] - NORMAL[k]
            slope, later = DENSITY[k] / STEPS, DENSITY[k + 1] / STEPS
            bend, twist = 3 * rise - 2 * slope - later, slope + later - 2 * rise
            value = left + t * (slope + t * (bend + t * twist))
            slope += t * (2 * bend + 3 * t * twist)
            below[0, j] = value if z < 0 else 1 - value
            below[1, j] = slope * STEPS / spread
        else:
            below[0, j] = 0.5 * math.erfc(-z / math.sqrt(2))
            below[1, j] = math.exp(-z * z / 2) / (math.sqrt(2 * math.pi) * spread)


@njit(cache=True)
def _parts(below, second):
    """The least F, the product of all others, their sum of (1 - F) / F."""
    # kept out of the product, so that a word with F = 0 divides nothing
    least = np.argmin(below)
    product, odds = 1.0, 0.0
    for j in range(len(below)):
        if j != least:
            product *= below[j]
            if second and below[j] > 0:
                odds += (1 - below[j]) / below[j]
    return least, product, odds


@njit(cache=True)
def _add(weight, second, below, shares):
    """Add a node's share of the integral of every word."""
    least, product, odds = _parts(below[0], second)
    # two words surely above: nothing here is nearest or second
    if product == 0:
        return
    low = below[0, least]
    for s in range(len(shares)):
        if s == least:
            others = 1 + odds
        elif second:
            own = below[0, s]
            others = (1 + low * (odds - (1 - own) / own)) / own
        else:
            others = low / below[0, s]
        shares[s] += weight * product * below[1, s] * others


@njit(cache=True)
def _at_most(below, second):
    """Probability that no cosine, or with second at most one, lies above."""
    least, product, odds = _parts(below, second)
    low = below[least]
    return product * (1 + low * odds) if second else product * low


def _check(means: np.ndarray, deviations: np.ndarray, offsets: np.ndarray) -> None:
    if not (np.isfinite(means).all() and np.isfinite(deviations).all()):
        raise ValueError("means and deviations must be finite.")
    if means.shape != deviations.shape or (deviations < 0).any():
        raise ValueError("deviations must be one per mean, 0 or more.")
    if offsets[0] != 0 or offsets[-1] != len(means) or (np.diff(offsets) < 1).any():
        raise ValueError(
            "offsets must go from 0 to the number of candidates, one or more each. "
            f"Got {list(offsets[:3])} ... {offsets[-1]} for {len(means)}."
        )
