"""Readers of word2vec and npz files: what they give, and every refusal."""

import io
import re
import struct
import zipfile

import numpy as np
import pytest
from gensim.models import KeyedVectors
from numpy.testing import assert_array_equal

from quaver.trainers import TrainingError, npz
from quaver.trainers.vectors import collect, read

WORDS = ["the", "été", "जल", "a\xa0b", "水"]
VECTORS = np.random.default_rng(0).standard_normal((5, 7)).astype(np.float32)


@pytest.fixture
def put(tmp_path):
    """Write bytes, text or arrays to a file and return its path."""

    def write(content, name="v"):
        path = tmp_path / name
        if isinstance(content, dict):
            with path.open("wb") as file:
                np.savez(file, **content)
        else:
            path.write_bytes(
                content if isinstance(content, bytes) else content.encode()
            )
        return str(path)

    return write


def row(word, *numbers):
    return word.encode() + b" " + np.array(numbers, dtype="<f4").tobytes()


@pytest.mark.parametrize("format", ["text", "binary"])
def test_files_of_gensim_are_read(tmp_path, format):
    model = KeyedVectors(7)
    model.add_vectors(WORDS, VECTORS)
    path = str(tmp_path / "gensim")
    model.save_word2vec_format(path, binary=format == "binary", sort_attr=None)
    words, vectors = read(path, format)
    assert words == WORDS
    assert_array_equal(vectors, VECTORS)
    assert vectors.dtype == np.float32


def test_binary_files_of_the_c_tool_have_a_newline_after_each_vector(put):
    # 10 is the newline as a byte of a number: 0x0a0a0a0a
    odd = np.frombuffer(b"\n\n\n\n", dtype="<f4")[0]
    path = put(b"2 1\n" + row("a", odd) + b"\n" + row("b", 2) + b"\n")
    words, vectors = read(path, "binary")
    assert words == ["a", "b"]
    assert_array_equal(vectors, [[odd], [2]])


def test_text_may_end_lines_with_a_space_or_a_carriage_return(put):
    words, vectors = read(put("2 2\r\na 1 2 \r\nb 3e0 -4\n\n"), "text")
    assert words == ["a", "b"]
    assert_array_equal(vectors, [[1, 2], [3, -4]])


@pytest.mark.parametrize("kind", ["U", "S"])
def test_npz_files_hold_words_and_vectors(put, kind):
    words = np.array(WORDS) if kind == "U" else np.strings.encode(WORDS, "utf-8")
    path = put({"words": words, "vectors": VECTORS.astype(np.float64), "more": 1})
    read_words, vectors = read(path, "npz")
    assert read_words == WORDS
    assert_array_equal(vectors, VECTORS)


def test_rows_are_the_union_in_order_of_first_sight(put):
    one = put("2 2\nb 1 2\na 3 4\n", "1")
    two = put("3 2\nc 5 6\nb 7 8\n0 9 9\n", "2")
    words, found = collect([one, two], "text")
    spaces = list(found)
    assert words == ["b", "a", "c", "0"]
    assert_array_equal(spaces[0].present, [True, True, False, False])
    assert_array_equal(spaces[1].present, [True, False, True, True])
    assert_array_equal(spaces[0].vectors, [[1, 2], [3, 4]] + [[np.nan] * 2] * 2)
    assert_array_equal(spaces[1].vectors, [[7, 8], [np.nan] * 2, [5, 6], [9, 9]])
    for space in spaces:
        assert_array_equal(space.counts, [0, 0, 0, 0])
        assert space.vectors.dtype == np.float32


def test_files_of_different_dimensions_are_refused(put):
    files = [put("1 2\na 1 2\n", "1"), put("1 3\na 1 2 3\n", "2")]
    with pytest.raises(TrainingError, match="2: all files .* first, .*1: 2. Got 3"):
        collect(files, "text")


