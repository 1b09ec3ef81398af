import bz2
import itertools
import json
import multiprocessing
import os
from collections import Counter
from html import escape

import pytest
from gensim.test.utils import datapath

from quaver.corpora import extracted
from quaver.corpora.reading import SourceError
from quaver.corpora.wiki import dumps, wikipedia

SITE = (
    "<siteinfo><sitename>Wikipedie</sitename><namespaces>"
    '<namespace key="0" case="first-letter"/>'
    '<namespace key="6" case="first-letter">Obraz</namespace>'
    '<namespace key="14" case="first-letter">Druh</namespace>'
    "</namespaces></siteinfo>"
)


def page(title, text, *, namespace=0, redirect=False, model="wikitext"):
    leads = f'<redirect title="{title} 2"/>' if redirect else ""
    return (
        f"<page><title>{title}</title><ns>{namespace}</ns><id>{len(title)}</id>{leads}"
        f"<revision><id>1</id><timestamp>2020-01-01T00:00:00Z</timestamp>"
        f"<contributor><ip>::1</ip></contributor><model>{model}</model>"
        f"<format>text/x-wiki</format><text>{escape(text)}</text></revision></page>\n"
    )


PAGES = [
    page("Kočka", "'''Kočka''' je [[šelma]].\n\n== Chov ==\n* první\n* druhá"),
    page("Kocka", "#REDIRECT [[Kočka]]", redirect=True),
    page("Pes", "Pes může být:\n{{Rozcestník}}"),
    page("Diskuse:Pes", "Ahoj.", namespace=1),
    page("Stroj", "return 1", model="Scribunto"),
    page("Nic", "{{infobox}}"),
    page("Díra", "text {{a\n[[Obraz:b.png|c]] [[Druh:D]]"),
]
COUNTS = {
    "pages": 7,
    "other_namespaces": 1,
    "other_models": 1,
    "redirects": 1,
    "disambiguations": 1,
    "empty_articles": 1,
    "articles": 2,
    "paragraphs": 4,
    "unbalanced": 1,
}


def dump(pages, site=SITE):
    return f"<mediawiki xml:lang='cs'>{site}{''.join(pages)}</mediawiki>"


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "dump.xml"
    path.write_text(dump(PAGES))
    return {"kind": "wikipedia", "path": str(path)}


@pytest.fixture
def take(tmp_path):
    def take(source, threads=1, work="work"):
        (tmp_path / work).mkdir(exist_ok=True)
        counts = Counter()
        frames = wikipedia.extract(source, tmp_path / work, threads, counts)
        text = tmp_path / "text"
        text.write_bytes(b"".join(frames))
        return list(extracted.documents(text)), counts

    return take


def test_articles_as_documents_of_paragraphs(take, source):
    documents, counts = take(source)
    assert [(one.id, one.date, one.paragraphs) for one in documents] == [
        ("Kočka", "", ["Kočka je šelma.", "první", "druhá"]),
        ("Díra", "", ["text"]),
    ]
    assert counts == COUNTS


def test_every_page_is_counted_once(take, source):
    _, counts = take(source)
    kinds = set(COUNTS) - {"pages", "paragraphs", "unbalanced"}
    assert sum(counts[kind] for kind in kinds) == counts["pages"]


@pytest.mark.parametrize(
    ("option", "more"),
    [
        ("redirects", ("Kocka", ["REDIRECT Kočka"])),
        ("disambiguations", ("Pes", ["Pes může být:"])),
    ],
)
def test_what_is_left_out_is_kept_by_option(option, more, take, source):
    documents, counts = take({**source, option: True})
    assert more in [(one.id, one.paragraphs) for one in documents]
    assert (counts["articles"], counts[option]) == (3, 0)


def test_headings_are_kept_by_option(take, source):
    documents, _ = take({**source, "headings": True})
    assert documents[0].paragraphs == ["Kočka je šelma.", "Chov", "první", "druhá"]


def test_the_last_revision_is_the_text(take, tmp_path):
    text = page("Kočka", "stará").replace("</page>\n", "")
    text += page("x", "nová").partition("<revision>")[1:][0]
    text += page("x", "nová").partition("<revision>")[2]
    path = tmp_path / "dump.xml"
    path.write_text(dump([text]))
    documents, counts = take({"path": str(path)})
    assert (documents[0].paragraphs, counts["pages"]) == (["nová"], 1)


