"""A disk that is full or read-only ends in one sentence; with room, all is finished."""

import os
import subprocess

import pytest

ROOM = 24 << 20
RESERVE = 8 << 10  # bytes left on a disk that is called full

# Where a study stands when its disk fills up.
FILLED = {
    "before anything": ["results/small/study.yaml"],
    "during training": ["results/small/corpora/mine.h5"],
    "during measures": ["--until", "train_block"],
    "during tables": ["--until", "measure_pip", "measure_neighbours"],
}


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
    for place in places:
        subprocess.run(["umount", "--lazy", place], check=True)


def read_only(place, mode):
    subprocess.run(["mount", "-o", f"remount,{mode}", place], check=True)


@pytest.fixture
def study(small):
    small["samplings"] = ["shuffled"]
    small["analyses"]["averages"]["sizes"] = []
    return small


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory, folder_at, two_topics):
    return folder_at(tmp_path_factory.mktemp("undisturbed"))


def fill(place):
    """Leave as good as no room on a disk; give back what takes it."""
    status = os.statvfs(place)
    ballast = place / "ballast"
    ballast.write_bytes(bytes(status.f_bavail * status.f_bsize - RESERVE))
    return ballast


@pytest.mark.parametrize("moment", FILLED)
def test_a_full_disk(moment, mounted, folder, study, two_topics, undisturbed, contents):
    folder.write("mine.txt", two_topics())
    results = folder.path / "results"
    mounted(results)
    folder.finish(*FILLED[moment], study=study)
    ballast = fill(results)
    done = folder.run(study=study)
    assert done.returncode == 1
    assert "Failed: the disk of results/small is full (" in done.stdout
    assert "make room and run the same command again" in done.stdout
    assert "Traceback" not in done.stdout
    assert folder.leftovers() == []
    for file in folder.results("small", "**/*.h5").values():
        contents(file)  # is whole
    ballast.unlink()
    folder.finish(study=study)
    assert folder.jobs(study=study) == {}
    if "summary.h5" not in undisturbed.results("small"):
        undisturbed.write("mine.txt", two_topics())
        undisturbed.finish(study=study)
    for pattern in ("models/**/*.h5", "measures/**/*.h5"):
        one, two = (f.results("small", pattern) for f in (folder, undisturbed))
        assert len(one) > 0
        assert {p: contents(f) for p, f in one.items()} == {
            p: contents(f) for p, f in two.items()
        }


def test_a_full_disk_on_which_snakemake_keeps_its_own_files(
    mounted, folder, study, two_topics
):
    mounted(folder.path)
    folder.write("mine.txt", two_topics())
    folder.finish("results/small/corpora/mine.h5", study=study)
    ballast = fill(folder.path)
    done = folder.run(study=study)
    assert done.returncode == 1
    assert "is full (0.0 MB are free): make room and run the same" in done.stdout
    assert "Traceback" not in done.stdout
    assert folder.leftovers() == []
    ballast.unlink()
    folder.finish(study=study)
    assert folder.jobs(study=study) == {}


def test_results_that_are_read_only(mounted, folder, study, two_topics):
    """Told before anything starts."""
    folder.write("mine.txt", two_topics())
    results = folder.path / "results"
    mounted(results)
    read_only(results, "ro")
    done = folder.run(study=study)
    assert done.returncode == 1
    told = "cannot be written: its disk is read-only. Make it writable, or run in"
    assert f"results/small {told}" in done.stdout
    assert "Traceback" not in done.stdout
    assert "[ 1 of" not in done.stdout
    read_only(results, "rw")
    folder.finish("results/small/corpora/mine.h5", study=study)
    read_only(results, "ro")
    done = folder.run(study=study)
    assert done.returncode == 1
    assert told in done.stdout
    assert "[ 1 of" not in done.stdout


def test_a_folder_that_is_read_only(mounted, folder, study, two_topics):
    """Snakemake cannot write its own files, either."""
    mounted(folder.path)
    folder.write("mine.txt", two_topics())
    command = folder.command("--cores", 1, study=study)
    read_only(folder.path, "ro")
    given = {"cwd": folder.path, "env": folder.environment(), "encoding": "utf-8"}
    done = subprocess.run(command, capture_output=True, **given)
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert "cannot be written: its disk is read-only. Make it writable, or" in said
    assert "Traceback" not in said


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_is_closed(folder, study, two_topics):
    folder.write("mine.txt", two_topics())
    results = folder.path / "results"
    results.mkdir(mode=0o500)
    done = folder.run(study=study)
    assert done.returncode == 1
    assert "may not be read or written by this user" in done.stdout
    assert "Traceback" not in done.stdout
