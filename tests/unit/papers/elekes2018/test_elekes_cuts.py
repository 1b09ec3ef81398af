"""Table 1, lists and the claims of section 4: numbers told by hand."""

from dataclasses import replace

import numpy as np
import pytest
from likened import DEALS, RUNS, Likened, facts, laid, made, meaning
from scipy.special import ndtr
from scored import Scored

from quaver.grid import Grid
from quaver.items.claims import claim_rows
from quaver.papers.elekes2018 import cuts, meaning_claims
from quaver.results.meaning import MeaningNumbers
from quaver.statistics.thresholds import rank_edges
from quaver.statistics.welch import Moments, welch

FULL = "elekes2018"
EDGES = rank_edges(400)
# of .10, .11, .12, which bins of .01 tell
REACH = 4.3026527 * np.hypot(0.01 / np.sqrt(3), 0.01 / np.sqrt(12))
STARTS = {"cbow": 0.1, "sg": 0.2, "glove": -0.1}


def sense(own):
    """Meaning from .10 on, of skip-gram from .20 on; in later runs a bin later."""
    return meaning(own, STARTS.get(own.technique, 0.1))


def full(make=sense, **how):
    return Scored(laid(FULL), names=(), sense=make, shape=None, **how)


def rows(table, results=None, **where):
    frame = made(table, results or full())
    for column, value in where.items():
        frame = frame[frame[column] == value]
    return frame.to_dict("records")


def test_thresholds_go_by_the_upper_edge_beside_print_and_ours():
    cbow, sg, glove = rows(cuts.TABLE_1)
    assert [row["model"] for row in (cbow, sg, glove)] == ["CBOW", "SG", "GloVe"]
    # .10, .11, .12 in three runs
    assert cbow["threshold"] == pytest.approx(0.11)
    assert cbow["threshold_low"] == pytest.approx(0.11 - REACH)
    assert cbow["our_threshold"] == pytest.approx(0.10)  # by the lower edge
    assert sg["threshold"] == pytest.approx(0.21)
    assert cbow["published_threshold"] == -0.18 and cbow["verdict"] == "differs"
    # .18 to .22, and .21 by a reach of .025
    assert sg["band"] == "0.18 to 0.22" and sg["verdict"] == "undecided"
    # bins are of one mean on either side: none from which each exceeds the last
    assert np.isnan(cbow["rising"]) and cbow["found_e2"] == 0


def test_a_model_without_a_threshold_says_so_and_has_no_verdict():
    (cbow, *_) = rows(cuts.TABLE_1, full(lambda own: meaning(own, 0.6)))
    assert np.isnan(cbow["threshold"]) and cbow["verdict"] == ""
    assert "none of 3 runs has a threshold" in cbow["note"]
    lost = full(lambda own: MeaningNumbers(own, note="3 of 3 runs failed"))
    assert {x["note"] for x in rows(cuts.TABLE_1, lost)} == {"3 of 3 runs failed"}
    assert {x["note"] for x in rows(cuts.LISTS, lost)} == {"3 of 3 runs failed"}


def test_lists_have_each_rule_on_each_text_beside_print():
    shown = rows(cuts.LISTS)
    texts = ["1 Billion Word", "Wikipedia", "Google 5-grams"]
    assert list(dict.fromkeys(row["text"] for row in shown)) == texts
    home = {row["rule"]: row for row in shown if row["text"] == texts[0]}
    assert list(home) == [
        *("first_above_lowest", "first_rising", "last_unlike", "first_alike"),
        *("above_relabelled", "our_last_rank"),
    ]
    # eight groups of ranks mean more, the ninth is the first that does not
    assert home["last_unlike"]["value"] == EDGES[8] - 1
    assert home["first_alike"]["value"] == EDGES[8]
    assert home["our_last_rank"]["value"] == EDGES[8] - 1
    assert home["last_unlike"]["published_value"] == 31_584
    assert home["last_unlike"]["verdict"] == "differs"
    assert "near 99,650 (median)" in home["last_unlike"]["note"]
    assert home["first_above_lowest"]["value"] == pytest.approx(0.11)
    assert {row["relabellings"] for row in shown} == {DEALS}
    other = [x for x in shown if (x["text"], x["rule"]) == (texts[1], "first_alike")]
    assert other[0]["published_value"] == 5889


def test_texts_that_were_drawn_have_the_threshold_of_the_whole_one():
    """As in tables/thresholds: they repeat units, so their own strays to one side."""

    def strayed(own):
        return meaning(own, 0.3 if own.sampling == "bootstrapped" else 0.1)

    study = laid("elekes2018-small").study
    both = Grid(replace(study, samplings=("fixed", "bootstrapped")))
    grid, alone = (
        Likened(both, sense=strayed),
        Likened(laid(sampling="bootstrapped"), sense=strayed),
    )
    whole, drawn = (
        rows(cuts.TABLE_1, grid, model="CBOW", sampling=x)[0]
        for x in ("fixed", "bootstrapped")
    )
    for name, value in (("threshold", 0.11), ("our_threshold", 0.1)):
        assert drawn[name] == whole[name] == pytest.approx(value)
    (own, *_) = rows(cuts.TABLE_1, alone, model="CBOW")
    assert own["threshold"] == pytest.approx(0.31)
    for rule, value in (("first_above_lowest", 0.11), ("above_relabelled", 0.1)):
        told = rows(cuts.LISTS, grid, rule=rule, text="1 Billion Word")
        assert [row["value"] for row in told] == [pytest.approx(value)] * 2


