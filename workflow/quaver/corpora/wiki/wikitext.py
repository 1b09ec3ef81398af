"""Wikitext in, paragraphs of plain text out.

Linear scans cut away elements, templates, tables and links to files; what a few rules
cannot settle in a line after that is parsed with mwparserfromhell.
"""

import html
import re
from collections.abc import Iterator, Set

import mwparserfromhell
import regex

from quaver.corpora.wiki import cutting, templates, wikinames

BREAKING = "address|blockquote|center|dd|div|dl|dt|h[1-6]|hr|li|ol|p|poem|td|th|tr|ul"
BREAK = re.compile(rf"</?(?:{BREAKING})(?:\s[^<>]*)?/?>", re.IGNORECASE)
SPACE = re.compile(r"<br(?:\s[^<>]*)?/?>", re.IGNORECASE)
TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9_:-]*(?:\s[^<>]*)?/?>")
TABLE = re.compile(
    r"^[ \t:*#;]*(\{\|)|^[ \t]*(\|\})|(<table(?=[\s/>]))|(</table\s*>)", re.M | re.I
)
CELLS = re.compile(r"^[ \t]*[|!].*$", re.M)
BRACKETS = re.compile(r"\[\[?|\]+")
LINK_LIMIT = 20_000  # characters of a picture's caption
OPEN_LIMIT = 100  # links left open until no end is searched for: time stays linear
PARSED_LIMIT = 10_000  # characters: the parser's time may grow with their square
PREFIXED = re.compile(r"\[\[([^\[\]{}|:\n]{1,60}):")
SIMPLE_LINK = re.compile(r"\[\[[ \t]*:?([^\[\]{}|\n]*)(?:\|([^\[\]]*))?\]\]")
OUTSIDE = re.compile(
    r"\[(?:(?:https?|ftps?|ircs?|news|mailto|gopher|sftp|ssh|svn|git):|//)"
    r"[^\s\[\]]*([^\[\]\n]*)\]",
    re.IGNORECASE,
)
VARIANT = re.compile(r"-\{([^{}]*)\}-")
SWITCH = re.compile(r"__[^\s\d_\[\]{}|<>]{2,40}__")
QUOTES = re.compile(r"'{2,}")
ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
HEADING = re.compile(r"(={1,6})(.+?)\1\s*$")
HOLLOW = re.compile(r" ?(?:\([\s,;:/–-]*\)|（[\s,，;；:：、/]*）)")
OPENING = re.compile(r"([(（])[\s,，;；、]+")
LEFT_OVER = re.compile(r"\[\[|\]\]|\{\{+|\}\}+|'{2,}|\{\||-\{|\}-")
HARD = re.compile(r"\[\[|\]\]|\{\{|\}\}|<[/A-Za-z]")
SIGN = re.compile(r"[\[\]{}<]|''")
ODD = re.compile("[\xad\ufdd0-\ufdef]")
WORD = regex.compile(r"[\p{L}\p{N}]")
TEMPLATE = re.compile(r"\{\{\s*+([^{}|<>\n\s][^{}|<>\n]*)(?=\||\}\}|\n|<!--)")
REDIRECT = re.compile(r"\s*#\s*([^\s\[\]:#]+)\s*:?\s*\[\[")
VARIANTS = ("zh-hans", "zh-cn", "zh")


def is_disambiguation(text: str) -> bool:
    """Tell whether a page is a disambiguation: by its switch or by a template."""
    if "__DISAMBIG__" in text:
        return True
    templates = TEMPLATE.findall(text)
    names = [" ".join(n.replace("_", " ").lower().split()) for n in templates]
    marked = not wikinames.DISAMBIGUATIONS.isdisjoint(names)
    return marked or any(name.endswith(wikinames.ENDING) for name in names)


def is_redirect(text: str) -> bool:
    """Tell whether a page only leads to another, where a dump does not say so."""
    match = REDIRECT.match(text)
    return bool(match) and match[1].lower() in wikinames.REDIRECTS


def clean(
    text: str, hidden: Set[str] = wikinames.HIDDEN, *, headings: bool = False
) -> tuple[list[str], bool]:
    """Plain paragraphs of a page's wikitext, and whether a bracket was never closed.

    hidden: prefixes of links that are no text. headings: keep them as paragraphs. A
    line that is a list item, or was preformatted, is a paragraph; other lines belong
    together until a blank one.
    """
    text, open_elements = cutting.elements(text)
    text, open_braces = cutting.braces(templates.shown(text) if "{{" in text else text)
    open_tables = False
    if "{|" in text or "<table" in text.lower():
        tables, open_tables = cutting.pairs(text, TABLE)
        text = cutting.without(text, tables, "\n\n")
        text = CELLS.sub("", text) if open_tables else text
    text, open_links = _without_links(text, hidden)
    unbalanced = open_elements or open_braces or open_tables or open_links
    paragraphs = [_plain(p) for p in _paragraphs(_readable(text), headings)]
    return [p for p in paragraphs if p and WORD.search(p)], unbalanced


