"""Tables of terms told apart and of definitions, and the finding of them."""

from types import SimpleNamespace

import numpy as np
import pytest
from house_given import frame, rows
from invented import cell
from invented_terms import noisy, record

from quaver.house.terms_definitions import (
    NO_SPACE,
    NO_WORD,
    TERMS_DEFINITIONS,
    random_reciprocal,
)
from quaver.house.terms_told_apart import (
    NOBODY,
    ONE,
    SINGLE,
    TERMS_TOLD_APART,
    terms_told,
)
from quaver.results.terms import TermNumbers
from quaver.statistics.kappa import kappa_of


def test_a_row_has_both_means_kappa_and_levels_of_chance():
    own = record(cell())
    raw, centred = rows(TERMS_TOLD_APART, terms_apart=[own])
    assert (raw["kind"], centred["kind"]) == ("raw", "centred")
    assert (raw["terms"], raw["runs"], raw["words"]) == (12, 2, 1000)
    assert raw["background"] == "news / word2vec / shuffled"
    within, between = own.within[0].mean(), np.nanmean(own.between[0])
    assert raw["within"] == pytest.approx(within)
    assert raw["between"] == pytest.approx(between)
    assert raw["kappa"] == pytest.approx((within - between) / (1 - between))
    assert raw["chance_e2"] == pytest.approx(100 / 12)
    # six words of eight around a term are known
    assert (raw["context"], raw["unknown_e2"]) == (6, 25)
    assert raw["identified_e2"] == pytest.approx(100 * own.identified[0].mean())
    assert 0.5 < raw["auc_low"] < raw["auc"] < raw["auc_high"] <= 1
    assert raw["kappa_low"] < raw["kappa"] < raw["kappa_high"] <= 1
    # ranks 1 2 3 of three draws but for each with itself, of others ten times that
    assert raw["mean_rank"] == pytest.approx(2) and raw["others_rank"] == pytest.approx(
        20
    )
    assert np.isnan(centred["mean_rank"]) and centred["between"] < raw["between"] / 2
    assert np.isnan(raw["kappa_runs_low"]) and raw["note"] == ""
    by_run = [
        kappa_of(x, y) for x, y in zip(own.within[0], own.between[0], strict=True)
    ]
    assert raw["kappa_runs"] == pytest.approx(np.mean(by_run))


def test_training_terms_play_no_part():
    made = noisy((2, 12, 3, 20), 2) + 1
    is_test = np.arange(12) < 5
    mixed = record(cell(), made, is_test=is_test)
    alone = record(cell(), made[:, :5])
    shown = [rows(TERMS_TOLD_APART, terms_apart=[x])[0] for x in (mixed, alone)]
    names = "terms", "within", "between", "kappa", "identified_e2", "chance_e2", "auc"
    for name in names:
        assert shown[0][name] == pytest.approx(shown[1][name]), name
    assert shown[0]["kappa_low"] == pytest.approx(shown[1]["kappa_low"])


def test_rows_without_pairs_say_why():
    single = record(cell(), noisy((2, 6, 1, 5)))
    nobody = record(cell(), noisy((2, 6, 2, 5)), is_test=np.zeros(6, bool))
    one = record(cell(), noisy((2, 6, 2, 5)), is_test=np.arange(6) < 1)
    failed = TermNumbers(cell(), "mine", "additive", note="2 of 3 runs failed")
    few = record(cell(), noisy((2, 6, 2, 5)), is_test=np.arange(6) < 2)
    shown = [
        rows(TERMS_TOLD_APART, terms_apart=[x])[0]["note"]
        for x in (single, nobody, one, failed, few)
    ]
    assert shown[:4] == [SINGLE, NOBODY, ONE, "2 of 3 runs failed"]
    assert shown[4] == "no interval: it needs 3 terms"


def test_draws_without_a_vector_are_counted():
    """One draw of a test term in one run, and all of another in both: 1 + 3 + 3 of 36;
    of training terms nothing is told."""
    made = noisy((2, 12, 3, 20), 2) + 1
    made[0, 0, 1] = made[:, 1] = made[:, 11] = np.nan
    own = record(cell(), made, is_test=np.arange(12) < 6)
    raw, centred = rows(TERMS_TOLD_APART, terms_apart=[own])
    assert raw["empty"] == centred["empty"] == 7
    assert raw["note"] == "7 of 36 draws have no vector"
    (whole, _) = rows(TERMS_TOLD_APART, terms_apart=[record(cell())])
    assert whole["empty"] == 0 and whole["note"] == ""


