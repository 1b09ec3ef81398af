"""The full studies of the thesis are planned on a small machine, without its texts."""

import os
import re
import subprocess

import pytest

ROOM = 2 * 1024**2  # kilobytes, as the aim is
STUDY = "studies/rettenmeier2020.yaml"
CHANGE = "studies/rettenmeier2020-change.yaml"
JOBS = {
    "encode_corpus": 7,
    "train_block": 63 * 32 + 132,  # cells of 128 runs by four, variants of four runs
    "share_vocabulary": 21,
    "measure_pip": 195,
    "measure_neighbours": 195,
    "measure_quality": 195,
    "measure_cosines": 21,
    "average_spaces": 54 * 7,
    "measure_averages": 54 * 6,  # the average of all runs has no other
    "compare_averages": 18,
    "make_tables": 1,
    "summarise": 1,
}


@pytest.fixture
def planned(folder):
    """What snakemake says of the full study, and the peak of its largest process."""

    def run(*arguments, study=STUDY):
        study = folder.repository / study
        command = folder.command(*arguments, "--configfile", study, "--cores", 2)
        log = folder.path / "said.txt"
        with log.open("w") as said:
            process = subprocess.Popen(
                command, stdout=said, stderr=subprocess.STDOUT, env=folder.environment()
            )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, log.read_text()
        return log.read_text(), used.ru_maxrss

    return run


def test_its_jobs_are_planned_in_little_memory(planned):
    said, peak = planned("--dry-run", "--quiet", "all")
    counts = dict(re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE))
    assert {rule: int(counts[rule]) for rule in JOBS} == JOBS
    assert peak < ROOM


def test_its_price_is_told_in_little_memory(planned):
    """Also that of fastText, of which one run takes tens of gigabytes."""
    said, peak = planned("forecast")
    assert "models   8592 in 195 cells, 528 of them variants of sweeps" in said
    assert peak < ROOM
    size = re.search(r"fasttext (\d+) GB \(en\)", said)
    assert int(size[1]) > 20


def test_chapter_4_is_planned_and_priced_without_its_texts(planned):
    said, peak = planned("--dry-run", "--quiet", "all", study=CHANGE)
    counts = dict(re.findall(r"^(\w+) +(\d+)$", said, re.MULTILINE))
    blocks = (2 * 4 * 2 * 3 + 20 * 2 * 3 + 2 * 20 * 3) * 8  # of four runs
    assert int(counts["train_block"]) == blocks == 9216 / 4
    assert peak < ROOM
    said, peak = planned("forecast", study=CHANGE)
    assert "models   9216 in 288 cells, 3840 of them controls" in said
    assert peak < ROOM
