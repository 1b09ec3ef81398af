"""LSA: TF-IDF and factors against scikit-learn on the text written out."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer

from quaver.corpora.samples import Sample, View, draw
from quaver.trainers import TrainingError, lsa

DEFAULTS = {
    "dimensions": 4,
    "sublinear_tf": True,
    "smooth_idf": True,
    "normalise": True,
    "scaled": True,
    "iterations": 5,
    "min_count": 0,
}
WORDS = 15


def options(**changes):
    return SimpleNamespace(**{**DEFAULTS, **changes})


def view_of(units, words=WORDS):
    offsets = np.append(0, np.cumsum([len(unit) for unit in units]))
    tokens = np.concatenate([np.array(unit, dtype=np.uint32) for unit in units])
    return View([f"w{k:02}" for k in range(words)], tokens, offsets)


@pytest.fixture(scope="module")
def view():
    """40 units, one of them empty, of up to 30 tokens of 15 words."""
    generator = np.random.default_rng(4)
    share = 1 / np.arange(1, WORDS + 1)
    lengths = [WORDS, 0, *generator.integers(1, 30, size=38)]
    units = [list(generator.choice(WORDS, n, p=share / share.sum())) for n in lengths]
    units[0] = list(range(WORDS))
    return view_of(units)


@pytest.fixture(scope="module")
def sample(view):
    """A bootstrapped sample that holds every word, the empty unit more than once."""
    units = draw("bootstrapped", view.units, 3).units.copy()
    units[:4] = [0, 1, 1, 0]
    return Sample(units)


def documents(view, sample):
    return [" ".join(view.words[t] for t in view.unit(k)) for k in sample.units]


def vectorizer(parameters):
    return TfidfVectorizer(
        token_pattern=r"\S+",
        sublinear_tf=parameters.sublinear_tf,
        smooth_idf=parameters.smooth_idf,
        norm="l2" if parameters.normalise else None,
    )


def our_tfidf(view, sample, parameters):
    weights = sample.multiplicities(view.units)
    terms = lsa.term_counts(view, np.ones(len(view.words), dtype=bool), weights)
    return lsa.weighted_tfidf(terms, weights, parameters).toarray(), weights


@pytest.mark.parametrize(
    "changes",
    [{}, {"sublinear_tf": False}, {"smooth_idf": False}, {"normalise": False}],
    ids=str,
)
def test_documents_are_those_of_scikit_learn(view, sample, changes):
    parameters = options(**changes)
    ours, weights = our_tfidf(view, sample, parameters)
    theirs = vectorizer(parameters).fit_transform(documents(view, sample)).toarray()
    assert_allclose(
        ours[sample.units], theirs * np.sqrt(weights[sample.units])[:, None]
    )
    assert_allclose(ours.T @ ours, theirs.T @ theirs)
    assert (ours[weights == 0] == 0).all()


def test_inverse_frequencies_are_bit_for_bit_those_of_scikit_learn(view, sample):
    parameters = options(sublinear_tf=False, normalise=False)
    for smooth in (True, False):
        parameters.smooth_idf = smooth
        model = vectorizer(parameters).fit(documents(view, sample))
        ours, weights = our_tfidf(view, sample, parameters)
        # unit 0 holds each word once: its row is the idf, times sqrt(multiplicity)
        assert_array_equal(ours[0], model.idf_ * np.sqrt(weights[0]))


def test_the_text_is_counted_alike_in_slices_and_at_once(view, sample, monkeypatch):
    weights = sample.multiplicities(view.units)
    present = np.arange(WORDS) % 3 > 0
    at_once = lsa.term_counts(view, present, weights).toarray()
    monkeypatch.setattr(lsa, "CHUNK", 25)
    assert_array_equal(lsa.term_counts(view, present, weights).toarray(), at_once)
    expected = [
        np.bincount(view.unit(k), minlength=WORDS)[present] * (weights[k] > 0)
        for k in range(view.units)
    ]
    assert_array_equal(at_once, expected)


@pytest.mark.parametrize("scaled", [True, False])
def test_vectors_are_those_of_scikit_learn_on_the_text_written_out(
    view, sample, scaled
):
    space = lsa.train(view, sample, options(scaled=scaled), 7)
    theirs = vectorizer(options()).fit_transform(documents(view, sample))
    model = TruncatedSVD(4, n_iter=5, random_state=7).fit(theirs)
    expected = model.components_.T * (model.singular_values_ if scaled else 1)
    assert space.present.all()
    # more units than words: the same draws, so the same vectors
    assert_allclose(space.vectors, expected, atol=1e-5)


def test_a_text_in_its_own_order_has_the_draws_of_scikit_learn(subtests):
    for units, words in [(30, 60), (60, 30)]:
        with subtests.test(units=units, words=words):
            tokens = np.random.default_rng(2).integers(0, words, size=(units, 20))
            view = view_of([range(words), *tokens[1:]], words)
            everything = draw("fixed", units, 0)
            # without power iterations the answer depends on the draws
            space = lsa.train(view, everything, options(iterations=0), 7)
            theirs = vectorizer(options()).fit_transform(documents(view, everything))
            model = TruncatedSVD(4, n_iter=0, random_state=7).fit(theirs)
            expected = model.components_.T * model.singular_values_
            assert_allclose(space.vectors, expected, atol=1e-5)


def test_vectors_are_those_of_the_dense_svd(view, subtests):
    """Fewer units than words draw on the other side of the matrix."""
    for units in [6, 40]:
        with subtests.test(units=units):
            cut = View(view.words, view.tokens, view.offsets[: units + 1])
            everything = draw("fixed", cut.units, 0)
            dense, _ = our_tfidf(cut, everything, options())
            _, values, right = np.linalg.svd(dense)
            expected = right[:4].T * values[:4]
            space = lsa.train(cut, everything, options(iterations=50), 1)
            vectors = space.vectors[space.present]
            expected = expected[space.present]
            assert_allclose(vectors @ vectors.T, expected @ expected.T, atol=1e-5)
            assert (np.diff(np.linalg.norm(vectors, axis=0)) < 0).all()
            assert (vectors[np.abs(vectors).argmax(axis=0), range(4)] > 0).all()


def test_the_order_of_units_does_not_matter_but_the_seed_does(view):
    def vectors(sampling, seed):
        units = draw(sampling, view.units, 9)
        return lsa.train(view, units, options(iterations=0), seed).vectors

    assert_array_equal(vectors("fixed", 1), vectors("shuffled", 1))
    assert not np.array_equal(vectors("fixed", 1), vectors("fixed", 2))
    assert_array_equal(vectors("bootstrapped", 1), vectors("bootstrapped", 1))


def test_a_unit_drawn_twice_counts_as_two_documents():
    # word 0 in 3 of 4 documents, word 1 in 1 of 4
    view = view_of([[0], [1], [0]], 2)
    parameters = options(normalise=False, smooth_idf=False)
    matrix, _ = our_tfidf(view, Sample(np.array([0, 0, 1, 2])), parameters)
    idf = 1 + np.log([4 / 3, 4])
    expected = [[np.sqrt(2) * idf[0], 0], [0, idf[1]], [idf[0], 0]]
    assert_allclose(matrix, expected)


def test_rare_words_are_absent_and_leave_their_documents_standing(view):
    everything = draw("fixed", view.units, 0)
    counts = np.bincount(view.tokens, minlength=WORDS)
    space = lsa.train(view, everything, options(min_count=20), 1)
    assert_array_equal(space.present, counts >= 20)
    assert 4 < space.present.sum() < WORDS
    assert_array_equal(np.isnan(space.vectors).all(axis=1), ~space.present)
    assert_array_equal(space.counts, counts)
    kept = [[t for t in view.unit(k) if counts[t] >= 20] for k in range(view.units)]
    again = lsa.train(view_of(kept), everything, options(), 1)
    assert_array_equal(again.vectors, space.vectors)


def test_words_of_one_topic_are_closer_than_of_two():
    generator = np.random.default_rng(0)
    units = [list(generator.integers(0, 7, 9) + 8 * (k % 2)) for k in range(200)]
    view = view_of(units)
    space = lsa.train(view, draw("fixed", 200, 0), options(dimensions=2), 1)
    vectors = np.delete(space.vectors, 7, axis=0)
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T
    assert not space.present[7]
    assert cosines[:7, :7].min() > cosines[:7, 7:].max()


def test_as_many_dimensions_as_words_are_refused(view):
    everything = draw("fixed", view.units, 0)
    with pytest.raises(TrainingError, match="only 15 words: 15 dimensions need more"):
        lsa.train(view, everything, options(dimensions=15), 1)


def test_more_dimensions_than_different_units_are_refused(view):
    often = Sample(np.array([0, 1, 2, 2, 2, 3, 3, 3]))  # unit 1 is empty
    with pytest.raises(TrainingError, match="only 3 different units .*4 dimensions"):
        lsa.train(view, often, options(), 1)
