"""Words of texts may be anything: in no cell do they act, and none is lost."""

import re

import pandas as pd

from quaver.items.cells import marked, unmarked, visible
from quaver.items.columns import columns_of
from quaver.items.item import Table, framed
from quaver.items.render import as_csv, as_latex, as_markdown
from quaver.items.terminal import aligned, width
from quaver.items.write import read_table

HOSTILE = [
    *("=1+1", '=HYPERLINK("http://x","y")', "+1-800", "-x", "@SUM(A1)", "'tis", "''"),
    *("＝1", "\t=1", "\r=1", "a\nb", "a\x1b[31m", "a\\u001b", "\x00", "\\", "=\\u0041"),
    *("a\u2028b", "\u202ecod", "\ud800", "'\\", "-", "--", "=", "’tis", "नहीं\u200d"),
]
PLAIN = ["war", "-3", "+4.5", "-1e-05", "", "a=b", "naïve", "a\\b", "don't", "–"]


def table(words):
    facts = {"name": "t", "title": "T", "caption": "C.", "rows": lambda results: ()}
    declared = Table(columns="word mean", keys="word mean", **facts)
    rows = [{"word": word, "mean": -0.5} for word in words]
    return declared, framed(rows, [*columns_of("word mean")])


def test_pandas_reads_back_cells_that_act_nowhere_and_every_word_is_told(tmp_path):
    declared, frame = table([*HOSTILE, *PLAIN])
    (tmp_path / "t.csv").write_text(as_csv(frame), encoding="utf-8", newline="\n")
    read = pd.read_csv(tmp_path / "t.csv", keep_default_na=False)
    cells = list(read["word"])
    assert cells[len(HOSTILE) :] == PLAIN
    acting = [x for x in cells[: len(HOSTILE)] if not re.match("'|[^=+@\x00-\x1f-]", x)]
    assert acting == [] and all(map(str.isprintable, set(cells) - {HOSTILE[-1]}))
    assert [unmarked(cell) for cell in cells] == [*HOSTILE, *PLAIN]
    assert list(read["mean"]) == [-0.5] * len(frame)  # numbers keep their sign
    assert list(read_table(tmp_path / "t.csv", declared)["word"]) == list(frame["word"])


def test_no_two_words_share_a_cell():
    words = {*HOSTILE, *PLAIN, *map(marked, HOSTILE), *map(visible, HOSTILE)}
    assert len({*map(marked, words)}) == len(words)


def test_an_index_of_figures_is_as_safe():
    frame = pd.DataFrame([("mine", "=1"), ("mine", None)], columns=["corpus", "word"])
    assert as_csv(frame) == "corpus,word\nmine,'=1\nmine,\n"


def test_people_see_control_characters_by_number():
    declared, frame = table(["a\x1b[2J|`x`", "b\nc"])
    for text in (as_markdown(declared, frame), as_latex(declared, frame)):
        assert text.replace("\n", "").isprintable()
        assert len(re.findall("u001b|u000a", text)) == 2
    assert r"| a\\u001b\[2J\|\`x\` |" in as_markdown(declared, frame)
    lines = aligned([["word"], ["a\x1b[2J"], ["b\nc"]])
    assert lines[2:] == ["a\\u001b[2J", "b\\u000ac  "]


def test_latex_takes_no_word_for_an_option_or_another_sign():
    text = as_latex(*table(["*", '"', "`a`", "''", ",,"]))
    written = re.findall(r"^(.*) & -0\.500 ", text, re.M)
    grave = r"\textasciigrave{}"
    assert written == ["{*}", '{"}', f"{grave}a{grave}", "'{}'", ",{},"]


def test_columns_of_a_terminal_stand_below_each_other_in_any_script():
    """Chinese letters are two cells wide, marks on a letter none (žena, हिन्दी)."""
    assert list(map(width, ("war", "战争", "z\u030cena", "हिन्दी", "ｗ"))) == [
        3,
        4,
        4,
        5,
        2,
    ]
    heads, rule, *rows = aligned([["word", "n"], ["战争", "1"], ["z\u030cena", "22"]])
    assert {width(line) for line in (heads, rule, *rows)} == {8}
    assert rows == ["战争  1 ", "z\u030cena  22"]
