"""Tables 1 to 4 and both readings: planted cosines, told by hand."""

import numpy as np
import pytest
from planted_terms import (
    DICTIONARY,
    NAMES,
    SHIFTS,
    SPEECHES,
    T3,
    WITHIN,
    Planted,
    apart,
    draws,
    every_draw,
    held,
    made,
    path,
)
from scipy.special import stdtrit

from quaver.papers.bloem2019 import coded, consistency, growth

NAN = float("nan")


def results(*learners, sets=("economics", "faq-rnd"), tokens=None, **how):
    files = every_draw()
    for name in sets:
        for learner in learners:
            files[path(name, learner)] = apart(**how)
    return Planted(files, tokens=tokens)


def test_consistency_is_of_test_terms_beside_different_terms():
    """Of .9, .8, .7, .6: mean .75, deviation .1291; runs at -.01, 0, .01."""
    (row,) = made(consistency.TABLE_1, results("additive"), set="economics", terms=4)
    assert row["cosine"] == pytest.approx(0.75)
    assert row["between"] == pytest.approx(0.5)
    kappas = [(0.75 + shift - 0.5) / 0.5 for shift in SHIFTS]
    assert row["kappa"] == pytest.approx(np.mean(kappas))
    errors = np.std(WITHIN[:4], ddof=1) / 2, 0.01 / np.sqrt(3)
    error = np.hypot(*errors)
    freedom = error**4 / (errors[0] ** 4 / 3 + errors[1] ** 4 / 2)
    assert row["cosine_high"] == pytest.approx(0.75 + error * stdtrit(freedom, 0.975))
    # forth three words are nearer, back none is
    assert (row["mean_rank"], row["rank_forth"], row["rank_back"]) == (2.5, 4, 1)
    assert (row["other_rank"], row["chance"]) == (5, 0.25)
    assert row["identified"] == pytest.approx(0.3)
    assert (row["text"], row["draw"], row["runs"]) == ("a book", "halves", 3)
    assert (row["published_cosine"], row["published_rank"]) == (0.938, 1)
    told = "not comparable: another background (2,000,000 of 1,600,000,000 tokens)"
    assert row["verdict"] == told


def test_kappa_leaves_terms_out_whole():
    """A term whose cosines with others are high moves between when it is gone."""
    between = np.full((2, 3, 6, 6), 0.5)
    between[..., 0, :] = between[..., :, 0] = 0.6
    shown = results("additive", between=between, shifts=[0.0] * 3)
    (row,) = made(consistency.TABLE_1, shown, set="economics", terms=4)
    assert row["between"] == pytest.approx(0.55)  # half of the pairs hold the first
    assert row["kappa"] == pytest.approx((0.75 - 0.55) / 0.45)
    rest = [np.delete(WITHIN[:4], k).mean() for k in range(4)]
    level = [0.5, *[0.5 + 0.1 * 2 / 3] * 3]
    left = [(own - base) / (1 - base) for own, base in zip(rest, level, strict=True)]
    error = np.sqrt(3 / 4 * np.square(left - np.mean(left)).sum())
    assert row["kappa_low"] == pytest.approx(row["kappa"] - T3 * error)


def test_terms_without_two_draws_are_counted_and_left_out():
    within = WITHIN.copy()
    within[1] = NAN
    (row,) = made(
        consistency.TABLE_1,
        results("additive", within=within),
        set="economics",
        sampling="shuffled",
        view="speeches",
    )
    assert row["terms"] == 3
    assert row["cosine"] == pytest.approx((0.9 + 0.7 + 0.6) / 3)
    assert "1 test terms without two draws" in row["note"]


def test_each_table_has_its_learner_and_what_is_missing_has_its_reason():
    shown = results("nonce2vec", "nonce2vec-defaults", sets=("faq-rnd",))
    rows = made(consistency.TABLE_3, shown, set="faq-rnd", view="speeches")
    assert {row["learner"] for row in rows} == {"nonce2vec"}
    there, missing = sorted(rows, key=lambda row: row["sampling"], reverse=True)
    assert there["published_cosine"] == 0.717 and there["published_rank"] == 1.59
    assert missing["sampling"] == "bootstrapped" and missing["verdict"] == ""
    assert "too few" in missing["note"]  # what learning it said


def test_joint_models_have_no_ranks_and_their_own_text():
    shown = results(
        "joint", sets=("faq-rnd",), rank=None, other_rank=None, shifts=[0.0]
    )
    rows = made(consistency.TABLE_4, shown, set="faq-rnd")
    (row,) = [row for row in rows if row["terms"] == 4]
    assert "mean_rank" not in row and row["published_cosine"] == 0.44
    assert row["verdict"].endswith("(2,000,000 of 140,000,000 tokens)")
    # of one run: the error over terms alone
    reach = T3 * np.std(WITHIN[:4], ddof=1) / 2
    assert row["cosine_low"] == pytest.approx(0.75 - reach)


def test_the_paper_s_own_background_and_text_compare():
    own = results("additive", sets=("economics",), tokens={"speeches": 1_600_000_000})
    (row,) = made(consistency.TABLE_1, own, set="economics", terms=4)
    assert row["verdict"] == "not comparable: another text (179,000 of 133,240 tokens)"
    for name in ("economics", "economics-rnd"):
        own.files[f"terms/{name}/draws.h5"].attrs["tokens"] = 133_000
    (row,) = made(consistency.TABLE_1, own, set="economics", terms=4)
    # .75 (.54 to .96) beside .938 and .05 to either side
    assert row["verdict"] == "undecided" and row["band"] == "0.888 to 0.988"


