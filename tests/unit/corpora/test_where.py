import math

import pytest

from quaver.corpora.reading import SourceError
from quaver.corpora.where import check_columns, chosen, matches


def test_a_condition_takes_what_it_says(subtests):
    for wanted, yes, no in [
        (1950, [1950, 1950.0, "1950", "1950.0"], [1951, "x", "", None, True]),
        ("Whig", ["Whig"], ["whig", "", None, 3]),
        ("1950", ["1950", 1950], ["1950.0", 1951]),
        ([1946, 2026], [1946, 2026, "1990", 1990.5], [1945, "2027", "", None, "x"]),
        ([0, 1], [0, 0.5, 1], [True, False, math.nan, "nan"]),
        (["1946", "2026"], ["1946", 2026], ["1990"]),
        ([1, 2, 4], [1, "2", 4], [3]),
        (["a", 2], ["a", "2", 2.0], ["b", 1]),
        ([7], [7, "7"], [8]),
        ([], [], ["", None, 1]),
        (True, [True, "true", "True"], [False, "1", 1, ""]),
        ([True, False], [True, "false"], [1, 0, None]),
        ("", ["", None, math.nan], ["a", 0]),
    ]:
        with subtests.test(wanted=wanted, yes=yes, no=no):
            assert [matches(value, wanted) for value in yes] == [True] * len(yes)
            assert [matches(value, wanted) for value in no] == [False] * len(no)


def test_dates_are_compared_as_text_with_both_ends_in(subtests):
    for wanted, yes, no in [
        (
            {"from": "1949-12-01", "to": "1950"},
            ["1949-12-01", "1950-01-01", "1950-12-31", 1950],
            ["1949-11-30", "1951-01-01", "", None],
        ),
        ({"from": 1950}, ["1950-01-01", "2020"], ["1949-12-31", ""]),
        ({"to": "1950-06"}, ["1066", "1950-06-30"], ["1950-07-01", ""]),
        ({}, ["1066"], ["", None]),
    ]:
        with subtests.test(wanted=wanted, yes=yes, no=no):
            assert [matches(value, wanted) for value in yes] == [True] * len(yes)
            assert [matches(value, wanted) for value in no] == [False] * len(no)


def test_every_condition_must_hold():
    row = {"year": "1950", "party": "Whig", "more": "x"}
    assert chosen(row, {})
    assert chosen(row, {"year": [1940, 1960], "party": ["Whig", "Tory"]})
    assert not chosen(row, {"year": [1940, 1960], "party": "Tory"})


def test_an_unknown_column_is_answered_with_those_there_are():
    check_columns({"year": 1}, ["year", "party"], "a.csv")
    with pytest.raises(SourceError) as caught:
        check_columns({"year": 1, "yaer": 1}, ["year", "party"], "a.csv")
    assert str(caught.value) == (
        "a.csv has no column 'yaer' for where: choose among year, party."
    )
