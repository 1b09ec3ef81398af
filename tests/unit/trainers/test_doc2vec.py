"""Doc2Vec of units: gensim's own bits, whatever the order, and who is absent."""

import itertools
import weakref
from types import SimpleNamespace

import gensim
import numpy as np
import pytest
from gensim.models.doc2vec import TaggedDocument
from numpy.testing import assert_array_equal

from quaver.corpora.samples import Sample, View, draw
from quaver.trainers import TrainingError, doc2vec, feeding

PARAMETERS = SimpleNamespace(
    dimensions=16,
    window=5,
    architecture="dm",
    documents="sentence",
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
    "both": {"negative": 5, "hierarchical_softmax": True},
}
KINDS = list(itertools.product(["dm", "dbow"], OBJECTIVES))


def changed(**values):
    return SimpleNamespace(**(vars(PARAMETERS) | values))


def view_of(*units):
    tokens = np.concatenate([np.asarray(unit, dtype=np.uint32) for unit in units])
    offsets = np.concatenate([[0], np.cumsum([len(unit) for unit in units])])
    words = [f"w{row}" for row in range(int(tokens.max()) + 1)]
    return View(words, tokens, offsets)


def whole(view):
    return Sample(np.arange(view.units))


def zipf_units(lengths):
    generator = np.random.default_rng(5)
    weights = 1 / np.arange(1, 301)
    return [generator.choice(300, n, p=weights / weights.sum()) for n in lengths]


@pytest.fixture(scope="module")
def zipf():
    """100 units of 5 to 400 words, the last of 12 000: two pieces."""
    lengths = np.random.default_rng(4).integers(5, 400, 99)
    return view_of(*zipf_units([*lengths, 12_000]))


@pytest.fixture(scope="module")
def topics():
    """200 units: words of rows 0-9, in odd units 10-19, between those of no topic.

    With window 1 the neighbours of a topic's word tell nothing of it, the unit does.
    """
    generator = np.random.default_rng(6)
    drawn = (
        (generator.integers(0, 10, 20) + 10 * (k % 2), generator.integers(20, 25, 20))
        for k in range(200)
    )
    return view_of(*(np.stack(pair, axis=1).ravel() for pair in drawn))


def vocabulary_of(view, sample, parameters):
    counts = np.bincount(
        np.concatenate([view.unit(unit) for unit in sample.units]),
        minlength=len(view.words),
    )
    kept = np.flatnonzero(counts >= max(1, parameters.min_count))
    order = sorted(kept, key=lambda row: (-counts[row], row))
    return {view.words[row]: int(counts[row]) for row in order}


def gensim_alone(view, sample, parameters, seed):
    """gensim's public route over the same pieces, tagged by their units' numbers."""
    documents = []
    for unit in sample.units.tolist():
        pieces = feeding.pieces(view, Sample(np.array([unit])))
        documents += [
            TaggedDocument([view.words[t] for t in piece], [unit]) for piece in pieces
        ]
    model = gensim.models.Doc2Vec(**doc2vec.arguments(parameters, seed))
    words = vocabulary_of(view, sample, parameters)
    model.build_vocab_from_freq(words)
    model.dv.index_to_key = list(range(view.units))
    model.init_weights()
    total = sum(len(document.words) for document in documents)
    model.train(documents, total_words=total, epochs=parameters.epochs)
    return model.dv.vectors


@pytest.mark.parametrize("sampling", ["fixed", "shuffled", "bootstrapped"])
@pytest.mark.parametrize(("architecture", "objective"), KINDS)
def test_the_bits_are_those_of_gensims_public_training(
    zipf, architecture, objective, sampling
):
    parameters = changed(
        architecture=architecture, min_count=12, **OBJECTIVES[objective]
    )
    sample = draw(sampling, zipf.units, 3)
    space = doc2vec.train(zipf, sample, parameters, 77)
    theirs = gensim_alone(zipf, sample, parameters, 77)
    assert_array_equal(space.present, np.isin(np.arange(zipf.units), sample.units))
    assert_array_equal(space.vectors[space.present], theirs[space.present])
    assert_array_equal(space.counts, sample.multiplicities(zipf.units))


