"""The help of LibreOffice: example text in many languages, from packages of Debian."""

import itertools
import logging
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from hashlib import blake2b
from pathlib import Path

import regex

from quaver.corpora import debian, extracted
from quaver.corpora.help.help_pages import Paragraph, paragraphs
from quaver.corpora.reading import Document, SourceError
from quaver.foreign import expanded

ENGLISH = "en-us"
PAGE = re.compile(r"\./usr/share/libreoffice/help/[^/]+/(text/.+\.html)")
WORD = regex.compile(r"\p{Han}{1,2}|[\p{L}--\p{Han}][[\p{L}\p{M}]--\p{Han}]*", regex.V1)
SMALL = 100_000  # words
PAGES = 200  # in one frame
LOG = logging.getLogger(__name__)


def extract(
    source: Mapping, work: Path, threads: int, counts: Counter
) -> Iterator[bytes]:
    """Frames of the help in one locale, a document per page in order of their paths.

    Without a folder packages are downloaded below work. counts: bytes of the packages,
    pages, paragraphs (= kept + same_as_english + code + navigation + empty), words kept
    (two Chinese characters count as one). One thread is enough.
    """
    files = packages(source, work)
    for package in files:
        LOG.info("%s", _titled(package))
        counts[f"bytes of {package.name}"] = package.stat().st_size
    english = {
        _digest(path, paragraph)
        for package in files[1:]
        for path, page in _pages(package, Counter())
        for paragraph in page
    }
    kept = _translated(files[0], english, counts)
    while frame := extracted.frame(itertools.islice(kept, PAGES)):
        yield frame
    if not counts["kept"]:
        raise SourceError(
            f"{files[0]} holds no help in {source['locale']}: correct the locale."
        )
    if counts["words"] < SMALL:
        LOG.warning("%s", small(source["locale"], counts["words"]))


def check(source: Mapping) -> str:
    """Which packages would be read; nothing is downloaded or extracted."""
    if not source.get("folder"):
        return debian.promised(_names(source))
    files = packages(source, Path(source["folder"]))
    size = sum(package.stat().st_size for package in files)
    return f"{' and '.join(map(_titled, files))} of {size / 1e6:.1f} MB"


def packages(source: Mapping, work: Path) -> list[Path]:
    """The package of the locale, and the English one to compare it with."""
    if source.get("folder"):
        return debian.placed(_names(source), expanded(source["folder"]))
    return debian.fetched(_names(source), work)


def small(locale: str, words: int) -> str:
    """What to bear in mind of so few words, in a sentence."""
    return (
        f"The help in {locale} has about {words} words, repeated lines among them, "
        "which is little: neighbour lists are rough, and a larger text is better."
    )


def _names(source: Mapping) -> list[str]:
    is_english = source["locale"].startswith("en-")
    locales = [source["locale"], *([] if is_english else [ENGLISH])]
    return [f"libreoffice-help-{locale}" for locale in locales]


def _titled(package: Path) -> str:
    return f"{package.name.split('_')[0]} {debian.version(package)}"


def _translated(package: Path, english: Set, counts: Counter) -> Iterator[Document]:
    """Pages without what nobody has translated: the English paragraph of its key."""
    for path, page in _pages(package, counts):
        texts = [part.text for part in page if _digest(path, part) not in english]
        counts["pages"] += 1
        counts["pages_without_text"] += not texts
        counts["kept"] += len(texts)
        counts["same_as_english"] += len(page) - len(texts)
        counts["words"] += sum(len(WORD.findall(text)) for text in texts)
        if texts:
            yield Document(path, "", texts)


def _pages(package: Path, counts: Counter) -> Iterator[tuple[str, list[Paragraph]]]:
    for name, content in debian.files(package):
        if match := PAGE.fullmatch(name):
            yield match[1], paragraphs(content.decode("utf-8", "replace"), counts)


def _digest(path: str, paragraph: Paragraph) -> bytes:
    named = repr((path, paragraph))
    return blake2b(named.encode("utf-8", "surrogatepass"), digest_size=16).digest()
