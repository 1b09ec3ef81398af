import pytest

from quaver.quality.analogies import LAYOUTS, read_analogies
from quaver.quality.files import QualityError

FOUR, TWO = LAYOUTS["analogies"], LAYOUTS["analogy_pairs"]


@pytest.fixture
def put(tmp_path):
    def write(text, name="set.txt", encoding="utf-8"):
        path = tmp_path / name
        path.write_text(text, encoding=encoding)
        return path

    return write


def test_sections_with_four_words_a_line(put):
    text = """// a line of law
: towns and lands
Oulu Finland Brno Czechia
Brno Czechia Oulu Finland

:gram1-plural
kuu kuut tie tiet
: empty
: towns and lands
Oulu Finland Brno Czechia
"""
    found = read_analogies([put(text)], FOUR, "utf-8")
    assert found.sections == ["towns and lands", "gram1-plural", "empty"]
    assert found.section.tolist() == [0, 0, 0, 1]
    assert found.words[1] == ("Brno", "Czechia", "Oulu", "Finland")
    assert found.words[3] == ("kuu", "kuut", "tie", "tiet")
    assert found.repeated == 1  # and asked again
    assert found.words[0] == found.words[2]


def test_plain_files_are_sections_of_their_names(put):
    paths = [
        put("mies nainen\tpoika\ttyttö\n", "ana_gender.txt"),
        put("yksi ensimmäinen kaksi toinen\n", "ana_number"),
    ]
    with pytest.raises(QualityError, match="got 3 words"):  # a tab parts, so no space
        read_analogies(paths, FOUR, "utf-8")
    paths[0] = put("mies\tnainen\tnuori poika\ttyttö\n", "ana_gender.txt", "latin-1")
    with pytest.raises(QualityError, match="is not utf-8"):
        read_analogies(paths, FOUR, "utf-8")
    paths[1] = put("yksi ensimmäinen kaksi toinen\n", "ana_number", "latin-1")
    found = read_analogies(paths, FOUR, "latin-1")
    assert found.sections == ["ana_gender", "ana_number"]
    assert found.words == [
        ("mies", "nainen", "nuori poika", "tyttö"),
        ("yksi", "ensimmäinen", "kaksi", "toinen"),
    ]


def test_sections_of_chinese_have_words_without_case(put):
    found = read_analogies([put(": A\n看 看看 走 走走\n")], FOUR, "utf-8")
    assert found.words == [("看", "看看", "走", "走走")]


def test_pairs_make_all_ordered_combinations_of_a_section(put):
    text = ": one\na,b\nc,d\ne,f\na,b\n: two\ng,h\na,b\n"
    found = read_analogies([put(text)], TWO, "utf-8")
    assert found.words[:3] == [
        ("a", "b", "c", "d"),
        ("a", "b", "e", "f"),
        ("c", "d", "a", "b"),
    ]
    assert found.section.tolist() == [0] * 6 + [1] * 2
    assert found.words[6:] == [("g", "h", "a", "b"), ("a", "b", "g", "h")]
    assert found.repeated == 1
    assert len(set(found.words)) == 8


def test_a_heading_is_no_pair(put):
    pairs = "".join(f"country{k} capital{k}\n" for k in range(37))
    for heading in ("# capitals", "== capitals ==", "#capitals", "Capital cities:"):
        found = read_analogies([put(f"{heading}\n{pairs}")], TWO, "utf-8")
        assert len(found.words) == 37 * 36 == 1332
        assert found.sections[-1] in ("capitals", "Capital cities")
    for titles in ("word1\tword2", '"Word 1","Word 2"', "w1;w2"):
        mark = next(mark for mark in "\t,;" if mark in titles)
        text = f"{titles}\n{pairs.replace(' ', mark)}"
        assert len(read_analogies([put(text)], TWO, "utf-8").words) == 1332


@pytest.mark.parametrize(
    ("text", "layout", "sentence"),
    [
        (
            ": s\na b c d\na b c\n",
            FOUR,
            r"set.txt, line 3: got 3 words \('a b c'\), but a line has 4, or begins a "
            "section with ': name': correct or remove the line, or name another",
        ),
        ("a b c d e\n", FOUR, "line 1: got 5 words"),
        ("a\tb\t\td\n", FOUR, "line 1: got 4 words"),
        ("a b\nc d e\n", TWO, r"line 2: got 3 words \('c d e'\), but a line has 2,"),
        (":\na b c d\n", FOUR, "line 1: the section has no name: write ': name'"),
        (": s\n", FOUR, "set.txt holds no question: write lines of 4 words below"),
        ("", TWO, "set.txt holds no question: write lines of 2 words"),
        (
            ": s\na b\n",
            TWO,
            "set.txt, section 's' has the single pair 'a b': a q",
        ),
    ],
)
def test_what_is_malformed_is_told_with_file_line_and_cure(put, text, layout, sentence):
    with pytest.raises(QualityError, match=sentence):
        read_analogies([put(text)], layout, "utf-8")


def test_a_question_for_one_of_its_own_words_is_counted(put):
    found = read_analogies([put("a b c a\na b c d\na b b b\n")], FOUR, "utf-8")
    assert found.own == 2
