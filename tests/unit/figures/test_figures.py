import math

import matplotlib
import numpy as np
import pytest
from invented import (
    LOSSES,
    PAIR,
    below,
    cell,
    heights,
    labels,
    many,
    record,
    texts,
    titles,
    word_record,
)

from quaver import figures
from quaver.corpora import samples
from quaver.items import look

OF_CELLS = (figures.figure_losses, figures.figure_3_5)
OF_WORDS = (figures.figure_2_8, figures.figure_2_9)
OF_DISTRIBUTIONS = (
    figures.figure_2_2,
    figures.figure_2_3,
    figures.figure_2_4,
    figures.figure_2_5,
    figures.figure_2_7,
    figures.figure_3_2,
    figures.figure_3_6,
    figures.figure_A_2,
    figures.figure_A_3,
)


def test_samplings_are_those_of_the_samples():
    assert look.SAMPLINGS == samples.SAMPLINGS


def test_losses_show_every_pair_and_the_mean():
    figure = figures.figure_losses([cell()])
    (axes,) = figure.axes
    dots = axes.collections[0]
    np.testing.assert_allclose(heights(dots), [1, 2, 3])
    (bar,) = axes.containers
    np.testing.assert_allclose(bar.lines[0].get_ydata().astype(float), [2])
    reach = math.sqrt(4 / 3) * 4.302652729911275  # of the hand case in test_tables
    (ends,) = bar.lines[2][0].get_segments()
    np.testing.assert_allclose(ends[:, 1], [2 - reach, 2 + reach])
    assert axes.get_title(loc="left") == "news"
    assert axes.get_ylim()[0] == 0
    assert "0 = every run gives the same space" in below(figure)


def test_two_runs_have_no_interval():
    figure = figures.figure_losses([cell(runs=2, losses=PAIR / 50)])
    (bar,) = figure.axes[0].containers
    assert bar.lines[2] == ()
    np.testing.assert_allclose(bar.lines[0].get_ydata().astype(float), [2])


def test_a_missing_cell_is_named_and_breaks_the_line():
    cells = [
        cell(sampling="fixed"),
        cell(losses=None, failed=1),
        cell(sampling="bootstrapped", losses=LOSSES * 2),
    ]
    figure = figures.figure_losses(cells)
    assert [text.strip() for text in texts(figure)] == ["not measured"]
    line = next(line for line in figure.axes[0].lines if len(line.get_ydata()) == 3)
    np.testing.assert_allclose(line.get_ydata(), [2, np.nan, 4])
    ticks = [text.get_text() for text in figure.axes[0].get_xticklabels()]
    assert ticks == ["fixed", "shuffled", "bootstrapped"]


def test_pairs_beyond_a_page_of_dots_are_pixels():
    runs = 33  # 528 pairs
    losses = np.full((runs, runs), 0.01) - 0.01 * np.eye(runs)
    few, lots = (figures.figure_losses([cell(losses=x)]) for x in (LOSSES, losses))
    assert not few.axes[0].collections[0].get_rasterized()
    assert lots.axes[0].collections[0].get_rasterized()


def test_every_view_has_its_panel_and_every_technique_its_colour():
    figure = figures.figure_losses(many(cell))
    assert [axes.get_title(loc="left") for axes in figure.axes] == [
        f"view{k}" for k in range(7)
    ]
    assert labels(figure) == ["fasttext", "glove", "word2vec"]
    handles = figure.legends[0].legend_handles
    assert len({handle.get_color() for handle in handles}) == 3
    limits = {axes.get_ylim() for axes in figure.axes}
    assert len(limits) == 1


def test_looks_stay_distinct_with_many_techniques():
    looks = look.technique_looks(f"t{k:02}" for k in range(20))
    assert len({tuple(appearance.values()) for appearance in looks.values()}) == 20


@pytest.mark.parametrize("draw", [*OF_CELLS, *OF_WORDS, *OF_DISTRIBUTIONS])
def test_a_study_without_numbers_is_drawn_as_such(draw, tmp_path):
    figure = draw([])
    assert [text[:3] for text in texts(figure)] == ["no "]
    figures.save(figure, tmp_path / "empty.svg")


