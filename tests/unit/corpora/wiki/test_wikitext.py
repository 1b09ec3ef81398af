import time
from time import process_time

import mwparserfromhell

from quaver.corpora.wiki import wikitext
from quaver.corpora.wiki.wikitext import clean, is_disambiguation, is_redirect


def cleaned(text, **options):
    return clean(text, **options)[0]


ONE = {
    "link": ("The [[cat]]s and [[dog|hounds]].", "The cats and hounds."),
    "link with an empty label": ("[[cat (animal)|]] purrs", "cat (animal) purrs"),
    "label over two lines": ("a [[b|c\nd]] e", "a c d e"),
    "label with brackets": (
        "see [[cat|the [old] cat]] there",
        "see the [old] cat there",
    ),
    "link to a category": ("as in [[:Category:Cats]].", "as in Category:Cats."),
    "category": ("Cats. [[Category:Cats]][[Kategorie:Katzen|K]]", "Cats."),
    "old links between languages": (
        "Cats.[[fr:Chat]][[zh-yue:貓]][[simple:Cat]]",
        "Cats.",
    ),
    "a sister's word": ("a [[wikt:cat|word]] more", "a word more"),
    "three letters that are a language": ("a [[ast:Gatu]] b", "a b"),
    "titles with a colon": ("a [[CSI: B]] [[Re:C|d]] [[abc:d]]", "a CSI: B d abc:d"),
    "picture": ("a [[File:Cat.jpg|thumb|A [[cat]] [http://x.org y]]] b", "a b"),
    "picture with brackets": ("a [[File:b|c [1] and [0, 1)]] d", "a d"),
    "picture in a picture": ("a [[Image:a.png|b [[file:c.png|d [[e]]]] f]] g", "a g"),
    "picture in Polish": ("a [[Plik:Kot.jpg|mały|Kot]] b", "a b"),
    "picture in Hindi": ("a [[चित्र:Billi.jpg|अंगूठाकार|b]] c", "a c"),
    "link outside": ("a [http://x.org/y z w] b", "a z w b"),
    "link outside, unnamed": ("a [https://x.org] b [//x.org]", "a b"),
    "brackets": ("he [the cat] sat [...]", "he [the cat] sat [...]"),
    "emphasis": ("a '''b''' ''c'' '''''d''''' e's", "a b c d e's"),
    "apostrophe before bold": ("the ''''cat''''", "the 'cat'"),
    "apostrophe before italics": ("l'''amour''", "l'amour"),
    "templates": ("A cat{{citation|{{needed}}}} sat.", "A cat sat."),
    "reference": ("A cat<ref>{{cite|x}}</ref> sat<ref name=a/>.", "A cat sat."),
    "entities": ("a&nbsp;b &amp; c &#8211; d&ndash;e &lt;f&gt;", "a b & c – d–e <f>"),
    "no entity": ("AT&T &unknown; & &copy", "AT&T &unknown; & &copy"),
    "twice escaped": ("&amp;lt;", "&lt;"),
    "tags": ('a <span style="x">b</span> H<sub>2</sub>O', "a b H2O"),
    "a line's end": ("a<br>b<br />c", "a b c"),
    "no tag": ("a < b and c > d", "a < b and c > d"),
    "switches": ("__NOTOC__ a __БЕЗСЪД__ b__c __लेख__ __init__", "a b__c __init__"),
    "nowiki": ("<nowiki>[[a]] ''b''</nowiki>", "[[a]] ''b''"),
    "soft hyphen": ("hy\xadphen", "hyphen"),
    "hollow brackets": (
        "Rome ({{IPA|it|roma}}; ) and (, c. 780)",
        "Rome and (c. 780)",
    ),
    "two scripts": ("a -{zh-tw:電腦; zh-cn:电脑}- b", "a 电脑 b"),
    "two scripts, none known": ("a -{sr-el:voz; sr-ec:воз}- b", "a voz b"),
    "a script's name": ("a -{T|zh-cn:x}--{b}- -{A|c}- d", "a b c d"),
    "html table": ("<table><tr><td>b<table></table></td></tr></table>c", "c"),
    "unclosed link": ("a [[b c", "a b c"),
    "unopened link": ("a b]] c}} d", "a b c d"),
    "unclosed tag": ("a <b>c", "a c"),
    "space": ("  a \t b  ", "a b"),
}


