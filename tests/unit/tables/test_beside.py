"""What compares with published numbers, and what the verdict is."""

import math

import numpy as np
import pytest
from given import TEXTS, THESIS, cell, corpus

from quaver import tables
from quaver.items.beside import (
    all_of,
    claim,
    published_ends,
    published_error,
    verdict,
)

NAN = (np.nan, np.nan)
T15, T127 = 2.131449545559323, 1.978819535


def test_texts_are_told_in_millions_of_tokens():
    found = tables.texts([corpus(), corpus("lost", steps={})], THESIS["table_1_2"])
    assert found.ours == {"news": 50.0}
    assert found.published["hi"] == 48
    assert len(found.published) == 7


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, ""),
        ({"language": "hi-IN"}, ""),
        ({"corpus": "small"}, "another corpus (0.5 of 48 million tokens)"),
        ({"corpus": "else"}, "the text is not known"),
        ({"language": "de"}, "no published text of this language"),
        ({"language": "zh-CN"}, "another segmenter"),
        ({"parameters": {"dimensions": 50}}, "50 dimensions of 300"),
        (
            {"parameters": {"dimensions": 300, "epochs": 9}},
            "9 epochs of 5",
        ),
        ({"parameters": {}}, ""),
        ({"fraction": 0.2}, "another corpus (10.0 of 48 million tokens)"),
        ({"unit": "document"}, ""),
        (
            {"unit": "document", "sampling": "bootstrapped"},
            "documents are drawn, published lines",
        ),
    ],
)
def test_a_cell_compares_if_text_and_parameters_are_the_published(changes, reason):
    assert TEXTS.reason(cell(**changes)) == reason


def test_ten_percent_of_tokens_make_another_corpus():
    for tokens, same in ((43.2, True), (52.8, True), (43.1, False), (52.9, False)):
        texts = tables.Texts({"news": tokens}, {"hi": 48.0})
        assert (texts.reason(cell()) == "") == same


def test_english_glove_was_trained_for_25_epochs():
    texts = tables.Texts({"news": 4500.0}, {"en": 4501.0})
    for epochs, reason in ((25, ""), (100, "100 epochs of 25")):
        given = {"dimensions": 300, "epochs": epochs}
        one = cell(language="en", trainer="glove", parameters=given)
        assert texts.reason(one) == reason


def test_published_ends_rest_on_runs_or_pairs_of_runs():
    assert published_ends(1.5, 0.05) == pytest.approx((1.45, 1.55))
    low, high = published_ends(17.06, 0.005, 0.46, runs=128)
    assert high - 17.06 == pytest.approx(0.005 + T127 * 0.46 / math.sqrt(128))
    low, high = published_ends(1.805, 0.0005, 0.053, runs=16, pairs=True)
    assert 1.805 - low == pytest.approx(0.0005 + T15 * 0.053 * math.sqrt(2 / 14))
    assert high - 1.805 == pytest.approx(1.805 - low)


@pytest.mark.parametrize("runs", [4, 16])
def test_the_error_of_a_mean_over_pairs_is_that_of_its_runs(runs):
    """Pairs (a_i + a_j)/2 of runs of their own noise: the bound is nearly reached."""
    generator = np.random.default_rng(1)
    means, variances = [], []
    for _ in range(4000):
        noise = generator.normal(0, 1, runs)
        pairs = ((noise[:, None] + noise) / 2)[np.triu_indices(runs, 1)]
        means.append(pairs.mean())
        variances.append(pairs.var())
    bound = published_error(math.sqrt(np.mean(variances)), runs, pairs=True)
    assert 0.85 * bound < np.std(means) < 1.01 * bound


def test_errors_of_runs_and_of_deviations_over_other_runs():
    assert published_error(0.46, 4, pairs=False) == 0.23
    found = published_error(0.7, 4, pairs=True, spread=16)
    assert found == pytest.approx(0.7 * math.sqrt(16 / 28))


@pytest.mark.parametrize(
    ("ours", "theirs", "reason", "told"),
    [
        ((1, 2), (1.5, 3), "", "agrees"),
        ((1, 2), (2, 3), "", "agrees"),
        ((1, 2), (2.1, 3), "", "differs"),
        ((4, 5), (2.1, 3), "", "differs"),
        ((1, 2), (1.5, 3), "other", "not comparable: other"),
        (NAN, (1.5, 3), "", "undecided: no interval"),
        (NAN, (1.5, 3), "other", "not comparable: other"),
        ((1, 2), NAN, "", ""),
    ],
)
def test_verdicts_of_intervals(ours, theirs, reason, told):
    assert verdict(ours, theirs, reason) == told


def test_claims_and_many_verdicts():
    assert [claim(x) for x in (True, False, None)] == ["agrees", "differs", "undecided"]
    assert all_of(["agrees", "agrees"]) == "agrees"
    assert all_of(["agrees", "differs", "undecided"]) == "differs"
    assert all_of(["agrees", "undecided"]) == "undecided"
    assert all_of([]) == "undecided"
