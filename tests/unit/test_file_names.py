import re

from quaver.grid import file_name

WORDS = ["war", "Us", "us", "U.S.", "and/or", "..", ".", "-", "_", "a_2f_b", "a/b"]
WORDS += ["don't", "स्वतंत्रता", "स्वतंत्रत", "é", "e\u0301", "東京", "ft", "con", " ", "*"]
WORDS += ["_2d_", "-", "a-b", "a--b", "x" * 101, "x" * 102, "x" * 100, "ह" * 40]


def word_of(name):
    """The word a name was made of."""
    parts = name.removeprefix("x.").split("_")
    return "".join(
        "".join(chr(int(code, 16)) for code in part.split("-")) if place % 2 else part
        for place, part in enumerate(parts)
    )


def test_a_name_is_safe_and_says_which_word_it_is_of(subtests):
    for word in WORDS:
        with subtests.test(word=word):
            name = file_name(word)
            assert re.fullmatch("(x[.])?[a-z0-9_-]+([.][0-9a-f]{64})?", name)
            assert name[0] not in "-_"
            assert len(name) <= 100
            if "." not in name.removeprefix("x."):
                assert word_of(name) == word


def test_words_have_names_of_their_own_also_on_disks_that_ignore_case():
    different = dict.fromkeys(WORDS)
    assert len({file_name(word).lower() for word in different}) == len(different)


def test_a_plain_word_is_its_own_name():
    assert file_name("war2") == "war2"
    assert file_name("don't") == "don_27_t"
