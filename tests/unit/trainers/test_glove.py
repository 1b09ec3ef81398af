from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.corpora.samples import Sample, View, draw
from quaver.trainers import TrainingError, glove
from quaver.trainers.cooccurrence import Pairs, count_pairs
from quaver.trainers.glove import descend, fit, prepare, train

REFERENCE = Path(__file__).parents[2] / "data" / "glove_reference"
DEFAULTS = {
    "dimensions": 20,
    "window": 5,
    "symmetric": True,
    "distance_weighting": True,
    "x_max": 10.0,
    "alpha": 0.75,
    "learning_rate": 0.05,
    "epochs": 4,
    "output": "sum",
    "min_count": 0,
}


def parameters(**changes):
    return SimpleNamespace(**DEFAULTS | changes)


def made_pairs(seed=1, words=30, size=200):
    generator = np.random.default_rng(seed)
    keys = generator.choice(words * words, size, replace=False)
    rows, columns = np.divmod(np.sort(keys).astype(np.int32), np.int32(words))
    return Pairs(rows, columns, generator.pareto(1, size) + 0.1)


def two_topics(units=200, absent=True):
    """Words 0-4 mostly stand together and words 5-9 do; word 10 occurs nowhere."""
    generator = np.random.default_rng(1)
    topic = (np.arange(units) % 2)[:, None] ^ (generator.random((units, 12)) < 0.05)
    tokens = generator.integers(0, 5, (units, 12)) + 5 * topic
    words = [f"word{k}" for k in range(10 + absent)]
    return View(
        words, tokens.ravel().astype(np.uint32), np.arange(0, 12 * units + 1, 12)
    )


def plain_epoch(model, words, rate):
    """AdaGrad as Pennington et al. 2014 and the reference have it: numpy, float64."""
    table, biases = model.table.astype(np.float64), model.biases.astype(np.float64)
    loss = 0.0
    for row, context, log, weight in model.entries.tolist():
        column = words + context
        (w, w_squares), (c, c_squares) = table[row].copy(), table[column].copy()
        error = w @ c + biases[row, 0] + biases[column, 0] - log
        loss += 0.5 * weight * error**2
        w_step = np.clip(weight * error * c, -100, 100) * rate
        c_step = np.clip(weight * error * w, -100, 100) * rate
        table[row] = w - w_step / np.sqrt(w_squares), w_squares + w_step**2
        table[column] = c - c_step / np.sqrt(c_squares), c_squares + c_step**2
        for side in (row, column):
            biases[side, 0] -= weight * error / np.sqrt(biases[side, 1])
            biases[side, 1] += (weight * error) ** 2
    return loss / len(model.entries), table, biases


def test_losses_follow_the_reference_implementation(subtests):
    for seed in [1, 2, 3]:
        with subtests.test(seed=seed):
            with np.load(REFERENCE / "counts.npz") as counts:
                pairs = Pairs(counts["row"], counts["column"], counts["count"])
            reference = np.loadtxt(REFERENCE / "loss.csv", delimiter=",", skiprows=1)[
                :, 1:
            ]
            words = int(pairs.rows.max()) + 1
            fitted = fit(pairs, words, parameters(dimensions=50, epochs=15), seed)
            assert_allclose(fitted.losses, reference.mean(axis=1), rtol=0.05)
            assert_allclose(fitted.losses[-1], reference[-1], rtol=0.03)


def test_one_step_of_one_entry_is_the_paper_s():
    pairs = Pairs(np.array([0]), np.array([1]), np.array([3.0]))
    model = prepare(pairs, 2, parameters(dimensions=3), seed=4)
    loss, table, biases = plain_epoch(model, 2, 0.05)
    assert descend(model.entries, model.table, model.biases, np.float32(0.05)) == (
        pytest.approx(loss, rel=1e-6)
    )
    assert_allclose(model.table, table, rtol=1e-5, atol=1e-7)
    assert_allclose(model.biases, biases, rtol=1e-5)
    assert (model.table[[1, 2], 1] == 1).all(), "rows of no entry have to stay"


