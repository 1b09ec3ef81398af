import numpy as np
import pytest
from drawings import prediction, record
from drawn_cells import heights, labels, many, texts, title, titles
from scipy.stats import norm
from thesis import draw

from quaver.measures.quadrature import LEAST
from quaver.papers.rettenmeier2020.prediction import THRESHOLD, VECTOR_DOTS


@pytest.mark.parametrize(
    ("number", "across", "up", "correlation"),
    [
        ("2_7", "observed", "structure", "r = 0.950 [0.930, 0.970]"),
        ("A_2", "observed", "predicted", "r = 0.980 [0.970, 0.990]"),
        ("A_3", "observed_2", "predicted_2", "r = 0.900, no interval"),
    ],
)
def test_words_are_dots_beside_the_diagonal(number, across, up, correlation):
    found = prediction()
    figure = draw(f"figure_{number}", [record(prediction=found)])
    (axes,) = figure.axes
    (dots,) = axes.collections
    np.testing.assert_allclose(heights(dots), getattr(found, up))
    observed = np.asarray(dots.get_offsets())[:, 0]
    np.testing.assert_allclose(observed, getattr(found, across))
    (diagonal,) = axes.lines
    np.testing.assert_array_equal(diagonal.get_xdata(), diagonal.get_ydata())
    assert texts(figure) == [f"{len(observed)} words, 8 runs\n{correlation}"]
    assert f"Figure {number.replace('_', '.')} of Rettenmeier 2020" in title(figure)
    assert dots.get_rasterized() == (len(observed) > VECTOR_DOTS)


@pytest.mark.parametrize("number", ["2_7", "A_2", "A_3"])
def test_cells_have_panels_of_one_scale(number):
    figure = draw(f"figure_{number}", many(record))
    assert len(figure.axes) == 21
    assert titles(figure)[3] == "view1, fasttext"
    assert len({(axes.get_xlim(), axes.get_ylim()) for axes in figure.axes}) == 1


def test_overlaps_that_do_not_vary_have_no_correlation():
    lost = dict.fromkeys(("structure", "prediction"), (np.nan,) * 3)
    found = prediction(correlations=lost)
    (text,) = texts(draw("figure_2_7", [record(prediction=found)]))
    assert text.endswith("no r: values do not vary")


def test_no_target_words_at_two():
    none = np.empty(0)
    found = prediction(observed_2=none, predicted_2=none)
    assert texts(draw("figure_A_3", [record(prediction=found)])) == ["no target words"]


def test_the_threshold_is_that_of_the_measure():
    # not imported where figures are drawn: numba takes a second to load
    assert THRESHOLD == LEAST


def test_equation_a_8_converges():
    figure = draw("figure_A_1")
    linear, logarithmic = figure.axes
    for axes in figure.axes:
        curve = axes.lines[0]
        np.testing.assert_allclose(curve.get_ydata(), norm.cdf(curve.get_xdata()))
        (cut,) = set(axes.lines[1].get_xdata())
        np.testing.assert_allclose(norm.cdf(cut), 1e-5)
    assert (linear.get_yscale(), logarithmic.get_yscale()) == ("linear", "log")
    (point,) = [line for line in logarithmic.lines if line.get_marker() == "D"]
    # Eq. A.2 prints 2.74e-33, from A = -8.46 rounded; the values give -8.462
    assert 2.5e-33 < point.get_ydata()[0] < 2.8e-33
    assert labels(figure)[1] == "pruning, 1e-5"
