import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.linalg import orthogonal_procrustes
from scipy.stats import ortho_group

from quaver.measures.pip import pip_losses
from quaver.spaces import branches, means
from quaver.spaces.averages import METHODS, average, groups
from quaver.spaces.branches import joint_rotation, leaf, merge
from quaver.spaces.normalise import lengths, unit_rows

every_method = pytest.mark.parametrize("method", METHODS)


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


def partly_known(runs, sigma, words=300, dims=8, seed=3):
    """Runs that each lack words of their own: (vectors, present, counts)."""
    generator = np.random.default_rng(seed)
    present = generator.random((runs, words)) < np.linspace(1, 0.2, words)
    spaces = np.array(noisy(runs, sigma, words, dims, seed), dtype=np.float32)
    spaces[~present] = np.nan
    counts = np.where(present, generator.integers(1, 9, (runs, words)), 0)
    return list(zip(spaces, present, counts, strict=True))


@every_method
def test_rotated_copies_average_to_the_space_itself(method):
    cell = [whole(space) for space in noisy(8, 0.0)]
    result = average(cell, method)
    assert_allclose(result.norms, 1, atol=1e-6)
    assert_allclose(
        pip_losses([result.vectors, unit_rows(cell[0][0])]).losses, 0, atol=1e-6
    )
    laid_over = cell[-1 if method == "tree" else 0][0]
    assert_allclose(result.vectors, unit_rows(laid_over), atol=1e-6)


@every_method
def test_an_average_of_one_is_the_unit_space(method):
    space = noisy(1, 0.0)[0] * 3
    result = average([whole(space)], method)
    assert_allclose(result.vectors, unit_rows(space), atol=1e-6)
    assert_allclose(result.norms, 1, atol=1e-6)


def test_the_tree_of_four_by_hand():
    cell = noisy(4, 0.1)
    a, b, c, d = (
        space / np.linalg.norm(space, axis=1, keepdims=True) for space in cell
    )

    def mean(left, right):
        return (left @ orthogonal_procrustes(left, right)[0] + right) / 2

    expected = mean(mean(a, b), mean(c, d))
    norms = np.linalg.norm(expected, axis=1)
    result = average([whole(space) for space in cell], "tree")
    assert_allclose(result.norms, norms, atol=1e-6)
    assert_allclose(result.vectors, expected / norms[:, None], atol=1e-6)


def test_four_aligned_to_one_by_hand():
    cell = noisy(4, 0.1)
    a, *others = (
        space / np.linalg.norm(space, axis=1, keepdims=True) for space in cell
    )
    laid = [space @ orthogonal_procrustes(space, a)[0] for space in others]
    expected = (a + sum(laid)) / 4
    norms = np.linalg.norm(expected, axis=1)
    result = average([whole(space) for space in cell], "one")
    assert_allclose(result.norms, norms, atol=1e-6)
    assert_allclose(result.vectors, expected / norms[:, None], atol=1e-6)
    assert_array_equal(result.rotations[0], np.eye(12))


def squared_distances(cell, rotations):
    """Sum over spaces and words of squared distances to the mean of turned spaces."""
    turned = [
        unit_rows(space) @ turn for space, turn in zip(cell, rotations, strict=True)
    ]
    return np.square(turned - np.mean(turned, axis=0)).sum()


def test_generalised_procrustes_is_nearest_to_its_members(subtests):
    for sigma in [0.1, 0.6]:
        with subtests.test(sigma=sigma):
            cell = noisy(4, sigma, words=100, dims=6)
            found = average([whole(space) for space in cell], "procrustes")
            least = squared_distances(cell, found.rotations)
            assert 2 < found.rounds < means.ROUNDS
            start = average([whole(space) for space in cell], "one")
            assert least < squared_distances(cell, start.rotations)
            generator = np.random.default_rng(0)
            for _ in range(50):  # a minimum: whatever is turned a little lies farther
                small = 0.05 * generator.standard_normal((4, 6, 6))
                moves = np.linalg.qr(np.eye(6) + small - small.transpose(0, 2, 1))[0]
                moves *= np.sign(np.diagonal(moves, axis1=1, axis2=2))[:, None, :]
                assert squared_distances(cell, found.rotations @ moves) > least


