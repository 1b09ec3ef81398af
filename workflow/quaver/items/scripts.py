"""Letters our font lacks, as those of Hindi and Chinese: fonts of the machine help.

In SVG such words stay text, with a list of fonts. PNG is drawn by an installed font, or
else shows boxes, and says so.
"""

import contextlib
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.font_manager import findfont, findSystemFonts, fontManager, get_font
from matplotlib.ft2font import FT2Font
from matplotlib.text import Text

FONT = "DejaVu Sans"  # comes with matplotlib, so that bytes are the same everywhere
LAST = "sans-serif"
BOXES = (
    "No font of this machine has the letters in boxes; the SVG holds them as text "
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
    """Give texts the fonts that bear them; say in PNG that some have none."""
    characters = {x for text in texts for x in lacking(text.get_text())}
    fonts = {x: bearer(x) for x in sorted(characters)}
    families = [FONT, *dict.fromkeys(filter(None, fonts.values())), LAST]
    for text in texts:
        # few of these fonts are installed in bold
        text.set(fontfamily=families, fontweight="normal")
    caption = figure.get_supxlabel()
    has_boxes = ending == "png" and caption and not all(fonts.values())
    # through the text itself: supxlabel() would move it
    held = [x for x in figure.findobj(Text) if has_boxes and x.get_text() == caption]
    for text in held:
        text.set_text(f"{caption}\n{BOXES}")
    with warnings.catch_warnings():
        # of SVG: its reader may have the letters that are missing here
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        yield
    for text in held:
        text.set_text(caption)


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
