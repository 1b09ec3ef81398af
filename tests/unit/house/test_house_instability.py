"""Instability of techniques, and of words over frequency, from known records."""

import gc
import math
import weakref
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from house_given import Numbers, frame, rows
from invented import PAIR, cell, failed, no_words, square, words
from scipy.stats import t as student

from quaver.config.analyses import Analyses, Stability
from quaver.house.instability import (
    INSTABILITY,
    WORDS,
    extrinsic_row,
    frequency_row,
    word_rows,
)
from quaver.measures.instability import extrinsic_value
from quaver.results.records import by_sampling


def instability(*cells, records=()):
    return rows(INSTABILITY, cells=cells, words=records)


def of_words(*records):
    return instability(cell(), cell(sampling="bootstrapped"), records=records)


def test_a_hand_case():
    cells = [
        cell(runs=2, losses=PAIR * 0.05, sampling="bootstrapped"),
        cell(runs=2, losses=PAIR * 0.03),
    ]
    inner, outer = instability(*cells)
    assert (inner["kind"], outer["kind"]) == ("intrinsic", "extrinsic")
    assert (inner["mean_e2"], outer["mean_e2"]) == pytest.approx((3, 4))
    assert np.isnan(outer["deviation_e4"]), "there is one pair only"
    assert inner["note"] == "no interval: it needs 3 runs, there are 2"
    (group,) = by_sampling(cells)
    row = extrinsic_row(group)
    means = row["shuffled_mean"], row["bootstrapped_mean"]
    assert means == pytest.approx((0.03, 0.05))


def test_a_missing_value_is_explained():
    lower = cell(sampling="bootstrapped", losses=square(0.01))
    for cells, note in (
        ([cell()], "no bootstrapped runs in the study"),
        (
            [cell(sampling="fixed")],
            "no shuffled and no bootstrapped runs in the study",
        ),
        (
            [cell(), failed(sampling="bootstrapped")],
            "bootstrapped: 2 of 3 runs failed",
        ),
        ([cell(), lower], "bootstrapped < shuffled"),
        (
            [cell(), cell(sampling="bootstrapped")],
            "no deviation: bootstrapped = shuffled",
        ),
    ):
        _, row = instability(*cells)
        assert math.isnan(row["deviation_e4"])
        assert row["note"] == note
    inner, _ = instability(cell(sampling="fixed"))
    assert inner["note"] == "no shuffled runs in the study"
    inner, _ = instability(failed())
    assert inner["note"] == "2 of 3 runs failed"


def test_runs_are_those_that_were_compared():
    pair = [cell(runs=8, sampling=name) for name in ("shuffled", "bootstrapped")]
    for row in instability(*pair):
        assert (row["shuffled_runs"], row["bootstrapped_runs"]) == (3, 3)


def test_the_row_has_the_interval_of_extrinsic_instability():
    inner, outer = square(0.03), square(0.05, 3, 1e-5)
    cells = cell(losses=inner), cell(losses=outer, sampling="bootstrapped")
    row = instability(*cells)[1]
    ends = row["low_e2"] / 100, row["high_e2"] / 100
    assert ends == pytest.approx(extrinsic_value(inner, outer).interval())


def test_batches_by_frequency_are_correlated_with_their_instability():
    inner, outer = of_words(words())
    assert (inner["kind"], inner["batches"], inner["words"]) == ("intrinsic", 20, 200)
    assert (inner["spearman"], inner["p"]) == (1, 0)
    steps = np.linspace(0.02, 0.021, 200)
    change = steps[190:].mean() / steps[:10].mean() - 1
    assert inner["change_e2"] == pytest.approx(100 * change)
    assert outer["spearman"] == -1


