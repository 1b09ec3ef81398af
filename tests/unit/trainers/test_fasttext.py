import itertools
import os
import subprocess
import sys
import weakref
from types import SimpleNamespace

import gensim
import numpy as np
import pytest
from gensim.models.fasttext import ft_ngram_hashes
from numpy.testing import assert_allclose, assert_array_equal

from quaver.corpora.samples import Sample, View, draw
from quaver.trainers import TrainingError, fasttext, feeding

PARAMETERS = SimpleNamespace(
    dimensions=16,
    window=5,
    architecture="skip-gram",
    negative=5,
    hierarchical_softmax=False,
    epochs=2,
    sample=1e-3,
    learning_rate=0.025,
    min_learning_rate=1e-4,
    noise_exponent=0.75,
    min_count=0,
    min_n=3,
    max_n=6,
    bucket=2_000,
)
OBJECTIVES = {
    "negative": {"negative": 5, "hierarchical_softmax": False},
    "hierarchical": {"negative": 0, "hierarchical_softmax": True},
}
KINDS = list(itertools.product(["skip-gram", "cbow"], OBJECTIVES))
LETTERS = list("abcdefghijklmnopqrstuvwxyzéß") + ["क", "語"]


def changed(**values):
    return SimpleNamespace(**(vars(PARAMETERS) | values))


def still(**values):
    return changed(learning_rate=0.0, min_learning_rate=0.0, epochs=1, **values)


def words(number):
    generator = np.random.default_rng(8)
    spelt = ("".join(generator.choice(LETTERS, 7)) for _ in itertools.count())
    return list(itertools.islice(dict.fromkeys(itertools.islice(spelt, 999)), number))


def view_of(vocabulary, *units):
    tokens = np.concatenate([np.asarray(unit, dtype=np.uint32) for unit in units])
    offsets = np.concatenate([[0], np.cumsum([len(unit) for unit in units])])
    return View(vocabulary, tokens, offsets)


def whole(view):
    return Sample(np.arange(view.units))


def cosines(vectors):
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return unit @ unit.T


@pytest.fixture(scope="module")
def zipf():
    generator = np.random.default_rng(5)
    weights = 1 / np.arange(1, 151)
    lengths = generator.integers(5, 200, 40)
    units = [generator.choice(150, n, p=weights / weights.sum()) for n in lengths]
    return view_of(words(150), *units)


@pytest.fixture(scope="module")
def topics():
    """500 units of 20 words, each wholly of rows 0-9 or wholly of rows 10-19."""
    generator = np.random.default_rng(6)
    units = (generator.integers(0, 10, 20) + 10 * (k % 2) for k in range(500))
    return view_of(words(20), *units)


def gensim_alone(view, sample, parameters, seed):
    """gensim's public route over the same pieces, words spelt out: its own vectors."""
    read = [[view.words[t] for t in piece] for piece in feeding.pieces(view, sample)]
    counts = np.bincount(
        np.concatenate([view.unit(unit) for unit in sample.units]),
        minlength=len(view.words),
    )
    kept = np.flatnonzero(counts >= max(1, parameters.min_count))
    order = sorted(kept, key=lambda row: (-counts[row], row))
    model = gensim.models.FastText(
        min_n=parameters.min_n,
        max_n=parameters.max_n,
        bucket=parameters.bucket,
        **feeding.settings(parameters, seed),
    )
    model.build_vocab_from_freq({view.words[row]: int(counts[row]) for row in order})
    model.train(
        corpus_iterable=read, total_words=int(counts.sum()), epochs=parameters.epochs
    )
    return model.wv, order


@pytest.mark.parametrize("sampling", ["fixed", "shuffled", "bootstrapped"])
@pytest.mark.parametrize(("architecture", "objective"), KINDS)
def test_the_bits_are_those_of_gensims_public_training(
    zipf, architecture, objective, sampling
):
    parameters = changed(
        architecture=architecture, min_count=5, **OBJECTIVES[objective]
    )
    sample = draw(sampling, zipf.units, 3)
    space = fasttext.train(zipf, sample, parameters, 77)
    theirs, order = gensim_alone(zipf, sample, parameters, 77)
    assert 10 < len(order) < 150
    assert_array_equal(space.vectors[order], theirs.vectors)
    assert_array_equal(np.flatnonzero(space.present), np.sort(order))


