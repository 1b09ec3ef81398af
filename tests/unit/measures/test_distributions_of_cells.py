"""The stages of chapter 2 of the thesis, on a cell of spaces drawn here."""

from contextlib import nullcontext
from functools import partial

import h5py
import measuring
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import spearmanr

from quaver import store
from quaver.measures import neighbours, prediction
from quaver.measures.candidates import SLACK, blocks, candidates
from quaver.measures.consistency import consistency
from quaver.measures.errors import MeasureError
from quaver.measures.overlap import overlaps
from quaver.measures.prediction import leave_out
from quaver.measures.proxies import proxy_losses, run_pairs
from quaver.measures.quadrature import kept, predicted
from quaver.results.blocks import put_runs, put_space
from quaver.results.cells import overlap_rows
from quaver.results.distribution_records import Prediction
from quaver.spaces.draws import drawn
from quaver.spaces.moments import moments
from quaver.spaces.normalise import unit_rows
from quaver.spaces.space import Space

RUNS, WORDS, DIMS = 6, 120, 8
NAMES = [f"word{k}" for k in range(WORDS)]


def spaces(runs=RUNS, noise=0.25, seed=4):
    generator = np.random.default_rng(seed)
    base = generator.standard_normal((WORDS, DIMS))
    noises = noise * generator.standard_normal((runs, WORDS, DIMS))
    return (base + noises).astype(np.float32)


def write(folder, vectors, per_block=2):
    """Block files of a cell; the second word is missing in the last run."""
    paths = []
    for first in range(0, len(vectors), per_block):
        block = vectors[first : first + per_block]
        path = folder / f"{first + 1}-{first + len(block)}.h5"
        with store.create(path, "models", dict) as file:
            put_runs(file, NAMES, np.arange(first + 1, first + 1 + len(block)))
            for place, each in enumerate(block):
                present = np.ones(WORDS, dtype=bool)
                present[1] = first + place < len(vectors) - 1
                counts = np.full(WORDS, 5)
                put_space(file, place, len(block), Space(each, present, counts))
        paths.append(path)
    return paths


def call(name, output, inputs, **spec):
    return h5py.File(measuring.call(name, output, inputs, spec), "r", locking=False)


LISTS = {"neighbours": [2, 5], "targets": 40, "seed": 3}
PREDICTION = {"targets_at_2": 15, "seed": 3, "example": "word7"}


@pytest.fixture(scope="module")
def cell(tmp_path_factory):
    """Blocks, neighbours and unit rows over the shared words."""
    folder = tmp_path_factory.mktemp("cell")
    vectors = spaces()
    paths = write(folder, vectors)
    lists = call("neighbours", folder / "neighbours.h5", paths, **LISTS)
    shared = np.delete(np.arange(WORDS), 1)
    units = [unit_rows(each[shared]) for each in vectors]
    return folder, paths, lists, units


@pytest.fixture(scope="module")
def predictions(cell):
    folder, paths, *_ = cell
    inputs = [*paths, folder / "neighbours.h5"]
    return call("prediction", folder / "prediction.h5", inputs, **PREDICTION)


def cosines_of(units, words):
    """Cosines of words with all words in all runs: (runs, words, all words)."""
    rows = [int(word.removeprefix("word")) for word in words]
    rows = [row - (row > 1) for row in rows]
    wide = [each.astype(np.float64) for each in units]
    return np.array([each[rows] @ each.T for each in wide]), rows


def test_targets_are_the_first_of_a_random_order():
    mask = np.random.default_rng(1).random(50) < 0.8
    rows = drawn(mask, 10, 7)
    assert_array_equal(np.sort(rows), np.sort(drawn(mask, 10, 7)))
    assert_array_equal(rows[:4], drawn(mask, 4, 7))
    assert len(set(rows)) == 10 and rows.max() < mask.sum()


def test_targets_compared_one_by_one_alter_nothing(cell, tmp_path, monkeypatch):
    _, paths, lists, _ = cell
    monkeypatch.setattr(neighbours, "TOGETHER", 1)
    file = call("neighbours", tmp_path / "other.h5", paths, **LISTS)
    for name in ("neighbours", "cosines", "word_share", "word_jaccard"):
        assert_array_equal(file[name], lists[name])
    for name in ("share", "jaccard"):
        assert_allclose(file[name], lists[name], rtol=1e-14)


