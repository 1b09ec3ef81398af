"""Components of variance: by hand, planted ones recovered, levels that are missing."""

import numpy as np
import pytest

from quaver.statistics.components import (
    COMPONENTS,
    DRAWS,
    RUNS,
    RUNS_DRAWS,
    SHARED,
    TEXTS,
    TEXTS_DRAWS,
    components,
    interval,
)

TRUE = dict(zip(COMPONENTS, (0.5, 0.2, 0.1, 0.1, 0.06, 0.04), strict=True))
SHAPE = 200, 2, 4, 5  # terms, texts, runs, draws


def planted(shape=SHAPE, dims=60, seed=1):
    """Vectors (*shape, dims) with the components above."""
    terms, texts, runs, draws = shape
    sizes = (
        *((terms, 1, 1, 1), (terms, 1, 1, draws), (terms, texts, runs, 1), shape),
        *((terms, texts, 1, 1), (terms, texts, 1, draws)),
    )
    generator = np.random.default_rng(seed)
    vectors = np.zeros((*shape, dims))
    for value, size in zip(TRUE.values(), sizes, strict=True):
        vectors += np.sqrt(value / dims) * generator.standard_normal((*size, dims))
    return vectors


def of(values):
    return dict(zip(COMPONENTS, values, strict=True))


def test_planted_components_are_recovered_within_their_intervals():
    value, low, high = interval(planted())
    for name, true in TRUE.items():
        assert of(low)[name] < true < of(high)[name], name
        assert of(value)[name] == pytest.approx(true, abs=0.02)


def test_components_sum_to_the_squared_length():
    for shape in (SHAPE, (6, 1, 4, 5), (6, 2, 1, 5), (6, 2, 3, 1), (6, 1, 1, 2)):
        vectors = planted(shape)
        total = np.square(vectors).sum(axis=-1).mean(axis=(1, 2, 3))
        assert np.nansum(components(vectors), axis=1) == pytest.approx(total)


def test_two_draws_and_two_runs_by_hand():
    # one text; draws 1 and -1, runs shift both by 2
    vectors = np.array([[1.0, -1], [3, 1]])[None, None, :, :, None]
    found = of(components(vectors)[0])
    # mean products: same run and draw 3, other draw 1, other run 1, both other -1
    assert found[SHARED] == -1 and found[DRAWS] == found[RUNS] == 2
    assert found[RUNS_DRAWS] == 0
    assert np.isnan(found[TEXTS]) and np.isnan(found[TEXTS_DRAWS])


@pytest.mark.parametrize(
    ("shape", "lacking"),
    [
        ((4, 1, 3, 5), {TEXTS, TEXTS_DRAWS}),
        ((4, 2, 1, 5), {RUNS, RUNS_DRAWS}),
        ((4, 2, 3, 1), {DRAWS, RUNS_DRAWS, TEXTS_DRAWS}),
        ((4, 1, 1, 5), {RUNS, RUNS_DRAWS, TEXTS, TEXTS_DRAWS}),
    ],
)
def test_what_cannot_be_told_is_left_out(shape, lacking):
    found = of(components(planted(shape)).mean(axis=0))
    assert {name for name, value in found.items() if np.isnan(value)} == lacking


def test_what_a_single_level_adds_stands_where_it_is_said_to():
    many = planted((400, 1, 1, 5))
    found = of(components(many).mean(axis=0))
    all_but_draws = sum(TRUE[x] for x in (SHARED, RUNS, TEXTS))
    assert found[SHARED] == pytest.approx(all_but_draws, abs=0.03)
    of_draws = sum(TRUE[x] for x in (DRAWS, RUNS_DRAWS, TEXTS_DRAWS))
    assert found[DRAWS] == pytest.approx(of_draws, abs=0.03)
    one_run = of(components(planted((400, 2, 1, 5))).mean(axis=0))
    assert one_run[TEXTS] == pytest.approx(TRUE[TEXTS] + TRUE[RUNS], abs=0.03)


def test_fewer_than_three_runs_leave_intervals_over_terms():
    value, low, high = interval(planted((30, 2, 2, 5)))
    assert (low < value).all() and (value < high).all()
