import re

import pytest

from quaver.corpora import sources
from quaver.corpora.guesses import GUESSES, readings

TEXTS = {
    "cs": "Příliš žluťoučký kůň úpěl ďábelské ódy, šťastně a tiše.",
    "sk": "Kŕdeľ šťastných ďatľov učí pri ústí Váhu mĺkveho koňa.",
    "pl": "Zażółć gęślą jaźń; ślimak śpi pod żółtą różą.",
    "hu": "Árvíztűrő tükörfúrógép, hűvös őszi estén.",
    "ru": "Съешь ещё этих мягких французских булок, да выпей чаю.",
    "uk": "Їжак із щуром ґвалт учинили біля річки, їли й пили.",
    "el": "Τάχιστη αλώπηξ βαφής ψημένη γη, δρασκελίζει υπέρ νωθρού κυνός.",
    "tr": "Pijamalı hasta yağız şoföre çabucak güvendi; şişli çöp.",
    "he": "דג סקרן שט בים מאוכזב ולפתע מצא חברה",
    "ar": "نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر",
    "lt": "Įlinkdama fechtuotojo špaga sublykčiojusi pragręžė apvalų arbūzą",
    "zh": "我们在这个大国里来上课，他不是一个人。",
    "ja": "いろはにほへとちりぬるを、わがよたれぞつねならむ。",
    "ko": "다람쥐 헌 쳇바퀴에 타고파",
    "de": "Falsches Üben von Xylophonmusik quält jeden größeren Zwerg.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_the_advice_for_a_text_in_another_encoding_works(tmp_path, language):
    path, text = tmp_path / "a.txt", TEXTS[language]
    guessed = GUESSES.get(language, ("windows-1252", ""))[0].split()
    source = {"kind": "text", "path": str(path), "language": language}
    for encoding in guessed[:2]:
        written = text.encode(encoding, "ignore")
        path.write_bytes(b"Plain first line.\n" + written + b"\n")
        with pytest.raises(sources.SourceError) as caught:
            sources.check(source)
        refusal = str(caught.value)
        advice = re.search(r"write encoding: (\S+) ", refusal).group(1)
        followed = [*sources.documents({**source, "encoding": advice})]
        read = [*followed[1].paragraphs]
        assert read == [written.decode(encoding)], refusal
        assert all(f"in {name} it reads '" in refusal.lower() for name in guessed)
        shown = re.findall(r"reads '(.*?)'(?:;|\.$)", refusal)
        assert sum(map(len, shown)) <= 80
        assert shown[0][0] == text[0]


def test_windows_1252_is_never_advised_for_czech(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(TEXTS["cs"].encode("cp1250"))
    source = {"kind": "text", "path": str(path), "language": "cs"}
    with pytest.raises(sources.SourceError) as caught:
        sources.check(source)
    assert str(caught.value) == (
        f"{path}, line 1 is not UTF-8 (byte 1 of the file is 0xf8): write encoding: "
        "windows-1250 (add repair: true if other lines are UTF-8). In windows-1250 it "
        "reads 'Příliš žluťoučký kůň úpě'; in cp852 it reads 'P°ÝliÜ ×luŁouŔkř k¨˛ "
        "˙pý'; in iso8859-2 it reads 'Příli� �lu�oučký kůň úpě'."
    )
    repaired = [*sources.documents({**source, "repair": True})]
    assert [*repaired[0].paragraphs] == [TEXTS["cs"]]


def test_a_line_that_says_nothing_is_shown_in_the_commonest_encoding():
    assert readings(b"\xff\x00", b"\xff\x00", "xx") == [("windows-1252", "ÿ�")]
