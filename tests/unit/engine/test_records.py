"""The record of a block says what is to be known when its models are gone."""

import json

import pytest

from quaver import store
from quaver.engine.job import Job, write_record
from quaver.results.trained import read_record

RUNS = [
    {"run": 3, "sample_seed": 1, "trainer_seed": 2, "seconds": 0.5, "cpu_seconds": 0.4},
    {"run": 4, "sample_seed": 5, "trainer_seed": 6, "seconds": 1.5, "cpu_seconds": 1.4},
]


def written(folder, runs, *arguments):
    block = folder / "3-4.h5"
    block.write_bytes(b"a block")
    job = Job(["--output", str(block), *arguments])
    job.journal.tell("started")
    write_record(folder / "3-4.json", job, runs)
    return read_record(folder / "3-4.json")


def test_a_list_per_fact_in_order_of_runs(tmp_path):
    runs = [{**run, "vectors_sha256": f"{run['run']:064x}"} for run in RUNS]
    found = written(tmp_path, runs, "--spec", '{"first": 3}')
    assert found["runs"] == [3, 4]
    assert found["sample_seeds"] == [1, 5]
    assert found["trainer_seeds"] == [2, 6]
    assert found["seconds"] == [0.5, 1.5]
    assert found["cpu_seconds"] == [0.4, 1.4]
    assert found["vectors_sha256"] == [f"{3:064x}", f"{4:064x}"]
    assert found["bytes"] == len(b"a block")
    assert found["peak_bytes"] > 1e6
    assert found["host"] == found["provenance"]["host"] != ""
    assert found["started"] <= found["finished"]
    assert json.loads(found["provenance"]["spec"]) == {"first": 3}


def test_attempts_are_counted_in_the_journal(tmp_path):
    runs = [{**run, "vectors_sha256": ""} for run in RUNS]
    log = ("--log", str(tmp_path / "3-4.log"))
    assert [written(tmp_path, runs, *log)["attempts"] for _ in range(3)] == [1, 2, 3]


def test_of_spaces_of_others_less_is_known(tmp_path):
    found = written(tmp_path, [{"run": 1, "vectors_sha256": "x"}])
    assert found["seconds"] == found["sample_seeds"] == [None]
    assert found["vectors_sha256"] == ["x"]


@pytest.mark.parametrize(
    ("text", "said"), [(None, "does not exist: run"), ('{"runs": [', "not a whole")]
)
def test_a_record_that_cannot_be_read_is_told(tmp_path, text, said):
    path = tmp_path / "1-2.json"
    if text:
        path.write_text(text)
    with pytest.raises(store.StoreError, match=said):
        read_record(path)
