import subprocess
import sys

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.corpora.samples import View
from quaver.corpora.topics import Topics, chosen, find_topics, topics_for

SETTINGS = {
    **{"number": 4, "least_documents": 10, "least_tokens": 100, "leave_out": 2},
    **{"iterations": 150, "top": 5, "coherence": "c_npmi"},
}
# Two words of all texts, then the words of four subjects of six words each.
SUBJECTS = [list(range(2 + 6 * k, 8 + 6 * k)) for k in range(4)]


@pytest.fixture(scope="module")
def text():
    """160 documents of 30 words: half function words, half of one subject."""
    generator = np.random.default_rng(3)
    documents = [
        np.concatenate(
            [generator.integers(0, 2, 15), generator.choice(SUBJECTS[k % 4], 15)]
        )
        for k in range(160)
    ]
    words = [f"word{row}" for row in range(26)]
    offsets = np.arange(161) * 30
    return View(words, np.concatenate(documents).astype(np.uint32), offsets)


@pytest.fixture(scope="module")
def found(text):
    return find_topics(text, SETTINGS, 5)


def bits(topics):
    arrays = (topics.words, topics.probabilities, topics.coherence, topics.alpha)
    return [*(array.tolist() for array in arrays), topics.likelihood]


def test_the_subjects_of_a_text_are_found(found):
    assert len(found) == 4
    subjects = {row: k for k, rows in enumerate(SUBJECTS) for row in rows}
    named = [{subjects[row] for row in rows} for rows in found.words.tolist()]
    assert sorted(map(tuple, named)) == [(0,), (1,), (2,), (3,)]
    assert (found.probabilities > 0.1).all()
    assert (np.diff(found.probabilities, axis=1) <= 0).all()
    assert found.documents == 160
    assert found.tokens == 160 * 15


def test_words_of_a_subject_are_coherent_and_words_of_several_are_not(text, found):
    # with a single topic the first words are of all four subjects
    mixed = find_topics(text, {**SETTINGS, "number": 1}, 5)
    assert mixed.coherence.max() < found.coherence.min()


def test_the_most_frequent_words_are_left_out(text, found):
    assert found.words.min() == 2
    whole = find_topics(text, {**SETTINGS, "leave_out": 0}, 5)
    assert {0, 1} <= set(whole.words.ravel().tolist())
    assert whole.tokens == 160 * 30


def test_the_same_seed_gives_the_same_bits_and_another_others(text, found):
    assert bits(find_topics(text, SETTINGS, 5)) == bits(found)
    assert bits(find_topics(text, SETTINGS, 6)) != bits(found)


PRINTED = """
import numpy as np
from quaver.corpora.samples import View
from quaver.corpora.topics import find_topics
tokens = np.random.default_rng(0).integers(0, 30, 3000).astype(np.uint32)
view = View([f"word{k}" for k in range(30)], tokens, np.arange(101) * 30)
settings = dict(number=5, least_documents=10, least_tokens=100, leave_out=2)
settings |= dict(iterations=20, top=5, coherence="c_npmi")
found = find_topics(view, settings, 1)
print(found.words.tolist(), found.probabilities.tolist(), found.coherence.tolist())
"""


def test_neither_hash_seed_nor_processor_decides(monkeypatch):
    """Asked for in the environment, other instructions would give other bits."""
    said = []
    for seed, instructions in (("1", "avx2"), ("2", "sse2")):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        monkeypatch.setenv("TOMOTOPY_ISA", instructions)
        command = [sys.executable, "-c", PRINTED]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        said.append(done.stdout)
    assert said[0] == said[1] != ""


def test_a_small_text_has_fewer_topics(subtests):
    for documents, tokens, wanted in [
        (5000, 10**6, 200),
        (1999, 10**6, 199),
        (5000, 50_000, 50),
        (3, 20, 1),
    ]:
        with subtests.test(documents=documents, tokens=tokens, wanted=wanted):
            settings = {"number": 200, "least_documents": 10, "least_tokens": 1000}
            assert topics_for(documents, tokens, settings) == wanted


@pytest.mark.parametrize("leave_out", [25, 26, 400])
def test_a_text_without_other_words_has_no_topics(text, leave_out):
    assert len(find_topics(text, {**SETTINGS, "leave_out": leave_out}, 5)) == 0


def told(words, coherence):
    """Topics of which only words and coherence matter."""
    words, coherence = np.array(words), np.array(coherence)
    return Topics(words, np.ones(words.shape), coherence, coherence, 1, 1, 0.0)


def test_words_are_chosen_by_the_rule(subtests):
    for words, coherence, wanted, choices in [
        # topics by coherence, the first word of each
        ([[0, 1], [2, 3], [4, 5]], [0.1, 0.3, 0.2], 3, [(2, 1), (4, 2), (0, 0)]),
        # no more than wanted
        ([[0, 1], [2, 3], [4, 5]], [0.1, 0.3, 0.2], 2, [(2, 1), (4, 2)]),
        # a word that was taken or is not allowed (9) is passed over
        ([[0, 1], [0, 2], [9, 3]], [0.3, 0.2, 0.1], 3, [(0, 0), (2, 1), (3, 2)]),
        # a topic of such words only gives none
        ([[0, 1], [9, 0], [2, 3]], [0.3, 0.2, 0.1], 3, [(0, 0), (2, 2)]),
        # of equally coherent topics the first
        ([[0, 1], [2, 3], [4, 5]], [0.2, 0.2, 0.3], 2, [(4, 2), (0, 0)]),
    ]:
        with subtests.test(
            words=words, coherence=coherence, wanted=wanted, choices=choices
        ):
            allowed = np.array([True] * 9 + [False])
            assert chosen(told(words, coherence), allowed, wanted) == choices


def test_no_topics_give_no_words():
    none = told(np.empty((0, 0), dtype=int), [])
    assert_array_equal(chosen(none, np.array([True]), 20), [])
