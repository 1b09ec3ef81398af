"""Lines through grouped values: closed forms, statsmodels, and groups of all sizes."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.statistics.mixed import DRAWS, draws, fit, fits, groups_of

REFERENCE = Path(__file__).parents[1] / "data" / "mixed_reference"


@pytest.fixture
def values():
    """x and y of 40 groups of one to seven values: (n,), (n,), (n,)."""
    generator = np.random.default_rng(4)
    group = np.repeat(np.arange(40), generator.integers(1, 8, 40))
    own = generator.normal(size=40)[group]
    x = generator.normal(size=len(group)) + own
    return x, 1 - 0.5 * x + own**2 + generator.normal(size=len(group)), group


def test_lines_equal_those_of_statsmodels():
    """Of MixedLM, by REML; tests/data/mixed_reference/make.py made the numbers."""
    values = pd.read_csv(REFERENCE / "values.csv").groupby("case")
    for theirs in pd.read_csv(REFERENCE / "fits.csv").to_dict("records"):
        own = values.get_group(theirs["case"])
        ours = fit(*(own[x].to_numpy() for x in ("x", "y", "group")))
        for name in ("intercept", "slope", "between", "within"):
            assert getattr(ours, name) == pytest.approx(theirs[name], abs=1e-6), theirs


def test_balanced_groups_have_the_variances_of_an_anova():
    """x is the same in every group, so that it says nothing of their means: within =
    what a line and the groups leave, between = (MS(groups) - within) / n."""
    generator = np.random.default_rng(5)
    groups, n = 30, 6
    x = np.tile(np.arange(n, dtype=float), groups)
    group = np.repeat(np.arange(groups), n)
    y = 0.3 * x + generator.normal(size=groups)[group] + generator.normal(size=len(x))
    ours = fit(x, y, group)
    table = y.reshape(groups, n)
    apart = (table - table.mean(axis=1, keepdims=True)).ravel()
    line = np.tile(np.arange(n) - (n - 1) / 2, groups)
    slope = line @ apart / (line @ line)
    within = np.square(apart - slope * line).sum() / (groups * (n - 1) - 1)
    of_groups = n * np.square(table.mean(axis=1) - y.mean()).sum() / (groups - 1)
    assert_allclose(ours.slope, slope, rtol=1e-12)
    assert_allclose(ours.within, within, rtol=1e-10)
    assert_allclose(ours.between, (of_groups - within) / n, rtol=1e-10)
    assert_allclose(ours.error, np.sqrt(within / (line @ line)), rtol=1e-10)


def test_error_and_r2_are_their_closed_forms(values):
    """Error of generalised least squares; R2 of Nakagawa and Schielzeth 2013, eq. 26
    and 30: variances of what is fixed (ddof 1, as R's var), between and within."""
    x, y, group = values
    ours = fit(x, y, group)
    design = np.stack([np.ones_like(x), x], axis=1)
    variance = ours.between * (group[:, None] == group) + ours.within * np.eye(len(x))
    precision = design.T @ np.linalg.solve(variance, design)
    line = np.linalg.solve(precision, design.T @ np.linalg.solve(variance, y))
    assert_allclose(line, (ours.intercept, ours.slope), rtol=1e-8)
    assert_allclose(ours.error, np.sqrt(np.linalg.inv(precision)[1, 1]), rtol=1e-8)
    fixed = np.var(design @ line, ddof=1)
    whole = fixed + ours.between + ours.within
    assert_allclose(ours.marginal, fixed / whole, rtol=1e-8)
    assert_allclose(ours.conditional, (fixed + ours.between) / whole, rtol=1e-8)
    assert_allclose(ours.scale, x.std() / y.std(), rtol=1e-10)
    low, high = ours.interval()
    assert_allclose((low, high), ours.slope + 1.959964 * ours.error * np.array([-1, 1]))


def test_no_rho_has_a_better_likelihood(values):
    """Against the dense restricted likelihood of variances beside."""
    x, y, group = (part[values[2] < 12] for part in values)
    design = np.stack([np.ones_like(x), x], axis=1)

    def criterion(between: float, within: float) -> float:
        variance = between * (group[:, None] == group) + within * np.eye(len(x))
        solved = np.linalg.solve(variance, np.column_stack([design, y]))
        precision = design.T @ solved[:, :2]
        rest = y - design @ np.linalg.solve(precision, design.T @ solved[:, 2])
        logs = np.linalg.slogdet(variance)[1] + np.linalg.slogdet(precision)[1]
        return logs + rest @ np.linalg.solve(variance, rest)

    ours = fit(x, y, group)
    best = criterion(ours.between, ours.within)
    others = [
        criterion(ours.between * a, ours.within * b)
        for a in (0.5, 0.99, 1.01, 2)
        for b in (0.5, 0.99, 1.01, 2)
    ]
    assert best < min(others)


def test_groups_that_vary_as_their_values_have_a_variance_of_exactly_0():
    x = np.array([0, 1, 2, 0, 1, 2, 0, 1, 2.0])
    y = np.array([0, 1, 1, 1, 0, 1, 1, 1, 0.0])  # all means are 2 / 3
    ours = fit(x, y, np.repeat([0, 1, 2], 3))
    assert ours.between == 0
    assert_allclose(ours.slope, np.polyfit(x, y, 1)[0], atol=1e-12)


def test_groups_of_a_single_value_give_the_plain_line():
    x, y = np.array([0, 1, 2, 4.0]), np.array([1, 1, 0, -2.0])
    ours = fit(x, y, np.arange(4))
    assert_allclose((ours.slope, ours.intercept), np.polyfit(x, y, 1), rtol=1e-12)
    assert ours.between == 0
    assert_allclose(
        ours.within, np.square(y - np.polyval(np.polyfit(x, y, 1), x)).sum() / 2
    )


def test_what_has_no_line_is_refused():
    for x in ([1, 1, 1, 1], [1, 2], [1, 2, np.nan]):
        with pytest.raises(ValueError, match="three finite values"):
            groups_of(np.array(x), np.arange(len(x)), np.arange(len(x)))


def test_a_group_that_counts_twice_is_two_groups(values):
    """And one that counts for nothing is none; shifts move nothing but the ends."""
    x, y, group = values
    weights = np.arange(40) % 3
    rows = np.concatenate(
        [np.flatnonzero(group == g) for g in range(40) for _ in range(weights[g])]
    )
    copies = np.repeat(np.arange(40), weights)
    copied = np.repeat(np.arange(len(copies)), np.bincount(group)[copies])
    both = fits(groups_of(x, y, group), np.stack([weights, np.ones(40, dtype=int)]))
    for of, ours in enumerate((fit(x[rows], y[rows], copied), fit(x + 7e4, y, group))):
        for name in ("slope", "error", "between", "within", "marginal", "scale"):
            assert_allclose(getattr(both, name)[of], getattr(ours, name), rtol=1e-6)


def test_draws_of_groups_are_those_of_their_seed():
    first, second = (draws(9, seed) for seed in (3, 4))
    assert_array_equal(first, draws(9, 3))
    assert (first != second).any()
    assert first.shape == (DRAWS, 9) and {*first.sum(axis=1)} == {9}


def test_an_interval_holds_the_slope():
    """Where the truth is known: 95 of 100 times, but for what 200 tries leave open."""
    generator = np.random.default_rng(6)
    group = np.repeat(np.arange(100), 3)
    held = []
    for _ in range(200):
        own, noise = generator.normal(size=(2, 100))[:, group], (2, len(group))
        noise = generator.normal(size=noise)
        x = own[0] + noise[0]
        low, high = fit(x, 0.4 * x + own[1] + noise[1], group).interval()
        held.append(low < 0.4 < high)
    assert 0.91 < np.mean(held) < 0.99
