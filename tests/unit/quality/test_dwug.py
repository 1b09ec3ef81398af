"""Gold of graded change as it is published, with and without a header."""

from pathlib import Path

import pytest

from quaver.quality.dwug import read
from quaver.quality.files import QualityError

DATA = Path(__file__).parents[2] / "data/change"


def test_published_layouts_give_words_and_their_change():
    cases = [
        ("dwug", "", ("tide", "ford"), (0.46, 0.0), (1, 0)),
        ("dwug", "1800-1850_1900-1950", ("tide", "ford"), (0.46, 0.0), (1, 0)),
        ("compare", "1700_1900", ("žena",), (0.0,), ()),
        ("compare", "1900_2000", ("žena", "kůň"), (0.5, 1.0), ()),
        ("bare", "1", ("žena", "kůň"), (0.0, 0.3), ()),
        ("bare", "3", ("žena", "kůň"), (1.0, 0.5), ()),
    ]
    for name, pair, words, graded, binary in cases:
        change = read(DATA / f"{name}.tsv", pair)
        assert (change.words, change.binary) == (words, binary), (name, pair)
        assert change.graded == pytest.approx(graded), (name, pair)


def test_what_cannot_be_read_is_one_sentence_with_its_cure(tmp_path):
    head = "lemma\tgrouping\tchange_graded\tchange_binary\n"
    pairs = "has 2 pairs of periods: write 'pair:' with one of a, b."
    cases = [
        ("", "", "is empty: name another file."),
        ("lemma\tnodes\ntide\t3\n", "", "line 1 names the columns 'lemma, nodes': it "),
        (f"{head}tide\ta\t.5\t1\ntide\tb\t.5\t1\n", "", pairs),
        (f"{head}tide\ta\t.5\t1\n", "c", "has no c: write 'pair:' with one of a."),
        (f"{head}tide\ta\t.5\t1\ntide\ta\t.5\t1\n", "", "line 3 holds 'tide' again"),
        (f"{head}tide\ta\t1.5\t1\n", "", "line 2 has the change_graded '1.5': write a"),
        (f"{head}tide\ta\tmuch\t1\n", "", "number from 0 to 1, or nan where the word"),
        (f"{head}tide\ta\t.5\t2\n", "", "line 2 has the change_binary '2': write 0 or"),
        (f"{head}tide\ta\tnan\t1\n", "", "grades no word: name another file."),
        ("tide\t3.5\t2\nford\t3\n", "1", "line 2 has 2 fields, the first has 3: write"),
        ("tide\t4.5\n", "", "line 1 has the COMPARE '4.5': write a number from 1 to 4"),
    ]
    file, silent = tmp_path / "gold.tsv", []
    for text, pair, sentence in cases:
        file.write_text(text, encoding="utf-8")
        with pytest.raises(QualityError) as caught:
            read(file, pair)
        if sentence not in str(caught.value):
            silent.append(str(caught.value))
    assert silent == []
    with pytest.raises(QualityError, match=r"cannot be opened .*: name the published"):
        read(tmp_path)