TEXT = {
    "first line of a word2vec file .* Got b'' instead": "",
    r"first line .* Got b'a 1 2\\n' instead": "a 1 2\nb 3 4\n",
    r"first line .* Got b'0 5\\n'": "0 5\n",
    r"first line .* Got b'2 -5\\n'": "2 -5\na 1\n",
    "truncated: its header promises 99999999999 words of 300": "99999999999 300\na 1\n",
    "truncated: .* 2 words, it ends within or before word 2": "2 1\nabcdef 1\n",
    "promises 1 words, and more follows": "1 1\na 1\nb 2\n",
    "line 3: the header promises 2 dimensions. Got 1 numbers": "2 2\na 1 2\nbbbb 3\n",
    "line 2: the header promises 2 dimensions. Got 3 numbers": "1 2\na b 1 2\n",
    "line 3: there is no word": "3 1\na 1\n\nb 222222\n",
    "line 2: a vector holds no number: .*'x1'": "1 2\na x1 2\n",
    "the word 'b' stands twice": "3 1\nb 1\na 1\nb 2\n",
    "1 of 2 vectors hold NaN or infinite .* 'b'": "2 1\na 1\nb nan\n",
    "2 of 2 vectors hold NaN or infinite .* 'a'": "2 1\na 1e39\nb inf\n",
    r"line 3: b'\\xff' is not UTF-8": b"2 1\na 1\n\xff 2\n",
}
BINARY = {
    "first line of a word2vec file": row("a", 1, 2),
    "truncated: its header promises 3 words of 1 dim": b"3 1\n" + row("a", 1),
    "truncated: .* 2 words, .* word 2": b"2 1\n" + row("abcdefgh", 1),
    "truncated: .* before word 2": b"2 1\n" + row("abcdefgh", 1) + row("b", 1)[:-1],
    "and more follows": b"1 1\n" + row("a", 1) + row("b", 1),
    "word 1: there is no word": b"1 1\n" + row("", 1) + b"\n",
    r"word 1: b'\\xff' is not UTF-8": b"1 1\n\xff" + row("", 1),
    "the word 'a' stands twice": b"2 1\n" + row("a", 1) + row("a", 2),
    "1 of 2 vectors hold NaN": b"2 1\n" + row("a", 1) + row("b", np.nan),
}
NPZ = {
    "not an npz file, or it is truncated": "1 1\na 1\n",
    r"the arrays words and vectors. Got \['vectors', 'x'\]": {"x": 1, "vectors": [[1]]},
    r"Got \(2,\) and \(1, 1\) instead": {"words": ["a", "b"], "vectors": [[1.0]]},
    r"Got \(1,\) and \(1,\) instead": {"words": ["a"], "vectors": [1.0]},
    "Got int64 and float64": {"words": [1], "vectors": [[1.0]]},
    "Got <U1 and <U1": {"words": ["a"], "vectors": [["1"]]},
    "not an npz file of plain arrays: Object arrays": {
        "words": np.array(["a"], dtype=object),
        "vectors": [[1.0]],
    },
    "holds no vectors": {"words": np.array([], dtype="U1"), "vectors": np.ones((0, 3))},
    "word 2: there is no word": {"words": ["a", ""], "vectors": [[1.0], [2.0]]},
    r"word 1: b'\\xff' is not UTF-8": {"words": [b"\xff"], "vectors": [[1.0]]},
    "the word 'a' stands twice": {"words": ["a", "a"], "vectors": [[1.0], [2.0]]},
    "1 of 1 vectors hold NaN": {"words": ["a"], "vectors": [[np.nan]]},
}
REFUSED = [
    (format, message, content)
    for format, cases in {"text": TEXT, "binary": BINARY, "npz": NPZ}.items()
    for message, content in cases.items()
]


@pytest.mark.parametrize(("format", "message", "content"), REFUSED)
def test_a_damaged_file_is_refused_in_one_sentence(put, format, message, content):
    path = put(content)
    with pytest.raises(TrainingError, match=message) as refusal:
        read(path, format)
    assert str(refusal.value).startswith(path)
    assert "\n" not in str(refusal.value)


def test_a_damaged_archive_is_refused(put, tmp_path):
    path = put({"words": np.array(["a"] * 99), "vectors": np.ones((99, 99))})
    damaged = bytearray((tmp_path / "v").read_bytes())
    damaged[300] ^= 255
    (tmp_path / "v").write_bytes(damaged)
    with pytest.raises(TrainingError, match="not an npz file of plain arrays: Bad CRC"):
        read(path, "npz")


@pytest.mark.parametrize("format", ["text", "binary", "npz"])
def test_a_file_that_is_not_there_is_refused(tmp_path, format):
    for path in (tmp_path / "gone", tmp_path):
        reason = "is a folder" if path == tmp_path else "there is no such file of vec"
        with pytest.raises(TrainingError, match=reason):
            read(str(path), format)


def test_an_unknown_format_is_refused(put):
    with pytest.raises(TrainingError, match=r"one of \['text', .* Got 'glove'"):
        read(put("1 1\na 1\n"), "glove")


def test_words_that_would_break_tables_are_refused(put):
    taken = []
    for word in ("a\0b", "a\rb", "a\tb", "a\x1b[1m", "a\x85", "a\u2028b", "a\x7f"):
        contents = {
            "text": f"2 1\nok 1\n{word} 2\n",
            "binary": b"2 1\n" + row("ok", 1) + row(word, 2),
            "npz": {"words": np.array(["ok", word]), "vectors": np.ones((2, 1))},
        }
        for format, content in contents.items():
            try:
                taken.append((word, format, read(put(content), format)))
            except TrainingError as error:
                if "word 2: 'a\\" not in str(error) or not str(error).isprintable():
                    taken.append((word, format, str(error)))
    assert not taken
    halves = {"words": np.array(["a", "b\udc80"]), "vectors": np.ones((2, 1))}
    with pytest.raises(TrainingError, match=r"word 2: b'b.xed.xb2.x80' is not UTF-8"):
        read(put(halves), "npz")


