import math
from types import SimpleNamespace

import matplotlib
import numpy as np
import pytest

from quaver import figures, tables
from quaver.corpora import samples
from quaver.figures import look
from quaver.figures import rettenmeier2020 as thesis

LOSSES = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]]) / 100
PAIR = np.array([[0, 1], [1, 0]])


def cell(view="news", technique="glove", sampling="shuffled", **changes):
    facts = {
        "corpus": view,
        "view": view,
        "unit": "document",
        "fraction": 1.0,
        "language": "en",
        "technique": technique,
        "trainer": technique,
        "sampling": sampling,
        "runs": 3,
        "failed": 0,
        "losses": LOSSES,
        "words": 40,
        "steps": (),
        "averages": {},
        "overlaps": {},
    }
    return tables.CellNumbers(**facts | changes)


def word_record(view="news", technique="glove", count=50, **changes):
    generator = np.random.default_rng(1)
    extrinsic = generator.random(count) / 20
    extrinsic[: count // 10] = np.nan
    facts = {
        "corpus": view,
        "view": view,
        "technique": technique,
        "words": [f"w{row}" for row in range(count)],
        "frequency": np.sort(generator.integers(1, 1000, count))[::-1].astype(float),
        "intrinsic": generator.random(count) / 50,
        "extrinsic": extrinsic,
        "missing": count // 10,
    }
    return SimpleNamespace(**facts | changes)


def many(make, **changes):
    return [
        make(view=f"view{k}", technique=technique, **changes)
        for k in range(7)
        for technique in ("fasttext", "glove", "word2vec")
    ]


def texts(figure):
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def below(figure):
    return figure._supxlabel.get_text().replace("\n", " ")


def title(figure):
    return figure.legends[0].get_title().get_text().replace("\n", " ")


def labels(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def heights(collection):
    return np.asarray(collection.get_offsets())[:, 1]


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


def test_words_are_drawn_as_given():
    record = word_record()
    figure = figures.figure_2_8([record])
    (axes,) = figure.axes
    intrinsic, extrinsic = axes.collections
    np.testing.assert_allclose(heights(intrinsic), record.intrinsic * 100)
    np.testing.assert_allclose(heights(extrinsic), record.extrinsic[5:] * 100)
    across = np.asarray(intrinsic.get_offsets())[:, 0]
    np.testing.assert_array_equal(across, record.frequency)
    assert axes.get_xscale() == "log"
    assert texts(figure) == ["no extrinsic value: 5 of 50"]
    assert "Figures 2.8 and 2.9 of Rettenmeier 2020" in title(figure)
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
    figure = figures.figure_2_8([record])
    shown = record.intrinsic[thesis.picked(2500)] * 100
    np.testing.assert_allclose(heights(figure.axes[0].collections[0]), shown)


def test_views_are_rows_and_techniques_columns():
    figure = figures.figure_2_8(many(word_record)[:-1])
    assert len(figure.axes) == 21
    assert texts(figure).count("not measured") == 1
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles[:4] == [
        *("view0, fasttext", "view0, glove", "view0, word2vec", "view1, fasttext")
    ]
    assert texts(figure)[-1] == "not measured"


def test_a_record_without_words_says_so(tmp_path):
    none = np.empty(0)
    record = word_record(
        words=[], frequency=none, intrinsic=none, extrinsic=none, missing=0
    )
    figure = figures.figure_2_8([record])
    assert texts(figure) == ["no words shared"]
    figures.save(figure, tmp_path / "empty.png")


def test_averages_are_those_of_the_table():
    averages = {2: PAIR * 0.015, 4: PAIR * 0.011, 8: None}
    cells = [cell(runs=8, averages=averages)]
    figure = figures.figure_3_5(cells)
    (axes,) = figure.axes
    curve, line = axes.lines
    table = tables.figure_3_5(cells).dropna(subset="relative")
    np.testing.assert_array_equal(line.get_xdata(), table["size"])
    np.testing.assert_allclose(line.get_ydata(), table.relative)
    np.testing.assert_allclose(line.get_ydata(), [1, 0.75, 0.55])
    assert (curve.get_xdata()[0], curve.get_xdata()[-1]) == (1, 4)
    np.testing.assert_allclose(curve.get_ydata(), 1 / np.sqrt(curve.get_xdata()))
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "2", "4"]
    assert below(figure).endswith("needs 2 * size <= runs: size 8.")
    assert labels(figure) == ["glove", "1 / sqrt(size)"]


def test_averages_have_a_panel_per_view_and_sampling():
    cells = many(cell) + many(cell, sampling="fixed", losses=None)
    figure = figures.figure_3_5(cells)
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert len(titles) == 14
    assert titles[:3] == ["view0, fixed", "view0, shuffled", "view1, fixed"]
    shown = [text for text in texts(figure) if text]
    assert shown == ["not measured: fasttext, glove, word2vec"] * 7
    assert "Left out" not in below(figure)


def test_runs_that_do_not_differ_have_no_fraction():
    figure = figures.figure_3_5([cell(losses=LOSSES * 0, averages={2: PAIR * 0.0})])
    assert texts(figure) == ["runs do not differ: glove"]
    losses = figures.figure_losses([cell(losses=LOSSES * 0)])
    assert losses.axes[0].get_ylim() == (0, 1)


@pytest.mark.parametrize(
    "draw", [figures.figure_losses, figures.figure_2_8, figures.figure_3_5]
)
def test_a_study_without_numbers_is_drawn_as_such(draw, tmp_path):
    figure = draw([])
    assert any(text.startswith("no ") for text in texts(figure))
    figures.save(figure, tmp_path / "empty.svg")


@pytest.mark.parametrize("ending", ["svg", "png"])
@pytest.mark.parametrize(
    ("draw", "records"),
    [
        (figures.figure_losses, [cell()]),
        (figures.figure_2_8, [word_record()]),
        (figures.figure_3_5, [cell(averages={2: PAIR / 50}, runs=4)]),
    ],
    ids=["losses", "2_8", "3_5"],
)
def test_the_same_numbers_give_the_same_bytes(draw, records, ending, tmp_path):
    first, second = tmp_path / f"first.{ending}", tmp_path / "second.tmp"
    figures.save(draw(records), first)
    with matplotlib.rc_context({"font.size": 23, "svg.hashsalt": None}):
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