@pytest.mark.parametrize("ending", ["svg", "png"])
@pytest.mark.parametrize(
    ("draw", "records"),
    [
        (figures.figure_losses, [cell()]),
        *((draw, [word_record(language="pl")]) for draw in OF_WORDS),
        (figures.figure_3_5, [cell(averages={2: PAIR / 50}, runs=4)]),
        *((draw, [record()]) for draw in OF_DISTRIBUTIONS),
        (lambda records: figures.figure_A_1(), []),
    ],
)
def test_the_same_numbers_give_the_same_bytes(draw, records, ending, tmp_path):
    first, second = tmp_path / f"first.{ending}", tmp_path / "second.tmp"
    figures.save(draw(records), first)
    others = {"font.size": 23, "svg.hashsalt": None, "lines.linewidth": 7}
    with matplotlib.rc_context(others):
        figures.save(draw(records), second, ending)
    assert first.read_bytes() == second.read_bytes()
    start = {"svg": b"<?xml", "png": b"\x89PNG"}[ending]
    assert first.read_bytes().startswith(start)


def test_drawing_leaves_the_users_look_alone(tmp_path):
    before = dict(matplotlib.rcParams)
    figures.save(figures.figure_losses([cell()]), tmp_path / "x.png")
    assert dict(matplotlib.rcParams) == before


def test_an_unknown_ending_is_refused(tmp_path):
    figure = figures.figure_losses([cell()])
    with pytest.raises(ValueError, match=r"one of \['png', 'svg'\]. Got 'pdf'"):
        figures.save(figure, tmp_path / "x.pdf")
    assert not list(tmp_path.iterdir())


def test_a_legend_of_long_names_goes_over_several_lines():
    names = [f"word2vec.epochs-10.negative-{k}" for k in range(6)]
    figure = figures.figure_losses([cell(technique=name) for name in names])
    figure.draw_without_rendering()
    legend = figure.legends[0].get_window_extent()
    assert labels(figure) == names
    assert legend.x1 <= figure.bbox.x1


@pytest.mark.parametrize("word", ["momentum", "żółw", "naïve", "Ωmega", "мир"])
def test_words_of_our_font_are_shown_as_they_are(word):
    assert look.shown(word) == word


def test_words_our_font_lacks_are_shown_by_number():
    assert look.shown("猫") == "U+732B"
    assert look.shown("बि") == "U+092C 093F"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("draw", [*OF_DISTRIBUTIONS, *OF_WORDS, *OF_CELLS])
def test_seven_views_of_three_techniques_fit(draw, tmp_path):
    make = word_record if draw in OF_WORDS else cell if draw in OF_CELLS else record
    records = many(make)[:-1]
    for each in records if draw is figures.figure_2_9 else ():
        each.language = "pl"
    figure = draw(records)
    figures.save(figure, tmp_path / "many.svg")
    assert (tmp_path / "many.svg").stat().st_size < 3e6
    lowest = figure._supxlabel.get_window_extent()
    assert lowest.y0 >= 0 and lowest.x1 <= figure.bbox.x1
    for axes in figure.axes:
        box = axes.get_window_extent()
        assert box.y0 > lowest.y1
        assert box.width > 150 and box.height > 80 or not axes.axison


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("draw", OF_DISTRIBUTIONS)
def test_text_in_panels_stays_in_its_panel(draw):
    figure = draw(many(record))
    figure.draw_without_rendering()
    for axes in figure.axes:
        panel = axes.get_window_extent()
        for text in axes.texts:
            box = text.get_window_extent()
            assert panel.x0 <= box.x0 and box.x1 <= panel.x1 + 1, text.get_text()
            assert panel.y0 <= box.y0 and box.y1 <= panel.y1 + 1, text.get_text()


@pytest.mark.parametrize("draw", OF_DISTRIBUTIONS)
def test_a_cell_not_measured_says_why_and_leaves_the_others(draw):
    notes = dict.fromkeys(("cosines", "prediction", "averages"), "2 of 8 runs failed")
    nothing = dict.fromkeys(notes)
    records = [
        record("news", "glove"),
        record("news", "word2vec", **nothing, notes=notes),
        record("wiki", "glove", **nothing),
    ]
    written = texts(draw(records))
    assert ("2 of 8 runs failed" in written) == (draw is not figures.figure_3_6)
    assert "not measured" in written
    assert ("not in the study" in written) == (draw is not figures.figure_3_6)


def test_samplings_are_rows_of_their_own():
    records = [record(sampling=name) for name in ("bootstrapped", "shuffled")]
    expected = ["news, glove, shuffled", "news, glove, bootstrapped"]
    assert titles(figures.figure_2_4(records)) == expected
    assert titles(figures.figure_3_2(records))[::2] == expected
