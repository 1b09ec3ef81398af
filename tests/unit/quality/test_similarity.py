import pytest

from quaver.quality.files import QualityError
from quaver.quality.similarity import LAYOUTS, read_pairs

PLAIN = "moon\tstar\t5.5\nsea\tlake\t7\nroad\tidea\t0\n"
WORDS = [("moon", "star"), ("sea", "lake"), ("road", "idea")]


@pytest.fixture
def read(tmp_path):
    def reading(text, format="pairs", encoding="utf-8"):
        path = tmp_path / "set.txt"
        path.write_bytes(text.encode(encoding))
        return read_pairs([path], LAYOUTS[format], encoding)

    return reading


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("pairs", PLAIN),
        ("pairs", "# Word 1\tWord 2\tHuman (mean)\n" + PLAIN),
        ("pairs", PLAIN.replace("\t", " ")),
        ("rg65", "moon;star;0.5\nsea;lake;4.0\nroad;idea;0\n"),
        ("mturk", "moon,star,2.75\nsea,lake,5\nroad,idea,1\n"),
        ("wordsim353", "Word 1,Word 2,Human (mean)\n" + PLAIN.replace("\t", ",")),
        ("men", "moon star 25.000000\nsea lake 50\nroad idea 0.0\n"),
        ("men_lemma", "moon-n star-n 25.0\nsea-n lake-n 50.0\nroad-n idea-v 0.0\n"),
        (
            "simlex999",
            "word1\tword2\tPOS\tSimLex999\tconc(w1)\nmoon\tstar\tN\t5\t9\n"
            "sea\tlake\tN\t7\t9\nroad\tidea\tN\t0\t9\n",
        ),
        (
            "simverb3500",
            "moon\tstar\tV\t5.5\tNONE\nsea\tlake\tV\t7\tANT\nroad\tidea\tV\t0\tX\n",
        ),
        ("rare_words", PLAIN.replace("\n", "\t" + "\t".join("0123456789") + "\n")),
    ],
)
def test_published_layouts_hold_the_same_pairs(read, format, text):
    found = read(text, format)
    assert found.words == WORDS
    assert len(found.gold) == 3
    assert found.gold.argsort().tolist() == [2, 0, 1]
    assert found.repeated == 0


def test_scores_are_read_to_the_digit(read):
    assert read("a b 2.714285714\na c -1e-3\n").gold.tolist() == [2.714285714, -1e-3]


def test_repeated_pairs_count_in_whichever_order(read):
    found = read("sea lake 1\nlake sea 2\nsea lake 3\nsea sea 4\n")
    assert found.repeated == 2
    assert len(found.words) == 4


def test_other_encodings_and_byte_order_marks(read):
    assert read("tähti kuu 1\n", encoding="latin-1").words == [("tähti", "kuu")]
    assert read("\ufefftähti kuu 1\n").words == [("tähti", "kuu")]


@pytest.mark.parametrize(
    ("format", "text", "sentence"),
    [
        (
            "pairs",
            "sea lake 1\nsea lake\n",
            r"set.txt, line 2: got 2 columns \('sea lake'\), but the score is number 3 "
            "after two words: correct or remove the line, or name another format",
        ),
        ("simlex999", PLAIN, "line 1: got 3 columns .* the score is number 4"),
        ("pairs", "sea\t\t3\n", r"line 1: got 3 columns \('sea\\t\\t3'\)"),
        ("pairs", "a b 1\nc d many\n", "line 2: the score 'many' is no number: write"),
        ("pairs", "a\tb\t3,5\n", "line 1: the score '3,5' is no number"),
        ("pairs", "a b nan\n", "line 1: the score 'nan' is no number"),
        ("pairs", "a b 1\nc d inf\n", "line 2: the score 'inf' is no number"),
        ("men", "a b 50.1\n", "line 1: the score 50.1 is not between 0 and 50: corr"),
        ("mturk", "a b 0.5\n", "the score 0.5 is not between 1 and 5"),
        ("men_lemma", "a-n b 5\n", "line 1: got 'b', but a word ends in its part of"),
        ("pairs", "", "set.txt holds no pair: write lines of two words and a score"),
        ("pairs", "one two mean\n", "set.txt holds no pair"),
    ],
)
def test_what_is_malformed_is_told_with_file_line_and_cure(
    read, format, text, sentence
):
    with pytest.raises(QualityError, match=sentence):
        read(text, format)


def test_files_of_a_folder_are_one_set_each_with_its_heading(tmp_path):
    paths = [tmp_path / "one.csv", tmp_path / "two.txt"]
    paths[0].write_text("first,second,mean\nsea,lake,7\n", encoding="utf-8")
    paths[1].write_text("moon star 5\n", encoding="utf-8")
    found = read_pairs(paths, LAYOUTS["wordsim353"], "utf-8")
    assert found.words == [("sea", "lake"), ("moon", "star")]
    assert found.gold.tolist() == [7, 5]
