"""The size of a part of a text, counted by hand."""

import numpy as np

from quaver import store
from quaver.grid import View
from quaver.results.corpora import part_of


def write(path):
    """Four units: a a a a a b | a b b b b | c c c c c | a b c c c; 30 tokens once."""
    units = ["aaaaab", "abbbb", "ccccc", "abccc"]
    tokens = ["abc".index(letter) for unit in units for letter in unit]
    with store.create(path, "corpus", dict) as file:
        file.put("words", ("words",), ["a", "b", "c"])
        file.put("tokens", ("tokens",), np.array(tokens, np.uint32), mapped=True)
        file.put("line_offsets", ("edges",), np.array([0, 6, 11, 16, 21]))
        file.put("steps/step", ("step",), ["deduplicated", "cut"])
        file.put("steps/tokens", ("step",), np.array([42, 21]))


def test_words_and_tokens_are_those_of_the_part(tmp_path):
    path = tmp_path / "text.h5"
    write(path)
    # a six times, b five times; as many tokens were cut as stayed
    with store.read(path, "corpus") as file:
        assert part_of(file, View("text", "line", 0.5, "text")) == (2, 22)
        assert part_of(file, View("text", "line", 0.25, "text")) == (1, 12)
        assert part_of(file, View("text", "line", 1, "text")) is None
