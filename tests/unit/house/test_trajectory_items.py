"""Words over periods as a table, a figure and findings: gaps and change points."""

from dataclasses import replace
from io import StringIO

import numpy as np
import pandas as pd
from house_given import Numbers, frame
from test_all_house_items import trajectories
from test_methods_text import study
from test_methods_text import told as methods

from quaver.house.change_trajectories import CHANGE_TRAJECTORIES, points_told
from quaver.house.methods.changing import changing
from quaver.house.methods.following import following
from quaver.house.trajectory_figure import FIGURE, PANELS
from quaver.items.render import as_csv
from quaver.items.write import read_table


def told(*numbers):
    """Findings, of the table as it is read back."""
    text = as_csv(frame(CHANGE_TRAJECTORIES, trajectories=numbers))
    stored = read_table(StringIO(text), CHANGE_TRAJECTORIES)
    return points_told({CHANGE_TRAJECTORIES.name: stored})


def test_each_word_has_a_row_for_each_period_and_gaps_say_why():
    made = frame(CHANGE_TRAJECTORIES, trajectories=[trajectories()])
    war, union, gone = (made[made["word"] == x] for x in ("war", "union", "gone"))
    assert [*war["period"]] == [*union["period"]] == ["1790", "1830", "1870"]
    assert war["change"].isna().tolist() == [True, False, False]
    assert union["change"].isna().tolist() == [True, True, False]
    assert "a gap: 3 documents with the word, it takes 5" in union["note"].iloc[1]
    assert "the first that others" in war["note"].iloc[0]
    assert [*war["since"]] == ["1870"] * 3 and union["since"].isna().all()
    assert [*war["per_million"]] == [9 / 10 * 1e6, 8 / 20 * 1e6, 7 / 30 * 1e6]
    assert "in no period" in gone["note"].iloc[0]
    assert [*war["compared"].dropna()] == ["1790"] * 2


def test_findings_say_since_when_and_which_words_have_no_change_point():
    other = replace(trajectories(), technique="ppmi")
    other.points["begins"] = np.array([1, 1])
    lines = told(trajectories(), other).splitlines()
    assert lines[0] == CHANGE_TRAJECTORIES.title
    text = " ".join(lines)
    point = "war has a change point in said: since 1870 (word2vec), more than 1 of 100"
    assert point in text and "changed" not in text
    assert "and since 1830 (ppmi)" in text
    assert "No change point, or too few documents to tell, in said: union." in text
    assert "In no period of said, or below min_count: gone." in text
    other.points["percentile"] = np.full(2, np.nan)
    assert "since 1830 (ppmi)." in told(other)
    failed = replace(trajectories(), words=(), missing=(), note="too few words")
    assert "said: not told by word2vec, too few words." in told(failed)
    assert not points_told({}) and not points_told({"trust": pd.DataFrame()})


def test_a_panel_has_the_line_with_its_gap_and_the_strip_all_periods():
    drawn = FIGURE.draw(Numbers(trajectories=[trajectories()]))
    titled = {axes.get_title(loc="left"): axes for axes in drawn.axes}
    line = titled["union"].lines[0]
    assert np.isnan(line.get_ydata()).tolist() == [True, False, False]
    vertical = [x.get_xdata()[0] for x in titled["war"].lines if x.get_ls() == "--"]
    assert vertical == [1.5]
    assert not [x for x in titled["union"].lines if x.get_ls() == "--"]
    other = replace(trajectories(), technique="ppmi")
    both = FIGURE.draw(Numbers(trajectories=[trajectories(), other]))
    titles = [axes.get_title(loc="left") for axes in both.axes]
    assert [*filter(None, titles)] == ["war", "war", "union", "union"]
    strips = [axes for axes in drawn.axes if axes.patches]
    assert [len(axes.patches) for axes in strips] == [3, 3]
    names = [text.get_text() for text in strips[0].get_xticklabels()]
    assert names == ["1790", "1830", "1870"]


def test_of_many_words_the_first_are_drawn():
    many = trajectories()
    number = PANELS + 3
    rows = {x: np.repeat(v[:1], number, axis=0) for x, v in many.stored.items()}
    points = {x: np.repeat(v[:1], number) for x, v in many.points.items()}
    words = tuple(f"w{k}" for k in range(number))
    drawn = FIGURE.draw(
        Numbers(trajectories=[replace(many, words=words, stored=rows, points=points)])
    )
    titles = [axes.get_title(loc="left") for axes in drawn.axes]
    assert [*filter(None, titles)] == [*words[:PANELS]]


def test_methods_tell_what_was_followed_and_judge_nothing_else():
    periods = {"from": 1950, "to": 1979, "every": 10}
    source = {"kind": "periods", "of": {"kind": "sotu"}, "by": "year"}
    source["periods"] = periods
    followed = {"pairs": "consecutive", "trajectories": {"words": ["war", "power"]}}
    made = study(
        texts={"news": {"source": source}}, analyses={"change": {"news": followed}}
    )
    facts = methods(made, measured=frozenset({"change_point"}))
    (text,) = following(facts)
    assert "over `news` (2 words, from the first period, documents dealt 19,999" in text
    assert not changing(methods(made, measured=frozenset({"change"})))
    assert not following(methods(made))
