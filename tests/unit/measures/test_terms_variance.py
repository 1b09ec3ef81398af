"""What vectors of terms waver with, beside backgrounds that are turned: planted."""

import h5py
import numpy as np
import pytest
from measuring import call
from teaching import WORDS, write_runs

from quaver import store
from quaver.measures.errors import MeasureError
from quaver.measures.terms_variance import profiles, unit

DIMS, TERMS, DRAWS = 12, 25, 4
PLACES = [["news", "shuffled"], ["laws", "shuffled"]]
PLACES += [["news", "bootstrapped"], ["laws", "bootstrapped"]]


def turned(generator):
    """A random rotation."""
    return np.linalg.qr(generator.standard_normal((DIMS, DIMS)))[0]


def write_learned(path, vectors):
    with store.create(path, "learn_terms", dict) as file:
        file.put("vectors", ("runs", "terms", "draws", "dims"), vectors)
        names = [f"t{k:02}" for k in range(vectors.shape[1])]
        file.put("terms", ("terms",), names)
        file.put("runs", ("runs",), np.arange(1, len(vectors) + 1))
    return path


def told(
    folder, *, noise=None, runs=3, places=PLACES, words=WORDS, lacking=(), order=None
):
    """Components of terms that are one and the same but for noise by level, beside
    runs that are one space turned. order: that the backgrounds are given in."""
    levels = dict.fromkeys(("draw", "run", "text", "drawn", "words"), 0.0)
    noise = levels | (noise or {})
    generator = np.random.default_rng(4)

    def normal(*shape):
        return generator.standard_normal((*shape, DIMS)) / np.sqrt(DIMS)

    space, own = normal(len(words)), normal(TERMS, 1)
    draw = noise["draw"] * normal(TERMS, DRAWS)
    texts = {name: noise["text"] * normal(TERMS, 1) for name, _ in places}
    inputs, learned = [], []
    for text, sampling in places:
        scale = np.hypot(noise["run"], noise["drawn"] * (sampling == "bootstrapped"))
        turns = [turned(generator) for _ in range(runs)]
        unlike = noise["words"] * normal(runs, len(words))
        spaces = np.array([space @ turn for turn in turns]) + unlike
        inputs.append(write_runs(folder / text / sampling, spaces, words=words))
        vectors = np.array(
            [(own + draw + texts[text] + scale * normal(TERMS, 1)) @ x for x in turns]
        )
        for place in lacking:
            vectors[0, place, 0] = np.nan
        path = folder / f"learned/{text}-{sampling}.h5"
        path.parent.mkdir(exist_ok=True)
        learned.append(write_learned(path, vectors.astype(np.float32)))
    order = range(len(places)) if order is None else order
    given = [x[k] for x in (inputs, learned) for k in order]
    spec = {"cells": [places[k] for k in order]}
    made = call("terms_variance", folder / "out.h5", given, spec)
    with h5py.File(made) as file:
        numbers = {x: file[x][:] for x in file if x != "provenance"}
    return {
        x: v.astype(str).tolist() if v.dtype == object else v
        for x, v in numbers.items()
    }


def part(numbers, component, sampling="shuffled", of="vectors", kind="raw"):
    """Value, low and high of a component."""
    names = zip(
        ("of", "kinds", "samplings", "components"),
        (of, kind, sampling, component),
        strict=True,
    )
    place = tuple(numbers[axis].index(name) for axis, name in names)
    return [numbers[x][place] for x in ("value", "low", "high")]


def test_backgrounds_that_are_turned_are_laid_over_each_other(tmp_path):
    numbers = told(tmp_path)
    for of in ("vectors", "cosines"):
        for name in ("draws", "runs", "texts", "runs x draws", "texts x draws"):
            assert abs(part(numbers, name, of=of)[0]) < 1e-5, (of, name)
    assert part(numbers, "shared")[0] == pytest.approx(1, abs=1e-5)
    assert numbers["levels"].tolist() == [[2, 3, DRAWS]] * 2 + [[0, 0, 0]]
    assert part(numbers, "shared", of="cosines")[0] > 0.01
    assert len(numbers["terms"]) == TERMS and not len(numbers["missing"])


def test_each_level_of_noise_is_told_as_its_own(tmp_path):
    noise = {"draw": 0.6, "run": 0.3, "text": 0.5, "drawn": 0.7}
    numbers = told(tmp_path, noise=noise, runs=4)
    length = 1 + 0.36 + 0.25 + 0.09  # of shuffled runs, about
    for name, value in (("draws", 0.36), ("runs", 0.09), ("texts", 0.25)):
        own, low, high = part(numbers, name)
        assert own == pytest.approx(value / length, abs=0.05), name
        assert low < own < high
    drawn = part(numbers, "runs", "bootstrapped")[0]
    difference, low, high = part(numbers, "runs", "bootstrapped - shuffled")
    assert difference == pytest.approx(drawn - part(numbers, "runs")[0])
    assert low < difference < high and difference > 0.1
    for sampling in ("shuffled", "bootstrapped"):
        place = numbers["samplings"].index(sampling)
        total = np.nansum(numbers["value"][0, :, place], axis=-1)
        assert total == pytest.approx(1, abs=1e-5)
    # the mean draws that cosines are taken with have effects of texts and runs, too
    of_cosines = [part(numbers, x, of="cosines")[0] for x in ("draws", "texts", "runs")]
    assert min(of_cosines[:2]) > of_cosines[2] > 0


def test_no_background_is_the_measure_of_the_others(tmp_path):
    noise = {"draw": 0.5, "run": 0.4, "text": 0.3, "words": 0.5}
    orders = [0, 1, 2, 3], [3, 0, 2, 1], [1, 2, 3, 0]
    first, *others = (told(tmp_path, noise=noise, order=x) for x in orders)
    for other in others:
        turn = [other["samplings"].index(x) for x in first["samplings"]]
        for name in ("value", "low", "high"):
            own, again = first[name], other[name][:, :, turn]
            assert again == pytest.approx(own, abs=1e-6, nan_ok=True), name


def test_one_text_tells_nothing_of_texts(tmp_path):
    numbers = told(tmp_path, places=PLACES[:1], noise={"run": 0.5})
    assert numbers["samplings"] == ["shuffled"]
    assert np.isnan(part(numbers, "texts")[0])
    assert part(numbers, "runs")[0] == pytest.approx(0.2, abs=0.04)


def test_terms_without_a_vector_somewhere_are_left_out_and_named(tmp_path):
    numbers = told(tmp_path, lacking=[3, 7])
    assert numbers["missing"] == ["t03", "t07"] and len(numbers["terms"]) == TERMS - 2


def test_too_few_words_or_terms_are_refused(tmp_path):
    with pytest.raises(MeasureError, match="only 8 words are in all backgrounds"):
        told(tmp_path / "words", words=WORDS[:8])
    with pytest.raises(MeasureError, match="only 2 terms have a vector"):
        told(tmp_path / "terms", lacking=range(TERMS - 2))


def test_profiles_hang_on_no_rotation_and_leave_the_own_term_out():
    generator = np.random.default_rng(1)
    vectors = generator.standard_normal((5, 1, 2, 3, DIMS))
    whirled = np.stack([vectors[:, :, k] @ turned(generator) for k in range(2)], axis=2)
    first, second = (profiles(unit(x, is_centred=True)) for x in (vectors, whirled))
    assert first == pytest.approx(second, abs=1e-5)
    assert (first[2, ..., 2] == 0).all() and first.shape == (5, 1, 2, 3, 5)
