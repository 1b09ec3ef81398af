"""Laws the numbers of a finished study obey, whatever the text was."""

import csv
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.linalg import orthogonal_procrustes

TRAINED = ("fasttext", "glove", "lsa", "ppmi", "word2vec")
SAMPLINGS = ("fixed", "shuffled", "bootstrapped")
CELLS = [f"early/{name}/{kind}" for name in TRAINED for kind in SAMPLINGS]
ALL_CELLS = [*CELLS, "elsewhere/given/shuffled"]


def unit(vectors):
    vectors = vectors.astype(np.float64)
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def test_losses_are_distances(stored, subtests):
    for cell in ALL_CELLS:
        with subtests.test(cell=cell):
            losses = stored.losses(cell)
            assert_array_equal(losses, losses.T)
            assert_array_equal(np.diag(losses), 0)
            assert ((losses >= 0) & (losses <= 1)).all()
            for i, j, k in combinations(
                range(len(losses)), 3
            ):  # a Frobenius norm: a metric
                assert losses[i, k] <= losses[i, j] + losses[j, k] + 1e-12


def test_losses_are_those_of_the_dense_definition(stored, subtests):
    for cell in ALL_CELLS:
        with subtests.test(cell=cell):
            _, vectors, present, _ = stored.models(cell)
            shared = present.all(axis=0)
            grams = [rows @ rows.T for rows in unit(vectors[:, shared])]
            n = shared.sum()
            (word_losses,) = stored.read(f"measures/{cell}/pip.h5", "word_losses")
            by_word = np.zeros((len(grams), n))
            for i, j in combinations(range(len(grams)), 2):
                difference = grams[i] - grams[j]
                dense = np.linalg.norm(difference) / (2 * n)
                assert_allclose(stored.losses(cell)[i, j], dense, rtol=1e-5, atol=1e-7)
                rows = np.linalg.norm(difference, axis=1) / (2 * np.sqrt(n))
                by_word[i] += rows / (len(grams) - 1)
                by_word[j] += rows / (len(grams) - 1)
            assert_allclose(word_losses, by_word, rtol=1e-4, atol=1e-6)


def test_different_seeds_give_different_spaces(stored, subtests):
    for cell in ALL_CELLS:
        with subtests.test(cell=cell):
            losses = stored.losses(cell)
            pairs = losses[np.triu_indices(len(losses), k=1)]
            if cell in ("early/ppmi/fixed", "early/ppmi/shuffled"):  # knows no chance
                assert_array_equal(pairs, 0)
            else:
                assert (pairs > 0).all()


def test_what_counts_wavers_by_its_seed_alone_when_shuffled(stored, subtests):
    for name in ["glove", "lsa", "ppmi"]:
        with subtests.test(name=name):
            fixed, shuffled = (
                stored.mean_loss(f"early/{name}/{k}") for k in SAMPLINGS[:2]
            )
            if name == "ppmi":
                assert fixed == shuffled == 0
            else:
                assert 0.3 < shuffled / fixed < 3


def test_another_text_wavers_more_than_another_order(stored):
    grew = {
        name: stored.mean_loss(f"early/{name}/bootstrapped")
        >= stored.mean_loss(f"early/{name}/shuffled")
        for name in TRAINED
    }
    assert sum(grew.values()) >= 4, grew


def test_averages_are_those_of_procrustes(stored, subtests):
    for cell in ALL_CELLS:
        with subtests.test(cell=cell):
            words, vectors, present, counts = stored.models(cell)
            found = stored.read(
                f"averages/{cell}/2.h5",
                *("words", "runs", "vectors", "present", "counts", "norms"),
            )
            assert found[0] == words
            assert found[1].tolist() == list(range(1, len(vectors), 2))
            for place, (i, j) in enumerate([(k - 1, k) for k in found[1]]):
                joint = present[i] & present[j]
                left, right = unit(vectors[i]), unit(vectors[j])
                turn, _ = orthogonal_procrustes(left[joint], right[joint])
                mean = np.where(present[j][:, None], right, left @ turn)
                mean[joint] = (left[joint] @ turn + right[joint]) / 2
                either = present[i] | present[j]
                assert_array_equal(found[3][place], either)
                assert_array_equal(found[4][place], counts[i] + counts[j])
                assert_allclose(found[2][place][either], unit(mean[either]), atol=2e-5)
                assert np.isnan(found[2][place][~either]).all()
                norms = np.linalg.norm(mean[either], axis=1)
                assert_allclose(found[5][place][either], norms, atol=2e-5)


def test_averages_are_shorter_than_what_they_are_of(stored, subtests):
    for cell in ALL_CELLS:
        with subtests.test(cell=cell):
            norms, present = stored.read(f"averages/{cell}/2.h5", "norms", "present")
            assert (norms[present] > 0).all()
            assert (norms[present] <= 1 + 1e-6).all()