def test_both_readings_of_the_average_differ_where_draws_are_missing():
    """Of three draws the second term has two: its one pair counts as a third as much
    where pairs are averaged at once."""
    number, off = 3, ~np.eye(3, dtype=bool)
    cosine = np.ones((3, 6, number, number))
    cosine[..., off] = WITHIN[:, None]
    cosine[:, 1, 2], cosine[:, 1, :, 2] = NAN, NAN
    files = every_draw()
    for learner in ("additive", "additive-coded"):
        files[path("faq-rnd", learner)] = apart(number=number, cosine=cosine)
    rows = made(coded.AS_CODED, Planted(files), set="faq-rnd", terms=4)
    assert {row["learner"]: row["reading"] for row in rows} == {
        "additive": "as in the text",
        "additive-coded": "as coded",
    }
    row = rows[0]
    assert row["cosine"] == pytest.approx(0.75)
    assert row["all_pairs"] == pytest.approx((3 * (0.9 + 0.7 + 0.6) + 0.8) / 10)
    assert (row["mean_rank"], row["all_ranks"]) == (2.5, 4)


SIZES = ["1", "4", "all"]


def curve(cosines=(0.6, 0.7, 0.9), between=0.5, lacking=(), names=NAMES):
    """Cosines by size that terms differ from by hundredths, and repeats do not.

    between: of all, by size (sizes,), or by size and term (sizes, terms).
    """
    steps = np.arange(6) / 100
    cosine = np.array(cosines)[None, :, None, None] + steps[:, None]
    cosine = np.broadcast_to(cosine, (3, 3, 6, 2)).copy()
    sentences = np.broadcast_to(np.array([[1], [4], [9]]), (3, 6)).copy()
    for term in lacking:
        cosine[:, 1:, term], sentences[1:, term] = NAN, 0
    told = np.where(np.isnan(cosine), NAN, 0.75)
    of_terms = np.reshape(between, (-1, 1)) if np.ndim(between) < 2 else between
    level = np.broadcast_to(np.expand_dims(of_terms, 2), (3, 3, 6, 2))
    arrays = {"sizes": SIZES, "runs": [1, 2, 3], "terms": list(names)}
    arrays |= {"repeats": [1, 2]}
    values = {"sentences": sentences, "cosine": cosine, "told": told, "between": level}
    is_test = np.array([1, 1, 1, 1, 0, 0], dtype=bool)
    return held(**arrays, **values, is_test=is_test)


def of_curve(own, **more):
    files = every_draw()
    files[path("economics-rnd", "additive", "terms_curve")] = own
    files |= more
    return made(growth.TABLE_2, Planted(files), set="economics-rnd", runs=3)


def test_the_curve_is_of_a_frequent_term_of_several_words_and_of_all():
    rows = of_curve(curve(lacking=[3]))
    own = [row for row in rows if row["term"] == "alpha beta"]
    assert [row["n"] for row in own] == SIZES
    assert [row["sentences"] for row in own] == [1, 4, 9]
    assert [row["cosine"] for row in own] == pytest.approx([0.6, 0.7, 0.9])
    assert own[0]["published_cosine"] == 0.794 and own[2]["published_cosine"] == 0.987
    assert own[0]["verdict"].startswith("not comparable")
    assert "print has analytical hypotheses" in own[0]["note"]
    every = [row for row in rows if row["term"] == growth.EVERY]
    # the fourth has too few sentences, the last two are no test terms
    assert [row["terms"] for row in every] == [3, 3, 3]
    assert [row["cosine"] for row in every] == pytest.approx([0.61, 0.71, 0.91])
    assert {row["between"] for row in every} == {0.5}
    assert {row["told"] for row in rows} == {0.75}


def test_levels_of_chance_are_those_of_the_terms_in_a_row():
    levels = np.tile([0.1, 0.2, 0.3, 0.6, 0.9, 0.9], (3, 1))
    levels[2, 1] = NAN  # of unlike size: compared with none
    rows = of_curve(curve(between=levels))
    own = [row["between"] for row in rows if row["term"] == "alpha beta"]
    assert own == pytest.approx([0.1] * 3)
    every = [row["between"] for row in rows if row["term"] == growth.EVERY]
    assert every == pytest.approx([0.3, 0.3, 1 / 3])


def test_the_term_in_print_is_taken_where_it_is_there():
    names = ["alpha beta", growth.IN_PRINT, *NAMES[2:]]
    own = draws(names=names)
    rows = of_curve(curve(names=names), **{"terms/economics-rnd/draws.h5": own})
    assert rows[0]["term"] == growth.IN_PRINT and "print has" not in rows[0]["note"]
    assert rows[0]["cosine"] == pytest.approx(0.61)


def test_cells_of_the_other_background_stand_beside():
    files = every_draw()
    for cell in (SPEECHES, DICTIONARY):
        files[path("economics", "additive", cell=cell)] = apart()
    rows = made(consistency.TABLE_1, Planted(files), set="economics", terms=4)
    assert {row["corpus"] for row in rows} == {"speeches", "dictionary"}