def test_overlaps_are_read_by_length_when_asked_for(cell):
    folder, _, lists, _ = cell
    found = overlap_rows(lambda: store.read(folder / "neighbours.h5", "neighbours"))
    assert list(found) == [2, 5] and len(found) == 2
    for row, (share, jaccard) in enumerate(found.values()):
        assert_array_equal(share, lists["share"][row])
        assert_array_equal(jaccard, lists["jaccard"][row])
    assert 3 not in found


def test_consistency_is_stored_as_measured(cell):
    folder, _, lists, _ = cell
    path = folder / "neighbours.h5"
    file = call("consistency", folder / "consistency.h5", [path], runs=0)
    found = consistency(lists["neighbours"][:], [2, 5])
    assert_array_equal(file["share"], found["share"])
    assert_array_equal(file["jaccard_high"], found["jaccard_high"])
    assert_array_equal(file["halves_share_low"], found["halves_share_low"])
    assert_array_equal(file["sizes"], [2, 5])
    assert (file.attrs["runs"], file.attrs["half"]) == (RUNS, 3)
    words = lists["word_share"][:]
    expected = spearmanr(np.round(words, 12), axis=1).statistic
    assert_allclose(file["share"][0, 1], expected)


def test_consistency_is_of_as_many_runs_as_asked_for(cell):
    folder, _, lists, _ = cell
    path, three = folder / "neighbours.h5", lists["neighbours"][:3]
    file = call("consistency", folder / "three.h5", [path], runs=3)
    assert_array_equal(file["share"], consistency(three, [2, 5])["share"])
    assert (file.attrs["runs"], file.attrs["half"]) == (3, 3)
    assert_array_equal(file["runs"], lists["runs"][:6])


def test_cosines_are_those_of_the_named_pairs(cell):
    folder, paths, _, units = cell
    spec = {"pairs": 30, "seed": 8, "example": ["word5", "word9"]}
    file = call("cosines", folder / "cosines.h5", paths, **spec)
    first, second = (store.texts(file[name]) for name in ("first", "second"))
    assert len(first) == 30 and len({*first, *second}) == 60
    assert "word1" not in {*first, *second}
    values, _ = cosines_of(units, first)
    _, others = cosines_of(units, second)
    expected = values[:, np.arange(30), others]
    assert_allclose(file["cosines"], expected, atol=1e-6)
    assert file["normality"].shape == (30,) and file["independence"].shape == (15,)
    assert file.attrs["untested"] == 0
    assert 0.05 < file.attrs["expected_independence"] < 0.06
    shown = file["example"]
    assert store.texts(shown["words"]) == ["word5", "word9"]
    assert shown.attrs["chosen"] == "given"
    values, _ = cosines_of(units, ["word5"])
    assert_allclose(shown["cosines"], values[:, 0, 8], atol=1e-6)


