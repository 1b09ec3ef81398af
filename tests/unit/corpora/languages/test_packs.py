import random
import subprocess
import sys

import pytest

from quaver.corpora import languages
from quaver.corpora.languages.breaks import by_icu

PACKS = {code: languages.pack(code) for code in [*languages.codes(), "xx"]}
SIGNS = (
    "aBčŽI1２ .!?。！？；…।॥\n\t\u2028\r\"'()“”’«»「」《》हि्\u200d\u0301😀,:你好的"
    "\u0085\u3000\u00a0"
)


def each(packs):
    return pytest.mark.parametrize("pack", packs.values(), ids=packs)


@each(PACKS)
def test_a_pack_cuts_any_text_in_order_within_bounds(pack):
    generator = random.Random(3)
    for _ in range(300):
        text = "".join(generator.choices(SIGNS, k=generator.randint(0, 25)))
        for cut in pack.tokenisers.values():
            tokens, starts = cut(text)
            ends = [0, *(a + len(t) for a, t in zip(starts, tokens, strict=True))]
            assert all(a <= b for a, b in zip(ends, starts, strict=False))
            placed = [text[a:b] for a, b in zip(starts, ends[1:], strict=True)]
            assert placed == tokens
            gaps = zip(ends, [*starts, len(text)], strict=True)
            assert not any(sign.isalnum() for a, b in gaps for sign in text[a:b])
        sentences = pack.sentences(text)
        assert sentences == sorted(set(sentences))
        assert bool(sentences) == bool(text.strip())
        bounds = zip(sentences, [*sentences[1:], len(text)], strict=False)
        assert all(text[a:b].strip() for a, b in bounds), ascii(text)


@each(PACKS)
def test_a_pack_says_what_it_is(pack):
    assert pack.code and pack.name
    assert pack.default == (pack.code == "xx")
    assert pack.tokeniser() == next(iter(pack.tokenisers))
    assert pack.letters.findall("Ab2č") == ["Ab", "č"]
    assert pack.lower("AČ") == "ač"
    assert all(cut.library for cut in pack.tokenisers.values())


def test_packs_are_found_by_code_and_region():
    assert {"en", "cs", "pl", "pt", "fi", "hi", "zh", "fr"} <= set(languages.codes())
    assert languages.pack("pt-BR") is languages.pack("pt")
    assert languages.pack("zh-Hant-TW").code == "zh"
    assert languages.module("zh-CN") == "quaver.corpora.languages.zh"
    assert languages.module("eo") == "quaver.corpora.languages.default"
    assert (languages.pack("eo").code, languages.pack("eo").default) == ("eo", True)


def test_a_language_without_a_pack_ends_sentences_at_any_stop():
    text = "আমি আছি।তুমি আছ॥好。いい？Ja."
    starts = languages.pack("bn").sentences(text)
    assert [text[start] for start in starts] == ["আ", "ত", "好", "い", "J"]


def test_japanese_needs_two_lines_as_the_page_says():
    tokens, _ = by_icu("ja")["icu"]("私は学生です。")
    assert tokens == ["私", "は", "学生", "です", "。"]


def test_turkish_keeps_the_dot_of_an_i():
    assert PACKS["tr"].lower("IŞIK İZMİR") == "ışık izmir"
    assert PACKS["en"].lower("I") == "i"


def test_chinese_words_are_the_same_in_every_process():
    script = (
        "from quaver.corpora.languages import pack\n"
        "text = '韩国代表团王小明他花了很多钱学习人工智能芯片' * 3\n"
        "print(ascii([cut(text) for cut in pack('zh').tokenisers.values()]))\n"
    )
    told = {subprocess.check_output([sys.executable, "-c", script]) for _ in range(2)}
    assert len(told) == 1