def test_runs_that_agree_are_as_sure_as_their_groups_are_narrow():
    """All runs end in one group of ranks, which print has one by one."""
    (row, *_) = rows(cuts.LISTS, rule="last_unlike")
    width = EDGES[8] - EDGES[7]
    reach = 4.3026527 * width / np.sqrt(12)
    assert row["high"] - row["value"] == pytest.approx(reach) and reach > 1


def test_about_a_fifth_is_no_number_of_two_digits():
    results = full(lambda own: meaning(own, -0.22))
    home, *others = rows(cuts.LISTS, results, rule="first_above_lowest")
    assert home["value"] == pytest.approx(-0.21)
    for row in others:
        assert row["published_value"] == -0.2
        assert "printed interval is wider" in row["verdict"]


def test_a_text_is_not_the_first_one_where_that_is_not_measured():
    results = full()
    kept = [x for x in results.meanings() if x.cell.corpus != "benchmark"]
    results.meanings = lambda: kept
    shown = rows(cuts.LISTS, results)
    assert {row["text"] for row in shown} == {"Wikipedia", "Google 5-grams"}
    assert not judged(meaning_claims.TEXTS, results)[1]


def test_groups_below_the_range_in_print_are_no_lowest_of_lists():
    def low(own):
        """A few pairs at -.49 that mean least of all, and none to -.40."""
        made = meaning(own)
        counts = made.stored["counts"].copy()
        counts[:, 50:60] = 0
        counts[:, 50] = 1000, 0, 0, 0, 0
        return MeaningNumbers(own, {**made.stored, "counts": counts}, known=300)

    (row, *_) = rows(cuts.LISTS, full(low), rule="first_above_lowest")
    assert row["value"] == pytest.approx(0.11)
    # of 5.2.1 no range is named: all bins with enough pairs count
    threshold = rows(cuts.TABLE_1, full(low))[0]["threshold"]
    assert threshold == pytest.approx(-0.39)


def judged(claim, results=None):
    whole, *each = claim_rows([claim], results or full())
    return whole["verdict"], [row for row in each if row["scope"] == "a cell"]


def noisy(own, spread=0.3):
    """As by design, but that words dealt anew stray by chance and with cosine."""
    made = meaning(own)
    noise = spread * np.random.default_rng(2).normal(size=(DEALS, 200))
    dealt = made.stored["relabelled"] + noise + np.linspace(0, 0.5, 200)
    return MeaningNumbers(own, {**made.stored, "relabelled": dealt}, known=300)


def test_question_2_is_of_two_bins_and_their_words():
    # of the first run .09 means nothing yet and .10 does; both .10 and .20 do
    verdict, each = judged(meaning_claims.QUESTION_2)
    assert verdict == "undecided" and each[0]["value"] == 0
    later = full(lambda own: meaning(own, 0.15))
    verdict, each = judged(meaning_claims.QUESTION_2, later)
    assert verdict == "agrees"
    low, high = (np.dot(x, range(5)) / 2000 for x in (LOW, HIGH))
    assert each[0]["value"] == pytest.approx(high - low)
    assert each[0]["under_null"] == 0
    values = np.arange(5.0)
    two = [np.repeat(values, x) for x in (HIGH, LOW)]
    groups = (Moments(2000, x.mean(), x.var(ddof=1)) for x in two)
    assert f"p {float(welch(*groups)):.3g} of 2,000 and 2,000" in each[0]["note"]
    drifting = full(noisy)
    (row, *_) = judged(meaning_claims.QUESTION_2, drifting)[1]
    assert row["under_null"] == pytest.approx(0.5 * 10 / 199, abs=0.1)
    (own, *_) = judged(meaning_claims.QUESTION_2_BEYOND, drifting)[1]
    assert own["value"] == pytest.approx(row["value"] - row["under_null"])


LOW, HIGH = (800, 600, 400, 150, 50), (200, 300, 500, 600, 400)


def test_bins_of_equally_many_pairs_do_not_give_so_large_a_p():
    verdict, each = judged(
        meaning_claims.QUESTION_2_P, full(lambda x: meaning(x, 0.15))
    )
    assert verdict == "differs"
    assert [row["value"] for row in each] == [1] * 3  # 2000 pairs in each bin
    low, high = (np.repeat(np.arange(5.0), x) for x in (LOW, HIGH))
    needed = int(each[0]["note"].split("takes ")[1].split(" pairs")[0].replace(",", ""))
    variance = (low.var(ddof=1) + high.var(ddof=1)) / needed
    t = (high.mean() - low.mean()) / np.sqrt(variance)
    assert 2 * ndtr(-t) == pytest.approx(5.19e-9, rel=0.2)


