"""Articles of a wiki's dump as documents of plain paragraphs.

One process decompresses and cuts, the others parse (mwxml) and clean. What a chunk of
pages gives depends on its bytes alone, so no bit depends on how many processes work.
"""

import json
import logging
import multiprocessing
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from xml.etree.ElementTree import ParseError

import mwxml

from quaver.corpora import places
from quaver.corpora.extracted import frame
from quaver.corpora.reading import Document, SourceError
from quaver.corpora.wiki import dumps
from quaver.corpora.wiki.download import fetched
from quaver.corpora.wiki.wikinames import HIDDEN
from quaver.corpora.wiki.wikitext import clean, is_disambiguation, is_redirect
from quaver.foreign import fault

LOGGER = logging.getLogger(__name__)
EVERY = 10  # seconds between two lines of progress
WAITING = 2  # chunks per process that are held at most
ARTICLES, FILE, CATEGORY = 0, 6, 14  # namespaces every wiki has
PART = ".part"
WIKITEXT = "wikitext"  # what old dumps hold without saying so
# What mwxml raises where an element is missing, doubled or holds something else.
PARSING = (
    *(ParseError, mwxml.errors.MalformedXML),
    *(AssertionError, AttributeError, KeyError, TypeError, ValueError),
)
COUNTED = (
    *("pages", "other_namespaces", "other_models", "redirects", "disambiguations"),
    *("empty_articles", "articles", "paragraphs", "unbalanced"),
)


def extract(
    source: Mapping, work: Path, threads: int, counts: Counter
) -> Iterator[bytes]:
    """Articles of a dump as frames in its own order; counts says what was met.

    work keeps finished parts: killed and called again, it parses the rest.
    """
    counts.update(dict.fromkeys(COUNTED, 0))
    started = reported = time.monotonic()
    done = 0
    paths = fetched(source) if source.get("url") else places.files(source)
    before = len(list(work.glob(f"*{PART}")))
    if before:
        LOGGER.info("%d parts stand from an earlier call", before)
    for part, size in _parts(paths, source, work, threads=threads):
        head, _, articles = part.read_bytes().partition(b"\n")
        counts.update(json.loads(head))
        done += size
        if time.monotonic() - reported >= EVERY:
            reported = time.monotonic()
            _report(counts, done, reported - started)
        yield articles
    _report(counts, done, time.monotonic() - started)
    if not counts["articles"]:
        raise SourceError(
            f"{source['path']} holds no article: of its {counts['pages']} pages "
            f"{counts['redirects']} are redirects, {counts['disambiguations']} "
            f"disambiguations and {counts['other_namespaces']} no articles; choose "
            "another dump, or keep them by redirects: true or disambiguations: true."
        )


def check(source: Mapping) -> str:
    """What the heads of a source's files say; nothing is extracted."""
    if source.get("url") and fault(source["path"]):
        return f"{source['path']} is not there yet and comes from {source['url']}"
    paths = places.files({**source, "url": None})
    names = set()
    for path in paths:
        head = dumps.head(path)
        with _parsing(path):
            names.add(_dump(head).site_info.name or "no name")
    size = sum(Path(path).stat().st_size for path in paths)
    listed = ", ".join(sorted(names))
    return f"{len(paths)} dump files of {size / 1e6:.1f} MB, site {listed}"


def cleaned(chunk: dumps.Chunk, source: Mapping) -> bytes:
    """One chunk's counts as a line of JSON, and behind it the frame of its articles."""
    counts: Counter = Counter()
    with _parsing(chunk.path):
        dump = _dump(chunk.head + chunk.pages)
        spaces = dump.site_info.namespaces or []
        own = (s.name.lower() for s in spaces if s.id in (FILE, CATEGORY) and s.name)
        hidden = HIDDEN.union(own)
        documents = [_document(page, source, hidden, counts) for page in dump.pages]
    articles = frame(filter(None, documents))
    return json.dumps(counts, sort_keys=True).encode() + b"\n" + articles