def test_generalised_procrustes_of_two_is_the_tree():
    cell = [whole(space) for space in noisy(2, 0.3)]
    one, other = (average(cell, method).vectors for method in ("tree", "procrustes"))
    assert_allclose(one @ one.T, other @ other.T, atol=1e-6)


def test_rounds_end_at_the_most(monkeypatch):
    monkeypatch.setattr(means, "ROUNDS", 2)
    cell = [whole(space) for space in noisy(4, 1.0)]
    assert average(cell, "procrustes").rounds == 2


def test_branches_give_the_bits_of_the_whole_tree():
    cell = [whole(space) for space in noisy(4, 0.1)]
    first, second, third, fourth = (leaf(*space) for space in cell)

    def joined(left, right):
        return merge(left, right, joint_rotation(left, right))

    branch = joined(joined(first, second), joined(third, fourth))
    result = average(cell, "tree")
    assert_array_equal(result.vectors, unit_rows(branch.vectors, branch.present))
    assert_array_equal(result.norms, lengths(branch.vectors))
    assert_array_equal(result.counts, branch.counts)


@every_method
@pytest.mark.parametrize("size", [1, 2, 8])
def test_rotations_are_one_per_space_or_merge_and_only_turn(method, size):
    turns = average(partly_known(size, 0.3), method).rotations
    assert turns.shape == (size - (method == "tree"), 8, 8)
    squares = turns @ turns.transpose(0, 2, 1)
    assert_allclose(squares, np.broadcast_to(np.eye(8), turns.shape), atol=1e-12)


def test_an_unknown_method_is_refused():
    cell = [whole(space) for space in noisy(2, 0.1, words=20, dims=3)]
    with pytest.raises(ValueError, match=r"one of tree, one, procrustes. Got 'mean'"):
        average(cell, "mean")


@every_method
def test_words_are_a_union_and_counts_are_added(method):
    cell = partly_known(8, 0.2)
    found = average(cell, method)
    present = np.array([present for _, present, _ in cell])
    assert not present.any(axis=0).all()  # some words nobody knows
    assert_array_equal(found.present, present.any(axis=0))
    assert_array_equal(found.counts, sum(counts for _, _, counts in cell))
    assert_array_equal(np.isfinite(found.vectors).all(axis=1), found.present)
    alone = present.sum(axis=0) == 1
    assert alone.any()
    assert_allclose(found.norms[alone], 1, atol=1e-6)


def test_a_word_is_the_mean_of_the_spaces_that_have_it(subtests):
    for method in ["one", "procrustes"]:
        with subtests.test(method=method):
            cell = partly_known(4, 0.2)
            found = average(cell, method)
            turned = [
                unit_rows(vectors, present) @ turn
                for (vectors, present, _), turn in zip(
                    cell, found.rotations, strict=True
                )
            ]
            present = np.array([present for _, present, _ in cell])
            known = present.any(axis=0)
            mean = np.nansum(turned, axis=0)[known] / present.sum(axis=0)[known, None]
            norms = np.linalg.norm(mean, axis=1)
            assert_allclose(found.norms[known], norms, atol=1e-6)
            assert_allclose(found.vectors[known], mean / norms[:, None], atol=1e-6)


@every_method
@pytest.mark.parametrize("member", [0, 2, 7])
def test_turning_a_space_leaves_the_cosines_of_the_average(method, member):
    cell = [whole(space) for space in noisy(8, 0.2, words=200)]
    expected = average(cell, method).vectors
    turn = ortho_group.rvs(12, random_state=5)
    cell[member] = whole(cell[member][0] @ turn)
    found = average(cell, method).vectors
    assert_allclose(found @ found.T, expected @ expected.T, atol=1e-6)


