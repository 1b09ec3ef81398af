"""LaTeX that compiles: signs escaped, scripts named, and the preamble it needs."""

import re
import unicodedata

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
PREAMBLE = r"""% What the tables need: \input{preamble} before \begin{document}.
% Latin letters compile with pdfLaTeX, which shows others by their numbers. For tables
% with other scripts use XeLaTeX or LuaLaTeX, and fonts that have these (fonts-noto).
\usepackage{iftex,array,booktabs,adjustbox}
\ifPDFTeX
  \usepackage[T1]{fontenc}
  \usepackage{textcomp}
  \DeclareRobustCommand{\beyond}[3]{{\footnotesize U+#3}} % script, text, numbers
\else
  \usepackage{fontspec}
  \newcommand{\quaverfont}[2]{\IfFontExistsTF{#2}{%
    \expandafter\newfontfamily\csname in#1\endcsname{#2}}{}}
  \DeclareRobustCommand{\beyond}[3]{{\csname in#1\endcsname #2}}
  \quaverfont{cjk}{Noto Serif CJK SC}
  \quaverfont{hiragana}{Noto Serif CJK JP}
  \quaverfont{katakana}{Noto Serif CJK JP}
  \quaverfont{hangul}{Noto Serif CJK KR}
  \quaverfont{greek}{Noto Serif}
  \quaverfont{cyrillic}{Noto Serif}
  \quaverfont{devanagari}{Noto Serif Devanagari}
  \quaverfont{bengali}{Noto Serif Bengali}
  \quaverfont{tamil}{Noto Serif Tamil}
  \quaverfont{telugu}{Noto Serif Telugu}
  \quaverfont{thai}{Noto Serif Thai}
  \quaverfont{hebrew}{Noto Serif Hebrew}
  \quaverfont{arabic}{Noto Naskh Arabic}
  \quaverfont{georgian}{Noto Serif Georgian}
  \quaverfont{armenian}{Noto Serif Armenian}
  \quaverfont{ethiopic}{Noto Serif Ethiopic}
\fi
"""


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
