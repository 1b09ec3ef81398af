import builtins
import importlib
import random

import pytest

from quaver.corpora import languages
from quaver.corpora.languages import breaks, hi
from quaver.corpora.reading import SourceError

ICU = breaks.by_icu("hi")["icu"]
UNICODE = breaks.BY_UNICODE["unicode"]
SIGNS = (
    "aBčß1२5०कषरि्ंा़ँःॐऽ।॥ \t\n\r\u200d\u200c\u0301\u200b\u00ad\ufeff\u00a0\u3000\u2028"
    ".,;:'’\"_-–—/()@#%₹$…‘“”😀👨👩❤\ufe0f🇮🇳\u20e3·\u2027\u0085"
)


def test_the_regex_agrees_with_icu_on_any_mess():
    generator = random.Random(20200723)
    for _ in range(6000):
        text = "".join(generator.choices(SIGNS, k=generator.randint(0, 20)))
        assert UNICODE(text) == ICU(text), ascii(text)


def test_words_stay_whole(subtests):
    for cut in [ICU, UNICODE]:
        for text, tokens in [
            ("क्षत्रिय, ज़रूरत", ["क्षत्रिय", ",", "ज़रूरत"]),
            ("क्\u200dष क्\u200cष", ["क्\u200dष", "क्\u200cष"]),
            ("है।मैं ॥१॥", ["है", "।", "मैं", "॥", "१", "॥"]),
            ("₹१,००,०००.५०", ["₹", "१,००,०००.५०"]),
            ("don't a.b a_b", ["don't", "a.b", "a_b"]),
            ("ई-मेल", ["ई", "-", "मेल"]),
            ("❤\ufe0f 👨\u200d👩\u200d👧", ["❤\ufe0f", "👨\u200d👩\u200d👧"]),
            ("\u200b \u200eक\u200e \ufeff", ["क"]),
            ("", []),
        ]:
            with subtests.test(cut=cut, text=text, tokens=tokens):
                assert cut(text)[0] == tokens


def test_places_are_code_points_behind_an_emoji(subtests):
    for cut in [ICU, UNICODE]:
        with subtests.test(cut=cut):
            assert cut("😀 क्षत्रिय 𝒳 आया") == (
                ["😀", "क्षत्रिय", "𝒳", "आया"],
                [0, 2, 11, 13],
            )


def test_a_mark_behind_a_piece_goes_with_it():
    assert breaks.placed(["e", "\u0301", "x", " ", "\u0301"]) == (
        ["e\u0301", "x", "\u0301"],
        [0, 2, 4],
    )


def test_without_icu_the_regex_stands_in_and_says_so(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("icu4py"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert breaks.by_icu("hi") == {}
    pack = importlib.reload(hi).PACK
    assert pack.tokeniser() == "unicode"
    with pytest.raises(SourceError) as caught:
        pack.tokeniser("icu")
    assert str(caught.value) == (
        "language hi has no tokeniser 'icu' here (it is unknown or its package is "
        "missing): run make env or write 'tokeniser: unicode'."
    )
    monkeypatch.undo()
    assert importlib.reload(hi).PACK.tokeniser() == "icu"
    assert languages.pack("hi").tokeniser() == "icu"
