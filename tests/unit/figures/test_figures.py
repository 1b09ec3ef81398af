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
