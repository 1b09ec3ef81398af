"""Scores of change against truth, beside what knows nothing of meaning."""

from io import StringIO
from types import SimpleNamespace

import numpy as np
import pytest
from house_given import frame, rows
from invented import GRADED, cell, scored_change
from numpy.testing import assert_allclose
from scipy import stats

from quaver.config.change import Change, Truth
from quaver.house.change_scores import (
    CHANGE_SCORES,
    beside,
    is_scored,
    length_deviation,
    scores_told,
)
from quaver.house.methods.scoring import scoring
from quaver.items.render import as_csv
from quaver.items.write import read_table
from quaver.results.change_scores import ScoreNumbers
from quaver.results.drawn import Drawn


def shown(*records):
    return rows(CHANGE_SCORES, scores=records)


def test_every_kind_of_model_has_a_row_and_so_has_what_knows_nothing():
    told = shown(scored_change())
    assert [row["model"] for row in told] == [
        *("single runs", "averages of 2", "averages of 4", "ensembles of 2"),
        "ensembles of 4",
        *("log frequency ratio", "log frequency"),
        *("every word changed", "no word changed"),
    ]
    runs, _, _, _, ensemble, ratio, _, every, none = told
    assert (runs["models"], runs["size"], runs["targets"]) == (4, 1, 12)
    assert (every["accuracy"], none["accuracy"]) == (0.75, 0.25)
    assert np.isnan(every["rho"]) and np.isnan(none["rho_low"])
    assert np.isnan(ratio["partial"]) and np.isfinite(runs["partial_low"])
    assert np.isnan(ratio["rho_deviation"]) and runs["rho_deviation"] > 0
    # over targets: a dozen leave much open, however alike runs are
    low, high = np.tanh(
        np.arctanh(ensemble["rho"]) + np.array([-1, 1]) * 1.96 * (1.06 / 9) ** 0.5
    )
    assert_allclose((ensemble["rho_low"], ensemble["rho_high"]), (low, high), rtol=1e-4)
    assert_allclose(runs["rho_chance"], 1.96 / 11**0.5, rtol=1e-4)
    assert ensemble["as_coded"] != ensemble["accuracy"] and np.isnan(runs["as_coded"])
    called = 12 - np.searchsorted(GRADED, 0.5)
    assert ensemble["accuracy_chance"] <= 1 and called == 6
    assert stats.hypergeom(12, 9, 6).mean() == 4.5


def test_what_does_as_well_without_meaning_is_named():
    numbers = scored_change(changed=12)
    numbers.stored["rho"][11] = 0.97  # frequency's
    told = shown(numbers)
    notes = {row["model"]: row["note"] for row in told}
    # everything changed, and the models say so of half
    assert "changed is right more often" in notes["ensembles of 4"]
    assert "log frequency ranks as well" in notes["single runs"]
    assert not any(notes[row["model"]] for row in told[5:])


def test_what_ranks_nothing_does_not_rank_as_well_and_more_often_is_not_as_often():
    baselines = {
        "log frequency": {"rho": -0.1},
        "log frequency ratio": {"rho": 0.0},
        "every word changed": {"accuracy": 0.6},
    }
    notes = [
        beside({"model": "single runs", "accuracy": x, "rho": -0.2}, baselines)
        for x in (0.5, 0.6, 0.7)
    ]
    often = [f"calling every word changed is right {x} often" for x in ("more", "as")]
    assert notes == [*([x] for x in often), []]


def test_targets_that_are_missing_are_listed_and_counted_once():
    told = shown(scored_change())
    assert {row["absent"] for row in told} == {1}
    assert {row["absent_words"] for row in told} == {"w4"}
    line = "1 target is not in both texts (w4), counted as unchanged"
    assert [line in row["note"] for row in told] == [True] + [False] * 8


def test_targets_that_single_runs_lack_are_listed_and_counted_too():
    told = shown(scored_change())
    # the one that is in no run is absent, and told as that
    assert {(row["lacking"], row["lacking_words"]) for row in told} == {(1, "w2")}
    line = "1 target is lacking in runs (w2 in 3 of 4 runs), counted as unchanged"
    assert [line in row["note"] for row in told] == [True] + [False] * 8
    whole = scored_change()
    whole.stored["lacking"] = whole.stored["lacking"] * whole.stored["absent"]
    assert not any("lacking" in row["note"] for row in shown(whole))
    assert {row["lacking"] for row in shown(whole)} == {0}


