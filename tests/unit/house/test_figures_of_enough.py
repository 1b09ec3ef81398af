"""Figures of how many runs, and how much text, are enough."""

from types import SimpleNamespace

import numpy as np
import pytest
from drawn_cells import cell, labels, texts, title
from house_given import text_numbers
from test_enough_runs_table import asking

from quaver.house.enough_drawn import draw_enough_runs, draw_enough_text
from quaver.house.enough_text import row_of as enough_text_row
from quaver.measures.enough_runs import enough
from quaver.measures.spread import nearest
from quaver.results.sizes import Sized, TextNumbers
from quaver.statistics.deviations import unbiased_mean


def queries(technique="glove", runs=16, spread=0.03, seed=1, **changes):
    """Queries whose cosines vary over runs; the first candidates are nearest."""
    generator = np.random.default_rng(seed)
    means = np.linspace(0.9, 0.1, 40)
    noise = generator.normal(0, spread, (runs, 12, 40))
    facts = {
        "cell": cell(technique=technique, sampling="bootstrapped"),
        "candidate_cosines": means + noise,
        "neighbours": np.zeros((runs, 12, 5), int),
        "note": "",
    }
    return SimpleNamespace(**facts | changes)


def text(technique="glove", fractions=4, **changes):
    sizes = []
    for place in range(fractions):
        share = np.full((4, 4), 0.2 + 0.05 * place)
        share[0, 1:] += 0.01
        share[1:, 0] += 0.01
        tokens = 100_000 * 2**place
        sizes.append(Sized("v", 0.1, tokens, 4, 5001, share, share))
    frequency = np.arange(1.0, 201)
    facts = {
        **{"corpus": "news", "view": "news", "unit": "line", "language": "en"},
        **{"technique": technique, "trainer": technique, "n": 10, "sizes": sizes},
        **{"targets": 200, "common": 150, "frequency": frequency},
        "word_share": np.where(frequency > 80, 0.8, 0.1),
    }
    return TextNumbers(**facts | changes)


def stars(axes):
    return [line for line in axes.lines if line.get_marker() == "*"]


def test_curves_end_at_what_all_runs_tell_and_stars_stand_where_they_suffice():
    record = queries()
    left, right = draw_enough_runs([record], asking(0.1)).axes
    near = nearest(record.candidate_cosines, 5)
    (curve,) = [line for line in left.lines if len(line.get_xdata()) > 1]
    assert curve.get_xdata()[-1] == 16
    assert curve.get_ydata()[-1] == pytest.approx(unbiased_mean(near).value)
    (star,) = stars(left)
    assert star.get_xdata()[0] == enough(near, 0.1).needed <= 16
    assert star.get_ydata()[0] == curve.get_ydata()[int(star.get_xdata()[0]) - 2]
    (agreed,) = right.lines
    assert agreed.get_xdata().tolist() == [1, 2, 4, 7]
    assert len(left.collections) == 1


def test_where_more_runs_are_needed_there_is_no_star():
    left, _ = draw_enough_runs([queries(runs=4)], asking(0.001)).axes
    assert not stars(left)


def test_views_are_rows_and_other_samplings_are_left_out():
    records = [
        queries("glove"),
        queries("lsa", seed=2),
        queries(cell=cell("other", sampling="bootstrapped")),
        queries(cell=cell("news", sampling="shuffled")),
    ]
    figure = draw_enough_runs(iter(records), asking(0.05))
    assert len(figure.axes) == 4
    assert labels(figure) == ["glove", "lsa"]
    assert "How many runs tell the deviation of cosines?" in title(figure)


def test_panels_without_queries_say_why():
    lost = queries(candidate_cosines=None, note="runs without a model")
    assert texts(draw_enough_runs([lost], asking(0.05))) == (
        ["runs without a model"] * 2
    )
    said = texts(draw_enough_runs([], asking(0.05)))[0]
    assert said.replace("\n", " ") == "no queries of bootstrapped runs in the study"


def test_lines_go_through_fractions_to_ten_times_the_text():
    figure = draw_enough_text([text(), text("lsa")], 0.5)
    left, right = figure.axes
    dashed = [line for line in left.lines if line.get_linestyle() == "--"]
    assert len(dashed) == 2
    assert dashed[0].get_xdata()[[0, -1]] == pytest.approx([8e5, 8e6])
    assert left.get_xscale() == right.get_xscale() == "log"
    assert {star.get_xdata()[0] for star in stars(right)} == {81}
    assert labels(figure) == ["glove", "lsa"]


def test_a_line_ends_where_nothing_can_be_told():
    record = text()
    bent = np.full((4, 4), 0.05)
    object.__setattr__(record.sizes[1], "common", bent)
    left, _ = draw_enough_text([record], 0.5).axes
    (dashed,) = [line for line in left.lines if line.get_linestyle() == "--"]
    assert 8e5 < dashed.get_xdata()[-1] < 7e6


def test_the_few_most_frequent_words_are_not_drawn():
    _, right = draw_enough_text([text()], 0.5).axes
    assert right.lines[0].get_xdata()[[0, -1]].tolist() == [1, 191]


def test_frequencies_within_a_power_of_ten_have_ticks():
    frequency = np.linspace(110, 190, 200)
    _, right = draw_enough_text([text(frequency=frequency)], 0.5).axes
    low, high = right.get_xlim()
    assert sum(low <= tick <= high for tick in right.get_xticks()) >= 2


def test_two_fractions_have_no_band_and_one_no_line():
    left, _ = draw_enough_text([text(fractions=2)], 0.5).axes
    assert [line for line in left.lines if line.get_linestyle() == "--"]
    bands = [each for each in left.collections if "Poly" in type(each).__name__]
    assert not bands
    left, right = draw_enough_text([text(fractions=1)], 0.5).axes
    assert not [line for line in left.lines if line.get_linestyle() == "--"]
    assert stars(right)


def test_texts_without_neighbours_say_why():
    lost = text(fractions=0, note="not measured")
    twice = text()
    object.__setattr__(twice.sizes[-2], "tokens", twice.sizes[-1].tokens)
    left, _ = draw_enough_text([twice], 0.5).axes
    assert not [line for line in left.lines if line.get_linestyle() == "--"]
    assert texts(draw_enough_text([lost], 0.5)) == ["not measured"] * 2
    said = texts(draw_enough_text([], 0.5))[0]
    assert said.replace("\n", " ") == "no bootstrapped runs in the study"


def test_names_of_sizes_are_short():
    figure = draw_enough_text([text()], 0.5)
    figure.canvas.draw()
    shown = [label.get_text() for label in figure.axes[0].get_xticklabels()]
    assert "1M" in shown


def test_the_share_drawn_is_that_of_the_table():
    """Words that all fractions have are more frequent, and share more."""
    record = text_numbers()
    row = enough_text_row(record, 0.5)
    left, _ = draw_enough_text([record], 0.5).axes
    whole, common = left.containers
    for bars, name, at in ((whole, "share", 0), (common, "common_share", -1)):
        assert bars.lines[0].get_ydata()[at] == row[name]
        ends = bars.lines[2][0].get_segments()[at][:, 1]
        wanted = [row[f"{name}_{end}"] for end in ("low", "high")]
        np.testing.assert_allclose(ends, wanted)
    assert row["share"] < row["common_share"]
