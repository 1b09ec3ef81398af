"""Files that learners of terms read: what they hold is in specs, or told to lack."""

import json
from pathlib import Path

import numpy as np
import pytest
from planned_study import STUDY

from quaver.measures import MEASURES

LEARNED = "learn_terms", "terms_curve", "terms_grid"
TERMS = {
    "backgrounds": ["glove"],
    "sets": {"mine": {"corpus": "text", "words": ["wage labour", "wage"]}},
    "learners": {"alacarte": {"transform": "khodak.txt"}, "sif": {}},
    "grid": {"of": "alacarte", "window": [2, 5]},
    **{"curve": [1, 2], "test": 0.5},
}
THEIRS = {"trainer": "vectors", "files": ["theirs.npz"], "format": "npz"}
THEIRS |= {"corpus": "wikipedia", "language": "en"}


@pytest.fixture
def asked(engine):
    """Makes engines of the small study, in which terms are learned."""

    def of(terms=TERMS, **keys):
        return engine(analyses={**STUDY["analyses"], "terms": terms}, **keys)

    return of


@pytest.fixture
def beside(asked):
    """What is missing of a learner beside vectors of others with such arrays."""

    def of(learners, **arrays):
        space = {"words": np.array(["a", "b"]), "vectors": np.eye(2)}
        np.savez("theirs.npz", **space, **arrays)
        terms = {"backgrounds": ["theirs"], "sets": TERMS["sets"], "learners": learners}
        return asked(terms, techniques={"theirs": THEIRS}).terms.missing

    return of


def specs(made):
    """Specs of what is learned beside the shuffled runs, by learner and measure."""
    return {
        (subject.learner, name): json.loads(
            made.measuring.spec(MEASURES[name], subject)
        )
        for name in LEARNED
        for subject in made.grid.measured[name]
        if subject.cell.sampling == "shuffled"
    }


def test_the_text_is_asked_for_where_it_is_the_study_s(asked):
    """Vectors of others are read without the text they were trained on."""
    terms = {"sets": TERMS["sets"], "learners": {"additive": {}}}
    for name, keys, text in (
        ("glove", {}, ["results/mine/corpora/text.h5"]),
        ("theirs", {"techniques": {"theirs": THEIRS}}, []),
    ):
        made = asked(terms | {"backgrounds": [name]}, **keys)
        subject = made.grid.measured["learn_terms"][0]
        inputs = made.measuring.inputs(MEASURES["learn_terms"], subject)
        assert inputs["corpus"] == text, name
        assert inputs["models"], name


def test_what_a_matrix_holds_is_in_the_spec_of_what_is_made_of_it(asked):
    texts = "1 0\n0 1\n", "1 0\n0 2\n", "1 0\n0 2\n"
    told = []
    for text in texts:
        Path("khodak.txt").write_text(text, encoding="utf-8")
        told.append(specs(asked()))
    assert told[0].keys() == {
        *(("alacarte", name) for name in LEARNED),
        *(("sif", name) for name in LEARNED[:2]),
    }
    for place, spec in told[0].items():
        is_read = place[0] == "alacarte"
        assert ("contents" in spec) == is_read, place
        assert (told[1][place] != spec) == is_read, place
        # written again it has another date, and holds the same
        assert told[2][place] == told[1][place], place
    assert told[0]["alacarte", "learn_terms"]["contents"]["bytes"] == len(texts[0])
    made = asked()
    before = specs(made)["alacarte", "learn_terms"]["contents"]
    made.sources.remember()
    Path("khodak.txt").unlink()  # of one that is gone what it held is known
    assert specs(asked())["alacarte", "learn_terms"]["contents"] == before


def test_a_matrix_that_is_not_there_is_told_before_anything_is_trained(asked):
    made = asked()
    (reason,) = made.terms.missing
    assert reason == (
        "analyses.terms.learners.alacarte.transform: got 'khodak.txt', but it does not "
        "exist. Name a file that holds a matrix, or remove the line."
    )
    rules = {MEASURES[name].rule for name in LEARNED}
    assert rules == made.terms.readers
    assert made.terms in made.hooks._named
    Path("khodak.txt").write_text("1\n", encoding="utf-8")
    assert asked().terms.missing == []


def test_vectors_of_others_bring_what_learners_need(beside):
    counts, contexts = np.array([3, 2]), np.eye(2)
    assert beside({"sif": {}, "additive": {}}, counts=counts) == []
    assert beside({"additive": {"sample": 0}}) == []
    (reason,) = beside({"additive": {}})
    assert reason == (
        "analyses.terms.learners.additive.sample: got 10000.0, but it needs counts of "
        "words, and theirs.npz of 'theirs' has no array counts. Write 'sample: 0', or "
        "put one into each file."
    )
    (reason,) = beside({"sif": {}})
    assert "'sif', but it needs counts of words" in reason
    assert beside({"nonce2vec": {}}, counts=counts, contexts=contexts) == []
    reasons = beside({"nonce2vec": {}})
    assert [x.split("has no array ")[1].split(".")[0] for x in reasons] == [
        *("counts", "contexts")
    ]
    assert reasons[1].endswith("Put one into each file, or write another learner.")
