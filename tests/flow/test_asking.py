"""What jobs ask for when a study runs: of the text as it turned out, and no more than
this machine has."""

import json
import os
import re
from itertools import accumulate

TRAINED = "results/wide/models/mine/word2vec/shuffled/{}.h5"
WIDE = {
    "study": "wide",
    "seed": 3,
    "runs": 4,
    "runs_per_job": 1,
    "corpora": {
        "mine": {
            "language": "en",
            "source": {"kind": "text", "path": "mine.txt"},
            "min_count": 1,
        }
    },
    "techniques": {"word2vec": {"trainer": "word2vec", "dimensions": 300, "epochs": 1}},
    "samplings": ["shuffled"],
}
WORDS = 20_000


def written(folder):
    """A text of many words, each its own; it is not encoded yet."""
    letters = "abcdefghij"
    names = [
        "".join(letters[int(x)] for x in str(n)) for n in range(10**5, 10**5 + WORDS)
    ]
    lines = (" ".join(names[k : k + 20]) for k in range(0, WORDS, 20))
    folder.write("mine.txt", "\n".join(lines) + "\n")
    return folder


def asked(said):
    """Megabytes that each training was given, in order."""
    return [int(x) for x in re.findall(r"stages\.train_block .*--memory (\d+)", said)]


def test_a_cold_start_asks_for_what_the_text_turned_out_to_be(folder):
    written(folder)
    target = TRAINED.format("1-1")
    planned = folder.finish("--dry-run", "--printshellcmds", target, study=WIDE)
    said = folder.finish("--verbose", "--printshellcmds", target, study=WIDE)
    matrices = WORDS * 20 * 300 / 1e6  # five matrices of float32
    (before,), (given,) = asked(planned), asked(said)
    assert before + matrices < given < before + 2 * matrices
    # what was asked for is no reason to train anew
    assert folder.jobs(target, study=WIDE) == {}
    bound = ("--resources", "mem_mb=1234")
    assert folder.jobs(target, *bound, study=WIDE) == {}


def overlap(folder):
    """How many trainings ran at once, at most, as their models tell."""
    from quaver import store

    moments = []
    for path in folder.results("wide", "models/**/*.h5").values():
        end = path.stat().st_mtime
        known = store.provenance_of(path)
        moments += [(end - known["seconds"], 1), (end, -1)]
    return max(accumulate(step for _, step in sorted(moments)))


def test_jobs_stay_within_the_memory_there_is(folder):
    written(folder)
    slow = json.loads(json.dumps(WIDE))
    slow["techniques"]["word2vec"]["epochs"] = 10
    targets = [TRAINED.format(f"{n}-{n}") for n in (1, 2, 3, 4)]
    folder.finish(targets[0], study=slow)
    said = folder.finish(*targets[1:], "--resources", "mem_mb=1500", study=slow)
    assert "may need" not in said
    assert overlap(folder) == 1


def test_the_memory_of_this_machine_is_the_bound(folder):
    said = folder.finish("--verbose", "results/wide/study.yaml", study=WIDE)
    bounds = re.findall(r"before job selection: .*'mem_mb': (\d+)", said)
    there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e6
    assert 500 < int(bounds[0]) < there


def test_a_job_larger_than_the_machine_is_told_and_runs_alone(folder):
    written(folder)
    targets = [TRAINED.format(f"{n}-{n}") for n in (1, 2)]
    said = folder.finish(*targets, "--resources", "mem_mb=900", study=WIDE)
    (sentence,) = re.findall(r"^A job of word2vec may need .*$", said, re.MULTILINE)
    assert "this machine gives 900 MB: it runs alone" in sentence
    assert overlap(folder) == 1
