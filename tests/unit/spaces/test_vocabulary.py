import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.spaces.vocabulary import Step, surviving


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
