import os
import re
import socket
import subprocess
import sys
import time

import h5py
import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver import store, writer
from quaver.store import (
    StoreError,
    create,
    read,
    replacing,
    texts,
)

HINDI = ["नमस्ते", "दुनिया", "क़लम", "œuvre", "日本語", "a b", "", "e\u0301"]


def provenance():
    return {"host": "here", "seconds": 1.5}


def write(path, kind="toy", **arrays):
    """Write arrays whose axes are called after themselves."""
    with create(path, kind, provenance) as file:
        for name, (dims, values) in arrays.items():
            file.put(name, dims, values, mapped=name == "counts")
    return path


def map_of(path, name):
    with read(path, "toy") as file:
        return store.mapped(file, name)


@pytest.fixture
def toy(tmp_path):
    return write(
        tmp_path / "toy.h5",
        words=(("words",), ["one", "two", "three"]),
        runs=(("runs",), np.array([4, 5])),
        counts=(("runs", "words"), np.arange(6).reshape(2, 3)),
    )


def test_what_is_put_is_read(toy):
    with read(toy, "toy") as file:
        assert texts(file["words"]) == ["one", "two", "three"]
        assert_array_equal(file["runs"], [4, 5])
        assert_array_equal(file["counts"], [[0, 1, 2], [3, 4, 5]])
        assert file["counts"].dtype == np.int64
    assert store.provenance_of(toy) == provenance()


def test_texts_of_any_script_come_back(tmp_path):
    path = write(tmp_path / "a.h5", words=(("words",), HINDI), none=(("none",), []))
    with read(path, "toy") as file:
        assert texts(file["words"]) == HINDI
        assert texts(file["none"]) == []


def test_long_arrays_are_written_in_slices_and_come_back_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(writer, "SLICE", 1000)
    numbers = np.arange(5000, dtype=np.uint32)
    words = [f"wörd{n}" for n in range(2000)]
    grid = np.random.default_rng(0).random((37, 41))
    path = write(
        tmp_path / "a.h5",
        tokens=(("tokens",), numbers),
        words=(("words",), words),
        grid=(("rows", "columns"), grid),
    )
    with read(path, "toy") as file:
        assert_array_equal(file["tokens"], numbers)
        assert texts(file["words"]) == words
        assert_array_equal(file["grid"], grid)


@pytest.mark.parametrize("shape", [(0,), (0, 3), (2, 0), (2, 0, 3)])
def test_empty_arrays_keep_their_shape(shape, tmp_path):
    dims = ("a", "b", "c")[: len(shape)]
    path = write(tmp_path / "a.h5", empty=(dims, np.empty(shape, np.float32)))
    with read(path, "toy") as file:
        assert file["empty"].shape == shape
    if len(shape) < 3:
        assert map_of(path, "empty").shape == shape


def test_axes_are_named_and_scales_attached_within_their_group(tmp_path):
    with create(tmp_path / "a.h5", "toy", provenance) as file:
        file.put("words", ("words",), ["a", "b", "c"])
        file.put("counts", ("runs", "words"), np.zeros((2, 3)))
        file.put("pip/mine/runs", ("runs",), np.array([1, 2]))
        file.put("pip/mine/losses", ("runs", "other_runs"), np.zeros((2, 2)))
    with h5py.File(tmp_path / "a.h5") as file:
        counts, losses = file["counts"], file["pip/mine/losses"]
        assert [dim.label for dim in counts.dims] == ["runs", "words"]
        assert counts.dims[1][0] == file["words"]
        assert [dim.label for dim in losses.dims] == ["runs", "other_runs"]
        assert losses.dims[0][0] == file["pip/mine/runs"]
        assert file["words"].is_scale and not counts.is_scale


def test_axes_without_a_scale_are_counted_where_others_have_one(tmp_path):
    """xarray reads arrays whose axes all have a scale, or none."""
    with create(tmp_path / "a.h5", "toy", provenance) as file:
        file.put("words", ("words",), ["a", "b", "c"])
        file.put("vectors", ("runs", "words", "dims"), np.zeros((2, 3, 4)))
        file.put("more", ("words", "dims"), np.zeros((3, 4)))
        file.put("group/free", ("rows", "columns"), np.zeros((2, 2)))
    with h5py.File(tmp_path / "a.h5") as file:
        assert [dim[0].name for dim in file["vectors"].dims] == [
            *("/runs", "/words", "/dims")
        ]
        assert_array_equal(file["dims"], [0, 1, 2, 3])
        assert_array_equal(file["runs"], [0, 1])
        assert file["more"].dims[1][0] == file["dims"]
        assert list(file["group"]) == ["free"]
        assert [len(dim) for dim in file["group/free"].dims] == [0, 0]


