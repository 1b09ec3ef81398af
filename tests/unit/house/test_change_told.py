"""Findings on change in plain words: verdicts side by side, then from what to what."""

import pandas as pd

from quaver.house.change import CHANGE, CHANGE_NEIGHBOURS, sentence
from quaver.house.change_told import ROWS, change_told
from quaver.items.item import framed
from quaver.statistics.drift import VERDICTS

PAIR = {"early": "then", "late": "now"}


def told(words, near=()):
    rows = [PAIR | {"technique": t, **row} for t, row in words]
    moved = [PAIR | {"technique": "glove", **row} for row in near]
    frames = {"change": framed(rows, CHANGE.columns)}
    frames["change_neighbours"] = framed(moved, CHANGE_NEIGHBOURS.columns)
    return change_told(frames)


def word(name, verdict, percentile=None):
    return {"word": name, "verdict": verdict, "percentile": percentile}


def neighbour(name, moved, difference):
    ends = {"difference_low": difference - 0.1, "difference_high": difference + 0.1}
    of = {"word": "union", "neighbour": name, "moved": moved}
    return {**of, "difference": difference, **ends}


def test_nothing_is_told_of_what_was_not_asked():
    assert change_told({"trust": pd.DataFrame()}) == ""


def test_words_that_changed_come_first_with_what_they_moved_from_and_to():
    words = [
        ("glove", word("war", "as others", 0.73)),
        ("glove", word("union", "changed", 0.884)),
        ("ppmi", word("union", "no evidence", 0.2)),
        ("ppmi", word("gone", "cannot be told")),
    ]
    near = [
        neighbour("moral", "left", -0.4),
        neighbour("menace", "left", -0.05),  # its interval holds 0
        neighbour("soviet", "came", 0.5),
        neighbour("states", "stayed", 0.3),
    ]
    lines = told(words, near).splitlines()
    assert lines[0] == "Which words changed from then to now?"
    assert [line.split("  ")[0] for line in lines[4:7]] == ["union", "war", "gone"]
    assert "changed (88)" in lines[4] and "no evidence (20)" in lines[4]
    assert "union: glove from moral to soviet" in lines
    assert lines[10].startswith("Changed (98):")


def test_of_many_words_those_that_changed_most_are_shown_and_all_counted():
    words = [
        ("glove", word(f"w{k}", "changed" if k > 20 else "as others", k / 100))
        for k in range(30)
    ]
    text = told(words)
    assert (
        f"... and {30 - ROWS} more. In all: glove 21 as others, glove 9 changed."
        in text
    )
    assert "\nw29 " in text and "\nw5 " not in text


def test_why_there_is_nothing_is_told():
    text = told([("glove", {"note": "only 3 words are in both texts"})])
    assert "glove: not told, only 3 words are in both texts." in text


def test_every_verdict_is_a_sentence():
    few = {"early_documents": 3, "late_documents": 9}
    said = [sentence(word("war", x, 0.973) | few) for x in VERDICTS]
    assert said[0] == "war changed more than 97 of 100 words of like frequency."
    assert all(text.startswith("war ") and text.endswith(".") for text in said)
    assert "one has 3" in said[3] and len({*said}) == len(VERDICTS)
