import bz2
import gzip
import lzma
import re

import pytest
import zstandard

from quaver.corpora.reading import SourceError
from quaver.corpora.wiki import dumps
from quaver.corpora.wiki.dumps import chunks

HEAD = (
    '<mediawiki xml:lang="fi">\n  <siteinfo><sitename>Wikipedia</sitename></siteinfo>\n'
)
PAGES = [f"  <page>\n    <title>Sivu {k} ä €</title>\n  </page>\n" for k in range(40)]
DUMP = HEAD + "".join(PAGES) + "</mediawiki>\n"


def pages(path):
    return "".join(chunk.pages.decode() for chunk in chunks(str(path))).strip()


WHOLE = "".join(PAGES).strip()
ZSTD = zstandard.ZstdCompressor().compress
PACKED = {
    "a.xml": lambda text: text,
    "a.xml.bz2": bz2.compress,
    "a.xml.gz": gzip.compress,
    "a.xml.xz": lzma.compress,
    "a.xml.zst": ZSTD,
    "A.XML.BZ2": bz2.compress,
}


@pytest.mark.parametrize("name", PACKED)
def test_a_dump_is_read_however_it_is_packed(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(PACKED[name](DUMP.encode()))
    assert pages(path) == WHOLE


@pytest.mark.parametrize("name", ["a.bz2", "a.gz", "a.xz", "a.zst"])
def test_several_streams_are_read_whole(name, tmp_path):
    pack = PACKED[f"a.xml{name[1:]}"]
    path = tmp_path / name
    path.write_bytes(b"".join(pack(part.encode()) for part in DUMP.splitlines(True)))
    assert pages(path) == WHOLE


@pytest.mark.parametrize(
    ("encoding", "before"),
    [
        ("utf-16", ""),
        ("utf-8-sig", ""),
        ("utf-16-le", ""),
        ("utf-16-be", '<?xml version="1.0" encoding="UTF-16"?>\n'),
        ("utf-8", '<?xml version="1.0" encoding="UTF-8"?>\n'),
        ("iso8859-15", "<?xml version='1.0' encoding='ISO-8859-15'?>\n"),
    ],
)
def test_a_dump_is_read_in_its_encoding(encoding, before, tmp_path, monkeypatch):
    monkeypatch.setattr(dumps, "BLOCK", 101)  # odd: characters are cut
    path = tmp_path / "a.xml"
    path.write_bytes((before + DUMP).encode(encoding))
    assert pages(path) == WHOLE
    assert dumps.head(str(path)).decode().strip() == HEAD.strip()


@pytest.mark.parametrize("size", [1, 30, 31, 200, 1000, 10_000])
def test_chunks_are_whole_pages_and_the_same_for_any_block(size, tmp_path, monkeypatch):
    path = tmp_path / "a.xml"
    path.write_bytes(DUMP.encode())
    monkeypatch.setattr(dumps, "CHUNK", 200)
    monkeypatch.setattr(dumps, "BLOCK", size)
    found = list(chunks(str(path)))
    assert {chunk.head.decode() for chunk in found} == {HEAD + "  "}
    assert {chunk.pages.count(b"</page>") for chunk in found} == {4}
    for chunk in found:
        assert chunk.pages.count(b"<page>") == 4
        assert chunk.pages.endswith(b"</page>")
    assert pages(path) == WHOLE


def test_a_page_larger_than_a_chunk_is_a_chunk(tmp_path, monkeypatch):
    path = tmp_path / "a.xml"
    path.write_text(HEAD + "".join([*PAGES[:2], PAGES[2] * 9]) + "</mediawiki>")
    monkeypatch.setattr(dumps, "CHUNK", 10)
    assert len(list(chunks(str(path)))) == 11


def test_a_dump_without_pages(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text(HEAD + "</mediawiki>")
    assert list(chunks(str(path))) == []
    assert dumps.head(str(path)).decode() == HEAD


@pytest.mark.parametrize("name", PACKED)
@pytest.mark.parametrize("kept", [0.3, 0.6, 0.95])
def test_a_dump_cut_off_is_refused(name, kept, tmp_path):
    whole = PACKED[name](DUMP.encode())
    path = tmp_path / name
    path.write_bytes(whole[: int(len(whole) * kept)])
    with pytest.raises(SourceError) as caught:
        list(chunks(str(path)))
    assert re.fullmatch(
        rf"{path} (breaks off before </mediawiki>|cannot be read to its end|is no dump)"
        r"[^.]*[^\n]*\.",
        str(caught.value),
    )


@pytest.mark.parametrize(
    "text",
    [
        HEAD + PAGES[0],
        HEAD + PAGES[0] + "  <page>\n  </mediawiki>",
        HEAD,
        DUMP + "more",
    ],
)
def test_what_is_missing_at_the_end_is_told(text, tmp_path):
    path = tmp_path / "a.xml"
    path.write_text(text)
    with pytest.raises(SourceError, match="breaks off before </mediawiki>, so pages"):
        list(chunks(str(path)))


def test_damaged_files_are_named(tmp_path):
    path = tmp_path / "a.bz2"
    path.write_bytes(b"no bz2 at all")
    with pytest.raises(SourceError, match=r"a\.bz2 cannot be read to its end \("):
        list(chunks(str(path)))


@pytest.mark.parametrize("text", ["", "plain text", "<html></html>"])
def test_what_is_no_dump_is_named(text, tmp_path):
    path = tmp_path / "a.xml"
    path.write_text(text)
    with pytest.raises(SourceError, match="is no dump of a wiki"):
        dumps.head(str(path))


def test_encodings_that_lie_or_are_unknown(tmp_path):
    path = tmp_path / "a.xml"
    path.write_bytes(b"\xff\xfe<\0\x00\xd8<\0")
    with pytest.raises(SourceError, match="is not utf-16, as its first bytes say"):
        list(chunks(str(path)))
    path.write_text("<?xml version='1.0' encoding='x-none'?>" + DUMP)
    with pytest.raises(SourceError, match="written in x-none, which is not known"):
        list(chunks(str(path)))


def test_a_page_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(dumps, "CHUNK", 10)
    monkeypatch.setattr(dumps, "BLOCK", 10)
    monkeypatch.setattr(dumps, "PAGE_LIMIT", 100)
    path = tmp_path / "a.xml"
    path.write_text(HEAD + "<page>" + "x" * 200)
    with pytest.raises(SourceError, match="holds a page of more than 100 bytes"):
        list(chunks(str(path)))
