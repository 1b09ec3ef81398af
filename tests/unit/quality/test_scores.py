import math

import numpy as np
import pytest
from gensim.models import KeyedVectors
from numpy.testing import assert_array_equal

from quaver.quality import scores
from quaver.quality.scores import (
    accuracy,
    analogies,
    answers,
    correlation,
    cosines_of,
)
from quaver.quality.words import Lexicon, candidates, places
from quaver.spaces.normalise import unit_rows


def space(words=60, dims=5, seed=0):
    generator = np.random.default_rng(seed)
    vectors = generator.standard_normal((words, dims)).astype(np.float32)
    return unit_rows(vectors)


def asked(count, words=60, seed=1):
    return np.random.default_rng(seed).integers(0, words, (count, 4))


def by_force(units, a, b, c):
    """3CosAdd as written in its papers, one word after the other."""
    u = units.astype(np.float64)
    cosines = np.float32(u @ (u[b] - u[a] + u[c]))
    order = sorted(range(len(u)), key=lambda w: (-cosines[w], w))
    return next((w for w in order if w not in (a, b, c)), -1)


def test_a_hand_case():
    """man, woman, king, queen at the corners of a rectangle, and a word beyond."""
    corners = np.array([[3, 0, 1], [3, 4, 1], [3, 0, 5], [3, 4, 5], [0, -1, 0]])
    units = unit_rows(corners.astype(np.float32))
    assert answers(units, np.array([[0, 1, 2], [2, 3, 0], [1, 0, 3]])).tolist() == [
        3,
        1,
        2,
    ]


def test_answers_are_those_of_brute_force():
    units, questions = space(), asked(200)[:, :3]
    expected = [by_force(units, *question) for question in questions]
    assert answers(units, questions).tolist() == expected


@pytest.mark.parametrize("rows", [1, 7, 59, 60, 61])
@pytest.mark.parametrize("batch", [1, 3, 200])
def test_no_batch_size_changes_an_answer(monkeypatch, rows, batch):
    units, questions = space(), asked(200)[:, :3]
    units[50:] = units[:10]  # ties
    expected = answers(units, questions)
    monkeypatch.setattr(scores, "ROWS", rows)
    monkeypatch.setattr(scores, "QUESTIONS", batch)
    assert_array_equal(answers(units, questions), expected)


def test_ties_go_to_the_lower_row_and_inputs_are_left_out():
    units = np.tile(np.array([[0.6, 0.8]], dtype=np.float32), (5, 1))
    questions = np.array([[0, 1, 2], [4, 3, 4], [1, 0, 2]])
    assert answers(units, questions).tolist() == [3, 0, 3]


def test_without_another_word_there_is_no_answer():
    assert answers(space(3), np.array([[0, 1, 2], [0, 1, 1]])).tolist() == [-1, 2]
    assert answers(space(0), np.empty((0, 3), int)).tolist() == []


def test_unknown_words_and_answers_among_the_inputs():
    units = space()
    a, b, c = 3, 8, 20
    d = by_force(units, a, b, c)
    questions = np.array(
        [[a, b, c, d], [a, b, c, d], [a, b, c, c], [a, -1, c, d], [a, b, c, -1]]
    )
    known, right = analogies(units, questions)
    assert known.tolist() == [True, True, True, False, False]
    assert right.tolist() == [True, True, False, False, False]
    assert accuracy(known, right) == (2 / 3, 3, "")


def test_no_known_question_is_no_score():
    known, right = analogies(space(0), np.full((4, 4), -1))
    value, count, note = accuracy(known, right)
    assert math.isnan(value)
    assert (count, note) == (0, "no question has all its words")


def test_a_hand_case_of_similarity():
    """Angles 0, 30, 60 and 90 degrees from the first word."""
    angles = np.radians([0, 30, 60, 90])
    units = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    pairs = np.array([[0, 1], [0, 2], [0, 3], [2, -1], [-1, 2]])
    assert correlation(units, pairs, np.array([9, 5, 1, 7, 7.0])) == (1, 3, "")
    assert correlation(units, pairs, np.array([1, 5, 9, 7, 7.0])) == (-1, 3, "")
    # ranks 1 2 3 against 1.5 1.5 3: covariance 1.5 / sqrt(2 * 1.5)
    tied = correlation(units, pairs, np.array([9, 1, 1, 0, 0.0]))
    assert tied.value == pytest.approx(math.sqrt(3) / 2)


def test_pairs_of_equal_cosine_tie_in_whichever_order():
    units = space(dims=7)
    pairs = np.array([[1, 2], [2, 1], [3, 4], [5, 6], [6, 5]])
    gold = np.array([3.0, 3, 2, 1, 1])
    turned = correlation(units, pairs[:, ::-1], gold)
    assert correlation(units, pairs, gold) == turned


