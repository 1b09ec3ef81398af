"""Claims of papers: bands, means over corpora, and what is told of them."""

import numpy as np
from numpy.testing import assert_allclose
from scipy import stats

from quaver.items.claims import (
    AGREES,
    DIFFERS,
    FOREGONE,
    UNDECIDED,
    Band,
    Claim,
    all_of,
    as_text,
    claims_table,
    summed_up,
    verdict_of,
)
from quaver.items.ends import interval_row, value_row
from quaver.items.item import build
from quaver.statistics import run_mean
from quaver.statistics.values import difference, value_of

EQUAL, ABOVE, BELOW = Band(0.9, 1.1), Band(low=1.0), Band(high=1.0)


def claim(rows=(), band=ABOVE, **facts):
    facts = {"pooled": True, "ratios": True, "null": 1.0} | facts
    facts = {"name": "more"} | facts
    return Claim(
        tested="section 7", quantity="ratio", rows=lambda _: rows, band=band, **facts
    )


def rows(ratios, **more):
    """A row of a claim for each ratio of each corpus."""
    facts = {"technique": "lsa", "verdict": "undecided"} | more
    return [
        {"corpus": corpus, "value": value, **facts}
        for corpus, values in ratios.items()
        for value in values
    ]


def test_equal_is_an_interval_within_its_band():
    verdicts = {
        (1.0, 0.95, 1.05): AGREES,
        (1.05, 1.01, 1.09): AGREES,
        (1.0, 0.7, 1.3): UNDECIDED,
        (1.3, 1.2, 1.4): DIFFERS,
        (0.7, 0.6, 0.8): DIFFERS,
        (1.0, np.nan, np.nan): UNDECIDED,
    }
    assert {interval: EQUAL.verdict(interval) for interval in verdicts} == verdicts


def test_greater_and_less_need_the_whole_interval():
    intervals = (2, 1.5, 2.5), (1.2, 0.9, 1.5), (0.5, 0.4, 0.6)
    greater = [ABOVE.verdict(interval) for interval in intervals]
    assert greater == [AGREES, UNDECIDED, DIFFERS]
    less = [BELOW.verdict(interval) for interval in intervals]
    assert less == [DIFFERS, UNDECIDED, AGREES]


def test_a_ratio_without_end_is_greater_and_the_end_of_a_band_is_not_in_it():
    assert ABOVE.verdict((np.inf,) * 3) == AGREES
    assert BELOW.verdict((np.inf,) * 3) == EQUAL.verdict((np.inf,) * 3) == DIFFERS
    assert ABOVE.verdict((1.0,) * 3) == BELOW.verdict((1.0,) * 3) == UNDECIDED
    assert list(map(str, (EQUAL, ABOVE, BELOW))) == ["0.9 to 1.1", "above 1", "below 1"]


def test_many_verdicts_are_one():
    assert all_of([AGREES, DIFFERS, UNDECIDED]) == DIFFERS
    assert all_of([AGREES, AGREES]) == AGREES
    assert all_of([AGREES, UNDECIDED]) == all_of([]) == UNDECIDED
    assert [verdict_of(x) for x in (True, False, None)] == [AGREES, DIFFERS, UNDECIDED]


def test_corpora_are_the_units_of_what_a_claim_says_over_them():
    whole, over = summed_up(claim(), rows({"a": [1.0, 4.0], "b": [2.0], "c": [2.5]}))
    logs = np.log([2.0, 2.0, 2.5])
    reach = 4.302652729911275 * logs.std(ddof=1) / np.sqrt(3)  # Student's, 2 degrees
    ends = np.exp([logs.mean(), logs.mean() - reach, logs.mean() + reach])
    assert_allclose([over["value"], over["low"], over["high"]], ends)
    assert over["technique"] == "lsa" and over["note"] == "3 corpora"
    assert whole["verdict"] == over["verdict"] == AGREES
    assert_allclose(whole["value"], 20 ** (1 / 4))
    assert whole["note"] == "0 agrees, 0 differs, 4 undecided of 4 rows"


def test_two_corpora_are_judged_by_their_rows():
    (whole,) = summed_up(claim(), rows({"a": [2.0], "b": [2.0]}, verdict=AGREES))
    assert whole["verdict"] == AGREES


def test_a_claim_agrees_only_where_every_technique_does():
    own = rows(dict.fromkeys("abc", [2.0, 2.1]))
    own += rows(dict.fromkeys("abc", [0.5, 0.6]), technique="glove")
    whole, *over = summed_up(claim(), own)
    assert [row["verdict"] for row in over] == [AGREES, DIFFERS]
    assert whole["verdict"] == DIFFERS


