"""A disk that is full or read-only ends in one sentence; with room, all is finished."""

import os
import shutil
import subprocess

import pytest

ROOM = 24 << 20
RESERVE = 8 << 10  # bytes left on a disk that is called full

# Where the study stands each time its disk fills up.
FILLED = {
    "before anything": ["results/small/study.yaml"],
    "during training": ["results/small/corpora/mine.h5"],
    "during measures": ["--until", "train_block"],
    "during tables": ["--until", "measure_pip", "measure_neighbours"],
}
READ_ONLY = "cannot be written: its disk is read-only. Make it writable, or"


@pytest.fixture
def mounted():
    """Mount a small disk on a folder: root may, and so it is never left out there."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    places = []

    def mount(place):
        place.mkdir(exist_ok=True)
        options = ["-t", "tmpfs", "-o", f"size={ROOM}"]
        subprocess.run(["mount", *options, "tmpfs", place], check=True)
        places.append(place)

    yield mount
    for place in reversed(places):
        subprocess.run(["umount", "--lazy", place], check=True)


def read_only(place, mode):
    subprocess.run(["mount", "-o", f"remount,{mode}", place], check=True)


@pytest.fixture
def study(small):
    small["samplings"] = ["shuffled"]
    small["analyses"]["averages"]["sizes"] = []
    return small


def fill(place):
    """Leave as good as no room on a disk; give back what takes it."""
    status = os.statvfs(place)
    ballast = place / "ballast"
    ballast.write_bytes(bytes(status.f_bavail * status.f_bsize - RESERVE))
    return ballast


def refused(folder, study, *sentences):
    """Run the study, which must end with sentences and without any half file."""
    done = folder.run(study=study)
    assert done.returncode == 1
    assert [each for each in sentences if each not in done.stdout] == []
    assert "Traceback" not in done.stdout
    assert folder.leftovers() == []
    return done.stdout


def closed(folder, study):
    """Refuse a run on a read-only disk before its first job."""
    results = folder.path / "results"
    read_only(results, "ro")
    said = refused(folder, study, "results/small", f"{READ_ONLY} run in")
    assert "[ 1 of" not in said
    read_only(results, "rw")


def test_a_disk_that_fills_up_again_and_again(
    mounted, folder, folder_at, study, two_topics, contents, same_results
):
    """A disk for all of it, and one within for results: each is filled, then closed."""
    mounted(folder.path)
    folder.write("mine.txt", two_topics())
    results = folder.path / "results"
    mounted(results)

    closed(folder, study)
    folder.finish("results/small/corpora/mine.h5", study=study)
    (results / "small/sources.json").unlink()
    closed(folder, study)
    for made in (results / "small", folder.path / ".snakemake"):
        shutil.rmtree(made)

    for targets in FILLED.values():
        folder.finish(*targets, study=study)
        ballast = fill(results)
        refused(
            folder,
            study,
            "Failed: the disk of results/small is full (",
            "make room and run the same command again",
        )
        for file in folder.results("small", "**/*.h5").values():
            contents(file)  # is whole
        ballast.unlink()

    # the disk on which snakemake keeps its own files
    ballast = fill(folder.path)
    refused(folder, study, "is full (0.0 MB are free): make room and run the same")
    ballast.unlink()

    # snakemake cannot write its own files, either
    command = folder.command("--cores", 1, study=study)
    read_only(folder.path, "ro")
    options = {"cwd": folder.path, "env": folder.environment(), "encoding": "utf-8"}
    done = subprocess.run(command, capture_output=True, **options)
    read_only(folder.path, "rw")
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert READ_ONLY in said
    assert "Traceback" not in said

    folder.finish(study=study)
    assert folder.jobs(study=study) == {}
    undisturbed = folder_at(folder.path.with_name("undisturbed"))
    undisturbed.path.mkdir()
    undisturbed.write("mine.txt", two_topics())
    undisturbed.finish("--until", *MEASURES, study=study)
    numbers = ("models/**/*.h5", "measures/**/*.h5")
    assert same_results(folder, undisturbed, "small", *numbers) == []


MEASURES = ("measure_pip", "measure_distances")  # which are made of the neighbours


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_is_closed(folder, study, two_topics):
    folder.write("mine.txt", two_topics())
    results = folder.path / "results"
    results.mkdir(mode=0o500)
    refused(folder, study, "may not be read or written by this user")
