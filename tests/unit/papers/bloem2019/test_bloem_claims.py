"""Claims that must agree and that must differ, by cosine and by kappa."""

import numpy as np
import pytest
from planted_terms import (
    WITHIN,
    Planted,
    apart,
    draws,
    every_draw,
    held,
    laid,
    path,
)
from test_bloem_tables import curve
from test_bloem_words import learned

from quaver.items.claims import claim_rows, claims_of
from quaver.papers import bloem2019
from quaver.papers.bloem2019 import claims, order_claims

RUNS = [0.0] * 3


def judged(claim, results):
    whole, *each = claim_rows([claim], results)
    return whole["verdict"], [row for row in each if "value" in row]


def results(files, **more):
    return Planted(every_draw() | files, **more)


def learners(additive, nonce2vec, levels=(0.5, 0.5), name="faq-rnd"):
    """Both beside one cell; terms differ by hundredths in what they gain."""
    shifts = np.arange(6) / 100
    both = zip(("additive", "nonce2vec"), (additive, nonce2vec), levels, strict=True)
    return results(
        {
            path(name, learner): apart(
                within=WITHIN * 0 + own + shifts * (learner == "additive"),
                between=level,
            )
            for learner, own, level in both
        }
    )


def test_learners_are_compared_term_by_term():
    verdict, (row,) = judged(claims.ADDITIVE_FIRST, learners(0.9, 0.7))
    # .20 to .23 of four test terms; runs cancel
    assert row["value"] == pytest.approx(0.215)
    reach = 3.182446305284263 * np.std([0, 0.01, 0.02, 0.03], ddof=1) / 2
    assert row["low"] == pytest.approx(0.215 - reach)
    assert row["against"] == "faq-rnd by nonce2vec" and row["runs"] == 3
    assert verdict == "agrees"
    assert judged(claims.ADDITIVE_FIRST, learners(0.6, 0.7))[0] == "differs"
    assert judged(claims.ADDITIVE_FIRST, learners(0.69, 0.7))[0] == "undecided"


def test_kappa_may_say_the_reverse():
    """The additive model has the higher cosines, of different terms as well."""
    both = learners(0.9, 0.7, levels=(0.89, 0.2))
    assert judged(claims.ADDITIVE_FIRST, both)[0] == "agrees"
    verdict, (row,) = judged(claims.ADDITIVE_FIRST_KAPPA, both)
    assert verdict == "differs"
    additive = (0.915 - 0.89) / 0.11
    assert row["value"] == pytest.approx(additive - (0.7 - 0.2) / 0.8)


def test_learners_are_compared_over_the_runs_and_terms_that_both_have():
    within = np.array([0.9, 0.8, 0.7, np.nan, 0.1, 0.1])
    one = {"shifts": [0.0], "rank": None, "other_rank": None}
    own = results(
        {
            path("faq-rnd", "nonce2vec"): apart(within=within),
            path("faq-rnd", "joint"): apart(within=np.full(6, 0.3), **one),
        }
    )
    _, (row,) = judged(claims.JOINT_LAST, own)
    # run 1 is .01 below the mean of the three
    assert row["runs"] == 1 and "3 terms" in row["note"]
    assert row["value"] == pytest.approx(0.8 - 0.01 - 0.3)


def test_draws_of_a_book_are_compared_with_its_halves():
    def both(halves, random):
        return results(
            {
                path("economics", "additive"): apart(within=halves),
                path("economics-rnd", "additive"): apart(within=random),
                path("faq-rnd", "additive"): apart(within=random),
            }
        )

    verdict, each = judged(claims.HALVES_APART, both(WITHIN - 0.1, WITHIN))
    assert verdict == "agrees" and len(each) == 1  # the FAQ is another text
    assert each[0]["value"] == pytest.approx(0.1)
    # of 'there are such' nothing is a counterexample
    assert judged(claims.HALVES_APART, both(WITHIN + 0.1, WITHIN))[0] == "undecided"
    # a sum of more sentences is nearer to any other
    told = "random draws have 10 sentences at most, halves all of theirs"
    assert all(told in row["note"] for row in each)


def texts(domain, book, general):
    made = {"faq-rnd": domain, "economics-rnd": book, "speeches-rnd": general}
    return results({path(x, "additive"): apart(within=y) for x, y in made.items()})


def test_all_texts_are_compared_over_shared_terms_and_general_ones_over_others():
    higher = texts(WITHIN + 0.05, WITHIN, WITHIN - 0.5)
    verdict, (row,) = judged(claims.MORE_TEXT, higher)
    assert verdict == "agrees" and row["value"] == pytest.approx(0.05)
    verdict, (row,) = judged(claims.DOMAIN, higher)
    assert row["value"] == pytest.approx(0.55)
    # other terms: both samples err, .1291 / 2 each, with 6 degrees of freedom
    reach = 2.446911848791681 * np.sqrt(2) * np.std(WITHIN[:4], ddof=1) / 2
    assert row["low"] == pytest.approx(0.55 - reach) and verdict == "agrees"
    assert row["note"].endswith("4 terms")  # of the background's own text
    lower = texts(WITHIN - 0.05, WITHIN, WITHIN + 0.5)
    assert judged(claims.MORE_TEXT, lower)[0] == "differs"
    assert judged(claims.DOMAIN, lower)[0] == "differs"
    assert judged(claims.DOMAIN_KAPPA, lower)[0] == "differs"


def test_general_text_of_another_background_is_said_to_be_so():
    other = "dictionary/skipgram/shuffled"
    names = "faq-rnd", "speeches-rnd"
    own = results({path(x, "additive", cell=other): apart() for x in names})
    _, (row,) = judged(claims.DOMAIN, own)
    assert row["note"].endswith(claims.OTHER_BACKGROUND)


