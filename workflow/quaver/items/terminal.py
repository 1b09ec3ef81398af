"""Texts for the terminal: tables of words in a fixed width."""

import textwrap
import unicodedata
from collections.abc import Sequence

from quaver.items.cells import visible

WIDTH = 88


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of texts as lines: the two names to the left, numbers to the right."""
    columns = []
    for number, column in enumerate(zip(*rows, strict=True)):
        side = "<" if number < 2 else ">"
        column = list(map(visible, column))
        widest = max(map(width, column))
        gaps = (" " * (widest - width(text)) for text in column)
        pairs = zip(column, gaps, strict=True)
        columns.append([x + gap if side == "<" else gap + x for x, gap in pairs])
    lines = list(map("  ".join, zip(*columns, strict=True)))
    return [lines[0], "-" * width(lines[0]), *lines[1:]]


def width(text: str) -> int:
    """Cells of a terminal a text takes: two of wide letters, none of marks on them."""
    marks = sum(unicodedata.category(letter) in ("Mn", "Me", "Cf") for letter in text)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - marks


def wrapped(text: str) -> list[str]:
    """Give a text as lines that fit the terminal; words are left whole."""
    # paths are copied from here: a broken one leads nowhere
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
