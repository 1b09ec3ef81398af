"""Data frames as text: CSV with every digit, Markdown and LaTeX rounded for reading."""

import re
from collections.abc import Callable

import pandas as pd

MISSING = "–"
PLACES = {"_e2": 3, "_e4": 1, "frequency": 0, "density": 4, "per_document": 0}
OTHER_PLACES = 3
MARKDOWN = re.compile(r"([\\`*_|<>\[\]~&$#])")
LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",
    "]": "{]}",
    **{character: f"\\{character}" for character in "%_&#${}"},
}


def as_csv(frame: pd.DataFrame) -> str:
    """Render as CSV: shortest digits that read back exactly, empty where missing."""
    return frame.to_csv(index=False, lineterminator="\n")


def as_markdown(frame: pd.DataFrame) -> str:
    """Render as a Markdown table, rounded, with the caption above."""
    numeric = _numeric(frame)
    heads = [_heading(name, " × 10²", " × 10⁴") for name in frame.columns]
    rule = ["---:" if right else ":---" for right in numeric]
    rows = _cells(frame, _markdown_text)
    lines = [f"| {' | '.join(row)} |" for row in [heads, rule, *rows]]
    return "\n".join([*_above(_caption(frame, _markdown_text)), *lines]) + "\n"


def as_latex(frame: pd.DataFrame) -> str:
    """Render as a LaTeX table (booktabs; words beyond Latin need XeLaTeX), rounded."""
    numeric = _numeric(frame)
    heads = [
        _heading(name, r" $\times 10^{2}$", r" $\times 10^{4}$")
        for name in frame.columns
    ]
    rows = _cells(frame, _latex_text)
    caption = _caption(frame, _latex_text)
    lines = [
        r"\begin{table}",
        *([rf"\caption{{{caption}}}"] if caption else []),
        rf"\begin{{tabular}}{{{''.join('r' if right else 'l' for right in numeric)}}}",
        r"\toprule",
        *[f"{' & '.join(heads)} \\\\", r"\midrule"],
        *(f"{' & '.join(row)} \\\\" for row in rows),
        *[r"\bottomrule", r"\end{tabular}", r"\end{table}"],
    ]
    return "\n".join(lines) + "\n"


def _numeric(frame: pd.DataFrame) -> list[bool]:
    return [pd.api.types.is_numeric_dtype(kind) for kind in frame.dtypes]


def _caption(frame: pd.DataFrame, escape: Callable[[str], str]) -> str:
    return escape(frame.attrs.get("caption", ""))


def _above(caption: str) -> list[str]:
    return [caption, ""] if caption else []


def _heading(column: str, *scales: str) -> str:
    """Column name for people: 'mean_e2' -> 'mean x 10^2' in the words of a format."""
    for suffix, scale in zip(("_e2", "_e4"), scales, strict=True):
        if column.endswith(suffix):
            return column.removesuffix(suffix).replace("_", " ") + scale
    return column.replace("_", " ")


def _cells(frame: pd.DataFrame, escape: Callable[[str], str]) -> list[list[str]]:
    columns = [
        [MISSING if pd.isna(value) else _text(value, name, escape) for value in column]
        for name, column in frame.items()
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def _text(value, column: str, escape: Callable[[str], str]) -> str:
    if isinstance(value, str):
        return escape(value)
    return _rounded(float(value), column) if isinstance(value, float) else str(value)


def _rounded(value: float, column: str) -> str:
    """Fixed places per column; a value they would hide keeps two digits."""
    ends = [places for suffix, places in PLACES.items() if column.endswith(suffix)]
    text = f"{value:.{ends[0] if ends else OTHER_PLACES}f}"
    return f"{value:.1e}" if value and not float(text) else text


def _markdown_text(text: str) -> str:
    return MARKDOWN.sub(r"\\\1", text)


def _latex_text(text: str) -> str:
    """Escape what LaTeX would act on; of '--' it would make an en dash."""
    escaped = "".join(LATEX.get(character, character) for character in text)
    return re.sub("-(?=-)", "-{}", escaped)
