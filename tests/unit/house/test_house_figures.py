"""The figures of losses and of averages, and what every figure of the house keeps."""

import math
from functools import partial

import matplotlib
import numpy as np
import pytest
from drawn_cells import below, cell, heights, labels, many, texts
from invented import LOSSES, PAIR

from quaver.house.averages import draw_averages
from quaver.house.losses import draw_losses
from quaver.items.look import save
from quaver.measures.averaging import relative_loss

of_averages = partial(draw_averages, title="Averages", caption="Of runs.")
DRAWN = {"losses": draw_losses, "averages": of_averages}


def test_losses_show_every_pair_and_the_mean():
    figure = draw_losses([cell()])
    (axes,) = figure.axes
    dots = axes.collections[0]
    np.testing.assert_allclose(heights(dots), [1, 2, 3])
    (bar,) = axes.containers
    np.testing.assert_allclose(bar.lines[0].get_ydata().astype(float), [2])
    reach = math.sqrt(4 / 3) * 4.302652729911275  # of the hand case in test_tables
    (ends,) = bar.lines[2][0].get_segments()
    np.testing.assert_allclose(ends[:, 1], [0, 2 + reach])  # not below 0
    assert axes.get_title(loc="left") == "news"
    assert axes.get_ylim()[0] == 0
    assert "0 = every run gives the same space" in below(figure)


def test_two_runs_have_no_interval():
    figure = draw_losses([cell(runs=2, losses=PAIR / 50)])
    (bar,) = figure.axes[0].containers
    assert bar.lines[2] == ()
    np.testing.assert_allclose(bar.lines[0].get_ydata().astype(float), [2])


def test_a_missing_cell_is_named_and_breaks_the_line():
    cells = [
        cell(sampling="fixed"),
        cell(losses=None, failed=1),
        cell(sampling="bootstrapped", losses=LOSSES * 2),
    ]
    figure = draw_losses(cells)
    assert [text.strip() for text in texts(figure)] == ["not measured"]
    line = next(line for line in figure.axes[0].lines if len(line.get_ydata()) == 3)
    np.testing.assert_allclose(line.get_ydata(), [2, np.nan, 4])
    ticks = [text.get_text() for text in figure.axes[0].get_xticklabels()]
    assert ticks == ["fixed", "shuffled", "bootstrapped"]


def test_pairs_beyond_a_page_of_dots_are_pixels():
    runs = 33  # 528 pairs
    losses = np.full((runs, runs), 0.01) - 0.01 * np.eye(runs)
    few, lots = (draw_losses([cell(losses=x)]) for x in (LOSSES, losses))
    assert not few.axes[0].collections[0].get_rasterized()
    assert lots.axes[0].collections[0].get_rasterized()


def test_every_view_has_its_panel_and_every_technique_its_colour():
    figure = draw_losses(many(cell))
    assert [axes.get_title(loc="left") for axes in figure.axes] == [
        f"view{k}" for k in range(7)
    ]
    assert labels(figure) == ["fasttext", "glove", "word2vec"]
    handles = figure.legends[0].legend_handles
    assert len({handle.get_color() for handle in handles}) == 3
    limits = {axes.get_ylim() for axes in figure.axes}
    assert len(limits) == 1


def test_a_legend_of_long_names_goes_over_several_lines():
    names = [f"word2vec.epochs-10.negative-{k}" for k in range(6)]
    figure = draw_losses([cell(technique=name) for name in names])
    figure.draw_without_rendering()
    legend = figure.legends[0].get_window_extent()
    assert labels(figure) == names
    assert legend.x1 <= figure.bbox.x1


def test_averages_are_those_of_the_table():
    averages = {2: PAIR * 0.015, 4: PAIR * 0.011, 8: None}
    cells = [cell(runs=8, averages=averages)]
    figure = of_averages(cells)
    (axes,) = figure.axes
    curve, line = axes.lines
    parts = [1] + [relative_loss(LOSSES, averages[size], size).value for size in (2, 4)]
    np.testing.assert_array_equal(line.get_xdata(), [1, 2, 4])
    np.testing.assert_allclose(line.get_ydata(), parts)
    np.testing.assert_allclose(line.get_ydata(), [1, 0.75, 0.55])
    assert (curve.get_xdata()[0], curve.get_xdata()[-1]) == (1, 4)
    np.testing.assert_allclose(curve.get_ydata(), 1 / np.sqrt(curve.get_xdata()))
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "2", "4"]
    assert "needs 2 * size <= runs: size 8." in below(figure)
    assert below(figure).endswith("pair of averages there is no interval: size 4.")
    assert labels(figure) == ["glove", "1 / sqrt(size)"]


