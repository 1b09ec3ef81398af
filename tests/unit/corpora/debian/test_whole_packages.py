"""Real packages, where apt-get can fetch them: what of them is prose."""

from collections import Counter

import pytest
import regex
from test_html_pages import KINDS

from quaver.corpora import extracted
from quaver.corpora.debian.layouts import extract
from quaver.corpora.reading import SourceError

WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*")


def read(folder, **source):
    """Documents of a package, what was counted, and the words of each document."""
    counts, text = Counter(), folder / "text"
    try:
        text.write_bytes(
            b"".join(extract({"kind": "debian", **source}, folder, 1, counts))
        )
    except SourceError as error:
        pytest.skip(f"the package cannot be fetched here: {error}")
    documents = list(extracted.documents(text))
    words = [sum(len(WORD.findall(x)) for x in one.paragraphs) for one in documents]
    return documents, counts, words


@pytest.mark.slow
def test_sections_of_the_faq_are_prose(tmp_path):
    source = {"package": "anarchism", "layout": "html", "files": "*/html/secC*.html"}
    documents, counts, words = read(tmp_path, **source)
    names = [*(f"secC{number}.html" for number in range(1, 13)), "secCint.html"]
    assert [one.id for one in documents] == names
    assert 170_000 < sum(words) < 190_000
    assert min(words) > 1000
    assert documents[0].paragraphs[0] == "C.1 What is wrong with economics?"
    whole = "\n".join(text for one in documents for text in one.paragraphs)
    for strange in ("Go to previous page", "›", "Anarchist Writers", "<", "&amp;"):
        assert strange not in whole, strange
    assert counts["paragraphs"] == sum(counts[kind] for kind in KINDS)
    assert counts["pages_without_text"] == 1  # the list of contents


@pytest.mark.slow
def test_a_dictionary_is_read_without_its_marks(tmp_path):
    documents, counts, words = read(tmp_path, package="dict-gcide", layout="dictd")
    assert len(documents) > 120_000
    assert 4.5e6 < sum(words) < 5.4e6
    entries = {one.id: list(one.paragraphs) for one in documents}
    assert entries["Absentee"][0].startswith("Absentee , n. One who absents himself")
    assert not [title for title in entries if title.startswith("00")]
    whole = "\n".join(text for one in documents for text in one.paragraphs)
    assert not regex.findall(r"[{}]|\p{L}[\"*`^]\p{L}", whole)
    # of a quarter of a million marks of sources some are not closed
    assert len(regex.findall("1913 Webster|WordNet|PJC", whole)) < 100
    assert counts["sources"] > 200_000
    kinds = ("kept", "about_entries", "blank_entries", "nested_entries")
    assert counts["entries"] == sum(counts[kind] for kind in kinds)