def _document(page, source: Mapping, hidden: Set, counts: Counter) -> Document | None:
    """The document a page is, or none, counted by its reason."""
    counts["pages"] += 1
    contents = [revision.slots.contents["main"] for revision in page]
    text = (contents[-1].text if contents else None) or ""
    model = (contents[-1].model if contents else None) or WIKITEXT
    if reason := _left_out(page, model, text, source=source):
        counts[reason] += 1
        return None
    headings = source.get("headings", False)
    paragraphs, unbalanced = clean(text, hidden, headings=headings)
    counts["unbalanced"] += unbalanced
    if not paragraphs:
        counts["empty_articles"] += 1
        return None
    counts["articles"] += 1
    counts["paragraphs"] += len(paragraphs)
    return Document(page.title, "", paragraphs)


def _left_out(page: mwxml.Page, model: str, text: str, *, source: Mapping) -> str:
    """Why a page is no article, as it is counted; empty where it is one."""
    if page.namespace != ARTICLES:
        return "other_namespaces"
    if model != WIKITEXT:
        return "other_models"
    leads = page.redirect is not None or is_redirect(text)
    if leads and not source.get("redirects", False):
        return "redirects"
    if not source.get("disambiguations", False) and is_disambiguation(text):
        return "disambiguations"
    return ""


def _dump(xml: bytes) -> mwxml.Dump:
    if b"<siteinfo" not in xml[: dumps.HEAD_LIMIT]:
        start = xml.find(b">", xml.find(b"<mediawiki")) + 1
        xml = xml[:start] + b"<siteinfo></siteinfo>" + xml[start:]
    return mwxml.Dump.from_file(BytesIO(xml + dumps.END))


@contextmanager
def _parsing(path: str) -> Iterator[None]:
    try:
        yield
    except PARSING as error:
        raise SourceError(
            f"{path} is not the XML of a dump ({error}): fetch the dump again and "
            "compare its checksum."
        ) from error


def _parts(paths: list, source: Mapping, work: Path, *, threads) -> Iterator[tuple]:
    """Files of finished chunks in order, with the bytes of XML in each."""
    with _workers(threads) as submit:

        def spread(function: Callable, items: Iterable) -> Iterator:
            futures = (submit(function, item) for item in items)
            return (future.result() for future in _ahead(futures, threads))

        def begun() -> Iterator[tuple[Path, int, Future | None]]:
            unpack = spread if threads > 1 else None
            chunks = (chunk for path in paths for chunk in dumps.chunks(path, unpack))
            for number, chunk in enumerate(chunks):
                part = work / f"{number:08d}{PART}"
                made = None if part.exists() else submit(cleaned, chunk, source)
                yield part, len(chunk.pages), made

        for part, size, made in _ahead(begun(), threads):
            if made is not None:
                temporary = part.with_suffix(f".{os.getpid()}")
                temporary.write_bytes(made.result())
                temporary.replace(part)
            yield part, size


def _ahead(begun: Iterable, threads: int) -> Iterator:
    """The same items in order, of which a few more are begun than were taken."""
    waiting: deque = deque()
    for item in begun:
        waiting.append(item)
        if len(waiting) > WAITING * threads:
            yield waiting.popleft()
    while waiting:
        yield waiting.popleft()


@contextmanager
def _workers(threads: int) -> Iterator[Callable[..., Future]]:
    """How to have a function called: in processes, or here where one is to work."""
    if threads == 1:
        yield _here
        return
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(threads, mp_context=spawn, initializer=_end_with_parent)
    try:
        yield pool.submit
    except BrokenProcessPool as error:
        raise SourceError(
            "a process that cleans pages was ended from outside, most likely for want "
            "of memory: run snakemake again, on fewer cores (-c)."
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _here(function: Callable, *arguments) -> Future:
    future: Future = Future()
    future.set_result(function(*arguments))
    return future


def _end_with_parent() -> None:
    """Let a worker end when the process it works for is killed."""

    def watch() -> None:
        multiprocessing.parent_process().join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _report(counts: Counter, size: int, seconds: float) -> None:
    LOGGER.info(
        "%d pages, %d articles, %.0f MB of XML, %.1f MB/s",
        *(counts["pages"], counts["articles"]),
        *(size / 1e6, size / 1e6 / max(seconds, 1e-9)),
    )
