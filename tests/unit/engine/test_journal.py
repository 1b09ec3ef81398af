"""A journal keeps what befell a job, however it ended."""

import multiprocessing
import sys

import pytest

from quaver.engine.job import Job, run
from quaver.engine.journal import Journal, attempts, digest, read

SPEC = {"first": 1, "parameters": {"trainer": "ppmi", "shift": 1.0}}


def told(path, *events, spec=SPEC):
    journal = Journal(path, spec)
    for event in events:
        journal.tell(event)
    return journal


def test_events_stand_in_order_with_where_and_when(tmp_path):
    path = tmp_path / "logs/a.jsonl"
    told(path, "started").tell("run", run=3, seconds=0.5)
    first, second = read(path)
    assert (first["event"], second["event"]) == ("started", "run")
    assert (second["run"], second["seconds"]) == (3, 0.5)
    assert first["time"] <= second["time"]
    assert first["time"].endswith("+00:00")
    assert first["host"]
    assert first["pid"] > 0
    assert first["slurm_job"] == ""


def test_a_cluster_job_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("SLURM_JOB_ID", "4711")
    told(tmp_path / "a.jsonl", "started")
    assert read(tmp_path / "a.jsonl")[0]["slurm_job"] == "4711"


def test_attempts_are_those_of_the_same_work(tmp_path):
    """What was tried with other parameters is another work in the same journal."""
    path = tmp_path / "a.jsonl"
    told(path, "started", "failed", spec={**SPEC, "first": 2})
    journal = told(path, "started", "failed", "started", "run", "finished")
    assert journal.attempts() == 2
    assert attempts(read(path), digest(SPEC)) == 2
    assert len(read(path)) == 7


def test_the_order_of_keys_is_no_other_work():
    assert digest(SPEC) == digest(dict(reversed(list(SPEC.items()))))
    assert digest(SPEC) != digest({**SPEC, "first": 2})


def test_what_files_hold_is_no_other_work():
    """The files of others may be mended between two attempts."""
    assert digest(SPEC) == digest({**SPEC, "contents": "0123"})


def test_a_line_cut_short_is_passed_over(tmp_path):
    path = tmp_path / "a.jsonl"
    told(path, "started")
    with path.open("ab") as file:
        file.write(b'{"event": "run", "time\n[1]\n')
    told(path, "finished")
    assert [event["event"] for event in read(path)] == ["started", "finished"]


def test_there_may_be_no_journal(tmp_path):
    assert read(tmp_path / "none.jsonl") == []
    assert told(None, "started").attempts() == 1


def test_a_journal_that_cannot_be_written_fails_no_job(tmp_path, capsys):
    (tmp_path / "logs").write_text("a file where a folder should be")
    told(tmp_path / "logs/a.jsonl", "started")
    assert "a.jsonl is not written: " in capsys.readouterr().out


def _tell_often(path):
    told(path, *["run"] * 200)


def test_lines_of_two_processes_do_not_mix(tmp_path):
    path = tmp_path / "a.jsonl"
    spawn = multiprocessing.get_context("spawn")
    both = [spawn.Process(target=_tell_often, args=(path,)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join()
    assert [process.exitcode for process in both] == [0, 0]
    assert len(read(path)) == len(path.read_text().splitlines()) == 400


LACKING = (
    "2000 MB of memory were asked for and are not enough: give more, as in "
    "--set-resources stage:mem_mb=..."
)


@pytest.mark.parametrize(
    ("error", "leaves", "why"),
    [
        (ValueError("too few words"), SystemExit, "too few words"),
        (KeyError("dims"), KeyError, "KeyError: 'dims'"),
        (MemoryError(), SystemExit, LACKING),
    ],
)
def test_a_failure_is_told_with_its_reason(tmp_path, monkeypatch, error, leaves, why):
    log = tmp_path / "1-2.log"
    monkeypatch.setattr(sys, "argv", ["stage", "--log", str(log)])

    def stage(job: Job):
        job.journal.tell("started")
        raise error

    with pytest.raises(leaves):
        run(stage, ValueError)
    started, failed = read(tmp_path / "1-2.jsonl")
    assert started["event"] == "started"
    assert (failed["event"], failed["why"]) == ("failed", why)