def test_epochs_of_many_entries_are_those_of_plain_numpy():
    model = prepare(made_pairs(), 30, parameters(), seed=5)
    for _ in range(3):
        loss, table, biases = plain_epoch(model, 30, 0.05)
        found = descend(model.entries, model.table, model.biases, np.float32(0.05))
        assert found == pytest.approx(loss, rel=1e-5)
        assert_allclose(model.table, table, rtol=1e-4, atol=1e-6)
        assert_allclose(model.biases, biases, rtol=1e-4, atol=1e-6)


def test_gradients_are_clipped_at_100():
    pairs = Pairs(np.array([0]), np.array([0]), np.array([20.0]))
    model = prepare(pairs, 1, parameters(dimensions=2), seed=6)
    model.table[:, 0, :2] = [[30, -1], [40, 2]]
    _, table, _ = plain_epoch(model, 1, 0.05)
    descend(model.entries, model.table, model.biases, np.float32(0.05))
    assert_allclose(model.table, table, rtol=1e-5)
    assert_allclose(model.table[:, 0, 0], [30 - 5, 40 - 5], rtol=1e-5)


def test_entries_are_logarithm_and_capped_weight():
    values = np.array([0.5, 10.0, 1000.0])
    pairs = Pairs(np.arange(3), np.arange(3), values)
    entries = np.sort(prepare(pairs, 3, parameters(), seed=7).entries, order="row")
    assert_allclose(entries["log"], np.log(values), rtol=1e-6)
    assert_allclose(entries["weight"], [0.05**0.75, 1, 1], rtol=1e-6)


def test_first_vectors_fill_the_range_of_the_paper():
    model = prepare(made_pairs(), 500, parameters(dimensions=20), seed=8)
    bound = 0.5 / 21
    for numbers in (model.table[:, 0, :20], model.biases[:, 0]):
        assert np.abs(numbers).max() <= bound
        assert numbers.std() == pytest.approx(bound / np.sqrt(3), rel=0.05)
    assert (model.table[:, 0, 20:] == 0).all()
    assert (model.table[:, 1] == 1).all() and (model.biases[:, 1] == 1).all()


def test_every_order_of_entries_is_as_likely(monkeypatch):
    monkeypatch.setattr(glove, "BUCKET", 2)
    pairs = Pairs(np.arange(4), np.arange(4), np.ones(4))
    orders = Counter(
        tuple(prepare(pairs, 4, parameters(dimensions=1), seed).entries["row"].tolist())
        for seed in range(2400)
    )
    assert len(orders) == 24
    # 100 of each expected, deviation 9.8
    assert all(55 < times < 145 for times in orders.values())


def test_entries_on_disk_give_the_same_bits(monkeypatch):
    held = fit(made_pairs(), 30, parameters(), seed=9)
    monkeypatch.setattr(glove, "BUDGET", 0)
    for a, b in zip(held, fit(made_pairs(), 30, parameters(), seed=9), strict=True):
        assert_array_equal(a, b)


def test_counts_made_of_biases_are_fitted_to_nothing():
    generator = np.random.default_rng(10)
    log = np.add.outer(generator.normal(size=12), generator.normal(size=12))
    rows, columns = np.indices((12, 12)).reshape(2, -1)
    pairs = Pairs(rows, columns, np.exp(log).ravel())
    fitted = fit(pairs, 12, parameters(epochs=400, x_max=1.0), seed=10)
    assert fitted.losses[-1] < 1e-4 * fitted.losses[0]
    modelled = fitted.words @ fitted.contexts.T + np.add.outer(*fitted.biases)
    assert_allclose(modelled, log, atol=0.05)


def test_the_same_seed_gives_the_same_bits_and_another_does_not():
    first, again, other = (
        fit(made_pairs(), 30, parameters(), seed) for seed in (11, 11, 12)
    )
    for a, b in zip(first, again, strict=True):
        assert_array_equal(a, b)
    assert not np.allclose(first.words, other.words)


