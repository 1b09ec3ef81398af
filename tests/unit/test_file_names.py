"""Names of files for words that may be anything."""

import re
import unicodedata

from quaver.grid import file_names
from quaver.grid.names import coded

WORDS = ["war", "Us", "us", "U.S.", "and/or", "..", ".", "-", "_", "a_2f_b", "a/b"]
WORDS += ["don't", "स्वतंत्रता", "स्वतंत्रत", "é", "e\u0301", "東京", "ft", "con", " ", "*"]
WORDS += ["_2d_", "-", "a-b", "a--b", "x" * 101, "x" * 102, "x" * 100, "ह" * 40]
WORDS += ["žena", "z\u030cena", "ŽENA", "ß", "ss", "ı", "i", "İ", "ς", "σ", "ﬁ", "fi"]
WORDS += ["CON", "aux", "x.con", "nul\0", "\ud800", "-rf", ".bashrc", "a\nb", "2°"]
WORDS += ["ab\u200d", "ab", "K", "\u212a", "ｕｓ", "\u0301a", "λόγος", "naïve", "a-b"]


def word_of(name):
    """The word a coded name was made of."""
    parts = name.removeprefix("x.").split("_")
    return "".join(
        "".join(chr(int(code, 16)) for code in part.split("-")) if rank % 2 else part
        for rank, part in enumerate(parts)
    )


def test_a_coded_name_is_safe_and_says_which_word_it_is_of(subtests):
    for word in WORDS:
        with subtests.test(word=word):
            name = coded(word)
            assert re.fullmatch("(x[.])?[a-z0-9_-]+([.][0-9a-f]{64})?", name)
            assert name[0] not in "-_" and len(name) <= 100
            assert name not in ("con", "aux")
            if "." not in name.removeprefix("x."):
                assert word_of(name) == word


def held_for(name):
    """What disks hold for one: case in any way, letters composed or not."""
    forms = (name.casefold(), name.upper(), name.lower(), name.upper().lower())
    return {unicodedata.normalize("NFD", form) for form in forms}


def test_no_two_words_share_a_name_on_any_disk():
    for is_ascii in (False, True):
        names = file_names(WORDS, is_ascii=is_ascii)
        assert names.keys() == {*WORDS}
        holders = {}
        for word, name in names.items():
            for form in held_for(name):
                holders.setdefault(form, set()).add(word)
        assert [x for x in holders.values() if len(x) > 1] == []
        # what no file system bears
        unfit = r"[\0-\x1f/\ud800-\udfff]|^[-.]|^$"
        assert not [name for name in names.values() if re.search(unfit, name)]
        assert max(len(x.encode()) for x in names.values()) <= 100
        assert not {x.lower() for x in names.values()} & {"con", "aux", "nul"}


def test_words_are_readable_unless_ascii_is_asked_for():
    words = ["žena", "naïve", "λόγος", "東京", "स्वतंत्रता", "well-known", "war2", "Praha"]
    assert file_names(words) == {word: word for word in words}
    names = file_names(["žena", "war2", "don't"], is_ascii=True)
    assert names == {"žena": "x._17e_ena", "war2": "war2", "don't": "don_27_t"}


def test_the_plainest_spelling_keeps_its_name():
    assert file_names(["Us", "us"]) == {"Us": "x._55_s", "us": "us"}
    assert file_names(["e\u0301"]) == {"e\u0301": "é"}
