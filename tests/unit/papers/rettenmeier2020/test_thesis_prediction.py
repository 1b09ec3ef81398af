"""Tables 2.4, 2.5 and A.2 from records that are known."""

import math

import pytest
from invented import cell, record
from thesis import of_records, prediction


def table(number, *records):
    return of_records(f"table_{number}", *records)


def test_the_structure_factor_is_shown_in_both_readings():
    (row,) = table("2_5", record(prediction=prediction()))
    assert (row["pearson"], row["low"], row["high"]) == (0.9, 0.85, 0.95)
    assert (row["as_coded"], row["as_coded_low"]) == (0.97, 0.96)
    assert (row["published_pearson"], row["targets"], row["runs"]) == (0.969, 5, 8)
    assert (row["band"], row["verdict"]) == ("0.919 to 1.019", "undecided")
    assert row["note"] == "the same row stands in the other of Tables 2.5 and A.2"


def test_the_prediction_has_rows_for_one_and_two_neighbours():
    first, second = table("A_2", record(prediction=prediction()))
    assert (first["n"], first["pearson"], first["verdict"]) == (1, 0.96, "agrees")
    assert (second["n"], second["pearson"], second["verdict"]) == (2, 0.8, "")
    assert second["note"] == "no interval: it needs 3 groups of runs"
    # r on runs that were not used, and levels, of which r says nothing
    assert (first["predicted"], first["observed"]) == (0.5, 0.5)
    halves = [first[f"half_{name}"] for name in ("seen", "unseen")]
    halves += [first[f"unseen_{name}"] for name in ("predicted", "observed")]
    assert halves == [0.95, 0.7, 0.2, 0.25]
    assert math.isnan(second["published_pearson"])


@pytest.mark.parametrize("number", ["2_5", "A_2"])
def test_another_corpus_sampling_or_language_is_not_compared(number):
    small = record(cell(corpus="small"), prediction=prediction())
    assert table(number, small)[0]["verdict"].startswith("not comparable: another")
    fixed = record(cell(sampling="fixed"), prediction=prediction())
    assert table(number, fixed)[0]["verdict"] == ""
    german = record(cell(language="de"), prediction=prediction())
    assert table(number, german)[0]["note"] == "no published value"


@pytest.mark.parametrize("number", ["2_5", "A_2"])
def test_a_cell_without_prediction_says_why(number):
    lost = record(notes={"prediction": "2 of 3 runs failed"})
    (row,) = table(number, lost)
    assert row["note"].startswith("2 of 3 runs failed")
    assert math.isnan(row["pearson"])


def test_constant_words_have_no_correlation():
    nan = (math.nan,) * 3
    correlations = dict.fromkeys(
        ("prediction", "structure", "structure_as_coded", "prediction_2"), nan
    )
    found = prediction(correlations=correlations)
    (row,) = table("2_5", record(prediction=found))
    assert row["note"].startswith("no correlation: all words have one value")
    assert row["verdict"] == "undecided: no interval"


def test_odds_are_shown_beside_the_published_example():
    found = table("2_4", record(prediction=prediction()))
    assert len(found) == 2 + 10
    ours, theirs = found[0], found[2:]
    assert (ours["kind"], ours["word"], ours["rank"]) == ("ours", "oak", 1)
    assert (ours["first"], ours["second"], ours["deviation"]) == (0.9, 1.0, 0.01)
    assert [row["rank"] for row in theirs] == [1, 2, 3, 4, 5, 10, 50, 100, 500, 1000]
    assert theirs[3]["first"] == 1.14e-4
    assert math.isnan(theirs[4]["first"])
    assert (theirs[4]["first_bound"], theirs[4]["second"]) == (1e-6, 1.56e-4)


def test_missing_odds_are_said():
    (row, *_) = table("2_4", record())
    assert row["note"] == "not measured"
