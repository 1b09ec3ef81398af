"""Fixtures are of our own writing, in the form COHA and COCA are given in."""

from collections import Counter

from quaver.corpora import reading
from quaver.corpora.marks import tokens, unmarked
from quaver.corpora.reading import paragraphs

COLUMNS = ["word", "lemma", "pos"]
WLP = """\
@@1234
The\tthe\tat
gulls\tgull\tnn2
were\tbe\tvbdr
loud\t\tjj
.\t.\ty
<p>\t\tnull
@\t@\tii
@\t@\tii
@\t@\tii
Nobody\tnobody
slept
,\t\t,
##77
again\tagain\trt
\t\tnull
"""


def read(text, take="lemma"):
    counts = Counter()
    found = list(paragraphs(tokens(text.split("\n"), COLUMNS, take, counts)))
    return found, {key: value for key, value in counts.items() if value}


def test_a_column_of_vertical_text_is_read_in_paragraphs():
    lemmas, counts = read(WLP)
    assert lemmas == ["the gull be loud .", "nobody slept ,", "again"]
    assert counts == {
        **{"tokens": 9, "mark_lines": 2, "tags": 1, "gaps": 1, "empty_fields": 3},
        "empty_rows": 1,
    }
    words, counts = read(WLP, take="word")
    assert words == ["The gulls were loud .", "Nobody slept ,", "again"]
    assert "empty_fields" not in counts


def test_a_mark_is_no_word_and_ends_the_paragraph(subtests):
    for row, kind in [
        ("//8641 some title", "mark_lines"),
        ("@@8641\t\t", "mark_lines"),
        ("##4000001", "mark_lines"),
        ("<P>\t<P>\tnull", "tags"),
        ("</s>", "tags"),
        ("@", "gaps"),
        ("", None),
    ]:
        with subtests.test(row=row, kind=kind):
            found, counts = read(f"one\n{row}\ntwo")
            assert found == ["one", "two"]
            assert counts.get(kind, 0) == (kind is not None)


def test_what_only_looks_like_a_mark_is_a_word():
    odd = ["<", "a<b>", "<3", "x@y.org", "#1", "/", "@home"]
    assert read("\n".join(odd))[0] == [" ".join(odd)]


def test_gaps_with_words_between_are_two():
    assert read("@\n@\nword\n@")[1]["gaps"] == 2


def test_vertical_text_without_marks_is_cut(monkeypatch):
    monkeypatch.setattr(reading, "PARAGRAPH_LIMIT", 12)
    found, _ = read("\n".join(f"word{k}" for k in range(5)))
    assert found == ["word0 word1", "word2 word3", "word4"]


def running(text):
    counts = Counter()
    found = list(paragraphs(unmarked(text.split("\n"), counts)))
    return found, {key: value for key, value in counts.items() if value}


def test_running_text_loses_its_marks_only():
    text = (
        "// 1234\n@@1234 <p> It rained . @ @ @ @ @ @ @ @ @ @ At noon\nit stopped .</p>"
        "\n##77 More"
    )
    found, counts = running(text)
    assert found == ["It rained .", "At noon\nit stopped .", "More"]
    assert counts == {"mark_lines": 3, "tags": 2, "gaps": 1}


def test_running_text_without_marks_is_as_it_was():
    text = "a @ b c@d.org\n2 < 3 > 1\n\nnext"
    assert running(text) == (["a @ b c@d.org\n2 < 3 > 1", "next"], {})