def test_averages_waver_less_than_runs(stored, subtests):
    for name in TRAINED:
        with subtests.test(name=name):
            runs = stored.mean_loss(f"early/{name}/shuffled")
            averages = stored.mean_loss(f"early/{name}/shuffled", "averages_2")
            assert averages < runs or runs == averages == 0


@pytest.mark.parametrize("name", [*TRAINED, "given"])
def test_ways_of_averaging_are_compared_on_shuffled_runs(stored, name):
    cell = f"{'elsewhere' if name == 'given' else 'early'}/{name}/shuffled"
    names = ("methods", "sizes", "first", "second", "single/losses", "single/cosines")
    methods, sizes, first, second, losses, cosines = stored.read(
        f"measures/{cell}/averages.h5", *names
    )
    assert methods == ["tree", "one", "procrustes"]
    assert sizes.tolist() == [2]
    assert_array_equal(losses, stored.losses(cell))
    assert len({*first, *second}) == 2 * len(first) == 2 * cosines.shape[1]
    assert len(cosines) == len(losses)
    if len(losses) < 4:
        return  # one average of 2
    assert_array_equal(
        stored.read(f"measures/{cell}/averages.h5", "tree/2/losses")[0],
        stored.losses(cell, "averages_2"),
    )
    both = [f"{method}/2/cosines" for method in ("tree", "procrustes")]
    tree, common = stored.read(f"measures/{cell}/averages.h5", *both)
    assert_allclose(tree, common, atol=1e-5)  # of two they are the same


def test_rotations_of_averages_are_orthogonal(stored, subtests):
    for cell in ALL_CELLS:
        with subtests.test(cell=cell):
            (turns,) = stored.read(f"averages/{cell}/2.h5", "rotations")
            assert turns.shape[1] == 1
            squares = turns @ turns.transpose(0, 1, 3, 2)
            unit_matrix = np.broadcast_to(np.eye(turns.shape[-1]), turns.shape)
            assert_allclose(squares, unit_matrix, atol=1e-10)


def test_neighbours(stored, subtests):
    for cell in ALL_CELLS:
        with subtests.test(cell=cell):
            words, lists, cosines, targets, sizes, share, jaccard = stored.read(
                f"measures/{cell}/neighbours.h5",
                *(
                    "words",
                    "neighbours",
                    "cosines",
                    "targets",
                    "sizes",
                    "share",
                    "jaccard",
                ),
            )
            assert sizes.tolist() == [2, 5]
            assert lists.shape == (len(lists), min(25, len(words)), 5)
            assert ((cosines >= -1 - 1e-6) & (cosines <= 1 + 1e-6)).all()
            assert (np.diff(cosines, axis=2) <= 0).all()
            assert (lists != targets[None, :, None]).all()
            for values in (share, jaccard):
                assert ((values >= 0) & (values <= 1)).all()
                assert_array_equal(values, values.transpose(0, 2, 1))
                assert_array_equal(np.diagonal(values, axis1=1, axis2=2), 1)
            assert (jaccard <= share + 1e-12).all()
            for row, n in enumerate(sizes):
                pairs = zip(lists[0, :, :n], lists[1, :, :n], strict=True)
                common = [len(set(a) & set(b)) / n for a, b in pairs]
                assert_allclose(share[row, 0, 1], np.mean(common))


def test_targets_are_the_same_words_wherever_the_vocabulary_is(stored):
    chosen = {}
    for cell in CELLS:
        path = f"measures/{cell}/neighbours.h5"
        words, targets = stored.read(path, "words", "targets")
        taken = {words[k] for k in targets}
        chosen.setdefault((tuple(words)), set()).add(frozenset(taken))
    assert all(len(sets) == 1 for sets in chosen.values())
    assert len(chosen) < len(CELLS)


def test_vocabulary_steps_add_up(stored, subtests):
    for cell in ALL_CELLS:
        with subtests.test(cell=cell):
            path = f"measures/{cell}/pip.h5"
            measured, names, kept, dropped = stored.read(
                path,
                "words",
                "vocabulary/steps",
                "vocabulary/kept",
                "vocabulary/dropped",
            )
            words, _, present, _ = stored.models(cell)
            assert names == ["in any run", "in every run"]
            assert_array_equal(kept + dropped, [len(words), kept[0]])
            assert kept.tolist() == [
                present.any(axis=0).sum(),
                present.all(axis=0).sum(),
            ]
            assert measured == [words[k] for k in np.flatnonzero(present.all(axis=0))]


def test_frequencies_are_those_of_the_samples(stored, subtests):
    for cell in CELLS:
        with subtests.test(cell=cell):
            tokens, edges, every = stored.read(
                "corpora/early.h5", "tokens", "sentence_offsets", "counts"
            )
            _, _, _, counts = stored.models(cell)
            assert_array_equal(every, np.bincount(tokens))
            if cell.endswith("bootstrapped"):
                # as many sentences as there are, though not the same
                assert len({row.tobytes() for row in counts}) == len(counts)
                assert_allclose(counts.sum(axis=1), len(tokens), rtol=0.15)
            else:
                assert (counts == every).all()
            words, frequency = stored.read(
                f"measures/{cell}/pip.h5", "words", "frequency"
            )
            rows = {word: row for row, word in enumerate(stored.models(cell)[0])}
            kept = [rows[word] for word in words]
            assert_allclose(frequency, counts[:, kept].mean(axis=0))
            assert edges[-1] == len(tokens)


