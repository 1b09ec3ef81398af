import re

import pytest

from quaver.corpora.cleaning import Cleaner
from quaver.corpora.languages import pack
from quaver.corpora.reading import SourceError

OPTIONS = {
    "pack": pack("en"),
    "normalise": "NFC",
    "lowercase": True,
    "keep": "letters",
    "tokeniser": "default",
    "drop_numbers": False,
    "drop_punctuation": False,
}


def words(text, **options):
    cleaner = Cleaner(**{**OPTIONS, **options})
    tokens, _ = cleaner.tokens(cleaner.normalised(text))
    return [word for word in map(cleaner.word, tokens) if word is not None]


def test_words_of_other_scripts_stay_whole(subtests):
    for word in ["क्षत्रिय", "हिन्दी", "ภาษาไทย", "ქართული", "한국어"]:
        with subtests.test(word=word):
            assert words(f"«{word}», {word}.") == [word, word]


def test_the_re_module_would_break_them():
    assert re.findall(r"\w+", "क्षत्रिय") != ["क्षत्रिय"]
    assert words("क्षत्रिय") == ["क्षत्रिय"]


def test_joiners_stand_inside_words_only():
    assert words("می\u200cخواهم \u200cاو\u200d!") == ["می\u200cخواهم", "او"]
    assert words("क्\u200dष") == ["क्\u200dष"]


def test_letters_end_at_anything_else():
    assert words("Don't stop: 3rd-class e-mail_x") == (
        ["don", "t", "stop", "rd", "class", "e", "mail", "x"]
    )
    assert words("\u0301a 1990 --") == ["a"]


def test_what_spaces_part_is_kept_as_it_is():
    text = "Don't pay $1,000.\u00a0-- (1990)\x1cnow?!"
    expected = ["Don't", "pay", "$1,000.", "--", "(1990)", "now?!"]
    assert words(text, keep="spaces", lowercase=False) == expected


def test_numbers_and_punctuation_part_what_has_no_letter():
    text = "a1 1,000 50% ½ (१९९०) Ⅳ -- ?! 😀 1990s €5"
    keep = {"keep": "spaces", "lowercase": False}
    numbers, signs = ["1,000", "50%", "½", "(१९९०)", "Ⅳ", "€5"], ["--", "?!", "😀"]
    whole = words(text, **keep)
    assert words(text, **keep, drop_numbers=True) == [
        word for word in whole if word not in numbers
    ]
    assert words(text, **keep, drop_punctuation=True) == [
        word for word in whole if word not in signs
    ]
    both = words(text, **keep, drop_numbers=True, drop_punctuation=True)
    assert both == ["a1", "1990s"]


def test_tokens_that_are_too_short_are_dropped():
    text = "I saw a 7 b. an U.S. é e\u0301 हि x²"
    kept = {1: words(text), 2: ["saw", "an", "हि"], 3: ["saw"]}
    for shortest, left in kept.items():
        assert words(text, shortest=shortest) == left, shortest
    spaced = words(text, keep="spaces", shortest=2)
    assert spaced == ["saw", "b.", "an", "u.s.", "हि", "x²"]
    # what is dropped is told before a lemma is looked for
    assert words("a wolves", lemmas="simplemma", shortest=2) == ["wolf"]


def test_tokens_are_the_language_s():
    text = "Don't pay $1,000 for l'homme."
    expected = ["don", "'t", "pay", "$", "1,000", "for", "l", "'homme", "."]
    assert words(text, keep="tokens") == expected
    french = words(text, keep="tokens", pack=pack("fr"))
    assert french[-3:] == ["l'", "homme", "."]


def test_numbers_and_punctuation_of_every_script_are_known(subtests):
    for language, text, numbers, signs in [
        ("en", "Pay $1,000 -- 50 % now !", ["1,000", "50"], ["$", "--", "%", "!"]),
        ("hi", "वह ₹१,००० ५०% है ।॥", ["१,०००", "५०"], ["₹", "%", "।", "॥"]),
        ("zh", "我有2018元，“３①”；好！", ["2018", "３", "①"], [*"，“”；！"]),
    ]:
        with subtests.test(language=language, text=text, numbers=numbers, signs=signs):
            keep = {"keep": "tokens", "pack": pack(language)}
            whole = words(text, **keep)
            assert {*numbers, *signs} <= {*whole}
            fewer = [word for word in whole if word not in numbers]
            assert words(text, **keep, drop_numbers=True) == fewer
            fewer = [word for word in whole if word not in signs]
            assert words(text, **keep, drop_punctuation=True) == fewer
            left = words(text, **keep, drop_numbers=True, drop_punctuation=True)
            assert (
                left == [word for word in whole if word not in [*numbers, *signs]] != []
            )


