import numpy as np
import pytest
from drawn_cells import cell
from matplotlib.patches import Rectangle

from quaver.house.judged import UNKNOWN, WordTrust
from quaver.house.trust_figure import LONG, draw_word
from quaver.items.look import save
from quaver.measures.trust import (
    STABLE,
    TOO_LITTLE,
    UNCERTAIN,
    Query,
    Rule,
    nearest,
    word_verdict,
)


def judged(technique="glove", n=6, runs=8, words=(), **changes):
    """A word whose first three neighbours are stable and whose last most runs lack."""
    means = np.full(n, 0.5)
    means[:3] = 0.9, 0.85, 0.8
    cosines = means + np.random.default_rng(n).normal(0, 0.01, (runs, n))
    ranks = np.tile(np.arange(1, n + 1), (runs, 1))
    ranks[: runs // 2, 3:] = n + 1
    cosines[: runs // 2 + 1, -1], ranks[: runs // 2 + 1, -1] = np.nan, 0
    rule = Rule(n=n)
    found = nearest(Query(cosines, ranks, cosines[:4] + 0.02, 0.2, 5000), rule)
    facts = {
        **{"verdict": word_verdict(found, n), "nearest": found, "runs": runs},
        **{"names": (*words, *(f"word{k}" for k in range(len(words), n)))},
        **{"present": runs, "average": 0.2, "whole": ("shuffled", 4)},
    }
    return WordTrust(cell(technique=technique), "war", rule, **facts | changes)


def missing(verdict=TOO_LITTLE, why="the study has no bootstrapped runs of it"):
    return WordTrust(cell(technique="lsa"), "war", Rule(), verdict, why)


def bars(axes):
    return [x for x in axes.patches if isinstance(x, Rectangle)]


def test_bars_stand_in_the_order_of_their_words_and_look_like_their_verdicts():
    one = judged()
    assert one.nearest.verdict == (STABLE,) * 3 + (UNCERTAIN,) * 2 + (TOO_LITTLE,)
    axes = draw_word([one]).axes[0]
    widths = [bar.get_width() for bar in bars(axes)]
    np.testing.assert_allclose(widths, one.nearest.mean)
    (ticks,) = [line for line in axes.lines if line.get_markersize() == 10]
    np.testing.assert_allclose(ticks.get_xdata(), one.nearest.estimate)
    (whiskers,) = axes.containers[-1].lines[2]
    ends = [segment[:, 0] for segment in whiskers.get_segments()]
    has_ends = ~np.isnan(one.nearest.low)
    expected = np.array([one.nearest.low, one.nearest.high]).T[has_ends]
    np.testing.assert_allclose(ends, expected)
    hatches = [bar.get_hatch() for bar in bars(axes)]
    assert hatches == [None] * 3 + ["////"] * 2 + [None]
    fills = [bar.get_facecolor()[:3] for bar in bars(axes)]
    assert fills[3:] == [(1, 1, 1)] * 3  # white paper: told apart without any colour
    grey = [sum(fill) / 3 for fill in fills[:3]]
    assert max(grey) < 0.7
    lines = {bar.get_linestyle() for bar in bars(axes)[:5]}
    assert bars(axes)[5].get_linestyle() not in lines


def test_words_are_named_from_the_top_with_shares_and_counts_beside():
    one = judged()
    bars_axes, shares = draw_word([one]).axes[:2]
    labels = [label.get_text() for label in bars_axes.get_yticklabels()]
    assert labels == [f"word{k}  {k + 1}" for k in range(6)]
    assert bars_axes.yaxis_inverted()
    assert shares.yaxis_inverted()
    assert bars_axes.get_ylim() == shares.get_ylim()
    counts = [text.get_text() for text in shares.texts]
    listed = (one.nearest.held * 8).astype(int).tolist()
    # of runs that list the word, which runs that only have it were taken for
    assert counts == [f"{count} of 8" for count in listed] and listed[-1] == 3
    assert shares.get_xlabel() == "listed by\nso many runs"
    drawn = {
        (x, y)
        for line in shares.lines
        if line.get_marker() == "o"
        for x, y in zip(*line.get_data(), strict=True)
    }
    assert drawn == set(zip(one.nearest.held, range(6), strict=True))


@pytest.mark.parametrize("count", range(1, 8))
def test_every_technique_has_a_panel(count):
    words = [judged(f"t{k}") for k in range(count)]
    figure = draw_word(words)
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert [x for x in titles if x] == [f"t{k}: 3 of 6 stable" for k in range(count)]


@pytest.mark.parametrize(
    "one", [missing(), missing(UNKNOWN, "it does not occur")], ids=["few", "unknown"]
)
def test_an_empty_panel_says_why(one):
    figure = draw_word([judged(), one])
    empty = figure.axes[2]
    assert empty.get_title(loc="left") == f"lsa: {one.verdict}"
    assert empty.texts[0].get_text().replace("\n", " ") == one.why


def test_few_runs_are_named_instead_of_counts():
    figure = draw_word([judged(runs=4)])
    assert figure.axes[0].get_title(loc="left") == "glove: too little data"


def test_words_that_are_long_or_that_the_font_lacks_have_their_place():
    words = ("a" * 60, "स्वतंत्रता", "straße")
    axes = draw_word([judged(words=words)]).axes[0]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels[0] == f"{'a' * (LONG - 1)}…  1"
    assert labels[1] == "स्वतंत्रता  2"
    assert labels[2] == "straße  3"
    assert max(map(len, labels)) <= LONG + 3


def test_long_lists_have_room_for_every_row():
    short = draw_word([judged(n=10)]).get_figheight()
    long = draw_word([judged(n=100)]).get_figheight()
    assert (long - short) / 90 > 0.2  # inches a row: 10 points are 0.14


def test_the_caption_says_what_simulation_found():
    few = "in simulation 88 of 100 such intervals held the truth"
    none = "such intervals were not simulated for so few runs"
    words = [judged("a", remark=few), *(judged(x, remark=none) for x in "bc")]
    figure = draw_word(words)
    caption = figure._supxlabel.get_text().replace("\n", " ")
    assert "a: in simulation 88 of 100 such intervals held the truth." in caption
    assert "b, c: such intervals were not simulated" in caption
    assert "its 95 % interval on fresh text" in caption
    assert "among the 6 nearest" in caption
    plain = draw_word([judged()])._supxlabel.get_text()
    assert len(plain.split()) <= 60 and plain.count(". ") <= 2


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_same_words_are_the_same_bytes(ending, tmp_path):
    paths = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for path in paths:
        save(draw_word([judged(), missing()]), path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
