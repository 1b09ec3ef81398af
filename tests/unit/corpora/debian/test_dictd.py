import gzip
from collections import Counter

import pytest
from test_debian import error

from quaver.corpora.debian.dictd import LETTERS, documents

STEM = "usr/share/dictd/beasts"


def number(value):
    """A number in base 64, by repeated division."""
    return (number(value // 64) if value >= 64 else "") + LETTERS[value % 64]


def dictionary(*entries, more=""):
    """Bytes of a dictionary's files by name: entries are their heads, then a text."""
    text, rows = b"", []
    for *heads, entry in entries:
        content = entry.encode()
        place = f"{number(len(text))}\t{number(len(content))}"
        rows += [f"{head}\t{place}\n" for head in heads]
        text += content
    index = "".join(sorted(rows)) + more
    return {f"{STEM}.dict.dz": gzip.compress(text), f"{STEM}.index": index.encode()}


BEASTS = [
    ("00-database-info", "beasts", "00-database-info\n   Of beasts.\n"),
    ("Wombat", "Wombat\n   It digs.\n"),
    (
        "Vombatus",
        "wombats",
        "Wombat",
        'Wombat \\Wom"bat\\, v. t.\n   To dig.\n\n   Slowly.\n',
    ),
    ("emu", "zebra", "Zèbre\n   It runs.\n"),
    ("nothing", " \n"),
]


def read(files):
    counts = Counter()
    found = [(one.id, list(one.paragraphs)) for one in documents(files, counts)]
    return found, {name: number for name, number in counts.items() if number}


def test_an_entry_is_a_document_by_its_headword_in_order_of_the_dictionary():
    found, counts = read(dictionary(*BEASTS))
    assert found == [
        ("Wombat", ["Wombat It digs."]),
        ("Wombat", ["Wombat , v. t. To dig.", "Slowly."]),
        ("emu", ["Zèbre It runs."]),  # none of its headwords: the first counts
    ]
    assert counts == {
        **{"rows": 9, "entries": 5, "kept": 3, "about_entries": 1},
        **{"blank_entries": 1, "pronunciations": 1},
    }


def test_the_headword_of_the_next_entry_is_no_word_of_this_one():
    entries = ("wombat", "It digs. Yak\n"), ("Yak", "Yak: it climbs. wombat")
    found, counts = read(dictionary(*entries))
    assert found == [("wombat", ["It digs."]), ("Yak", ["Yak: it climbs. wombat"])]
    assert counts["next_heads"] == 1


def test_a_dictionary_may_be_plain_and_a_row_may_have_its_headword_as_written():
    files = dictionary(("wombat", "Wombat: it digs."))
    plain = gzip.decompress(files.pop(f"{STEM}.dict.dz"))
    row = files[f"{STEM}.index"].rstrip() + b"\tWombat\n"
    again = {f"{STEM}.dict": plain, f"{STEM}.index": row}
    assert read(again)[0] == [("Wombat", ["Wombat: it digs."])]


def test_numbers_are_of_base_64():
    """Two digits and three, against the number they were made of."""
    filler = ["x" * 5000, "y" * 70]
    found, _ = read(dictionary(("a", filler[0]), ("b", filler[1]), ("c", "last")))
    assert found == [("a", [filler[0]]), ("b", [filler[1]]), ("c", ["last"])]
    assert number(5070) == "BPO"


def test_an_entry_inside_another_is_read_once():
    files = dictionary(("wombat", "Wombat. It digs."), more="digs\tL\tE\n")
    found, counts = read(files)
    assert found == [("wombat", ["Wombat. It digs."])]
    assert counts["nested_entries"] == 1
    assert counts["entries"] == counts["kept"] + counts["nested_entries"]


def test_dictionaries_of_a_package_follow_each_other():
    files = dictionary(("a", "first"))
    second = dictionary(("b", "second"))
    files |= {name.replace("beasts", "birds"): x for name, x in second.items()}
    assert [title for title, _ in read(files)[0]] == ["a", "b"]


@pytest.mark.parametrize(
    "row", ["wombat", "wombat\tA", "wombat\tA\t!\n", "wombat\t\tB", "a\tA\tB\tc\td"]
)
def test_a_damaged_index_is_refused(row):
    files = dictionary(("wombat", "It digs."), more=row)
    lines = files[f"{STEM}.index"].decode().splitlines()
    said = error(read, files)
    assert said.startswith(f"{STEM}.index, line {len(lines)} is '")
    assert said.endswith(
        "', which is no headword with the place of an entry in 8 bytes: fetch its "
        "package again."
    )


def test_a_place_beyond_the_dictionary_is_refused():
    assert "line 2 is 'zoo\\tH\\tC'" in error(
        read, dictionary(("wombat", "It digs."), more="zoo\tH\tC\n")
    )
    read(dictionary(("wombat", "It digs."), more="zoo\tH\tB\n"))


def test_a_dictionary_that_lacks_a_file_or_is_cut_is_refused():
    files = dictionary(*BEASTS)
    index = {f"{STEM}.index": files[f"{STEM}.index"]}
    assert error(read, index) == (
        f"the package has {STEM}.index, but neither {STEM}.dict.dz nor {STEM}.dict: "
        "fetch it again, or correct the files."
    )
    text = {f"{STEM}.dict.dz": files[f"{STEM}.dict.dz"]}
    assert error(read, text) == (
        f"the package has {STEM}.dict.dz and no .index of a dictionary: fetch it "
        "again, or correct the files."
    )
    assert error(read, files | {f"{STEM}.index": b"\n"}).startswith(
        f"{STEM}.index has no row"
    )
    cut = files[f"{STEM}.dict.dz"][:30]
    assert error(read, files | {f"{STEM}.dict.dz": cut}).startswith(
        f"{STEM}.dict.dz is damaged ("
    )
