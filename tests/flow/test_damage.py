"""Files that were cut, emptied, flipped or dated in the future: told, and mended."""

import os
import shutil
import time

import pytest

MODEL = "models/mine/ppmi/shuffled/1-2.h5"
PIP = "measures/mine/ppmi/shuffled/pip.h5"
CORPUS = "corpora/mine.h5"
AGAIN = {
    MODEL: ("--forcerun", "measure_pip"),
    PIP: ("--forcerun", "make_tables"),
    CORPUS: ("--forcerun", "train_block"),
}


def cut(content):
    return content[: len(content) // 2]


def empty(content):
    return b""


def flip(content):
    flipped = bytearray(content)
    flipped[len(content) // 2] ^= 4
    return bytes(flipped)


@pytest.fixture
def study(small):
    small["samplings"] = ["shuffled"]
    small["runs_per_job"] = 2
    small["analyses"]["averages"]["sizes"] = []
    return small


@pytest.fixture(scope="module")
def origin(tmp_path_factory, folder_at, two_topics):
    """A folder with the study, which the first test to need it finishes."""
    folder = folder_at(tmp_path_factory.mktemp("origin") / "folder")
    folder.write("mine.txt", two_topics())
    return folder


@pytest.fixture
def ready(origin, study, folder_at, tmp_path):
    """The finished study, in a folder of its own."""
    if "summary.h5" not in origin.results("small"):
        origin.finish(study=study)
    shutil.copytree(origin.path, tmp_path / "folder")
    return folder_at(tmp_path / "folder")


@pytest.mark.parametrize(
    ("damaged", "how"),
    [(MODEL, cut), (MODEL, flip), (MODEL, empty), (PIP, flip), (CORPUS, cut)],
)
def test_a_damaged_file_is_told_and_made_again(
    damaged, how, ready, origin, study, contents
):
    file = ready.results("small")[damaged]
    status = file.stat()
    file.write_bytes(how(file.read_bytes()))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    done = ready.run(*AGAIN[damaged], study=study)
    assert done.returncode == 1
    told = {line for line in done.stdout.splitlines() if damaged in line}
    sentences = [line for line in told if line.startswith("Failed: ")]
    assert sentences, done.stdout
    assert all("remove it and run snakemake." in line for line in sentences)
    assert "Traceback" not in done.stdout
    file.unlink()
    ready.finish(*AGAIN[damaged], study=study)
    assert ready.jobs(study=study) == {}
    for path in (MODEL, PIP, CORPUS):
        again, before = (f.results("small")[path] for f in (ready, origin))
        assert contents(again) == contents(before), path


def later(folder, years):
    """Date all results so many years later, in their order."""
    for file in folder.results("small").values():
        moment = file.stat().st_mtime_ns + int(years * 3e16)
        os.utime(file, ns=(moment, moment))


def test_results_dated_in_the_future_do_not_hide_a_change(ready, study):
    """Models trained now would be older than measures of the models before."""
    later(ready, 10)
    assert ready.jobs(study=study) == {}
    study["techniques"]["ppmi"]["window"] = 3
    said = ready.finish("--until", "train_block", study=study)
    assert "were dated in the future: they are dated now." in said
    assert ready.jobs(study=study)["measure_pip"] == 1
    ready.finish(study=study)
    assert ready.jobs(study=study) == {}
    files = ready.results("small").values()
    assert max(file.stat().st_mtime for file in files) < time.time() + 60


@pytest.mark.parametrize("late", ["mine.txt", f"results/small/{MODEL}"])
def test_one_file_dated_in_the_future_makes_nothing_for_ever(late, ready, study):
    os.utime(ready.path / late, (4e9, 4e9))
    for _ in range(2):
        ready.finish(study=study)
        assert ready.jobs(study=study) == {}
