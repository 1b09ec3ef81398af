"""Texts and lists that nobody meant: each is told in one sentence, none waits."""

import gzip
import os
import random
import signal
import zipfile
from pathlib import Path

import pytest

from quaver.contents import Contents
from quaver.corpora import packed, sources, wordlists
from quaver.corpora.reading import SourceError
from quaver.foreign import fault, shortened, visible
from quaver.quality import formats
from quaver.quality.files import QualityError

CLEAN = {"normalise": "NFC", "lowercase": True}


@pytest.fixture(autouse=True)
def limit(tmp_path, monkeypatch):
    """Work in an empty folder; what waits longer than this is a failure."""

    def late(*_):
        raise AssertionError("waited too long")

    monkeypatch.chdir(tmp_path)
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def refusal(call, *given):
    """The sentence something is refused with, or what else came."""
    try:
        return f"NOT REFUSED: {call(*given)}"
    except (SourceError, QualityError) as error:
        text = str(error)
        return text if text.isprintable() and len(text) < 600 else f"UNFIT: {text!r}"


def read(path, **keys):
    source = {"kind": "text", "path": str(path), **keys}
    sources.files(source)
    return sources.check(source)


def asked(given):
    return wordlists.asked(given, CLEAN, "en")


def scored(path):
    return formats.read(str(path), "men")


def offenders(cases):
    """Refusals that do not hold what they should: {case: (wanted, got)}."""
    given = {
        f"{name} {path!r:.30}": (wanted, refusal(call, path))
        for name, call, path, wanted in cases
    }
    return {case: both for case, both in given.items() if both[0] not in both[1]}


def test_what_is_no_file_is_refused_and_never_waited_for(tmp_path):
    os.mkfifo("fifo")
    Path("folder").mkdir()
    Path("kernel").symlink_to("/proc/kmsg")
    never = "is a pipe, a device or of the kernel, and may never end"
    cases = [
        (call.__name__, call, path, wanted)
        for path, wanted in [
            *((path, never) for path in ("fifo", "/dev/zero", "/proc/kmsg", "kernel")),
            ("x" * 5000, ""),
            ("~nosuchuser/x", "~nosuchuser/x"),
            ("a\0b", "a\\x00b"),
            ("a\udce9.txt", "a\\udce9.txt"),
        ]
        for call in (read, asked, scored)
    ]
    cases += [("list", asked, "folder", "is a folder"), ("text", read, "folder", "")]
    assert not offenders(cases)
    assert not any(refusal(*case[1:3]).startswith(("NOT", "UNF")) for case in cases)
    assert (
        Contents(tmp_path / "memory", print).of("k", ["fifo", "kernel"])["bytes"] == 0
    )


def test_what_a_folder_holds_beside_files_is_left_out():
    Path("folder").mkdir()
    os.mkfifo("folder/fifo")
    Path("folder/kernel").symlink_to("/proc/kmsg")
    Path("folder/a.txt").write_text("Text.")
    assert read("folder") == (1, 5)


def test_a_name_that_is_not_utf8_is_told():
    Path("folder").mkdir()
    for name in (b"caf\xe9.txt", b"plain.txt"):
        Path(os.fsdecode(b"folder/" + name)).write_text("Text.")
    assert refusal(read, "folder") == (
        "1 of 2 files have names that are not UTF-8 (first: caf\\udce9.txt): rename "
        "them, for example with convmv -f latin1 -t utf-8."
    )


def zipped(name, text="word " * 50):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", text)
    return Path(name).read_bytes()


