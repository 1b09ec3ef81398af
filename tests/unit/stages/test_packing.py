"""Files go into an archive piece by piece."""

import hashlib
import tracemalloc
import zipfile

import pytest

from quaver.stages.archive import ArchiveError, _packed, refuse_unfinished


@pytest.fixture
def large(tmp_path):
    """A file of 64 MB that takes no room."""
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        file.truncate(64 << 20)
    return path


def test_a_large_file_is_not_held_in_memory(large, tmp_path):
    tracemalloc.start()
    with zipfile.ZipFile(tmp_path / "made.zip", "w") as made:
        found = _packed(made, "a/large.csv", large)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 << 20
    assert found.path == "a/large.csv" and found.size == 64 << 20
    assert found.sha256 == hashlib.sha256(bytes(64 << 20)).hexdigest()
    with zipfile.ZipFile(tmp_path / "made.zip") as made:
        (info,) = made.infolist()
        assert info.date_time == (1980, 1, 1, 0, 0, 0)
        assert info.file_size == 64 << 20 and made.testzip() is None


class Unfinished:
    """A plan of two cells of three runs; of the one, a block has failed."""

    class Grid:
        class Cell:
            runs = 3

        cells = {"a": Cell(), "b": Cell()}

    class Study:
        study = "tiny"

    class Block:
        runs = range(1, 3)

    grid, study = Grid(), Study()

    def failed(self, cell):
        return [self.Block()] if cell is self.grid.cells["a"] else []


def test_a_study_with_missing_models_is_refused():
    with pytest.raises(ArchiveError, match="tiny is not finished: 2 of 6 models are"):
        refuse_unfinished(Unfinished())