def test_words_tell_intrinsic_from_extrinsic(stored, subtests):
    for name in TRAINED:
        with subtests.test(name=name):
            found, intrinsic, extrinsic = stored.read(
                f"measures/early/{name}/instability.h5",
                "words",
                "intrinsic",
                "extrinsic",
            )
            losses = {}
            for kind in SAMPLINGS[1:]:
                words, by_run = stored.read(
                    f"measures/early/{name}/{kind}/pip.h5", "words", "word_losses"
                )
                losses[kind] = pd.Series(by_run.mean(axis=0), words)
            both = pd.DataFrame(losses).dropna()
            assert sorted(found) == sorted(both.index)
            shuffled, bootstrapped = (both.loc[found, kind] for kind in SAMPLINGS[1:])
            assert_allclose(intrinsic, shuffled)
            known = bootstrapped.to_numpy() >= shuffled.to_numpy()
            assert_array_equal(np.isnan(extrinsic), ~known)
            expected = np.sqrt((bootstrapped**2 - shuffled**2)[known])
            assert_allclose(extrinsic[known], expected, atol=1e-9)


@pytest.fixture(scope="module")
def ledger(stored):
    with stored.files["ledger.csv"].open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_ledger_has_every_run_once(ledger, stored):
    names = ("corpus", "technique", "sampling", "run")
    rows = [tuple(row[name] for name in names) for row in ledger]
    expected = {(*cell.split("/"), str(n)) for cell in CELLS for n in (1, 2, 3, 4)}
    expected |= {("elsewhere", "given", "shuffled", str(n)) for n in (1, 2, 3)}
    assert len(rows) == len(expected)
    assert set(rows) == expected
    assert {row["state"] for row in ledger} == {"finished"}
    assert all(float(row["peak_bytes"]) > 1e6 for row in ledger)
    assert {row["file"] for row in ledger} <= set(stored.files)


def test_seeds_are_distinct_in_a_cell_and_samples_shared_by_techniques(ledger):
    rows = pd.DataFrame(ledger)
    rows = rows[rows.technique != "given"]
    for _, cell in rows.groupby(["technique", "sampling"]):
        assert cell.sample_seed.nunique() == cell.trainer_seed.nunique() == 4
    assert rows.trainer_seed.nunique() == len(rows)
    for _, run in rows.groupby(["sampling", "run"]):
        assert run.sample_seed.nunique() == 1
    assert rows.sample_seed.nunique() == 3 * 4


def test_seeds_stand_beside_what_they_made(ledger, stored):
    rows = pd.DataFrame(ledger)
    for (file,), group in rows[rows.technique != "given"].groupby(["file"]):
        numbers, sample, trainer = stored.read(
            file, "runs", "sample_seeds", "trainer_seeds"
        )
        assert numbers.tolist() == group.run.astype(int).tolist()
        assert sample.tolist() == group.sample_seed.astype(int).tolist()
        assert trainer.tolist() == group.trainer_seed.astype(int).tolist()


def test_techniques_saw_the_same_samples(stored):
    for kind in SAMPLINGS:
        counts = [stored.models(f"early/{name}/{kind}")[3] for name in TRAINED]
        for other in counts[1:]:
            assert_array_equal(counts[0], other)


def test_tables_tell_the_stored_numbers(stored):
    losses = pd.read_csv(stored.files["tables/losses.csv"])
    assert len(losses) == len(ALL_CELLS)
    for row in losses.itertuples():
        cell = f"{row.view}/{row.technique}/{row.sampling}"
        assert_allclose(row.mean_e2, 100 * stored.mean_loss(cell))
        assert row.pairs == row.runs * (row.runs - 1) / 2
    for row in pd.read_csv(stored.files["tables/neighbours.csv"]).itertuples():
        cell = f"{row.view}/{row.technique}/{row.sampling}"
        (share,) = stored.read(f"measures/{cell}/neighbours.h5", "share")
        square = share[[2, 5].index(row.n)]
        pairs = square[np.triu_indices(len(square), k=1)]
        assert_allclose(row.p_mean, pairs.mean())


def test_the_table_of_trainings_counts_every_run(stored):
    trainings = pd.read_csv(stored.files["tables/trainings.csv"])
    assert len(trainings) == len(ALL_CELLS)
    assert (trainings.planned == trainings.finished).all()
    assert (trainings.failed == 0).all()
    assert trainings.planned.sum() == 5 * 3 * 4 + 3


def test_the_findings_are_told_at_the_end(finished, stored):
    said = (finished.path / "complete").read_text(encoding="utf-8")
    found = stored.files["tables/findings.txt"].read_text(encoding="utf-8")
    assert found in said
    for name in TRAINED:
        assert name in found