def test_markup_of_a_line(subtests):
    for text, plain in ONE.values():
        with subtests.test(text=text, plain=plain):
            assert cleaned(text) == [plain]


NONE = ["", "\n \n", "----", "{{a}}", "* ", ". , ()", "|a", "== b ==", "__TOC__", "''"]


def test_what_is_no_paragraph(subtests):
    for text in NONE:
        with subtests.test(text=text):
            assert cleaned(text) == []


def test_lines_belong_together_until_a_blank_one():
    assert cleaned("a\nb\n\nc\n{{d}}\n\n\ne") == ["a b", "c", "e"]


def test_a_list_item_is_a_paragraph():
    text = "a:\n* b\n** c\n# d\n; e : f\n:: g\n preformatted\nh"
    assert cleaned(text) == ["a:", "b", "c", "d", "e : f", "g", "preformatted", "h"]


def test_a_block_of_html_is_a_paragraph():
    text = "a<p>b</p><ul><li>c</li><li>d</li></ul>e<blockquote>f</blockquote>"
    assert cleaned(text) == ["a", "b", "c", "d", "e", "f"]


def test_headings_are_kept_by_option():
    text = "a\n== ''b'' [[c]] ==\nd\n=== e === \n= f"
    assert cleaned(text) == ["a", "d", "= f"]
    assert cleaned(text, headings=True) == ["a", "b c", "d", "e", "= f"]


def test_tables_are_cut_with_those_within():
    table = "a\n{| class=b\n! c\n|-\n| d ||\n{| \n| e\n|}\n|f}}\n|}g\nh"
    assert cleaned(table) == ["a", "g h"]
    assert cleaned(":{|\n|a\n|}\nb") == ["b"]


def test_a_table_left_open_costs_its_rows():
    page = clean("a\n{| class=b\n! c\n| d\ntext\n|-\n\ne")
    assert page == (["a", "text", "e"], True)


def test_open_brackets_are_told(subtests):
    for text, left in [
        ("a {{b\nc", ["a c"]),
        ("a [[File:b.jpg|c\nd", ["a d"]),
        ("a<ref>b", ["ab"]),
    ]:
        with subtests.test(text=text, left=left):
            assert clean(text) == (left, True)
            assert not clean("a {{b}} [[c]]")[1]


def test_names_of_the_site_are_used():
    names = {"fil", "kattegori"}
    text = "a [[Fil:b.jpg|c]] [[KATTEGORI: d]] [[File:e|f]] [[_fil_:g]]"
    assert clean(text, names)[0] == ["a f"]


def test_private_markup_of_an_old_page_does_no_harm():
    assert cleaned("a {{b|\n* c\n}}\n*d{{e}}f\n") == ["a", "df"]


def test_a_line_the_parser_cannot_read_is_cleaned_without_it(monkeypatch):
    def refuse(text):
        raise mwparserfromhell.parser.ParserError("no")

    monkeypatch.setattr(mwparserfromhell, "parse", refuse)
    assert cleaned("a [[b|[c]]] l'''d''") == ["a b|[c] ld"]


def test_disambiguations_are_recognised(subtests):
    for text in [
        "a\n__DISAMBIG__",
        "'''Mercury''' may be:\n* [[x]]\n{{disambig}}",
        "{{Disambiguation|geo}}",
        "{{Human_name  disambiguation}}",
        "{{hndis|Smith, John}}",
        "{{बहुविकल्पी शब्द}}",
        "{{täsmennyssivu}}",
        "{{Disambig}}",
        "{{消歧义}}",
        "{{ Rozcestník }}",
        "{{Ujednoznacznienie}}",
        "{{Desambiguação|x}}",
        "{{пояснение}}",
        "{{Begriffsklärung}}",
        "{{Homonymie}}",
    ]:
        with subtests.test(text=text):
            assert is_disambiguation(text)


