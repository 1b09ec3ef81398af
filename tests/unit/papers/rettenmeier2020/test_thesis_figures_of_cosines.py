import math

import numpy as np
import pytest
from drawings import cosines, record
from drawn_cells import below, labels, many, texts, title, titles
from scipy.stats import norm
from thesis import draw

from quaver.measures.independence import expected_shares, independence
from quaver.papers.rettenmeier2020.cosines import FEW, LIKE_NORMAL
from quaver.statistics.expected import share_band, studentised_density, whitened


def steps(axes):
    return [each.get_data() for each in axes.patches]


@pytest.mark.parametrize("number", ["2_2", "2_3", "2_4", "2_5"])
def test_cells_are_panels_of_views_and_techniques(number):
    figure = draw(f"figure_{number}", many(record)[:-1])
    assert len(figure.axes) == 21
    assert titles(figure)[:4] == [
        *("view0, fasttext", "view0, glove", "view0, word2vec", "view1, fasttext")
    ]
    assert texts(figure)[-1] == "not in the study"
    assert f"Figure {number.replace('_', '.')} of Rettenmeier 2020" in title(figure)


def test_few_runs_are_strokes_beside_the_normal_curve():
    found = cosines(runs=FEW - 1)
    (axes,) = draw("figure_2_2", [record(cosines=found)]).axes
    curve, strokes = axes.lines
    np.testing.assert_array_equal(strokes.get_xdata(), found.example_cosines)
    mean, deviation = found.example_cosines.mean(), found.example_cosines.std()
    density = norm(mean, deviation)
    expected = density.pdf(curve.get_xdata()) / density.pdf(mean)
    np.testing.assert_allclose(curve.get_ydata(), expected)
    assert not axes.patches
    (text,) = [text.get_text() for text in axes.texts]
    assert text == f"cat – dog\n{mean:.4f} ± {deviation:.4f}, {FEW - 1} runs"


def test_many_runs_are_a_histogram():
    found = cosines(runs=128)
    (axes,) = draw("figure_2_2", [record(cosines=found)]).axes
    filled, outline = steps(axes)
    counts = np.histogram(found.example_cosines, outline.edges)[0]
    peak = norm(0, found.example_cosines.std()).pdf(0)
    areas = outline.values * np.diff(outline.edges) * peak
    np.testing.assert_allclose(areas, counts / 128)
    np.testing.assert_array_equal(filled.values, outline.values)
    assert axes.get_ylim()[1] > 1.2 * outline.values.max()


def test_the_normal_curve_ends_where_cosines_end():
    found = cosines(example_cosines=np.array([0.95, 0.99, 0.999, 0.9, 0.97]))
    (axes,) = draw("figure_2_2", [record(cosines=found)]).axes
    curve = max(axes.lines, key=lambda line: len(line.get_xdata()))
    assert curve.get_xdata().max() == 1 > curve.get_xdata().min() > 0.8


def test_a_pair_that_does_not_vary_has_no_curve():
    found = cosines(example_cosines=np.full(8, 0.5))
    (axes,) = draw("figure_2_2", [record(cosines=found)]).axes
    (strokes,) = axes.lines
    np.testing.assert_array_equal(strokes.get_xdata(), np.full(8, 0.5))


def test_p_values_stand_beside_what_is_expected():
    p = np.repeat([0.01, 0.31, 0.99], [60, 20, 20])
    (axes,) = draw("figure_2_4", [record(cosines=cosines(normality=p))]).axes
    bars, band, expected, outline = steps(axes)
    shares = np.zeros(20)
    shares[[0, 6, 19]] = 60, 20, 20
    np.testing.assert_allclose(bars.values, shares)
    np.testing.assert_allclose(outline.values, shares)
    np.testing.assert_allclose(expected.values, 5)
    low, high = share_band(np.full(20, 0.05), 100)
    np.testing.assert_allclose(band.baseline, 100 * low)
    np.testing.assert_allclose(band.values, 100 * high)
    assert [text.get_text() for text in axes.texts] == [
        "p < .05: 60.0 % (expected 5.0 %)\n100 tests"
    ]
    # the bar of 60 % is cut, so that the band can be seen
    assert axes.get_ylim() == (0, 29)


def test_independence_is_expected_to_look_as_so_few_runs_make_it():
    found = cosines(runs=4)
    (axes,) = draw("figure_2_3", [record(cosines=found)]).axes
    _, _, expected, _ = steps(axes)
    np.testing.assert_allclose(expected.values, 100 * expected_shares(4))
    assert axes.get_ylim()[1] > 100 / 3  # a third of the orders has p = 0.6


@pytest.mark.parametrize("runs", [8, 30])
def test_independent_cosines_stay_in_the_band(runs):
    normal = np.random.default_rng(runs).standard_normal((runs, 8000))
    found = cosines(runs=runs, independence=independence(normal))
    (axes,) = draw("figure_2_3", [record(cosines=found)]).axes
    bars, band, *_ = steps(axes)
    inside = (band.baseline <= bars.values) & (bars.values <= band.values)
    assert inside.sum() >= 17  # of 20; of independent bars 1 in 4000 times less


def test_untested_pairs_are_counted():
    p = np.append(np.full(30, 0.5), [np.nan] * 10)
    found = cosines(normality=p, independence=p[30:])
    assert texts(draw("figure_2_4", [record(cosines=found)])) == [
        "p < .05: 0.0 % (expected 5.0 %)\n30 tests, 10 without p"
    ]
    assert texts(draw("figure_2_3", [record(cosines=found)])) == [
        "no p-values: the cosines do\nnot vary"
    ]


@pytest.mark.parametrize("runs", [8, LIKE_NORMAL])
def test_whitened_cosines_lie_under_their_curves(runs):
    found = cosines(runs=runs)
    figure = draw("figure_2_5", [record(cosines=found)])
    (axes,) = figure.axes
    filled, _ = steps(axes)
    values = whitened(found.cosines)
    counts = np.histogram(values, filled.edges)[0]
    areas = filled.values * np.diff(filled.edges)
    np.testing.assert_allclose(areas, counts / len(values))
    *exact, normal = axes.lines
    np.testing.assert_allclose(normal.get_ydata(), norm.pdf(normal.get_xdata()))
    assert len(exact) == (runs < LIKE_NORMAL)
    for line in exact:
        expected = studentised_density(line.get_xdata(), runs)
        np.testing.assert_allclose(line.get_ydata(), expected)
        assert line.get_linestyle() != normal.get_linestyle()
    assert texts(figure) == [f"400 pairs\n{runs} runs"]
    assert "exact density" in below(figure)
    assert len(labels(figure)) == 3


def test_the_exact_curve_fits_few_normal_runs_and_the_normal_does_not():
    found = cosines(runs=5, pairs=20_000)
    (axes,) = draw("figure_2_5", [record(cosines=found)]).axes
    filled, _ = steps(axes)
    middles = (filled.edges[1:] + filled.edges[:-1]) / 2
    exact = np.abs(filled.values - studentised_density(middles, 5)).sum()
    normal = np.abs(filled.values - norm.pdf(middles)).sum()
    assert exact < normal / 5
    assert np.abs(whitened(found.cosines)).max() <= math.sqrt(5 - 1) + 1e-9


def test_cosines_that_do_not_vary_say_so():
    found = cosines(cosines=np.full((8, 5), 0.25))
    assert texts(draw("figure_2_5", [record(cosines=found)])) == [
        "the cosines do not vary"
    ]
