"""Vectors of terms as they are learned and stored, by learners of the house."""

from functools import partial

import numpy as np
import pytest
from invented_terms import arrays, block, draws
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal

from quaver.learners.declare import TERM, UNKNOWN, LearningError
from quaver.measures.learn_terms import _hidden
from quaver.measures.sentences import Sentences, seeds_of

WORDS = ["a", "b", "c", "war"]
SPACE = np.array([[1, 0], [0, 2], [np.nan, np.nan], [3, 3]], np.float32)
SPACES = np.stack([SPACE, 2 * SPACE])
HELD = ["a", "b", "c", "x"]  # words of the sentences, in an order of their own
TERMS = ["free market", "war"]
# term, draw, tokens: -2 is the term; c has no vector, and the background has no x
SENTENCES = [
    (0, 0, [0, TERM, 1, 1]),
    (0, 1, [2, TERM, 3]),
    (1, 0, [TERM, 0]),
    (1, 1, [0, 0, TERM]),
]
PARAMETERS = {"window": 2, "sample": 0.0}
SPEC = {
    **{"learner": "additive", "parameters": PARAMETERS, "contexts": False},
    **{"runs": 0, "seed": 7, "cell": "general/w/shuffled", "set": "mine"},
}


def made_of(folder, layout="wiki_rnd", sentences=SENTENCES, **spec):
    """What is stored of sentences, of a text where they have no layout."""
    inputs = [
        block(folder, SPACES, WORDS),
        draws(
            *(folder, TERMS, sentences),
            **{"words": HELD, "is_test": [True, False], "layout": layout},
        ),
    ]
    return arrays(
        call("learn_terms", folder / "out.h5", inputs, SPEC | spec), "learn_terms"
    )


@pytest.fixture
def told(tmp_path):
    return partial(made_of, tmp_path)


def test_a_draw_is_learned_beside_each_run(told):
    made = told()
    assert made["terms"] == TERMS and made["runs"].tolist() == [1, 2]
    assert made["is_test"].tolist() == [True, False]
    expected = [[[1, 4], [np.nan, np.nan]], [[1, 0], [2, 0]]]
    assert_allclose(made["vectors"], [expected, 2 * np.array(expected)])
    assert made["read"][0].tolist() == made["known"][0].tolist() == [[3, 0], [1, 2]]
    assert "transform" not in made
    assert made["unknown"][0].tolist() == [[0, 2], [0, 0]]


def test_vectors_of_single_sentences_are_kept_where_that_is_asked(told):
    assert "single" not in told()
    given = [
        (0, 0, [0, TERM]),
        (0, 0, [TERM, 1]),
        (1, 0, [3, TERM]),
        (1, -1, [TERM, 1]),
    ]
    made = told(sentences=given, single=True)
    assert_allclose(made["vectors"][0, 0, 0], [1, 2])
    expected = np.array([[1, 0], [0, 2], [np.nan, np.nan], [0, 2]])
    # those of no draw, too
    assert_allclose(made["single"], [expected, 2 * expected])
    assert made["single_term"].tolist() == [0, 0, 1, 1]
    assert made["single_sentence"].tolist() == [0, 10, 20, 30]


def test_a_term_of_one_word_has_the_vector_of_that_word_beside_it(told):
    own = told()["own"]
    assert np.isnan(own[:, 0]).all()  # of two words
    assert_array_equal(own[:, 1], [[3, 3], [6, 6]])


def test_a_draw_of_a_text_that_has_no_known_word_is_refused(told):
    with pytest.raises(LearningError) as caught:
        told(layout="")
    reason = str(caught.value)
    assert reason.startswith("analyses.terms.sets.mine: got 1 of 4 draws whose")
    assert "run 1 of general/w/shuffled knows, the first of 'free market' (draw 2)" in (
        reason
    )
    assert all(x in reason for x in ("'sentences'", "'min_count'", "'words'"))
    known = [*SENTENCES[:1], (0, 1, [0, TERM, 3]), *SENTENCES[2:]]
    assert np.isfinite(told(layout="", sentences=known)["vectors"]).all()
    # a term of too few sentences for all draws has one without any, which is none
    rarer = [*SENTENCES[:1], *SENTENCES[2:]]
    assert np.isnan(told(layout="", sentences=rarer)["vectors"][:, 0, 1]).all()


def test_words_that_a_learner_drops_itself_are_no_reason_to_refuse(told):
    """Of the draws two have one word, and 1e-12 of T leaves hardly any."""
    known = [*SENTENCES[:1], (0, 1, [0, TERM, 3]), *SENTENCES[2:]]
    few = PARAMETERS | {"sample": 1e-12}
    made = told(layout="", sentences=known, parameters=few)
    assert (made["known"] > 0).all() and (made["read"] == 0).all()
    assert np.isnan(made["vectors"]).all()


def test_the_matrix_of_a_la_carte_is_stored_by_run(told, tmp_path):
    matrix = np.array([[0.0, 1.0], [2.0, 0.1]])
    np.savetxt(tmp_path / "a.txt", matrix)
    given = {"window": 2, "transform": str(tmp_path / "a.txt")}
    made = told(learner="alacarte", parameters=given)
    assert_array_equal(made["transform"], [matrix.T] * 2)  # behind rows
    # of war, draw 1: "a" alone, A (1, 0)
    assert_allclose(made["vectors"][0, 1, 0], [0, 2])


def test_the_first_runs_alone_are_taken_where_so_many_are_asked_for(told):
    assert told(runs=1)["runs"].tolist() == [1]


def test_each_term_draw_run_and_cell_has_a_seed_of_its_own():
    names = [(c, r, t, d) for c in "xy" for r in (1, 2) for t in TERMS for d in (0, 1)]
    seeds = seeds_of(7, names)
    assert len({*seeds.tolist()}) == len(names)
    assert_array_equal(seeds_of(7, names[::-1]), seeds[::-1])
    assert not {*seeds_of(8, names).tolist()} & {*seeds.tolist()}


def test_other_terms_are_no_context_where_all_are_learned_with_a_text():
    tokens = np.array([0, TERM, 1])
    of = (tokens, np.array([0, 3]), np.zeros(1, int), np.zeros(1, int), 1)
    sentences = Sentences(["war", "free market"], ["war", "peace"], *of, np.ones(2))
    hidden = _hidden(sentences, {"others": "dropped"})
    assert hidden.tolist() == [True, False]
    rows = sentences.rows({"war": 4, "peace": 5}, np.ones(6, bool))
    drawn = sentences.drawn(np.where(hidden, UNKNOWN, rows), np.array([0]), [0], 1)
    assert drawn.tokens.tolist() == [UNKNOWN, TERM, 5]
    assert not _hidden(sentences, {"others": "unmarked"}).any()
    assert not _hidden(sentences, {"window": 15}).any()