def test_noise_falls_with_the_root_of_the_size(subtests):
    for method in ["tree", "procrustes"]:
        for size in [2, 4, 8]:
            with subtests.test(method=method, size=size):
                cell = noisy(4 * size, 0.01)
                single = mean_loss([unit_rows(space) for space in cell[:8]])
                together = [
                    average([whole(cell[run]) for run in group], method).vectors
                    for group in groups(len(cell), size)
                ]
                assert_allclose(
                    mean_loss(together) * np.sqrt(size) / single, 1, rtol=0.02
                )


def test_a_common_mean_wavers_less_than_one_reference(subtests):
    """What the thesis says against aligning all to one, where noise is strong."""
    for method in ["tree", "procrustes"]:
        with subtests.test(method=method):
            cell = noisy(32, 0.6, words=150)
            members = groups(32, 8)
            losses = []
            for name in (method, "one"):
                spaces = [
                    average([whole(cell[run]) for run in g], name) for g in members
                ]
                losses.append(mean_loss([space.vectors for space in spaces]))
            assert losses[0] < 0.98 * losses[1]


@every_method
@pytest.mark.parametrize("size", [2, 8])
def test_norms_shrink_and_cosines_grow_as_predicted(size, method):
    dims, sigma = 12, 0.15
    cell = noisy(size, sigma, words=2000, dims=dims)
    result = average([whole(space) for space in cell], method)
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
    result = average(spaces, "tree")
    joint = slice(1, 58)
    turn, _ = orthogonal_procrustes(unit_rows(left[joint]), unit_rows(right[joint]))
    assert_array_equal(result.present, present.any(axis=0))
    assert_array_equal(result.counts, counts.sum(axis=0))
    assert_allclose(result.vectors[0], unit_rows(left[:1])[0] @ turn, atol=1e-5)
    assert_allclose(result.vectors[58], unit_rows(right[58:59])[0], atol=1e-6)
    assert_allclose(result.norms[[0, 58]], 1, atol=1e-6)
    assert result.norms[joint].max() < 1
    assert np.isnan(result.vectors[59]).all() and np.isnan(result.norms[59])


@every_method
def test_rows_rotated_together_do_not_matter(monkeypatch, method):
    cell = [whole(space) for space in noisy(4, 0.1, words=100)]
    expected = average(cell, method)
    monkeypatch.setattr(branches, "ROWS", 7)
    assert_allclose(average(cell, method).vectors, expected.vectors, atol=1e-6)


@every_method
def test_the_given_spaces_stay_as_they_are_and_the_bits_repeat(method):
    cell = [whole(space) for space in noisy(4, 0.1, words=100)]
    copies = [space.copy() for space, _, _ in cell]
    first, second = average(cell, method), average(cell, method)
    assert_array_equal(first.vectors, second.vectors)
    assert_array_equal([space for space, _, _ in cell], copies)


def test_groups_are_consecutive_and_complete():
    assert groups(7, 2) == [(0, 1), (2, 3), (4, 5)]
    assert groups(8, 4) == [(0, 1, 2, 3), (4, 5, 6, 7)]
    assert groups(2, 1) == [(0,), (1,)]
    assert groups(3, 4) == []


def test_a_size_that_is_no_power_of_two_is_refused(subtests):
    for size in [0, 3, 6, -2]:
        with subtests.test(size=size):
            with pytest.raises(ValueError, match=f"power of two .* Got {size} instead"):
                groups(12, size)


@every_method
def test_three_spaces_are_refused(method):
    with pytest.raises(ValueError, match="power of two .* Got 3 instead"):
        average([whole(space) for space in noisy(3, 0.1, words=20)], method)


@every_method
def test_spaces_without_a_joint_word_are_refused(method):
    present = np.array([True, False])
    spaces = [
        (np.ones((2, 2)), mask, present.astype(int)) for mask in (present, ~present)
    ]
    with pytest.raises(ValueError, match="without a joint word"):
        average(spaces, method)


@every_method
def test_opposite_vectors_have_no_average_direction(method):
    left = np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    right = np.array([[1.0, 0.0], [1.0, 0.0], [-1.0, 0.0]])
    with pytest.raises(ValueError, match="row 2 is a zero vector"):
        average([whole(left), whole(right)], method)
