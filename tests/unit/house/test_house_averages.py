"""Ways of averaging runs, from records that are known."""

import math
from dataclasses import replace

import numpy as np
import pytest
from house_given import rows
from invented import averaged, compared, record, square

from quaver.house.averages import AVERAGES
from quaver.measures.averaging import relative_loss
from quaver.results.distribution_records import Compared


def averages(*records):
    return rows(AVERAGES, distributions=records)


def test_methods_are_compared_by_size_and_measure():
    found = averages(record(averages=compared(sizes=(2, 4))))
    assert [(row["size"], row["measure"]) for row in found] == [
        (size, measure)
        for size in (2, 4)
        for measure in ("PIP loss", "mean cosine", "deviation of cosines", "score")
    ]
    loss, mean, _, score = found[:4]
    assert (loss["value"], loss["share"]) == (pytest.approx(0.01), pytest.approx(0.5))
    assert loss["theoretical"] == pytest.approx(1 / math.sqrt(2))
    assert (mean["share"], mean["share_low"]) == (pytest.approx(1.1),) * 2
    assert math.isnan(score["theoretical"])
    assert score["share"] == pytest.approx(55.5 / 53.5)
    assert (score["set"], score["groups"], score["note"]) == ("google", 4, "")
    assert found[4]["note"] == "no interval: it needs 3 averages, there are 2"


def test_averages_that_did_not_come_to_rest_are_told():
    made = compared()
    moving = replace(made.averages["tree", 2], unrested=3)
    found = replace(made, averages={("tree", 2): moving})
    notes = [row["note"] for row in averages(record(averages=found))]
    assert set(notes) == {"3 of 4 averages had not come to rest"}


def test_deviations_of_few_averages_and_of_many_are_alike():
    """Two normal values lie 20 % closer to their mean than their deviation says."""
    cosines = 0.1 + 0.01 * np.random.default_rng(4).standard_normal((8, 20_000))
    made = compared()
    few = Compared(
        methods=["tree"],
        sizes=[2, 4],
        single=averaged(cosines, np.arange(1, 9), ()),
        averages={
            ("tree", 2): averaged(cosines[:4], [1, 3, 5, 7], ()),
            ("tree", 4): averaged(cosines[:2], [1, 5], ()),
        },
        lists=made.lists,
    )
    found = averages(record(averages=few))
    spreads = [row for row in found if row["measure"] == "deviation of cosines"]
    assert [row["value"] for row in spreads] == pytest.approx([0.01] * 2, rel=0.02)
    assert [row["share"] for row in spreads] == pytest.approx([1] * 2, rel=0.02)


def test_methods_stand_in_the_order_given_and_one_average_has_no_loss():
    made = compared()
    other = made.averages["tree", 2].cosines + 1e-3
    many = Compared(
        methods=["tree", "one"],
        sizes=[2, 8],
        single=made.single,
        averages={
            ("one", 8): averaged(np.ones((1, 300)), [1], [0.5]),
            ("one", 2): replace(made.averages["tree", 2], cosines=other),
            ("tree", 2): made.averages["tree", 2],
        },
        lists=None,
    )
    found = averages(record(averages=many))
    assert list(dict.fromkeys((row["method"], row["size"]) for row in found)) == [
        ("tree", 2),
        ("one", 2),
        ("one", 8),
    ]
    alone = [row["measure"] for row in found if row["size"] == 8]
    assert alone == ["mean cosine", "score"]


def test_methods_that_give_the_same_are_one_row():
    """As all do of two runs, but for rounding."""
    made = compared(sizes=(2, 4))
    tree = dict(made.averages)
    for size, apart in ((2, 1e-7), (4, 1e-3)):
        cosines = tree["tree", size].cosines + apart
        tree["one", size] = replace(tree["tree", size], cosines=cosines)
    found = averages(
        record(averages=replace(made, methods=["tree", "one"], averages=tree))
    )
    assert list(dict.fromkeys((row["method"], row["size"]) for row in found)) == [
        ("tree, one", 2),
        ("tree", 4),
        ("one", 4),
    ]


def test_fewer_runs_compared_than_averaged_are_independent():
    made = compared()
    few = Compared(
        methods=["tree"],
        sizes=[2],
        single=replace(made.single, losses=square(0.02, 3, 1e-4)),
        averages=made.averages,
        lists=None,
    )
    loss = averages(record(averages=few))[0]
    assert loss["share"] == pytest.approx(0.5)
    # as the figure has it
    _, low, high, *_ = relative_loss(few.single.losses, square(0.01, 4), 2)
    assert (loss["share_low"], loss["share_high"]) == pytest.approx((low, high))
    assert loss["share_low"] < 0.5


def test_runs_that_do_not_differ_have_no_share():
    made = compared()
    equal = Compared(
        methods=["tree"],
        sizes=[2],
        single=averaged(np.ones((8, 3)), np.arange(1, 9), (), square(0, 8)),
        averages={
            ("tree", 2): averaged(np.ones((4, 3)), [1, 3, 5, 7], (), square(0, 4))
        },
        lists=made.lists,
    )
    found = averages(record(averages=equal))
    notes = {row["measure"]: row["note"] for row in found}
    assert notes["PIP loss"].startswith("no part of single runs")
    assert notes["deviation of cosines"].startswith("no part of single runs")
    assert notes["mean cosine"] == ""
