from dataclasses import FrozenInstanceError

import pytest

from quaver.quality.files import QualityError
from quaver.quality.semeval import read, targets

RELEASED = ("targets.txt", "truth/binary.txt", "truth/graded.txt")
TRIAL = (
    *("targets/latin.txt", "truth/task1/latin.txt"),
    "truth/task2/latin.txt",
)
TEXTS = (
    "tide_nn\nford_vb\nhail_nn\n",
    "ford_vb\t1\ntide_nn\t0\nhail_nn\t1\n",
    "hail_nn\t0.5\nford_vb\t1\ntide_nn\t0.000\n",
)


def written(folder, paths, texts=TEXTS):
    for path, text in zip(paths, texts, strict=True):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def refused(folder, number, text):
    """What is said of a released folder with one of its three files changed."""
    texts = list(TEXTS)
    texts[number] = text
    with pytest.raises(QualityError) as caught:
        read(written(folder, RELEASED, texts))
    return str(caught.value).removeprefix(f"{folder / RELEASED[number]}")


@pytest.mark.parametrize(
    ("paths", "language"), [(RELEASED, ""), (RELEASED, "latin"), (TRIAL, "latin")]
)
def test_both_layouts_give_words_in_the_order_of_the_targets(tmp_path, paths, language):
    found = read(written(tmp_path, paths), language)
    assert found.words == ("tide_nn", "ford_vb", "hail_nn")
    assert found.binary == (0, 1, 1)
    assert found.graded == (0.0, 1.0, 0.5)
    with pytest.raises(FrozenInstanceError):
        found.words = ()


def test_marks_line_ends_blank_lines_and_words_without_targets_do_not_matter(tmp_path):
    texts = ("\ufeffžena\r\n\r\nkůň", "kůň\t1\nmore\t0\nžena\t0", "kůň 0.2\nžena 0.1")
    found = read(written(tmp_path, RELEASED, texts))
    assert (found.words, found.binary) == (("žena", "kůň"), (0, 1))
    assert found.graded == (0.1, 0.2)


@pytest.mark.parametrize(
    ("number", "text", "said"),
    [
        (0, "a\nb c\n", ", line 2 holds 2 words ('b c'): write one word a line."),
        (0, " \n", " holds no word: name another file of targets."),
        (
            *(0, "a\n\na\n"),
            ", line 3 holds 'a' again, which stands in line 1: keep one of the two.",
        ),
        (
            *(1, "tide_nn\t0\nford_vb\n"),
            ", line 2 has 1 fields ('ford_vb'): write a word, a tab and its value.",
        ),
        (1, "tide_nn\t0.5\n", ", line 1 has the value '0.5': write 0 or 1."),
        (
            *(1, "tide_nn\t0\ntide_nn\t1\n"),
            ", line 2 holds 'tide_nn' again, which stands in line 1: keep one of the "
            "two.",
        ),
        (
            *(1, "tide_nn\t0\n"),
            " says nothing of 2 of 3 targets (ford_vb, hail_nn): add them, or take "
            "them from the targets.",
        ),
        (
            *(2, "tide_nn\tmuch\n"),
            ", line 1 has the value 'much': write a number from 0 to 1, such as 0.25.",
        ),
        (
            *(2, "tide_nn\tnan\n"),
            ", line 1 has the value 'nan': write a number from 0 to 1, such as 0.25.",
        ),
        (
            *(2, "tide_nn\t1.5\n"),
            ", line 1 has the value '1.5': write a number from 0 to 1, such as 0.25.",
        ),
    ],
)
def test_a_malformed_line_is_named(tmp_path, number, text, said):
    assert refused(tmp_path, number, text) == said


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(QualityError) as caught:
        read(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}/targets.txt cannot be opened (No such file or directory): name "
        "the folder that holds targets.txt and truth/, or the trial kit's and a "
        "language."
    )
    path = tmp_path / "targets.txt"
    path.write_bytes(b"caf\xe9\n")
    with pytest.raises(QualityError) as caught:
        targets(path)
    assert str(caught.value) == (
        f"{path} is not UTF-8 (byte 3 is 0xe9): convert the file with iconv."
    )


def test_a_folder_that_is_not_there_is_named_as_it_was_written():
    with pytest.raises(QualityError, match="^nosuch is no folder: name the folder th"):
        read("nosuch", "letters")