def uniform(seed, rows):
    """gensim's first vectors: uniform between -1/dims and 1/dims."""
    drawn = np.random.default_rng(seed).random((rows, 16), dtype=np.float32)
    return (drawn * 2 - 1) / np.float32(16)


def test_a_vector_is_the_mean_of_the_words_own_and_its_n_grams():
    view = view_of(["ab", "stable", "unstable"], [0, 0, 0, 1, 1, 2])
    own, grams = uniform(9, 3), uniform(10, 2_000)
    vectors = fasttext.train(view, whole(view), still(max_n=4), 9).vectors
    for row, word in enumerate(view.words):
        hashes = ft_ngram_hashes(word, 3, 4, 2_000)
        assert len(hashes) == 2 * (len(word) + 2) - 5
        expected = (own[row] + grams[hashes].sum(axis=0)) / (len(hashes) + 1)
        assert_allclose(vectors[row], expected, rtol=1e-5, atol=1e-8)


def test_vectors_composed_in_chunks_are_those_of_gensim(zipf, monkeypatch):
    counts = np.bincount(zipf.tokens, minlength=150)
    rows = feeding.vocabulary(counts, counts > 0)
    options = feeding.settings(PARAMETERS, 5) | {"bucket": 50, "max_n": 9}
    spelt = [word * (1 + row % 4) for row, word in enumerate(zipf.words)]
    model = fasttext.build(["ä", *spelt[1:]], rows, counts, options)
    model.wv.adjust_vectors()
    expected = model.wv.vectors.copy()
    model.wv.vectors[:] = 0
    monkeypatch.setattr(fasttext, "CHUNK", 17)
    fasttext.compose(model.wv)
    assert_array_equal(model.wv.vectors, expected)


@pytest.mark.slow
def test_words_start_out_as_close_as_their_shared_n_grams():
    view = view_of(["stability", "instability", "quaver"], [0, 1, 2, 0, 1, 2])
    parameters = still(dimensions=2_000, bucket=100_000)
    near = cosines(fasttext.train(view, whole(view), parameters, 1).vectors)
    one, two, three = (set(ft_ngram_hashes(word, 3, 6, 100_000)) for word in view.words)
    shared = len(one & two) / np.sqrt((len(one) + 1) * (len(two) + 1))
    assert shared > 0.5
    assert not three & (one | two)
    assert near[0, 1] == pytest.approx(shared, abs=0.1)
    assert near[2, :2] == pytest.approx([0, 0], abs=0.1)


@pytest.mark.parametrize("without", [{"min_n": 4, "max_n": 3}, {"bucket": 0}])
def test_without_n_grams_a_word_has_its_own_vector_only(zipf, without):
    space = fasttext.train(zipf, whole(zipf), still(**without), 9)
    order = feeding.vocabulary(space.counts, space.present)
    assert_array_equal(space.vectors[order], uniform(9, len(order)))
    trained = fasttext.train(zipf, whole(zipf), changed(**without), 9).vectors
    assert (trained != space.vectors)[order].any(axis=1).all()


def test_n_gram_bounds_and_buckets_matter(zipf):
    one = fasttext.train(zipf, whole(zipf), PARAMETERS, 9).vectors
    for other in ({"min_n": 2}, {"max_n": 5}, {"bucket": 1_999}):
        two = fasttext.train(zipf, whole(zipf), changed(**other), 9).vectors
        assert np.nanmax(np.abs(one - two)) > 1e-4


