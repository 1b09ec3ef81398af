"""The findings: what the tables say, and what the terminal shows of it."""

import math
from types import SimpleNamespace

import numpy as np
from house_given import frame, rows
from invented import LOSSES, PAIR, cell, failed, record
from pytest import approx

from quaver.corpora.encoding import COUNTED
from quaver.house.findings import FINDINGS, as_text
from quaver.house.losses import LOSSES as TABLE
from quaver.items.ends import CUT
from quaver.results.records import CorpusNumbers

DRAWN = cell(sampling="bootstrapped", losses=2 * LOSSES)


def findings(*cells, corpora=()):
    return rows(FINDINGS, cells=cells, corpora=corpora)


def text_of(*cells):
    return as_text(frame(FINDINGS, cells=cells))


def text(name="news", tokens=10**6, **counts):
    steps = {"step": ["cut"], **dict.fromkeys(COUNTED, [tokens])}
    empty = dict.fromkeys(("series", "period", "deduplicated"), "")
    steps |= {kind: [count] for kind, count in counts.items()}
    return CorpusNumbers(corpus=name, language="en", min_count=5, steps=steps, **empty)


def test_findings_gather_what_the_tables_say():
    share = np.eye(3) + 10 * LOSSES
    cells = [
        cell(
            averages={2: PAIR * 0.015, 4: None},
            overlaps={5: (share / 2, share), 12: (share, share), 25: (share, share)},
        ),
        cell(sampling="bootstrapped", losses=LOSSES * 2),
    ]
    (row,) = findings(*cells)
    table = frame(TABLE, cells=cells).set_index("sampling")
    for sampling in ("shuffled", "bootstrapped"):
        assert row[f"{sampling}_e2"] == table.mean_e2[sampling]
        assert row[f"{sampling}_low_e2"] == table.low_e2[sampling]
        assert row[f"{sampling}_high_e2"] == table.high_e2[sampling]
    assert row["extrinsic_e2"] == approx(math.sqrt(16 - 4))
    shown = row["sampling"], row["neighbours"], row["average_size"]
    assert shown == ("shuffled", 12, 2)
    assert row["p_mean"] == approx(0.2)
    assert row["average_relative"] == approx(0.75)
    assert math.isnan(row["fixed_e2"])
    assert row["note"] == f"{CUT}; neighbours are of shuffled runs"


def test_findings_and_averages_divide_by_the_same_runs():
    """Of five runs averages of two hold four: a fifth that is far off is none's."""
    losses = np.where(np.eye(5), 0, 0.02)
    losses[4, :4] = losses[:4, 4] = 0.5
    (row,) = findings(cell(runs=5, losses=losses, averages={2: PAIR * 0.015}))
    assert row["average_relative"] == approx(0.75)
    shown = " ".join(text_of(cell(averages={2: PAIR * 0.015})).split())
    assert "averages of n runs (shuffled ones, unless a note names others)" in shown


def test_findings_say_where_vectors_hardly_part_words():
    own = cell()
    for mean, is_told in ((0.94, True), (0.3, False)):
        cosines = SimpleNamespace(cosines=np.full((3, 9), mean))
        studied = [record(own, cosines=cosines), record(DRAWN)]
        (row,) = rows(FINDINGS, cells=[own, DRAWN], distributions=studied)
        sentence = (
            "its vectors hardly part words: two random ones have a mean cosine of 0.94 "
            "(more epochs or more text help)"
        )
        assert (sentence in row["note"]) == is_told
        assert ("hardly part" in row["note"]) == is_told


