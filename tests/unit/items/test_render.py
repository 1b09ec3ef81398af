import csv
import io
import math

import numpy as np
import pandas as pd
import pytest

from quaver.results.records import frame
from quaver.tables import as_csv, as_latex, as_markdown

COLUMNS = ("view", "word", "words", "frequency", "mean_e2", "deviation_e4", "p_mean")
ROW = {
    "view": "my_view",
    "word": "bank",
    "words": 40,
    "frequency": 12.0,
    "mean_e2": 1.8049,
    "deviation_e4": 5.26,
    "p_mean": 2 / 3,
}


def table(*rows, caption="About 95 % of it."):
    return frame([ROW | row for row in rows] or [ROW], COLUMNS, caption)


def with_words(words):
    return table(*({"word": word} for word in words))


def markdown_rows(text):
    return [
        [part.strip() for part in line.split("|")[1:-1]]
        for line in text.splitlines()
        if line.startswith("|")
    ]


def test_csv_reads_back_exactly():
    rows = [{"mean_e2": 0.1 + 0.2, "p_mean": 1e-17}, {"words": None, "p_mean": None}]
    shown = table(*rows)
    text = as_csv(shown)
    assert "\r" not in text
    again = list(csv.DictReader(io.StringIO(text)))
    for name in shown.select_dtypes("float"):
        values = [float(row[name]) if row[name] else math.nan for row in again]
        np.testing.assert_array_equal(values, shown[name].to_numpy())
    assert [row["words"] for row in again] == ["40", ""]
    assert [row["view"] for row in again] == ["my_view"] * 2


def test_csv_keeps_awkward_words():
    words = ["nan", 'a,"b"', "भाषा", "–", "NULL", " x "]
    text = as_csv(with_words(words))
    assert list(pd.read_csv(io.StringIO(text), keep_default_na=False).word) == words


def test_markdown_is_rounded_like_the_thesis():
    text = as_markdown(table())
    assert text.startswith("About 95 % of it.\n\n|")
    head, rule, row = markdown_rows(text)
    assert dict(zip(head, row, strict=True)) == {
        "view": r"my\_view",
        "word": "bank",
        "words": "40",
        "frequency": "12",
        "mean × 10²": "1.805",
        "deviation × 10⁴": "5.3",
        "p mean": "0.667",
    }
    assert rule == [":---"] * 2 + ["---:"] * 5


def test_no_caption_leaves_no_empty_place():
    assert as_markdown(table(caption="")).startswith("| view |")
    assert "caption" not in as_latex(table(caption=""))


@pytest.mark.parametrize(
    ("value", "shown"),
    [(2.04e-6, "2.0e-06"), (-2.04e-6, "-2.0e-06"), (0.0, "0.000"), (None, "–")],
)
def test_a_small_value_does_not_round_to_zero(value, shown):
    for render in (as_markdown, as_latex):
        text = render(table({"mean_e2": value}))
        assert f" {shown} " in text


def test_markdown_escapes_what_would_act():
    words = {
        "a|b": r"a\|b",
        "*x*": r"\*x\*",
        "<b>": r"\<b\>",
        "\\": r"\\",
        "भाषा": "भाषा",
    }
    text = as_markdown(with_words(words))
    for escaped in words.values():
        assert f"| {escaped} |" in text


def test_latex_escapes_every_special_character():
    words = {
        **{character: f"\\{character}" for character in "%_&#${}"},
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "\\": r"\textbackslash{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "[": "{[}",
        "]": "{]}",
        "---": "-{}-{}-",
        "भाषा": "भाषा",
    }
    lines = as_latex(with_words(words)).splitlines()
    for escaped in words.values():
        assert any(f" & {escaped} & " in line for line in lines), escaped


def test_latex_is_a_booktabs_table():
    lines = as_latex(table()).splitlines()
    assert lines == [
        r"\begin{table}",
        r"\caption{About 95 \% of it.}",
        r"\begin{tabular}{llrrrrr}",
        r"\toprule",
        r"view & word & words & frequency & mean $\times 10^{2}$ & "
        r"deviation $\times 10^{4}$ & p mean \\",
        r"\midrule",
        r"my\_view & bank & 40 & 12 & 1.805 & 5.3 & 0.667 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
