import hashlib
import http.server
import threading

import pytest

from quaver.corpora.reading import SourceError
from quaver.corpora.wiki import download
from quaver.corpora.wiki.download import fetched

CONTENT = bytes(range(256)) * 4000


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves CONTENT; the server says with which faults."""

    def do_GET(self):
        """Answer, or not."""
        asked = self.headers.get("Range")
        self.server.asked.append(asked)
        start = int(asked.removeprefix("bytes=")[:-1]) if asked else 0
        start = start if self.server.ranges else 0
        if self.path != "/dump":
            self.send_error(404)
        elif start >= len(CONTENT):
            self.send_error(416)
        else:
            self.answer(CONTENT[start:], 206 if start else 200)

    def answer(self, content, status):
        """Send content, or as much of it as the next cut leaves."""
        self.send_response(status)
        if self.server.length:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        cut = self.server.cuts.pop(0) if self.server.cuts else len(content)
        self.wfile.write(content[:cut])

    def log_message(self, *arguments):
        """Say nothing."""


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setattr(download, "PAUSE", 0)
    monkeypatch.setattr(download, "BLOCK", 1000)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.ranges, server.length, server.cuts, server.asked = True, True, [], []
    threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def source(server, tmp_path):
    return {
        "path": str(tmp_path / "new" / "dump.bz2"),
        "url": f"http://127.0.0.1:{server.server_port}/dump",
        "checksum": f"md5:{hashlib.md5(CONTENT).hexdigest()}",
    }


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new" / "dump.bz2"


@pytest.mark.parametrize("name", ["md5", "sha1", "sha256"])
def test_a_file_is_fetched_verified_and_moved(name, source, path, server):
    source["checksum"] = f"{name}:{hashlib.new(name, CONTENT).hexdigest().upper()}"
    assert fetched(source) == [str(path)]
    assert path.read_bytes() == CONTENT
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    assert fetched(source) == [str(path)]
    assert server.asked == [None]  # what is there is not asked for again


def test_a_length_that_is_not_told(source, path, server):
    server.length = False
    fetched(source)
    assert path.read_bytes() == CONTENT


def test_a_connection_that_breaks_goes_on_where_it_was(source, path, server):
    server.cuts = [3000, 5000]
    fetched(source)
    assert path.read_bytes() == CONTENT
    assert server.asked == [None, "bytes=3000-", "bytes=8000-"]


def test_a_call_goes_on_where_the_last_was_killed(source, path, server):
    path.parent.mkdir()
    path.with_name("dump.bz2.part").write_bytes(CONTENT[:7777])
    fetched(source)
    assert path.read_bytes() == CONTENT
    assert server.asked == ["bytes=7777-"]


def test_a_server_without_ranges_begins_anew(source, path, server):
    server.ranges = False
    server.cuts = [3000]
    fetched(source)
    assert path.read_bytes() == CONTENT


def test_a_part_that_was_whole_is_moved(source, path, server):
    path.parent.mkdir()
    path.with_name("dump.bz2.part").write_bytes(CONTENT)
    fetched(source)
    assert path.read_bytes() == CONTENT


def test_a_wrong_checksum_leaves_nothing(source, path):
    source["checksum"] = "md5:" + "0" * 32
    with pytest.raises(SourceError, match="does not have the checksum md5:0+, so what"):
        fetched(source)
    assert list(path.parent.iterdir()) == []


def test_a_file_that_is_there_with_another_checksum_is_left_alone(source, path):
    path.parent.mkdir()
    path.write_bytes(b"mine")
    with pytest.raises(SourceError, match="remove the file to have it fetched anew"):
        fetched(source)
    assert path.read_bytes() == b"mine"


def test_a_folder_is_refused(source, path):
    path.mkdir(parents=True)
    with pytest.raises(SourceError, match="is a folder, but a url brings one file"):
        fetched(source)


def test_without_a_network_it_says_what_to_place_where(source, server):
    server.shutdown()
    server.server_close()
    with pytest.raises(SourceError) as caught:
        fetched(source)
    said = str(caught.value)
    assert f"place the file as {source['path']}" in said
    assert source["url"] in said
    assert source["checksum"] in said


def test_an_address_without_the_file_is_told(source):
    source["url"] += "s"
    with pytest.raises(SourceError, match="cannot be fetched .HTTP Error 404"):
        fetched(source)


def test_a_connection_that_brings_nothing_is_given_up(source, path, server):
    server.cuts = [3000] + [0] * 50
    with pytest.raises(SourceError, match="the connection broke off"):
        fetched(source)
    assert len(server.asked) == 1 + download.TRIES
    assert path.with_name("dump.bz2.part").stat().st_size == 3000


def test_progress_is_told(source, monkeypatch, caplog):
    monkeypatch.setattr(download, "EVERY", 0)
    with caplog.at_level("INFO"):
        fetched(source)
    assert caplog.records[-1].getMessage() == "1 of 1 MB have come"
