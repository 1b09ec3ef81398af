"""Where the sentences and the lines of a paragraph start."""

import sentencex

# sentencex 1.0.32 panics on wide white space after an initial ("J.<U+00A0>N"), so the
# splitter is shown plain spaces, one for one.
WIDE_SPACES = {code: " " for code in range(0x80, 0x3001) if chr(code).isspace()}


def sentence_starts(text: str, language: str) -> list[int]:
    """Start positions of a text's sentences: increasing, in [0, len(text)).

    language: ISO 639-1 code; one the splitter does not know is split as English is.
    Blank segments belong to the sentence before; a blank text has no sentence.
    """
    plain = text if text.isascii() else text.translate(WIDE_SPACES)
    starts = []
    position = 0
    for segment in sentencex.segment(language, plain):
        if segment and not segment.isspace():
            starts.append(position)
        position += len(segment)
    return starts


def line_starts(text: str) -> list[int]:
    """Start positions of a text's lines that are not blank, in [0, len(text))."""
    starts = []
    position = 0
    for line in text.split("\n"):
        if line and not line.isspace():
            starts.append(position)
        position += len(line) + 1
    return starts
