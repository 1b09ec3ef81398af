"""Context sums beside a naive loop; the transform finds a matrix that is there."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.spaces.contexts import add_contexts, context_sums, transform

WORDS, DIMS, UNITS = 12, 4, 60


@pytest.fixture(scope="module")
def text():
    """tokens, edges, documents (-1 is not read), vectors with absent words."""
    generator = np.random.default_rng(5)
    lengths = generator.integers(0, 9, UNITS)
    tokens = generator.integers(0, WORDS, lengths.sum()).astype(np.uint32)
    documents = np.sort(generator.integers(0, 7, UNITS))
    documents[generator.random(UNITS) < 0.15] = -1
    vectors = generator.normal(size=(WORDS, DIMS))
    vectors[[3, 8]] = np.nan
    return tokens, np.append(0, np.cumsum(lengths)), documents, vectors


def naive(text, window):
    """Contexts by (word, document): vectors summed and counted, from the definition."""
    tokens, edges, documents, vectors = text
    sums, counts = {}, {}
    for unit, document in enumerate(documents):
        own = tokens[edges[unit] : edges[unit + 1]]
        for at, word in enumerate(own):
            near = [*own[max(0, at - window) : at], *own[at + 1 : at + 1 + window]]
            near = [vectors[x] for x in near if not np.isnan(vectors[x, 0])]
            if document >= 0 and near:
                key = int(word), int(document)
                value = np.mean(near, axis=0)
                sums[key] = sums.get(key, 0) + value
                counts[key] = counts.get(key, 0) + 1
    return sums, counts


def test_context_sums_are_those_of_a_naive_loop(text):
    tokens, edges, documents, vectors = text
    targets = np.array([7, 0, 3, 1, 7])
    for window in (1, 2, 20):
        sums, counts = naive(text, window)
        keys = [key for key in sorted(counts) if key[0] in targets]
        got = context_sums(
            *(tokens, edges, documents),
            **{"targets": targets, "vectors": vectors, "window": window},
        )
        assert list(zip(got.word, got.document, strict=True)) == keys
        assert_array_equal(got.counts, [counts[key] for key in keys])
        assert_allclose(got.sums, [sums[key] for key in keys], rtol=1e-12, atol=1e-12)


def test_sums_over_all_documents_are_those_of_a_naive_loop(text):
    tokens, edges, _, vectors = text
    every = tokens, edges, np.zeros(UNITS, int), vectors
    sums, counts = np.zeros((WORDS, DIMS)), np.zeros(WORDS, int)
    add_contexts(tokens, edges, vectors=vectors, window=2, into=(sums, counts))
    expected, number = naive(every, 2)
    assert_array_equal(counts, [number.get((word, 0), 0) for word in range(WORDS)])
    expected = [expected.get((word, 0), np.zeros(DIMS)) for word in range(WORDS)]
    assert_allclose(sums, expected, rtol=1e-12, atol=1e-12)


def test_only_the_occurrence_itself_is_left_out():
    vectors = np.array([[1.0], [10.0]])
    tokens = np.array([0, 1, 0], dtype=np.uint32)
    given = {"targets": np.array([0]), "vectors": vectors, "window": 2}
    got = context_sums(tokens, np.array([0, 3]), np.array([4]), **given)
    assert got.sums.tolist() == [[(10 + 1) / 2 + (1 + 10) / 2]]
    assert (got.counts.tolist(), got.document.tolist()) == ([2], [4])


def test_what_contexts_cannot_be_made_of(text):
    tokens, edges, documents, vectors = text
    for change, why in [
        ({"window": 0}, "window must be 1 or more"),
        ({"documents": documents[1:]}, "edges must be one more"),
        ({"documents": documents[::-1]}, "documents must ascend"),
    ]:
        given = {"documents": documents, "window": 2, **change}
        parts = {"edges": edges, "targets": np.array([1]), "vectors": vectors}
        with pytest.raises(ValueError, match=why):
            context_sums(tokens, **parts, **given)


def test_the_transform_is_the_matrix_behind_the_vectors():
    generator = np.random.default_rng(6)
    counts = generator.integers(1, 50, 40)
    means, matrix = (
        generator.normal(size=(40, DIMS)),
        generator.normal(size=(DIMS,) * 2),
    )
    vectors = means @ matrix
    vectors[counts == 1] = 9  # of weight 0
    vectors[3] = np.nan
    assert_allclose(transform(means * counts[:, None], counts, vectors), matrix)
    # the normal equations, weighted by log(counts)
    vectors += generator.normal(size=vectors.shape)
    rows = (counts > 1) & ~np.isnan(vectors[:, 0])
    weighted = means[rows].T * np.log(counts[rows])
    expected = np.linalg.solve(weighted @ means[rows], weighted @ vectors[rows])
    assert_allclose(transform(means * counts[:, None], counts, vectors), expected)
    with pytest.raises(ValueError, match="have rank 2"):
        transform(means[:2], np.array([5, 5]), vectors[:2] * 0)
