"""Words in letters our font lacks: text in SVG, a font or numbers in PNG."""

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


def test_png_shows_by_number_what_no_font_has_and_says_so(
    tmp_path, installed, monkeypatch
):
    installed(str(STIX))
    figure, seen = drawn(HINDI, SIGN, "war"), []
    monkeypatch.setattr(
        figure,
        "savefig",
        lambda *_, **__: seen.extend(
            text.get_text() for text in figure.findobj(scripts.Text) if text.get_text()
        ),
    )
    look.save(figure, tmp_path / "a.png")
    number = "U+0938 094D 0935 0924 0902 …"
    assert {number, SIGN, "war", f"Words near “{number}”"} <= {*seen}
    assert f"Caption.\n{scripts.NUMBERED}" in seen
    # the figure itself is as it was: SVG may come after PNG
    axes = figure.axes[0]
    assert [x.get_text() for x in axes.get_yticklabels()] == [HINDI, SIGN, "war"]
    assert figure.get_supxlabel() == "Caption."
    assert save(tmp_path / "b.png", HINDI, "war") == save(
        tmp_path / "c.png", HINDI, "war"
    )


def test_fonts_of_the_machine_are_tried_notos_first(monkeypatch):
    names = ["/a/FreeSerif.ttf", "/b/NotoColorEmoji.ttf", "/c/NotoSans-Bold.ttf"]
    names += ["/d/NotoSansDevanagari-Regular.ttf", "/e/FreeSans.ttf"]
    monkeypatch.setattr(scripts, "findSystemFonts", lambda: names)
    scripts._installed.cache_clear()
    tried = [Path(path).stem for path in scripts._installed()]
    scripts._installed.cache_clear()
    noto = ["NotoSansDevanagari-Regular", "NotoSans-Bold"]
    assert tried == [*noto, "FreeSans", "FreeSerif"]