@pytest.mark.parametrize("architecture", ["dm", "dbow"])
def test_gensim_given_nothing_but_documents_trains_the_same(architecture):
    """Of words whose counts all differ gensim's own vocabulary is in our order."""
    view = view_of(*([0] * 9 + [1] * 5 + [2] * 3 + [3] for _ in range(700)))
    generator = np.random.default_rng(2)
    tokens = generator.permuted(view.tokens.reshape(700, 18), axis=1).ravel()
    view = View(view.words, tokens, view.offsets)
    parameters = changed(architecture=architecture, sample=0.0)
    space = doc2vec.train(view, whole(view), parameters, 5)
    model = gensim.models.Doc2Vec(
        [TaggedDocument([f"w{t}" for t in view.unit(k)], [k]) for k in range(700)],
        **{"dm": architecture == "dm", "vector_size": 16, "window": 5, "epochs": 2},
        **{"min_count": 1, "sample": 0, "seed": 5, "workers": 1},
    )
    assert_array_equal(space.vectors, model.dv.vectors)


def test_the_defaults_are_those_of_gensim(zipf):
    from quaver.config.techniques import Doc2Vec

    ours = doc2vec.arguments(Doc2Vec(), 1)
    plain = gensim.models.Doc2Vec()
    theirs = {"dm": plain.dm, "hs": plain.hs, "vector_size": plain.vector_size}
    for name in ("window", "negative", "epochs", "sample", "alpha", "min_alpha"):
        theirs[name] = getattr(plain, name)
    assert {name: ours[name] for name in theirs} == theirs
    assert ours["ns_exponent"] == plain.ns_exponent


@pytest.mark.parametrize(("architecture", "objective"), KINDS)
def test_units_of_one_topic_end_closer_than_units_of_two(
    topics, architecture, objective
):
    parameters = changed(
        **{"architecture": architecture, "epochs": 10, "sample": 0.0, "window": 1},
        **{"learning_rate": 0.05, **OBJECTIVES[objective]},
    )
    assert margin(doc2vec.train(topics, whole(topics), parameters, 2)) > 0.5
    # the same units, words of topics dealt out among them
    tokens = topics.tokens.copy()
    tokens[::2] = np.random.default_rng(1).permutation(tokens[::2])
    dealt = View(topics.words, tokens, topics.offsets)
    assert abs(margin(doc2vec.train(dealt, whole(dealt), parameters, 2))) < 0.05


def margin(space):
    """Mean cosine of even with even and odd with odd units, less that of both."""
    units = space.vectors / np.linalg.norm(space.vectors, axis=1, keepdims=True)
    cosines = units @ units.T
    same = np.arange(len(units))[:, None] % 2 == np.arange(len(units)) % 2
    other = ~np.eye(len(units), dtype=bool)
    return cosines[same & other].mean() - cosines[~same].mean()


def test_a_unit_that_is_never_drawn_is_absent_and_one_drawn_twice_is_one_item(zipf):
    sample = Sample(np.array([3, 3, 7]))
    space = doc2vec.train(zipf, sample, PARAMETERS, 1)
    assert np.flatnonzero(space.present).tolist() == [3, 7]
    assert space.counts[[3, 7]].tolist() == [2, 1]
    assert space.counts.sum() == 3
    assert np.isnan(space.vectors[~space.present]).all()
    assert np.isfinite(space.vectors[space.present]).all()
    assert space.vectors.shape == (zipf.units, 16)
    assert space.vectors.dtype == np.float32
    assert space.losses.shape == (0,)
    once = doc2vec.train(zipf, Sample(np.array([3, 7])), PARAMETERS, 1)
    assert (once.vectors[3] != space.vectors[3]).any()


def test_a_unit_without_a_kept_word_is_absent(subtests):
    view = view_of([0, 0, 1, 1], [2, 3], [], [0, 3, 1], [0, 1])
    for given in ({"min_count": 3}, {"dictionary": 2}):
        with subtests.test(**given):
            space = doc2vec.train(view, whole(view), changed(**given), 1)
            assert space.present.tolist() == [True, False, False, True, True]
            assert np.isnan(space.vectors[[1, 2]]).all()
            assert space.counts.tolist() == [1] * 5


def test_without_learning_the_vectors_are_gensims_start_in_any_chunks(
    zipf, monkeypatch
):
    still = changed(learning_rate=0.0, min_learning_rate=0.0)
    space = doc2vec.train(zipf, whole(zipf), still, np.uint32(2**32 - 1))
    drawn = np.random.default_rng(2**32 - 1 + 7919).random((100, 16), np.float32)
    assert_array_equal(space.vectors, (drawn * 2 - 1) / np.float32(16))
    monkeypatch.setattr(doc2vec, "CHUNK", 7)
    again = doc2vec.train(zipf, whole(zipf), still, 2**32 - 1)
    assert_array_equal(again.vectors, space.vectors)


