import numpy as np

from quaver.quality.words import Lexicon, candidates, places


def test_words_of_one_spelling_have_one_number(subtests):
    for normalise, lowercase, spelling, asked in [
        ("NFC", False, [0, 1, 2, 3, 3], [[0, 3], [-1, 1]]),
        ("NFC", True, [0, 0, 1, 2, 2], [[0, 2], [-1, 0]]),
        ("none", False, [0, 1, 2, 3, 4], [[0, 4], [-1, 1]]),
        ("NFKC", False, [0, 1, 0, 2, 2], [[0, 2], [-1, 1]]),
    ]:
        with subtests.test(
            normalise=normalise, lowercase=lowercase, spelling=spelling, asked=asked
        ):
            words = ["ab", "AB", "ａｂ", "k\u00e4", "ka\u0308"]
            lexicon = Lexicon(words, normalise, str.lower if lowercase else None)
            assert lexicon.spelling.tolist() == spelling
            given = [("ab", "ka\u0308"), ("sea", "AB")]
            assert lexicon.numbers(given).tolist() == asked


def test_words_whose_lower_case_is_not_composed_meet():
    lexicon = Lexicon(["\u0130"], "NFC", str.lower)
    assert lexicon.numbers([("\u0130",), ("i\u0307",)]).tolist() == [[0], [0]]


def test_case_is_the_language_s():
    def lower(word):
        return word.replace("I", "ı").lower()

    lexicon = Lexicon(["ışık"], "NFC", lower)
    assert lexicon.numbers([("IŞIK",)]).tolist() == [[0]]
    assert Lexicon(["ışık"], "NFC", str.lower).numbers([("IŞIK",)]).tolist() == [[-1]]


def test_nothing_is_known_of_no_words():
    lexicon = Lexicon([], "NFC", None)
    assert lexicon.spelling.tolist() == []
    assert lexicon.numbers([("a", "b")]).tolist() == [[-1, -1]]


def test_the_most_frequent_words_present_count():
    counts = np.array([5, 9, 9, 2, 7], dtype=np.uint32)
    present = np.array([True, True, True, True, False])
    spelling = np.arange(5)
    assert candidates(counts, present, spelling, 9).tolist() == [1, 2, 0, 3]
    assert candidates(counts, present, spelling, 2).tolist() == [1, 2]
    assert candidates(np.zeros(5), present, spelling, 3).tolist() == [0, 1, 2]


def test_of_equal_spellings_the_most_frequent_counts():
    counts = np.array([5, 9, 9, 2])
    spelling = np.array([0, 1, 0, 1])
    present = np.ones(4, dtype=bool)
    assert candidates(counts, present, spelling, 4).tolist() == [1, 2]
    # the vocabulary is cut first, as the papers do
    assert candidates(counts, present, spelling, 1).tolist() == [1]


def test_no_word_present_leaves_none():
    nothing = candidates(np.zeros(2), np.zeros(2, bool), np.arange(2), 5)
    assert nothing.tolist() == []
    assert places(np.array([[0, -1]]), nothing).tolist() == [[-1, -1]]


def test_places_are_those_of_the_candidates():
    asked = np.array([[4, 0], [-1, 7], [2, 2]])
    spelling = np.array([2, 4, 1])
    assert places(asked, spelling).tolist() == [[1, -1], [-1, -1], [0, 0]]
