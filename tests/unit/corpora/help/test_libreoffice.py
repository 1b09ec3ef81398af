import logging
from collections import Counter

import pytest

from quaver.corpora import extracted
from quaver.corpora.help.libreoffice import check, extract, packages, small
from quaver.corpora.reading import SourceError

ENGLISH = {
    "a": ["Open the file.", "Save the file.", "Print"],
    "b": ["Only English."],
    "c": ["Close it.", "Close it."],
}
CZECH = {
    "a": ["Otevřete soubor.", "Save the file.", "Tisk"],
    "b": ["Only English."],
    "c": ["Zavřete jej.", "Close it."],
}


def pages(texts, locale):
    """Files of a package: a page per text, its paragraphs by one id and number."""
    folder = f"./usr/share/libreoffice/help/{locale}"
    made = {
        f"{folder}/text/shared/{name}.html": '<div id="DisplayArea">'
        + "".join(f'<p id="par_1">{one}</p>' for one in paragraphs)
        + '<p class="code">x = 1</p><p></p></div>'
        for name, paragraphs in texts.items()
    }
    return {f"{folder}/noscript.html": "<p>Aside</p>", **made, f"{folder}/a.js": "1"}


@pytest.fixture
def folder(deb, tmp_path):
    """A folder with an English and a Czech package."""
    for locale, texts in (("en-us", ENGLISH), ("cs", CZECH)):
        path = tmp_path / f"packages/libreoffice-help-{locale}_4%3a7-1_all.deb"
        deb(path, pages(texts, locale))
    return tmp_path / "packages"


def source(locale, folder=None):
    given = {"kind": "libreoffice_help", "locale": locale}
    return {**given, "folder": str(folder)} if folder else given


def read(given, tmp_path):
    counts = Counter()
    text = tmp_path / "text"
    text.write_bytes(b"".join(extract(given, tmp_path / "work", 1, counts)))
    found = extracted.documents(text)
    return [(one.id, one.date, list(one.paragraphs)) for one in found], counts


def error(given, tmp_path):
    with pytest.raises(SourceError) as caught:
        read(given, tmp_path)
    text = str(caught.value)
    assert "\n" not in text
    assert text.endswith(".")
    return text


def test_english_is_read_as_it_stands(folder, tmp_path):
    found, counts = read(source("en-us", folder), tmp_path)
    assert found == [
        (f"text/shared/{name}.html", "", texts) for name, texts in ENGLISH.items()
    ]
    assert counts["kept"] == 6
    assert counts["same_as_english"] == 0


def test_paragraphs_nobody_translated_are_left_out_and_counted(folder, tmp_path):
    found, counts = read(source("cs", folder), tmp_path)
    assert found == [
        ("text/shared/a.html", "", ["Otevřete soubor.", "Tisk"]),
        ("text/shared/c.html", "", ["Zavřete jej."]),
    ]
    sizes = {f"bytes of {x.name}": x.stat().st_size for x in folder.iterdir()}
    assert {name: number for name, number in counts.items() if number} == {
        **sizes,
        **{"pages": 3, "pages_without_text": 1, "paragraphs": 12},
        **{"kept": 3, "same_as_english": 3, "code": 3, "empty": 3, "words": 5},
    }


def test_all_paragraphs_met_are_accounted_for(folder, tmp_path):
    for locale in ("en-us", "cs"):
        _, counts = read(source(locale, folder), tmp_path)
        kinds = ("kept", "same_as_english", "code", "navigation", "empty")
        assert counts["paragraphs"] == sum(counts[kind] for kind in kinds)


def test_a_text_moved_to_another_place_counts_as_translated(deb, folder, tmp_path):
    """An untranslated text is told by where it stands, not by what it says."""
    moved = {"a": ["Save the file.", "Open the file.", "Print"]}
    deb(folder / "libreoffice-help-fi_4%3a7-1_all.deb", pages(moved, "fi"))
    found, _ = read(source("fi", folder), tmp_path)
    assert found[0][2] == ["Save the file.", "Open the file."]