def test_intervals_of_averages_are_drawn_side_by_side():
    averages = {2: LOSSES * 0.7, 4: PAIR * 0.011}
    cells = [
        cell(technique=name, runs=8, averages=averages) for name in ("lsa", "ppmi")
    ]
    (axes,) = of_averages(cells).axes
    whiskers = [bar.lines[2][0].get_segments() for bar in axes.containers]
    effect = relative_loss(LOSSES, averages[2], 2)
    assert [len(segments) for segments in whiskers] == [1, 1]  # of one pair no interval
    for (ends,) in whiskers:
        np.testing.assert_allclose(ends[:, 1], np.maximum(effect[1:3], 0))
    first, second = (ends[0, 0] for (ends,) in whiskers)
    assert 1.8 < first < 2 < second < 2.2


def test_what_is_not_averaged_has_no_lone_marker_and_no_panel():
    averaged = cell(averages={2: PAIR * 0.015}, runs=4)
    cells = [averaged, cell(technique="lsa", averages={4: None}, runs=4), cell("en")]
    figure = of_averages(cells)
    (axes,) = figure.axes
    assert [axes.get_title(loc="left"), *texts(figure)] == [
        *("news, shuffled", "no averages: lsa")
    ]
    assert [len(line.get_xdata()) for line in axes.lines[1:]] == [2]
    assert labels(figure) == ["glove", "lsa", "1 / sqrt(size)"]


def test_averages_have_a_panel_per_view_and_sampling():
    averages = {2: PAIR * 0.015}
    cells = many(cell, averages=averages, runs=4)
    cells += many(cell, sampling="fixed", losses=None)
    figure = of_averages(cells)
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert len(titles) == 14
    assert titles[:3] == ["view0, fixed", "view0, shuffled", "view1, fixed"]
    shown = [text for text in texts(figure) if text]
    assert shown == ["not measured: fasttext, glove, word2vec"] * 7
    assert "Left out" not in below(figure)


def test_runs_that_do_not_differ_have_no_fraction():
    figure = of_averages([cell(losses=LOSSES * 0, averages={2: PAIR * 0.0})])
    assert texts(figure) == ["runs do not differ: glove"]
    losses = draw_losses([cell(losses=LOSSES * 0)])
    assert losses.axes[0].get_ylim() == (0, 1)


def test_a_study_without_numbers_is_drawn_as_such(tmp_path):
    for name, draw in DRAWN.items():
        figure = draw([])
        assert [text[:3] for text in texts(figure)] == ["no "], name
        save(figure, tmp_path / "empty.svg")


def test_the_same_numbers_give_the_same_bytes(tmp_path):
    cells = [cell(averages={2: PAIR / 50}, runs=4)]
    starts = {"svg": b"<?xml", "png": b"\x89PNG"}
    others = {"font.size": 23, "svg.hashsalt": None, "lines.linewidth": 7}
    for draw in DRAWN.values():
        for ending, start in starts.items():
            first, second = tmp_path / f"first.{ending}", tmp_path / "second.tmp"
            save(draw(cells), first)
            with matplotlib.rc_context(others):
                save(draw(cells), second, ending)
            assert first.read_bytes() == second.read_bytes()
            assert first.read_bytes().startswith(start)


@pytest.mark.filterwarnings("error")
def test_seven_views_of_three_techniques_fit(tmp_path):
    for draw in DRAWN.values():
        figure = draw(many(cell)[:-1])
        save(figure, tmp_path / "many.svg")
        assert (tmp_path / "many.svg").stat().st_size < 3e6
        lowest = figure._supxlabel.get_window_extent()
        assert lowest.y0 >= 0 and lowest.x1 <= figure.bbox.x1
        for axes in figure.axes:
            box = axes.get_window_extent()
            assert box.y0 > lowest.y1
            assert box.width > 150 and box.height > 80 or not axes.axison