def test_definitions_of_which_nothing_is_learned_are_counted_apart():
    """The third has no word of its own in the background, the fourth no vector."""
    ranks = np.array([[[1], [2], [-1], [-1]]] * 2)
    made = noisy((2, 4, 1, 5))
    made[:, 3] = np.nan
    own = record(cell(), made, own_rank=ranks, format="nonce2vec")
    (row,) = rows(TERMS_DEFINITIONS, terms_apart=[own])
    assert (row["terms"], row["empty"]) == (2, 2)
    assert row["note"].startswith(
        "test terms without a word of their own: 1; "
        "test terms of which nothing is learned: 1; "
    )
    assert row["note"].endswith("2 of 8 draws have no vector")


def test_what_has_no_ranks_leaves_them_out():
    own = record(cell(), rank=None, other_rank=None, ranked=None, own_rank=None)
    raw, _ = rows(TERMS_TOLD_APART, terms_apart=[own])
    assert np.isnan(raw["mean_rank"]) and np.isfinite(raw["kappa"])
    glosses = own.but(format="glosses")
    (row,) = rows(TERMS_DEFINITIONS, terms_apart=[glosses])
    assert row["note"] == NO_SPACE


def test_the_finding_is_a_sentence_for_each_set_and_background():
    records = [
        record(cell(sampling=sampling), learner=learner, shared=shared)
        for sampling in ("bootstrapped", "shuffled")
        for learner, shared in (("additive", 0.0), ("alacarte", 2.0))
    ]
    made = frame(TERMS_TOLD_APART, terms_apart=records)
    text = " ".join(terms_told({"terms_told_apart": made}).split())
    assert text.startswith("Are vectors of terms more than noise? mine, 12 test terms")
    assert "beside news / word2vec / shuffled: additive identifies" in text
    assert "% (cosines 0." in text and "; chance 8 %." in text
    assert text.count("alacarte identifies") == 1 and "bootstrapped" not in text
    assert terms_told({}) == ""
    nothing = TermNumbers(cell(), "mine", "additive", note="not measured")
    made = frame(TERMS_TOLD_APART, terms_apart=[nothing])
    assert terms_told({"terms_told_apart": made}) == ""


def test_definitions_have_the_rank_of_the_own_word_beside_chance():
    ranks = np.array([[[1], [2], [500], [-1]], [[1], [4], [500], [-1]]])
    own = record(cell(), noisy((2, 4, 1, 5)), own_rank=ranks, format="nonce2vec")
    (row,) = rows(TERMS_DEFINITIONS, terms_apart=[own])
    assert row["reciprocal"] == pytest.approx((1 + 0.375 + 0.002) / 3)
    assert row["chance"] == pytest.approx(sum(1 / k for k in range(1, 1001)) / 1000)
    assert (row["terms"], row["words"], row["median_rank"]) == (3, 1000, 3)
    assert row["reciprocal_low"] == 0 < row["reciprocal_high"] <= 1
    assert row["note"] == "test terms without a word of their own: 1"
    assert np.isnan(row["correlation"])
    lost = own.but(own_rank=np.full((2, 4, 1), -1))
    assert rows(TERMS_DEFINITIONS, terms_apart=[lost])[0]["note"] == NO_WORD
    assert rows(TERMS_DEFINITIONS, terms_apart=[own.but(format="wiki_rnd")]) == []
    assert random_reciprocal(np.array([1, 2])) == pytest.approx([1, 0.75])


def test_chimeras_have_the_correlation_over_probes_then_terms():
    probe_term = np.repeat(np.arange(4), 4)
    score = np.tile([1.0, 2, 3, 4], 4)
    cosines = np.stack([score / 10] * 2)
    cosines[:, 4:8] *= -1
    cosines[:, 8] = np.nan
    facts = {"probe_term": probe_term, "score": score, "probe_cosine": cosines}
    own = record(cell(), noisy((2, 4, 1, 5)), format="chimeras", **facts)
    (row,) = rows(TERMS_DEFINITIONS, terms_apart=[own])
    assert row["correlation"] == pytest.approx((1 - 1 + 1 + 1) / 4)
    assert row["correlated"] == 4
    assert row["correlation_low"] < 0.5 < row["correlation_high"] <= 1


def test_studies_have_the_table_of_definitions_where_they_have_some():
    def grid(layout):
        terms = SimpleNamespace(sets={"mine": SimpleNamespace(format=layout)})
        study = SimpleNamespace(analyses=SimpleNamespace(terms=terms))
        subjects = [SimpleNamespace(terms="mine")]
        return SimpleNamespace(study=study, measured={"terms_apart": subjects})

    assert TERMS_DEFINITIONS.wanted(grid("glosses"))
    assert not TERMS_DEFINITIONS.wanted(grid("wiki_rnd"))
