"""PPMI: counts, information and factors against brute force."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from quaver.corpora.samples import Sample, View, count_words, draw
from quaver.trainers import TrainingError, ppmi

DEFAULTS = {
    "dimensions": 3,
    "window": 2,
    "context_smoothing": 0.75,
    "shift": 1.0,
    "eigenvalue_weight": 0.5,
    "sample": 0.0,
    "close_gaps": False,
    "dynamic_window": False,
    "add_contexts": False,
    "min_count": 0,
}


def options(**changes):
    return SimpleNamespace(**{**DEFAULTS, **changes})


def view_of(units, words=None):
    words = max(map(max, units)) + 1 if words is None else words
    offsets = np.append(0, np.cumsum([len(unit) for unit in units]))
    tokens = np.concatenate([np.array(unit, dtype=np.uint32) for unit in units])
    return View([f"w{k}" for k in range(words)], tokens, offsets)


def written_out(view, sample):
    return view_of([list(view.unit(k)) for k in sample.units], len(view.words))


def everything(view):
    return draw("fixed", view.units, 0)


@pytest.fixture(scope="module")
def view():
    """60 units of up to 30 tokens of 12 words, the first of which are frequent."""
    generator = np.random.default_rng(4)
    share = 1 / np.arange(1, 13)
    lengths = generator.integers(0, 30, size=60)
    return view_of(
        [[0, 11]]
        + [list(generator.choice(12, n, p=share / share.sum())) for n in lengths]
    )


def counted(view, drawn, seed=1, **changes):
    parameters = options(**changes)
    counts = count_words(view, drawn)
    counts[counts < parameters.min_count] = 0
    return ppmi.count_pairs(view, drawn, counts, parameters, seed).toarray()


def brute_pairs(units, words, window):
    expected = np.zeros((words, words))
    for unit in units:
        for i, word in enumerate(unit):
            for j, context in enumerate(unit):
                if i != j and abs(i - j) <= window:
                    expected[word, context] += 1
    return expected


def brute_ppmi(counts, smoothing, shift):
    matrix = np.zeros(counts.shape)
    contexts = counts.sum(axis=0) ** smoothing
    for w, c in zip(*counts.nonzero(), strict=True):
        joint = counts[w, c] / counts.sum()
        word = counts[w].sum() / counts.sum()
        context = contexts[c] / contexts.sum()
        matrix[w, c] = max(0, np.log(joint / (word * context)) - np.log(shift))
    return matrix


def test_a_hand_made_text_has_the_pairs_of_its_window():
    view = view_of([[0, 1, 0, 2], [2, 1]])
    # window 1: 01 10 02 | 21; window 2 adds 00 and 12
    one = [[0, 2, 1], [2, 0, 1], [1, 1, 0]]
    two = [[2, 2, 1], [2, 0, 2], [1, 2, 0]]
    assert_array_equal(counted(view, everything(view), window=1), one)
    assert_array_equal(counted(view, everything(view), window=2), two)


def test_pairs_are_those_of_a_double_loop(view, subtests):
    for window in [1, 4, 100]:
        with subtests.test(window=window):
            units = [view.unit(k) for k in range(view.units)]
            expected = brute_pairs(units, 12, window)
            assert_array_equal(counted(view, everything(view), window=window), expected)


def test_rare_words_are_removed_before_windows_are_laid():
    view = view_of([[0, 2, 1, 0, 1], [0, 1]])
    expected = brute_pairs([[0, 1, 0, 1], [0, 1]], 2, 1)
    assert_array_equal(counted(view, everything(view), window=1, min_count=2), expected)


def test_the_table_of_pairs_grows_without_losing_any():
    generator = np.random.default_rng(2)
    units = [list(generator.integers(0, 700, size=20_000))]
    view = view_of(units, 700)
    pairs = ppmi.count_pairs(
        view, everything(view), count_words(view, everything(view)), options(), 1
    )
    tokens = np.array(units[0])
    expected = np.zeros((700, 700))
    for distance in (1, 2):
        np.add.at(expected, (tokens[distance:], tokens[:-distance]), 1)
    assert pairs.nnz / 2 > ppmi.SLOTS / 2  # more than the first table may hold
    assert_array_equal(pairs.toarray(), expected + expected.T)


def test_the_weighted_pass_equals_the_text_written_out(view, subtests):
    for changes in [{}, {"min_count": 60}, {"window": 7}]:
        with subtests.test(changes=changes):
            sample = draw("bootstrapped", view.units, 5)
            text = written_out(view, sample)
            assert_array_equal(
                counted(view, sample, **changes),
                counted(text, everything(text), **changes),
            )


def test_each_drawn_copy_has_draws_of_its_own(view, subtests):
    for changes in [{"sample": 0.01}, {"dynamic_window": True}, {"close_gaps": True}]:
        with subtests.test(changes=changes):
            changes = {"sample": 0.01, "window": 3, **changes}
            sample = draw("bootstrapped", view.units, 5)
            text = written_out(view, sample)
            assert_array_equal(
                counted(view, sample, **changes),
                counted(text, everything(text), **changes),
            )
            twice = Sample(np.zeros(200, dtype=np.int64))
            pairs = counted(view_of([[0, 1]]), twice, sample=0.125, window=1)
            assert 0 < pairs[0, 1] < 200  # 1/4 expected: not all copies fared alike


def test_tokens_stay_as_often_as_their_frequency_says():
    counts = np.array([8000, 1500, 400, 100])
    threshold = 0.04
    keep = ppmi.keep_probability(counts, threshold)
    assert_allclose(keep, [np.sqrt(0.05), np.sqrt(0.04 / 0.15), 1, 1])
    assert_array_equal(ppmi.keep_probability(counts, 0.0), 1)


def test_the_expected_pairs_survive_subsampling():
    # f = 1/2 each, kept with sqrt(1/8 / 1/2) = 1/2: a pair of neighbours with 1/4
    view = view_of([[0, 1]] * 20_000)
    pairs = counted(view, everything(view), sample=0.125)[0, 1]
    assert abs(pairs - 5000) < 5 * np.sqrt(20_000 * 3 / 16)


def test_removed_tokens_keep_their_place_unless_gaps_close():
    # 0 stays with 0.01 and is what stands between 1 and 2, which stay
    view = view_of([[1, 0, 2]] * 5 + [[0] * 10**5], 3)
    changes = {"window": 1, "sample": 1e-4}
    assert counted(view, everything(view), **changes)[1, 2] == 0
    assert counted(view, everything(view), close_gaps=True, **changes)[1, 2] == 5


def test_a_dynamic_window_reaches_far_less_often():
    # radius uniform on 1..4: a context at distance d is seen with (5 - d) / 4
    view = view_of([[0, 1, 2, 3, 4]] * 20_000)
    pairs = counted(view, everything(view), window=4, dynamic_window=True)
    reach = (5 - np.arange(1, 5)) / 4 * 20_000
    assert_allclose(pairs[0, 1:], reach, atol=400)
    assert_allclose(pairs[4, 3::-1], reach, atol=400)
    assert pairs[0, 1] == pairs[1, 0] == 20_000
    assert pairs[0, 3] != pairs[3, 0]  # each token draws its own window


def test_information_is_that_of_the_formula(view, subtests):
    for smoothing, shift in [(1, 1), (0.75, 1), (0.5, 2)]:
        with subtests.test(smoothing=smoothing, shift=shift):
            pairs = counted(view, everything(view))
            matrix = ppmi.positive_pmi(sparse.csr_matrix(pairs), smoothing, shift)
            assert_allclose(
                matrix.toarray(), brute_ppmi(pairs, smoothing, shift), atol=1e-12
            )
            assert (matrix.data > 0).all()


def test_independent_words_have_no_information():
    independent = sparse.csr_matrix(np.outer([1.0, 2, 4], [1, 2, 4]))
    # log 1 may be the last bit above zero
    assert ppmi.positive_pmi(independent, 1, 1).toarray().max() < 1e-15
    assert ppmi.positive_pmi(independent, 1, 1.1).nnz == 0


def test_factors_are_those_of_the_dense_svd():
    dense = np.random.default_rng(3).random((40, 40))
    left, values, right = ppmi.truncated_svd(sparse.csr_matrix(dense), 5)
    u, s, vt = np.linalg.svd(dense)
    assert_allclose(values, s[:5])
    signs = np.sign((left * u[:, :5]).sum(axis=0))
    assert_allclose(left, u[:, :5] * signs, atol=1e-9)
    assert_allclose(right, vt[:5].T * signs, atol=1e-9)
    assert (left[np.abs(left).argmax(axis=0), range(5)] > 0).all()


def test_factors_are_the_same_again_where_the_krylov_space_ends_early(subtests):
    for dense in [np.eye(30), np.kron(np.eye(10), np.ones((3, 3)))]:
        with subtests.test(dense=dense):
            first = ppmi.truncated_svd(sparse.csr_matrix(dense), 5)
            for _ in range(3):
                again = ppmi.truncated_svd(sparse.csr_matrix(dense), 5)
                for a, b in zip(first, again, strict=True):
                    assert_array_equal(a, b)


def test_an_svd_without_convergence_is_a_failed_training(monkeypatch):
    def fail(*_, **__):
        raise ppmi.linalg.ArpackNoConvergence("no convergence", [], [])

    monkeypatch.setattr(ppmi.linalg, "eigsh", fail)
    with pytest.raises(TrainingError, match="SVD of the PPMI matrix failed: .*no conv"):
        ppmi.truncated_svd(sparse.identity(9, format="csr"), 2)


def test_vectors_are_weighted_factors_of_the_brute_force_matrix(view, subtests):
    for weight in [0.0, 0.5, 1.0]:
        for add_contexts in [False, True]:
            with subtests.test(weight=weight, add_contexts=add_contexts):
                units = [view.unit(k) for k in range(view.units)]
                u, s, vt = np.linalg.svd(brute_ppmi(brute_pairs(units, 12, 2), 0.75, 1))
                expected = u[:, :3] + vt[:3].T if add_contexts else u[:, :3]
                expected = expected * s[:3] ** weight
                parameters = options(
                    eigenvalue_weight=weight, add_contexts=add_contexts
                )
                space = ppmi.train(view, everything(view), parameters, 1)
                assert space.present.all()
                assert_allclose(
                    space.vectors @ space.vectors.T, expected @ expected.T, atol=1e-5
                )
                assert_array_equal(space.counts, np.bincount(view.tokens))


def test_nothing_but_the_text_matters_where_nothing_is_drawn(view):
    first = ppmi.train(view, draw("fixed", view.units, 0), options(), 1)
    other = ppmi.train(view, draw("shuffled", view.units, 8), options(), 2)
    assert_array_equal(first.vectors, other.vectors)


@pytest.mark.parametrize("changes", [{"sample": 0.05}, {"dynamic_window": True}])
def test_seeds_matter_where_tokens_are_drawn(view, changes):
    def vectors(seed):
        return ppmi.train(view, everything(view), options(**changes), seed).vectors

    assert_array_equal(vectors(1), vectors(1))
    assert not np.array_equal(vectors(1), vectors(2))


def test_words_below_the_minimum_and_words_without_context_are_absent():
    view = view_of([[0, 1], [2, 3], [0, 1], [2, 3], [4], [4], [5, 0]])
    space = ppmi.train(view, everything(view), options(min_count=2), 1)
    assert_array_equal(space.present, [True] * 4 + [False] * 2)
    assert_array_equal(np.isnan(space.vectors).all(axis=1), ~space.present)
    assert_array_equal(space.counts, [3, 2, 2, 2, 2, 1])


def test_a_word_with_information_as_a_context_only_needs_add_contexts():
    # found by search: the rows of words 0 and 3 are empty, their columns are not
    units = [[0, 1, 2, 3, 4, 5], [0, 0, 4, 2], [3, 3, 4, 0], [2, 0, 2, 5], [3, 0, 3, 0]]
    view = view_of(units)
    changes = {"window": 1, "shift": 1.5, "dimensions": 2}
    alone = ppmi.train(view, everything(view), options(**changes), 1)
    both = ppmi.train(view, everything(view), options(**changes, add_contexts=True), 1)
    assert_array_equal(alone.present, [False, True, True, False, True, True])
    assert both.present.all()
    assert (np.linalg.norm(both.vectors, axis=1) > 1e-4).all()


def test_words_of_one_topic_are_closer_than_of_two():
    generator = np.random.default_rng(0)
    units = [list(generator.integers(0, 8, 12) + 8 * (k % 2)) for k in range(200)]
    view = view_of(units)
    space = ppmi.train(view, everything(view), options(dimensions=4), 1)
    unit = space.vectors / np.linalg.norm(space.vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T
    assert cosines[:8, :8].min() > cosines[:8, 8:].max()


def test_as_many_dimensions_as_words_are_refused():
    view = view_of([[0, 1], [2, 3], [4]])
    with pytest.raises(
        TrainingError, match="only 4 of 5 words have a context .* 4 dim"
    ):
        ppmi.train(view, everything(view), options(dimensions=4), 1)


def test_an_empty_matrix_is_refused(subtests):
    for units, changes in [([[0], [1]], {}), ([[0, 1], [2, 3]], {"shift": 100.0})]:
        with subtests.test(units=units, changes=changes):
            view = view_of(units)
            with pytest.raises(
                TrainingError, match="window of 2 .* PPMI matrix is empty"
            ):
                ppmi.train(view, everything(view), options(**changes), 1)