def test_an_array_with_other_axes_than_said_is_refused(tmp_path):
    with pytest.raises(ValueError) as caught:
        write(tmp_path / "a.h5", counts=(("runs", "words"), np.zeros(3)))
    wanted = "counts must have the axes ('runs', 'words'). Got (3,)."
    assert str(caught.value) == wanted
    assert not list(tmp_path.iterdir())


def test_attributes_and_links(tmp_path):
    inner = write(tmp_path / "models/a.h5", runs=(("runs",), np.array([1, 2, 3])))
    with create(tmp_path / "out/sum.h5", "summary", provenance) as file:
        file.describe("/", {"planned": 3})
        file.describe("averages/mine", {"sha256": "abc"})
        file.link("averages/mine/runs", inner, "runs")
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    for folder in ("models", "out"):
        (tmp_path / folder).rename(moved / folder)
    with read(moved / "out/sum.h5", "summary") as file:
        assert file.attrs["planned"] == 3
        assert file["averages/mine"].attrs["sha256"] == "abc"
        assert_array_equal(file["averages/mine/runs"], [1, 2, 3])


class Broken(Exception):
    pass


def test_a_failure_leaves_nothing(tmp_path):
    path = tmp_path / "new/a.h5"
    with pytest.raises(Broken), create(path, "toy", provenance) as file:
        file.put("runs", ("runs",), np.arange(3))
        raise Broken
    assert list(path.parent.iterdir()) == []


def test_a_failure_of_provenance_leaves_nothing(tmp_path):
    def fail():
        raise Broken

    with pytest.raises(Broken), create(tmp_path / "a.h5", "toy", fail):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_failed_rewrite_leaves_the_old_file(toy):
    before = toy.read_bytes()
    with pytest.raises(Broken), create(toy, "toy", provenance) as file:
        file.put("runs", ("runs",), np.arange(300))
        raise Broken
    assert toy.read_bytes() == before
    assert list(toy.parent.iterdir()) == [toy]


def test_a_reader_meets_the_old_file_until_the_new_is_whole(toy):
    before = toy.read_bytes()
    with create(toy, "toy", provenance) as file:
        file.put("runs", ("runs",), np.arange(3))
        (temporary,) = set(toy.parent.iterdir()) - {toy}
        assert re.fullmatch(rf"toy\.h5\.tmp\..+\.{os.getpid()}", temporary.name)
        assert toy.read_bytes() == before
    with read(toy, "toy") as file:
        assert_array_equal(file["runs"], [0, 1, 2])
    assert list(toy.parent.iterdir()) == [toy]


def test_any_file_is_replaced_whole_or_not_at_all(tmp_path):
    path = tmp_path / "folder/table.csv"
    with replacing(path) as temporary:
        temporary.write_text("whole")
        assert not path.exists()
    with pytest.raises(Broken), replacing(path) as temporary:
        temporary.write_text("half")
        raise Broken
    assert path.read_text() == "whole"
    assert list(path.parent.iterdir()) == [path]


def refusal(path, kind="toy"):
    with pytest.raises(StoreError) as caught, read(path, kind):
        pass
    return str(caught.value)


def test_a_folder_is_replaced_whole_or_not_at_all(tmp_path):
    path = tmp_path / "figures" / "words"
    for name in ("first", "second"):
        with replacing(path, is_folder=True) as temporary:
            (temporary / name).mkdir()
            (temporary / name / "a.txt").write_text(name)
            before = [file.name for file in path.iterdir()] if path.exists() else []
            assert before == ["first"] * (name == "second")
        assert [file.name for file in path.iterdir()] == [name]
    with pytest.raises(Broken), replacing(path, is_folder=True) as temporary:
        (temporary / "half.txt").write_text("half")
        raise Broken
    assert (path / "second/a.txt").read_text() == "second"
    assert [file.name for file in path.parent.iterdir()] == ["words"]


def test_what_a_killed_job_left_of_a_folder_is_swept(tmp_path):
    host = socket.gethostname()
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    for left in (f"words.tmp.{host}.{gone.pid}", f"words.old.tmp.{host}.{gone.pid}"):
        (tmp_path / left).mkdir()
        (tmp_path / left / "half.txt").write_text("half")
    with replacing(tmp_path / "words", is_folder=True) as temporary:
        (temporary / "whole.txt").write_text("whole")
    assert [file.name for file in tmp_path.iterdir()] == ["words"]


def test_a_missing_file_is_told(tmp_path):
    path = tmp_path / "none.h5"
    assert refusal(path) == f"{path} does not exist: run snakemake to make it."


def test_a_file_of_another_kind_is_told(toy):
    assert refusal(toy, "block") == f"{toy} must hold 'block'. It holds 'toy' instead."