def _without_links(text: str, hidden: Set[str]) -> tuple[str, bool]:
    """Cut links that show nothing or a picture, with whatever is nested in them."""
    spans, position, left_open = [], 0, 0
    while link := PREFIXED.search(text, position):
        position = link.end()
        prefix = link[1].replace("_", " ")
        # codes of languages are lower case
        is_language = prefix.strip() in wikinames.LANGUAGES
        if is_language or " ".join(prefix.lower().split()) in hidden:
            searched = left_open < OPEN_LIMIT
            end = _end_of_link(text, link.start()) if searched else None
            left_open += end is None
            position = end or cutting.to_line_end(text, link.start())
            spans.append((link.start(), position))
    return cutting.without(text, spans), left_open > 0


def _end_of_link(text: str, start: int) -> int | None:
    """Where a link ends that may hold others, links outside and lone brackets."""
    waiting: list[int] = []
    for run in BRACKETS.finditer(text, start, start + LINK_LIMIT):
        length = len(run[0])
        if run[0][0] == "[":
            waiting.append(length)
            continue
        while length and waiting:
            if waiting[-1] == 1:
                length -= length != 2  # two close the link: this bracket stands alone
            elif length < 2:
                break
            else:
                length -= 2
            waiting.pop()
        if not waiting:
            return run.end() - length
    return None


def _readable(text: str) -> str:
    """Links by their labels; switches, tags and variants as a reader sees them."""
    if "-{" in text:
        text = VARIANT.sub(_variant, text)
    text = SIMPLE_LINK.sub(lambda link: link[2] or link[1], text)
    text = OUTSIDE.sub(r"\1", text)
    if "__" in text:
        # a switch is written in capitals, where there are any; __init__ is none
        text = SWITCH.sub(lambda x: "" if x[0] == x[0].upper() else x[0], text)
    if "<" in text:
        text = TAG.sub("", SPACE.sub(" ", BREAK.sub("\n\n", text)))
    return text


def _variant(match: re.Match) -> str:
    """The text a wiki of several scripts shows, in the first script named."""
    flags, bar, rules = match[1].rpartition("|")
    if bar and {"H", "T", "-"} & {flag.strip() for flag in flags.split(";")}:
        return ""
    choices = [r.partition(":") for r in rules.split(";") if r.strip()]
    if not choices or not all(colon for _, colon, _ in choices):
        return rules
    by_name = {name.strip(): text.strip() for name, _, text in choices}
    return next((by_name[v] for v in VARIANTS if v in by_name), choices[0][2].strip())


def _paragraphs(text: str, headings: bool) -> Iterator[str]:
    gathered: list[str] = []
    for line in text.split("\n"):
        first = line[:1]
        if first and first not in " \t*#:;=|-!" and not line.isspace():
            gathered.append(line)
            continue
        if gathered:
            yield " ".join(gathered)
            gathered = []
        if heading := HEADING.match(line):
            yield from [heading[2]] * headings
        elif not line.lstrip().startswith("|"):
            yield line.lstrip(" \t*#:;")
    if gathered:
        yield " ".join(gathered)


def _plain(paragraph: str) -> str:
    """A paragraph without quotes of emphasis, entities and what is left over."""
    if SIGN.search(paragraph):
        paragraph = _parsed(paragraph) if HARD.search(paragraph) else paragraph
        paragraph = LEFT_OVER.sub("", _unquoted(paragraph))
    if "&" in paragraph:
        paragraph = ENTITY.sub(lambda entity: html.unescape(entity[0]), paragraph)
    if "(" in paragraph or "（" in paragraph:
        paragraph = OPENING.sub(r"\1", HOLLOW.sub("", paragraph))
    if ODD.search(paragraph):
        paragraph = paragraph.replace("\xad", "").translate(cutting.LITERAL)
    return " ".join(paragraph.split())


def _unquoted(paragraph: str) -> str:
    """Without '' and '''; an odd number of both is told apart by the parser."""
    if "''" not in paragraph:
        return paragraph
    lengths = [len(run) for run in QUOTES.findall(paragraph)]
    italic = sum(length != 3 and length != 4 for length in lengths)
    bold = sum(length != 2 for length in lengths)
    if italic % 2 and bold % 2:
        return _parsed(paragraph)
    # of four one is an apostrophe, of more than five those beyond
    return QUOTES.sub(lambda run: run[0][5:] or "'" * (len(run[0]) == 4), paragraph)


def _parsed(paragraph: str) -> str:
    """What mwparserfromhell reads in a paragraph; the paragraph where it cannot."""
    if len(paragraph) > PARSED_LIMIT:
        return paragraph
    try:
        code = mwparserfromhell.parse(paragraph)
        return code.strip_code(normalize=False, collapse=False)
    except mwparserfromhell.parser.ParserError:
        return paragraph
