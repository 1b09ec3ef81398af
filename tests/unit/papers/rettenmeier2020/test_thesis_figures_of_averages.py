from dataclasses import replace

import numpy as np
import pytest
from drawings import averaged, compared, record
from drawn_cells import below, cell, labels, many, texts, titles
from invented import PAIR
from thesis import draw, made

from quaver.measures.averaging import deviation_ratio, mean_ratio, score_change
from quaver.statistics.expected import centred


def test_averages_are_those_of_the_table():
    averages = {2: PAIR * 0.015, 4: PAIR * 0.011, 8: None}
    cells = [cell(runs=8, averages=averages)]
    figure = draw("figure_3_5", cells)
    _, line = figure.axes[0].lines
    table = [row for row in made("figure_3_5", *cells) if row["relative"] > 0]
    sizes, relative = ([row[n] for row in table] for n in ("size", "relative"))
    np.testing.assert_array_equal(line.get_xdata(), sizes)
    np.testing.assert_allclose(line.get_ydata(), relative)


def lines(axes):
    """Lines with markers: one per technique."""
    return [line for line in axes.lines if line.get_marker() not in ("None", "", "_")]


def test_cosines_of_runs_and_averages_lie_over_each_other():
    found = compared()
    figure = draw("figure_3_2", [record(averages=found)])
    upper, lower = figure.axes
    single, pairs = found.single, found.averages["tree", 2]
    for axes, make in (
        (upper, lambda cosines: centred(cosines).ravel()),
        (lower, lambda cosines: cosines.mean(axis=0)),
    ):
        _, runs, averages = axes.patches
        for steps, part in ((runs, single), (averages, pairs)):
            drawn = steps.get_data()
            values = make(part.cosines)
            expected = np.histogram(values, drawn.edges)[0] / len(values)
            np.testing.assert_allclose(drawn.values * np.diff(drawn.edges), expected)
        assert runs.get_linestyle() != averages.get_linestyle()
        assert runs.get_edgecolor() != averages.get_edgecolor()
    assert labels(figure) == ["single runs", "averages of 2 (tree)"]
    assert titles(figure) == ["news, glove", ""]


def test_bias_and_variance_are_those_of_the_measures():
    found = compared()
    figure = draw("figure_3_2", [record(averages=found)])
    both = found.single.cosines, found.averages["tree", 2].cosines
    written = " ".join(texts(figure)).replace("\n", " ")
    for name, measure in (("deviation", deviation_ratio), ("mean", mean_ratio)):
        ratio = measure(*both, 2)
        ends = f"[{ratio.low:.2f}, {ratio.high:.2f}]"
        assert f"{name} × {ratio.value:.2f} {ends}" in written
        assert ratio.low < ratio.value < ratio.high


def test_one_average_has_no_deviation():
    figure = draw("figure_3_2", [record(averages=compared(runs=2, sizes=(2,)))])
    written = texts(figure)
    assert "deviation\nno ratio" in written
    (mean,) = [text for text in written if text.startswith("mean\n")]
    assert "[" not in mean


def test_the_tree_is_shown_where_several_ways_were_compared():
    methods = ("one", "procrustes", "tree")
    figure = draw("figure_3_2", [record(averages=compared(methods=methods))])
    assert labels(figure)[1] == "averages of 2 (tree)"
    other = draw("figure_3_2", [record(averages=compared(methods=methods[:2]))])
    assert labels(other)[1] == "averages of 2 (one)"
    assert below(draw("figure_3_6", [record(averages=compared(methods=methods))]))[
        -18:
    ] == ("Averaged by: tree.")


def test_sizes_beyond_the_runs_leave_no_averages():
    found = compared(runs=4, sizes=(8,))
    figure = draw("figure_3_2", [record(averages=found)])
    assert "no averages" in texts(figure)
    assert "no averages: glove" in texts(draw("figure_3_6", [record(averages=found)]))


def test_scores_are_drawn_relative_to_single_runs():
    found = compared(runs=17)  # the last run is in no group
    figure = draw("figure_3_6", [record(averages=found)])
    (axes,) = figure.axes
    (line,) = lines(axes)
    name = "questions-words"
    single = found.single.scores[name]
    averages = {size: found.averages["tree", size] for size in (2, 4, 8)}
    changes = [score_change(single, averages[s].scores[name], s) for s in averages]
    expected = [0, *(100 * change.value for change in changes)]
    np.testing.assert_allclose(line.get_ydata(), expected)
    np.testing.assert_allclose(line.get_xdata(), [1, 2, 4, 8])
    (bars,) = axes.containers
    (ends,) = bars.lines[2]
    known = [change for change in changes if change.groups > 2]
    assert len(known) == 2
    np.testing.assert_allclose(
        [segment[:, 1] for segment in ends.get_segments()],
        [(100 * change.low, 100 * change.high) for change in known],
    )
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "2", "4", "8"]
    assert titles(figure) == ["news, questions-words"]


def test_every_view_and_set_has_its_panel():
    records = [
        record("en", "glove", averages=compared(sets=("a", "b"))),
        record("en", "word2vec", averages=compared(sets=("a",))),
        record("hi", "glove", averages=compared(sets=())),
        record("pl", "glove", averages=None, notes={"averages": "not asked for"}),
    ]
    figure = draw("figure_3_6", records)
    used = [axes for axes in figure.axes if axes.axison]
    assert titles(figure)[: len(used)] == ["en, a", "en, b", "hi", "pl"]
    assert [len(lines(axes)) for axes in used] == [2, 1, 0, 0]
    written = [text for text in texts(figure) if text]
    assert written == ["no score: word2vec", "no evaluation set", "not asked for"]


def test_techniques_stand_side_by_side_and_differ_by_marker():
    figure = draw("figure_3_6", many(record))
    assert len([axes for axes in figure.axes if axes.axison]) == 7
    drawn = lines(figure.axes[0])
    assert len({line.get_marker() for line in drawn}) == 3
    assert len({tuple(line.get_xdata()) for line in drawn}) == 3
    assert labels(figure) == ["fasttext", "glove", "word2vec"]


@pytest.mark.parametrize(
    ("score", "reason"),
    [(-0.1, "single runs score 0 or less: glove"), (np.nan, "no score: glove")],
)
def test_scores_that_have_no_fraction_say_so(score, reason):
    found = compared()
    single = replace(found.single, scores={"questions-words": np.full(16, score)})
    figure = draw("figure_3_6", [record(averages=replace(found, single=single))])
    assert texts(figure) == [reason]


def test_averages_without_a_score_are_left_out():
    found = compared(sizes=(2, 4))
    lost = replace(averaged(4, 4), scores={"questions-words": np.full(4, np.nan)})
    partly = replace(found, averages={**found.averages, ("tree", 4): lost})
    (line,) = lines(draw("figure_3_6", [record(averages=partly)]).axes[0])
    np.testing.assert_array_equal(line.get_xdata(), [1, 2])
