import csv
import io
import math

import numpy as np
import pandas as pd

from quaver.items.columns import columns_of
from quaver.items.item import Table, framed
from quaver.items.render import as_csv, as_latex, as_markdown

COLUMNS = "view word words frequency:0 mean:e2 deviation:e4 p_mean"
ROW = {
    "view": "my_view",
    "word": "bank",
    "words": 40,
    "frequency": 12.0,
    "mean": 0.018049,
    "deviation": 0.000526,
    "p_mean": 2 / 3,
}


def declared(**changes):
    facts = {"name": "tiny", "title": "Tiny", "caption": "About 95 % of it."}
    facts |= {"columns": COLUMNS, "keys": COLUMNS}
    return Table(**facts | {"rows": lambda results: ()} | changes)


TABLE = declared()


def table(*rows):
    return framed([ROW | row for row in rows] or [ROW], [*columns_of(COLUMNS)])


def with_words(words):
    return table(*({"word": word} for word in words))


def markdown_rows(text):
    return [
        [part.strip() for part in line.split("|")[1:-1]]
        for line in text.splitlines()
        if line.startswith("|")
    ]


def test_csv_reads_back_exactly():
    rows = [{"mean": 0.1 + 0.2, "p_mean": 1e-17}, {"words": None, "p_mean": None}]
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
    text = as_markdown(TABLE, table())
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


def test_a_small_value_does_not_round_to_zero():
    shown = {2.04e-8: "2.0e-06", -2.04e-8: "-2.0e-06", 0.0: "0.000", None: "–"}
    for value, text in shown.items():
        for render in (as_markdown, as_latex):
            assert f" {text} " in render(TABLE, table({"mean": value}))


def test_markdown_escapes_what_would_act():
    words = {
        "a|b": r"a\|b",
        "*x*": r"\*x\*",
        "<b>": r"\<b\>",
        "\\": r"\\",
        "भाषा": "भाषा",
    }
    text = as_markdown(TABLE, with_words(words))
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
        "भाषा": r"\beyond{devanagari}{भाषा}{092D 093E 0937 093E}",
    }
    lines = as_latex(TABLE, with_words(words)).splitlines()
    for escaped in words.values():
        assert any(line.startswith(f"{escaped} & ") for line in lines), escaped


def test_latex_is_a_booktabs_table():
    lines = as_latex(TABLE, table()).splitlines()
    assert lines == [
        r"\begin{table}",
        r"\caption{About 95 \% of it.}",
        r"\begin{adjustbox}{max width=\linewidth, max totalheight=.8\textheight}",
        r"\begin{tabular}{llrrrrr}",
        r"\toprule",
        r"view & word & words & frequency & mean $\times 10^{2}$ & "
        r"deviation $\times 10^{4}$ & p mean \\",
        r"\midrule",
        r"my\_view & bank & 40 & 12 & 1.805 & 5.3 & 0.667 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{adjustbox}",
        r"\end{table}",
    ]


def test_what_all_rows_share_is_said_once_in_the_caption():
    made = table({"word": "a"}, {"word": "b"})
    text = as_markdown(TABLE, made)
    caption, *_ = text.splitlines()
    assert caption == r"About 95 % of it. In every row view = my\_view, words = 40."
    head, *_ = markdown_rows(text)
    measured = ["frequency", "mean × 10²", "deviation × 10⁴", "p mean"]
    assert head == ["word", *measured]
    assert r"In every row view = my\_view, words = 40." in as_latex(TABLE, made)
    assert list(made.columns)[:3] == ["view", "word", "words"]


def test_key_columns_without_a_value_are_left_out_and_rows_that_differ_stay():
    made = table({"words": None, "mean": None}, {"words": None, "mean": None})
    head, *_ = markdown_rows(as_markdown(TABLE, made))
    assert "words" not in head and "mean × 10²" not in head
    some = table({"words": None}, {"words": 40})
    head, _, first, second = markdown_rows(as_markdown(TABLE, some))
    assert (first[head.index("words")], second[head.index("words")]) == ("–", "40")


def test_people_are_shown_the_keys_in_their_order():
    short = declared(keys="p_mean word")
    head, _, row = markdown_rows(as_markdown(short, table()))
    assert (head, row) == (["p mean", "word"], ["0.667", "bank"])
