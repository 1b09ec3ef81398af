import tracemalloc
from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.corpora.samples import Sample, View, draw
from quaver.trainers import cooccurrence
from quaver.trainers.cooccurrence import count_pairs, scratch

RULES = [
    {"window": window, "symmetric": symmetric, "distance_weighting": weighting}
    for window in (1, 3, 10)
    for symmetric in (True, False)
    for weighting in (True, False)
]


def view_of(units, words):
    lengths = [len(unit) for unit in units]
    tokens = np.array([token for unit in units for token in unit], dtype=np.uint32)
    return View(range(words), tokens, np.concatenate([[0], np.cumsum(lengths)]))


def random_view(seed, units=40, words=12, longest=30):
    generator = np.random.default_rng(seed)
    lengths = generator.integers(0, longest, size=units)
    return view_of([generator.integers(0, words, size=n) for n in lengths], words)


def everything(view):
    return np.ones(len(view.words), dtype=bool)


def as_dict(pairs):
    keys = zip(pairs.rows.tolist(), pairs.columns.tolist(), strict=True)
    return dict(zip(keys, pairs.values.tolist(), strict=True))


def by_hand(view, sample, present, *, window, symmetric, distance_weighting):
    counts = defaultdict(Fraction)
    for unit in sample.units:
        words = [int(word) for word in view.unit(unit) if present[word]]
        for right, word in enumerate(words):
            for left in range(max(0, right - window), right):
                weight = Fraction(1, right - left if distance_weighting else 1)
                counts[words[left], word] += weight
                if symmetric:
                    counts[word, words[left]] += weight
    return {key: float(value) for key, value in counts.items()}


def assert_same(a, b):
    assert_array_equal(a.rows, b.rows)
    assert_array_equal(a.columns, b.columns)
    assert_array_equal(a.values, b.values)


def test_counts_are_those_of_plain_python_to_the_last_bit(subtests):
    for rule in RULES:
        for sampling in ["fixed", "bootstrapped"]:
            with subtests.test(rule=rule, sampling=sampling):
                view = random_view(seed=1)
                sample = draw(sampling, view.units, seed=2)
                present = np.arange(12) % 5 != 3
                pairs = count_pairs(view, sample, present, **rule)
                assert as_dict(pairs) == by_hand(view, sample, present, **rule)


def test_pairs_stand_once_in_order_of_row_then_column():
    view = random_view(seed=3)
    sample = draw("fixed", view.units, 0)
    pairs = count_pairs(view, sample, everything(view), **RULES[0])
    keys = pairs.rows.astype(np.int64) * 12 + pairs.columns
    assert (np.diff(keys) > 0).all()
    kinds = (pairs.rows.dtype, pairs.columns.dtype, pairs.values.dtype)
    assert kinds == (np.int32, np.int32, np.float64)


def test_left_only_counts_the_left_word_as_row():
    view = view_of([[0, 1, 2]], words=3)
    rule = {"window": 2, "symmetric": False, "distance_weighting": True}
    pairs = count_pairs(view, Sample(np.array([0])), everything(view), **rule)
    assert as_dict(pairs) == {(0, 1): 1, (0, 2): 0.5, (1, 2): 1}


def test_a_word_beside_itself_counts_twice_when_symmetric():
    view = view_of([[0, 0], [1]], words=2)
    rule = {"window": 5, "symmetric": True, "distance_weighting": True}
    pairs = count_pairs(view, draw("fixed", 2, 0), everything(view), **rule)
    assert as_dict(pairs) == {(0, 0): 2}


def test_an_absent_word_takes_no_place_in_the_window():
    view = view_of([[0, 2, 2, 1]], words=3)
    present = np.array([True, True, False])
    rule = {"window": 1, "symmetric": False, "distance_weighting": True}
    assert as_dict(count_pairs(view, Sample(np.array([0])), present, **rule)) == {
        (0, 1): 1
    }


def test_windows_end_with_their_unit():
    parted, joined = view_of([[0, 1], [2, 3]], 4), view_of([[0, 1, 2, 3]], 4)
    rule = {"window": 3, "symmetric": False, "distance_weighting": False}
    pairs = count_pairs(parted, draw("fixed", 2, 0), everything(parted), **rule)
    assert as_dict(pairs) == {(0, 1): 1, (2, 3): 1}
    pairs = count_pairs(joined, draw("fixed", 1, 0), everything(joined), **rule)
    assert len(pairs.values) == 6


