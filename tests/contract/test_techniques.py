"""Every technique of the registry on one small text: the promises all trainers make."""

import hashlib
import importlib
import json
import os
import subprocess
import sys
from dataclasses import asdict, fields, replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.config.keys import keys
from quaver.config.techniques import CHANCE, TRAINERS, WORD
from quaver.corpora.samples import Sample, View, draw
from quaver.corpora.units import UnitView
from quaver.spaces.export import as_word2vec
from quaver.spaces.normalise import lengths, unit_rows
from quaver.trainers import TrainingError, vectors

SKY = ["sun", "moon", "star", "comet", "planet", "orbit", "rocket", "crater"]
KITCHEN = ["bread", "butter", "flour", "oven", "dough", "sugar", "honey", "yeast"]
COMMON = ["the", "and", "with", "near"]
RARE = ["quasar", "pulsar", "whisk", "ladle"]  # once each: some draws lack them

# Small, and enough to learn two topics from 60 units.
SETTINGS = {
    "word2vec": {"epochs": 40, "learning_rate": 0.05, "sample": 0.0},
    "fasttext": {"epochs": 40, "learning_rate": 0.05, "sample": 0.0, "bucket": 500},
    "glove": {"epochs": 40, "x_max": 5.0},
}
# Another value of parameters without which it would not matter; of others any will do.
OTHERWISE = {
    "dimensions": 5,
    "window": 2,
    "negative": 2,
    "epochs": 7,
    "sample": 0.02,
    "learning_rate": 0.04,
    "min_learning_rate": 0.01,
    "noise_exponent": 0.0,
    "min_count": 3,
    "dictionary": 12,
    "min_n": 2,
    "max_n": 4,
    "bucket": 77,
    "x_max": 2.0,
    "alpha": 0.3,
    "context_smoothing": 1.0,
    "shift": 1.2,
    "eigenvalue_weight": 0.0,
    "iterations": 0,
}
GIVEN_TOO = {"close_gaps": {"sample": 0.02}}  # what matters only beside something else

TRAINED = sorted(set(TRAINERS) - {"vectors"})
LEARNING = sorted(set(TRAINED) - CHANCE)
# those whose rows are words
WORDED = [name for name in TRAINED if TRAINERS[name]().item == WORD]
REFUSED = {("doc2vec", "contexts")}  # by config/contexts.py: its rows are no words
DECLARED = [
    (trainer, field.name)
    for trainer in TRAINED
    for field in fields(TRAINERS[trainer])
    if (trainer, field.name) not in REFUSED
]

CHILD = """
import json, sys
import numpy as np
from quaver.corpora.samples import View, draw
sys.path.insert(0, sys.argv[1])
import test_techniques as here
view = here.small_text()
print(json.dumps({name: here.digest(here.bootstrapped(name, view))
                  for name in here.TRAINED}))
"""