def test_cosines_of_pairs_and_of_unknown_words():
    units = np.array([[1, 0], [0, 1], [0.6, 0.8]], dtype=np.float32)
    pairs = np.array([[0, 2], [1, 2], [1, 0], [-1, 0], [0, -1]])
    expected = np.array([0.6, 0.8, 0, np.nan, np.nan], dtype=np.float32)
    assert_array_equal(cosines_of(units, pairs), expected)
    assert cosines_of(units, np.empty((0, 2), dtype=int)).shape == (0,)


def test_what_has_no_correlation_says_why(subtests):
    for gold, pairs, note in [
        ([1, 2], [[0, 1], [2, 3]], "fewer than 3 pairs have both words"),
        ([1, 2, 3], [[0, 1], [2, 3], [4, -1]], "fewer than 3 pairs have both words"),
        ([2, 2, 2], [[0, 1], [2, 3], [4, 5]], "all scores of the known pairs are e"),
        ([1, 2, 3], [[0, 1], [1, 0], [0, 1]], "all cosines of the known pairs are e"),
    ]:
        with subtests.test(gold=gold, pairs=pairs, note=note):
            value, count, said = correlation(
                space(), np.array(pairs), np.array(gold, float)
            )
            assert math.isnan(value)
            assert count == (np.array(pairs) >= 0).all(axis=1).sum()
            assert said.startswith(note)


@pytest.fixture
def keyed():
    """A space of gensim's: word k has the k-th row, words in order of frequency."""
    units = space(200, 10)
    vectors = KeyedVectors(10)
    vectors.add_vectors([f"W{row}" for row in range(200)], units)
    return units, vectors


def test_accuracy_is_gensims(keyed, tmp_path):
    units, vectors = keyed
    questions = asked(3000, 220)
    target = [by_force(units, *q[:3]) if (q < 200).all() else 0 for q in questions]
    questions[::2, 3] = target[::2]  # half of them can be answered
    text = "".join(" ".join(f"W{w}" for w in row) + "\n" for row in questions)
    path = tmp_path / "questions.txt"
    path.write_text(": all\n" + text, encoding="utf-8")
    score, sections = vectors.evaluate_word_analogies(
        path, restrict_vocab=200, case_insensitive=False
    )
    questions[questions >= 200] = -1
    ours = accuracy(*analogies(units, questions))
    assert ours.value == score
    assert 0.4 < score < 0.7
    assert ours.known == len(sections[-1]["correct"]) + len(sections[-1]["incorrect"])


def test_correlation_is_gensims(keyed, tmp_path):
    units, vectors = keyed
    pairs = asked(500, 220)[:, :2]
    gold = np.random.default_rng(2).integers(0, 11, 500) / 2
    rows = (f"W{a}\tW{b}\t{s}\n" for (a, b), s in zip(pairs, gold, strict=True))
    path = tmp_path / "pairs.tsv"
    path.write_text("".join(rows), encoding="utf-8")
    _, spearman, unknown = vectors.evaluate_word_pairs(
        path, restrict_vocab=200, case_insensitive=False
    )
    pairs[pairs >= 200] = -1
    ours = correlation(units, pairs, gold)
    assert ours.value == pytest.approx(spearman[0], abs=1e-12)
    assert 100 - 100 * ours.known / 500 == pytest.approx(unknown)


def test_lower_case_and_a_cut_vocabulary_are_gensims(tmp_path):
    """All words have two spellings; the 150 most frequent of 200 count.

    gensim lets the rarer spelling answer too, so it is not given to it.
    """
    units, generator = space(200, 10), np.random.default_rng(3)
    names = [f"{'wW'[row % 2]}{row // 2}" for row in range(200)]
    counts = generator.integers(1, 50, 200)
    first = {}
    for row in np.argsort(-counts, kind="stable")[:150]:
        first.setdefault(names[row].lower(), row)
    vectors = KeyedVectors(10)
    vectors.add_vectors(
        [names[row] for row in first.values()], units[[*first.values()]]
    )
    questions = [tuple(f"W{w}" for w in row) for row in asked(3000, 110)]
    text = "".join(" ".join(question) + "\n" for question in questions)
    path = tmp_path / "questions.txt"
    path.write_text(": all\n" + text, encoding="utf-8")
    score, sections = vectors.evaluate_word_analogies(path)
    lexicon = Lexicon(names, "NFC", str.lower)
    rows = candidates(counts, np.ones(200, bool), lexicon.spelling, 150)
    found = places(lexicon.numbers(questions), lexicon.spelling[rows])
    ours = accuracy(*analogies(units[rows], found))
    assert ours.value == score > 0
    assert ours.known == len(sections[-1]["correct"]) + len(sections[-1]["incorrect"])
    assert 500 < ours.known < 3000
