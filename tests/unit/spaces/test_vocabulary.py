import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.spaces.vocabulary import Step, shared, surviving


def test_shared_words_are_in_every_run():
    present = np.array([[1, 1, 0, 1], [1, 0, 0, 1], [1, 1, 1, 1]], dtype=bool)
    assert_array_equal(shared(present), [True, False, False, True])


def test_one_run_shares_all_it_has():
    assert_array_equal(shared(np.array([[True, False]])), [True, False])


def test_shared_refuses_what_is_not_runs_by_words(subtests):
    for shape in [(3,), (0, 3)]:
        with subtests.test(shape=shape):
            with pytest.raises(ValueError, match=r"present must be \(runs, words\)"):
                shared(np.ones(shape, dtype=bool))


def test_each_step_counts_only_what_it_drops_itself():
    steps = [
        ("corpus words", np.array([1, 1, 1, 1, 1], dtype=bool)),
        ("in every run", np.array([1, 1, 0, 0, 1], dtype=bool)),
        ("in every technique", np.array([1, 0, 0, 1, 1], dtype=bool)),
    ]
    mask, taken = surviving(steps)
    assert_array_equal(mask, [True, False, False, False, True])
    assert taken == [
        Step("corpus words", 5, 0),
        Step("in every run", 3, 2),
        Step("in every technique", 2, 1),
    ]


def test_dropped_words_add_up_and_order_of_steps_keeps_the_mask():
    generator = np.random.default_rng(1)
    steps = [(str(k), generator.random(200) < 0.8) for k in range(4)]
    mask, taken = surviving(steps)
    again, _ = surviving(steps[::-1])
    assert sum(step.dropped for step in taken) + mask.sum() == 200
    assert_array_equal(mask, again)


def test_surviving_leaves_the_given_masks_alone():
    first = np.ones(2, dtype=bool)
    surviving([("a", first), ("b", np.zeros(2, dtype=bool))])
    assert first.all()


def test_a_mask_of_the_wrong_kind_is_named(subtests):
    for mask in [np.ones(3, dtype=bool), np.ones(2)]:
        with subtests.test(mask=mask):
            steps = [("corpus words", np.ones(2, dtype=bool)), ("in every run", mask)]
            with pytest.raises(
                ValueError, match="mask of step 'in every run' must be bool"
            ):
                surviving(steps)


def test_a_policy_needs_a_step():
    with pytest.raises(ValueError, match="at least one step"):
        surviving([])
