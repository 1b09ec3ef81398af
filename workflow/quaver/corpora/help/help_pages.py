"""Pages of LibreOffice's help: what of their HTML is prose, as paragraphs."""

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import NamedTuple

CONTENT = "DisplayArea"  # all else of a page is the same everywhere
BLOCKS = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6"})
CONTAINERS = frozenset(
    {"div", "pre", "ul", "ol", "li", "h"}
    | {"table", "thead", "tbody", "tr", "th", "td", "caption"}
)
VOID = frozenset({"br", "img", "meta", "hr", "input", "link", "wbr", "col", "source"})
SWITCH = "switchinline"  # class of what holds alternatives
# Classes of paragraphs that are left out, by the name of what is counted.
LEFT_OUT = {
    "code": {"code", "codeintable", "smathcode"},
    "navigation": {"related", "relatedtopics", "howtogetheader", "bug"},
}


class Paragraph(NamedTuple):
    """A text with its key: what is told apart by it has another key in its page.

    key: the id, or the name of the first anchor inside, and the number of earlier
    paragraphs of the page that have the same.
    """

    key: tuple[str, int]
    text: str


def paragraphs(page: str, counts: Counter) -> list[Paragraph]:
    """The prose of a page, paragraphs and headings with single spaces between words.

    counts: paragraphs met, and left out as empty, code or navigation; the alternatives
    left out (a text may differ by system or program: the default one is kept, else the
    first); texts that stand in no paragraph.
    """
    parser = _Parser(counts)
    parser.feed(page)
    parser.close()
    return parser.paragraphs


@dataclass
class _Element:
    """An open element: its text so far, and its alternatives if it is a switch."""

    tag: str
    classes: frozenset[str]
    name: str
    texts: list[str] = field(default_factory=list)
    alternatives: list[tuple[str, str]] = field(default_factory=list)


class _Parser(HTMLParser):
    def __init__(self, counts: Counter):
        super().__init__()
        self.paragraphs: list[Paragraph] = []
        self._counts = counts
        self._met: Counter[str] = Counter()
        self._open: list[_Element] = []

    def handle_starttag(self, tag, attrs):
        """Open an element; nothing is gathered before the content begins."""
        given = {key: value or "" for key, value in attrs}
        if tag == "br":
            self.handle_data(" ")
        if tag in VOID or (not self._open and given.get("id") != CONTENT):
            return
        blocks = (k for k, element in enumerate(self._open) if element.tag in BLOCKS)
        depth = next(blocks, None)
        if depth is not None and tag in BLOCKS:
            self._close_from(depth)
        elif depth is not None and tag == "a" and not self._open[depth].name:
            self._open[depth].name = given.get("name", "")
        classes = frozenset(given.get("class", "").split())
        self._open.append(_Element(tag, classes, given.get("id", "")))

    def handle_endtag(self, tag):
        """Close the last open element of this tag, and what was left open in it."""
        places = [k for k, element in enumerate(self._open) if element.tag == tag]
        if places:
            self._close_from(places[-1])

    def handle_data(self, data):
        if self._open:
            self._open[-1].texts.append(data)

    def close(self):
        super().close()
        self._close_from(0)

    def _close_from(self, depth: int) -> None:
        while len(self._open) > depth:
            self._close(self._open.pop())

    def _close(self, element: _Element) -> None:
        if SWITCH in element.classes:
            written = [choice for choice in element.alternatives if choice[1].strip()]
            default = [text for system, text in written if not system]
            element.texts += (default or [text for _, text in written])[:1]
            self._counts["alternatives"] += max(0, len(written) - 1)
        text = "".join(element.texts)
        if element.tag in BLOCKS:
            self._keep(element, " ".join(text.split()))
        elif element.tag == "pre":
            self._counts.update(paragraphs=1, code=1)
        elif element.tag in CONTAINERS or not self._open:
            self._counts["outside_paragraphs"] += bool(text.strip())
        elif SWITCH in self._open[-1].classes:
            system = "" if element.name.startswith("default") else element.name
            self._open[-1].alternatives.append((system, text))
        else:
            self._open[-1].texts.append(text)

    def _keep(self, block: _Element, text: str) -> None:
        if any(element.tag == "pre" for element in self._open):
            return  # counted once, as the pre it stands in
        self._counts["paragraphs"] += 1
        number = self._met[block.name]
        self._met[block.name] += 1
        around = block.classes.union(*(element.classes for element in self._open))
        reasons = [name for name, classes in LEFT_OUT.items() if classes & around]
        if not text:
            self._counts["empty"] += 1
        elif reasons:
            self._counts[reasons[0]] += 1
        else:
            self.paragraphs.append(Paragraph((block.name, number), text))
