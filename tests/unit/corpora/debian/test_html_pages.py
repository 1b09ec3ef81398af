import gzip
from collections import Counter

import pytest

from quaver.corpora.debian.html_pages import documents, natural, paragraphs
from quaver.corpora.reading import SourceError

# What becomes of a paragraph, as it is counted.
KINDS = ("kept", "headings_alone", "link_paragraphs", "navigation", "code", "hidden")


def read(body):
    counts = Counter()
    head = "<!DOCTYPE html><html><head><title>Title</title></head>"
    found = paragraphs(f"{head}<body>{body}</body></html>", counts)
    return [part.text for part in found], {k: v for k, v in counts.items() if v}


def texts(body):
    return read(body)[0]


def test_paragraphs_headings_lists_tables_and_loose_text_are_read():
    found, counts = read(
        "<h1>Heading</h1><p>Prose.</p>loose<blockquote>said<p>again</p></blockquote>"
        "<ul><li>one<li>two</ul><table><tr><th>left</th><td>right</td></tr></table>"
    )
    prose = ["Heading", "Prose.", "loose", "said", "again"]
    assert found == [*prose, "one", "two", "left", "right"]
    assert counts == {"paragraphs": 9}


def test_words_are_neither_glued_nor_split_at_tags(subtests):
    for written, read_as in [
        ("a <b>bold</b> word", "a bold word"),
        ("un<i>believ</i>able", "unbelievable"),
        ("above<br>below<br/>it", "above below it"),
        ("  many\n\t\u00a0 spaces&nbsp;here ", "many spaces here"),
        ("&amp; &lt;b&gt; &#233; &eacute;", "& <b> é é"),
        ("half <i>open", "half open"),
        ("stray</em> end", "stray end"),
        ("in a <a href='x'>link</a>.", "in a link."),
    ]:
        with subtests.test(written=written):
            assert texts(f"<p>{written}</p>") == [read_as]


def test_two_breaks_part_paragraphs_and_ends_of_lines_do_not():
    assert texts("<p>one<br> <br>two\n\nthree</p>") == ["one", "two three"]
    assert read("<p>one<br><br>two</p>")[1] == {"paragraphs": 2}


def test_a_paragraph_left_open_ends_with_the_next_or_with_what_holds_it():
    assert texts("<p>one<p>two<h2>three</h2>") == ["one", "two", "three"]
    assert texts("<div><p>one</div>two<h3>three<h3>four") == ["one", "two"] + [
        *("three", "four")
    ]


def test_navigation_code_and_hidden_parts_are_counted_not_read():
    found, counts = read(
        '<nav><p>Up</p></nav><div class="x book-navigation"><ul><li>Next</li></ul>'
        '</div><div id="toc">List</div><div role="navigation">Back</div>'
        "<pre>x = 1</pre><script>if (a < b) {}</script><style>p {}</style>"
        '<p hidden>old</p><div style="display: none;"><p>older</p></div>'
        'A <span style="display:none">secret</span><span class="menu">Menu</span>word.'
    )
    assert found == ["A word."]
    assert counts == {
        **{"paragraphs": 8, "navigation": 4, "code": 1, "hidden": 2, "inline": 2}
    }


def test_an_open_paragraph_of_navigation_hides_nothing_behind_it():
    assert texts('<p class="navigation">Up<p>Prose.') == ["Prose."]


def test_a_paragraph_of_links_is_counted_not_read():
    found, counts = read(
        '<h2><a href="a">Contents</a></h2><p><a href="b">1</a> <a href="c">two</a></p>'
        '<h2><a name="d">Heading</a></h2><p>See <a href="e">there</a>.</p><p>* * *</p>'
    )
    assert found == ["Heading", "See there.", "* * *"]
    assert counts == {"paragraphs": 5, "link_paragraphs": 2}


def test_marks_of_notes_are_left_out_and_raised_letters_are_not():
    found, counts = read(
        '<p>One<sup><a href="#n1">1</a></sup>, two<a href="#n2"><sup>[2]</sup></a>, '
        "m<sup>2</sup>, 4<sup>th</sup>.</p>"
    )
    assert found == ["One, two, m2, 4th."]
    assert counts == {"paragraphs": 1, "note_marks": 2}


PAGE = "<html><body><h1>{0}</h1><p>Text of {0}.</p></body></html>"


def test_pages_come_in_natural_order_of_their_names():
    names = ["doc/sec1.html", "doc/sec2.html", "doc/sec10.html", "doc/secint.html"]
    files = {name: PAGE.format(name).encode() for name in sorted(names)}
    found = list(documents(files, Counter()))
    ids = [one.id for one in found]
    assert ids == ["sec1.html", "sec2.html", "sec10.html", "secint.html"]
    assert list(found[1].paragraphs) == ["doc/sec2.html", "Text of doc/sec2.html."]
    assert natural("a10b2") == ["a", 10, "b", 2, ""]


def test_ids_are_below_the_folder_that_all_share():
    files = {f"doc/{x}.html": PAGE.format(x).encode() for x in ("a/1", "b/1", "c")}
    assert [one.id for one in documents(files, Counter())] == [
        *("a/1.html", "b/1.html", "c.html")
    ]


def test_a_page_of_headings_alone_is_counted_not_read():
    contents = b"<body><h1>All</h1><h2>Part</h2><p><a href='x'>One</a></p></body>"
    counts = Counter()
    files = {"contents.html": contents, "page.html": PAGE.format("x").encode()}
    assert [one.id for one in documents(files, counts)] == ["page.html"]
    assert counts["pages"] == 2
    assert counts["pages_without_text"] == 1
    assert counts["headings_alone"] == 2
    assert counts["paragraphs"] == 5 == sum(counts[kind] for kind in KINDS)


def test_a_page_is_read_in_the_charset_that_its_head_names(subtests):
    for named, codec in (
        ('charset="iso-8859-1"', "latin-1"),
        ("content='text/html; charset=windows-1250'", "cp1250"),
        ("charset=nonsense", "utf-8"),
        ("", "utf-8"),
    ):
        page = f"<head><meta {named}></head><p>žá</p>".replace(
            "ž", "é" * ("1" in codec)
        )
        with subtests.test(codec=codec):
            files = {"a.html": page.encode(codec)}
            (found,) = documents(files, Counter())
            assert f"<p>{found.paragraphs[0]}</p>" in page
    counts = Counter()
    list(documents({"a.html": b"<p>\xff bad</p>"}, counts))
    assert counts["replacement_characters"] == 1


def test_packed_pages_are_unpacked_and_damaged_ones_refused():
    packed = gzip.compress(PAGE.format("x").encode())
    (found,) = documents({"d/a.html.gz": packed}, Counter())
    assert found.id == "a.html"
    with pytest.raises(SourceError) as caught:
        list(documents({"d/a.html.gz": packed[:20]}, Counter()))
    assert str(caught.value).startswith("d/a.html.gz is damaged (")
    assert str(caught.value).endswith("): fetch its package again.")
