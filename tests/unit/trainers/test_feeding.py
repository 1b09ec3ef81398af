from types import SimpleNamespace

import numpy as np
import pytest

from quaver.corpora.samples import Sample, View
from quaver.trainers import TrainingError, feeding

PARAMETERS = SimpleNamespace(
    dimensions=8,
    window=5,
    architecture="skip-gram",
    negative=5,
    hierarchical_softmax=False,
    epochs=3,
    sample=1e-3,
    learning_rate=0.025,
    min_learning_rate=1e-4,
    noise_exponent=0.75,
    min_count=0,
)


def changed(**values):
    return SimpleNamespace(**(vars(PARAMETERS) | values))


def view_of(*units):
    tokens = np.concatenate([np.asarray(unit, dtype=np.uint32) for unit in units])
    offsets = np.concatenate([[0], np.cumsum([len(unit) for unit in units])])
    words = [f"w{row}" for row in range(int(tokens.max()) + 1)]
    return View(words, tokens, offsets)


def whole(view):
    return Sample(np.arange(view.units))


def flat(lists):
    return [token for piece in lists for token in piece]


def test_pieces_follow_the_order_and_repeats_of_the_sample():
    view = view_of([0, 1], [2], [3, 4, 5])
    sample = Sample(np.array([2, 0, 2]))
    assert list(feeding.pieces(view, sample)) == [[3, 4, 5], [0, 1], [3, 4, 5]]


def test_pieces_are_plain_lists_of_plain_ints():
    for piece in feeding.pieces(view_of([0, 1], [1]), Sample(np.array([0, 1]))):
        assert type(piece) is list
        assert {type(token) for token in piece} == {int}


def test_empty_units_give_no_piece():
    view = view_of([0], [], [1, 0], [])
    assert list(feeding.pieces(view, whole(view))) == [[0], [1, 0]]


def test_a_long_unit_loses_no_token_and_is_cut_evenly(subtests):
    for length in [1, 9_999, 10_000, 10_001, 20_000, 25_000]:
        with subtests.test(length=length):
            view = view_of(range(length))
            cut = list(feeding.pieces(view, whole(view)))
            assert flat(cut) == list(range(length))
            sizes = [len(piece) for piece in cut]
            assert max(sizes) <= 10_000
            assert max(sizes) - min(sizes) <= 1
            assert len(sizes) == -(-length // 10_000)


def test_more_units_than_are_looked_up_at_once_keep_their_order(monkeypatch):
    view = view_of(*([k, k + 1] for k in range(50)))
    sample = Sample(np.random.default_rng(1).integers(0, 50, 70))
    at_once = list(feeding.pieces(view, sample))
    monkeypatch.setattr(feeding, "LIMIT", 7)
    assert list(feeding.pieces(view, sample)) == at_once


def test_a_memory_mapped_corpus_is_fed_alike(tmp_path):
    view = view_of(range(30), [4, 4])
    view.tokens.tofile(tmp_path / "tokens")
    mapped = np.memmap(tmp_path / "tokens", dtype=np.uint32, mode="r")
    again = View(view.words, mapped, view.offsets)
    sample = Sample(np.array([1, 0, 1]))
    assert list(feeding.pieces(again, sample)) == list(feeding.pieces(view, sample))


def test_batches_are_full_but_never_too_full():
    lengths = np.random.default_rng(2).integers(0, 4_000, 40)
    view = view_of(*(np.full(length, k) for k, length in enumerate(lengths)))
    packed = list(feeding.batches(view, whole(view)))
    sizes = [sum(map(len, batch)) for batch in packed]
    assert max(sizes) <= 10_000
    for size, following in zip(sizes, packed[1:], strict=False):
        assert size + len(following[0]) > 10_000
    assert sum(packed, []) == list(feeding.pieces(view, whole(view)))


def test_the_learning_rate_falls_linearly_and_not_below_its_end():
    rates = [feeding.learning_rate(PARAMETERS, p) for p in (0.0, 0.25, 0.5, 1.0, 1.5)]
    expected = [0.025, 0.018775, 0.01255, 1e-4, 1e-4]
    np.testing.assert_allclose(rates, expected, rtol=1e-12)


def test_every_epoch_reads_the_sample_once():
    view = view_of(range(100), [3, 4])
    fed = [batch for _, batch in feeding.schedule(view, whole(view), PARAMETERS)]
    assert flat(sum(fed, [])) == 3 * [*range(100), 3, 4]


def test_the_schedule_goes_from_the_first_rate_to_the_last():
    units = [np.zeros(10_000, dtype=int)] * 20
    view = view_of(*units)
    sample = Sample(np.tile(np.arange(20), 2))
    rates = [rate for rate, _ in feeding.schedule(view, sample, PARAMETERS)]
    assert len(rates) == 3 * 40
    step = (0.025 - 1e-4) / 120
    np.testing.assert_allclose(rates, 0.025 - step * np.arange(120), rtol=1e-9)
    assert rates[-1] == pytest.approx(1e-4 + step)


def test_progress_counts_the_tokens_of_unequal_units():
    view = view_of(np.zeros(9_000, int), np.zeros(3_000, int), np.zeros(8_000, int))
    rates = [rate for rate, _ in feeding.schedule(view, whole(view), changed(epochs=1))]
    expected = [feeding.learning_rate(PARAMETERS, p) for p in (0, 9 / 20, 12 / 20)]
    assert rates == pytest.approx(expected)


def test_the_vocabulary_is_in_count_order_and_ties_follow_the_corpus():
    counts = np.array([3, 9, 0, 3, 9, 1])
    rows = feeding.vocabulary(counts, counts >= 2)
    assert rows.tolist() == [1, 4, 0, 3]


def test_settings_say_what_the_parameters_say():
    parameters = changed(
        architecture="cbow", negative=0, hierarchical_softmax=True, sample=0.0
    )
    options = feeding.settings(parameters, np.uint32(2**32 - 1))
    assert options == {
        "vector_size": 8,
        "window": 5,
        "sg": 0,
        "negative": 0,
        "hs": 1,
        "epochs": 3,
        "sample": 0.0,
        "alpha": 0.025,
        "min_alpha": 1e-4,
        "ns_exponent": 0.75,
        "seed": 2**32 - 1,
        "workers": 1,
        "min_count": 1,
        "sorted_vocab": 0,
    }
    assert type(options["seed"]) is int
    assert feeding.settings(PARAMETERS, 1)["sg"] == 1


def test_no_objective_is_refused():
    with pytest.raises(TrainingError, match="negative: 0 and hierarchical_softmax"):
        feeding.settings(changed(negative=0), 1)


def test_an_unknown_architecture_is_refused():
    message = r"one of \['cbow', 'skip-gram'\]. Got 'sg' instead"
    with pytest.raises(TrainingError, match=message):
        feeding.settings(changed(architecture="sg"), 1)
