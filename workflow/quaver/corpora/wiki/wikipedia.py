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
from collections.abc import Callable, Iterable, Iterator, Mapping
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
from quaver.corpora.wiki.bzip2 import Spread
from quaver.corpora.wiki.download import fetched
from quaver.corpora.wiki.dumps import Chunk
from quaver.corpora.wiki.wikinames import CATEGORIES, FILES
from quaver.corpora.wiki.wikitext import Names, clean, is_disambiguation, is_redirect

LOGGER = logging.getLogger(__name__)
EVERY = 10  # seconds between two lines of progress
WAITING = 2  # chunks per process that are held at most
ARTICLES, FILE, CATEGORY = 0, 6, 14  # namespaces every wiki has
PART = ".part"
WIKITEXT = "wikitext"  # what old dumps hold without saying so
NO_SITE = b"<siteinfo></siteinfo>"
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

    source: {kind: wikipedia, path, url, checksum, redirects, disambiguations,
    headings}. work keeps finished parts: killed and called again, it parses the rest.
    """
    counts.update(dict.fromkeys(COUNTED, 0))
    progress = _Progress()
    paths = fetched(source) if source.get("url") else places.files(source)
    before = len(list(work.glob(f"*{PART}")))
    if before:
        LOGGER.info("%d parts stand from an earlier call", before)
    for part, size in _parts(paths, source, work, threads=threads):
        head, _, articles = part.read_bytes().partition(b"\n")
        counts.update(json.loads(head))
        progress.tell(counts, size)
        yield articles
    progress.end(counts)
    if not counts["articles"]:
        raise SourceError(
            f"{source['path']} holds no article: of its {counts['pages']} pages "
            f"{counts['redirects']} are redirects, {counts['disambiguations']} "
            f"disambiguations and {counts['other_namespaces']} no articles; choose "
            "another dump, or keep them by redirects: true or disambiguations: true."
        )


def check(source: Mapping) -> str:
    """What the heads of a source's files say; nothing is extracted."""
    if source.get("url") and not Path(source["path"]).expanduser().is_file():
        return f"{source['path']} is not there yet and comes from {source['url']}"
    plain = {key: value for key, value in source.items() if key != "url"}
    paths = places.files(plain)
    names = sorted({_site(path, dumps.head(path)).name or "no name" for path in paths})
    size = sum(Path(path).stat().st_size for path in paths)
    return f"{len(paths)} dump files of {size / 1e6:.1f} MB, site {', '.join(names)}"


def cleaned(chunk: Chunk, source: Mapping) -> bytes:
    """One chunk's counts as a line of JSON, and behind it the frame of its articles."""
    counts: Counter = Counter()
    dump = _dump(chunk.path, chunk.head + chunk.pages)
    names = _names(dump.site_info)
    documents = []
    try:
        for page in dump.pages:
            document = _document(page, source, names, counts)
            documents += [document] if document else []
    except PARSING as error:
        raise SourceError(_damaged(chunk.path, error)) from error
    return json.dumps(counts, sort_keys=True).encode() + b"\n" + frame(documents)


def _document(
    page: mwxml.Page, source: Mapping, names: Names, counts: Counter
) -> Document | None:
    """The document a page is, or none, counted by its reason."""
    counts["pages"] += 1
    contents = [revision.slots.contents["main"] for revision in page]
    text = (contents[-1].text if contents else None) or ""
    model = (contents[-1].model if contents else None) or WIKITEXT
    if reason := _left_out(page, model, text, source=source):
        counts[reason] += 1
        return None
    paragraphs, unbalanced = clean(text, names, headings=source.get("headings", False))
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


def _names(site: mwxml.SiteInfo) -> Names:
    """Prefixes of files and categories: the site's own beside those known."""
    own: dict[int, set[str]] = {FILE: set(), CATEGORY: set()}
    for namespace in site.namespaces or []:
        if namespace.id in own and namespace.name:
            own[namespace.id].add(namespace.name.lower())
    return Names(FILES | own[FILE], CATEGORIES | own[CATEGORY])


def _dump(path: str, xml: bytes) -> mwxml.Dump:
    if b"<siteinfo" not in xml[: dumps.HEAD_LIMIT]:
        start = xml.find(b">", xml.find(b"<mediawiki")) + 1
        xml = xml[:start] + NO_SITE + xml[start:]
    try:
        return mwxml.Dump.from_file(BytesIO(xml + dumps.END))
    except PARSING as error:
        raise SourceError(_damaged(path, error)) from error


def _site(path: str, head: bytes) -> mwxml.SiteInfo:
    return _dump(path, head).site_info


def _damaged(path: str, error: Exception) -> str:
    return (
        f"{path} is not the XML of a dump ({error}): fetch the dump again and compare "
        "its checksum."
    )


def _parts(
    paths: list[str], source: Mapping, work: Path, *, threads: int
) -> Iterator[tuple[Path, int]]:
    """Files of finished chunks in order, with the bytes of XML in each."""
    waiting: deque[tuple[Path, int, Future | None]] = deque()
    with _workers(threads) as submit:
        spread = _spreading(submit, threads) if threads > 1 else None
        chunks = (chunk for path in paths for chunk in dumps.chunks(path, spread))
        for number, chunk in enumerate(chunks):
            part = work / f"{number:08d}{PART}"
            made = None if part.exists() else submit(cleaned, chunk, source)
            waiting.append((part, len(chunk.pages), made))
            if len(waiting) > WAITING * threads:
                yield _finished(*waiting.popleft())
        while waiting:
            yield _finished(*waiting.popleft())


def _finished(part: Path, size: int, made: Future | None) -> tuple[Path, int]:
    if made is not None:
        temporary = part.with_suffix(f".{os.getpid()}")
        temporary.write_bytes(made.result())
        temporary.replace(part)
    return part, size


def _spreading(submit: Callable[..., Future], threads: int) -> Spread:
    """A map in order that is a few items ahead, each done in a process."""

    def spread(function: Callable, items: Iterable) -> Iterator:
        waiting: deque[Future] = deque()
        for item in items:
            waiting.append(submit(function, item))
            if len(waiting) > WAITING * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    return spread


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


class _Progress:
    """Lines of progress: how many pages, how much XML, how fast."""

    def __init__(self):
        self.started = self.told = time.monotonic()
        self.megabytes = 0.0

    def tell(self, counts: Counter, size: int) -> None:
        """Add a part; speak at most once in EVERY seconds."""
        self.megabytes += size / 1e6
        if time.monotonic() - self.told >= EVERY:
            self.told = time.monotonic()
            self.end(counts)

    def end(self, counts: Counter) -> None:
        """Speak now."""
        seconds = max(time.monotonic() - self.started, 1e-9)
        LOGGER.info(
            "%d pages, %d articles, %.0f MB of XML, %.1f MB/s",
            counts["pages"],
            counts["articles"],
            self.megabytes,
            self.megabytes / seconds,
        )
