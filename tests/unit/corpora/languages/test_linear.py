"""Sentences take time in proportion to the length of a line, whatever stands in it."""

from time import process_time

import pytest

from quaver.corpora import languages

SIGNS = [
    *(".", "。", "।", "…", "；", "?!", '"', "'", "`", "”", "«", "„", " ", "\u00a0"),
    *(
        "a",
        "1. ",
        "12.",
        "Dr. ",
        "J. ",
        "Tel. 1 ",
        '."',
        "。”",
        "。)",
        "« a ",
        "Ab c. ",
        "“你好。”他说。",
        "“Who?” he said. ",
    ),
]
LENGTH, TIMES = 3_000, 4
TELLING = 0.004  # seconds that a clock tells apart


def seconds(split, text):
    begun = process_time()
    split(text)
    return process_time() - begun


def is_slow(split, sign):
    def line(length):
        return f"Abc de. {sign * (length // len(sign))}"

    for _ in range(4):  # the machine may have been busy
        short, long = (seconds(split, line(k)) for k in (LENGTH, TIMES * LENGTH))
        if long < max(TELLING, 2 * TIMES * short):
            return False
    return True


@pytest.mark.parametrize("code", languages.codes())
def test_four_times_a_line_takes_less_than_eight_times_as_long(code):
    split = languages.pack(code).sentences
    split("A line. " * 100)  # patterns are made
    assert not [sign for sign in SIGNS if is_slow(split, sign)]
