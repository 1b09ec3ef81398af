import math

import numpy as np
from drawings import word_record
from drawn_cells import heights, labels, many, texts, title, titles
from thesis import draw

from quaver.items.look import save
from quaver.papers.rettenmeier2020 import frequency as thesis


def test_words_are_drawn_as_given():
    record = word_record()
    figure = draw("figure_2_8", [record])
    (axes,) = figure.axes
    intrinsic, extrinsic = axes.collections
    np.testing.assert_allclose(heights(intrinsic), record.intrinsic * 100)
    np.testing.assert_allclose(heights(extrinsic), record.extrinsic[5:] * 100)
    across = np.asarray(intrinsic.get_offsets())[:, 0]
    np.testing.assert_array_equal(across, record.frequency)
    assert axes.get_xscale() == "log"
    assert texts(figure) == ["no extrinsic value: 5 of 50"]
    assert "Figure 2.8 of Rettenmeier 2020" in title(figure)
    assert labels(figure) == ["intrinsic instability", "extrinsic instability"]


def test_the_median_runs_over_all_words():
    # The frequencies 10 and 1000 fall into the first and the last of the bins.
    frequency = np.repeat([10.0, 100.0, 1000.0], [5, 4, 6])
    values = np.array([1, 2, 3, 4, 90, 0, 0, 0, 0, 5, 6, 7, 8, 9, np.nan])
    where, medians = thesis.running_median(frequency, values)
    np.testing.assert_allclose(where, [10, 1000])
    np.testing.assert_allclose(medians, [3, 7])


def test_the_median_of_nothing_is_nothing():
    where, medians = thesis.running_median(np.array([2.0]), np.array([np.nan]))
    assert len(where) == len(medians) == 0


def test_at_most_2000_words_always_the_same_are_shown():
    rows = thesis.picked(9000)
    assert len(rows) == len(set(rows.tolist())) == 2000
    assert rows.max() < 9000
    assert (np.diff(rows) > 0).all()
    # A fair pick: its mean row lies within four standard errors of the middle.
    error = 9000 / math.sqrt(12 * 2000)
    assert abs(rows.mean() - 4500) < 4 * error
    np.testing.assert_array_equal(rows, thesis.picked(9000))
    np.testing.assert_array_equal(thesis.picked(30), np.arange(30))
    record = word_record(count=2500)
    figure = draw("figure_2_8", [record])
    shown = record.intrinsic[thesis.picked(2500)] * 100
    np.testing.assert_allclose(heights(figure.axes[0].collections[0]), shown)


def test_views_are_rows_and_techniques_columns():
    figure = draw("figure_2_8", many(word_record)[:-1])
    assert len(figure.axes) == 21
    assert texts(figure).count("not in the study") == 1
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles[:4] == [
        *("view0, fasttext", "view0, glove", "view0, word2vec", "view1, fasttext")
    ]
    assert texts(figure)[-1] == "not in the study"


def test_a_record_without_words_says_so(tmp_path):
    none = np.empty(0)
    record = word_record(
        words=[], frequency=none, intrinsic=none, extrinsic=none, missing=0
    )
    figure = draw("figure_2_8", [record])
    assert texts(figure) == ["no words shared"]
    save(figure, tmp_path / "empty.png")


def test_why_words_were_not_measured_is_said():
    none = np.empty(0)
    empty = {"words": [], "frequency": none, "intrinsic": none, "extrinsic": none}
    record = word_record(**empty, missing=0, note="runs without a model")
    assert texts(draw("figure_2_8", [record])) == ["runs without a model"]


def test_polish_alone():
    records = [
        word_record("enwiki", language="en"),
        word_record("plwiki", "glove", language="pl"),
        word_record("plwiki", "word2vec", language="pl"),
        word_record("plnews", "glove", language="pl-pl"),
    ]
    figure = draw("figure_2_9", records)
    assert titles(figure) == [
        *("plnews, glove", "plnews, word2vec", "plwiki, glove", "plwiki, word2vec")
    ]
    assert texts(figure).count("not in the study") == 1
    assert "Figure 2.9 of Rettenmeier 2020" in title(figure)


def test_a_study_without_polish_says_so():
    figure = draw("figure_2_9", [word_record(language="en")])
    assert texts(figure) == ["no Polish corpus in this study"]


def test_kinds_are_told_apart_without_colour():
    figure = draw("figure_2_8", [word_record()])
    handles = figure.legends[0].legend_handles
    assert len({handle.get_marker() for handle in handles}) == 2
    assert len({handle.get_linestyle() for handle in handles}) == 2