def test_findings_say_what_is_thin():
    thin = {"sampling": "fixed", "runs": 2, "losses": PAIR / 100}
    (row,) = findings(cell(**thin, averages={2: None}))
    assert row["note"].split("; ") == [
        "no interval: it needs 3 runs, there are 2",
        "neighbours not measured",
        "no averages with 2 * size <= runs",
    ]
    (row,) = findings(cell(**thin))
    assert row["note"].endswith("neighbours not measured"), "averages were not asked"
    averages, overlaps = {2: PAIR / 100}, {10: (LOSSES, LOSSES)}
    (row,) = findings(cell(sampling="fixed", averages=averages, overlaps=overlaps))
    for name in ("neighbours", "averages"):
        assert f"{name} are of fixed runs" in row["note"]
    (row,) = findings(failed(), failed(sampling="bootstrapped"))
    gaps = "shuffled: 2 of 3 runs failed; bootstrapped: 2 of 3 runs failed"
    assert row["note"] == gaps
    overlaps = {10: (LOSSES, LOSSES)}
    zero = cell(losses=LOSSES * 0, averages={1: PAIR * 0.0}, overlaps=overlaps)
    (row,) = findings(zero, cell(sampling="bootstrapped"))
    assert row["note"].endswith("averages: single runs do not differ")
    assert math.isnan(row["average_relative"])


def test_the_terminal_table_is_aligned_and_explained():
    lines = text_of(
        cell(averages={2: PAIR * 0.015}, overlaps={10: (LOSSES * 10, LOSSES)}),
        failed(technique="large"),
    ).splitlines()
    assert "PIP loss" in lines[0]
    assert lines[2].split() == [
        *("text", "technique", "shuffled", "p@10", "average", "of", "2")
    ]
    assert lines[4].split() == ["news", "large", "–", "–", "–"]
    numbers = ["2.00", "(0", "to", "6.97)", "0.20", "(shuffled)", "0.75"]
    assert lines[5].split() == ["news", "word2vec", *numbers]
    assert len({len(line) for line in lines[2:6]}) == 1
    assert "news / large: shuffled: 2 of 3 runs failed." in lines
    assert "news / word2vec: neighbours are of shuffled runs." in lines
    reading = " ".join(lines)
    assert "root of the\ndifference of their squares" in text_of(cell(), DRAWN)
    assert "A lower loss is steadier; 0 means that every run gave the same" in reading
    assert all(len(line) <= 88 for line in lines)


def test_what_was_not_asked_for_is_not_shown():
    losses = text_of(cell(), cell(technique="b"))
    for name in ("xtrinsic", "p@", "verage", "runs in the study"):
        assert name not in losses, name


def test_neighbours_are_those_of_bootstrapped_runs_or_say_of_which():
    high, low = (np.where(LOSSES > 0, share, 1) for share in (1.0, 0.15))
    high, low = {10: (high, LOSSES)}, {10: (low, LOSSES)}
    cells = [cell(overlaps=high), cell(sampling="bootstrapped", overlaps=low)]
    text = text_of(*cells, cell(technique="z", overlaps=high))
    rows = [line for line in text.splitlines() if line.startswith("news  ")]
    assert rows[0].endswith(" 0.15")
    assert rows[1].endswith("1.00 (shuffled)")
    assert "news / z: neighbours are of shuffled runs." in text


def test_the_terminal_table_names_sizes_that_differ():
    shown = text_of(
        cell(averages={2: PAIR * 0.01}),
        cell(technique="large", averages={4: PAIR * 0.01}),
    )
    assert "average of n" in shown
    assert "0.50 (n = 2)" in shown
    assert "0.50 (n = 4)" in shown


def test_findings_say_where_a_text_is_small():
    cells = [cell(corpus="large"), cell(corpus="little")]
    texts = [text("large", 100_000), text("little", 44_472)]
    large, little = findings(*cells, corpora=texts)
    assert "small" not in large["note"]
    assert "a text of 44,472 words is small" in little["note"]


def test_findings_say_where_there_is_little_to_draw_from():
    for units, remark in (
        (1, "the text is one document, so shuffled and bootstrapped runs read what"),
        (7, "there are only 7 documents to draw from"),
        (20, ""),
    ):
        corpora = [text(documents=units)]
        (row,) = findings(cell(unit="document"), corpora=corpora)
        assert remark in row["note"] if remark else "draw" not in row["note"]


def test_empty_studies_have_an_empty_text():
    assert "PIP loss" in text_of()
