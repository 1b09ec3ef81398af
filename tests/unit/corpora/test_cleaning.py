import re

import pytest

from quaver.corpora.cleaning import Cleaner

OPTIONS = {
    "normalise": "NFC",
    "lowercase": True,
    "keep": "letters",
    "drop_numbers": False,
    "drop_punctuation": False,
}


def words(text, **options):
    cleaner = Cleaner(**{**OPTIONS, **options})
    tokens, _ = cleaner.tokens(cleaner.normalised(text))
    return [word for word in map(cleaner.word, tokens) if word is not None]


@pytest.mark.parametrize("word", ["क्षत्रिय", "हिन्दी", "ภาษาไทย", "ქართული", "한국어"])
def test_words_of_other_scripts_stay_whole(word):
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


def test_tokens_are_kept_as_they_are():
    text = "Don't pay $1,000.\u00a0-- (1990)\x1cnow?!"
    expected = ["Don't", "pay", "$1,000.", "--", "(1990)", "now?!"]
    assert words(text, keep="tokens", lowercase=False) == expected


def test_numbers_and_punctuation_part_what_has_no_letter():
    text = "a1 1,000 50% ½ (१९९०) Ⅳ -- ?! 😀 1990s €5"
    keep = {"keep": "tokens", "lowercase": False}
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


@pytest.mark.parametrize("keep", ["letters", "tokens"])
@pytest.mark.parametrize("normalise", ["NFC", "NFKC", "none"])
def test_starts_are_where_tokens_stand(keep, normalise):
    cleaner = Cleaner(**{**OPTIONS, "keep": keep, "normalise": normalise})
    text = cleaner.normalised("Cafe\u0301 ﬁne, the the\n  हिन्दी 10% ａｂ")
    tokens, starts = cleaner.tokens(text)
    assert len(tokens) == len(starts) >= 6
    assert [text[s : s + len(t)] for t, s in zip(tokens, starts, strict=True)] == tokens
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


@pytest.mark.parametrize(("name", "value"), [("normalise", "NFD"), ("keep", "words")])
def test_an_unknown_option_is_refused(name, value):
    with pytest.raises(ValueError, match=f"{name} must be one of .*Got '{value}'"):
        Cleaner(**{**OPTIONS, name: value})
