"""From how many sentences on a term is told from most others, and how surely.

The share told, by sentences of a draw, is made a curve that never falls, on the scale
of the normal deviate: in log n between the numbers tried, and behind the largest as the
root of n, as the deviate of a mean does; those of two sets of real terms grew with n to
the .54 and .55 from shares of .8 to .99. Farther than FARTHEST times as far, numbers
came out twice too high in simulation (docs/decisions.md), and none is told.

Repeats draw from the same sentences, so their spread is too small for what other
sentences would have given. Two draws take a share x = 2n / S of S sentences. Of the
variance V of a repeat on fresh sentences a mean over all repeats keeps x V where
sentences add up one by one, and x^2 V / 2 where they act in pairs, one of each draw, as
in a product of the two (Hoeffding 1948, of U-statistics). A quarter is taken to add up,
more than in simulations (bench/term_coverage.py). The rest is the spread of repeats. V
is a share of p (1 - p), by the numbers whose share is near the mark. An end of the
interval is the number at which the curve, moved by its reach, passes the mark.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import ndtri, stdtrit

from quaver.statistics.deviations import deviations, mean_known
from quaver.statistics.relabelling import rising

CONFIDENCE = 0.95
CHANCE = 0.5
ADDING = 0.25  # of the variance, where sentences add up one by one
MOST_KEPT = 0.6  # where repeats share more sentences, they tell no variance
STEP = 1.01  # by which numbers of sentences grow where a curve is read
FARTHEST = 4  # times the largest number a curve is prolonged
WEIGHTS = np.geomspace(1e-3, 1e6, 2000)  # values of k that are tried


class Draws(NamedTuple):
    """What repeated draws of a term gave, number by number, in rising order.

    numbers: (numbers,) sentences of a draw. told: (runs, numbers, repeats) shares of
    others told apart. cosine: the same shape, of the two draws, without their mean.
    others: (numbers,) terms it was compared with. held: sentences it has.
    """

    numbers: np.ndarray
    told: np.ndarray
    cosine: np.ndarray
    others: np.ndarray
    held: int


class Fit(NamedTuple):
    """k of n / (n + k) with its ends; misfit: root of the mean square the curve is off,
    and what noise would give."""

    k: float
    low: float
    high: float
    misfit: float
    noise: float


class Settled(NamedTuple):
    """at, low, high: sentences of a draw, inf where that is too far to tell, or no
    share is surely beyond chance, or the end is open. last: the largest number tried.
    told, told_low, told_high: the share there."""

    at: float
    low: float
    high: float
    last: int
    told: float
    told_low: float
    told_high: float


class Curve(NamedTuple):
    """Normal deviates of shares: numbers (points,), value, reach (points,)."""

    numbers: np.ndarray
    value: np.ndarray
    reach: np.ndarray


def draws_of(
    numbers: np.ndarray,
    told: np.ndarray,
    cosine: np.ndarray,
    others: np.ndarray,
    *,
    held,
) -> Draws | None:
    """Draws of a term, sorted, each number once, those without a share left out: none
    where nothing is left. Shapes as in Draws."""
    known = ~np.isnan(told).all(axis=(0, 2)) & (numbers > 0)
    places = np.flatnonzero(known)
    _, first = np.unique(numbers[places], return_index=True)
    rows = places[first]
    if not len(rows):
        return None
    told, cosine = told[:, rows].astype(float), cosine[:, rows].astype(float)
    return Draws(numbers[rows], told, cosine, others[rows], int(held))


def settled(draws: Draws, share: float) -> Settled:
    """The number from which on a term is told from so large a share of the others."""
    curve, mark = _prolonged(curve_of(draws, share)), ndtri(share)
    ends = told_of(draws, share)
    at, low, high = (
        _first(curve.numbers, curve.value + side * curve.reach >= mark)
        for side in (0, 1, -1)
    )
    if ends[1] <= CHANCE:  # its curve would be prolonged by noise
        at = np.inf
    return Settled(at, low, high, int(draws.numbers[-1]), *ends)


def told_of(draws: Draws, share: float) -> tuple[float, float, float]:
    """The share told at the largest number, and its ends.

    Wilson's, of as many comparisons as have the variance near the mark. As the curve
    never falls, the lower end is the highest of all numbers'.
    """
    told = mean_known(draws.told, (0, 2))
    part = _t(draws) ** 2 * _variance(draws, told, share)
    fit = rising(told, np.ones(len(told)))
    middle = (fit + part / 2) / (1 + part)
    reach = np.sqrt(part * fit * (1 - fit) + np.square(part) / 4) / (1 + part)
    return float(fit[-1]), float((middle - reach).max()), float((middle + reach)[-1])


def _first(numbers: np.ndarray, above: np.ndarray) -> float:
    return float(numbers[np.argmax(above)]) if above.any() else np.inf


def curve_of(draws: Draws, share: float) -> Curve:
    """The curve at the numbers tried, with its reach were the share true."""
    told = mean_known(draws.told, (0, 2))
    values = ndtri(_inner(draws, told))
    value = rising(values, np.ones(len(values)))
    variance = _variance(draws, told, share) * share * (1 - share)
    density = np.exp(-np.square(ndtri(share)) / 2) / np.sqrt(2 * np.pi)
    reach = _t(draws) * np.sqrt(variance) / density
    return Curve(draws.numbers.astype(float), value, reach)


def _inner(draws: Draws, told: np.ndarray) -> np.ndarray:
    """Shares off 0 and 1 by half of one comparison."""
    edge = 0.25 / (np.maximum(draws.others, 1) * draws.told.shape[2])
    return np.clip(told, edge, 1 - edge)


def _t(draws: Draws) -> float:
    return float(stdtrit(draws.told.shape[2] - 1, (1 + CONFIDENCE) / 2))


def _kept(draws: Draws) -> np.ndarray:
    """What a mean over all repeats keeps of the variance of one on fresh sentences:
    (numbers,) in (0, 1]."""
    taken = np.minimum(2 * draws.numbers / draws.held, 1)
    return ADDING * taken + (1 - ADDING) * np.square(taken) / 2


def _fresh(draws: Draws, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Variance of one repeat on fresh sentences, and where there are enough to tell it:
    values (runs, numbers, repeats) -> (numbers,) twice."""
    kept = _kept(draws)
    over = variance_known(mean_known(values, 0))
    told = kept <= MOST_KEPT
    return over / np.where(told, 1 - kept, np.nan), told & ~np.isnan(over)


