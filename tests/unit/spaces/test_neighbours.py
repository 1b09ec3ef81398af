import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.spaces import neighbours as module
from quaver.spaces.cosines import rough_error
from quaver.spaces.neighbours import neighbours
from quaver.spaces.normalise import unit_rows


def on_circle(*degrees):
    angles = np.deg2rad(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


@pytest.fixture
def space():
    vectors = np.random.default_rng(8).standard_normal((300, 10))
    return unit_rows(vectors)


def test_neighbours_on_a_circle_by_hand():
    found = neighbours(on_circle(0, 10, 30, 180), np.array([0, 2]), 2)
    assert_array_equal(found.indices, [[1, 2], [1, 0]])
    cosines = np.cos(np.deg2rad([[10, 30], [20, 30]]))
    assert_allclose(found.cosines, cosines, atol=1e-6)


def test_they_are_those_of_a_full_sort(space):
    targets = np.array([5, 299, 0, 5])
    found = neighbours(space, targets, 20)
    wide = space.astype(np.float64)
    for target, indices, cosines in zip(targets, *found, strict=True):
        order = [row for row in np.argsort(-(wide @ wide[target])) if row != target]
        assert_array_equal(indices, order[:20])
        assert_allclose(cosines, (wide @ wide[target])[indices], atol=1e-6)


def test_only_the_word_itself_is_left_out(space):
    """Other targets, and a word with the very same vector, stay in the list."""
    space = np.concatenate([space, space[:1]])
    found = neighbours(space, np.array([0, 300, 1]), 300)
    assert found.indices[0, 0] == 300
    assert found.indices[1, 0] == 0
    for target, indices in zip([0, 300, 1], found.indices, strict=True):
        assert_array_equal(np.sort(indices), np.delete(np.arange(301), target))


def test_ties_go_to_the_lower_row():
    found = neighbours(on_circle(0, 20, -20, 5, 20, -20), np.array([0]), 4)
    assert_array_equal(found.indices, [[3, 1, 2, 4]])


def test_equal_words_tie_wherever_they_stand(space):
    twins = np.concatenate([space, space, space])
    found = neighbours(twins, np.array([3]), 899)
    assert_array_equal(found.indices[0, :2], [303, 603])
    triples = found.indices[0, 2:].reshape(-1, 3)
    assert_array_equal(triples - triples[:, :1], np.tile([0, 300, 600], (299, 1)))


def test_words_nearer_to_each_other_than_float32_can_tell(subtests):
    """Rough products get the order wrong, and the lists right all the same."""
    for noise in [1e-3, 1e-4, 3e-5]:
        with subtests.test(noise=noise):
            generator = np.random.default_rng(2)
            base = generator.standard_normal((3, 200))
            near = base[np.arange(900) % 3] + noise * generator.standard_normal(
                (900, 200)
            )
            space, targets = unit_rows(near), np.arange(0, 900, 90)
            found = neighbours(space, targets, 40)
            wide = space.astype(np.float64)
            exact = np.einsum("td,wd->tw", wide[targets], wide).astype(np.float32)
            exact[np.arange(len(targets)), targets] = -np.inf
            expected = np.argsort(-exact, axis=1, kind="stable")[:, :40]
            assert_array_equal(found.indices, expected)
            kept = np.take_along_axis(exact, expected, axis=1)
            assert_array_equal(found.cosines, np.minimum(kept, 1))
            rough = space[targets] @ space.T
            rough[np.arange(len(targets)), targets] = -np.inf
            assert (np.argsort(-rough, axis=1, kind="stable")[:, :40] != expected).any()


def test_the_error_of_rough_cosines_is_within_its_bound():
    for dims in (3, 50, 300):
        vectors = np.random.default_rng(dims).standard_normal((500, dims))
        space = unit_rows(np.abs(vectors))  # all terms of one sign: the worst case
        rough = module._products(space, np.arange(500))
        wide = space.astype(np.float64)
        off = np.abs(rough - wide @ wide.T)[~np.eye(500, dtype=bool)]
        assert 0 < off.max() < rough_error(space)


def test_k_is_capped_at_the_other_words():
    found = neighbours(on_circle(0, 1, 2), np.array([1]), 50)
    assert found.indices.shape == found.cosines.shape == (1, 2)


def test_cosines_fall_and_stay_in_range(space):
    found = neighbours(np.concatenate([space, -space]), np.arange(50), 400)
    assert (np.diff(found.cosines, axis=1) <= 0).all()
    assert np.abs(found.cosines).max() <= 1


def test_chunks_do_not_alter_the_answer(space, monkeypatch):
    expected = neighbours(space, np.arange(100), 10)
    monkeypatch.setattr(module, "TARGETS", 7)
    monkeypatch.setattr(module, "ROWS", 11)
    found = neighbours(space, np.arange(100), 10)
    assert_array_equal(found.indices, expected.indices)
    assert_array_equal(found.cosines, expected.cosines)


def test_no_targets_give_no_rows(space):
    assert neighbours(space, np.array([], dtype=int), 3).indices.shape == (0, 3)


@pytest.mark.parametrize("target", [-1, 300])
def test_a_target_outside_is_named(space, target):
    with pytest.raises(ValueError, match=f"rows from 0 to 299. Got {target}"):
        neighbours(space, np.array([0, target]), 3)


def test_k_must_be_positive(space):
    with pytest.raises(ValueError, match="k must be 1 or more. Got 0"):
        neighbours(space, np.array([0]), 0)


def test_one_word_has_no_neighbours():
    with pytest.raises(ValueError, match="two words or more. Got 1"):
        neighbours(on_circle(0), np.array([0]), 1)


def test_missing_vectors_are_refused():
    space = on_circle(0, 1, 2)
    space[1] = np.nan
    with pytest.raises(ValueError, match="units must be finite"):
        neighbours(space, np.array([0]), 1)
