"""Which cells compare with the thesis's."""

import pytest
from invented import cell, corpus
from thesis import Study

from quaver.papers.rettenmeier2020.comparable import Texts, reason, texts

TEXTS = Texts(
    ours={"news": 50.0, "small": 0.5},
    published={"hi": 48.0, "en": 4501.0, "zh": 215.0, "cs": 225.0},
)


def test_texts_are_told_in_millions_of_tokens():
    found = texts([corpus(), corpus("lost", steps={})])
    assert found.ours == {"news": 50.0}
    assert found.published["hi"] == 48
    assert len(found.published) == 7
    assert reason(Study())(cell()) == ""


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, ""),
        ({"language": "hi-IN"}, ""),
        ({"corpus": "small"}, "another corpus (0.5 of 48 million tokens)"),
        ({"corpus": "else"}, "the text is not known"),
        ({"language": "de"}, "no published text of this language"),
        ({"language": "zh-CN"}, "another segmenter"),
        ({"parameters": {"dimensions": 50}}, "50 dimensions of 300"),
        (
            {"parameters": {"dimensions": 300, "epochs": 9}},
            "9 epochs of 5",
        ),
        ({"parameters": {}}, ""),
        ({"fraction": 0.2}, "another corpus (10.0 of 48 million tokens)"),
        ({"unit": "document"}, ""),
        (
            {"unit": "document", "sampling": "bootstrapped"},
            "documents are drawn, published lines",
        ),
    ],
)
def test_a_cell_compares_if_text_and_parameters_are_the_published(changes, reason):
    assert TEXTS.reason(cell(**changes)) == reason


def test_ten_percent_of_tokens_make_another_corpus():
    for tokens, same in ((43.2, True), (52.8, True), (43.1, False), (52.9, False)):
        texts = Texts({"news": tokens}, {"hi": 48.0})
        assert (texts.reason(cell()) == "") == same


def test_english_glove_was_trained_for_25_epochs():
    texts = Texts({"news": 4500.0}, {"en": 4501.0})
    for epochs, why in ((25, ""), (100, "100 epochs of 25")):
        given = {"dimensions": 300, "epochs": epochs}
        one = cell(language="en", trainer="glove", parameters=given)
        assert texts.reason(one) == why