def test_a_shuffled_sample_gives_the_bits_of_the_fixed_one():
    view = two_topics()
    fixed, shuffled = (
        train(view, draw(sampling, view.units, 1), parameters(), seed=13)
        for sampling in ("fixed", "shuffled")
    )
    assert_array_equal(fixed.vectors, shuffled.vectors)
    assert_array_equal(fixed.losses, shuffled.losses)


def test_words_of_one_topic_are_closer_than_words_of_two():
    view = two_topics(absent=False)
    space = train(view, draw("fixed", view.units, 0), parameters(epochs=50), seed=14)
    unit = space.vectors / np.linalg.norm(space.vectors, axis=1, keepdims=True)
    cosines = unit @ unit.T
    same = np.equal.outer(np.arange(10) // 5, np.arange(10) // 5)
    assert cosines[same & ~np.eye(10, dtype=bool)].min() > cosines[~same].max()


def test_absent_words_have_no_vector_and_present_ones_do():
    view = two_topics()
    space = train(view, draw("fixed", view.units, 0), parameters(), seed=15)
    assert_array_equal(space.present, np.arange(11) < 10)
    assert_array_equal(np.isnan(space.vectors).all(axis=1), ~space.present)
    assert np.isfinite(space.vectors[space.present]).all()
    assert_array_equal(space.counts, np.bincount(view.tokens, minlength=11))
    assert space.vectors.dtype == np.float32 and space.vectors.shape == (11, 20)
    assert (np.diff(space.losses) < 0).all() and len(space.losses) == 4


def test_min_count_is_counted_in_the_run_s_own_sample():
    view = View(["a", "b", "c"], np.array([0, 1, 0, 1, 2], np.uint32), np.array([0, 5]))
    space = train(view, Sample(np.array([0])), parameters(min_count=2), seed=16)
    assert space.present.tolist() == [True, True, False]
    space = train(view, Sample(np.array([0, 0])), parameters(min_count=2), seed=16)
    assert space.present.all()


def test_output_is_the_word_or_its_sum_with_the_context():
    view = two_topics(absent=False)
    sample = draw("fixed", view.units, 0)
    rule = {k: DEFAULTS[k] for k in ("window", "symmetric", "distance_weighting")}
    pairs = count_pairs(view, sample, np.ones(10, dtype=bool), **rule)
    fitted = fit(pairs, 10, parameters(), seed=17)
    summed, word = (
        train(view, sample, parameters(output=output), seed=17).vectors
        for output in ("sum", "word")
    )
    assert_array_equal(summed, fitted.words + fitted.contexts)
    assert_array_equal(word, fitted.words)
    assert not np.allclose(word, summed)


def test_another_output_is_refused():
    view = two_topics()
    with pytest.raises(ValueError, match=r"output must be one of .* Got 'both'"):
        train(view, draw("fixed", view.units, 0), parameters(output="both"), seed=1)


def test_units_of_one_word_fail_with_a_sentence():
    view = View(["a", "b"], np.array([0, 1], np.uint32), np.arange(3))
    with pytest.raises(TrainingError, match="needs units of at least two words"):
        train(view, draw("fixed", 2, 0), parameters(), seed=1)


def test_a_diverging_loss_names_epoch_and_cure():
    message = r"loss of epoch \d+ is not finite: lower learning_rate \(it is 1e\+30\)"
    with pytest.raises(TrainingError, match=message):
        fit(made_pairs(), 30, parameters(learning_rate=1e30), seed=1)


def test_vectors_that_diverge_after_the_last_loss_fail_too():
    pairs = replace(made_pairs(), rows=np.array([0]), columns=np.array([1]))
    pairs = replace(pairs, values=np.array([1e300]))
    changes = parameters(learning_rate=3e38, epochs=1)
    with pytest.raises(TrainingError, match="a vector after epoch 1 is not finite"):
        fit(pairs, 2, changes, seed=1)
