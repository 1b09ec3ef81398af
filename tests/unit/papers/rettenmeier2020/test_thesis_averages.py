"""Equation 3.6, Figures 3.5 and 3.6, Table 3.6 and methods compared."""

import math
from functools import partial

import numpy as np
import pytest
from invented import averaged, cell, record, scored
from thesis import compared, of_records

from quaver.measures.averaging import deviation_ratio, score_difference
from quaver.results.distribution_records import Compared

table_3_6 = partial(of_records, "table_3_6")
equation_3_6 = partial(of_records, "equation_3_6")
figure_3_6 = partial(of_records, "figure_3_6")


def test_equation_3_6_is_a_ratio_of_deviations_and_of_means():
    found = compared(sizes=(2, 4))
    deviation, mean = equation_3_6(record(averages=found))
    single, pairs = found.single, found.averages["tree", 2]
    effect = deviation_ratio(single.cosines, pairs.cosines, 2)
    assert deviation["ratio"] == effect.value
    assert deviation["ratio"] == pytest.approx(1.1 / math.sqrt(2), rel=0.1)
    assert (deviation["low"], deviation["high"]) == (effect.low, effect.high)
    assert (deviation["published_low"], deviation["published_high"]) == (
        0.719424,
        0.78125,
    )
    assert mean["ratio"] == pytest.approx(1.1)
    assert (mean["groups"], mean["quantity"], mean["verdict"]) == (4, "mean", "agrees")
    (_, off) = equation_3_6(record(averages=compared(shift=1.5)))
    assert off["verdict"] == "differs"
    (_, edge) = equation_3_6(record(averages=compared(shift=1.224)))
    assert edge["verdict"] == "agrees", "1.22 is printed of anything below 1.225"
    (_, small) = equation_3_6(record(cell(corpus="small"), averages=compared()))
    assert small["verdict"].startswith("not comparable: another corpus")


def test_equation_3_6_says_what_it_lacks():
    (row,) = equation_3_6(record(notes={"averages": "2 of 3 runs failed"}))
    assert row["note"] == "2 of 3 runs failed"
    (row,) = equation_3_6(record(averages=compared(sizes=(4,))))
    assert row["note"] == "no averages of 2 runs by tree"
    (row,) = equation_3_6(record(averages=compared(method="one")))
    assert row["note"] == "no averages of 2 runs by tree"


def test_table_3_6_is_the_gain_over_the_same_runs():
    found = compared(sizes=(2, 4), gain=0.018)
    (row,) = table_3_6(record(averages=found))
    assert (row["size"], row["set"], row["method"]) == (4, "google", "tree")
    assert row["points_e2"] == pytest.approx(1.8)
    pair = found.single.scores["google"], found.averages["tree", 4].scores["google"]
    assert row["points_e2"] == score_difference(*pair, 4).value * 100
    assert row["published_points_e2"] == 1.8
    assert row["verdict"] == "not comparable: averages of 4 runs, published of 8"
    assert row["note"] == "no interval: it needs 3 averages, there are 2"


def test_table_3_6_judges_averages_of_eight():
    def of(gain):
        single = np.tile([0.50, 0.52], 16)
        scores = np.full(4, 0.51 + gain) + np.array([-1, 1, -1, 1]) * 1e-4
        parts = Compared(
            methods=["tree"],
            sizes=[8],
            single=averaged(np.ones((32, 2)), np.arange(1, 33), single),
            averages={
                ("tree", 8): averaged(np.ones((4, 2)), 1 + 8 * np.arange(4), scores)
            },
            lists=None,
        )
        (row,) = table_3_6(record(averages=parts))
        return row

    assert of(0.018)["verdict"] == "agrees"
    ours = of(0.018)["points_high_e2"] - of(0.018)["points_e2"]
    # a point around what is printed: our whole interval is in it, astride, or out of it
    assert of(0.018)["band"] == "0.8 to 2.8"
    for edge, verdicts in ((-ours, "agrees undecided"), (ours, "undecided differs")):
        told = [of((2.8 + edge + x) / 100)["verdict"] for x in (-0.001, 0.001)]
        assert told == verdicts.split()


def test_table_3_6_is_of_analogies_and_shuffled_runs():
    similar = {"google": scored(0.1, 0.2, kind="similarity")}
    (row,) = table_3_6(record(cell(quality=similar), averages=compared()))
    assert row["note"] == "no analogies of this language"
    assert table_3_6(record(cell(sampling="fixed"), averages=compared())) == []
    (row,) = table_3_6(record())
    assert row["note"] == "not measured"
    big = compared(sizes=(8,))
    big.averages.clear()
    (row,) = table_3_6(record(averages=big))
    assert row["note"] == "no averages of 8 runs by tree"


def test_figure_3_6_has_scores_by_size():
    found = figure_3_6(record(averages=compared(sizes=(2, 4))))
    assert [row["size"] for row in found] == [1, 2, 4]
    assert [row["groups"] for row in found] == [8, 4, 2]
    assert found[0]["score_e2"] == pytest.approx(53.5)
    assert math.isnan(found[0]["relative_e2"])
    assert found[1]["points_e2"] == pytest.approx(2)
    assert found[1]["relative_e2"] == pytest.approx(2 / 53.5 * 100)
    assert found[1]["relative_low_e2"] < found[1]["relative_e2"]
    assert math.isnan(found[2]["points_low_e2"])


def test_runs_that_score_nothing_have_no_relative_change():
    found = compared()
    found.single.scores["google"][:] = 0
    row = figure_3_6(record(averages=found))[1]
    assert row["note"].startswith("no change in percent: the mean of single runs")
    assert row["points_e2"] > 0


def test_figure_3_6_says_which_scores_are_missing():
    found = compared()
    found.averages["tree", 2].scores["google"][1] = np.nan
    row = figure_3_6(record(averages=found))[1]
    assert row["note"].startswith("a run or an average has no score")
    found.single.scores.clear()
    (row,) = figure_3_6(record(averages=found))
    assert row["note"] == "no evaluation set of this language"
    (row,) = figure_3_6(record())
    assert row["note"] == "not measured"
