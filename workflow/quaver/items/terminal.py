"""Texts for the terminal: tables of words in a fixed width."""

import textwrap
from collections.abc import Sequence

from quaver.items.cells import visible

WIDTH = 88


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of texts as lines: the two names to the left, numbers to the right."""
    columns = []
    for number, column in enumerate(zip(*rows, strict=True)):
        side = "<" if number < 2 else ">"
        column = list(map(visible, column))
        width = max(map(len, column))
        columns.append([f"{text:{side}{width}}" for text in column])
    lines = list(map("  ".join, zip(*columns, strict=True)))
    return [lines[0], "-" * len(lines[0]), *lines[1:]]


def wrapped(text: str) -> list[str]:
    """Give a text as lines that fit the terminal; words are left whole."""
    # paths are copied from here: a broken one leads nowhere
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