def test_the_order_of_the_sample_does_not_change_a_bit(subtests):
    for window in [10, 15, 70]:
        with subtests.test(window=window):
            view = random_view(seed=4, units=60, longest=100)
            rule = {"window": window, "symmetric": True, "distance_weighting": True}
            fixed, shuffled = (
                draw(s, view.units, seed=5) for s in ("fixed", "shuffled")
            )
            assert not np.array_equal(fixed.units, shuffled.units)
            assert_same(
                count_pairs(view, fixed, everything(view), **rule),
                count_pairs(view, shuffled, everything(view), **rule),
            )


def test_a_unit_drawn_n_times_is_a_corpus_with_it_n_times():
    units = [[0, 1, 2, 0], [2, 2, 1], [3, 0, 1]]
    once, thrice = view_of(units, 4), view_of([units[0], *[units[1]] * 3], 4)
    rule = RULES[4]
    assert_same(
        count_pairs(once, Sample(np.array([1, 0, 1, 1])), everything(once), **rule),
        count_pairs(thrice, draw("fixed", 4, 0), everything(thrice), **rule),
    )


def test_a_window_too_wide_for_exact_weights_is_as_good_as_float64():
    view = random_view(seed=6, units=10, longest=200)
    sample = draw("fixed", view.units, 0)
    rule = {"window": 70, "symmetric": True, "distance_weighting": True}
    pairs = count_pairs(view, sample, everything(view), **rule)
    expected = by_hand(view, sample, everything(view), **rule)
    found = as_dict(pairs)
    assert found.keys() == expected.keys()
    assert_allclose([found[key] for key in expected], list(expected.values()), 1e-12)


def test_whole_number_weights_never_overflow(subtests):
    for mass in [1, 10**6, 10**10, 10**14]:
        for window in [1, 10, 15, 50]:
            with subtests.test(mass=mass, window=window):
                steps, one = cooccurrence._steps(window, True, mass)
                assert 2 * mass * sum(steps.tolist()) < 2**63
                assert_allclose(
                    steps[1:] * np.arange(1, window + 1), one, rtol=window / one
                )


@pytest.mark.slow
def test_the_budget_does_not_change_a_bit(subtests):
    for budget in [0, 6_000, 50_000]:
        for symmetric in [True, False]:
            with subtests.test(budget=budget, symmetric=symmetric):
                view = random_view(seed=7, units=30, words=40, longest=30)
                sample = draw("bootstrapped", view.units, seed=8)
                rule = {
                    "window": 10,
                    "symmetric": symmetric,
                    "distance_weighting": True,
                }
                ample = count_pairs(view, sample, everything(view), **rule)
                tight = count_pairs(
                    view, sample, everything(view), **rule, budget=budget
                )
                assert not isinstance(ample.values, np.memmap)
                assert isinstance(tight.values, np.memmap) == (
                    16 * len(ample.values) > budget
                )
                assert_same(ample, tight)


def test_the_table_grows_without_losing_a_count(monkeypatch):
    view = random_view(seed=9, units=100, words=60, longest=60)
    sample = draw("fixed", view.units, 0)
    ample = count_pairs(view, sample, everything(view), **RULES[4])
    monkeypatch.setattr(cooccurrence, "SMALLEST_TABLE", 32)
    assert_same(ample, count_pairs(view, sample, everything(view), **RULES[4]))


def test_memory_stays_within_the_budget():
    generator = np.random.default_rng(10)
    view = View(
        range(3000),
        generator.integers(0, 3000, 200_000, dtype=np.uint32),
        np.arange(0, 200_001, 1000),
    )
    sample, budget = draw("fixed", view.units, 0), 8 << 20
    rule = {"window": 5, "symmetric": True, "distance_weighting": True}
    count_pairs(view_of([[0, 1]], 2), Sample(np.array([0])), np.ones(2, bool), **rule)
    tracemalloc.start()
    pairs = count_pairs(view, sample, everything(view), **rule, budget=budget)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 16 * len(pairs.values) > 2 * budget
    assert peak < budget


def test_units_of_one_word_give_no_pairs():
    view = view_of([[0], [1], []], words=2)
    pairs = count_pairs(view, draw("fixed", 3, 0), everything(view), **RULES[0])
    assert len(pairs.rows) == len(pairs.columns) == len(pairs.values) == 0


def test_scratch_room_keeps_what_is_written(subtests):
    for budget in [8 * 1000, 8 * 1000 - 1]:
        with subtests.test(budget=budget):
            room = scratch(1000, np.float64, budget)
            room[:] = np.arange(1000)
            assert type(room) is np.ndarray
            assert isinstance(room.base, np.memmap) == (budget < 8000)
            assert_array_equal(room, np.arange(1000))
