from pathlib import Path

import pytest

from quaver.config import ConfigError
from quaver.config.reading import refuse_duplicates

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
    "",
    "a: {runs: 1}\nb: {runs: 1}\n",
    '1: a\n"1": b\n',
    "base: &base {runs: 1}\nmine:\n  <<: *base\n  runs: 2\nother: *base\n",
    '\ufeff{\n\t"runs": 1\n}\n',
]


@pytest.fixture
def file(tmp_path):
    def written(text):
        path = tmp_path / "mine.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


def test_a_key_that_stands_twice_is_told_with_both_lines(file):
    for text, (name, first, second) in TWICE.items():
        with pytest.raises(ConfigError) as caught:
            refuse_duplicates(file(text))
        assert str(caught.value) == (
            f"mine.yaml: '{name}' stands in line {first} and again in line {second}. "
            "Remove one."
        )


def test_a_key_twice_in_one_line_is_told(file):
    with pytest.raises(ConfigError) as caught:
        refuse_duplicates(file("a: {b: 1, b: 1}"))
    assert str(caught.value) == ("mine.yaml: 'a.b' stands twice in line 1. Remove one.")


def test_what_stands_once_is_left_alone(file):
    for text in ONCE:
        refuse_duplicates(file(text))
    for path in [ROOT / "config.yaml", *(ROOT / "studies").glob("*.yaml")]:
        refuse_duplicates(path)