def test_a_file_of_another_format_is_told(toy):
    with h5py.File(toy, "r+") as file:
        file.attrs["format"] = 99
    assert refusal(toy) == (
        f"{toy} is stored in format 99, this Quaver reads 1: "
        "remove it and run snakemake."
    )


def test_a_file_of_someone_else_is_told(tmp_path):
    path = tmp_path / "foreign.h5"
    with h5py.File(path, "w") as file:
        file["x"] = 1
    assert refusal(path) == f"{path} must hold 'toy'. It holds 'None' instead."


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.9])
def test_a_cut_file_is_told(share, toy):
    whole = toy.read_bytes()
    toy.write_bytes(whole[: int(share * len(whole))])
    told = refusal(toy)
    assert told.startswith(f"{toy} is not a whole HDF5 file (")
    assert told.endswith("): remove it and run snakemake.")


def test_a_text_file_is_told(tmp_path):
    path = tmp_path / "a.h5"
    path.write_text("not HDF5 at all")
    assert "is not a whole HDF5 file" in refusal(path)


def test_the_same_content_gives_the_same_bytes(tmp_path):
    def made(name):
        with create(tmp_path / name, "toy", provenance) as file:
            file.put("words", ("words",), HINDI)
            file.put("runs", ("runs",), np.arange(2))
            file.put("group/deep/x", ("x",), np.arange(4.0))
            file.put("vectors", ("runs", "words", "dims"), np.ones((2, 8, 3), "f4"))
            file.describe("/", {"size": 2})
        return (tmp_path / name).read_bytes()

    first = made("a.h5")
    time.sleep(1.1)  # HDF5 counts times in seconds
    assert made("b.h5") == first


def test_reading_leaves_the_time_stamp_and_the_bytes_alone(toy):
    os.utime(toy, ns=(10**18, 10**18))
    before = toy.read_bytes()
    with read(toy, "toy") as file:
        assert file["runs"][:].sum() == 9
        with pytest.raises((OSError, ValueError)):
            file["runs"][0] = 3
    map_of(toy, "counts").sum()
    store.provenance_of(toy)
    assert toy.stat().st_mtime_ns == 10**18
    assert toy.read_bytes() == before


def test_a_map_is_the_data_and_cannot_be_written(toy):
    counts = map_of(toy, "counts")
    assert isinstance(counts, np.memmap)
    assert_array_equal(counts, [[0, 1, 2], [3, 4, 5]])
    assert counts.dtype == np.int64
    with pytest.raises(ValueError):
        counts[0, 0] = 7


def test_a_map_outlives_a_rewrite_of_its_file(toy):
    counts = map_of(toy, "counts")
    write(toy, counts=(("runs", "words"), np.full((2, 3), 9)))
    assert_array_equal(counts, [[0, 1, 2], [3, 4, 5]])
    assert_array_equal(map_of(toy, "counts"), np.full((2, 3), 9))


def test_a_flipped_bit_in_large_vectors_is_an_error_of_their_run(tmp_path):
    """They bear checksums of their own, so that a run is not read for another."""
    vectors = np.random.default_rng(0).random((2, 500, 300), dtype=np.float32)
    path = write(tmp_path / "a.h5", vectors=(("runs", "words", "dims"), vectors))
    with h5py.File(path) as file:
        assert file["vectors"].chunks == (1, 500, 300)
        place = file["vectors"].id.get_chunk_info(1).byte_offset
    content = bytearray(path.read_bytes())
    content[place + 123] ^= 1
    path.write_bytes(content)
    with read(path, "toy") as file:
        assert_array_equal(file["vectors"][0], vectors[0])
    with pytest.raises(StoreError) as caught, read(path, "toy") as file:
        file["vectors"][1]
    told = str(caught.value)
    assert told.startswith(f"{path} is damaged (")
    assert told.endswith("): remove it and run snakemake.")


def test_room_is_filled_piece_by_piece(tmp_path):
    with create(tmp_path / "a.h5", "toy", provenance) as file:
        vectors = file.reserve("vectors", ("runs", "words", "dims"), (3, 4, 2), "f4")
        for run in range(3):
            vectors[run] = run
    with read(tmp_path / "a.h5", "toy") as file:
        assert_array_equal(file["vectors"][:, 0, 0], [0, 1, 2])


@pytest.mark.parametrize(
    ("limit", "shape", "chunks"),
    [
        (1 << 22, (3, 100, 5), (1, 100, 5)),
        (400, (3, 100, 5), (1, 16, 5)),
        (400, (3, 100), (1, 100)),
        (396, (3, 100), (1, 64)),
        (400, (3, 100, 2, 5), (1, 8, 2, 5)),
        (400, (3, 2, 300), (1, 1, 64)),
        (1, (3, 2, 4), (1, 1, 1)),
    ],
)
def test_chunks_are_slices_of_a_row_and_never_long(
    limit, shape, chunks, tmp_path, monkeypatch
):
    monkeypatch.setattr(writer, "CHUNK", limit)
    values = np.random.default_rng(0).random(shape, np.float32)
    axes = ("runs", "words", "dims", "more")[: len(shape)]
    path = write(tmp_path / "a.h5", vectors=(axes, values))
    with read(path, "toy") as file:
        assert file["vectors"].chunks == chunks
        assert file["vectors"].fletcher32
        assert_array_equal(file["vectors"], values)


