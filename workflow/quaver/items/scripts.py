"""Letters our font lacks, as those of Hindi and Chinese: fonts of the machine help.

In SVG such words stay text, with a list of fonts. PNG is drawn by an installed font, or
else shows them by number, and says so.
"""

import contextlib
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.font_manager import findfont, findSystemFonts, fontManager, get_font
from matplotlib.ft2font import FT2Font
from matplotlib.text import Text

FONT = "DejaVu Sans"  # comes with matplotlib, so that bytes are the same everywhere
LAST = "sans-serif"
CUT = 28  # characters of a word by number
NUMBERED = (
    "Letters that no font of this machine has are numbers here; the SVG has them "
    "(Debian: fonts-noto)."
)


def beyond(figure: Figure) -> list[Text]:
    """Texts of a figure that hold letters our font lacks."""
    return [text for text in figure.findobj(Text) if lacking(text.get_text())]


def lacking(text: str) -> list[str]:
    """Characters of a text that our font lacks, each once."""
    own = get_font(findfont(FONT))
    # no font draws the end of a line
    return [x for x in dict.fromkeys(text) if x != "\n" and not _draws(own, x)]


@contextlib.contextmanager
def lettered(figure: Figure, texts: Sequence[Text], ending: str) -> Iterator[None]:
    """Give texts the fonts that bear them; in PNG show by number what none bears."""
    characters = {x for text in texts for x in lacking(text.get_text())}
    fonts = {x: bearer(x) for x in sorted(characters)}
    families = [FONT, *dict.fromkeys(filter(None, fonts.values())), LAST]
    for text in texts:
        # few of these fonts are installed in bold
        text.set(fontfamily=families, fontweight="normal")
    without = {x for x, font in fonts.items() if not font}
    kept = []
    if ending == "png" and without:
        kept = _numbered(figure, texts, "".join(sorted(without)))
    with warnings.catch_warnings():
        # of SVG: its reader may have the letters that are missing here
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        yield
    for setter, words in reversed(kept):
        setter(words)


def _numbered(figure: Figure, texts: Sequence[Text], without: str) -> list[tuple]:
    """Show letters by number, and say so; give what sets each text back."""
    pattern, kept = re.compile(f"[{re.escape(without)}]+"), []

    def change(setter: Callable, words: str | list[str]) -> None:
        kept.append((setter, words))
        number = partial(pattern.sub, _by_number)
        setter(number(words) if isinstance(words, str) else list(map(number, words)))

    for text in texts:
        change(text.set_text, text.get_text())
    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
        labels = [label.get_text() for label in axis.get_ticklabels()]
        if any(
            map(pattern.search, labels)
        ):  # an axis writes its labels at each drawing
            change(axis.set_ticklabels, labels)
    for caption in figure.findobj(Text):
        text = caption.get_text()
        if text and text == figure.get_supxlabel():
            kept.append((caption.set_text, text))
            caption.set_text(f"{text}\n{NUMBERED}")
    return kept


def _by_number(match: re.Match) -> str:
    text = "U+" + " ".join(f"{ord(character):04X}" for character in match[0])
    return text if len(text) <= CUT else f"{text[: CUT - 1]}…"


@cache
def bearer(character: str) -> str:
    """The family of the first installed font that has a character; "" if none has."""
    for path in _installed():
        try:
            font = get_font(path)
        except (OSError, RuntimeError):  # a broken file is no font
            continue
        if _draws(font, character):
            fontManager.addfont(path)  # it may be younger than what matplotlib noted
            return font.family_name
    return ""


def _draws(font: FT2Font, character: str) -> bool:
    return font.get_char_index(ord(character)) != 0


@cache
def _installed() -> list[str]:
    """Fonts of the machine, Noto's first, then those without serifs, upright ones."""
    # coloured ones are bitmaps, which cannot be drawn at any size
    paths = [path for path in findSystemFonts() if "Color" not in Path(path).name]
    wanted = "NotoSans", "Sans", "Regular"
    return sorted(paths, key=lambda x: ([y not in Path(x).name for y in wanted], x))
