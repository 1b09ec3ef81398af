"""What published numbers stand beside ours, and what the verdict is."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from quaver.items.published import (
    NO_VALUE,
    Printed,
    Published,
    judged,
    published_ends,
    published_error,
    read,
    tenth,
)

NAN = (np.nan, np.nan)
T15, T127 = 2.131449545559323, 1.978819535


def test_published_ends_rest_on_runs_or_pairs_of_runs():
    assert published_ends(1.5, 0.05) == pytest.approx((1.45, 1.55))
    low, high = published_ends(17.06, 0.005, 0.46, runs=128)
    assert high - 17.06 == pytest.approx(0.005 + T127 * 0.46 / math.sqrt(128))
    low, high = published_ends(1.805, 0.0005, 0.053, runs=16, pairs=True)
    assert 1.805 - low == pytest.approx(0.0005 + T15 * 0.053 * math.sqrt(2 / 14))
    assert high - 1.805 == pytest.approx(1.805 - low)


@pytest.mark.parametrize("runs", [4, 16])
def test_the_error_of_a_mean_over_pairs_is_that_of_its_runs(runs):
    """Pairs (a_i + a_j)/2 of runs of their own noise: the bound is nearly reached."""
    generator = np.random.default_rng(1)
    means, variances = [], []
    for _ in range(4000):
        noise = generator.normal(0, 1, runs)
        pairs = ((noise[:, None] + noise) / 2)[np.triu_indices(runs, 1)]
        means.append(pairs.mean())
        variances.append(pairs.var())
    bound = published_error(math.sqrt(np.mean(variances)), runs, pairs=True)
    assert 0.85 * bound < np.std(means) < 1.01 * bound


def test_errors_of_runs_and_of_deviations_over_other_runs():
    assert published_error(0.46, 4, pairs=False) == 0.23
    found = published_error(0.7, 4, pairs=True, spread=16)
    assert found == pytest.approx(0.7 * math.sqrt(16 / 28))


def test_verdicts_need_the_whole_interval_in_the_band():
    """Printed 2 ± 0.1; as good as equal is what lies within a tenth, 1.8 to 2.2."""
    cases = {
        ((1.9, 2.1), ""): "agrees",
        ((2.15, 2.19), ""): "agrees",  # apart from the printed interval, and close
        ((1.5, 2.5), ""): "undecided",  # weak data holds everything
        ((2.1, 2.3), ""): "undecided",
        ((2.3, 2.4), ""): "differs",
        ((1.0, 1.7), ""): "differs",
        ((1.9, 2.1), "other"): "not comparable: other",
        (NAN, ""): "undecided: no interval",
        (NAN, "other"): "not comparable: other",
    }
    for (ours, reason), verdict in cases.items():
        told = judged(ours, (1.9, 2.1), tenth, reason)
        assert told == {"band": "1.8 to 2.2", "verdict": verdict}, (ours, reason)
    assert judged((1, 2), NAN, tenth) == {"verdict": ""}


def test_what_was_printed_of_few_runs_decides_nothing_by_its_width():
    wide = (1.0, 3.0)
    for ours in ((1.95, 2.05), (2.5, 2.6)):
        assert judged(ours, wide, tenth)["verdict"] == (
            "undecided: the printed interval is wider than the band"
        )
    assert judged((2.5, 3.6), wide, tenth)["verdict"] == "undecided"
    assert judged((3.1, 3.2), wide, tenth)["verdict"] == "differs"


def test_printed_limits_are_a_band_by_themselves():
    limits = judged((1.1, 1.2), (1.0, 1.3), None)
    assert limits == {"band": "1 to 1.3", "verdict": "agrees"}
    assert judged((0.9, 1.2), (1.0, 1.3), None)["verdict"] == "undecided"
    assert judged((1.9, 2.1), (1.9, 2.1), 0.5)["band"] == "1.5 to 2.5"


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "table_1.csv"
    file.write_text(
        "language,n,mean_e2,bound,other_e2,reading,source\n"
        'hi,2,1.5,<1,,,"Table 1"\n'
        'en,2,2.5,2,7,printed under de,"Table 1"\n'
    )
    return file


def beside(path, *rows, **facts):
    facts |= {"keys": ("language", "n"), "columns": {"printed_e2": "mean_e2"}}
    facts |= {"value": "mean", "scale": 1e2, "ends": Printed("mean_e2", 0.05)}
    return Published(path=path, **facts).beside(rows, SimpleNamespace())


def ours(mean, language="hi", **changes):
    row = {"language": language, "n": 2, "mean": mean, "low": mean, "high": mean}
    return row | {"cell": "a", "note": "own"} | changes


def test_columns_of_numbers_are_read_as_such(path):
    first, second = read(path)
    assert (first["n"], first["mean_e2"], second["other_e2"]) == (2, 1.5, 7)
    assert math.isnan(first["other_e2"])
    assert (first["bound"], first["reading"]) == ("<1", "")


def test_rows_are_joined_by_keys_and_judged_in_published_units(path):
    near, far, region = beside(
        path, ours(0.0152), ours(0.017), ours(0.0251, "en-GB", note=["a", "b"])
    )
    assert (near["printed_e2"], near["verdict"]) == (1.5, "agrees")
    assert far["verdict"] == "differs"
    assert (region["printed_e2"], region["verdict"]) == (2.5, "agrees")
    assert list(region["note"]) == ["a", "b", "printed under de"]


def test_what_was_not_published_is_said_and_what_has_no_cell_stays(path):
    other, length, alone = beside(
        path, ours(0.01, "de"), ours(0.01, n=5), {"language": "hi", "n": 2}
    )
    assert list(other["note"]) == ["own", NO_VALUE] == list(length["note"])
    assert "verdict" not in other and alone == {"language": "hi", "n": 2}


def test_a_row_says_why_it_does_not_compare(path):
    def comparable(results):
        return lambda cell: "another text" if cell == "b" else ""

    rows = ours(0.015), ours(0.015, cell="b", unlike="x"), ours(0.015, unlike="x")
    found = beside(path, *rows, comparable=comparable)
    assert [row["verdict"] for row in found] == [
        *("agrees", "not comparable: another text", "not comparable: x"),
    ]


def test_a_row_without_a_value_or_an_interval_has_no_verdict(path):
    gone, wide = ours(0.015), ours(0.015, low=np.nan, high=np.nan)
    del gone["mean"]
    found = beside(path, gone, wide)
    assert [row["verdict"] for row in found] == ["", "undecided: no interval"]
    assert found[0]["printed_e2"] == 1.5


def test_the_interval_of_a_printed_mean_rests_on_its_deviation():
    printed = Printed("mean_e2", 0.0005, "deviation_e4", 100, runs=16, pairs=True)
    row = {"mean_e2": 1.805, "deviation_e4": 5.3}
    ends = published_ends(1.805, 0.0005, 0.053, runs=16, pairs=True)
    assert printed(row, {}) == ends
    assert Printed("mean_e2", 0.1)(row, {}) == pytest.approx((1.705, 1.905))