def test_rows_without_a_ratio_are_left_out_and_counted():
    own = rows({"a": [2.0, np.inf], "b": [2.0, np.nan], "c": [2.5], "d": [0.0]})
    _, over = summed_up(claim(), own)
    assert over["note"] == "3 corpora, left out (no number, 0 or without end): 3"


def test_ratios_without_a_mean_are_judged_by_themselves():
    """Three corpora agree: a fourth that does not vary is not hidden behind them."""
    for ratio, verdict in ((np.inf, AGREES), (0.0, DIFFERS), (np.nan, UNDECIDED)):
        own = rows(dict.fromkeys("abc", [2.0]))
        own += rows({"d": [ratio]}, verdict=verdict)
        whole, over = summed_up(claim(), own)
        assert (over["verdict"], whole["verdict"]) == (AGREES, verdict)


def test_a_row_that_cannot_be_compared_decides_nothing():
    own = rows(dict.fromkeys("abc", [2.0])) + rows({"d": [np.nan]}, verdict="")
    whole, _ = summed_up(claim(), own)
    assert whole["verdict"] == AGREES
    assert whole["note"].endswith("of 3 rows, 1 cannot be compared")


def test_comparisons_of_fewer_corpora_are_judged_by_their_rows():
    own = rows(dict.fromkeys("abc", [2.0]))
    own += rows({"a": [0.5]}, technique="glove", verdict=DIFFERS)
    whole, over = summed_up(claim(), own)
    assert (over["verdict"], whole["verdict"]) == (AGREES, DIFFERS)


def test_a_claim_that_there_are_such_cases_agrees_with_one_and_never_differs():
    there = claim(existing=True, pooled=False)
    (whole,) = summed_up(there, rows({"a": [1.0], "b": [0.0]}, verdict=DIFFERS))
    assert whole["verdict"] == UNDECIDED
    own = rows({"a": [1.0]}, verdict=AGREES) + rows({"b": [1.0]}, verdict=DIFFERS)
    assert summed_up(there, own)[0]["verdict"] == AGREES


def test_the_table_has_claims_as_a_whole_then_row_by_row():
    held = interval_row((1.2, 1.1, 1.3), corpus="a", note="only one")
    few = interval_row((1.2, np.nan, np.nan), corpus="b")
    own = [held, few, {"corpus": "c", "note": "not in the study"}]
    frame = build(claims_table([claim(own)], "Somebody 2018"), None)
    assert frame["scope"].tolist() == ["the claim", "a cell", "a cell", "a cell"]
    assert frame["verdict"].tolist() == [UNDECIDED, AGREES, UNDECIDED, ""]
    assert set(frame["band"]) == {"above 1"} and set(frame["tested"]) == {"section 7"}
    notes = ["only one", "no interval: it needs 3 runs of each", "not in the study"]
    assert frame["note"].tolist()[1:] == notes
    text = as_text(frame, "Somebody 2018", "papers/x/claims")
    assert text.startswith("What Somebody 2018 claim, and this study\n")
    (line,) = [line for line in text.splitlines() if line.startswith("more")]
    assert line.split() == ["more", "undecided", "1.20", "1.00"]
    assert "(ratio)" in text and "papers/x/claims." in text
    # a difference of cosines is small, and no zero
    small = as_text(frame.replace(frame["value"].iloc[0], 0.0004), "Somebody", "")
    assert "undecided 4e-04 1.00" in " ".join(small.split())
    assert max(map(len, text.splitlines())) <= 88


def test_without_a_value_nothing_is_told():
    for own in ([], [{"corpus": "a", "note": "not in the study"}]):
        frame = build(claims_table([claim(own)], "Somebody 2018"), None)
        assert as_text(frame, "Somebody 2018", "") == ""


def test_claims_without_a_band_bring_their_verdicts():
    own = [{"corpus": "a", "value": 0.3, "low": 0.1, "high": 0.4, "verdict": AGREES}]
    frame = build(claims_table([claim(own, None, pooled=False)], "Somebody 2018"), None)
    assert frame["verdict"].tolist() == [AGREES, AGREES]


def test_what_has_no_logarithm_is_in_no_mean_of_ratios():
    rows_of = [{"value": value} for value in (0.0, np.nan, np.inf, 2.0)]
    assert [claim().takes(row) for row in rows_of] == [False, False, False, True]
    plain = claim(ratios=False)
    assert [plain.takes(row) for row in rows_of] == [True, False, False, True]
    assert not claim().takes({})