def test_what_only_speaks_of_disambiguation_is_none(subtests):
    for text in [
        "a",
        "{{DisambigR|X}} in Polish stands above an article",
        "{{other uses}} disambig",
        "{{disambiguation needed}}",
        "{{a|disambig}}",
        "[[a (disambiguation)]]",
    ]:
        with subtests.test(text=text):
            assert not is_disambiguation(text)


def test_redirects_of_old_dumps_are_recognised(subtests):
    for text, is_one in [
        ("#REDIRECT [[a]]", True),
        ("\n# redirect: [[a]] {{b}}", True),
        ("#PŘESMĚRUJ[[a]]", True),
        ("#重定向 [[a]]", True),
        ("#first [[a]]", False),
        ("a #REDIRECT [[b]]", False),
        ("#REDIRECT a", False),
        ("", False),
    ]:
        with subtests.test(text=text, is_one=is_one):
            assert is_redirect(text) == is_one


BROKEN = "[[ ]] {| |} [[File:a| '' < -{ [http://a [[a| = & (( {{ <b"


def test_broken_markup_takes_no_longer_than_whole(subtests):
    for sign in BROKEN.split():
        for between in [" ", "\n", "", "''x "]:
            with subtests.test(sign=sign, between=between):
                started = time.process_time()
                clean((sign + between) * 20_000)
                assert time.process_time() - started < 5


def test_the_names_are_written_as_they_are_compared():
    wikinames = wikitext.wikinames
    kept = [*wikinames.DISAMBIGUATIONS, *wikinames.REDIRECTS]
    kept += [*wikinames.HIDDEN, *wikinames.QUOTATIONS, *wikinames.FIRST]
    kept += [*wikinames.LAST, *wikinames.MEASURES, *wikinames.SPACES]
    assert [name for name in kept if name != " ".join(name.lower().split())] == []


WORDS = {
    "lang": ("Rome ({{lang|it|Roma}}) {{Lang-la|Roma}}", "Rome (Roma) Roma"),
    "nested": ("{{nowrap|a {{lang|fr|italic=no|b [[c|d]]}}}} e", "a b d e"),
    "quote": ("He said:\n{{quote\n|text=War, peace.\n|author=A}}\nSo.", None),
    "numbered": ("{{nowrap|1=a = b}}", "a = b"),
    "convert": ("{{convert|5|km|mi|abbr=on}} on", "5 km on"),
    "range": ("{{cvt|5|to|10|km}} on", "5 to 10 km on"),
    "dash": ("a{{snd}}b{{·}}c", "a b c"),
    "in French": (
        "Il dit {{citation|la paix}} le {{unité|5|km}}",
        "Il dit la paix le 5 km",
    ),
    "in Czech": ("a {{Cizojazyčně|en|b c}}", "a b c"),
    "of English references": ("a{{citation|title=b|last=c}} d", "a d"),
    "inside another": ("a {{Infobox|b={{lang|de|c}}}} d", "a d"),
    "never closed": ("a {{lang|de|b", "a"),
    "of a parameter": ("a {{{lang|b}}} c", "a c"),
    "empty": ("a {{lang|de}} {{quote}} b", None),
}


def test_words_of_the_commonest_templates_stay():
    got = {name: cleaned(text) for name, (text, _) in WORDS.items()}
    wanted = {name: [plain] for name, (_, plain) in WORDS.items()}
    wanted["quote"] = ["He said:", "War, peace.", "So."]
    wanted["empty"] = ["a", "b"]
    assert got == wanted


def test_templates_take_linear_time():
    def seconds(sign, length):
        begun = process_time()
        clean(sign * (length // len(sign)))
        return process_time() - begun

    slow = []
    for sign in (
        "{{",
        "{{lang|",
        "{{lang|a|b}}",
        "{{quote|[[a|",
        "{{x|a}}",
        "{{ ",
        "|",
    ):
        short, long = (min(seconds(sign, n) for _ in "ab") for n in (5_000, 20_000))
        slow += [sign] * (long > max(0.02, 8 * short))
    assert not slow


def test_blank_templates_take_linear_time():
    text = "{{" + " " * 100_000 + "<"
    assert not is_disambiguation(text)
