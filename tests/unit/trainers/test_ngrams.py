"""Rows that are n-grams, and words made of n-grams alone, against gensim's own."""

import re
from collections import Counter

import numpy as np
import pytest
from gensim.models.fasttext import ft_ngram_hashes
from gensim.models.fasttext_inner import compute_ngrams, ft_hash_bytes
from numpy.testing import assert_allclose, assert_array_equal
from test_fasttext import changed, gensim_alone, view_of, whole, words

from quaver.corpora.samples import Sample, draw
from quaver.trainers import TrainingError, fasttext

FRUIT = view_of(["banana", "cabana", "an", "a|b"], [0, 0, 1], [2, 2, 2, 0, 3])
NGRAMS, MEANS = {"items": "ngrams", "bucket": 300}, {"items": "means", "bucket": 300}


def grams(word, least=3, most=6):
    """N-grams of a word as they are defined, of its letters between < and >."""
    whole = f"<{word}>"
    lengths = range(least, min(most, len(whole)) + 1)
    starts = ((k, n) for n in lengths for k in range(len(whole) - n + 1))
    return [whole[k : k + n] for k, n in starts]


def bucket_of(gram, bucket=300):
    return ft_hash_bytes(gram.encode()) % bucket


def spelt(name):
    """The n-grams that a bucket is named by, and how many more there are."""
    parts = re.split(r"(?<!\\)\|", name)
    return [part.replace("\\|", "|") for part in parts]


def by_bucket(view, kept):
    """Occurrences of the n-grams of words kept, by bucket, from all units."""
    uses = Counter(view.tokens.tolist())
    buckets = {}
    for row in kept:
        for gram in grams(view.words[row]):
            own = buckets.setdefault(bucket_of(gram), Counter())
            own[gram] += uses[row]
    return buckets


@pytest.fixture(scope="module")
def zipf():
    generator = np.random.default_rng(5)
    weights = 1 / np.arange(1, 151)
    lengths = generator.integers(5, 200, 40)
    units = [generator.choice(150, n, p=weights / weights.sum()) for n in lengths]
    return view_of(words(150), *units)


@pytest.mark.parametrize("sampling", ["fixed", "bootstrapped"])
def test_vectors_are_the_rows_that_gensim_trains(zipf, sampling):
    sample = draw(sampling, zipf.units, 3)
    parameters = changed(min_count=5, architecture="cbow", **NGRAMS)
    space = fasttext.train(zipf, sample, parameters, 77)
    theirs, order = gensim_alone(zipf, sample, parameters, 77)
    used = {x for own in theirs.buckets_word for x in own.tolist()}
    rows = [bucket_of(spelt(x)[0]) for x in fasttext.items(zipf, parameters)]
    assert len(rows) == len({*rows}) == len(space.vectors)
    for place, row in enumerate(rows):
        assert space.present[place] == (row in used)
        if row in used:
            assert_array_equal(space.vectors[place], theirs.vectors_ngrams[row])
    assert 10 < len(order) < 150
    assert np.isnan(space.vectors[~space.present]).all()


def test_a_bucket_counts_once_and_is_named_by_its_n_grams():
    space = fasttext.train(FRUIT, whole(FRUIT), changed(**NGRAMS), 1)
    names = fasttext.items(FRUIT, changed(**NGRAMS))
    expected = by_bucket(FRUIT, range(4))
    assert any(len(own) > 1 for own in expected.values()), "no two n-grams meet"
    assert len(names) == len({*names}) == len(space.vectors) == len(expected)
    for name, count in zip(names, space.counts.tolist(), strict=True):
        own = expected[bucket_of(spelt(name)[0])]
        assert count == sum(own.values())
        ordered = sorted(own, key=lambda gram: (-own[gram], gram.encode()))
        assert spelt(name)[:3] == ordered[:3]
    # no white space: exports have it between a word and its vector
    assert [name.split() for name in names] == [[name] for name in names]


def test_of_many_n_grams_in_a_bucket_the_number_of_the_rest_is_told():
    names = fasttext.items(FRUIT, changed(items="ngrams", bucket=2))
    different = {gram for word in FRUIT.words for gram in grams(word)}
    expected = Counter(bucket_of(gram, 2) for gram in different)
    rest = {bucket_of(spelt(x)[0], 2): int(spelt(x)[3]) for x in names}
    assert rest == {bucket: number - 3 for bucket, number in expected.items()}


def test_buckets_of_words_that_are_not_kept_are_absent():
    parameters = changed(min_count=2, **NGRAMS)
    space = fasttext.train(FRUIT, whole(FRUIT), parameters, 1)
    names = fasttext.items(FRUIT, parameters)
    kept = by_bucket(FRUIT, [0, 2])  # the others occur once
    for name, count, present in zip(names, space.counts, space.present, strict=True):
        own = kept.get(bucket_of(spelt(name)[0]), Counter())
        assert (count, present) == (sum(own.values()), bool(own))
    assert 0 < space.present.sum() < len(names)


def test_rows_are_the_same_whatever_a_run_draws(zipf):
    parameters = changed(epochs=1, min_count=3, **NGRAMS)
    names = fasttext.items(zipf, parameters)
    spaces = [
        fasttext.train(zipf, Sample(np.array(units)), parameters, 1)
        for units in ([0, 1, 1], list(range(40)))
    ]
    assert {len(space.vectors) for space in spaces} == {len(names)}
    assert spaces[0].present.sum() < spaces[1].present.sum()


def test_means_are_those_of_n_grams_without_the_words_own_vectors(zipf):
    parameters = changed(min_count=5, **MEANS)
    space = fasttext.train(zipf, whole(zipf), parameters, 77)
    theirs, order = gensim_alone(zipf, whole(zipf), parameters, 77)
    for place, row in enumerate(order):
        hashes = ft_ngram_hashes(zipf.words[row], 3, 6, 300)
        total = np.zeros(16)
        for one in hashes:
            total += theirs.vectors_ngrams[one]
        assert_allclose(space.vectors[row], total / len(hashes), rtol=1e-4, atol=1e-7)
        assert np.abs(space.vectors[row] - theirs.vectors[place]).max() > 1e-5
    assert_array_equal(np.flatnonzero(space.present), np.sort(order))
    assert fasttext.items(zipf, parameters) is None


def test_words_too_short_for_an_n_gram_have_no_direction():
    view = view_of(["banana", "an", "cabana"], [0, 1, 2, 0, 1, 2])
    space = fasttext.train(view, whole(view), changed(min_n=5, **MEANS), 1)
    assert space.vectors[1].tolist() == [0] * 16
    assert np.abs(space.vectors[[0, 2]]).min() > 0


def test_words_are_what_they_were_where_the_key_is_left_out(zipf):
    told, silent = changed(items="words"), changed()
    one, two = (fasttext.train(zipf, whole(zipf), x, 3) for x in (told, silent))
    assert_array_equal(one.vectors, two.vectors)
    assert fasttext.items(zipf, told) is fasttext.items(zipf, silent) is None


def test_a_single_bucket_is_no_space(zipf):
    with pytest.raises(TrainingError, match="in 1 buckets, and a space needs two"):
        fasttext.train(zipf, whole(zipf), changed(items="ngrams", bucket=1), 1)


def test_n_grams_are_those_of_the_definition():
    for word in ("banana", "é", "语言", "a|b"):
        assert sorted(compute_ngrams(word, 3, 6)) == sorted(grams(word))
        hashes = ft_ngram_hashes(word, 3, 6, 300)
        assert sorted(hashes) == sorted(map(bucket_of, grams(word)))