def test_a_broken_archive_is_told_in_a_sentence():
    whole = zipped("a.zip")
    central = whole.index(b"PK\x01\x02")
    unfit = {}
    for place, value in [(6, 1), (6, 32), (6, 64), (8, 1), (8, 99), (8, 12), (8, 14)]:
        data = bytearray(whole)
        data[place] |= value
        data[central + place + 2] |= value
        unfit[place, value] = data
    data = bytearray(whole)
    data[central + 9] |= 8  # says its name is UTF-8
    data[data.index(b"a.txt", central)] = 0xFF
    unfit["name"] = data
    generator = random.Random(1)
    for case in range(150):
        data = bytearray(whole)
        data[generator.randrange(len(data))] = generator.randrange(256)
        unfit[case] = data
    got = {}
    for case, data in unfit.items():
        Path("b.zip").write_bytes(data)
        got[case] = refusal(read, "b.zip")
    assert not [text for text in got.values() if text.startswith("UNFIT")]
    taken = [case for case, text in got.items() if text.startswith("NOT")]
    assert all(isinstance(case, int) for case in taken)


def test_a_file_that_unpacks_to_more_than_any_text_is_refused(monkeypatch):
    monkeypatch.setattr(packed, "FREE", 1 << 18)
    blank = "\n" * (1 << 20)
    zipped("a.zip", blank)
    with gzip.open("b.txt.gz", "wt") as file:
        file.write(blank)
    Path("c.txt").write_text(f"Text.{blank}")
    for path in ("a.zip", "b.txt.gz"):
        told = refusal(read, path)
        assert "holds more than 200 times its" in told
        assert told.endswith("as no text does: leave it out, or write expansion: 2000.")
        assert "holds no document" in refusal(
            lambda path: read(path, expansion=2000), path
        )
    assert read("c.txt")[0] == 1


def test_what_is_no_text_is_told_by_its_first_bytes():
    archive = zipped("q")
    wanted = {
        "a.xlsx": (archive, "a spreadsheet: save it as csv."),
        "a.docx": (archive, "a document: save it as plain text in UTF-8."),
        "a.jar": (archive, "an archive: end its name in .zip, or unpack it."),
        "a.pdf": (b"%PDF-1.4\n%\xe2\xe3\n", "a PDF: take its text out, for example"),
        "a.xls": (bytes.fromhex("d0cf11e0a1b11ae1"), "a file of an office program"),
        "a.txt": (gzip.compress(b"Text."), "packed: end its name in .gz."),
    }
    Path("o").mkdir()
    got = {}
    for name, (data, _) in wanted.items():
        Path("o", name).write_bytes(data)
        got[name] = refusal(read, "o")
        Path("o", name).unlink()
    assert not {
        name: told
        for name, told in got.items()
        if f"o/{name} is no text but {wanted[name][1]}" not in told
    }


def test_rows_and_lists_with_what_is_no_character():
    def row(line):
        Path("a.jsonl").write_bytes(line)
        return sources.check({"kind": "jsonl", "path": "a.jsonl", "text": "t"})

    unfit = ", which holds what is no character: write it anew."
    assert not offenders(
        [
            ("key", row, b'{"\\ud800":1}\n', "choose among \\ud800."),
            ("key", row, b'{"a\\nb\\u001b":1}\n', "choose among a\\nb\\x1b."),
            ("key", row, b'{"' + b"k" * 9999 + b'":1}\n', "kkk...kkk"),
            ("deep", row, b"[" * 100_000, "is not JSON"),
            ("digits", row, b'{"t":' + b"9" * 5000 + b"}", "is not JSON"),
            (
                "list",
                asked,
                ["a", "b\udc80"],
                f"is 'b\\udc80'{unfit}",
            ),
            ("list", asked, ["a", "b\0"], f"is 'b\\x00'{unfit}"),
            ("list", asked, ["a " + "b" * 5000], "bbb...bbb"),
        ]
    )


def test_foreign_texts_are_shown_in_one_line():
    assert visible("a b\n\x1b[31m\udc80é") == "a b\\n\\x1b[31m\\udc80é"
    assert shortened("x" * 80) == "x" * 80
    assert len(shortened("x" * 81)) == 80
    assert fault("/nowhere") == "does not exist"
