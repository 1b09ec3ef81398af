from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import spearmanr

from quaver.measures.consistency import consistency
from quaver.measures.overlap import overlaps
from quaver.statistics.batches import means_without

SIZES = (2, 5, 10)


def lists(runs, targets=60, seed=3):
    """Lists of ten of forty words, drawn with a spread that grows with the target."""
    generator = np.random.default_rng(seed)
    order = np.arange(40) / np.linspace(1, 40, targets)[:, None]
    scores = order + generator.standard_normal((runs, targets, 40))
    return np.argsort(scores, axis=2)[:, :, :10]


def means(indices, n, jaccard=False):
    """Word-wise means over pairs, by sets."""
    total = np.zeros(indices.shape[1])
    pairs = list(combinations(indices[:, :, :n].tolist(), 2))
    for a, b in pairs:
        for word, (left, right) in enumerate(zip(a, b, strict=True)):
            common = len(set(left) & set(right))
            total[word] += common / (2 * n - common if jaccard else n)
    return np.round(total / len(pairs), 12)


@pytest.mark.parametrize("jaccard", [False, True])
def test_it_is_the_spearman_correlation_of_the_means_of_words(jaccard):
    indices = lists(7)
    found = consistency(indices, SIZES)
    name = "jaccard" if jaccard else "share"
    words = [means(indices, n, jaccard) for n in SIZES]
    assert_allclose(found[name], spearmanr(words, axis=1).statistic)
    for place, n in enumerate(SIZES):
        first, second = (means(indices[part], n, jaccard) for part in (S[0], S[1]))
        expected = spearmanr(first, second).statistic
        assert_allclose(found[f"halves_{name}"][place], expected)
    assert found["half"] == 3


S = slice(0, 3), slice(3, 6)


def test_leaving_a_run_out_is_measuring_without_it():
    indices = lists(5)
    found = overlaps(indices, SIZES)
    for values in ("run_share", "run_jaccard"):
        left = [*means_without(getattr(found, values).swapaxes(0, 1))]
        for run in range(5):
            others = overlaps(np.delete(indices, run, axis=0), SIZES)
            assert_allclose(left[run], getattr(others, values).mean(axis=1))


def test_the_interval_is_that_of_a_jackknife_by_hand():
    indices = lists(6)
    found = consistency(indices, SIZES)
    left = [
        consistency(np.delete(indices, run, axis=0), SIZES)["share"] for run in range(6)
    ]
    error = np.sqrt(5 / 6 * np.square(left - np.mean(left, axis=0)).sum(axis=0))
    reach = 2.570582 * error  # Student's with 5 degrees of freedom
    assert_allclose(
        found["share_low"], np.clip(found["share"] - reach, -1, 1), rtol=1e-6
    )
    assert_allclose(
        found["share_high"], np.clip(found["share"] + reach, -1, 1), rtol=1e-6
    )


def test_halves_have_an_interval_from_three_runs_each():
    wide = consistency(lists(6), SIZES)
    low, value, high = (wide[f"halves_share{x}"] for x in ("_low", "", "_high"))
    assert (low < value).all() and (value < high).all()
    assert low.min() >= -1 and high.max() <= 1
    narrow = consistency(lists(5), SIZES)
    assert np.isfinite(narrow["halves_share"]).all()
    assert np.isnan(narrow["halves_share_low"]).all()
    assert np.isfinite(narrow["share_low"]).all()
    none = consistency(lists(3), SIZES)
    assert np.isnan(none["halves_jaccard"]).all()
    assert np.isfinite(none["jaccard_low"]).all()


def test_two_runs_have_a_value_and_no_interval():
    found = consistency(lists(2), SIZES)
    assert np.isfinite(found["share"]).all()
    assert np.isnan(found["share_low"]).all() and np.isnan(found["share_high"]).all()


def test_an_n_agrees_with_itself():
    found = consistency(lists(4), SIZES)
    for name in ("share", "jaccard"):
        for ending in ("", "_low", "_high"):
            assert_allclose(np.diag(found[name + ending]), 1)
        assert_array_equal(found[name], found[name].T)


def test_words_of_one_value_have_no_order():
    found = consistency(np.repeat(lists(1), 6, axis=0), SIZES)
    for name in ("share", "jaccard", "halves_share"):
        assert np.isnan(found[name]).all() and np.isnan(found[f"{name}_low"]).all()


def test_chance_level():
    """Lists that know nothing of their word: halves of the runs do not agree."""
    generator = np.random.default_rng(5)
    indices = np.argsort(generator.random((12, 2000, 30)), axis=2)[:, :, :10]
    found = consistency(indices, SIZES)
    assert np.abs(found["halves_share"]).max() < 0.1


def test_the_order_of_words_does_not_matter():
    indices = lists(6)
    turned = consistency(indices[:, ::-1], SIZES)
    found = consistency(indices, SIZES)
    assert_allclose(turned["share"], found["share"])
    assert_allclose(turned["halves_jaccard_low"], found["halves_jaccard_low"])


def test_the_runs_asked_for_stand_beside_as_many_others():
    """Table 2.3 is of 16 of 128 runs, Table A.1 of these and of 16 others."""
    indices = lists(9)
    found = consistency(indices, SIZES, 4)
    assert (found["runs"], found["half"]) == (4, 4)
    first = consistency(indices[:4], SIZES)
    assert_array_equal(found["share"], first["share"])
    assert_array_equal(found["jaccard_low"], first["jaccard_low"])
    halves = consistency(indices[:8], SIZES)
    assert_array_equal(found["halves_share"], halves["halves_share"])
    assert_array_equal(found["halves_share_low"], halves["halves_share_low"])


@pytest.mark.parametrize("runs", [0, 9, 12])
def test_where_runs_are_too_few_they_are_halved(runs):
    found = consistency(lists(9), SIZES, runs)
    whole = consistency(lists(9), SIZES)
    assert (found["runs"], found["half"]) == (9, 4)
    assert_array_equal(found["share"], whole["share"])
    assert_array_equal(found["halves_share"], whole["halves_share"])


def test_noise_of_few_runs_lowers_the_agreement():
    indices = lists(40)
    few, many = (consistency(indices, SIZES, runs)["halves_share"] for runs in (3, 20))
    assert (few < many).all()