def test_noise_holds_no_correlation():
    values = 0.02 + 0.001 * (np.arange(200) // 10 % 2)
    assert frequency_row(words(intrinsic=values), "intrinsic")["p"] > 0.05


def test_the_order_of_words_does_not_matter():
    turn = np.random.default_rng(1).permutation(200)
    record = words()
    turned = words(
        words=[record.words[k] for k in turn],
        frequency=record.frequency[turn],
        intrinsic=record.intrinsic[turn],
        extrinsic=record.extrinsic[turn],
    )
    for kind in ("intrinsic", "extrinsic"):
        first, second = (frequency_row(each, kind) for each in (record, turned))
        for name in ("spearman", "p", "change"):
            assert first[name] == pytest.approx(second[name])


def test_records_are_let_go_while_others_are_read():
    """And rows are in order whatever order they come in."""
    held = []

    def records():
        for name in ("c", "b", "a"):
            record = words(corpus=name)
            held.append(weakref.ref(record))
            yield record
            del record
            gc.collect()
            assert not any(ref() for ref in held[:-1])

    study = Numbers()
    study.words = records
    kinds = ("intrinsic", "extrinsic")
    read = partial(word_rows, study, lambda x: [frequency_row(x, k) for k in kinds])
    assert [row["corpus"] for row in read()] == [*"aabbcc"]
    held.clear()
    made = WORDS.rows(study)
    assert list(dict.fromkeys(row["corpus"] for row in made)) == [*"abc"]


def ranked(record, least=20):
    analyses = Analyses(stability=Stability(least_count=least))
    made = frame(WORDS, words=[record], analyses=analyses)
    return {kind: made[made["kind"] == kind] for kind in ("steadiest", "most wavering")}


def test_words_are_ranked_against_words_of_like_frequency():
    """Rare words are steadier here, as the frequent ones are in other techniques."""
    for low, high in ((0.01, 0.05), (0.05, 0.01)):
        values = np.geomspace(low, high, 200)
        values[150] *= 0.5
        values[60] *= 2
        values[3] *= 0.1  # seen four times
        made = ranked(words(intrinsic=values))
        first = {kind: rows.iloc[0] for kind, rows in made.items()}
        assert first["steadiest"]["word"] == "w150"
        assert first["most wavering"]["word"] == "w060"
        assert first["steadiest"]["relative"] == pytest.approx(0.5, rel=0.05)
        assert first["most wavering"]["relative"] == pytest.approx(2, rel=0.05)
        # the raw value stands beside it
        assert first["steadiest"]["intrinsic_e2"] == 100 * values[150]
        assert min(rows["frequency"].min() for rows in made.values()) >= 20
        assert {*first["steadiest"][["words", "ranked"]]} == {200, 181}
        # frequency alone makes no word steady, nor those at its ends
        others = made["steadiest"].iloc[1:]["relative"]
        assert ((others > 0.9) & (others < 1.1)).all()
        assert ranked(words(intrinsic=values), 1)["steadiest"]["word"].iloc[0] == "w003"


def test_few_words_are_ranked_too_and_none_says_why():
    few = words(words=[*"abc"], frequency=np.array([30.0, 20, 20]))
    few = replace(few, intrinsic=np.array([1, 2, 8.0]), extrinsic=np.ones(3))
    assert ranked(few)["steadiest"]["word"].tolist() == [*"abc"]
    made = frame(WORDS, words=[words(frequency=np.ones(200))])
    assert made["note"].tolist() == ["no word occurs 20 times (least_count)"]


def test_intervals_are_over_runs():
    """Two samplings of three and four runs: their errors add in squares."""
    generator = np.random.default_rng(6)
    batches = np.linspace(0.05, 0.03, 200).reshape(20, 10).mean(axis=1)
    left = [batches + generator.normal(0, 1e-3, (runs, 20)) for runs in (3, 4)]
    row = of_words(words(left={"extrinsic": left}))[1]
    changes = [each[:, -1] / each[:, 0] - 1 for each in left]
    squares = [(len(x) - 1) / len(x) * np.square(x - x.mean()).sum() for x in changes]
    freedom = sum(squares) ** 2 / (squares[0] ** 2 / 2 + squares[1] ** 2 / 3)
    reach = 100 * student.ppf(0.975, freedom) * math.sqrt(sum(squares))
    assert row["runs"] == 3
    assert row["change_high_e2"] - row["change_e2"] == pytest.approx(reach)
    assert row["change_e2"] - row["change_low_e2"] == pytest.approx(reach)
    assert -1 <= row["spearman_low"] <= row["spearman"] <= row["spearman_high"] <= 1
    alone = of_words(words())[0]
    assert math.isnan(alone["change_low_e2"])
    assert "; no interval" in alone["note"]


def test_missing_words_are_counted_and_left_out():
    values = np.linspace(0.05, 0.03, 200)
    values[::2] = np.nan
    row = of_words(words(extrinsic=values))[1]
    assert (row["words"], row["missing"], row["spearman"]) == (100, 100, -1)
    few = words(extrinsic=np.r_[np.ones(19), np.full(181, np.nan)])
    assert frequency_row(few, "extrinsic")["note"] == ["needs 20 words, there are 19"]
    flat = words(intrinsic=np.full(200, 0.02))
    assert frequency_row(flat, "intrinsic")["note"] == ["all batches are alike"]
    assert "runs without a model" in of_words(no_words())[0]["note"]


def test_a_technique_without_words_keeps_its_losses():
    row = instability(cell(), cell(sampling="bootstrapped", losses=square(0.03)))[0]
    assert row["mean_e2"] == pytest.approx(2)
    assert math.isnan(row["spearman"]) and row["words"] is None
    assert frame(INSTABILITY).empty
