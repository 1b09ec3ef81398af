"""Matrices of à la carte embedding in the files that people have of them."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.learners import transforms
from quaver.learners.declare import LearningError

# v = A u: the column (1, 0) becomes (0, 2)
MATRIX = np.array([[0.0, 1.0], [2.0, 0.1]])
# as R 4.3 writes A <- matrix(c(0, 2, 1, .1), 2), and pandas 2.3 the data frame of it
WRITTEN = {
    "numbers": "0 1\n2 0.1\n",
    "commas and tabs": "0, 1\n2,\t0.1\n",
    "write.csv": '"","V1","V2"\n"1",0,1\n"2",2,0.1\n',
    "write.csv of names": '"","a b","c"\n"a b",0,1\n"c",2,0.1\n',
    "write.csv, row.names = FALSE": '"V1","V2"\n0,1\n2,0.1\n',
    "write.table": '"V1" "V2"\n"1" 0 1\n"2" 2 0.1\n',
    "write.table, quote = FALSE": "V1 V2\n1 0 1\n2 2 0.1\n",
    "write.table, neither names": "0 1\n2 0.1\n",
    "to_csv": ",0,1\n0,0.0,1.0\n1,2.0,0.1\n",
    "to_csv, index=False": "0,1\n0.0,1.0\n2.0,0.1\n",
    "savetxt with a header": "# a matrix\n0 1\n2 0.1\n",
    "a mark of bytes": "\ufeff0 1\n2 0.1\n",
}


def written(folder, content):
    path = folder / "a.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


@pytest.mark.parametrize("content", WRITTEN.values(), ids=WRITTEN)
def test_numbers_are_read_with_names_and_without(tmp_path, content):
    read = transforms.read(written(tmp_path, content), 2)
    assert_array_equal(read, MATRIX.T)
    assert_array_equal([1, 0] @ read, [0, 2])


def test_numbered_columns_are_no_names_where_they_are_the_matrix(tmp_path):
    for text, rows in (
        ("0 1\n1 0\n", [[0, 1], [1, 0]]),
        ("1 2\n2 1\n", [[1, 2], [2, 1]]),
    ):
        assert transforms.read(written(tmp_path, text), 2).tolist() == rows


def test_raw_numbers_are_rows_as_khodak_s_code_writes_them(tmp_path):
    """M.tofile, read there by fromfile and reshape; applied as u.dot(M.T)."""
    matrix = np.random.default_rng(1).normal(size=(6, 6)).astype(np.float32)
    matrix.tofile(tmp_path / "6B.bin")
    read = transforms.read(str(tmp_path / "6B.bin"), 6)
    assert read.dtype == np.float64
    assert_array_equal(read, matrix.T)
    with pytest.raises(LearningError, match="5 x 5, which has 100 bytes"):
        transforms.read(str(tmp_path / "6B.bin"), 5)


def test_what_numpy_writes_is_read_to_the_last_bit(tmp_path):
    matrix = np.random.default_rng(2).normal(size=(5, 5))
    np.save(tmp_path / "a.npy", matrix)
    np.savetxt(tmp_path / "a.txt", matrix)
    for name in ("a.npy", "a.txt"):
        assert_array_equal(transforms.read(str(tmp_path / name), 5), matrix.T)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("1 2\n3 4\n", "3 dimensions, so the matrix must be 3 x 3. Got the shape"),
        ("1 2 3\n4 5 6\n7 8 nan\n", "holds NaN or infinite numbers"),
        ("one two\n", "no numbers in text, and no raw float32 of 3 x 3, which has 36"),
        ("1 2\n3\n", "no numbers in text"),
        ("1 2 3\n4 NA 6\n7 8 9\n", "could not convert string to float: 'NA'"),
        ("", "Got the shape"),
        (b"\x93NUMPY\x01", "a.txt: "),
        (b"\xff\xfe\x00", "no npy file"),
        (b"\x1f\x8b\x08\x00", r"R's own: write its numbers in R, write.table\(as.matr"),
        (b"X\n\x00\x00\x00\x03", "R's own"),
        ("1 " * 100_000, "its 200000 bytes are too many for 3 x 3 numbers"),
        (None, "does not exist"),
    ],
)
def test_what_is_no_matrix_is_refused(tmp_path, content, told):
    path = tmp_path / "a.txt"
    if content is not None:
        written(tmp_path, content)
    with pytest.raises(LearningError, match=told):
        transforms.read(str(path), 3)
