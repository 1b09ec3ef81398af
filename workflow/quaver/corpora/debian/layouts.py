"""Texts of a Debian package by how it holds them: package in, documents out."""

import itertools
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

from quaver.corpora import debian, extracted
from quaver.corpora.debian import dictd, html_pages
from quaver.corpora.reading import Document, SourceError
from quaver.foreign import expanded, shortened

DOCUMENTS = 200  # in one frame
SHOWN = 3  # names of files that a refusal shows
LOG = logging.getLogger(__name__)


class Layout(NamedTuple):
    """Which files of a package hold texts, by patterns, and what makes documents."""

    names: tuple[str, ...]
    documents: Callable[[Mapping[str, bytes], Counter], Iterator[Document]]


PAGES = ("*.html", "*.htm", "*.xhtml", "*.html.gz")
LAYOUTS = {"html": Layout(PAGES, html_pages.documents)}
LAYOUTS["dictd"] = Layout(("*.dict", "*.dict.dz", "*.index"), dictd.documents)


def extract(
    source: Mapping, work: Path, threads: int, counts: Counter
) -> Iterator[bytes]:
    """Frames of the documents of a package, in the order of its layout.

    Without a folder the package is downloaded below work. counts: its bytes, and what
    the layout left out. One thread is enough; in memory are the files taken.
    """
    package = _package(source, work)
    LOG.info("%s", _titled(package))
    counts[f"bytes of {package.name}"] = package.stat().st_size
    taken = _taken(package, source)
    counts["files"] += len(taken)
    documents = LAYOUTS[source["layout"]].documents(taken, counts)
    while frame := extracted.frame(itertools.islice(documents, DOCUMENTS)):
        yield frame
    if not counts["kept"]:
        raise SourceError(
            f"{package} has no text in its files of layout {source['layout']} "
            f"({len(taken)} read): correct the files, or name another package."
        )


def check(source: Mapping) -> str:
    """Which files would be read; nothing is downloaded or taken out."""
    if not source.get("folder"):
        return debian.promised([source["package"]])
    package = _package(source, Path(source["folder"]))
    files, size = len(_taken(package, source)), package.stat().st_size
    return f"{_titled(package)} of {size / 1e6:.1f} MB, {files} of its files"


def _package(source: Mapping, work: Path) -> Path:
    if source.get("folder"):
        (package,) = debian.placed([source["package"]], expanded(source["folder"]))
    else:
        (package,) = debian.fetched([source["package"]], work)
    return package


def _titled(package: Path) -> str:
    return f"{package.name.split('_')[0]} {debian.version(package)}"


def _taken(package: Path, source: Mapping) -> dict[str, bytes]:
    """Files of a package that the layout reads and the pattern names."""
    layout, pattern = source["layout"], source.get("files", "*")
    there, readable, taken = set(), [], {}
    for path, content in debian.files(package):
        name = path.removeprefix("./")
        there |= {kind for kind in LAYOUTS if _is_of(kind, name)}
        if _is_of(layout, name):
            readable.append(name)
            if fnmatchcase(name, pattern):
                taken[name] = content
    if not readable:
        others = [f"write layout: {kind}, or " for kind in LAYOUTS if kind in there]
        raise SourceError(
            f"{package} has no file of layout {layout} "
            f"({', '.join(LAYOUTS[layout].names)}): {''.join(others)}name another "
            "package."
        )
    if not taken:
        names = sorted(readable, key=html_pages.natural)
        shown = ", ".join(names[:SHOWN])
        more = f" and {len(names) - SHOWN} more" * (len(names) > SHOWN)
        raise SourceError(
            f"no file of {package} matches files: {shortened(pattern)}: correct the "
            f"pattern, as there are {shown}{more}."
        )
    return taken


def _is_of(layout: str, name: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in LAYOUTS[layout].names)