def test_room_for_a_run_of_four_million_words(tmp_path):
    """HDF5 refuses chunks of 4 GB; nothing is written here."""
    with create(tmp_path / "a.h5", "toy", provenance) as file:
        shape = (2, 4_000_000, 300)
        chunks = file.reserve("a", ("runs", "words", "dims"), shape, "f4").chunks
    assert 1 << 20 < np.prod(chunks) * 4 <= 1 << 22


def no_process():
    """The number of a process that has ended."""
    return int(subprocess.run(["sh", "-c", "echo $$"], capture_output=True).stdout)


def left_by(path, process, host=None):
    return path.with_name(f"{path.name}.tmp.{host or socket.gethostname()}.{process}")


def test_what_a_killed_job_left_is_swept_when_its_file_is_written_again(tmp_path):
    path = tmp_path / "1-4.h5"
    dead, living = left_by(path, no_process()), left_by(path, os.getppid())
    elsewhere = left_by(path, no_process(), "another-host")
    other = left_by(tmp_path / "1-4.h5.more", no_process())
    for file in (dead, living, elsewhere, other):
        file.write_text("half")
    with replacing(path) as temporary:
        temporary.write_text("whole")
    assert set(tmp_path.iterdir()) == {path, living, elsewhere, other}


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="needs POSIX")
def test_a_zombie_is_no_writer(tmp_path):
    path = tmp_path / "1-4.h5"
    process = subprocess.Popen(["sh", "-c", "exit"])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    left_by(path, process.pid).write_text("half")
    with replacing(path) as temporary:
        temporary.write_text("whole")
    process.wait()
    assert list(tmp_path.iterdir()) == [path]


def test_a_scratch_folder_is_gone_afterwards_even_that_of_a_killed_job(tmp_path):
    path = tmp_path / "mine.h5"
    dead = left_by(tmp_path / "mine.h5.scratch", no_process())
    dead.mkdir()
    (dead / "tokens").write_text("half")
    own = left_by(tmp_path / "mine.h5.scratch", os.getpid())  # its number came again
    own.mkdir()
    with store.scratch(path) as folder:
        assert list(tmp_path.iterdir()) == [folder] == [own]
        assert list(folder.iterdir()) == []
        (folder / "tokens").write_text("some")
    with pytest.raises(Broken), store.scratch(path) as folder:
        (folder / "tokens").write_text("some")
        raise Broken
    assert list(tmp_path.iterdir()) == []


KINDS = {
    "words": (("words",), HINDI),
    "runs": (("runs",), np.arange(3)),
    "vectors": (("runs", "words", "dims"), np.ones((3, len(HINDI), 2), "f4")),
}


def test_no_flipped_bit_passes_unseen(tmp_path):
    """HDF5 alone hangs or crashes on some: its tables and texts have no checksums."""
    path = write(tmp_path / "a.h5", **KINDS)
    whole = path.read_bytes()
    last = len(whole) - 8  # a seal without its mark is none
    for place in np.random.default_rng(1).choice(last, 300, replace=False):
        content = bytearray(whole)
        content[place] ^= 1 << int(place) % 8
        path.write_bytes(content)
        os.utime(path, ns=(int(place), int(place)))
        assert refusal(path) == (
            f"{path} is damaged (its checksum differs): remove it and run snakemake."
        )


def test_a_flipped_bit_in_a_long_map_is_told(tmp_path):
    path = tmp_path / "a.h5"
    with create(path, "toy", provenance) as file:
        file.put("tokens", ("tokens",), np.arange(1 << 20, dtype="u4"), mapped=True)
    assert map_of(path, "tokens")[77] == 77
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(StoreError, match="the checksum of tokens differs"):
        map_of(path, "tokens")


def test_the_length_of_what_cannot_be_read_is_none(tmp_path):
    path = write(tmp_path / "a.h5", **KINDS)
    assert store.length(path, "runs") == 3
    path.write_bytes(path.read_bytes()[:500])
    assert store.length(path, "runs") == 0


def test_a_mistake_of_ours_is_no_damage(tmp_path):
    path = write(tmp_path / "a.h5", **KINDS)
    with pytest.raises(KeyError), read(path, "toy"):
        {}["none"]
    with pytest.raises(OSError), read(path, "toy"):
        raise OSError(28, "No space left on device")