def _variance(draws: Draws, told: np.ndarray, share: float) -> np.ndarray:
    """Variance of the mean share, in p (1 - p), near a share: (numbers,)."""
    spread = told * (1 - told)
    near = np.exp(-2 * np.square(ndtri(_inner(draws, told)) - ndtri(share)))
    fresh, some = _fresh(draws, draws.told)
    single = 1.0  # the most that shares may vary
    if (near * spread)[some].sum() > 0:
        single = min((near * fresh)[some].sum() / (near * spread)[some].sum(), 1)
    runs, of_runs = len(draws.told), 0.0
    if runs > 1 and spread.sum() > 0:
        each = variance_known(mean_known(draws.told, 2).T)
        of_runs = np.nansum(near * each) / (near * spread).sum() / runs
    kept = _kept(draws)
    return single * (kept + (1 - kept) / draws.told.shape[2]) + of_runs


def _prolonged(curve: Curve) -> Curve:
    """The curve between the numbers tried, and FARTHEST times as far."""
    last = curve.numbers[-1]
    steps = np.log(last / curve.numbers[0]) / np.log(STEP)
    inner = np.geomspace(curve.numbers[0], last, int(np.ceil(steps)) + 1)
    inner[-1] = last
    parts = (np.interp(np.log(inner), np.log(curve.numbers), x) for x in curve[1:])
    value, reach = parts
    steps = np.log(FARTHEST) / np.log(STEP)
    outer = np.geomspace(last, FARTHEST * last, int(np.ceil(steps)) + 1)[1:]
    grown = np.sqrt(outer / last)
    # below chance more sentences are no help
    behind = np.where(value[-1] > 0, value[-1] * grown, value[-1])
    numbers = np.append(inner, outer)
    return Curve(numbers, np.append(value, behind), np.append(reach, reach[-1] * grown))


def fit_of(draws: Draws) -> Fit:
    """Least squares of n / (n + k) to the mean cosines, each as often as any other.

    Ends: fits to all cosines moved by their reach. k ends at the bounds of WEIGHTS.
    """
    numbers, kept = draws.numbers.astype(float), _kept(draws)
    mean = mean_known(draws.cosine, (0, 2))
    own, some = _fresh(draws, draws.cosine)
    if some.any():  # of larger draws as of the largest that is told
        own = np.where(some, own, own[np.flatnonzero(some)[-1]])
    error = np.sqrt(own * (kept + (1 - kept) / draws.cosine.shape[2]))
    k, rest = least_squares(numbers, mean)
    ends = [np.nan, np.nan]
    if np.isfinite(error).all():
        reach = _t(draws) * error
        ends = [least_squares(numbers, mean + x)[0] for x in (reach, -reach)]
    noise = float(np.sqrt(np.mean(np.square(error))))
    return Fit(k, *ends, rest, noise)


def least_squares(numbers: np.ndarray, cosines: np.ndarray) -> tuple[float, float]:
    """k, and the root of the mean square that is left."""
    fits = numbers / (numbers + WEIGHTS[:, None])
    squares = np.square(cosines - fits).mean(axis=1)
    best = int(np.argmin(squares))
    return float(WEIGHTS[best]), float(np.sqrt(squares[best]))


def variance_known(values: np.ndarray) -> np.ndarray:
    """Variance (ddof 1) of the last axis without NaN, NaN of one: (..., n) -> (...)."""
    count = (~np.isnan(values)).sum(axis=-1)
    free = np.where(count > 1, count - 1, np.nan)
    return np.square(deviations(np.moveaxis(values, -1, 0))) * count / free
