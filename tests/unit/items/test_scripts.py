"""Words in letters our font lacks: text in SVG, a font, or a word on it, in PNG."""

import re
import warnings
from pathlib import Path

import matplotlib
import pytest
from matplotlib.figure import Figure

from quaver.items import look, scripts

HINDI, SIGN = "स्वतंत्रता", "\u1d81"  # a letter that STIX has and our font has not
STIX = Path(matplotlib.get_data_path(), "fonts/ttf/STIXGeneral.ttf")


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """A machine with STIX and a broken font; give what sets other fonts."""
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")

    def having(*paths):
        scripts.bearer.cache_clear()
        monkeypatch.setattr(scripts, "_installed", lambda: [str(broken), *paths])

    yield having
    scripts.bearer.cache_clear()


def drawn(*words):
    with look.look():
        figure = Figure((4, 2), layout="constrained")
        axes = figure.subplots()
        axes.set_yticks(range(len(words)), words)
        axes.set_title(f"Words near “{words[0]}”")
        look.finish(figure, "Title", "Caption.", [])
    return figure


def save(path, *words):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        look.save(drawn(*words), path)
    return path.read_bytes()


def test_what_our_font_has_is_drawn_as_ever(tmp_path, installed):
    installed(str(STIX))
    assert b"<text" not in save(tmp_path / "a.svg", "žena", "мир")
    assert scripts.beyond(drawn("žena")) == []


def test_svg_keeps_words_as_text_with_fonts_and_is_the_same_bytes(tmp_path, installed):
    for fonts in ([], [str(STIX)]):
        installed(*fonts)
        first = save(tmp_path / "a.svg", HINDI, SIGN, "war")
        assert first == save(tmp_path / "b.svg", HINDI, SIGN, "war")
        texts = re.findall(r"font-family: ([^;]*);[^>]*>([^<]*)", first.decode())
        families = {text: family for family, text in texts}
        assert {HINDI, SIGN, "war", f"Words near “{HINDI}”"} <= families.keys()
        assert families["war"] == "'DejaVu Sans'"
        assert families[HINDI].endswith("sans-serif")
        assert ("STIXGeneral" in families[SIGN]) == bool(fonts)
        assert "U+" not in first.decode()


def test_png_says_that_no_font_has_a_letter(tmp_path, installed):
    installed(str(STIX))
    for word, told in ((HINDI, f"Caption.\n{scripts.BOXES}"), (SIGN, "Caption.")):
        figure = drawn(word, "war")
        with scripts.lettered(figure, scripts.beyond(figure), "png"):
            assert figure.get_supxlabel() == told
        assert figure.get_supxlabel() == "Caption."  # SVG may come after PNG
        assert save(tmp_path / "b.png", word) == save(tmp_path / "c.png", word)


def test_fonts_of_the_machine_are_tried_notos_first(monkeypatch):
    names = ["/a/FreeSerif.ttf", "/b/NotoColorEmoji.ttf", "/c/NotoSans-Bold.ttf"]
    names += ["/d/NotoSansDevanagari-Regular.ttf", "/e/FreeSans.ttf"]
    monkeypatch.setattr(scripts, "findSystemFonts", lambda: names)
    scripts._installed.cache_clear()
    tried = [Path(path).stem for path in scripts._installed()]
    scripts._installed.cache_clear()
    noto = ["NotoSansDevanagari-Regular", "NotoSans-Bold"]
    assert tried == [*noto, "FreeSans", "FreeSerif"]
