"""Lists of terms in studies/terms follow their rule."""

import importlib.util
from collections import Counter
from pathlib import Path

import pytest

from quaver.corpora.reading import SourceError

TERMS = Path(__file__).parents[4] / "studies/terms"


def script():
    spec = importlib.util.spec_from_file_location("terms", TERMS / "make_terms.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MADE = script()


def test_candidates_are_runs_of_words_that_headings_hold():
    headings = ['C.2.1 What is "surplus-value"?', "Marx's wage labour, and class"]
    runs = {" ".join(term) for term in MADE.candidates(headings)}
    assert runs == {
        *("surplus", "value", "surplus value", "class"),
        *("marx", "wage", "labour", "marx wage", "wage labour", "marx wage labour"),
    }


def test_the_longest_term_counts_and_no_token_twice_nor_over_a_sentence_s_end():
    terms = [("wage", "labour"), ("labour",), ("wage",), ("labour", "power")]
    sentences = MADE.sentences_of(["Wage labour power. A wage. Labour; labour power!"])
    assert sentences == [
        ["wage", "labour", "power"],
        ["wage"],
        ["labour", "labour", "power"],
    ]
    assert MADE.found(terms, sentences) == Counter(
        {("wage", "labour"): 1, ("wage",): 1, ("labour",): 1, ("labour", "power"): 1}
    )


def test_rare_terms_leave_their_tokens_to_shorter_ones():
    terms = [("wage", "labour"), ("labour",), ("wage",), ("class",)]
    wage, book = ["wage", "labour"], [["labour"]] * (MADE.LEAST - 3) + [["class"]] * 10
    often = MADE.kept(terms, book + [wage] * MADE.LEAST, [])
    assert often == [("class",), ("wage", "labour")]
    rarely = MADE.kept(terms, book + [wage] * 3, [])
    assert rarely == [("class",), ("labour",)]
    # a single word that the rest of the text has as often is none of the book
    rest = book + [wage] * 3
    assert MADE.kept(terms, rest, rest) == []
    assert MADE.kept(terms, rest, rest + [["other"]]) == [("class",), ("labour",)]


def test_halves_are_whole_pages_as_equal_as_can_be():
    pages = [[["a"] * 3], [["b"] * 3], [["c"] * 5], [["d"]]]
    first, second = MADE.halves(pages)
    assert [len(first[0]), len(first[1]), len(second[0])] == [3, 3, 5]


def test_lists_hold_terms_enough_as_texts_have_them():
    for name in MADE.BOOKS:
        lines = (TERMS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        assert len(lines) >= 120, name
        assert sum(" " in line for line in lines) >= 30, name
        assert [" ".join(MADE.words_of(line)[0]) for line in lines] == lines
        assert sorted({tuple(line.split()) for line in lines}) == [
            tuple(line.split()) for line in lines
        ]


@pytest.mark.slow
def test_lists_are_made_anew_from_the_packages(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["make_terms.py"])
    monkeypatch.setattr(MADE, "HERE", tmp_path)
    try:
        MADE.main()
    except SourceError as error:
        pytest.skip(f"packages cannot be fetched here: {error}")
    for name in MADE.BOOKS:
        made = (tmp_path / f"{name}.txt").read_text(encoding="utf-8")
        assert made == (TERMS / f"{name}.txt").read_text(encoding="utf-8"), name