class Loaded:
    """An object that tells when it is unpickled."""

    def __reduce__(self):
        return pytest.fail, ("a pickled object was loaded",)


def npz_of(**members):
    """An npz file whose arrays are as their headers say, and what they hold."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        words = io.BytesIO()
        np.save(words, np.array(["a", "b"]))
        archive.writestr("words.npy", words.getvalue())
        for name, (shape, content) in members.items():
            head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}"
            head = head.ljust(117).encode() + b"\n"
            begin = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head))
            archive.writestr(f"{name}.npy", begin + head + content)
    return file.getvalue()


def test_an_npz_that_lies_is_refused_in_a_sentence(put, monkeypatch):
    monkeypatch.setattr(npz, "FREE", 1 << 16)
    objects = np.array([Loaded(), Loaded()], dtype=object)
    whole = npz_of(vectors=("(2, 2)", bytes(16)))
    assert read(put(whole), "npz")[1].shape == (2, 2)
    unfit = [
        {"words": objects, "vectors": np.ones((2, 2))},
        {"words": np.array(["a", "b"]), "vectors": objects},
        *(
            npz_of(vectors=(shape, bytes(16)))
            for shape in ("(10**12, 3)", "(1000000000000, 300)", "(-1, 2)", "(2.5, 2)")
        ),
        npz_of(vectors=("(2, 200000)", bytes(1_600_000))),  # hardly anything packed
    ]
    generator = np.random.default_rng(1)
    for bit in (0, 5, 6):
        data = bytearray(whole)
        for head in re.finditer(b"PK\x01\x02|PK\x03\x04", whole):
            data[head.start() + (8 if head.group()[2] == 1 else 6)] |= 1 << bit
        unfit.append(bytes(data))
    damaged = []
    for place, value in zip(
        generator.integers(len(whole), size=150),
        generator.integers(256, size=150),
        strict=True,
    ):
        data = bytearray(whole)
        data[place] = value
        damaged.append(bytes(data))
    refused = []
    for content in [*unfit, *damaged]:
        try:
            read(put(content), "npz")
        except TrainingError as error:
            assert str(error).isprintable()
            assert len(str(error)) < 300
            refused.append(content)
    assert refused[: len(unfit)] == unfit
    assert len(refused) > len(unfit) + 40


COUNTS = np.array([9, 7, 7, 2, 0])
CONTEXTS = VECTORS[::-1] * 2


def test_counts_and_contexts_of_npz_files_are_taken_in(put):
    whole = {"words": WORDS, "vectors": VECTORS, "counts": COUNTS, "contexts": CONTEXTS}
    fewer = {name: values[1:] for name, values in whole.items()}
    fewer["words"] = [*WORDS[2:], "new"]
    files = [put(whole, "1"), put(fewer, "2")]
    assert npz.beside(files[0], "npz") == ("counts", "contexts")
    words, (first, second) = collect(files, "npz")
    assert words == [*WORDS, "new"]
    assert first.counts.tolist() == [*COUNTS, 0]
    assert_array_equal(first.contexts, [*CONTEXTS, [np.nan] * 7])
    assert first.contexts.dtype == np.float32
    assert second.counts.tolist() == [0, 0, *COUNTS[1:]]
    assert_array_equal(second.contexts[2:], CONTEXTS[1:])
    assert np.isnan(second.contexts[:2]).all()
    # without them counts are 0, by which one knows
    words, (plain,) = collect([put({"words": WORDS, "vectors": VECTORS}, "3")], "npz")
    assert not plain.counts.any()
    assert plain.contexts is None
    assert npz.beside(str(put("1 1\na 1\n", "4")), "text") == ()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"counts": COUNTS[1:]}, r"counts must have the shape \(5,\).* Got \(4,\)"),
        ({"counts": COUNTS / 2}, "be whole numbers of 0 or more. Got .* of float64"),
        ({"counts": COUNTS - 1}, "counts hold NaN, infinite or negative numbers"),
        ({"contexts": CONTEXTS[:, 1:]}, r"contexts must have the shape \(5, 7\)"),
        (
            {"contexts": np.where(CONTEXTS > 1, np.inf, CONTEXTS)},
            "contexts hold NaN, infinite or negative",
        ),
        ({"contexts": np.full((5, 7), "a")}, "be finite numbers. Got .* of <U1"),
    ],
)
def test_arrays_beside_vectors_that_do_not_fit_are_refused(put, more, told):
    path = put({"words": WORDS, "vectors": VECTORS, **more})
    with pytest.raises(TrainingError, match=told):
        list(collect([path], "npz")[1])


def test_files_of_a_cell_hold_the_same_arrays(put):
    plain = {"words": WORDS, "vectors": VECTORS}
    files = [put(plain, "1"), put(plain | {"counts": COUNTS}, "2")]
    with pytest.raises(TrainingError, match=r"2: all files must hold .*: \[\]. Got"):
        collect(files, "npz")
