"""The papers' own numbers agree with each other and cover all they measured."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from quaver.measures.instability import extrinsic, extrinsic_deviation
from quaver.papers.rettenmeier2020.comparable import FOLDER, LANGUAGES
from quaver.results.records import SAMPLINGS

TRAINERS = ("word2vec", "glove", "fasttext")
PRINTED_E2, PRINTED_E4 = 0.0005, 0.05  # half of the last digit printed
# The thesis prints 2.4; its own Table 2.8 gives 2.1 to 2.2.
DISAGREES = ("en", "glove")


def read(name):
    return pd.read_csv(FOLDER / f"{name}.csv", keep_default_na=False)


@pytest.fixture(scope="module")
def losses():
    return read("table_2_8").set_index(["language", "trainer", "sampling"])


@pytest.fixture(scope="module")
def instabilities():
    return read("table_2_11").set_index(["language", "trainer"])


def test_every_cell_of_the_thesis_is_there_once(losses, instabilities):
    assert sorted(losses.index) == sorted(product(LANGUAGES, TRAINERS, SAMPLINGS))
    assert sorted(instabilities.index) == sorted(product(LANGUAGES, TRAINERS))


def test_every_value_says_where_it_was_read(losses, instabilities):
    assert losses["source"].str.startswith("Table 2.8, section 2.3").all()
    assert instabilities["source"].str.startswith("Table 2.11, section 2.3").all()


def test_what_cannot_be_compared_is_marked(losses, instabilities):
    for table in (losses, instabilities):
        marked = table[table["source"].str.contains("25 iterations only")]
        assert {key[:2] for key in marked.index} == {("en", "glove")}


def test_the_order_of_techniques_is_that_of_table_2_9(losses):
    order = {
        "fixed": ["word2vec", "glove", "fasttext"],
        "shuffled": ["glove", "word2vec", "fasttext"],
        "bootstrapped": ["fasttext", "word2vec", "glove"],
    }
    for language, sampling in product(LANGUAGES, SAMPLINGS):
        means = losses["mean_e2"].xs((language, sampling), level=(0, 2))
        assert list(means.sort_values().index) == order[sampling]


def test_table_2_11_follows_from_table_2_8_within_rounding(losses, instabilities):
    off = []
    for key in product(LANGUAGES, TRAINERS):
        outer = losses.loc[(*key, "bootstrapped")]
        inner = losses.loc[(*key, "shuffled")]
        means = np.array([outer["mean_e2"], inner["mean_e2"]])
        shift = np.array([PRINTED_E2, -PRINTED_E2])
        low, high = extrinsic(*(means - shift)), extrinsic(*(means + shift))
        printed = instabilities.loc[key]
        if not low - PRINTED_E2 <= printed["mean_e2"] <= high + PRINTED_E2:
            off.append((key, "mean"))
        low, high = deviation_bounds(means, outer, inner)
        if not low - PRINTED_E4 <= printed["deviation_e4"] <= high + PRINTED_E4:
            off.append((key, "deviation"))
    assert off == [(DISAGREES, "deviation")]


def test_one_deviation_of_table_2_11_does_not_follow(losses, instabilities):
    outer = losses.loc[(*DISAGREES, "bootstrapped")]
    inner = losses.loc[(*DISAGREES, "shuffled")]
    means = np.array([outer["mean_e2"], inner["mean_e2"]])
    assert instabilities.loc[DISAGREES, "deviation_e4"] == 2.4
    assert deviation_bounds(means, outer, inner)[1] + PRINTED_E4 < 2.4


def deviation_bounds(means, outer, inner):
    deviations = np.array([outer["deviation_e4"], inner["deviation_e4"]])
    return [
        extrinsic_deviation(means, np.maximum(deviations + sign * PRINTED_E4, 0))
        for sign in (-1, 1)
    ]


def test_sizes_of_texts_are_all_there_and_say_where_they_were_read():
    wikipedias, decades, halves = map(read, ("table_1_2", "table_1_7", "table_1_8"))
    assert tuple(wikipedias.language) == LANGUAGES
    assert list(decades.period) == [f"{y}-{y + 9}" for y in range(1810, 2010, 10)]
    assert list(zip(halves.language, halves.period, strict=True)) == [
        (language, period)
        for language in ("en", "de", "la", "sv")
        for period in ("t1", "t2")
    ]
    for table, number in ((wikipedias, 2), (decades, 7), (halves, 8)):
        assert table["source"].str.startswith(f"Table 1.{number}, section 1.2").all()


def test_decades_add_up_to_nearly_400_million_words():
    assert 380 < read("table_1_7").tokens_in_1e5.sum() / 10 < 400


def test_the_tokens_of_table_1_8_cannot_be_millions():
    """Its English texts are drawn from COHA, which has fewer tokens of those years."""
    decades = read("table_1_7").set_index("period").tokens_in_1e5
    coha = decades[:"1860-1869"].sum() / 10
    early = read("table_1_8").set_index(["language", "period"]).loc[("en", "t1")]
    assert early.years == "1810-1860"
    assert early.tokens_in_1e6 / 10 < coha - decades["1860-1869"] / 10
    assert early.tokens_in_1e6 > coha - decades["1860-1869"] / 10