def test_how_many_units_are_looked_at_together_alters_no_bit(zipf, monkeypatch):
    sample = draw("bootstrapped", zipf.units, 9)
    parameters = changed(min_count=5)
    at_once = doc2vec.train(zipf, sample, parameters, 3)
    monkeypatch.setattr(doc2vec, "CHUNK", 7)
    by_sevens = doc2vec.train(zipf, sample, parameters, 3)
    assert_array_equal(by_sevens.vectors, at_once.vectors)
    assert_array_equal(by_sevens.present, at_once.present)


def test_only_the_seed_tells_runs_of_the_fixed_sampling_apart(zipf):
    one, again, two = (
        doc2vec.train(zipf, whole(zipf), PARAMETERS, seed).vectors for seed in (9, 9, 1)
    )
    assert_array_equal(one, again)
    assert (one != two).any(axis=1).all()


def test_the_order_of_units_matters(zipf):
    backwards = Sample(np.arange(zipf.units)[::-1])
    one = doc2vec.train(zipf, whole(zipf), PARAMETERS, 1)
    two = doc2vec.train(zipf, backwards, PARAMETERS, 1)
    assert (one.vectors != two.vectors).any(axis=1).all()


@pytest.mark.parametrize("length", [10_002, 25_000])
def test_the_last_words_of_a_long_unit_are_learned(length, monkeypatch):
    tokens = np.random.default_rng(1).integers(0, 50, length)
    tokens[10_000:10_002] = [3, 4]
    other = np.append(tokens[:10_000], tokens[10_000:][::-1])
    views = [view_of(tokens, [0, 1]), view_of(other, [0, 1])]
    given = changed(sample=0.0)

    def trained():
        return [doc2vec.train(v, whole(v), given, 4).vectors[0] for v in views]

    one, two = trained()
    assert (one != two).any()
    monkeypatch.setattr(feeding, "LIMIT", 30_000)
    monkeypatch.setattr(doc2vec, "LIMIT", 30_000)
    assert_array_equal(*trained(), "gensim no longer drops words past 10 000")


def test_the_vectors_of_units_are_mapped_and_leave_no_file(zipf, tmp_path, monkeypatch):
    monkeypatch.setattr(doc2vec.tempfile, "tempdir", str(tmp_path))
    space = doc2vec.train(zipf, whole(zipf), PARAMETERS, 1)
    assert isinstance(space.vectors.base, np.memmap)
    assert type(space.vectors) is np.ndarray
    assert not [*tmp_path.iterdir()]


def test_a_full_disk_is_refused_in_a_sentence(zipf, tmp_path, monkeypatch):
    def full():
        return open("/dev/full", "r+b", buffering=0)  # noqa: PTH123, SIM115

    monkeypatch.setattr(doc2vec.tempfile, "TemporaryFile", full)
    with pytest.raises(TrainingError, match="no room for 100 vectors of 16 .*TMPDIR"):
        doc2vec.train(zipf, whole(zipf), PARAMETERS, 1)


def test_the_model_is_freed_with_the_run(monkeypatch, zipf):
    made = []

    class Watched(gensim.models.Doc2Vec):
        def __init__(self, **options):
            super().__init__(**options)
            made.append(weakref.ref(self))

    monkeypatch.setattr(doc2vec.gensim.models, "Doc2Vec", Watched)
    doc2vec.train(zipf, whole(zipf), PARAMETERS, 1)
    assert [model() for model in made] == [None]


def test_a_text_too_small_is_refused():
    view = view_of([0, 0, 0, 0, 1, 1], [2])
    with pytest.raises(TrainingError, match="only 1 words occur 4 times or more"):
        doc2vec.train(view, whole(view), changed(min_count=4), 1)
    with pytest.raises(TrainingError, match="only 1 units of the sample hold words"):
        doc2vec.train(view, whole(view), changed(min_count=2), 1)


def test_what_cannot_be_meant_is_refused_before_anything_is_counted(zipf):
    with pytest.raises(TrainingError, match="nothing would be learnt"):
        doc2vec.train(zipf, None, changed(negative=0), 1)
    message = r"one of \['dbow', 'dm'\]. Got 'cbow' instead"
    with pytest.raises(TrainingError, match=message):
        doc2vec.train(zipf, None, changed(architecture="cbow"), 1)