def small_text():
    """60 units of 12 words each about one of two topics, words in count order."""
    generator = np.random.default_rng(11)
    units = []
    for number in range(60):
        topic, other = (KITCHEN, SKY) if number % 2 else (SKY, KITCHEN)
        counts = {9: topic, 1: other, 2: COMMON}
        unit = [w for n, part in counts.items() for w in generator.choice(part, n)]
        if number < len(RARE):
            unit[4] = RARE[number // 2 + 2 * (number % 2)]
        units.append([str(word) for word in generator.permutation(unit)])
    view = view_of(units)
    # two units to a document
    documents, titles = np.arange(60) // 2, [f"text{number}" for number in range(30)]
    return UnitView(**vars(view), documents=documents, titles=titles)


def view_of(units):
    said = [word for unit in units for word in unit]
    words = sorted(set(said), key=lambda word: (-said.count(word), word))
    rows = {word: row for row, word in enumerate(words)}
    tokens = np.array([rows[word] for word in said], dtype=np.uint32)
    return View(words, tokens, np.append(0, np.cumsum([len(unit) for unit in units])))


def parameters_of(name, /, **changes):
    return TRAINERS[name](**{"dimensions": 8, **SETTINGS.get(name, {}), **changes})


def otherwise(trainer, name):
    """Another value of a parameter than its default."""
    entry = keys(TRAINERS[trainer])[name]
    if entry.type is bool:
        return not entry.default
    key = entry.metadata["key"]
    others = key.choices or (key.example, entry.default * 2)
    return next(value for value in others if value != entry.default)


def train(name, view, drawn, /, seed=1, **changes):
    trainer = importlib.import_module(f"quaver.trainers.{name}")
    return trainer.train(view, drawn, parameters_of(name, **changes), seed)


def names_of(name, view):
    """What the rows of a technique's spaces are called."""
    trainer = importlib.import_module(f"quaver.trainers.{name}")
    if name in WORDED:
        return view.words
    return list(trainer.items(view, parameters_of(name)))


def bootstrapped(name, view, /, seed=1, **changes):
    drawn = draw("bootstrapped", view.units, 3)
    return train(name, view, drawn, seed, **changes)


def digest(space):
    """All bits of a space in one text."""
    arrays = [space.vectors, space.present, space.counts, space.losses]
    arrays += [] if space.contexts is None else [space.contexts]
    return hashlib.sha256(b"|".join(a.tobytes() for a in arrays)).hexdigest()


@pytest.fixture(scope="module")
def view():
    return small_text()


@pytest.fixture(scope="module")
def spaces(view):
    return {name: bootstrapped(name, view) for name in TRAINED}


@pytest.fixture(scope="module")
def elsewhere():
    """Digests of the same trainings in another process with another hash seed."""
    here = str(Path(__file__).parent)
    done = subprocess.run(
        [sys.executable, "-c", CHILD, here],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_every_technique_is_on_trial():
    assert set(SETTINGS) <= set(TRAINED)
    assert set(OTHERWISE) <= {name for _, name in DECLARED}


def test_present_are_exactly_the_words_frequent_in_the_sample(view, subtests):
    for name in WORDED:
        for min_count in [0, 4]:
            with subtests.test(name=name, min_count=min_count):
                sample = draw("bootstrapped", view.units, 3)
                counts = counted(view, sample)
                space = train(name, view, sample, min_count=min_count)
                assert_array_equal(space.counts, counts)
                assert_array_equal(space.present, counts >= max(1, min_count))
                assert (
                    0 < space.present.sum() < len(view.words)
                )  # the draw lacks some of RARE


def counted(view, sample):
    read = np.concatenate([view.unit(k) for k in sample.units])
    return np.bincount(read, minlength=len(view.words))


def test_rows_are_words_or_those_that_a_trainer_names(view, subtests):
    for name in TRAINED:
        entries = keys(TRAINERS[name])
        choices = {x: entries[x].metadata["key"].choices for x in entries}
        kinds = (x for x in ("items", "documents") if x in entries)
        given = [{x: kind} for x in kinds for kind in choices[x]] or [{}]
        for changes in given:
            with subtests.test(name, **changes):
                trainer = importlib.import_module(f"quaver.trainers.{name}")
                parameters = parameters_of(name, **changes)
                named = getattr(trainer, "items", lambda *_: None)(view, parameters)
                assert (named is None) == (parameters.item == "word")
                rows = view.words if named is None else named
                assert len({*rows}) == len(rows)
                assert not any(len(row.split()) != 1 for row in rows)
                space = bootstrapped(name, view, **changes)
                assert len(space.vectors) == len(space.counts) == len(rows)


def test_contexts_are_kept_beside_the_same_vectors(spaces, view, subtests):
    """Output weights of words alone: NaN where a word is absent, learned where not."""
    for name in ("word2vec", "fasttext"):
        with subtests.test(name=name):
            space = bootstrapped(name, view, contexts=True)
            assert space.vectors.tobytes() == spaces[name].vectors.tobytes()
            assert spaces[name].contexts is None
            assert space.contexts.dtype == np.float32
            assert space.contexts.shape == space.vectors.shape
            assert np.isnan(space.contexts[~space.present]).all()
            assert (lengths(space.contexts[space.present]) > 0).all()
            with pytest.raises(TrainingError, match="negative: 0 no word has output"):
                alone = {"negative": 0, "hierarchical_softmax": True}
                bootstrapped(name, view, contexts=True, **alone)


def test_words_outside_a_dictionary_are_as_those_too_rare(view, subtests):
    """The same words removed, by their number or by their counts: the same bits."""
    counts = counted(view, draw("bootstrapped", view.units, 3))
    least = np.sort(counts)[-12]
    frequent = counts >= least
    for name in TRAINED:
        with subtests.test(name=name):
            by_number = bootstrapped(name, view, dictionary=int(frequent.sum()))
            if name in WORDED:
                assert_array_equal(by_number.present, frequent)
            by_count = bootstrapped(name, view, min_count=int(least))
            assert digest(by_number) == digest(by_count)
            assert digest(by_number) != digest(bootstrapped(name, view))


def test_without_a_dictionary_or_with_a_large_one_bits_are_the_same(
    view, spaces, subtests
):
    for name in TRAINED:
        with subtests.test(name=name):
            trainer = importlib.import_module(f"quaver.trainers.{name}")
            given = parameters_of(name)
            # as the spec of a block has them
            spec = SimpleNamespace(**given.as_spec())
            assert not hasattr(spec, "dictionary")
            sample = draw("bootstrapped", view.units, 3)
            space = trainer.train(view, sample, spec, 1)
            assert digest(space) == digest(spaces[name])
            large = bootstrapped(name, view, dictionary=10_000)
            assert digest(large) == digest(spaces[name])


def test_present_words_have_finite_vectors_and_absent_ones_nan(spaces, view, subtests):
    for name in TRAINED:
        with subtests.test(name=name):
            space = spaces[name]
            assert space.vectors.dtype == np.float32
            assert space.vectors.shape == (len(names_of(name, view)), 8)
            assert np.isfinite(space.vectors[space.present]).all()
            assert np.isnan(space.vectors[~space.present]).all()
            assert np.isfinite(space.losses).all()


def test_the_same_training_gives_the_same_bits(spaces, elsewhere, view, subtests):
    for name in TRAINED:
        with subtests.test(name=name):
            assert digest(bootstrapped(name, view)) == digest(spaces[name])
            assert elsewhere[name] == digest(spaces[name])


def test_a_training_leaves_the_global_random_state_alone(view, subtests):
    for name in TRAINED:
        with subtests.test(name=name):
            before = np.random.get_state()[1].tobytes()  # noqa: NPY002
            bootstrapped(name, view)
            assert np.random.get_state()[1].tobytes() == before  # noqa: NPY002


def test_another_seed_gives_another_space(spaces, view, subtests):
    for name in sorted(set(TRAINED) - {"ppmi"}):
        with subtests.test(name=name):
            other = bootstrapped(name, view, seed=2)
            assert digest(other) != digest(spaces[name])
            assert_array_equal(other.present, spaces[name].present)


def test_ppmi_knows_no_chance_until_it_draws_tokens_or_windows(spaces, view):
    assert digest(bootstrapped("ppmi", view, seed=2)) == digest(spaces["ppmi"])
    for drawn in ({"sample": 0.02}, {"dynamic_window": True}):
        runs = [bootstrapped("ppmi", view, seed=seed, **drawn) for seed in (1, 2)]
        assert digest(runs[0]) != digest(runs[1]), drawn


def test_what_counts_does_not_mind_the_order_of_units(view, subtests):
    for name in ["glove", "lsa", "noise", "ppmi"]:
        with subtests.test(name=name):
            orders = [np.arange(view.units), draw("shuffled", view.units, 5).units]
            first, second = (train(name, view, Sample(order)) for order in orders)
            assert digest(first) == digest(second)


def test_what_reads_in_order_minds_the_order_of_units(view, subtests):
    for name in ["word2vec", "fasttext", "doc2vec"]:
        with subtests.test(name=name):
            orders = [np.arange(view.units), draw("shuffled", view.units, 5).units]
            first, second = (train(name, view, Sample(order)) for order in orders)
            assert digest(first) != digest(second)


def related_and_not(name, view):
    """Cosines of pairs of words of one topic, and of pairs of a word of each."""
    space = train(name, view, draw("shuffled", view.units, 2))
    units = unit_rows(space.vectors, space.present).astype(np.float64)
    rows = {word: row for row, word in enumerate(view.words)}
    sky, kitchen = (units[[rows[w] for w in topic]] for topic in (SKY, KITCHEN))
    pairs = np.triu_indices(len(SKY), k=1)
    related = np.concatenate([(t @ t.T)[pairs] for t in (sky, kitchen)])
    return related, (sky @ kitchen.T).ravel()


def test_related_words_are_closer_than_unrelated_ones(view, subtests):
    for name in [x for x in LEARNING if x in WORDED]:
        with subtests.test(name=name):
            related, unrelated = related_and_not(name, view)
            assert related.mean() > unrelated.mean() + 0.2
            assert (related[:, None] > unrelated).mean() > 0.85  # of all pairs of pairs


def test_what_learns_nothing_has_no_related_words(view, subtests):
    """Cosines of random directions have mean 0 and variance 1 / dims."""
    for name in sorted(CHANCE):
        with subtests.test(name=name):
            cosines = np.concatenate(related_and_not(name, view))
            off = 4 / np.sqrt(8 * len(cosines))
            assert abs(cosines.mean()) < off
            assert cosines.var() == pytest.approx(1 / 8, rel=0.4)


def test_a_text_of_one_word_is_refused_in_a_sentence(subtests):
    for name in TRAINED:
        for units in [[["alone"] * 5] * 3, [["alone"]]]:
            with subtests.test(name=name, units=units):
                view = view_of(units)
                with pytest.raises(TrainingError, match="needs at least two words$"):
                    train(name, view, Sample(np.arange(view.units)))


def test_a_text_without_frequent_words_is_refused_in_a_sentence(view, subtests):
    for name in TRAINED:
        with subtests.test(name=name):
            with pytest.raises(
                TrainingError, match="only 0 words occur 1000 times or more"
            ):
                bootstrapped(name, view, min_count=1000)


def test_every_declared_parameter_is_accepted_and_heeded(spaces, view, subtests):
    for name, parameter in DECLARED:
        with subtests.test(name=name, parameter=parameter):
            beside = GIVEN_TOO.get(parameter, {})
            value = OTHERWISE.get(parameter, otherwise(name, parameter))
            changes = {**beside, parameter: value}
            base, changed = (
                parameters_of(name, **beside),
                parameters_of(name, **changes),
            )
            assert asdict(base) != asdict(changed)
            assert base == replace(changed, **{parameter: getattr(base, parameter)})
            expected = bootstrapped(name, view, **beside) if beside else spaces[name]
            space = bootstrapped(name, view, **changes)
            assert np.isfinite(space.vectors[space.present]).all()
            assert digest(space) != digest(expected)


@pytest.mark.parametrize("name", TRAINED)
@pytest.mark.parametrize("format", ["text", "binary", "npz"])
def test_an_exported_space_is_read_back_with_the_same_bits(
    spaces, view, tmp_path, name, format
):
    space = spaces[name]
    rows = np.flatnonzero(space.present)
    names, kept = names_of(name, view), space.vectors[rows]
    words = [names[k] for k in rows]
    file = tmp_path / f"run-1.{format}"
    if format == "npz":
        np.savez(file, words=words, vectors=kept)
    else:
        file.write_bytes(b"".join(as_word2vec(words, kept, format == "binary")))
    found, (again,) = vectors.collect([str(file)], format)
    assert found == words
    assert again.vectors.tobytes() == kept.tobytes()
    assert again.present.all()


def test_spaces_of_others_stand_over_the_union_of_their_words(spaces, view, tmp_path):
    """Words of one file only are absent, and NaN, in the others' runs."""
    files = []
    for name in WORDED:
        space = spaces[name]
        rows = np.flatnonzero(space.present)[len(files) :]  # each lacks one word more
        kept = [view.words[k] for k in rows]
        file = tmp_path / f"{name}.txt"
        file.write_bytes(b"".join(as_word2vec(kept, space.vectors[rows], False)))
        files.append(str(file))
    words, runs = vectors.collect(files, "text")
    assert sorted(words) == sorted(set(words))
    for missing, (run, name) in enumerate(zip(runs, WORDED, strict=True)):
        assert run.present.sum() == len(words) - missing
        assert np.isnan(run.vectors[~run.present]).all()
        original = [view.words.index(word) for word in words[missing:]]
        assert_array_equal(run.vectors[missing:], spaces[name].vectors[original])
