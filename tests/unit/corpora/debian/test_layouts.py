import logging
from collections import Counter

import pytest
from test_debian import error
from test_dictd import BEASTS, dictionary

from quaver.config.sources import Debian
from quaver.corpora import extracted
from quaver.corpora.debian.layouts import LAYOUTS, check, extract
from quaver.corpora.places import files
from quaver.corpora.reading import SourceError

PLACE = "./usr/share/doc/beasts"
PAGES = {
    f"{PLACE}/html/{name}.html": f"<h1>{name}</h1><p>Text of {name}.</p>"
    for name in ("part10", "part2", "index")
}
OTHERS = {f"{PLACE}/copyright": "All <p>rights</p>", "./usr/share/x.txt": "html"}


@pytest.fixture
def folder(deb, tmp_path):
    """A folder with a package of pages, and one of a dictionary."""
    deb(tmp_path / "debs/beasts_2%3a1-3_all.deb", {**PAGES, **OTHERS})
    entries = {f"./{name}": content for name, content in dictionary(*BEASTS).items()}
    deb(tmp_path / "debs/dict-beasts_1_all.deb", entries)
    return tmp_path / "debs"


def source(package="beasts", layout="html", **more):
    return {"kind": "debian", "package": package, "layout": layout, **more}


def read(given, tmp_path):
    counts = Counter()
    text = tmp_path / "text"
    text.write_bytes(b"".join(extract(given, tmp_path / "work", 1, counts)))
    return [(x.id, list(x.paragraphs)) for x in extracted.documents(text)], counts


def test_pages_of_a_package_become_documents(folder, tmp_path, caplog):
    caplog.set_level(logging.INFO)
    found, counts = read(source(folder=str(folder)), tmp_path)
    assert found == [
        (f"{name}.html", [name, f"Text of {name}."])
        for name in ("index", "part2", "part10")
    ]
    assert caplog.messages == ["beasts 2:1-3"]
    size = (folder / "beasts_2%3a1-3_all.deb").stat().st_size
    assert counts["bytes of beasts_2%3a1-3_all.deb"] == size
    assert {name: counts[name] for name in ("files", "pages", "kept")} == {
        **{"files": 3, "pages": 3, "kept": 6}
    }


def test_a_pattern_takes_some_of_them(folder, tmp_path):
    given = source(folder=str(folder), files="*/html/part*.html")
    assert [title for title, _ in read(given, tmp_path)[0]] == [
        *("part2.html", "part10.html")
    ]


def test_entries_of_a_dictionary_become_documents(folder, tmp_path):
    given = source("dict-beasts", "dictd", folder=str(folder))
    found, counts = read(given, tmp_path)
    assert [title for title, _ in found] == ["Wombat", "Wombat", "emu"]
    assert counts["files"] == 2


def test_without_a_folder_the_package_is_downloaded_below_work(
    folder, tmp_path, apt_get
):
    apt_get(f'cp {folder}/"$2"_*.deb .')
    found, _ = read(source(), tmp_path)
    assert found == read(source(folder=str(folder)), tmp_path)[0]
    assert len(list((tmp_path / "work/beasts").iterdir())) == 1


def test_the_same_package_gives_the_same_bytes_in_frames(folder, tmp_path, monkeypatch):
    given = source(folder=str(folder))
    one, two = (list(extract(given, tmp_path, n, Counter())) for n in (1, 4))
    assert one == two
    assert len(one) == 1
    monkeypatch.setattr("quaver.corpora.debian.layouts.DOCUMENTS", 2)
    assert len(list(extract(given, tmp_path, 1, Counter()))) == 2


def test_a_check_names_the_package_and_its_files(folder, apt_get):
    size = (folder / "beasts_2%3a1-3_all.deb").stat().st_size
    assert check(source(folder=str(folder))) == (
        f"beasts 2:1-3 of {size / 1e6:.1f} MB, 3 of its files"
    )
    apt_get("exit 1")
    assert check(source()) == "to be downloaded by apt-get: beasts"
    apt_get()
    with pytest.raises(SourceError, match="is not here: place beasts_"):
        check(source())
    with pytest.raises(SourceError, match="no file of .* matches files"):
        check(source(folder=str(folder), files="*/none.html"))


def test_what_cannot_be_read_is_said_in_a_sentence(deb, folder, tmp_path, apt_get):
    beasts, words = sorted(folder.iterdir())
    given = {"folder": str(folder)}
    assert error(read, source(files="*/sec*.html", **given), tmp_path) == (
        f"no file of {beasts} matches files: */sec*.html: correct the pattern, as "
        f"there are {PLACE[2:]}/html/index.html, {PLACE[2:]}/html/part2.html, "
        f"{PLACE[2:]}/html/part10.html."
    )
    assert error(read, source("dict-beasts", **given), tmp_path) == (
        f"{words} has no file of layout html (*.html, *.htm, *.xhtml, *.html.gz): "
        "write layout: dictd, or name another package."
    )
    bare = deb(folder / "bare_1_all.deb", OTHERS)
    assert error(read, source("bare", "dictd", **given), tmp_path) == (
        f"{bare} has no file of layout dictd (*.dict, *.dict.dz, *.index): name "
        "another package."
    )
    empty = deb(folder / "empty_1_all.deb", {"./a.html": "<h1>Only</h1>"})
    assert error(read, source("empty", **given), tmp_path) == (
        f"{empty} has no text in its files of layout html (1 read): correct the "
        "files, or name another package."
    )
    assert error(read, source("none", **given), tmp_path) == (
        f"the folder {folder} holds no none_*.deb: place none_*.deb there."
    )
    apt_get("echo 'E: Unable to locate package beasts' >&2; exit 100")
    assert error(read, source(), tmp_path) == (
        "apt-get could not download beasts (Unable to locate package beasts): run "
        "apt-get update as root, or place beasts_*.deb in a folder and write it as "
        "'folder:'."
    )


def test_a_package_in_a_folder_is_the_file_of_its_source(folder):
    given = source("dict-beasts", folder=str(folder))
    assert files(given) == [str(folder / "dict-beasts_1_all.deb")]
    assert files(source()) == []


def test_the_study_knows_all_layouts():
    choices = Debian.__dataclass_fields__["layout"].metadata["key"].choices
    assert choices == tuple(LAYOUTS)
