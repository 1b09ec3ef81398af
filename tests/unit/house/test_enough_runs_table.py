"""Whether runs are enough is read from a table, a row per cell."""

from dataclasses import replace

import numpy as np
import pytest
from house_given import frame, query_numbers
from invented import cell

from quaver.config.study import Analyses
from quaver.house.enough_drawn import draw_enough_runs
from quaver.house.enough_runs import ENOUGH_RUNS
from quaver.house.enough_runs import row_of as row_in
from quaver.items.item import framed
from quaver.measures.enough_runs import enough, half_agreement
from quaver.measures.spread import nearest


def asking(tolerance=0.1, n=5):
    analyses = Analyses()
    enough, asks = replace(analyses.enough, tolerance=tolerance), analyses.neighbours
    asks = replace(asks, words={"news": ["w40"]}, n=n)
    return replace(analyses, enough=enough, neighbours=asks)


def row_of(record, tolerance=0.1, n=5):
    made = framed([row_in(record, asking(tolerance, n))], ENOUGH_RUNS.columns)
    (row,) = made.to_dict("records")
    return row


def test_a_cell_is_answered_in_one_row():
    record = query_numbers(10)
    row = row_of(record)
    near = nearest(record.candidate_cosines, 5)
    found = enough(near, 0.1)
    counted = {"runs": 10, "queries": 6, "n": 5, "pairs": 30}
    assert {name: row[name] for name in counted} == counted
    assert row["deviation"] == found.deviation.value == pytest.approx(0.03, rel=0.2)
    ends = row["deviation_low"], row["deviation_high"]
    assert ends == found.deviation.interval()
    assert row["half_width"] == found.reach
    assert row["runs_needed"] == found.needed
    assert row["runs_needed_low"] < found.needed < row["runs_needed_high"]
    size, agreed = half_agreement(record.candidate_cosines, 5)
    assert (row["list_runs"], row["list_share"]) == (size, agreed.value)


def test_ends_of_a_share_of_lists_lie_between_none_and_all():
    record = query_numbers(8, spread=0.01)
    _, agreed = half_agreement(record.candidate_cosines, 5)
    assert agreed.interval()[1] > 1
    row = row_of(record)
    assert row["list_share_high"] == 1
    assert row["list_share_low"] == agreed.interval()[0]


@pytest.mark.parametrize(("runs", "enough_is"), [(40, "yes"), (4, "no")])
def test_runs_are_enough_where_half_the_interval_is_within_tolerance(runs, enough_is):
    row = row_of(query_numbers(runs))
    assert row["precise"] == enough_is == ("yes" if row["half_width"] <= 0.1 else "no")
    assert (row["runs_needed"] <= runs) == (enough_is == "yes")
    assert (row["note"] == "") == (enough_is == "yes")
    if enough_is == "no":
        assert row["note"] == "runs needed are extrapolated"


def test_two_runs_have_a_deviation_but_no_answer():
    row = row_of(query_numbers(2))
    assert row["deviation"] > 0 and np.isnan(row["half_width"])
    assert row["precise"] == "undecided"
    assert row["note"] == "no interval: it needs 3 runs, there are 2"


def test_runs_that_do_not_differ_are_enough():
    row = row_of(query_numbers(10, spread=0))
    assert (row["precise"], row["runs_needed"]) == ("yes", 2)
    assert row["note"] == "runs do not differ"


def test_a_tolerance_out_of_reach_is_told():
    row = row_of(query_numbers(3), 1e-4)
    assert row["precise"] == "no" and row["runs_needed"] is None
    assert "more than 10,000 runs are needed" in row["note"]


def test_words_absent_from_runs_are_counted():
    record = query_numbers(10)
    record.candidate_cosines[3, 0, 0] = np.nan
    record.candidate_cosines[4:7, 2, 1] = np.nan
    assert "pairs of words not in every run: 2" in row_of(record)["note"]


def test_only_queries_that_some_run_has_are_counted():
    record = query_numbers(10)
    record.candidate_cosines[:, 2] = np.nan
    row = row_of(record)
    assert (row["queries"], row["pairs"]) == (5, 25)
    assert row["note"] == ""
    record.candidate_cosines[:] = np.nan
    assert row_of(record)["note"] == "no run has any of the queries"


def test_candidates_that_miss_what_runs_list_are_told():
    record = query_numbers(10)
    record.neighbours[:, :, 3:] = 77
    row = row_of(record)
    said = "which are only 60% of those that single runs list"
    assert row["note"].endswith(said) and "share is too high" in row["note"]
    assert row["list_share"] > 0 and np.isnan(row["list_share_low"])
    record.neighbours[:] = -1  # no run has the queries
    assert "too high" not in row_of(record)["note"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"candidate_cosines": None, "note": "too small"}, "too small"),
        ({"candidate_cosines": None}, "not measured"),
        (
            {"candidate_cosines": np.ones((4, 0, 9))},
            "the text has none of the words asked for",
        ),
        ({"candidate_cosines": np.ones((1, 2, 9))}, "a deviation needs two runs"),
    ],
)
def test_cells_without_numbers_say_why(changes, why):
    record = query_numbers(10, cell=cell(losses=None), **changes)
    row = row_of(record)
    assert row["note"] == why
    assert np.isnan(row["deviation"]) and row["tolerance"] == 0.1


def test_lists_are_as_long_as_the_study_asks_and_figures_show_the_same_numbers():
    """Of 8 runs the table has lists over three and three; five words are kept."""
    record = query_numbers(8)
    for n in (5, 3):
        row = row_of(record, n=n)
        near = nearest(record.candidate_cosines, n)
        assert (row["n"], row["pairs"]) == (n, 6 * n)
        assert row["deviation"] == enough(near, 0.1).deviation.value
        left, right = draw_enough_runs([record], asking(n=n)).axes
        (curve,), (agreed,) = left.lines[:1], right.lines
        ends = [float(line.get_ydata()[-1]) for line in (curve, agreed)]
        assert ends == [row["deviation"], row["list_share"]]
        assert agreed.get_xdata()[-1] == row["list_runs"] == 3
        (band,) = left.collections
        last = band.get_paths()[0].vertices
        last = last[last[:, 0] == 8, 1]
        assert {last.min(), last.max()} == {row["deviation_low"], row["deviation_high"]}
    # words are only studied: lists are those that are kept of every run
    (row,) = frame(ENOUGH_RUNS, queries=[record]).to_dict("records")
    assert row["n"] == Analyses().queries.nearest