def test_question_3_is_of_ranks_and_of_what_no_meaning_gives():
    verdict, each = judged(meaning_claims.QUESTION_3_NEAR)
    # groups to rank EDGES[8] - 1
    assert each[0]["value"] == EDGES[8] < 100 and verdict == "differs"
    far = full(lambda own: meaning(own, alike=len(EDGES) - 2))
    verdict, each = judged(meaning_claims.QUESTION_3_NEAR, far)
    assert verdict == "agrees" and each[0]["value"] == EDGES[-2] > 100
    assert judged(meaning_claims.QUESTION_3_FAR)[0] == "differs"


def test_question_3_takes_no_rank_that_means_less_for_more_similar():
    """On LibreOffice's help the last ranks mean more than those before them."""

    def fallen(own):
        """All groups but the last mean less than it."""
        made = meaning(own, alike=0)
        made.stored["rank_counts"][:, -1] = HIGH
        return made

    results = full(fallen)
    (row, *_) = rows(cuts.LISTS, results, rule="last_unlike")
    assert row["value"] == EDGES[-2] - 1  # two-sided, as the formula in print
    for claim, value in (
        (meaning_claims.QUESTION_3_NEAR, 1),
        (meaning_claims.QUESTION_3_FAR, 0),
    ):
        verdict, each = judged(claim, results)
        assert verdict == "differs" and each[0]["value"] == value
    (row, *_) = judged(meaning_claims.QUESTION_3_FAR)[1]
    assert row["under_null"] == 0  # worlds in which no rank is count, too


def test_question_4_is_of_worlds_without_meaning():
    verdict, each = judged(meaning_claims.QUESTION_4)
    assert verdict == "agrees" and each[0]["value"] == 0
    # of deals that stray by much more than their pairs tell
    verdict, each = judged(meaning_claims.QUESTION_4, full(noisy))
    assert verdict == "differs" and each[0]["value"] > 0.9
    verdict, each = judged(meaning_claims.OUR_QUESTION_4, full(noisy))
    assert verdict == "agrees" and each[0]["high"] < 0.05


def test_question_1_is_of_bins_above_the_threshold():
    """Above it all bins are of one mean: none exceeds the one before."""
    _, each = judged(meaning_claims.QUESTION_1)
    assert each[0]["value"] == 0 and each[0]["verdict"] == "differs"

    def rising(own):
        made = meaning(own)
        counts = np.zeros_like(made.stored["counts"])
        for place in range(60, 150):
            step = (place - 60) * 20
            counts[:, place] = 2000 - step, 0, 0, 0, step
        return MeaningNumbers(own, {**made.stored, "counts": counts * 20}, known=300)

    verdict, each = judged(meaning_claims.QUESTION_1, full(rising))
    assert verdict == "agrees" and each[0]["value"] == 1


def test_pairs_that_count_twice_do_so_in_questions_1_and_2():
    def shy(own):
        """From .10 on each bin exceeds the last by 1.9 errors, or 2.7 of copies."""
        made = meaning(own)
        counts = np.zeros_like(made.stored["counts"])
        for place in range(100, 130):
            most = 1200 + 82 * max(place - 109, 0)
            counts[:, place] = 4000 - most, 0, 0, 0, most
        return MeaningNumbers(own, {**made.stored, "counts": counts}, known=300)

    shares = [
        judged(meaning_claims.QUESTION_1, Likened(laid(pairs=x), sense=shy))[1]
        for x in ("once", "twice")
    ]
    once, twice = (own[0]["value"] for own in shares)
    assert (once, twice) == (0, 1)
    results = Likened(laid(pairs="twice"), sense=lambda own: meaning(own, 0.15))
    (row, *_) = judged(meaning_claims.QUESTION_2, results)[1]
    assert "of 4,000 and 4,000 pairs" in row["note"]
    assert "of the first run, over its words" in row["note"]


def test_texts_are_compared_with_the_first_one():
    def other(own):
        return meaning(own, 0.1 if own.corpus == "help" else 0.2)

    grid = laid("elekes2018-small")
    results = Likened(grid, sense=other)
    verdict, each = judged(meaning_claims.TEXTS, results)
    assert [row["value"] for row in each] == [pytest.approx(-0.1), 0]
    assert {row["against"] for row in each} == {"speeches"}
    # three runs of .01 more each
    assert each[0]["runs"] == RUNS and verdict == "differs"
    reach = (each[0]["high"] - each[0]["low"]) / 2
    drawn = Likened(laid(sampling="bootstrapped"), sense=other)
    _, (first, _) = judged(meaning_claims.TEXTS, drawn)
    # of the text, which more runs make no surer
    assert first["high"] - first["low"] > 2.5 * reach


def test_facts_of_cells_are_those_of_the_study():
    grid = laid(FULL)
    cell = next(iter(grid.shown()))
    assert facts(grid, cell).parameters["dictionary"] == 100_000
