from collections import Counter

from quaver.corpora.help.help_pages import paragraphs


def page(content):
    return (
        "<!DOCTYPE html><html><head><title>Title</title><script>if (a < b) {}</script>"
        '</head><body><header><p>Module</p></header><div id="Contents"><p>A</p></div>'
        f'<div id="DisplayArea">{content}</div><div id="SearchFrame"><p>B</p></div>'
        '<footer><div id="DEBUG"><p>This page is</p></div></footer></body></html>'
    )


def read(content):
    counts = Counter()
    found = paragraphs(page(content), counts)
    return [one.text for one in found], {k: v for k, v in counts.items() if v}


def texts(content):
    return read(content)[0]


def test_paragraphs_and_headings_of_the_content_alone_are_read():
    found, counts = read(
        '<h1 id="hd_1">Heading</h1><p id="par_1" class="paragraph">Prose.</p>'
        '<div class="note"><div class="notetext"><p id="par_2">A note.</p></div></div>'
        "<ul><li><p>One</p></li><li><p>Two</p></li></ul>"
        "<table><tr><td><p>left</p></td><td><p>right</p></td></tr></table>"
    )
    assert found == ["Heading", "Prose.", "A note.", "One", "Two", "left", "right"]
    assert counts == {"paragraphs": 7}


def test_words_are_neither_glued_nor_split_at_tags(subtests):
    for written, read_as in [
        ("a <b>bold</b> word", "a bold word"),
        ('un<span class="emph">believ</span>able', "unbelievable"),
        ('<a href="x"><span>Insert</span> - Chart</a>.', "Insert - Chart."),
        ("above<br>below<br/>it", "above below it"),
        ("  many\n\t\u00a0 spaces&nbsp;here ", "many spaces here"),
        ("m<sup>2</sup> &amp; &lt;b&gt; &#233;", "m2 & <b> é"),
        ('an icon <img src="i.svg" alt="Icon"> of it', "an icon of it"),
        ("हिन्दी में", "हिन्दी में"),
        ("half <i>open", "half open"),
        ("stray</em> end", "stray end"),
    ]:
        with subtests.test(written=written, read_as=read_as):
            assert texts(f"<p>{written}</p>") == [read_as]


def test_a_paragraph_left_open_ends_with_the_next_or_with_what_holds_it():
    assert texts("<p>one<p>two<h2>three</h2>") == ["one", "two", "three"]
    assert texts("<div><p>one</div><p>two") == ["one", "two"]
    counts = Counter()
    cut = page("<p>whole</p><p>cut").partition('</div><div id="SearchFrame')[0]
    assert [one.text for one in paragraphs(cut, counts)] == ["whole", "cut"]


def test_code_is_counted_not_read():
    found, counts = read(
        '<p class="code">ABS(Number)</p><p class="codeintable">ROW</p>'
        '<p class="smathcode">a over b</p>'
        '<div class="bascode"><pre><code>Sub Main<p>REM</p>End Sub</code></pre></div>'
        '<p>A <span class="code">word</span> of code.</p>'
    )
    assert found == ["A word of code."]
    assert counts == {"paragraphs": 5, "code": 4}


def test_navigation_and_empty_paragraphs_are_counted_not_read():
    found, counts = read(
        '<p class="howtogetheader">To access this command...</p><p>Choose it.</p>'
        '<p class="paragraph"><img src="a.svg" alt="Icon"></p><p> \n </p>'
        '<div class="relatedtopics"><p class="related">Related Topics</p>'
        '<div class="relatedbody"><p class="embedded">Another page</p></div></div>'
        '<p class="bug">Not found.</p>'
    )
    assert found == ["Choose it."]
    assert counts == {"paragraphs": 7, "navigation": 4, "empty": 2}


def test_text_outside_paragraphs_is_counted():
    found, counts = read("loose<ul><li><h>term</h> more</li></ul><p>Prose.</p>")
    assert found == ["Prose."]
    assert counts == {"paragraphs": 1, "outside_paragraphs": 3}


def switch(*alternatives):
    inside = "".join(
        f'<span id="{name}text_1" hidden="true"><span>{text}</span></span>'
        for name, text in alternatives
    )
    return f'<p>Press <span class="switchinline">{inside}</span>+A.</p>'


def test_of_alternatives_the_default_is_read():
    assert read(switch(("MAC", "Command"), ("default", "Ctrl"))) == (
        ["Press Ctrl+A."],
        {"paragraphs": 1, "alternatives": 1},
    )
    assert texts(switch(("default", "Ctrl"), ("MAC", "Command"))) == ["Press Ctrl+A."]
    assert texts(switch(("MAC", "Command"), ("UNIX", "Meta"))) == ["Press Command+A."]
    assert read(switch(("MAC", "Command"))) == (
        ["Press Command+A."],
        {"paragraphs": 1},
    )
    assert texts(switch(("MAC", "Command"), ("default", " "))) == ["Press Command+A."]
    assert texts(switch()) == ["Press +A."]


def test_a_key_is_an_id_or_an_anchor_and_how_often_it_was_met():
    found = paragraphs(
        page(
            '<p id="par_1">a</p><p id="par_1"></p><p id="par_1">b</p>'
            '<p class="embedded"><a name="x"></a><a name="y"></a>c</p><p>d</p><p>e</p>'
        ),
        Counter(),
    )
    assert found == [
        (("par_1", 0), "a"),
        (("par_1", 2), "b"),
        (("x", 0), "c"),
        (("", 0), "d"),
        (("", 1), "e"),
    ]


def test_a_page_without_content_has_no_paragraphs():
    assert paragraphs("", Counter()) == []
    assert paragraphs("<p>no content</p>", Counter()) == []