def test_a_ratio_without_end_is_judged_and_not_shown():
    own = [
        interval_row((np.inf,) * 3, corpus="a"),
        interval_row((0.0,) * 3, corpus="b"),
    ]
    rows_of = claim(own).judged(None)
    assert [row["verdict"] for row in rows_of] == [AGREES, DIFFERS]
    assert np.isnan([row["value"] for row in rows_of]).all()


def judged(*rows_of, **facts):
    """A claim as a whole and its rows, of intervals of nine runs in one corpus each."""
    facts = {"corpus": "a", "runs": 9} | facts
    own = claim([interval_row(row, **facts) for row in rows_of], pooled=False)
    rows = own.judged(None)
    return summed_up(own, rows)[0], rows


def test_one_row_of_many_that_differs_by_chance_refutes_nothing():
    """p = .02 by itself; of forty rows one like that is to be expected (Holm)."""
    odd, even = (0.9, 0.81, 0.99), (1.2, 1.1, 1.3)
    whole, rows = judged(odd)
    assert whole["verdict"] == rows[0]["verdict"] == DIFFERS
    whole, rows = judged(odd, *[even] * 39)
    assert whole["verdict"] == rows[0]["verdict"] == UNDECIDED
    assert rows[0]["note"].startswith("differs alone (p = 0.0")
    assert rows[0]["note"].endswith("not as one of 40 rows")
    assert {row["verdict"] for row in rows[1:]} == {AGREES}
    for given, told in ("few", "few; differs"), (["a", "", "b"], "a; b; differs"):
        own = claim(
            [
                interval_row(row) | {"corpus": "a", "note": given, "runs": 9}
                for row in (odd, *[even] * 39)
            ],
            pooled=False,
        )
        rows = own.judged(None)
        summed_up(own, rows)
        assert rows[0]["note"].startswith(told)
    whole, rows = judged((0.5, 0.49, 0.51), odd, *[even] * 38)
    assert whole["verdict"] == DIFFERS
    assert [row["verdict"] for row in rows[:2]] == [DIFFERS, UNDECIDED]


def test_p_is_that_of_students_t():
    """0.2 below the band, half of the interval 0.1, eight degrees of freedom."""
    t = 2 * 2.306004135
    expected = 2 * stats.t.sf(t, 8)
    assert_allclose(ABOVE.chance((0.8, 0.7, 0.9), 8), expected, rtol=1e-8)
    assert_allclose(EQUAL.chance((1.3, 1.2, 1.4), 8), expected, rtol=1e-8)
    assert ABOVE.chance((0.8, 0.8, 0.8), 8) == 0
    assert ABOVE.chance((0.8, np.nan, np.nan), 8) == 0


def test_p_of_two_samples_is_that_of_welchs_test():
    """Their freedom is neither that of the smaller sample nor that of all runs."""
    draw = np.random.default_rng(4).normal
    samples = draw(0.5, 1.0, 5), draw(-1.0, 0.2, 20)
    value = difference(*(value_of(run_mean(each)) for each in samples))
    expected = stats.ttest_ind(*samples, equal_var=False)
    interval = expected.confidence_interval()
    below = claim(band=Band(high=0), ratios=False)
    row = value_row(value, runs=25)
    assert_allclose([row["low"], row["high"]], [interval.low, interval.high])
    assert_allclose(below.chance(row), expected.pvalue)
    ratio = value_row(value, is_log=True, runs=25)
    assert_allclose(claim(band=Band(high=1)).chance(ratio), expected.pvalue)


def test_a_claim_that_nothing_could_refute_says_so():
    """The share of the first runs is .98 by arithmetic, within .95 and 1.05."""
    level = interval_row((0.981, 0.96, 1.0), corpus="a", under_null=0.984)
    frame = build(
        claims_table([claim([level], Band(0.95, 1.05), name="level")], "Somebody"), None
    )
    assert frame["under_null"].tolist() == [0.984, 0.984]
    assert frame["note"][0].endswith(FOREGONE)
    line = next(x for x in as_text(frame, "Somebody", "").splitlines() if "0.98*" in x)
    assert line.split() == ["level", "agrees", "0.98", "0.98*"]
    frame = build(claims_table([claim([level])], "Somebody"), None)
    assert FOREGONE not in frame["note"][0]
    # that there are such is foregone if chance alone makes one
    one, none = (level | {"value": 0.3, "under_null": null} for null in (0.1, 0.0))
    for given, existing in (([one, none], True), ([none], True), ([one, none], False)):
        own = claim(given, Band(low=0), existing=existing, ratios=False)
        told = summed_up(own, own.judged(None))[0]["note"]
        assert (FOREGONE in told) == (existing and one in given)
