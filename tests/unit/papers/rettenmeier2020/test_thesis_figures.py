"""What is asked of every figure of the thesis."""

from dataclasses import replace

import matplotlib
import pytest
from drawings import record, word_record
from drawn_cells import cell, many, texts, titles
from invented import PAIR
from invented import words as known_words
from invented_laws import law_numbers, no_laws
from thesis import FIGURES, Study, draw

from quaver.items.look import save
from quaver.papers.rettenmeier2020 import frequency

OF_CELLS, OF_WORDS = ("figure_3_5",), ("figure_2_8", "figure_2_9")
OF_LAWS = ("figure_4_1", "figure_4_2")
OF_NOTHING = "figure_A_1"
OTHERS = *OF_CELLS, *OF_WORDS, *OF_LAWS, OF_NOTHING
OF_DISTRIBUTIONS = [name for name in FIGURES if name not in OTHERS]


def records_of(name):
    if name in OF_WORDS:
        return [word_record(language="pl")]
    if name in OF_LAWS:
        return [law_numbers(), law_numbers(technique="glove"), no_laws()]
    return [cell(averages={2: PAIR / 50}, runs=4)] if name in OF_CELLS else [record()]


def test_a_study_without_numbers_is_drawn_as_such(tmp_path):
    for name in set(FIGURES) - {OF_NOTHING}:
        figure = draw(name)
        assert [text[:3] for text in texts(figure)] == ["no "], name
        save(figure, tmp_path / "empty.svg")


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_same_numbers_give_the_same_bytes(ending, tmp_path):
    first, second = tmp_path / f"first.{ending}", tmp_path / "second.tmp"
    start = {"svg": b"<?xml", "png": b"\x89PNG"}[ending]
    others = {"font.size": 23, "svg.hashsalt": None, "lines.linewidth": 7}
    off = []
    for name in FIGURES:
        save(draw(name, records_of(name)), first)
        with matplotlib.rc_context(others):
            save(draw(name, records_of(name)), second, ending)
        same = first.read_bytes() == second.read_bytes()
        if not (same and first.read_bytes().startswith(start)):
            off.append(name)
    assert off == []


@pytest.mark.filterwarnings("error")
def test_seven_views_of_three_techniques_and_their_texts_fit(tmp_path):
    for name in (*OF_DISTRIBUTIONS, *OF_WORDS, *OF_CELLS):
        make = word_record if name in OF_WORDS else cell if name in OF_CELLS else record
        polish = {"language": "pl"} if name == "figure_2_9" else {}
        figure = draw(name, many(make, **polish)[:-1])
        save(figure, tmp_path / "many.svg")
        assert (tmp_path / "many.svg").stat().st_size < 3e6, name
        lowest = figure._supxlabel.get_window_extent()
        assert lowest.y0 >= 0 and lowest.x1 <= figure.bbox.x1, name
        for axes in figure.axes:
            box = axes.get_window_extent()
            assert box.y0 > lowest.y1, name
            assert box.width > 150 and box.height > 80 or not axes.axison, name
            for text in axes.texts if name in OF_DISTRIBUTIONS else ():
                own, what = text.get_window_extent(), (name, text.get_text())
                assert box.x0 <= own.x0 and own.x1 <= box.x1 + 1, what
                assert box.y0 <= own.y0 and own.y1 <= box.y1 + 1, what


def test_a_cell_not_measured_says_why_and_leaves_the_others():
    notes = dict.fromkeys(("cosines", "prediction", "averages"), "2 of 8 runs failed")
    nothing = dict.fromkeys(notes)
    records = [
        record("news", "glove"),
        record("news", "word2vec", **nothing, notes=notes),
        record("wiki", "glove", **nothing),
    ]
    for name in OF_DISTRIBUTIONS:
        written = texts(draw(name, records))
        panels = name != "figure_3_6"  # which has a panel per set, not per technique
        assert ("2 of 8 runs failed" in written) == panels, name
        assert "not measured" in written, name
        assert ("not in the study" in written) == panels, name


def test_samplings_are_rows_of_their_own():
    records = [record(sampling=name) for name in ("bootstrapped", "shuffled")]
    expected = ["news, glove, shuffled", "news, glove, bootstrapped"]
    assert titles(draw("figure_2_4", records)) == expected
    assert titles(draw("figure_3_2", records))[::2] == expected


def test_texts_of_words_are_not_held_for_figures():
    """Those of all corpora of a large study do not fit into memory together."""
    record = replace(known_words(), words=["sun", "moon"])
    (kept,) = frequency._words(Study(cell(technique="word2vec"), words=[record]))
    assert len(kept.words) == 2
    assert not any(isinstance(word, str) for word in kept.words)


def test_variants_of_sweeps_are_in_no_figure():
    variant = cell(technique="glove.epochs-10", base="glove")
    words = [word_record(), word_record(technique=variant.technique)]
    for name in ("figure_2_8", "figure_3_5"):
        figure = FIGURES[name].draw(Study(cell(), variant, words=words))
        named = [text.get_text() for text in figure.legends[0].get_texts()]
        assert not any("epochs" in text for text in [*titles(figure), *named])
        assert len(figure.axes) == 1