def test_parts_of_a_dump_in_order_of_their_names(take, tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    for name, title in (("b.xml", "Druhá"), ("a.xml", "První")):
        (folder / name).write_text(dump([page(title, "text")]))
    documents, counts = take({"path": str(folder)})
    assert [one.id for one in documents] == ["První", "Druhá"]
    assert counts["articles"] == 2


@pytest.fixture
def many(tmp_path, monkeypatch):
    """A dump of forty pages, each a chunk."""
    monkeypatch.setattr(dumps, "BLOCK", 100)
    monkeypatch.setattr(dumps, "CHUNK", 99)
    path = tmp_path / "many.xml"
    path.write_text(dump(page(f"P{k}", f"slovo {k}") for k in range(40)))
    source = {"kind": "wikipedia", "path": str(path)}
    assert len(list(dumps.chunks(source["path"]))) == 40
    return source


@pytest.mark.parametrize("packed", [False, True])
def test_any_number_of_processes_gives_the_same_bytes(packed, many, tmp_path):
    if packed:
        text = (tmp_path / "many.xml").read_bytes()
        cuts = [0, 5, 1000, 1001, 6000, len(text)]
        streams = (bz2.compress(text[a:b]) for a, b in itertools.pairwise(cuts))
        many["path"] = str(tmp_path / "many.xml.bz2")
        (tmp_path / "many.xml.bz2").write_bytes(b"".join(streams))
    found = []
    for threads in (1, 2, 3):
        work = tmp_path / str(threads)
        work.mkdir()
        counts = Counter()
        frames = wikipedia.extract(many, work, threads, counts)
        found.append((b"".join(frames), counts))
    assert found[0] == found[1] == found[2]
    assert found[0][1]["articles"] == 40
    assert multiprocessing.active_children() == []


def test_finished_parts_are_not_made_again(many, take, tmp_path, monkeypatch):
    whole = take(many, work="other")
    work = tmp_path / "work"
    work.mkdir()
    begun = wikipedia.extract(many, work, 1, Counter())
    for _ in range(5):
        next(begun)
    begun.close()
    finished = len(list(work.glob("*.part")))
    assert 5 <= finished < 40
    cleaned, met = wikipedia.cleaned, []
    monkeypatch.setattr(
        wikipedia, "cleaned", lambda *given: met.append(given) or cleaned(*given)
    )
    assert take(many) == whole
    assert len(met) == 40 - finished


def test_few_chunks_are_held_at_a_time(many, tmp_path, monkeypatch):
    read = []
    cut = dumps.chunks
    monkeypatch.setattr(
        dumps, "chunks", lambda *given: (read.append(1) or one for one in cut(*given))
    )
    frames = wikipedia.extract(many, tmp_path, 1, Counter())
    for taken in range(1, 10):
        next(frames)
        assert len(read) <= taken + wikipedia.WAITING
    frames.close()


def test_progress_is_told(many, take, monkeypatch, caplog):
    monkeypatch.setattr(wikipedia, "EVERY", 0)
    with caplog.at_level("INFO"):
        take(many)
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 41
    assert said[-1].startswith("40 pages, 40 articles, 0 MB of XML, ")


def test_a_dump_cut_off_in_the_middle_is_refused(many, take, tmp_path):
    whole = (tmp_path / "many.xml").read_text()
    (tmp_path / "many.xml").write_text(whole[: len(whole) // 2])
    with pytest.raises(SourceError, match="breaks off before </mediawiki>"):
        take(many)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "wrong",
    [
        "<page><title>a & b</title></page>",
        "<page><nonsense/></page>",
        "<page><title>a</title><ns>0</ns><id>x</id></page>",
        "<page><ns/></page>",
        "<page></page>",
    ],
)
def test_xml_that_is_none_is_refused(wrong, threads, take, tmp_path):
    path = tmp_path / "dump.xml"
    path.write_text(dump([PAGES[0], wrong]))
    with pytest.raises(SourceError, match=r"dump\.xml is not the XML of a dump \("):
        take({"path": str(path)}, threads)


def test_a_dump_without_articles_says_what_it_holds(take, tmp_path):
    path = tmp_path / "dump.xml"
    path.write_text(dump(PAGES[1:4]))
    with pytest.raises(SourceError, match="of its 3 pages 1 are redirects, 1 disamb"):
        take({"path": str(path)})


def test_a_process_ended_from_outside_is_told():
    with pytest.raises(SourceError, match="ended from outside, most likely for want"):
        with wikipedia._workers(2) as submit:
            submit(os._exit, 1).result()


def test_a_check_reads_the_heads(source, tmp_path):
    assert wikipedia.check(source) == "1 dump files of 0.0 MB, site Wikipedie"
    url = {**source, "url": "http://127.0.0.1/a", "checksum": "md5:" + "0" * 32}
    assert "site Wikipedie" in wikipedia.check(url)
    url["path"] = str(tmp_path / "none.bz2")
    assert wikipedia.check(url).endswith(
        "not there yet and comes from http://127.0.0.1/a"
    )
    (tmp_path / "dump.xml").write_text("no dump")
    with pytest.raises(SourceError, match="is no dump of a wiki"):
        wikipedia.check(source)


def test_a_head_without_a_site_is_read(take, tmp_path):
    path = tmp_path / "dump.xml"
    path.write_text(dump([PAGES[0]], site=""))
    assert take({"path": str(path)})[1]["articles"] == 1
    assert wikipedia.check({"path": str(path)}).endswith("site no name")


EXCERPTS = {
    "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2": (206, 98),
    "bgwiki-latest-pages-articles-shortened.xml.bz2": (3, 1),
    "enwiki-table-markup.xml.bz2": (5, 5),
}
MARKUP = (
    "[[",
    "]]",
    "{{",
    "}}",
    "{|",
    "|}",
    "''",
    "<ref",
    "|thumb",
    "style=",
    "colspan",
)


@pytest.mark.parametrize("name", EXCERPTS)
def test_real_excerpts_leave_no_markup(name, take):
    documents, counts = take({"path": datapath(name)})
    assert (counts["pages"], counts["articles"]) == EXCERPTS[name]
    for one in documents:
        for paragraph in one.paragraphs:
            assert not any(sign in paragraph for sign in MARKUP), paragraph
            assert paragraph == paragraph.strip() != ""
            assert "\n" not in paragraph


def test_a_part_tells_its_counts_first(source):
    (chunk,) = dumps.chunks(source["path"])
    told, _, frame = wikipedia.cleaned(chunk, source).partition(b"\n")
    assert json.loads(told)["pages"] == 7
    assert frame.startswith(b"\x28\xb5\x2f\xfd")  # the mark of zstandard
