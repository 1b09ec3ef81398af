"""A line through grouped values: y ~ 1 + x + (1 | group), by REML.

A word is judged in several pairs of periods: its values share an intercept of their
own, z(w) ~ N(0, between), beside the noise N(0, within) of each.

Values of a group of n have the variance total ((1 - rho) I + rho 1 1'), with rho =
between / total. Its inverse is 1 / (1 - rho) within the group, and 1 / (1 + (n - 1)
rho) on its mean. So the criterion at any rho needs exact sums alone: products within
groups, and products of means by size of group. What is left is to find one number, rho.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

# values of rho the criterion is looked at, closer where it bends: it may have more
# than one minimum
LOOKED_AT = np.sin(np.linspace(0, np.pi / 2, 25)) ** 2
LOOKED_AT[-1] = 1 - 1e-12
HALVINGS = 60  # of the step around the best of them
DRAWS = 200  # of groups, with replacement


class Groups(NamedTuple):
    """What a fit needs of each group: size (groups,), means (groups, 3) of 1, x and y,
    within (groups, 3, 3), sums of products around them; centre (2,), taken off."""

    size: np.ndarray
    means: np.ndarray
    within: np.ndarray
    centre: np.ndarray


class Fit(NamedTuple):
    """Lines (...): error, of the slope; between, within: variances; scale: deviation of
    x by that of y, which makes the slope one of z-scores; marginal, conditional: R2."""

    intercept: np.ndarray
    slope: np.ndarray
    error: np.ndarray
    between: np.ndarray
    within: np.ndarray
    scale: np.ndarray
    marginal: np.ndarray
    conditional: np.ndarray

    def interval(self, confidence: float = 0.95) -> tuple[np.ndarray, np.ndarray]:
        """Ends of the interval of the slope, as of a normal error: (...) twice."""
        reach = self.error * ndtri((1 + confidence) / 2)
        return self.slope - reach, self.slope + reach


class _Sums(NamedTuple):
    """Of draws of groups: sizes (sizes,) that groups have; groups (draws, sizes);
    within (draws, 3, 3) and means (draws, sizes, 3, 3), sums of products."""

    sizes: np.ndarray
    groups: np.ndarray
    within: np.ndarray
    means: np.ndarray

    @property
    def count(self) -> np.ndarray:
        """Values in all: (draws,)."""
        return self.groups @ self.sizes


def fit(x: np.ndarray, y: np.ndarray, group: np.ndarray) -> Fit:
    """The line through values (n,) twice of groups (n,), numbers from 0 -> Fit of ().

    Where no group has two values, the variances cannot be told apart: all is within.
    """
    grouped = groups_of(x, y, group)
    return Fit(*(part[0] for part in fits(grouped, np.ones((1, len(grouped.size))))))


def fits(groups: Groups, weights: np.ndarray) -> Fit:
    """Lines through groups that count so often: weights (draws, groups) -> (draws,)."""
    sums = _sums(groups, weights)
    rho = _rho(sums)
    products, degrees = _products(sums, rho), sums.count - 2
    _, slope, rest, determinant = _line(products)
    total = rest / degrees
    error = np.sqrt(total * products[:, 0, 0] / determinant)
    # around the mean of all values, whatever their group
    plain = _products(sums, np.zeros_like(rho))
    around = plain[:, 1:, 1:] - (
        plain[:, 0, 1:, None] * plain[:, 0, None, 1:] / plain[:, 0, 0, None, None]
    )
    by_x, by_y = (around[:, k, k] / (sums.count - 1) for k in (0, 1))
    fixed = np.square(slope) * by_x
    intercept = _line(products)[0] + groups.centre[1] - slope * groups.centre[0]
    variance = rho * total, (1 - rho) * total
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = np.sqrt(by_x / by_y)
        explained = fixed / (fixed + total), (fixed + variance[0]) / (fixed + total)
    return Fit(intercept, slope, error, *variance, scale, *explained)


def draws(groups: int, seed: int) -> np.ndarray:
    """How often each group counts, drawn with replacement: (DRAWS, groups)."""
    generator = np.random.default_rng(seed)
    chosen = (generator.integers(groups, size=groups) for _ in range(DRAWS))
    return np.stack([np.bincount(own, minlength=groups) for own in chosen])


def groups_of(x: np.ndarray, y: np.ndarray, group: np.ndarray) -> Groups:
    """Sizes, means and products of groups, numbers from 0: (n,) three times -> Groups.

    A group without values has the size 0 and counts for nothing.
    """
    values = np.stack([x, y]).astype(np.float64)
    size = np.bincount(group)
    if len(group) < 3 or not np.isfinite(values).all() or np.ptp(values[0]) == 0:
        raise ValueError(
            "a line needs three finite values or more, whose x differ. "
            f"Got {len(group)} values."
        )
    centre = values.mean(axis=1)
    values -= centre[:, None]
    some = np.maximum(size, 1)
    means = np.stack([np.bincount(group, row, len(size)) / some for row in values])
    apart = values - means[:, group]
    within = np.zeros((len(size), 3, 3))
    for first, second in ((0, 0), (0, 1), (1, 1)):
        own = np.bincount(group, apart[first] * apart[second], len(size))
        within[:, first + 1, second + 1] = within[:, second + 1, first + 1] = own
    return Groups(size, np.stack([np.ones(len(size)), *means], axis=1), within, centre)


def _sums(groups: Groups, weights: np.ndarray) -> _Sums:
    sizes = np.unique(groups.size[groups.size > 0])
    rows = [np.flatnonzero(groups.size == size) for size in sizes]
    products = np.einsum("gi,gj->gij", groups.means, groups.means).reshape(-1, 9)
    weights = weights.astype(np.float64)
    shape = len(weights), len(sizes), 3, 3
    return _Sums(
        sizes.astype(np.float64),
        np.stack([weights[:, own].sum(axis=1) for own in rows], axis=1),
        (weights @ groups.within.reshape(-1, 9)).reshape(-1, 3, 3),
        np.stack([weights[:, x] @ products[x] for x in rows], axis=1).reshape(shape),
    )


def _products(sums: _Sums, rho: np.ndarray) -> np.ndarray:
    """Products of 1, x and y, by the inverse of their variance: (draws, 3, 3)."""
    factor = sums.sizes / (1 + (sums.sizes - 1) * rho[:, None])
    means = np.einsum("ds,dsij->dij", factor, sums.means)
    return sums.within / (1 - rho)[:, None, None] + means


def _line(products: np.ndarray) -> tuple[np.ndarray, ...]:
    """Intercept, slope, what squares are left, and the determinant: (draws,) each."""
    ones, cross, square = products[:, 0, 0], products[:, 0, 1], products[:, 1, 1]
    determinant = ones * square - cross**2
    first, second = products[:, 0, 2], products[:, 1, 2]
    intercept = (square * first - cross * second) / determinant
    slope = (ones * second - cross * first) / determinant
    rest = products[:, 2, 2] - intercept * first - slope * second
    # rounding may take the last of them from a perfect line
    return intercept, slope, np.maximum(rest, np.finfo(float).tiny), determinant


def _rho(sums: _Sums) -> np.ndarray:
    """Share of the variance that is between groups, at least 0: (draws,)."""
    every = [np.full(len(sums.groups), rho) for rho in LOOKED_AT]
    best = np.argmin([_criterion(sums, rho) for rho in every], axis=0)
    low = LOOKED_AT[np.maximum(best - 1, 0)]
    high = LOOKED_AT[np.minimum(best + 1, len(LOOKED_AT) - 1)]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        rises = _derivative(sums, middle) >= 0
        low, high = np.where(rises, low, middle), np.where(rises, middle, high)
    return low  # and not the middle: a variance of 0 is one


def _criterion(sums: _Sums, rho: np.ndarray) -> np.ndarray:
    """-2 log likelihood of what a line leaves, but for a constant: (draws,)."""
    _, _, rest, determinant = _line(_products(sums, rho))
    more = sums.sizes - 1
    of_group = more * np.log1p(-rho[:, None]) + np.log1p(more * rho[:, None])
    own = (sums.groups * of_group).sum(axis=1)
    return (sums.count - 2) * np.log(rest) + own + np.log(determinant)


def _derivative(sums: _Sums, rho: np.ndarray) -> np.ndarray:
    """How the criterion changes with rho: (draws,)."""
    products = _products(sums, rho)
    intercept, slope, rest, determinant = _line(products)
    more, share = sums.sizes - 1, rho[:, None]
    scaled = 1 + more * share
    moved = sums.within / np.square(1 - share)[:, :, None] - np.einsum(
        "ds,dsij->dij", sums.sizes * more / np.square(scaled), sums.means
    )
    line = np.stack([-intercept, -slope, np.ones_like(slope)], axis=1)
    # what is left is least at the line, which therefore need not move
    rests = np.einsum("di,dij,dj->d", line, moved, line)
    of_group = more / scaled - more / (1 - share)
    trace = products[:, 1, 1] * moved[:, 0, 0] + products[:, 0, 0] * moved[:, 1, 1]
    trace -= 2 * products[:, 0, 1] * moved[:, 0, 1]
    own = (sums.groups * of_group).sum(axis=1)
    return (sums.count - 2) * rests / rest + own + trace / determinant
