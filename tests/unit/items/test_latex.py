"""Tables in LaTeX: no wider than the text, in any script, and what they need."""

import re
import shutil
import subprocess

import pytest

from quaver.items.columns import columns_of
from quaver.items.item import Table, framed
from quaver.items.latex import PREAMBLE, latex_text
from quaver.items.render import ROWS, as_latex

DOCUMENT = r"""\documentclass[a4paper]{article}
\input{preamble}
\begin{document}
%s
\end{document}
"""
WORDS = [
    "žena",
    "स्वतंत्रता",
    "自由",
    "мир",
    "λόγος",
    "e\u0301",
    "x ≥ ½√2",
    "\\end",
    "*",
    "ħ",
]
COLUMNS = "view technique sampling word neighbour:text mean±:e2 enough note"


def text_of(words, rows=1):
    facts = {"name": "t", "title": "T", "caption": "Mean √2 ≥ ½ of them, 95 %."}
    facts |= {"columns": COLUMNS, "keys": COLUMNS, "rows": lambda results: ()}
    long = "a sentence that says at some length what is to be thought of this word"
    own = {"view": "speeches_late.sentence.0.25", "technique": "word2vec", "note": long}
    own |= {"sampling": "bootstrapped", "enough": "undecided"}
    own |= {"low": 0.4, "high": 0.6}
    made = [
        own
        | {"word": word, "neighbour": f"{word}{row}", "mean": row}
        # what all rows share would stand in the caption
        | {name: f"{own[name]}{row}" for name in ("view", "technique", "note")}
        for row in range(rows)
        for word in words
    ]
    return as_latex(Table(**facts), framed(made, [*columns_of(COLUMNS)]))


def test_letters_beyond_latin_go_by_their_script_with_their_numbers():
    assert latex_text("žena – “naïve” ¿½?") == "žena – “naïve” ¿½?"
    assert latex_text("la 自由!") == r"la \beyond{cjk}{自由}{81EA 7531}!"
    assert latex_text("λ≥") == r"\beyond{greek}{λ}{03BB}$\geq$"


def test_a_table_is_never_wider_than_the_text_and_long_ones_have_parts():
    text = text_of(["war", "us"], ROWS + 1)
    assert text.count(r"\begin{adjustbox}{max width=\linewidth") == 3
    assert text.count(r"\caption{Continued.}") == 2
    assert len(re.findall(r"& (?:war|us) & (?:war|us)\d+ &", text)) == 2 * ROWS + 2
    # what is long is broken into lines: shrunk to a line nobody could read it
    assert text.count(r"{llllrrr>{\raggedright\arraybackslash}p{.35\linewidth}}") == 3


@pytest.mark.parametrize("engine", ["pdflatex", "xelatex"])
def test_tables_of_all_scripts_compile_and_fit(engine, tmp_path):
    if shutil.which(engine) is None:
        reason = f"{engine} is not installed: tables were not compiled with it"
        print(reason)
        pytest.skip(reason)
    shutil.copy(PREAMBLE, tmp_path)
    tables = text_of(WORDS, 5)
    (tmp_path / "main.tex").write_text(DOCUMENT % tables, encoding="utf-8")
    command = [engine, "-interaction=nonstopmode", "-halt-on-error", "main.tex"]
    made = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    log = (tmp_path / "main.log").read_text("utf-8", "replace")
    assert made.returncode == 0, log[-2000:]
    assert "Overfull" not in log and "too large" not in log
