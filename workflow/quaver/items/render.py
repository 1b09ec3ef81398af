"""Tables as text: CSV with every digit, Markdown and LaTeX rounded for reading."""

import re
from collections.abc import Callable
from functools import partial

import pandas as pd

from quaver.items.cells import marked, visible
from quaver.items.columns import Column
from quaver.items.item import Table
from quaver.items.latex import latex_text

MISSING = "–"
MARKDOWN = re.compile(r"([\\`*_|<>\[\]~&$#])")
ROWS = 40  # of a part of a table in LaTeX: what is longer is cut into several
WIDE = 30  # letters of a text that LaTeX breaks into lines


def as_csv(frame: pd.DataFrame) -> str:
    """Render as CSV: shortest digits that read back exactly, empty where missing."""
    words = frame.select_dtypes(["str", "object"])
    safe = {name: words[name].map(marked, na_action="ignore") for name in words}
    return frame.assign(**safe).to_csv(index=False, lineterminator="\n")


def as_markdown(table: Table, frame: pd.DataFrame) -> str:
    """Render the key columns as a Markdown table, rounded, with the caption above."""
    columns, caption = _laid_out(table, frame)
    heads = [_heading(column, " × 10²", " × 10⁴") for column in columns]
    rule = [":---" if column.is_text else "---:" for column in columns]
    escape = partial(MARKDOWN.sub, r"\\\1")
    rows = _cells(columns, frame, escape)
    lines = [f"| {' | '.join(row)} |" for row in [heads, rule, *rows]]
    return "\n".join([escape(caption), "", *lines]) + "\n"


def as_latex(table: Table, frame: pd.DataFrame) -> str:
    """Render the key columns for LaTeX, never wider than the text (latex.PREAMBLE)."""
    columns, caption = _laid_out(table, frame)
    scales = r" $\times 10^{2}$", r" $\times 10^{4}$"
    heads = [_heading(column, *scales) for column in columns]
    sides = "".join(_side(column, frame[column.head]) for column in columns)
    rows = [f"{' & '.join(row)} \\\\" for row in _cells(columns, frame, latex_text)]
    lines, caption = [], latex_text(caption)
    for first in range(0, max(1, len(rows)), ROWS):
        lines += [
            r"\begin{table}",
            rf"\caption{{{caption if not first else 'Continued.'}}}",
            r"\begin{adjustbox}{max width=\linewidth, max totalheight=.8\textheight}",
            rf"\begin{{tabular}}{{{sides}}}",
            r"\toprule",
            *[f"{' & '.join(heads)} \\\\", r"\midrule"],
            *rows[first : first + ROWS],
            *[r"\bottomrule", r"\end{tabular}", r"\end{adjustbox}", r"\end{table}"],
        ]
    return "\n".join(lines) + "\n"


def _side(column: Column, values: pd.Series) -> str:
    """How LaTeX sets a column: numbers to the right, long texts in lines."""
    if not column.is_text:
        return "r"
    longest = values.dropna().str.len().max()
    return r">{\raggedright\arraybackslash}p{.35\linewidth}" if longest > WIDE else "l"


def _laid_out(table: Table, frame: pd.DataFrame) -> tuple[list[Column], str]:
    """Columns with a value to show, and the caption, which says what all rows share."""
    if len(frame) < 2:
        return table.shown, table.caption
    columns, equal = [], []
    for column in table.shown:
        # an empty text is missing, as NA is
        values = frame[column.head].replace("", pd.NA).drop_duplicates()
        # a measured number is a result, even where it is equal in all rows
        if len(values) > 1 or (column.kind == "number" and values.notna().any()):
            columns.append(column)
        elif values.notna().any():
            value = visible(str(values.iloc[0]))
            equal.append(f"{column.name.replace('_', ' ')} = {value}")
    shared = f" In every row {', '.join(equal)}." if equal else ""
    return columns or table.shown, f"{table.caption}{shared}"


def _heading(column: Column, *scales: str) -> str:
    """Column name for people: 'mean_e2' -> 'mean x 10^2' in the words of a format."""
    name, _, suffix = column.head.rpartition("_")
    marks = dict(zip(("e2", "e4"), scales, strict=True))
    text = f"{name}{marks[suffix]}" if suffix in marks else column.head
    return text.replace("_", " ")


def _cells(columns: list[Column], frame: pd.DataFrame, escape: Callable) -> list[tuple]:
    each = ([_text(x, own, escape) for x in frame[own.head]] for own in columns)
    return list(zip(*each, strict=True))


def _text(value, column: Column, escape: Callable[[str], str]) -> str:
    """Fixed places per column; a value they would hide keeps two digits."""
    if pd.isna(value):
        return MISSING
    if isinstance(value, str):
        return escape(visible(value))
    if column.kind != "number":
        return str(value)
    text = f"{value:.{column.places}f}"
    # 0.000 would claim that there is nothing
    return f"{value:.1e}" if value and not float(text) else text