def test_other_kinds_of_english_are_not_compared(deb, folder, tmp_path):
    deb(folder / "libreoffice-help-en-gb_4%3a7-1_all.deb", pages(ENGLISH, "en-GB"))
    assert len(read(source("en-gb", folder), tmp_path)[0]) == 3
    assert packages(source("en-gb", folder), tmp_path) == [
        folder / "libreoffice-help-en-gb_4%3a7-1_all.deb"
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("打开文件 LibreOffice。", 3),
        ("文件夹", 2),
        ("हिन्दी में", 2),
        ("12 – 34", 0),
        ("Excel表格", 2),
    ],
)
def test_words_are_counted_in_every_script(text, words, deb, tmp_path):
    package = tmp_path / "libreoffice-help-en-us_1_all.deb"
    deb(package, pages({"a": [text]}, "en-US"))
    assert read(source("en-us", tmp_path), tmp_path)[1]["words"] == words


def test_packages_and_a_small_text_are_told(folder, tmp_path, caplog):
    caplog.set_level(logging.INFO)
    read(source("cs", folder), tmp_path)
    assert caplog.messages == [
        "libreoffice-help-cs 4:7-1",
        "libreoffice-help-en-us 4:7-1",
        small("cs", 5),
    ]
    assert small("hi", 44472) == (
        "The help in hi has about 44472 words, repeated lines among them, which is "
        "little: neighbour lists are rough, and a larger text is better."
    )


def test_a_large_text_is_not_called_small(folder, tmp_path, caplog, monkeypatch):
    monkeypatch.setattr("quaver.corpora.help.libreoffice.SMALL", 5)
    read(source("cs", folder), tmp_path)
    assert small("cs", 5) not in caplog.messages


def test_the_same_packages_give_the_same_bytes(folder, tmp_path):
    given = source("cs", folder)
    first, second = (
        b"".join(extract(given, tmp_path / work, threads, Counter()))
        for work, threads in (("a", 1), ("b", 4))
    )
    assert first == second


def test_frames_hold_some_pages_each(folder, tmp_path, monkeypatch):
    monkeypatch.setattr("quaver.corpora.help.libreoffice.PAGES", 2)
    given = source("en-us", folder)
    assert len(list(extract(given, tmp_path, 1, Counter()))) == 2
    assert len(read(given, tmp_path)[0]) == 3


def test_without_a_folder_packages_are_downloaded_below_work(folder, tmp_path, apt_get):
    apt_get(f"cp {folder}/*.deb .")
    found, _ = read(source("cs"), tmp_path)
    assert found == read(source("cs", folder), tmp_path)[0]
    assert len(list((tmp_path / "work/libreoffice-help-cs").iterdir())) == 2


def test_a_check_names_the_packages_without_reading_them(folder, apt_get):
    size = sum(package.stat().st_size for package in folder.iterdir())
    assert check(source("cs", folder)) == (
        "libreoffice-help-cs 4:7-1 and libreoffice-help-en-us 4:7-1 of "
        f"{size / 1e6:.1f} MB"
    )
    apt_get("exit 1")
    assert check(source("en-us")).endswith("by apt-get: libreoffice-help-en-us")
    apt_get()
    for wrong in (source("fi"), source("fi", folder)):
        with pytest.raises(SourceError, match="place libreoffice-help-fi_"):
            check(wrong)


def test_what_cannot_be_read_is_said_in_a_sentence(deb, folder, tmp_path, apt_get):
    assert error(source("fi", folder), tmp_path) == (
        f"the folder {folder} holds no libreoffice-help-fi_*.deb: place "
        "libreoffice-help-fi_*.deb and libreoffice-help-en-us_*.deb there."
    )
    apt_get()
    assert "apt-get, which Debian and Ubuntu have" in error(source("fi"), tmp_path)
    package = deb(folder / "libreoffice-help-fi_4%3a7-1_all.deb", pages(ENGLISH, "fi"))
    assert error(source("fi", folder), tmp_path) == (
        f"{package} holds no help in fi: correct the locale."
    )
    package.write_bytes(package.read_bytes()[:300])
    assert f"{package} breaks off" in error(source("fi", folder), tmp_path)
