"""Neighbours, vocabularies, trainings, words and texts: counted and in order."""

import re

import numpy as np
import pandas as pd
import pytest
from house_given import frame, rows
from invented import LOSSES, REACH, cell, failed, words

from quaver.config.analyses import Analyses, Stability
from quaver.corpora import samples
from quaver.corpora.encoding import COUNTED, STEPS
from quaver.house.corpora import CORPORA, TRAININGS, VOCABULARY
from quaver.house.instability import WORDS
from quaver.house.losses import LOSSES as TABLE
from quaver.house.losses import NEIGHBOURS
from quaver.items.ends import CUT
from quaver.items.render import as_csv
from quaver.results import records
from quaver.results.records import CorpusNumbers

STORED = {
    "step": list(STEPS),
    "documents": [10, 10, 8, 7],
    "sentences": [90, 90, 80, 76],
    "lines": [40, 40, 36, 35],
    "tokens": [2500, 2400, 2000, 1400],
    "types": [700, 600, 600, 140],
}
DROPPED = {
    **{"cleaned_tokens": 100, "cleaned_types": 100, "duplicate_tokens": 400},
    **{"duplicate_documents": 2, "duplicate_sentences": 10, "duplicate_lines": 4},
    **{"empty_documents": 1, "empty_sentences": 4, "empty_lines": 1},
    **{"rare_tokens": 600, "rare_words": 460},
}


def text(**changes):
    facts = {
        "corpus": "mine",
        "language": "hi",
        "series": "",
        "period": "",
        "deduplicated": "document",
        "min_count": 5,
        "frequent": 140,
        "steps": STORED,
        "dropped": DROPPED,
    }
    return CorpusNumbers(**facts | changes)


def texts(*records):
    return frame(CORPORA, corpora=records)


def test_samplings_and_counts_are_those_of_the_samples_and_steps():
    assert records.SAMPLINGS == samples.SAMPLINGS
    assert records.COUNTED == COUNTED


def test_rows_are_ordered_and_none_is_lost():
    cells = [
        failed(technique=technique, corpus=corpus, sampling=sampling, steps=())
        for sampling in ("bootstrapped", "fixed", "shuffled")
        for technique in ("word2vec", "glove")
        for corpus in ("z", "a")
    ]
    for table in (TABLE, TRAININGS, VOCABULARY, NEIGHBOURS):
        made = frame(table, cells=cells)
        keys = list(zip(made.corpus, made.technique, made.sampling, strict=True))
        assert keys == [
            (corpus, technique, sampling)
            for corpus in ("a", "z")
            for technique in ("glove", "word2vec")
            for sampling in records.SAMPLINGS
        ]
        assert (made.note.str.len() > 0).all()


def test_neighbours_are_means_over_pairs():
    share = np.eye(3) + 10 * LOSSES
    cells = [cell(overlaps={10: (share, share / 2)}), cell(sampling="fixed")]
    empty, row = rows(NEIGHBOURS, cells=cells)
    assert (row["n"], row["pairs"], row["note"]) == (10, 3, f"p: {CUT}; j: {CUT}")
    assert row["p_mean"] == pytest.approx(0.2)
    assert row["j_mean"] == pytest.approx(0.1)
    assert row["p_high"] == pytest.approx(0.2 + 10 * REACH)
    assert row["j_high"] == pytest.approx(0.1 + 5 * REACH)
    assert row["p_low"] == row["j_low"] == 0
    told = empty["sampling"], empty["n"], empty["note"]
    assert told == ("fixed", 10, "not measured")


def test_vocabulary_and_trainings_count():
    made = frame(VOCABULARY, cells=[cell()])
    assert list(made.step) == ["in any run", "in every run"]
    assert list(made.kept) == [500, 400]
    assert list(made.dropped) == [0, 100]
    (row,) = rows(TRAININGS, cells=[failed(runs=8)])
    assert (row["planned"], row["finished"], row["failed"]) == (8, 6, 2)
    assert row["note"] == "2 of 8 runs failed; too small"
    (row,) = rows(TRAININGS, cells=[failed(runs=8, reason="")])
    assert row["note"] == "2 of 8 runs have no model"


