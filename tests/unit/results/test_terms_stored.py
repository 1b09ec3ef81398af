"""What is read of measures of terms, and why there may be nothing."""

from types import SimpleNamespace

import numpy as np
import pytest
from invented import cell

from quaver import store
from quaver.grid import Cell, View
from quaver.results.terms import in_turn, of_terms

LABEL = "mine/additive/news/word2vec/shuffled"


def asking(name, learner, sampling, **more):
    """What a set of terms and a learner are a subject of."""
    of = Cell(View("news", "document", 1.0, "news"), "word2vec", sampling, 3)
    return SimpleNamespace(cell=of, terms=name, learner=learner, **more)


def study(path="", numbers=None, failures=None):
    """Results of one subject: its file, its cell, and how rules ended."""
    subject = asking("mine", "additive", "shuffled", label=LABEL)
    sets = {"mine": SimpleNamespace(format="glosses")}
    asked = SimpleNamespace(sets=sets, learners={"additive": 0})
    analyses = SimpleNamespace(terms=asked)
    return SimpleNamespace(
        grid=SimpleNamespace(measured={"terms_apart": [subject]}),
        cell=lambda _: cell() if numbers is None else numbers,
        study=SimpleNamespace(analyses=analyses),
        stands=lambda name: bool(path) and name == f"terms/{LABEL}/terms_apart.h5",
        read=lambda _, kind: store.read(path, kind),
        failure=lambda rule, name: (failures or {}).get((rule, name), ""),
    )


def test_numbers_are_read_by_name_and_none_where_there_is_no_such(tmp_path):
    path = tmp_path / "terms_apart.h5"
    values = np.arange(8.0).reshape(1, 2, 2, 2)
    with store.create(path, "terms_apart", dict) as file:
        file.put("terms", ("terms",), ["war", "free market"])
        file.put("cosine", ("runs", "terms", "draws", "other_draws"), values)
    (record,) = of_terms(study(path), "terms_apart")
    assert (record.name, record.learner, record.format) == (
        "mine",
        "additive",
        "glosses",
    )
    assert record.terms == ["war", "free market"] and record.note == ""
    np.testing.assert_array_equal(record.cosine, values)
    assert record.rank is None and record.probe_cosine is None
    with pytest.raises(store.StoreError, match="no 'within'"):
        _ = record.within


def test_what_is_missing_says_why():
    gone = cell(failed=2, reason="too small")
    (record,) = of_terms(study(numbers=gone), "terms_apart")
    assert record.note == "2 of 3 runs failed"
    (record,) = of_terms(study(), "terms_apart")
    assert record.note == "not measured"
    failures = {("draw_sentences", "mine"): "no term is left"}
    (record,) = of_terms(study(failures=failures), "terms_apart")
    assert record.note == "no term is left"
    failures["learn_terms", LABEL] = "no counts"
    (record,) = of_terms(study(failures=failures), "terms_apart")
    assert record.note == "no counts"


def test_subjects_stand_by_set_learner_and_cell_as_the_study_has_them():
    subjects = [
        asking(name, learner, sampling)
        for sampling in ("bootstrapped", "shuffled")
        for learner in ("additive", "sif")
        for name in ("halves", "rnd")
    ]
    asked = SimpleNamespace(sets=["rnd", "halves"], learners=["sif", "additive"])
    results = study()
    results.study.analyses.terms = asked
    results.grid.measured["terms_apart"] = subjects
    turns = in_turn(results, "terms_apart")
    order = [(x.terms, x.learner, x.cell.sampling) for x in turns]
    assert order[:3] == [
        ("rnd", "sif", "shuffled"),
        ("rnd", "sif", "bootstrapped"),
        ("rnd", "additive", "shuffled"),
    ]
    assert [x[0] for x in order] == ["rnd"] * 4 + ["halves"] * 4
