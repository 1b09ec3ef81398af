import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.corpora import samples
from quaver.corpora.samples import (
    SAMPLINGS,
    Sample,
    View,
    count_words,
    draw,
    first_fraction,
)

UNITS = 200


@pytest.fixture
def view():
    generator = np.random.default_rng(3)
    lengths = generator.integers(0, 12, size=UNITS)
    offsets = np.concatenate([[0], lengths.cumsum()])
    tokens = generator.integers(0, 9, size=offsets[-1]).astype(np.uint32)
    return View([f"w{k}" for k in range(10)], tokens, offsets)


def test_fixed_is_the_text_in_its_own_order():
    assert_array_equal(draw("fixed", 5, 1).units, [0, 1, 2, 3, 4])
    assert_array_equal(draw("fixed", 5, 1).units, draw("fixed", 5, 2).units)


def test_shuffled_is_every_unit_once_in_another_order():
    units = draw("shuffled", UNITS, 1).units
    assert_array_equal(np.sort(units), np.arange(UNITS))
    assert (units != np.arange(UNITS)).any()


def test_bootstrapped_draws_as_many_with_replacement():
    units = draw("bootstrapped", 20_000, 1).units
    assert len(units) == 20_000
    assert 0 <= units.min() <= units.max() < 20_000
    # a unit is left out with probability (1 - 1/n)^n -> 1/e; 5 standard deviations
    left_out = (Sample(units).multiplicities(20_000) == 0).mean()
    assert abs(left_out - np.exp(-1)) < 5 * np.sqrt(0.0972 / 20_000)


def test_a_seed_gives_the_same_sample_again(subtests):
    for sampling in SAMPLINGS:
        with subtests.test(sampling=sampling):
            assert_array_equal(draw(sampling, 50, 7).units, draw(sampling, 50, 7).units)


def test_seeds_matter(subtests):
    for sampling in ["shuffled", "bootstrapped"]:
        with subtests.test(sampling=sampling):
            assert (draw(sampling, 50, 7).units != draw(sampling, 50, 8).units).any()


def test_an_unknown_sampling_is_refused():
    with pytest.raises(
        ValueError, match="must be one of .*fixed.*Got 'random' instead"
    ):
        draw("random", 5, 1)


def test_a_view_cuts_units_out_of_the_tokens(view):
    assert view.units == UNITS
    assert_array_equal(
        np.concatenate([view.unit(k) for k in range(UNITS)]), view.tokens
    )
    assert len(view.unit(3)) == view.offsets[4] - view.offsets[3]


def test_multiplicities_say_how_often():
    assert_array_equal(Sample(np.array([2, 0, 2])).multiplicities(4), [1, 0, 2, 0])


@pytest.mark.parametrize("sampling", SAMPLINGS)
@pytest.mark.parametrize("chunk", [1, 50, 1 << 22])
def test_words_are_counted_as_by_reading_the_sample(view, sampling, chunk, monkeypatch):
    monkeypatch.setattr(samples, "CHUNK", chunk)
    sample = draw(sampling, view.units, 5)
    read = np.concatenate([view.unit(unit) for unit in sample.units])
    counts = count_words(view, sample)
    assert counts.dtype == np.int64
    assert_array_equal(counts, np.bincount(read, minlength=10))
    assert counts[9] == 0


def test_first_fraction_is_the_ceiling_as_written(subtests):
    for units, fraction, kept in [
        (5, 0.2, 1),
        (100, 0.07, 7),
        (100, 0.29, 29),
        (1000, 0.001, 1),
        (10, 0.21, 3),
        (7, 1e-9, 1),
        (7, 1.0, 7),
        (7, 1, 7),
        (0, 0.5, 0),
        (3, np.float64(0.1), 1),
    ]:
        with subtests.test(units=units, fraction=fraction, kept=kept):
            offsets = np.arange(units + 1) * 3
            assert_array_equal(first_fraction(offsets, fraction), offsets[: kept + 1])


def test_a_fraction_outside_its_range_is_refused(subtests):
    for fraction in [0, -0.1, 1.01, float("nan")]:
        with subtests.test(fraction=fraction):
            with pytest.raises(ValueError, match=r"fraction must be in \(0, 1\]. Got"):
                first_fraction(np.arange(5), fraction)
