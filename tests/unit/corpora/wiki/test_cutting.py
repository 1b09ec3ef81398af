import re
import time

from quaver.corpora.wiki.cutting import LITERAL, braces, elements, pairs, without

CURLY = re.compile(r"(\()|(\))|(<)|(>)")


def test_comments_and_elements_without_text_are_cut(subtests):
    for text, left in [
        ("a<!-- b -->c", "ac"),
        ("a\n<!-- alone on its line -->\nb", "a\nb"),
        ("a\n<!-- two\nlines --> b\nc", "a\n b\nc"),
        ("a<ref>b</ref>c", "ac"),
        ('a<ref name="b"/>c<ref name=d />e<REF group="f">g</Ref >h', "aceh"),
        ("a<ref>{{b}} <!-- c --> <i>d</i></ref>e", "ae"),
        ("a<references />b<references><ref>c</ref></references>d", "abd"),
        ("a<math>\\frac{1}{2}</math>b", "ab"),
        ("<gallery>\nFile:x.jpg|y\n</gallery>a", "a"),
        ("<syntaxhighlight lang='c'>if (a<b) {{</syntaxhighlight>a", "a"),
        ("a<chem>H2O</chem><timeline>x</timeline><score>y</score>b", "ab"),
        ("a <b>c</b> < d", "a <b>c</b> < d"),
        ("<reference>a</reference>", "<reference>a</reference>"),
        ("no element", "no element"),
    ]:
        with subtests.test(text=text, left=left):
            assert elements(text) == (left, False)


def test_an_element_left_open_costs_its_tag_and_an_open_comment_the_rest(subtests):
    for text, left in [
        ("a<ref>b\nc", "ab\nc"),
        ("a<ref>b<ref>c</ref>d", "ad"),
        ("a<!-- b\n\nc", "a"),
        ("a<gallery>b<ref>c</ref>", "ab"),
    ]:
        with subtests.test(text=text, left=left):
            assert elements(text)[0] == left
            assert elements(text)[1] == ("<ref>b<ref>" not in text)


def test_nowiki_is_kept_as_it_is():
    text, unbalanced = elements("a<nowiki>[[b]] ''c'' {{d}}</nowiki>e<nowiki />f")
    assert not {"[", "{", "'"} & set(text)
    assert text.translate(LITERAL) == "a[[b]] ''c'' {{d}}ef"
    assert not unbalanced


def test_templates_are_cut_however_deep(subtests):
    for text, left in [
        ("a{{b}}c", "ac"),
        ("a{{b|c={{d|{{e}}}}}}f", "af"),
        ("a{{b|\n|c=d\n}}e", "ae"),
        ("a{{{b|c}}}d", "ad"),
        ("a{{b|{{{c}}}}}d", "ad"),
        ("a{{{{b}}|c}}d", "ad"),
        ("a{b}c {d", "a{b}c {d"),
        ("a}}b", "a}}b"),
        ("{{a|}}b", "b"),
    ]:
        with subtests.test(text=text, left=left):
            assert braces(text) == (left, False)


def test_a_template_left_open_costs_a_line():
    assert braces("a {{b|c=d\ne {{f}}g") == ("a \ne g", True)
    assert braces("a {{b") == ("a ", True)


def test_pairs_take_turns_by_kind():
    spans, unbalanced = pairs("(a<b)c>(d", CURLY)
    assert sorted(spans) == [(0, 5), (2, 7), (7, 9)]
    assert unbalanced
    assert pairs("a)b", CURLY) == ([], False)


def test_spans_may_lie_in_one_another():
    assert without("abcdefgh", [(5, 6), (2, 3), (1, 4)]) == "aegh"
    assert without("abcd", [(0, 1), (2, 3)], "-") == "-b-d"
    assert without("abc", []) == "abc"


def test_broken_markup_takes_no_longer_than_whole(subtests):
    for sign in ["{{", "}}", "<ref>", "<!--", "<ref name=", "{{{ "]:
        with subtests.test(sign=sign):
            started = time.process_time()
            elements(sign * 100_000)
            braces(sign * 100_000)
            assert time.process_time() - started < 5
