import numpy as np
import pytest

from quaver.spaces.queries import moments_present, near, query_cosines


@pytest.fixture
def runs():
    """Three runs of nine words in four dims; some runs lack words."""
    generator = np.random.default_rng(4)
    vectors = generator.normal(size=(3, 9, 4)).astype(np.float32)
    vectors[1, 2] = vectors[2, 2] = vectors[2, 5] = np.nan
    return vectors


def followed(runs, queries):
    """Cosines of queries with all words: (queries, runs, words)."""
    found = np.empty((len(queries), len(runs), runs.shape[1]), dtype=np.float32)
    for run, vectors in enumerate(runs):
        for rows, cosines in query_cosines(vectors, np.array(queries)):
            found[:, run, rows] = cosines
    return found


def plain(runs, query):
    """The same of one query by the definition."""
    wide = runs.astype(np.float64)
    units = wide / np.linalg.norm(wide, axis=2, keepdims=True)
    cosines = np.einsum("rwd,rd->rw", units, units[:, query])
    cosines[:, query] = np.nan
    return cosines


def test_cosines_are_those_of_the_definition_without_the_word_itself(runs):
    found = followed(runs, [0, 5])
    for row, query in enumerate((0, 5)):
        np.testing.assert_allclose(found[row], plain(runs, query), atol=1e-6)
        assert np.isnan(found[row, :, query]).all()


def test_a_cosine_does_not_hang_on_what_else_is_asked(runs):
    assert np.array_equal(
        followed(runs, [3, 4, 7])[1], followed(runs, [4])[0], equal_nan=True
    )


def test_absent_words_are_skipped_and_counted(runs):
    cosines = followed(runs, [0])[0]
    mean, deviation, present = moments_present(cosines)
    assert present.tolist() == [0, 3, 1, 3, 3, 2, 3, 3, 3]
    assert np.isnan(mean[0])
    assert np.isnan(deviation[0])
    assert mean[2] == cosines[0, 2]
    np.testing.assert_allclose(mean[1:], np.nanmean(cosines, axis=0)[1:], atol=1e-7)
    np.testing.assert_allclose(deviation[1:], np.nanstd(cosines, axis=0)[1:], atol=1e-7)


def test_the_deviation_of_equal_runs_is_exactly_0():
    values = np.float32([0.1, 0.7, -0.3])
    _, deviation, _ = moments_present(np.tile(values, (7, 1)))
    assert deviation.tolist() == [0, 0, 0]


def test_lists_hold_the_nearest_words_of_every_run(runs):
    found = near(followed(runs, [0])[0], 3, 5)
    for run, cosines in enumerate(plain(runs, 0)):
        order = np.argsort(-cosines)[:3]
        assert found.neighbours[run].tolist() == order.tolist()
        np.testing.assert_allclose(found.cosines[run], cosines[order], atol=1e-6)


def test_a_run_that_lacks_the_query_has_no_list(runs):
    found = near(followed(runs, [5])[0], 3, 5)
    assert (found.neighbours[2] == -1).all()
    assert np.isnan(found.cosines[2]).all()
    assert (found.candidate_ranks[2] == 0).all()
    assert (found.candidate_ranks[:2] > 0).any()


def test_a_list_longer_than_the_vocabulary_ends(runs):
    found = near(followed(runs, [0])[0], 12, 12)
    assert (found.neighbours[2] >= 0).sum() == 6
    assert len(found.candidates) == 8


def test_candidates_are_the_words_of_highest_mean_with_their_ranks(runs):
    cosines = plain(runs, 0)
    found = near(followed(runs, [0])[0], 3, 5)
    present = np.isfinite(cosines).sum(axis=0)
    means = np.where(2 * present >= 3, np.nanmean(cosines, axis=0, where=True), -9)
    means[0] = -9
    assert found.candidates.tolist() == np.argsort(-means)[:5].tolist()
    for place, word in enumerate(found.candidates):
        for run in range(3):
            known = np.isfinite(cosines[run, word])
            rank = 1 + (cosines[run] > cosines[run, word]).sum() if known else 0
            assert found.candidate_ranks[run, place] == rank


def test_a_word_in_less_than_half_of_the_runs_is_no_candidate(runs):
    found = near(followed(runs, [0])[0], 3, 8)
    assert 2 not in found.candidates
    assert found.candidates[-1] == -1


def test_equal_cosines_go_to_the_lower_row():
    cosines = np.float32([[np.nan, 0.5, 0.5, 0.5, 0.2]] * 2)
    found = near(cosines, 3, 4)
    assert found.neighbours.tolist() == [[1, 2, 3]] * 2
    assert found.candidate_ranks[0].tolist() == [1, 2, 3, 4]