def test_what_drawing_few_unequal_documents_does_is_told():
    few = Drawn("document", 10, 3.3), Drawn("document", 200, 150.0)
    told = shown(scored_change(drawn=few))[0]
    assert told["early_length_deviation"] == pytest.approx((1 / 3.3 - 0.1) ** 0.5)
    line = "10 documents as 3 of one length and 200 documents as 150 of one length: "
    assert f"drawn are {line}lengths of samples vary by 45 % and 4 %" in told["note"]
    assert (told["early_documents"], told["early_effective"]) == (10, 3.3)
    # by trial: documents of such lengths, drawn with replacement
    lengths = np.array([50.0, 3, 1, 1, 1, 1, 9, 20, 2, 2])
    made = Drawn("document", 10, lengths.sum() ** 2 / np.square(lengths).sum())
    drawn = np.random.default_rng(3).choice(lengths, (20_000, 10)).sum(axis=1)
    expected = drawn.std() / drawn.mean()
    assert length_deviation(made) == pytest.approx(expected, rel=0.02)


def test_findings_show_runs_the_largest_averages_and_what_knows_nothing():
    whole = [scored_change(sampling=x) for x in ("shuffled", "bootstrapped")]
    lacking = ScoreNumbers("eras", cell(), cell(), "dwug", note="not measured")
    made = frame(CHANGE_SCORES, scores=[*whole, lacking])
    read = read_table(StringIO(as_csv(made)), CHANGE_SCORES)
    lines = scores_told({"change_scores": read}).splitlines()
    assert lines[0] == "How well is change told? Scores against truth"
    assert "eras, word2vec, shuffled: not scored, not measured." in lines
    start = lines.index("speeches, planted truth, 12 targets:")
    models = [" ".join(line.split()) for line in lines[start + 3 : start + 11]]
    assert [x.split(" 0.")[0].split(" -0.")[0] for x in models] == [
        *("word2vec shuffled single runs", "word2vec shuffled averages of 4"),
        *("word2vec bootstrapped single runs", "word2vec bootstrapped averages of 4"),
        *("log frequency ratio", "log frequency"),
        *("every word changed", "no word changed"),
    ]
    assert models[-2] == "every word changed 0.75 – –"
    assert "by chance up to 0.59." in " ".join(lines)
    assert scores_told({}) == ""


def test_findings_say_where_no_model_is_beyond_chance_and_count_words_of_the_text():
    chance, text = scored_change(sampling="bootstrapped"), scored_change()
    for name in ("rho", "accuracy"):
        chance.stored[name][:10] = 0
    chance.stored["rho"][11] = 0.97  # frequency's, in draws of documents
    for scores, is_chance in (([chance, text], False), ([chance], True)):
        told = scores_told({"change_scores": frame(CHANGE_SCORES, scores=scores)})
        assert (
            "No model's accuracy or rho is beyond chance here." in told
        ) == is_chance
        assert (" 0.97 " in told) == is_chance


def test_what_was_not_measured_says_why():
    (row,) = shown(
        ScoreNumbers("speeches", cell(), cell(), "planted", note="not measured")
    )
    assert (row["note"], row["series"]) == ("not measured", "speeches")


def test_a_study_has_the_table_where_truth_is_asked():
    for truth in (None, "planted"):
        changes = {"x": SimpleNamespace(truth=truth)}
        grid = SimpleNamespace(
            study=SimpleNamespace(analyses=SimpleNamespace(change=changes))
        )
        assert is_scored(grid) == bool(truth)


def test_methods_tell_what_change_was_scored_against():
    changes = {
        "speeches": Change((("a", "b"),), truth=Truth(missing="drop")),
        "latin": Change((("c", "d"),), truth=Truth("semeval", "semeval/latin")),
        "eras": Change((("e", "f"),), ("war",)),
    }
    study = SimpleNamespace(analyses=SimpleNamespace(change=changes))
    (text,) = scoring(SimpleNamespace(study=study, measured={"change_rho"}))
    assert "planted for `speeches` (shares of the uses" in text
    assert "words that a text lacks did not count) and published for `latin`" in text
    assert "(layout of semeval; words that a text lacks counted as unchanged)" in text
    assert "eras" not in text and "@schlechtweg2020" in text
    assert scoring(SimpleNamespace(study=study, measured={"change"})) == []
