"""Layout html: pages of a package, each a document of paragraphs and headings."""

import codecs
import gzip
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import PurePosixPath
from typing import NamedTuple

from quaver.corpora.packed import DAMAGE
from quaver.corpora.reading import Document, SourceError

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# Tags at whose begin and end a paragraph ends.
BLOCKS = HEADINGS | {
    *("p", "div", "blockquote", "center", "pre", "hr", "address", "figure"),
    *("body", "main", "article", "section", "header", "footer", "nav", "aside"),
    *("ul", "ol", "li", "dl", "dt", "dd", "form", "fieldset", "figcaption"),
    *("table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"),
}
VOID = frozenset({"area", "base", "col", "embed", "hr", "img", "input", "link"})
VOID |= {"meta", "param", "source", "track", "wbr"}
# Tags, classes and ids of what is left out, by the name of what is counted.
TAGS = {"pre": "code", "nav": "navigation", "footer": "navigation"}
TAGS |= dict.fromkeys(("head", "script", "style", "template"), "")  # of no reader
NAVIGATION = frozenset(
    {"nav", "navigation", "book-navigation", "page-links", "navbar", "menu", "toc"}
    | {"navheader", "navfooter", "breadcrumb", "breadcrumbs", "pager", "footer"}
)
CHARSET = re.compile(rb"charset\s*=\s*[\"']?([A-Za-z0-9_.:-]+)")
HEAD = 2048  # bytes that name the charset
NUMBER = re.compile("([0-9]+)")
BREAKS = re.compile(r"\n[^\S\n]*\n")  # two <br>: white space of the page is spaces


class Paragraph(NamedTuple):
    """A text without white space around it, and whether it is a heading."""

    text: str
    is_heading: bool


def documents(files: Mapping[str, bytes], counts: Counter) -> Iterator[Document]:
    """A document per page, in natural order of names: page 2 before page 10.

    files: bytes by name in the package. counts: pages, those without text (headings at
    most: a list of contents), paragraphs (= kept + code + navigation + hidden +
    link_paragraphs + headings_alone, of such pages), inline (texts left out within a
    paragraph), note_marks, replacement_characters.
    """
    paths = {name: PurePosixPath(name) for name in files}
    common = os.path.commonpath([path.parent for path in paths.values()])
    for name in sorted(files, key=natural):
        page = paragraphs(_decoded(name, files[name], counts), counts)
        counts["pages"] += 1
        if all(part.is_heading for part in page):
            counts["pages_without_text"] += 1
            counts["headings_alone"] += len(page)
            continue
        counts["kept"] += len(page)
        title = str(paths[name].relative_to(common)).removesuffix(".gz")
        yield Document(title, "", [part.text for part in page])


def natural(name: str) -> list[str | int]:
    """Key of the order of names in which numbers count as such."""
    parts = NUMBER.split(name)
    return [int(part) if k % 2 else part for k, part in enumerate(parts)]


def paragraphs(page: str, counts: Counter) -> list[Paragraph]:
    """The prose of a page, with single spaces between words.

    Left out and counted are what stands in code (pre), navigation and hidden elements,
    paragraphs all of whose letters stand in links, and marks of notes.
    """
    parser = _Parser(counts)
    parser.feed(page)
    parser.close()
    return parser.paragraphs


class _Element(NamedTuple):
    """An open element. reason: why its text is left out, None of one that is read.

    start: how many pieces the paragraph had when it began.
    """

    tag: str
    reason: str | None
    is_link: bool
    start: int


