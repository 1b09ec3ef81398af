import itertools
import os
import subprocess
import sys
import weakref
from types import SimpleNamespace

import gensim
import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.corpora.samples import Sample, View, draw
from quaver.trainers import TrainingError, feeding, word2vec

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
)
OBJECTIVES = {
    "negative": {"negative": 5, "hierarchical_softmax": False},
    "hierarchical": {"negative": 0, "hierarchical_softmax": True},
}
KINDS = list(itertools.product(["skip-gram", "cbow"], OBJECTIVES))


def changed(**values):
    return SimpleNamespace(**(vars(PARAMETERS) | values))


def view_of(*units):
    tokens = np.concatenate([np.asarray(unit, dtype=np.uint32) for unit in units])
    offsets = np.concatenate([[0], np.cumsum([len(unit) for unit in units])])
    words = [f"w{row}" for row in range(int(tokens.max()) + 1)]
    return View(words, tokens, offsets)


def whole(view):
    return Sample(np.arange(view.units))


@pytest.fixture(scope="module")
def zipf():
    generator = np.random.default_rng(5)
    weights = 1 / np.arange(1, 301)
    lengths = generator.integers(5, 400, 99)
    units = [generator.choice(300, n, p=weights / weights.sum()) for n in lengths]
    return view_of(*units, generator.choice(300, 12_000, p=weights / weights.sum()))


@pytest.fixture(scope="module")
def topics():
    """500 units of 20 words, each wholly of rows 0-9 or wholly of rows 10-19."""
    generator = np.random.default_rng(6)
    return view_of(*(generator.integers(0, 10, 20) + 10 * (k % 2) for k in range(500)))


def gensim_alone(view, sample, parameters, seed):
    """gensim's public route over the same pieces, words spelt out: its own vectors."""
    read = [[view.words[t] for t in piece] for piece in feeding.pieces(view, sample)]
    counts = np.bincount(
        np.concatenate([view.unit(unit) for unit in sample.units]),
        minlength=len(view.words),
    )
    kept = np.flatnonzero(counts >= max(1, parameters.min_count))
    order = sorted(kept, key=lambda row: (-counts[row], row))
    model = gensim.models.Word2Vec(**feeding.settings(parameters, seed))
    model.build_vocab_from_freq({view.words[row]: int(counts[row]) for row in order})
    model.train(read, total_words=int(counts.sum()), epochs=parameters.epochs)
    return model.wv, order


@pytest.mark.parametrize("sampling", ["fixed", "shuffled", "bootstrapped"])
@pytest.mark.parametrize(("architecture", "objective"), KINDS)
def test_the_bits_are_those_of_gensims_public_training(
    zipf, architecture, objective, sampling
):
    parameters = changed(
        architecture=architecture, min_count=12, **OBJECTIVES[objective]
    )
    sample = draw(sampling, zipf.units, 3)
    space = word2vec.train(zipf, sample, parameters, 77)
    theirs, order = gensim_alone(zipf, sample, parameters, 77)
    assert 10 < len(order) < 300
    assert_array_equal(space.vectors[order], theirs.vectors)
    assert_array_equal(np.flatnonzero(space.present), np.sort(order))


def test_the_noise_follows_the_counts_of_the_run_in_vector_order():
    view = view_of([0, 0, 0, 1], [2, 2, 3, 1, 2, 2])
    counts = np.array([3, 2, 4, 1])
    rows = feeding.vocabulary(counts, counts > 1)
    model = word2vec.build(rows, counts, feeding.settings(PARAMETERS, 1))
    share = np.cumsum(np.array([4, 3, 2]) ** 0.75)
    expected = np.round(share / share[-1] * (2**31 - 1))
    assert_array_equal(model.cum_table, expected)
    assert model.wv.key_to_index == {2: 0, 0: 1, 1: 2}
    assert view.units == 2


def test_without_learning_the_vectors_are_the_seeds_uniform_draw(zipf):
    still = changed(learning_rate=0.0, min_learning_rate=0.0)
    space = word2vec.train(zipf, whole(zipf), still, 9)
    drawn = np.random.default_rng(9).random((300, 16), dtype=np.float32)
    order = feeding.vocabulary(space.counts, space.present)
    assert_array_equal(space.vectors[order], (drawn * 2 - 1) / np.float32(16))


