"""The findings as text: what was asked for first, in the order it was asked."""

from itertools import pairwise
from types import SimpleNamespace

from house_given import frame, text_numbers
from invented import cell
from test_trust_tables import NOT_SIMULATED, RULE, both, trust_of

from quaver.config.study import Analyses
from quaver.house.answers import answers
from quaver.house.enough_runs import ENOUGH_RUNS
from quaver.house.enough_text import ENOUGH_TEXT
from quaver.house.findings import FINDINGS, as_text
from quaver.house.judged import Asked, judged

KEYS = [column.name for column in ENOUGH_RUNS.columns]
STUDY = SimpleNamespace(analyses=Analyses())


def asked_of(*words, **texts):
    """The table of words asked for, of texts and techniques with so many runs."""
    asked = Asked(RULE, dict.fromkeys(texts, words), {}, NOT_SIMULATED)
    records = [
        record
        for name, runs in texts.items()
        for technique in ("glove", "lsa")
        for record in both(runs, corpus=name, technique=technique)
    ]
    return trust_of(judged(records, asked))


def lines_from(text, start):
    """Lines of the section of a text that starts so."""
    lines = text.splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith(start))
    return lines[first:]


def test_what_was_asked_comes_first_then_runs_then_text_then_losses():
    losses = as_text(frame(FINDINGS, cells=[cell()]))
    frames = {"trust": asked_of("w5", news=8)}
    frames["enough_text"] = frame(ENOUGH_TEXT, sizes=[text_numbers()])
    text = answers(STUDY, frames, losses)
    heads = "Which neighbours", "Are the runs enough", "Is the text", "How much do runs"
    places = [text.index(head) for head in heads]
    assert all(first < second for first, second in pairwise(places)), places
    assert places[0] == 0
    assert all(len(line) <= 88 for line in text.splitlines())


def test_every_word_asked_for_is_shown_with_its_stable_neighbours():
    words = ["w20", "w5", *(f"x{k}" for k in range(20)), "Ärger"]
    text = answers(STUDY, {"trust": asked_of(*words, zeta=8, alpha=4)})
    lines = text.splitlines()
    assert lines[2].split() == ["word", "text", "glove", "lsa"]
    table = [line.split() for line in lines[4 : 4 + 2 * len(words)]]
    # words as they were asked for, texts as the study has them, not by the alphabet
    assert [row[0] for row in table[::2]] == words
    assert [row[-3] for row in table[:4]] == ["zeta", "alpha"] * 2
    assert table[0][1:] == ["zeta", "3", "3"]
    assert table[1] == ["alpha", "?", "?"]
    assert table[-1] == ["alpha", "–", "–"]
    flat = " ".join(text.split())
    assert "w5, zeta: glove: w0, w1, w2; lsa: w0, w1, w2" in flat
    assert (
        "? 4 bootstrapped runs, a verdict needs 5: w20, alpha (glove); w5, alpha"
        in flat
    )
    few = " ".join(answers(STUDY, {"trust": asked_of("w5", news=4)}).split())
    assert "No word asked for" not in few and "at least" not in few


def test_the_count_of_runs_that_is_needed_is_said():
    for runs, counts in ((5, "4 of 5"), (8, "7 of 8"), (16, "13 of 16")):
        trust = asked_of("w5", news=runs)
        assert f"listed in at least {counts} runs" in " ".join(
            answers(STUDY, {"trust": trust}).split()
        )
        assert {*trust["needed"]} == {int(counts.split()[0])}


def test_runs_are_enough_where_other_runs_would_leave_the_verdicts():
    """At 8 runs that all list it, a word's share may be .68; at 16 it is above .8."""
    for runs, verdict in ((8, "no"), (50, "yes")):
        trust = asked_of("w5", "w20", news=runs)
        text = answers(STUDY, {"trust": trust})
        glove = lines_from(text, "Are the runs")[4].split()
        assert glove[:3] == ["news", "glove", str(runs)]
        assert glove[4:7] == ["of", "8", verdict]
        own = trust[trust["technique"] == "glove"]
        assert glove[3] == str(own["settled"].sum())
        assert glove[7] == f"±{own['reach'].mean():.2f}"
        # of deviations another table tells, by its own word
        assert "eviation" not in text and "enough" not in KEYS, text
        assert "settled from 16 runs on" in " ".join(text.split())
    rule = SimpleNamespace(stable=1.0)
    study = SimpleNamespace(
        analyses=SimpleNamespace(neighbours=rule, enough=Analyses().enough)
    )
    assert "no number of runs settles" in " ".join(
        answers(study, {"trust": trust}).split()
    )


def test_whether_the_text_is_large_enough_is_said_or_how_to_ask():
    whole = text_numbers(corpus="alone", view="alone")
    whole = text_numbers(corpus="alone", view="alone", sizes=whole.sizes[-1:])
    table = frame(ENOUGH_TEXT, sizes=[text_numbers(), whole])
    text = answers(STUDY, {"enough_text": table})
    news, alone = (line.split() for line in lines_from(text, "Is the text")[4:6])
    row = table.iloc[0]
    assert news[:3] == ["news", "word2vec", f"{row['tokens']:,}"]
    assert news[3:5] == [f"{10 * row['share']:.1f}", row["enough"]]
    assert len(news) == len(alone) == 5
    flat = " ".join(text.split())
    now, more = (f"{10 * row[name]:.1f}" for name in ("common_share", "share_10x"))
    every = "news / word2vec: of words that every fraction has, lists share"
    assert f"{every} {now} now, and ten times the text would give about {more}" in flat
    # of a text that was read as a whole more was not asked
    assert "alone /" not in flat and "ore text" not in flat
    wide = frame(ENOUGH_TEXT, sizes=[text_numbers(rise=-0.2)])
    flat = " ".join(answers(STUDY, {"enough_text": wide}).split())
    assert "word2vec: what more text would give cannot be told: lists of" in flat
    text = answers(STUDY, {"trust": asked_of("w5", news=8)})
    assert "That was not asked: it takes bootstrapped runs" in text
    lost = frame(ENOUGH_TEXT, sizes=[text_numbers(sizes=[], note="no model")])
    assert "news / word2vec: cannot be told, no model." in answers(
        STUDY, {"enough_text": lost}
    )


def test_of_losses_alone_nothing_else_is_said():
    losses = as_text(frame(FINDINGS, cells=[cell()]))
    assert answers(STUDY, {}, losses) == losses
