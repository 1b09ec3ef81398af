"""Findings on change in plain words: verdicts side by side, then from what to what."""

from io import StringIO

import pandas as pd

from quaver.house.change import CHANGE, CHANGE_NEIGHBOURS, sentence
from quaver.house.change_retrained import CHANGE_RETRAINED
from quaver.house.change_told import ROWS, change_told
from quaver.items.item import framed
from quaver.items.render import as_csv
from quaver.items.write import read_table
from quaver.statistics.drift import VERDICTS

PAIR = {"early": "then", "late": "now"}


def told(words, near=()):
    rows = [PAIR | {"technique": t, **row} for t, row in words]
    moved = [PAIR | {"technique": "glove", **row} for row in near]
    tables = {CHANGE: rows, CHANGE_NEIGHBOURS: moved}
    return change_told({x.name: stored(x, own) for x, own in tables.items()})


def stored(table, rows):
    """A table as it is read back, in which a gap of text is an empty one."""
    return read_table(StringIO(as_csv(framed(rows, table.columns))), table)


def word(name, verdict, percentile=None):
    return {"word": name, "verdict": verdict, "percentile": percentile, "band": 2.0}


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
        neighbour("menace", "left (not sure)", -0.05),
        neighbour("soviet", "came", 0.5),
        neighbour("states", "stayed", 0.3),
    ]
    lines = told(words, near).splitlines()
    assert lines[0] == "Which words changed from then to now?"
    assert [line.split("  ")[0] for line in lines[4:7]] == ["union", "war", "gone"]
    assert "changed (88)" in lines[4] and "no evidence (20)" in lines[4]
    assert "union: glove from moral to soviet" in lines
    assert lines[10].startswith("In brackets: of 100 words")


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
    note = {"note": "only 3 words are in both texts"}
    text = told([("glove", note), ("ppmi", word("war", "changed", 0.9))])
    assert "glove: not told, only 3 words are in both texts." in text
    assert "word" in text and "changed (90)" in text
    assert not any(line.startswith(" ") for line in text.splitlines())
    assert "-----" not in told([("glove", note)])  # no table of no words


def test_every_verdict_is_a_sentence():
    few = {"early_documents": 3, "late_documents": 9}
    said = [sentence(word("war", x, 0.973) | few) for x in VERDICTS]
    assert said[0] == "war changed more than 97 of 100 words of like frequency."
    assert all(text.startswith("war ") and text.endswith(".") for text in said)
    assert "one has 3" in said[3] and len({*said}) == len(VERDICTS)
    # neither is said of what was not looked at: other words, or that nothing changed
    assert said[1].endswith(
        "surely more than words of like frequency: more than 97 of 100."
    )
    assert "no evidence of change" in said[2] and "no more than" not in said[2]


def test_why_a_word_cannot_be_told_is_what_it_lacks():
    rare = word("war", VERDICTS[3], float("nan")) | {
        "early_documents": 3,
        "late_documents": 33,
    }
    assert "it takes 5 authors with it in each text, one has 3" in sentence(
        rare, "author"
    )
    alone = sentence(rare | {"early_documents": 30})
    assert "documents" not in alone and "no word to compare it with" in alone


def test_what_is_hardly_of_like_frequency_is_not_called_so():
    for verdict in VERDICTS[:2]:
        text = sentence(word("the", verdict, 0.4) | {"band": 2.94})
        assert "like frequency" not in text
        assert "words up to 3 times as rare or frequent" in text
    rows = [("glove", word("the", "as others", 0.4) | {"band": x}) for x in (2, 109.2)]
    union = sentence(word("union", VERDICTS[0], 0.98) | {"band": 2.124})
    assert "98 of 100 words up to 2.2 times as rare" in union
    assert "words of like frequency" in " ".join(told(rows[:1]).split())
    assert "words up to 110 times as rare" in " ".join(told(rows[1:]).split())
    gone = ("glove", word("gone", "cannot be told") | {"band": 300})
    assert "words up to 110 times as rare" in " ".join(told([rows[1], gone]).split())


def test_many_uses_in_few_documents_are_not_called_few():
    uses = {"early_occurrences": 461, "late_occurrences": 399, "early_effective": 10.0}
    row = word("war", VERDICTS[2], 0.02) | uses
    text = sentence(row | {"late_effective": 3.5})
    assert "one or few documents hold most of its uses" in text
    assert "few uses" not in text and "few uses" in sentence(
        row | {"late_effective": 7.0}
    )


def test_findings_say_how_large_planted_change_is_and_what_would_be_seen():
    share = {"share": 0.46, "share_low": 0.3, "share_high": 0.6}
    missed = word("war", "no evidence", 0.1)
    words = [
        ("glove", word("union", "changed", 0.9) | share),
        ("glove", missed | {"word": "peace", "least_share": 0.672}),
        ("glove", missed),
    ]
    text = " ".join(told(words).split())
    # a word that is no word stands in brackets
    assert "union: glove from (none surely) to (none surely) (like 46 %, 30 to" in text
    assert "Like n %: as if such a share" in text
    assert "4 of 5 cases: peace 67 % and war not even all." in text
    assert "as if" not in told(words[1:]) and "4 of 5" not in told(words[2:])


def test_findings_say_what_to_believe_beside_dealt_documents_trained_on():
    of = PAIR | {"technique": "glove", "beyond": 0.62}
    rows = [
        of | {"word": "war", "verdict": "no evidence", "p": 0.01},
        of | {"word": "union", "verdict": "changed", "p": 0.01},
        of | {"word": "power", "verdict": "as others", "p": 0.3},
    ]
    tables = {
        CHANGE: [PAIR | {"technique": "glove"} | word("war", "no evidence", 0.2)],
        CHANGE_NEIGHBOURS: [],
        CHANGE_RETRAINED: rows,
    }
    frames = {x.name: stored(x, own) for x, own in tables.items()}
    text = " ".join(change_told(frames).split())
    assert "62 of 100 words are farther apart" in text
    assert "Verdicts rest on contexts. Where p says other" in text
    assert "(war and power), believe the verdict" in text
