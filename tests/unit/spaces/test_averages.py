import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.linalg import orthogonal_procrustes
from scipy.stats import ortho_group

from quaver.measures.pip import pip_losses
from quaver.spaces import averages
from quaver.spaces.averages import average, groups, leaf, merge, normalised
from quaver.spaces.normalise import lengths, unit_rows


def whole(vectors):
    """A space in which every word is present, once."""
    words = len(vectors)
    return vectors, np.ones(words, dtype=bool), np.ones(words, dtype=np.int64)


def noisy(runs, sigma, words=800, dims=12, seed=7):
    """Noisy copies of one space, each turned its own way (thesis 3.2.1)."""
    generator = np.random.default_rng(seed)
    base = generator.standard_normal((words, dims)) + 0.5
    base /= np.linalg.norm(base, axis=1, keepdims=True)
    turns = ortho_group.rvs(dims, runs, random_state=seed).reshape(-1, dims, dims)
    noise = sigma * generator.standard_normal((runs, words, dims))
    return [(base + e) @ turn for e, turn in zip(noise, turns, strict=True)]


def mean_loss(cell):
    losses = pip_losses(cell).losses
    return losses[np.triu_indices(len(cell), 1)].mean()


def test_rotated_copies_average_to_the_space_itself():
    cell = [whole(space) for space in noisy(8, 0.0)]
    result = average(cell)
    assert_allclose(result.norms, 1, atol=1e-6)
    assert_allclose(
        pip_losses([result.vectors, unit_rows(cell[0][0])]).losses, 0, atol=1e-6
    )
    assert_allclose(result.vectors, unit_rows(cell[-1][0]), atol=1e-6)


def test_an_average_of_one_is_the_unit_space():
    space = noisy(1, 0.0)[0] * 3
    result = average([whole(space)])
    assert_allclose(result.vectors, unit_rows(space), atol=2e-7)
    assert_allclose(result.norms, 1, atol=2e-7)


def test_the_tree_of_four_by_hand():
    cell = noisy(4, 0.1)
    a, b, c, d = (
        space / np.linalg.norm(space, axis=1, keepdims=True) for space in cell
    )

    def mean(left, right):
        return (left @ orthogonal_procrustes(left, right)[0] + right) / 2

    expected = mean(mean(a, b), mean(c, d))
    norms = np.linalg.norm(expected, axis=1)
    result = average([whole(space) for space in cell])
    assert_allclose(result.norms, norms, atol=1e-6)
    assert_allclose(result.vectors, expected / norms[:, None], atol=1e-6)


def test_branches_give_the_bits_of_the_whole_tree():
    cell = [whole(space) for space in noisy(4, 0.1)]
    first, second, third, fourth = (leaf(*space) for space in cell)
    by_levels = normalised(merge(merge(first, second), merge(third, fourth)))
    for one, other in zip(average(cell), by_levels, strict=True):
        assert_array_equal(one, other)


@pytest.mark.parametrize("size", [2, 4, 8])
def test_noise_falls_with_the_root_of_the_size(size):
    cell = noisy(4 * size, 0.01)
    single = mean_loss([unit_rows(space) for space in cell[:8]])
    together = [
        average([whole(cell[run]) for run in group]).vectors
        for group in groups(len(cell), size)
    ]
    assert_allclose(mean_loss(together) * np.sqrt(size) / single, 1, rtol=0.02)


@pytest.mark.parametrize("size", [2, 8])
def test_norms_shrink_and_cosines_grow_as_predicted(size):
    dims, sigma = 12, 0.15
    cell = noisy(size, sigma, words=2000, dims=dims)
    result = average([whole(space) for space in cell])
    assert (result.norms <= 1 + 1e-6).all()
    # cosine of one word with itself in another run, to second order in sigma
    own = np.mean(1 / (1 + dims * sigma**2))
    square = 1 / size + (1 - 1 / size) * own
    assert_allclose(np.mean(result.norms**2), square, rtol=0.02)
    before = np.mean([np.square(unit_rows(space).mean(axis=0)).sum() for space in cell])
    after = np.square(result.vectors.mean(axis=0)).sum()
    assert_allclose(after / before, 1 / square, rtol=0.02)
    assert after > 1.05 * before


def test_words_of_one_space_alone_keep_their_vector():
    left, right = (space.astype(np.float32) for space in noisy(2, 0.05, words=60))
    present = np.ones((2, 60), dtype=bool)
    present[0, 58:] = present[1, [0, 59]] = False
    left[58:], right[[0, 59]] = np.nan, np.nan
    counts = np.arange(120).reshape(2, 60)
    spaces = [(left, present[0], counts[0]), (right, present[1], counts[1])]
    result = average(spaces)
    joint = slice(1, 58)
    turn, _ = orthogonal_procrustes(unit_rows(left[joint]), unit_rows(right[joint]))
    assert_array_equal(result.present, present.any(axis=0))
    assert_array_equal(result.counts, counts.sum(axis=0))
    assert_allclose(result.vectors[0], unit_rows(left[:1])[0] @ turn, atol=1e-5)
    assert_allclose(result.vectors[58], unit_rows(right[58:59])[0], atol=1e-6)
    assert_allclose(result.norms[[0, 58]], 1, atol=1e-6)
    assert result.norms[joint].max() < 1
    assert np.isnan(result.vectors[59]).all() and np.isnan(result.norms[59])


def test_rows_rotated_together_do_not_matter(monkeypatch):
    cell = [whole(space) for space in noisy(4, 0.1, words=100)]
    expected = average(cell)
    monkeypatch.setattr(averages, "ROWS", 7)
    assert_allclose(average(cell).vectors, expected.vectors, atol=1e-6)


def test_the_given_spaces_stay_as_they_are_and_the_bits_repeat():
    cell = [whole(space) for space in noisy(4, 0.1, words=100)]
    copies = [space.copy() for space, _, _ in cell]
    first, second = average(cell), average(cell)
    assert_array_equal(first.vectors, second.vectors)
    assert_array_equal([space for space, _, _ in cell], copies)


def test_groups_are_consecutive_and_complete():
    assert groups(7, 2) == [(0, 1), (2, 3), (4, 5)]
    assert groups(8, 4) == [(0, 1, 2, 3), (4, 5, 6, 7)]
    assert groups(2, 1) == [(0,), (1,)]
    assert groups(3, 4) == []


@pytest.mark.parametrize("size", [0, 3, 6, -2])
def test_a_size_that_is_no_power_of_two_is_refused(size):
    with pytest.raises(ValueError, match=f"power of two .* Got {size} instead"):
        groups(12, size)


def test_three_spaces_are_refused():
    with pytest.raises(ValueError, match="power of two .* Got 3 instead"):
        average([whole(space) for space in noisy(3, 0.1, words=20)])


def test_spaces_without_a_joint_word_are_refused():
    present = np.array([True, False])
    spaces = [
        (np.ones((2, 2)), mask, present.astype(int)) for mask in (present, ~present)
    ]
    with pytest.raises(ValueError, match="without a joint word"):
        average(spaces)


def test_opposite_vectors_have_no_average_direction():
    left = np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    right = np.array([[1.0, 0.0], [1.0, 0.0], [-1.0, 0.0]])
    with pytest.raises(ValueError, match="row 2 is a zero vector"):
        average([whole(left), whole(right)])


def test_lengths_are_those_of_the_branch():
    cell = [leaf(*whole(space)) for space in noisy(2, 0.1, words=30)]
    branch = merge(*cell)
    assert_array_equal(normalised(branch).norms, lengths(branch.vectors))
