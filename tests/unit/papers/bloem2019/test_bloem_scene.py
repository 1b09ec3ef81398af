"""Which set and which learner of a study is which of the paper's."""

import pytest
from planted_terms import TOKENS, Planted, draws, every_draw, laid

from quaver.papers.bloem2019 import scene
from quaver.papers.bloem2019.likeness import dataset_of
from quaver.papers.bloem2019.taught import windows


def kinds(grid=None, **tokens):
    files = {
        f"terms/{name}/draws.h5": draws(corpus=corpus)
        for name, corpus in {
            **{"economics": "economics", "economics-rnd": "economics"},
            **{"faq-rnd": "faq", "speeches-rnd": "speeches"},
        }.items()
    }
    for name, number in tokens.items():
        files[f"terms/{name}/draws.h5"].attrs["tokens"] = number
    return scene.texts_of(Planted(files, grid))


def test_texts_are_told_by_what_they_are():
    told = kinds()
    assert told == {
        **{"economics": scene.BOOK, "economics-rnd": scene.BOOK},
        **{"faq-rnd": scene.ALL, "speeches-rnd": scene.GENERAL},
    }
    # glosses are of no text of the paper; nothing was drawn of economics-whole
    assert "definitions" not in told and "economics-whole" not in told


def test_all_texts_are_the_larger_ones_of_a_list_of_terms_and_names_tell_nothing():
    more = {"economics": 2 * TOKENS["faq"], "economics-rnd": 2 * TOKENS["faq"]}
    told = kinds(**{x.replace("_", "-"): y for x, y in more.items()})
    assert told["economics"] == scene.ALL and told["faq-rnd"] == scene.BOOK


def test_texts_with_terms_of_their_own_are_books():
    def change(terms):
        terms["sets"]["faq-rnd"]["words"] = ["wage labour", "free market"]

    told = kinds(laid(change=change))
    # the first text of the study, among its sets, is the book
    assert told["economics"] == scene.BOOK and told["faq-rnd"] == scene.OTHER


def test_published_sentences_of_wikipedia_are_general_text():
    def change(terms):
        terms["sets"]["wiki-rnd"] = {"format": "wiki_rnd", "path": "wiki.txt"}

    results = Planted(every_draw(), laid(change=change))
    told = scene.texts_of(results)
    assert told["wiki-rnd"] == scene.GENERAL
    assert dataset_of(results, told, "wiki-rnd") == "Wiki-rnd"
    assert dataset_of(results, told, "economics") == "Quine-WordObject"
    assert dataset_of(results, told, "faq-rnd") == "Quine-all-rnd"
    assert dataset_of(results, told, "economics-whole") == ""


def test_learners_are_told_by_parameters():
    def change(terms):
        own = {"learner": "nonce2vec", "centre": True}
        terms["learners"] |= {"middle": own, "wide": {"learner": "additive"}}
        terms["learners"]["wide"]["window"] = 0
        joint = terms["learners"]["joint"] | {"learner": "joint"}
        terms["learners"]["a-joint"] = joint | {"others": "unmarked"}

    grid = laid(change=change)
    told = {x: scene.reading(grid, x) for x in grid.study.analyses.terms.learners}
    assert told == {
        "additive": (scene.ADDITIVE, scene.TEXT),
        "additive-centred": (scene.ADDITIVE, ""),  # none of the paper's
        "nonce2vec": (scene.NONCE2VEC, scene.TUNED),
        "nonce2vec-defaults": (scene.NONCE2VEC, scene.DEFAULTS),
        "nonce2vec-coded": (scene.NONCE2VEC, scene.CODED),
        "additive-coded": (scene.ADDITIVE, scene.CODED),
        "joint": (scene.JOINT, scene.TEXT),
        "a-joint": (scene.JOINT, scene.CODED),
        **{"sif": ("sif", ""), "alacarte": ("alacarte", "")},
        **{"middle": ("nonce2vec", ""), "wide": ("additive", "")},
    }
    assert scene.learners(grid, scene.NONCE2VEC, scene.TUNED) == ["nonce2vec"]
    assert scene.learners(grid, scene.JOINT, scene.TEXT) == ["joint"]


@pytest.mark.parametrize(
    ("decay", "sides"),
    [(5, [15, 10, 5, 0, 0]), (3, [15, 12, 9, 6, 3, 3]), (0, [15, 15, 15])],
)
def test_windows_lose_their_decay_while_they_are_four_or_more(decay, sides):
    told = windows(15, decay)
    assert [next(told) for _ in sides] == sides