def test_tuned_parameters_are_compared_with_defaults():
    def both(tuned, usual):
        own = {"nonce2vec": tuned, "nonce2vec-defaults": usual}
        return results(
            {path("faq-rnd", x): apart(within=y, shifts=RUNS) for x, y in own.items()}
        )

    assert judged(claims.TUNING, both(WITHIN, WITHIN / 2))[0] == "agrees"
    assert judged(claims.TUNING, both(WITHIN / 2, WITHIN))[0] == "differs"


def grown(**how):
    own = path("economics-rnd", "additive", "terms_curve")
    return results({own: curve(**how)})


def test_growth_is_told_from_each_number_of_sentences_to_the_next():
    verdict, each = judged(order_claims.GROWTH, grown())
    assert [row["value"] for row in each] == pytest.approx([0.1, 0.2])
    assert [row["against"] for row in each] == ["1", "4"]
    assert verdict == "agrees"
    assert judged(order_claims.GROWTH, grown(cosines=(0.9, 0.7, 0.6)))[0] == "differs"
    # that of different terms grows as fast: nothing more is told
    levels = {"cosines": (0.5, 0.8, 0.9), "between": (0.2, 0.7, 0.9)}
    verdict, each = judged(order_claims.GROWTH_KAPPA, grown(**levels))
    assert verdict == "differs"
    assert each[0]["value"] == pytest.approx((0.815 - 0.7) / 0.3 - (0.515 - 0.2) / 0.8)


def test_kappa_of_growth_goes_by_the_terms_each_is_compared_with():
    levels = np.array([[0.2] * 6, [0.2] * 6, [0.8, 0.4, 0.6, np.nan, 0.9, 0.9]])
    cosines = {"cosines": (0.6, 0.6, 0.9), "between": levels}
    verdict, each = judged(order_claims.GROWTH_KAPPA, grown(**cosines))
    assert verdict == "undecided"
    # the fourth is compared with none of its size, so it counts nowhere
    fewer = (np.array([0.6, 0.61, 0.62]) - 0.2) / 0.8
    more = (np.array([0.9, 0.91, 0.92]) - levels[2, :3]) / (1 - levels[2, :3])
    assert [row["value"] for row in each] == pytest.approx(
        [0, more.mean() - fewer.mean()]
    )
    assert "3 terms" in each[1]["note"]
    _, every = judged(order_claims.GROWTH, grown(**cosines))
    assert "4 terms" in every[1]["note"]


def ordered(off, per_group=4):
    """Groups of four terms each, in the order of print, at such angles from their own
    words."""
    number = 4 * per_group
    names = [f"w{k:02}" for k in range(number)]
    here = np.repeat([0.002, 0.0004, 0.0004, 0.002], per_group)
    counts = np.repeat([20, 20, 60, 60], per_group)
    angles = np.arange(number) * 360 / number
    moved = np.repeat(off, per_group) + np.tile(np.arange(per_group), 4)
    vectors, words = (
        np.stack([np.cos(x), np.sin(x)], axis=-1)
        for x in np.radians([angles + moved, angles])
    )
    stored = held(
        vectors=np.broadcast_to(vectors[:, None], (3, number, 1, 2)),
        own=np.broadcast_to(words, (3, number, 2)),
        runs=[1, 2, 3],
        terms=names,
        is_test=np.zeros(number, dtype=bool),
    )
    text = held(words=[*names, "the"], counts=[*counts, 10**6 - counts.sum()])
    own = draws(names=names, is_test=np.zeros(number, bool), share=here, number=1)
    return results(
        {
            "terms/economics-whole/draws.h5": own,
            path("economics-whole", "joint", "learn_terms"): stored,
            "corpora/speeches.h5": text,
        }
    )


def test_the_order_of_table_5_is_told_group_by_group():
    verdict, each = judged(order_claims.ORDER, ordered([10, 40, 70, 100]))
    assert len(each) == 3 and verdict == "agrees"
    assert all("4 and 4 terms" in row["note"] for row in each)
    assert {row["runs"] for row in each} == {3}
    own = [np.cos(np.radians(x + np.arange(4))).mean() for x in (10, 40)]
    assert each[0]["value"] == pytest.approx(own[0] - own[1])
    assert judged(order_claims.ORDER, ordered([10, 40, 100, 70]))[0] == "differs"
    assert judged(order_claims.ORDER_KAPPA, ordered([10, 40, 70, 100]))[0] == "agrees"


def test_terms_of_general_text_are_held_to_stay_closer_to_their_words():
    def both(general, domain):
        made = {"speeches-rnd": general, "faq-rnd": domain}
        return results(
            {
                path(x, "nonce2vec", "learn_terms"): learned(off=y)
                for x, y in made.items()
            }
        )

    near, far = (10, 12, 14, 16, 0, 0), (60, 62, 64, 66, 0, 0)
    assert judged(order_claims.CLOSER, both(near, far))[0] == "agrees"
    assert judged(order_claims.CLOSER, both(far, near))[0] == "differs"


def test_a_study_without_a_learner_has_claims_without_a_verdict():
    def change(terms):
        for name in ("joint", "nonce2vec-defaults"):
            del terms["learners"][name]

    few = Planted(every_draw(), laid(change=change))
    for claim in claims_of(bloem2019):
        whole, *_ = claim_rows([claim], few)
        assert whole["verdict"] == "undecided" and "value" not in whole
        assert claim.null == 0


def test_every_claim_is_made_twice():
    names = [claim.name for claim in claims_of(bloem2019)]
    plain = [name for name in names if not name.endswith(", by kappa")]
    assert sorted(names) == sorted([*plain, *(f"{x}, by kappa" for x in plain)])
    assert len(plain) == 9
