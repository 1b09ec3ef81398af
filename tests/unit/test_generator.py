"""Text of a known model: seeded, Zipfian, bursty, in sentences and documents."""

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture(scope="module")
def generator():
    spec = importlib.util.spec_from_file_location("generator", BENCH / "generator.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["generator"] = module  # dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def model(generator):
    return generator.Model()


def same(first, second):
    arrays = ("tokens", "sentences", "documents")
    return all(np.array_equal(getattr(first, x), getattr(second, x)) for x in arrays)


def test_same_seed_same_text_and_another_seed_another(generator, model):
    assert same(generator.text(model, 1), generator.text(model, 1))
    assert not same(generator.text(model, 1), generator.text(model, 2))
    assert generator.text(model, 1).words == generator.text(model, 2).words
    assert len(set(model.spelling())) == model.words


def test_sentences_tile_documents_and_documents_the_text(generator, model):
    text = generator.text(model, 3)
    assert model.tokens <= len(text.tokens) < 1.2 * model.tokens
    assert np.isin(text.documents, text.sentences).all()
    for edges in (text.documents, text.sentences):
        assert edges[0] == 0
        assert edges[-1] == len(text.tokens)
        assert (np.diff(edges) > 0).all()
    assert text.view("sentence").units == len(text.sentences) - 1
    assert text.view("document").units == len(text.documents) - 1


def test_words_are_drawn_from_the_models_chances(generator, model):
    """One topic and no repeats: frequencies are the model's own, to chance."""
    plain = replace(model, topics=2, mixture=1e6, burst=0.0, tokens=200_000)
    text = generator.text(plain, 1)
    chances = plain.distributions()
    assert_allclose(chances.sum(axis=1), 1)
    assert_allclose(chances[:, : plain.common].sum(axis=1), plain.common_share)
    expected = chances.mean(axis=0) * len(text.tokens)
    counts = np.bincount(text.tokens, minlength=plain.words)
    # a sentence has one topic, so counts vary more than a multinomial's
    assert np.mean((counts - expected) ** 2 / expected) < 4
    assert_array_equal(np.argsort(-expected[: plain.common]), np.arange(plain.common))


def variance_over_mean(text, word):
    parts = np.split(text.tokens == word, text.documents[1:-1])
    counts = np.array([part.sum() for part in parts])
    sizes = np.diff(text.documents)
    expected = sizes * counts.sum() / sizes.sum()
    return np.mean((counts - expected) ** 2 / expected)


def test_common_words_are_bursty_only_if_asked(generator, model):
    large = replace(model, tokens=200_000)
    even, bursty = (
        generator.text(replace(large, burst=burst), 1) for burst in (0.0, 0.5)
    )
    assert variance_over_mean(even, 0) < 1.15
    assert variance_over_mean(bursty, 0) > 1.5


def test_repeats_stay_within_their_document(generator):
    starts = np.repeat([0, 50], 50)
    sources = generator._sources(starts, 0.9, np.random.default_rng(1))
    assert (sources >= starts).all()
    assert (sources <= np.arange(100)).all()
    assert len(set(sources)) < 50