@pytest.mark.parametrize("length", [10_001, 25_000])
def test_the_last_word_of_a_long_unit_is_trained(length, monkeypatch):
    body = np.random.default_rng(1).integers(0, 50, length - 1)
    view = view_of(np.append(body, 50))
    moving = changed(sample=0.0, epochs=1)
    still = changed(sample=0.0, epochs=1, learning_rate=0.0, min_learning_rate=0.0)
    first = word2vec.train(view, whole(view), still, 4).vectors[50]
    trained = word2vec.train(view, whole(view), moving, 4).vectors[50]
    assert not np.array_equal(trained, first)
    monkeypatch.setattr(feeding, "LIMIT", 30_000)
    in_one_piece = word2vec.train(view, whole(view), moving, 4).vectors[50]
    assert_array_equal(in_one_piece, first, "gensim no longer drops words past 10 000")


@pytest.mark.parametrize(("architecture", "objective"), KINDS)
def test_words_of_one_topic_end_closer_than_words_of_two(
    topics, architecture, objective
):
    parameters = changed(
        architecture=architecture,
        epochs=20,
        sample=0.0,
        learning_rate=0.05,
        **OBJECTIVES[objective],
    )
    vectors = word2vec.train(topics, whole(topics), parameters, 2).vectors
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T
    same = np.arange(20)[:, None] // 10 == np.arange(20) // 10
    other = cosines[~same].mean()
    assert cosines[same & ~np.eye(20, dtype=bool)].mean() > other + 0.3


def test_absent_words_are_counted_and_have_no_vector():
    view = view_of([0, 0, 1, 1, 2] * 3, [3, 0])
    space = word2vec.train(view, Sample(np.array([0, 0])), changed(min_count=7), 1)
    assert space.counts.tolist() == [12, 12, 6, 0]
    assert space.present.tolist() == [True, True, False, False]
    assert np.isfinite(space.vectors[:2]).all()
    assert np.isnan(space.vectors[2:]).all()
    assert space.vectors.dtype == np.float32
    assert space.losses.shape == (0,)


def test_only_the_seed_tells_runs_of_the_fixed_sampling_apart(zipf):
    sample = whole(zipf)
    one, again, two = (
        word2vec.train(zipf, sample, PARAMETERS, seed).vectors
        for seed in (2**32 - 1, 2**32 - 1, 1)
    )
    assert_array_equal(one, again)
    assert (one != two).any(axis=1).all()


def test_the_order_of_units_matters(zipf):
    backwards = Sample(np.arange(zipf.units)[::-1])
    one = word2vec.train(zipf, whole(zipf), PARAMETERS, 1)
    two = word2vec.train(zipf, backwards, PARAMETERS, 1)
    assert_array_equal(one.counts, two.counts)
    assert (one.vectors != two.vectors).any(axis=1).all()


SCRIPT = """
import hashlib
from types import SimpleNamespace
import numpy as np
from quaver.corpora.samples import View, draw
from quaver.trainers import word2vec
tokens = np.random.default_rng(1).integers(0, 40, 5000).astype(np.uint32)
view = View([f"w{k}" for k in range(40)], tokens, np.arange(0, 5001, 50))
parameters = SimpleNamespace(**PARAMETERS)
space = word2vec.train(view, draw("bootstrapped", 100, 3), parameters, 11)
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


def test_the_model_is_freed_with_the_run(monkeypatch, zipf):
    made = []

    class Watched(gensim.models.Word2Vec):
        def __init__(self, **options):
            super().__init__(**options)
            made.append(weakref.ref(self))

    monkeypatch.setattr(word2vec.gensim.models, "Word2Vec", Watched)
    word2vec.train(zipf, whole(zipf), PARAMETERS, 1)
    assert [model() for model in made] == [None]


def test_a_text_too_small_is_refused():
    view = view_of([0, 0, 0], [1])
    with pytest.raises(TrainingError, match="only 1 words occur 2 times or more"):
        word2vec.train(view, whole(view), changed(min_count=2), 1)


def test_no_objective_is_refused_before_anything_is_counted(zipf):
    with pytest.raises(TrainingError, match="nothing would be learnt"):
        word2vec.train(zipf, None, changed(negative=0), 1)