def test_words_are_the_extremes_with_ties_by_word():
    values = [0.01, 0.02, 0.02, 0.02, 0.03, 0.03]
    few = words(
        words=["c", "b", "a", "e", "भाषा", "d"],
        frequency=np.array([10.0, 30, 20, 7, 5, 6]),
        intrinsic=np.array(values),
        extrinsic=np.array([np.nan, 0.04, 0.03, 0.05, 0.05, 0.06]),
        missing=1,
        dropped=2,
    )
    analyses = Analyses(stability=Stability(least_count=1))
    made = frame(WORDS, words=[few], analyses=analyses)
    assert list(made.kind) == ["steadiest"] * 6 + ["most wavering"] * 6
    assert list(made["rank"]) == [*range(1, 7)] * 2
    assert list(made.word) == [*"cabde", "भाषा", *"abde", "भाषा", "c"]
    assert list(made.relative) == pytest.approx([0.5, *[1] * 10, 0.5])
    assert list(made.frequency[:3]) == [10, 20, 30]
    assert list(made.intrinsic_e2[:3]) == pytest.approx([1, 2, 2])
    assert list(made.note[:2]) == ["bootstrapped < shuffled", ""]
    assert set(zip(made.words, made.missing, made.dropped, strict=True)) == {(6, 1, 2)}
    many = frame(WORDS, words=[words()])
    assert list(many["rank"]) == [*range(1, 11)] * 2


def test_a_record_without_words_keeps_its_row():
    none = dict.fromkeys(("frequency", "intrinsic", "extrinsic"), np.empty(0))
    (row,) = rows(WORDS, words=[words(words=[], **none)])
    assert row["note"] == "shuffled and bootstrapped share no word"
    assert pd.isna(row["word"])


def test_empty_studies_make_empty_tables():
    for table in (TABLE, WORDS):
        made = frame(table)
        assert len(made) == 0
        assert as_csv(made) == ",".join(made.columns) + "\n"


def test_texts_have_a_row_per_step_that_says_what_is_left_out():
    made = texts(text(read={"files": 1, "empty_files": 1200}))
    assert list(made.step) == ["source", *STEPS]
    assert list(made.left_out) == [
        "counted: 1 file; 1,200 empty files",
        "",
        "100 tokens that clean drops; 100 types dropped or joined to another",
        "2 documents repeating an earlier one; 400 tokens in them; 10 sentences gone "
        "with them; 4 lines gone with them",
        "460 words occurring less than 5 times; 600 tokens of them; 1 document left "
        "without a word; 4 sentences left without a word; 1 line left without a word",
    ]
    read = {"encoding": "windows-1250", "read": {"lines": 9, "recoded_lines": 2}}
    assert texts(text(**read)).left_out[0] == (
        "counted: 9 lines; 2 recoded lines; read as windows-1250 (lines that are not "
        "UTF-8)"
    )
    steps = {name: counts[-1:] for name, counts in STORED.items()} | {"step": ["cut"]}
    part = texts(text(read={"outside_where": 9}, dropped={}, steps=steps))
    assert list(part.step) == ["cut"]  # reading counted what other parts took, too
    assert made.tokens.isna().tolist() == [True] + [False] * 4
    for count in COUNTED:
        assert list(made[count][1:]) == STORED[count]
    assert set(made.note) == {""}


def test_numbers_of_a_step_explain_the_next():
    """Read in the text itself: tokens of one row less those left out are the next."""
    made = texts(text())
    for row in range(1, 4):
        gone = re.findall(r"([\d,]+) tokens?", made.left_out[row])
        gone = sum(int(number.replace(",", "")) for number in gone)
        assert made.tokens[row - 1] - gone == made.tokens[row]


def test_what_leaves_nothing_out_says_so():
    none = dict.fromkeys(DROPPED, 0)
    kept = text(dropped=none, deduplicated="none")
    left_out = ["", "nothing", "repeated text is kept", "nothing"]
    assert list(texts(kept).left_out) == left_out
    lines = text(dropped={**none, "duplicate_lines": 7}, deduplicated="line")
    assert texts(lines).left_out[2] == "7 lines repeating an earlier one"


def test_a_text_that_is_not_encoded_keeps_its_row():
    lost = text(steps={}, dropped={}, frequent=None, note="no such file")
    (row,) = rows(CORPORA, corpora=[lost])
    assert (row["corpus"], row["note"]) == ("mine", "no such file")
    assert pd.isna(row["tokens"])


def test_lemmas_are_told_in_the_row_of_cleaning():
    told = text(dropped={**dict.fromkeys(DROPPED, 0), "lemmatised_tokens": 1234})
    assert texts(told).left_out[1] == "1,234 tokens kept as their lemmas"
