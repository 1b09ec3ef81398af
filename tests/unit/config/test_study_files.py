"""What the file of a study cannot hold, told before anything reads it."""

import os
from pathlib import Path

import pytest

from quaver.config import ConfigError
from quaver.config.errors import cut
from quaver.config.reading import check_file

ROOT = Path(__file__).parents[3]

TWICE = {
    "runs: 3\nseed: 1\nruns: 4\n": ("runs", 1, 3),
    "a: {b: 1,\n  c: 2,\n  b: 3}\n": ("a.b", 1, 3),
    "a:\n  b:\n    c: 1\n\n  # b is there\n  b: 2\n": ("a.b", 2, 6),
    "cells:\n  - {runs: 1}\n  - runs: 1\n    runs: 2\n": ("cells.1.runs", 3, 4),
    "1: x\n01: y\n1: z\n": ("1", 1, 3),
    '"runs": 1\nruns: 2\n': ("runs", 1, 2),
    "runs: 1\nruns: {x: 1}\nx: 1\nx: 1\n": ("runs", 1, 2),
    '{\n\t"runs": 1,\n\t"runs": 2\n}\n': ("runs", 2, 3),
}
ONCE = [
    "a: {runs: 1}\nb: {runs: 1}\n",
    '1: a\n"1": b\n',
    "base: &base {runs: 1}\nmine:\n  <<: *base\n  runs: 2\nother: *base\n",
    '{\n\t"runs": 1,\n\t"code": "__use_yte__"\n}\n',
    '\ufeffruns: 1\nday: 1950-01-31\nname: "010"\nshare: 0.5\nzero: 0\npath: 1:x\n',
    "# __use_yte__: true\nnote: '__use_yte__: true'\n",
]
# By what a file holds: what is told of it after its name.
REFUSED = {
    "__use_yte__: true\n": ": __use_yte__ has Snakemake run code",
    "a: 1\n'__use_yte__': 1\n": ": __use_yte__ has Snakemake run code",
    "a: &a {? __use_yte__ : 1}\n<<: *a\n": ": __use_yte__ has Snakemake run code",
    '{"__use_yte__": true}': ": __use_yte__ has Snakemake run code",
    "a:\n\tb: 1\n": ", line 2, column 1: a tab stands here. Indent with spaces.",
    '\ufeff{\n\t"runs": 1\n}\n': ", line 2, column 1: a tab stands here.",
    "a: b: c\n": ", line 1, column 5: a second ': ' stands in this line,",
    "a: 1\nb\nc: 1\n": ", line 3, column 1: a line here or above lacks its ':'.",
    "a: [1, 2\nb: 3\n": ", line 2, column 2: a '[' is not closed before this.",
    "a: {b: 1\nc: 3\n": ", line 2, column 2: a '{' is not closed before this.",
    "a:\n  b: 1\n c: 1\n": ", line 3, column 2: this is indented otherwise than",
    "a: 'b\n": ", line 2, column 1: a quote is opened above and never closed.",
    "a: *b\n": ", line 1, column 4: '*' begins the name of an alias.",
    "a: @b\n": ", line 1, column 4: a text cannot begin so. Put it in quotes.",
    "a: 1\n---\nb: 1\n": ", line 2, column 1: '---' begins a second study.",
    "a: !b c\n": ", line 1, column 4: YAML has no such tag.",
    "a: !!python/name:os.system x\n": ", line 1, column 4: YAML has no such tag.",
    "%YAML 9.1\n---\na: 1\n": ", line 1, column 1: found incompatible YAML document",
    "": ": it holds nothing.",
    "# later\n": ": this is no mapping of keys to values.",
    "- a\n": ": this is no mapping of keys to values.",
    "a: \x07\n": ": the character 0x7 is no text. Remove it.",
    "a: 1\nb:\n  - 010\n": ", line 3: b.0: got 010, which YAML reads as 8. Write "
    '"010" if it is a text, 10 if a number.',
    "a: {07: x}\n": ", line 1: a.07: got 07, which YAML reads as 7. Write ",
    "a: 1:30\n": ', line 1: a: got 1:30, which YAML reads as 90. Write "1:30" if',
    "a: -1:30.5\n": ", line 1: a: got -1:30.5, which YAML reads as -90.5. ",
    "a:\n  b: 2020-13-45\n": ", line 2: a.b: got 2020-13-45, which is no date. ",
    "a: !!int x\n": ", line 1: a: got x, which is no number. ",
    f"a: {'9' * 5000}\n": f", line 1: a: got {'9' * 38}...{'9' * 39}, which is no",
    f"a: {'[' * 5000}\n": ": it is nested too deeply",
    "a: &a [*a]\n": ": it is nested too deeply, or within itself by an alias.",
    "\n".join(
        ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
        + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    ): ": aliases make more than 1000000 values.",
}


@pytest.fixture
def refusal(tmp_path):
    def of(text, name="mine.yaml"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return told(path)

    return of


def told(path):
    """What is told of a file after its path; nothing where it may be read."""
    try:
        check_file(path)
    except ConfigError as error:
        start = cut(path)
        assert str(error).startswith(start)
        assert len(str(error)) < 80 + 80 + 200 and "\n" not in str(error)
        return str(error).removeprefix(start)
    return ""


def test_a_key_that_stands_twice_is_told_with_both_lines(refusal):
    for text, (name, first, second) in TWICE.items():
        where = f"in line {first} and again in line {second}"
        assert refusal(text) == f": '{name}' stands {where}. Remove one."
    assert refusal("a: {b: 1, b: 1}") == (": 'a.b' stands twice in line 1. Remove one.")


def test_what_may_be_read_is_left_alone(refusal):
    assert [text for text in ONCE if refusal(text)] == []
    shipped = [ROOT / "config.yaml", *(ROOT / "studies").glob("*.yaml")]
    assert [path for path in shipped if told(path)] == []


def test_each_mistake_is_told_in_a_sentence_with_its_line(refusal):
    answers = {text: refusal(text) for text in REFUSED}
    wrong = {
        text[:40]: (start, answers[text])
        for text, start in REFUSED.items()
        if not answers[text].startswith(start) or not answers[text].endswith(".")
    }
    assert wrong == {}


def test_a_file_in_another_encoding_is_told_with_its_line(refusal):
    assert refusal("a: 1\nb: \xe9\n".encode("cp1252")) == (
        ", line 2: byte 0xe9 is not UTF-8. Save the file as UTF-8."
    )


def test_what_is_no_plain_file_is_never_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path, start in {
        tmp_path / "none.yaml": ": there is no such file. Correct the path",
        Path("~nosuchuser/mine.yaml"): ": there is no such file. Correct the path",
        tmp_path: ": this is a folder.",
        tmp_path / "pipe": ": this is a pipe or a device.",
        Path("/dev/zero"): ": this is a pipe or a device.",
        tmp_path / f"{'x' * 5000}.yaml": ": File name too long.",
    }.items():
        assert told(path).startswith(start), path


@pytest.mark.skipif(not Path("/proc/version").is_file(), reason="needs /proc")
def test_files_of_the_kernel_are_never_opened():
    assert told(Path("/proc/version")).startswith(": it holds nothing.")