class _Parser(HTMLParser):
    def __init__(self, counts: Counter):
        super().__init__()
        self.paragraphs: list[Paragraph] = []
        self._counts = counts
        self._open: list[_Element] = []
        self._pieces: list[tuple[str, bool]] = []  # texts, whether they are links

    def handle_starttag(self, tag, attrs):
        """Open an element; what may not stand in it is closed first."""
        if tag == "br":
            self._pieces.append(("\n", False))
            return
        if tag in BLOCKS:
            self._flush()
            self._close_last({"p"})
        if tag in HEADINGS:
            self._close_last(HEADINGS)
        if tag == "a":
            self._close_last({"a"})
        if tag in VOID:
            return
        given = {key: value or "" for key, value in attrs}
        is_link = tag == "a" and "href" in given
        self._open.append(
            _Element(tag, _reason(tag, given), is_link, len(self._pieces))
        )

    def handle_endtag(self, tag):
        """Close the last open element of this tag, and what was left open in it."""
        if tag in BLOCKS:
            self._flush()
        if tag == "sup":
            self._leave_out_mark()
        self._close_last({tag})

    def handle_data(self, data):
        inline = [x.reason for x in self._open if x.tag not in BLOCKS]
        if reasons := [reason for reason in inline if reason is not None]:
            self._counts["inline"] += bool(reasons[0]) and _has_letter(data)
            return
        is_link = any(element.is_link for element in self._open)
        # a line's end in a page is a space: only <br> ends a line
        self._pieces.append((data.replace("\n", " "), is_link))

    def close(self):
        super().close()
        self._flush()

    def _close_last(self, tags) -> None:
        places = [k for k, element in enumerate(self._open) if element.tag in tags]
        if places:
            del self._open[places[-1] :]

    def _leave_out_mark(self) -> None:
        """Forget a raised number or sign that is a link, or stands in one."""
        marks = [element for element in self._open if element.tag == "sup"]
        raised = self._pieces[marks[-1].start :] if marks else []
        text = "".join(text for text, _ in raised)
        if any(is_link for _, is_link in raised) and not _has_letter(text):
            del self._pieces[marks[-1].start :]
            self._counts["note_marks"] += 1

    def _flush(self) -> None:
        """End the paragraph; two <br> part two of them."""
        reasons = [x.reason for x in self._open if x.reason is not None]
        pieces, self._pieces = self._pieces, []
        text = "".join(text for text, _ in pieces)
        if not text.strip():
            return
        texts = [" ".join(part.split()) for part in BREAKS.split(text)]
        texts = [part for part in texts if part]
        self._counts["paragraphs"] += len(texts)
        alone = "".join(text for text, is_link in pieces if not is_link)
        if not reasons and _has_letter(text) and not _has_letter(alone):
            reasons = ["link_paragraphs"]
        if reasons:
            self._counts[reasons[0]] += len(texts)
            return
        is_heading = any(element.tag in HEADINGS for element in self._open)
        self.paragraphs += [Paragraph(part, is_heading) for part in texts]


def _reason(tag: str, given: Mapping[str, str]) -> str | None:
    """Why what stands in an element is left out; None where it is read."""
    names = {*given.get("class", "").lower().split(), given.get("id", "").lower()}
    if tag not in ("body", "html") and (
        names & NAVIGATION or given.get("role") == "navigation"
    ):
        return "navigation"
    style = given.get("style", "").replace(" ", "").lower()
    if "hidden" in given or "display:none" in style:
        return "hidden"
    return TAGS.get(tag)


def _has_letter(text: str) -> bool:
    return any(map(str.isalpha, text))


def _decoded(name: str, content: bytes, counts: Counter) -> str:
    """A page as text, in the charset that its head names, else UTF-8."""
    if name.endswith(".gz"):
        try:
            content = gzip.decompress(content)
        except DAMAGE as error:
            raise SourceError(
                f"{name} is damaged ({error}): fetch its package again."
            ) from error
    named = CHARSET.search(content[:HEAD])
    try:
        codec = codecs.lookup(named[1].decode("ascii")).name if named else "utf-8"
    except LookupError:
        codec = "utf-8"
    text = content.decode(codec, "replace")
    counts["replacement_characters"] += text.count("\ufffd")
    return text