def test_letters_of_chinese_are_those_of_its_words():
    text = "我来到北京，iPhone6卖了2018年的GPT-4。"
    assert words(text, pack=pack("zh")) == [
        *("我", "来到", "北京", "iphone", "卖", "了", "年", "的", "gpt")
    ]
    assert words(text, pack=pack("zh"), tokeniser="icu")[:3] == ["我", "来到", "北京"]
    assert words("我来到北京", pack=pack("en")) == ["我来到北京"]


def test_case_is_the_language_s():
    assert words("ILIK Ilık", pack=pack("tr")) == ["ılık", "ılık"]
    assert words("I\u0307ZMI\u0307R", pack=pack("tr")) == ["izmir"]


def test_what_cut_the_text_is_told_with_its_version(subtests):
    for language, options, told in [
        ("en", {}, "letters (regex "),
        ("en", {"keep": "tokens"}, "moses (sacremoses "),
        ("hi", {"keep": "tokens"}, "icu (icu4py "),
        ("hi", {"keep": "tokens", "tokeniser": "unicode"}, "unicode (regex "),
        ("zh", {"keep": "letters"}, "jieba (rjieba "),
        ("zh", {"keep": "tokens", "tokeniser": "icu"}, "icu (icu4py "),
        ("zh", {"keep": "spaces"}, "spaces (regex "),
    ]:
        with subtests.test(language=language, options=options, told=told):
            cut_by = Cleaner(**{**OPTIONS, "pack": pack(language), **options}).cut_by
            assert re.fullmatch(re.escape(told) + r"[0-9.]+\)", cut_by)


def test_a_tokeniser_the_language_lacks_is_refused():
    with pytest.raises(SourceError, match="language en has no tokeniser 'jieba' here"):
        Cleaner(**{**OPTIONS, "tokeniser": "jieba"})


def test_starts_are_where_tokens_stand(subtests):
    for keep in ["letters", "tokens", "spaces"]:
        for normalise in ["NFC", "NFKC", "none"]:
            with subtests.test(keep=keep, normalise=normalise):
                cleaner = Cleaner(**{**OPTIONS, "keep": keep, "normalise": normalise})
                text = cleaner.normalised("Cafe\u0301 ﬁne, the the\n  हिन्दी 10% ａｂ")
                tokens, starts = cleaner.tokens(text)
                assert len(tokens) == len(starts) >= 6
                assert [
                    text[s : s + len(t)] for t, s in zip(tokens, starts, strict=True)
                ] == tokens
                assert starts == sorted(set(starts))


def test_normalisation_makes_spellings_one():
    assert words("cafe\u0301") == words("café") == ["café"]
    assert words("ﬁne ａｂ") == ["ﬁne", "ａｂ"]
    assert words("ﬁne ａｂ", normalise="NFKC") == ["fine", "ab"]
    assert words("cafe\u0301", normalise="none") == ["cafe\u0301"]


def test_lower_case_keeps_the_normal_form():
    # J with caron has no code point of its own, its small letter has
    assert words("J\u030cA") == ["ǰa"]
    assert words("İ") == ["i\u0307"]
    assert words("ΟΔΟΣ Σ") == ["οδος", "σ"]
    assert words("Ab", lowercase=False) == ["Ab"]


def test_an_unknown_option_is_refused(subtests):
    for name, value in [("normalise", "NFD"), ("keep", "words")]:
        with subtests.test(name=name, value=value):
            with pytest.raises(
                ValueError, match=f"{name} must be one of .*Got '{value}'"
            ):
                Cleaner(**{**OPTIONS, name: value})


def test_the_chinese_zero_is_a_letter_of_its_number():
    assert words("二〇〇八年", pack=pack("en")) == ["二〇〇八年"]
    dropped = words("〇 二 8", keep="spaces", drop_numbers=True)
    assert dropped == ["〇", "二"]


def test_lemmas_are_of_the_language_and_no_word_is_lost():
    cs = {"pack": pack("cs"), "lemmas": "simplemma"}
    assert words("Ženy žijí v Praze; XYZZY.", **cs) == [
        *("žena", "žít", "v", "praha", "xyzzy")
    ]
    cased = words("Ženy žijí v Praze; XYZZY.", lowercase=False, **cs)
    assert cased == ["žena", "žít", "v", "Praha", "XYZZY"]
    assert words("wars went", lemmas="simplemma") == ["war", "go"]
    assert words("wars went") == ["wars", "went"]
    for code in ("zh", "xx"):
        with pytest.raises(SourceError) as caught:
            words("a", pack=pack(code), lemmas="simplemma")
        assert str(caught.value) == (
            f"simplemma has no lemmas of language {code}: remove 'lemmas: simplemma'."
        )


def test_a_corpus_tells_what_made_its_lemmas():
    told = Cleaner(**{**OPTIONS, "lemmas": "simplemma"}).cut_by
    assert re.fullmatch(r"letters \(regex \S+\), lemmas \(simplemma \S+\)", told)
