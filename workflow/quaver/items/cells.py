"""Words in cells: a word of a text may be anything, also a formula or a command.

Spreadsheets run a cell that begins with =, +, - or @, terminals obey ESC. In CSV such a
cell begins with an apostrophe; docs/words.md says how to read it.
"""

import re

# Control characters, ends of lines, changes of direction and halves of characters.
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?(e[+-]?[0-9]+)?%?")
WRITTEN = re.compile(r"\\(?:\\|u([0-9a-f]{4}))")
MARK = "'"
ACTS = tuple("=+-@＝＋－＠'")  # some programs read the wide forms alike


def visible(text: str) -> str:
    """A text whose control characters are shown by their numbers, as \\u001b."""
    return CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def marked(text: str) -> str:
    """A text as a cell of CSV: with a mark where it would act, or is not as it was."""
    acts = text.startswith(ACTS) and not NUMBER.fullmatch(text)
    if not acts and not CONTROLS.search(text):
        return text
    return MARK + visible(text.replace("\\", "\\\\"))


def unmarked(cell: str) -> str:
    """The text that `marked` made a cell of."""
    if not cell.startswith(MARK):
        return cell
    return WRITTEN.sub(lambda x: chr(int(x[1], 16)) if x[1] else "\\", cell[1:])
