"""A study of a wiki's dump: taken out once, encoded as often as cleaning changes."""

import bz2
import contextlib
import copy
import json
import os
import signal
import subprocess
import time

import h5py
import pytest

from quaver.corpora import extracted
from quaver.engine.plan import changed, plan

HEAD = (
    "<mediawiki xml:lang='cs'><siteinfo><sitename>Wikipedie</sitename>"
    "<namespaces><namespace key='6'>Soubor</namespace></namespaces></siteinfo>"
)
WORDS = [
    *("kočka", "pes", "[[slon|sloni]]", "'''myš'''", "had{{kdo}}"),
    *("lev", "pták", "ryba", "vlk", "liška"),
]
STUDY = {
    "study": "wiki",
    "seed": 1,
    "runs": 2,
    "corpora": {
        "czech": {
            "language": "cs",
            "source": {"kind": "wikipedia", "path": "dump.xml.bz2"},
            "unit": "line",
            "min_count": 2,
            "clean": {"deduplicate": "none"},
        }
    },
    "techniques": {"lsa": {"trainer": "lsa", "dimensions": 2}},
    "samplings": ["shuffled"],
    "analyses": {"stability": {"neighbours": [2], "targets": 5}},
}
TEXT = "texts/czech.jsonl.zst"


def pages(first, last, lines=3):
    for number in range(first, last):
        text = "\n\n".join(
            " ".join(WORDS[(number + k + step) % len(WORDS)] for step in range(6))
            for k in range(lines)
        )
        yield (
            f"<page><title>Strana {number}</title><ns>0</ns><id>{number}</id>"
            f"<revision><id>1</id><text>{text}</text></revision></page>\n"
        )


def dump(pages):
    return (HEAD + "".join(pages) + "</mediawiki>").encode()


@pytest.fixture
def study():
    return copy.deepcopy(STUDY)


@pytest.fixture
def wiki(folder):
    leads = "<page><title>R</title><ns>0</ns><id>9</id><redirect title='S'/></page>"
    packed = bz2.compress(dump([*pages(0, 30), leads]))
    (folder.path / "dump.xml.bz2").write_bytes(packed)
    return folder


def corpus(folder):
    return f"results/wiki/corpora/{folder}.h5"


def test_a_dump_becomes_a_corpus(wiki, study):
    said = wiki.finish("check", study=study)
    assert "ok: corpus czech: 1 dump files of 0.0 MB, site Wikipedie" in said
    said = wiki.finish("forecast", study=study)
    assert "extract_text 1, encode_corpus 1, " in said
    wiki.finish(corpus("czech"), study=study)
    files = wiki.results("wiki")
    assert {TEXT, "texts/czech.json", "corpora/czech.h5"} <= set(files)
    assert not [path for path in files if ".work" in path]
    counts = json.loads(files["texts/czech.json"].read_text())
    assert (counts["pages"], counts["redirects"], counts["articles"]) == (31, 1, 30)
    with h5py.File(files["corpora/czech.h5"], locking=False) as file:
        met = {name: count for name, count in counts.items() if count}
        assert json.loads(file.attrs["read"]) == met
        assert len(file["document_ids"]) == 30
        assert "sloni" in file["words"].asstr()[:].tolist()
        assert len(file["line_offsets"]) == 30 * 3 + 1
    # what was taken out outlives its dump, and another dump is taken out anew
    dumped = wiki.path / "dump.xml.bz2"
    dumped.rename(wiki.path / "away")
    assert wiki.jobs(corpus("czech"), study=study) == {}
    dumped.write_bytes(bz2.compress(dump(pages(0, 9))))
    assert wiki.jobs(corpus("czech"), study=study)["extract_text"] == 1


def test_only_another_source_takes_the_text_out_anew(wiki, study):
    def made(before, after):
        rules = {after[path].rule for path in changed(before, after)}
        return rules & {"extract_text", "encode_corpus"}

    before = plan(study, wiki.path)
    study["corpora"]["czech"] |= {"min_count": 3, "clean": {"lowercase": False}}
    study["corpora"]["czech"]["language"] = "sk"
    again = plan(study, wiki.path)
    assert made(before, again) == {"encode_corpus"}
    study["corpora"]["czech"]["source"]["headings"] = True
    assert made(again, plan(study, wiki.path)) == {"extract_text", "encode_corpus"}


def test_a_dump_cut_off_is_a_sentence(wiki, study):
    path = wiki.path / "dump.xml.bz2"
    path.write_bytes(path.read_bytes()[:-20])
    done = wiki.run(corpus("czech"), study=study)
    assert done.returncode != 0
    log = wiki.results("wiki")["logs/extract_text/czech.log"].read_text()
    assert "Failed: corpus czech: dump.xml.bz2 breaks off before </mediawiki>" in log
    assert "Traceback" not in log
    assert TEXT not in wiki.results("wiki")


def test_a_dump_that_is_nowhere_is_a_sentence(folder, study):
    source = study["corpora"]["czech"]["source"]
    source |= {"url": "http://127.0.0.1:9/dump", "checksum": "md5:" + "0" * 32}
    assert "comes from http://127.0.0.1:9/dump" in folder.finish("check", study=study)
    assert folder.run(corpus("czech"), study=study).returncode != 0
    log = folder.results("wiki")["logs/extract_text/czech.log"].read_text()
    assert "or place the file as dump.xml.bz2 (its checksum is md5:" in log


def parts(folder):
    return sorted((folder.path / "results/wiki/texts").glob("czech.*.work/*.part"))


def test_a_killed_job_keeps_its_finished_parts(folder, study):
    """Killed with all its processes, then again from the parts that stand."""
    study["corpora"]["czech"]["source"]["path"] = "dump.xml"
    (folder.path / "dump.xml").write_bytes(dump(pages(0, 600, lines=600)))
    command = folder.command("--cores", 2, corpus("czech"), study=study)
    process = subprocess.Popen(
        command,
        cwd=folder.path,
        env=folder.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    end = time.monotonic() + 60
    try:
        while not parts(folder) and time.monotonic() < end:
            time.sleep(0.01)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    stood = len(parts(folder))
    assert 0 < stood < 6
    assert TEXT not in folder.results("wiki")
    folder.finish(f"results/wiki/{TEXT}", study=study)
    files = folder.results("wiki")
    log = files["logs/extract_text/czech.log"].read_text()
    assert f"{stood} parts stand from an earlier call" in log
    text = [one.id for one in extracted.documents(files[TEXT])]
    assert text == [f"Strana {number}" for number in range(600)]