def test_an_example_that_is_not_shared_gives_way(cell):
    folder, paths, *_ = cell
    lost = {
        "": [],
        ": word1 not in every run": ["word1", "word5"],
        ": nothing not in every run": ["word5", "nothing"],
    }
    for why, example in lost.items():
        spec = {"pairs": 5000, "seed": 8, "example": example}
        file = call("cosines", folder / "other.h5", paths, **spec)
        assert file["example"].attrs["chosen"] == f"first random pair{why}"
        pair = [store.texts(file[name])[0] for name in ("first", "second")]
        assert store.texts(file["example/words"]) == pair
        assert_array_equal(file["example/cosines"], file["cosines"][:, 0])
        assert file["cosines"].shape == (RUNS, (WORDS - 1) // 2)
        file.close()


def test_equal_runs_are_counted_as_untested(tmp_path):
    paths = write(tmp_path, np.repeat(spaces(1), 4, axis=0))
    spec = {"pairs": 30, "seed": 8, "example": []}
    file = call("cosines", tmp_path / "cosines.h5", paths, **spec)
    assert file.attrs["untested"] == 30
    assert np.isnan(file["normality"]).all() and np.isnan(file["independence"]).all()


def test_predictions_are_those_of_all_words(cell, predictions):
    *_, units = cell
    words = store.texts(predictions["words"])
    cosines, rows = cosines_of(units, words)
    means, deviations = cosines.mean(axis=0), cosines.std(axis=0)
    places = np.arange(len(words)), rows
    means[places], deviations[places] = -np.inf, 0
    common = deviations.sum() / (len(words) * (WORDS - 2))
    assert_allclose(predictions.attrs["common_deviation"], common, rtol=1e-5)
    for name, spreads, n in (
        ("predicted", deviations, 1),
        ("structure_as_coded", deviations, 1),
        ("structure", np.full_like(deviations, common), 1),
        ("predicted_2", deviations, 2),
    ):
        found = predictions[name][:]
        likely = kept(means, spreads, n)
        for place, value in enumerate(found):
            chosen = likely[place]
            offsets = np.array([0, chosen.sum()])
            own = predicted(means[place][chosen], spreads[place][chosen], offsets, n)
            assert_allclose(value, own[0], atol=1e-4)
    count = kept(means, deviations).sum(axis=1)
    assert_array_equal(predictions["candidates"], count)


def test_observations_are_the_overlaps_of_the_lists(cell, predictions):
    _, _, lists, _ = cell
    words = [store.texts(lists["words"])[row] for row in lists["targets"][:]]
    order = [words.index(word) for word in store.texts(predictions["words"])]
    nearest = lists["neighbours"][:][:, order]
    one, two = (overlaps(nearest, [n]).word_share[0] for n in (1, 2))
    assert_array_equal(predictions["observed"], one)
    assert_allclose(predictions["observed_2"], two[:15])
    expected = np.corrcoef(one, predictions["predicted"])[0, 1]
    assert_allclose(predictions["correlations"][0], expected)
    expected = np.corrcoef(two[:15], predictions["predicted_2"])[0, 1]
    assert_allclose(predictions["correlations"][3], expected)


def test_the_interval_leaves_out_the_cosines_of_a_run(cell, predictions):
    """By jackknife over six runs, prediction and observation both anew."""
    _, _, lists, units = cell
    words = store.texts(predictions["words"])
    cosines, rows = cosines_of(units, words)
    likely = kept(
        *(
            np.where(np.arange(WORDS - 1) == np.array(rows)[:, None], bound, values)
            for bound, values in ((-np.inf, cosines.mean(0)), (0, cosines.std(0)))
        )
    )
    named = [store.texts(lists["words"])[row] for row in lists["targets"][:]]
    nearest = lists["neighbours"][:][:, [named.index(word) for word in words]]
    left = []
    for run in range(RUNS):
        stay = np.delete(np.arange(RUNS), run)
        some = cosines[stay][:, likely].astype(np.float32).astype(np.float64)
        offsets = np.append(0, np.cumsum(likely.sum(axis=1)))
        made = predicted(some.mean(axis=0), some.std(axis=0), offsets)
        seen = overlaps(nearest[stay], [1]).word_share[0]
        left.append(np.corrcoef(made, seen)[0, 1])
    error = np.sqrt((RUNS - 1) / RUNS * np.square(left - np.mean(left)).sum())
    value = predictions["correlations"][0]
    reach = 2.570582 * error
    assert_allclose(predictions["low"][0], max(value - reach, -1), atol=1e-4)
    assert_allclose(predictions["high"][0], min(value + reach, 1), atol=1e-4)
    assert (predictions["low"][:] < predictions["correlations"][:]).all()


def test_each_half_of_the_runs_predicts_the_other(cell, predictions):
    """p@1 from means and deviations of three runs, by the lists of three others."""
    _, _, lists, units = cell
    words = store.texts(predictions["words"])
    cosines, rows = cosines_of(units, words)
    chosen = np.ones(cosines.shape[1:], dtype=bool)
    chosen[np.arange(len(words)), rows] = False
    named = [store.texts(lists["words"])[row] for row in lists["targets"][:]]
    nearest = lists["neighbours"][:][:, [named.index(word) for word in words]]
    halves, made, seen = predictions["halves"], [], []
    for stay in np.split(np.arange(RUNS), 2):
        some = cosines[stay][:, chosen]
        offsets = np.append(0, np.cumsum(chosen.sum(axis=1)))
        made.append(predicted(some.mean(axis=0), some.std(axis=0), offsets))
        seen.append(overlaps(nearest[stay], [1]).word_share[0])
    for half in (0, 1):
        own, unseen = (
            np.corrcoef(made[half], x)[0, 1] for x in (seen[half], seen[~half])
        )
        assert_allclose(halves["same"][half, 0], own, atol=2e-3)
        assert_allclose(halves["other"][half, 0], unseen, atol=2e-3)
        assert_allclose(halves["predicted"][half, 0], made[half].mean(), atol=1e-3)
        assert_allclose(halves["observed"][half, 0], seen[~half].mean())
    record = Prediction.of(partial(nullcontext, predictions))
    expected = [
        halves[x][:, 0].mean() for x in ("same", "other", "predicted", "observed")
    ]
    assert_allclose(record.halves["prediction"], expected)


def test_halves_need_a_pair_of_runs_each():
    assert prediction.halves(3) == []
    assert [list(half) for half in prediction.halves(5)] == [[0, 1, 2], [3, 4]]


def test_the_example_shows_the_word_asked_for(cell, predictions):
    *_, units = cell
    shown = predictions["example"]
    assert (shown.attrs["word"], shown.attrs["chosen"]) == ("word7", "given")
    cosines, (row,) = cosines_of(units, ["word7"])
    means = cosines[:, 0].mean(axis=0)
    means[row] = -np.inf
    order = np.argsort(-means)
    shared = [name for name in NAMES if name != "word1"]
    assert_array_equal(shown["rank"], [1, 2, 3, 4, 5, 10, 50, 100])
    assert store.texts(shown["words"]) == [shared[order[k - 1]] for k in shown["rank"]]
    assert_allclose(shown["mean"], means[order[shown["rank"][:] - 1]], atol=1e-6)
    assert_allclose(shown["deviation"][0], cosines[:, 0, order[0]].std(), rtol=1e-4)
    assert (np.diff(shown["mean"]) < 0).all()
    assert shown["first"][:].min() >= 0 and (shown["second"] >= shown["first"][:]).all()
    listed = shown["list_words"]
    one, two = cosines[0, 0].copy(), cosines[1, 0].copy()
    one[row] = two[row] = -np.inf
    nearest = np.argsort(-one)[:15]
    assert store.texts(listed) == [shared[k] for k in nearest]
    assert_array_equal(shown["list_ranks"][0], np.arange(1, 16))
    ranks = [1 + (two > two[k]).sum() for k in nearest]
    assert_array_equal(shown["list_ranks"][1], ranks)
    assert_allclose(shown["list_cosines"], [one[nearest], two[nearest]], atol=1e-6)


@pytest.mark.parametrize(
    "budget, gathered", [(1, 1), (1 << 14, 1 << 30), (1 << 17, 3000)]
)
def test_the_blocks_of_targets_alter_nothing(
    cell, predictions, tmp_path, monkeypatch, budget, gathered
):
    folder, paths, *_ = cell
    monkeypatch.setattr(prediction, "BUDGET", budget)
    monkeypatch.setattr(prediction, "GATHERED", gathered)
    inputs = [*paths, folder / "neighbours.h5"]
    file = call("prediction", tmp_path / "other.h5", inputs, **PREDICTION)
    for name in ("predicted", "structure", "predicted_2", "correlations", "low"):
        assert_allclose(file[name], predictions[name], atol=1e-6)
    assert_array_equal(file["candidates"], predictions["candidates"])


def test_without_an_example_the_first_target_is_shown(cell, tmp_path):
    folder, paths, *_ = cell
    inputs = [*paths, folder / "neighbours.h5"]
    spec = {**PREDICTION, "example": "word1"}
    file = call("prediction", tmp_path / "other.h5", inputs, **spec)
    assert file["example"].attrs["word"] == store.texts(file["words"])[0]
    said = "first target: word1 not in every run"
    assert file["example"].attrs["chosen"] == said


def test_a_deterministic_technique_is_predicted_to_agree(tmp_path):
    paths = write(tmp_path, np.repeat(spaces(1), 4, axis=0))
    call("neighbours", tmp_path / "neighbours.h5", paths, **LISTS)
    inputs = [*paths, tmp_path / "neighbours.h5"]
    file = call("prediction", tmp_path / "prediction.h5", inputs, **PREDICTION)
    for name in ("observed", "predicted", "structure", "observed_2", "predicted_2"):
        assert_array_equal(file[name], 1)
    assert file.attrs["common_deviation"] == 0
    assert np.isnan(file["correlations"]).all() and np.isnan(file["low"]).all()


def test_other_targets_are_refused(cell, tmp_path):
    folder, paths, *_ = cell
    inputs = [*paths, folder / "neighbours.h5"]
    with pytest.raises(MeasureError, match="made of other targets"):
        call("prediction", tmp_path / "x.h5", inputs, **{**PREDICTION, "seed": 9})


@pytest.mark.parametrize("stage", ["cosines", "prediction"])
def test_two_runs_are_refused(stage, tmp_path):
    paths = write(tmp_path, spaces(2))
    call("neighbours", tmp_path / "neighbours.h5", paths, **LISTS)
    inputs = [*paths, tmp_path / "neighbours.h5"]
    inputs = inputs if stage == "prediction" else paths
    with pytest.raises(MeasureError, match="3 runs or more are needed, there are 2"):
        call(stage, tmp_path / "x.h5", inputs, **PREDICTION)


@pytest.mark.parametrize("runs, groups", [(3, 3), (16, 16), (20, 16), (128, 16)])
def test_every_run_is_left_out_once(runs, groups):
    whole, *left = leave_out(runs)
    assert_array_equal(whole, np.arange(runs))
    assert len(left) == groups
    gone = np.concatenate([np.setdiff1d(whole, stay) for stay in left])
    assert_array_equal(gone, whole)


@pytest.mark.parametrize("budget", [1, 40_000])
def test_a_block_that_looked_too_narrowly_looks_again(budget):
    """Half of the words hardly waver: their blocks know too small a deviation."""
    quiet = np.where(np.arange(WORDS) % 2, 0.02, 1.0)[:, None]
    base, *noisy = spaces(RUNS + 1, noise=1.0)
    cell = [unit_rows(base + quiet * (each - base)) for each in noisy]
    targets = np.append(7, np.arange(WORDS)[::3])
    sizes = {"words": WORDS, "budget": budget}
    found, shown = candidates(cell, targets, 5, **sizes)
    whole, same = candidates(cell, targets, 5, words=WORDS, budget=1 << 30)
    assert_allclose(found.deviation, whole.deviation, rtol=1e-12)
    for name in ("offsets", "columns", "one", "two", "common"):
        assert_array_equal(getattr(found, name), getattr(whole, name))
    assert_array_equal(shown.means, same.means)
    assert not found.two[found.offsets[5] :].any()
    every = moments(cell, targets)
    assert_array_equal(
        np.add.reduceat(found.common, found.offsets[:-1]),
        kept(every.means, found.deviation).sum(axis=1),
    )
    narrow = every.deviations.mean(axis=1) * SLACK < found.deviation
    assert narrow.any(), "no block had to look again, nothing was tried"


def test_blocks_hold_the_budget_and_one_item_at_least():
    found = list(blocks(np.array([3, 4, 5, 20, 1, 1]), 9))
    assert found == [slice(0, 2), slice(2, 3), slice(3, 4), slice(4, 6)]


def test_proxies_are_compared_with_the_exact_loss(cell):
    folder, paths, _, units = cell
    spec = {"proxies": [500, 20, 60], "run_pairs": 4, "targets": 40}
    spec |= {"seed": 6, "target_seed": 3}
    file = call("proxies", folder / "proxies.h5", paths, **spec)
    assert_array_equal(file["sizes"], [20, 60, WORDS - 1])
    assert file["spearman"].shape == (4, 3, 3)
    assert_array_equal(file["spearman"][:, 2, 2], 1)
    assert (file["spearman"][:, 1, 2] > file["spearman"][:, 0, 2]).mean() > 0.5
    first, second = file["first_run"][0] - 1, file["second_run"][0] - 1
    generator = np.random.default_rng([6, first, second])
    proxies = generator.choice(WORDS - 1, 20, replace=False)
    mask = np.arange(WORDS) != 1
    targets, pair = np.sort(drawn(mask, 40, 3)), (units[first], units[second])
    some = proxy_losses(pair, targets, proxies)
    every = proxy_losses(pair, targets, np.arange(WORDS - 1))
    assert_allclose(file["spearman"][0, 0, 2], spearmanr(some, every).statistic)
    assert (file.attrs["targets"], file.attrs["words"]) == (40, WORDS - 1)


def test_pairs_of_runs_are_random_and_in_order():
    assert_array_equal(run_pairs(3, 10, 1), [[0, 1], [0, 2], [1, 2]])
    pairs = run_pairs(9, 10, 1)
    assert len({tuple(pair) for pair in pairs}) == 10
    assert (pairs[:, 0] < pairs[:, 1]).all()
    assert_array_equal(pairs, run_pairs(9, 10, 1))
    assert (pairs != run_pairs(9, 10, 2)).any()