@pytest.mark.parametrize("length", [10_001, 25_000])
def test_the_last_word_of_a_long_unit_is_trained(length, monkeypatch):
    body = np.random.default_rng(1).integers(0, 50, length - 1)
    view = view_of(words(51), np.append(body, 50))
    # without n-grams, which the last word might share with trained ones
    moving = changed(sample=0.0, epochs=1, bucket=0)
    first = fasttext.train(view, whole(view), still(sample=0.0, bucket=0), 4).vectors
    trained = fasttext.train(view, whole(view), moving, 4).vectors
    assert not np.array_equal(trained[50], first[50])
    monkeypatch.setattr(feeding, "LIMIT", 30_000)
    uncut = fasttext.train(view, whole(view), moving, 4).vectors
    assert_array_equal(uncut[50], first[50], "gensim keeps words past 10 000 now")


@pytest.mark.parametrize(("architecture", "objective"), KINDS)
def test_words_of_one_topic_end_closer_than_words_of_two(
    topics, architecture, objective
):
    parameters = changed(
        architecture=architecture,
        epochs=10,
        sample=0.0,
        learning_rate=0.05,
        **OBJECTIVES[objective],
    )
    near = cosines(fasttext.train(topics, whole(topics), parameters, 2).vectors)
    same = np.arange(20)[:, None] // 10 == np.arange(20) // 10
    inside = near[same & ~np.eye(20, dtype=bool)].mean()
    assert inside > near[~same].mean() + 0.3


def test_absent_words_are_counted_and_have_no_vector():
    view = view_of(["ah", "oh", "eh", "uh"], [0, 0, 1, 1, 2] * 3, [3, 0])
    space = fasttext.train(view, Sample(np.array([0, 0])), changed(min_count=7), 1)
    assert space.counts.tolist() == [12, 12, 6, 0]
    assert space.present.tolist() == [True, True, False, False]
    assert np.isfinite(space.vectors[:2]).all()
    assert np.isnan(space.vectors[2:]).all()
    assert space.vectors.dtype == np.float32


def test_only_the_seed_tells_runs_of_the_fixed_sampling_apart(zipf):
    one, again, two = (
        fasttext.train(zipf, whole(zipf), PARAMETERS, np.uint32(seed))
        for seed in (2**32 - 1, 2**32 - 1, 1)
    )
    assert_array_equal(one.vectors, again.vectors)
    assert (one.vectors != two.vectors)[one.present].any(axis=1).all()


SCRIPT = """
import hashlib
from types import SimpleNamespace
import numpy as np
from quaver.corpora.samples import View, draw
from quaver.trainers import fasttext
tokens = np.random.default_rng(1).integers(0, 40, 5000).astype(np.uint32)
view = View([f"word{k * k}" for k in range(40)], tokens, np.arange(0, 5001, 50))
parameters = SimpleNamespace(**PARAMETERS)
space = fasttext.train(view, draw("bootstrapped", 100, 3), parameters, 11)
print(hashlib.sha256(space.vectors.tobytes()).hexdigest())
"""


@pytest.mark.slow
def test_two_processes_with_two_hash_seeds_agree_to_the_bit():
    script = SCRIPT.replace("PARAMETERS", repr(vars(PARAMETERS)))
    digests = [
        subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert len(digests[0].strip()) == 64
    assert digests[0] == digests[1]


def test_the_model_and_its_buckets_are_freed_with_the_run(monkeypatch, zipf):
    made = []

    class Watched(gensim.models.FastText):
        def __init__(self, **options):
            super().__init__(**options)
            made.extend([weakref.ref(self), weakref.ref(self.wv)])

    monkeypatch.setattr(fasttext.gensim.models, "FastText", Watched)
    fasttext.train(zipf, whole(zipf), PARAMETERS, 1)
    assert [thing() for thing in made] == [None, None]


def test_a_text_too_small_is_refused():
    view = view_of(["a", "b"], [0, 0, 0], [1])
    with pytest.raises(TrainingError, match="only 1 words occur 2 times or more"):
        fasttext.train(view, whole(view), changed(min_count=2), 1)


def test_no_objective_is_refused_before_anything_is_counted(zipf):
    with pytest.raises(TrainingError, match="nothing would be learnt"):
        fasttext.train(zipf, None, changed(negative=0), 1)
