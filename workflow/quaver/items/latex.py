"""LaTeX that compiles: signs escaped, scripts named, and the preamble it needs."""

import re
import unicodedata
from pathlib import Path

SIGNS = ("backslash", "asciitilde", "asciicircum", "less", "greater", "bar")
LATEX = {
    **{sign: rf"\text{name}{{}}" for sign, name in zip("\\~^<>|", SIGNS, strict=True)},
    # in braces: after the end of a row * and [ would be its options
    **{character: f"{{{character}}}" for character in '[]*"'},
    "`": r"\textasciigrave{}",
    **{character: f"\\{character}" for character in "%_&#${}"},
    **{"√": r"$\surd$", "≥": r"$\geq$", "≤": r"$\leq$", "−": "$-$", "⁴": "$^4$"},
}
# Letters and signs that pdfLaTeX has of itself; others go by their script.
BEYOND = re.compile(
    "[^\x00-\x7f\xa0-\u0125\u0128-\u0131\u0134-\u0137\u0139-\u013e"
    "\u0141-\u0148\u014a-\u0165\u0168-\u017e\u2013-\u201e\u2020-\u2026]+"
)
PREAMBLE = Path(__file__).with_name("preamble.tex")  # what tables need


def latex_text(text: str) -> str:
    """Escape what LaTeX would act on; of '--' it would make an en dash."""
    escaped = "".join(LATEX.get(character, character) for character in text)
    # a look-ahead: of three hyphens the first two need it
    escaped = re.sub("([-',])(?=\\1)", r"\1{}", escaped)
    return BEYOND.sub(_named, escaped)


def _named(match: re.Match) -> str:
    """Letters of another script as the preamble's command takes them."""
    name = unicodedata.name(match[0][0], "OTHER").split()[0].lower()
    numbers = " ".join(f"{ord(character):04X}" for character in match[0])
    return rf"\beyond{{{re.sub('[^a-z]', '', name)}}}{{{match[0]}}}{{{numbers}}}"
