"""What `check` warns of where a space will know too few pairs of a set."""

from planned_study import STUDY, varied

from quaver.config import understand
from quaver.corpora.census import Census
from quaver.engine.similarity_advice import of_pairs
from quaver.grid import Grid

WORDS = {"Tiger": 90, "cat": 80, "paper": 7, "king": 6, "cabbage": 5, "queen": 1}
PAIRS = [("tiger", "cat"), ("king", "cabbage"), ("king", "queen"), ("paper", "king")]
SET = {"language": "en", "format": "pairs", "path": "pairs.tsv"}


def grid(threshold=True, **own):
    analyses = {
        **STUDY["analyses"],
        "similarity": {"baseline": {"kind": "wordnet"}},
        "quality": {"threshold": threshold, "sets": {"ws": SET}},
    }
    glove = {"trainer": "glove", "dimensions": 4} | own
    text = {**STUDY["corpora"]["text"], "min_count": 2, "fraction": [1.0, 0.5]}
    text["clean"] = {"lowercase": True}
    keys = {"techniques": {"glove": glove}, "corpora": {"text": text}}
    return Grid(understand(varied(analyses=analyses, **keys)))


def told(made, words=WORDS, share=1.0):
    counted = {"text": Census({"document": 9}, words, share=share)}
    return of_pairs(made, counted, {"ws": PAIRS})


def test_pairs_are_those_of_the_words_that_are_kept():
    assert told(grid(dictionary=5)) == []  # all but the queen, who is too rare
    (warning,) = told(grid(dictionary=4))
    assert warning.startswith(
        "evaluation set ws: 2 of 4 pairs are known in glove on text, and 3 are needed"
    )
    assert "leave the set out, or keep more words" in warning
    assert told(grid(dictionary=3))[0].startswith("evaluation set ws: 1 of 4")


def test_nothing_is_told_of_what_was_not_counted_or_is_a_finding():
    assert told(grid(dictionary=3, threshold=False)) == []
    assert told(grid(dictionary=3), share=0.5) == []
    assert told(grid(dictionary=3), words={}) == []
    assert of_pairs(grid(dictionary=3), {}, {"ws": PAIRS}) == []
    # of a set that could not be read there is a problem already
    counted = {"text": Census({"document": 9}, WORDS)}
    assert of_pairs(grid(dictionary=3), counted, {}) == []
    variants = grid(dictionary=5, sweep={"vary": {"dictionary": [2, 3]}})
    assert told(variants) == []
