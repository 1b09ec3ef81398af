"""Spans of wikitext cut away in one scan: elements, templates, balanced pairs.

What is never closed is cut to the end of its line: broken markup costs a line, not the
rest of the page (but an open comment hides the rest, as it does for readers).
"""

import re

# Elements whose content is no text, or none a sentence is made of.
DROPPED = (
    "categorytree|ce|chem|gallery|graph|hiero|imagemap|includeonly|indicator|inputbox|"
    "mapframe|maplink|math|pre|references|ref|score|source|style|syntaxhighlight|"
    "templatedata|templatestyles|timeline"
)
ELEMENT = re.compile(rf"<!--|<({DROPPED}|nowiki)(?:\s[^<>]*?)?(/?)>", re.IGNORECASE)
BRACES = re.compile(r"\{\{+|\}\}+")

# Characters of markup stand as noncharacters while they are meant as they are.
MARKUP = "[]{}|'<>*#:;=_-!"
PROTECTED = {ord(sign): 0xFDD0 + k for k, sign in enumerate(MARKUP)}
LITERAL = {0xFDD0 + k: sign for k, sign in enumerate(MARKUP)}

Span = tuple[int, int]


def elements(text: str) -> tuple[str, bool]:
    """Text without comments and dropped elements, and whether one was not closed.

    A comment alone on its line goes with the line. What stands in nowiki is protected.
    """
    if "<" not in text:
        return text, False
    pieces, missing, position, unbalanced = [], set(), 0, False
    while opened := ELEMENT.search(text, position):
        start, end, kept = opened.start(), opened.end(), ""
        if not opened[1]:
            start, end, is_open = _comment(text, start)
            unbalanced |= is_open
        elif not opened[2]:
            closing, name = None, opened[1].lower()
            if name not in missing:
                tag = re.compile(rf"</{name}\s*>", re.IGNORECASE)
                closing = tag.search(text, end)
            if not closing:  # nowhere further on either: so the scan stays linear
                missing.add(name)
            unbalanced |= closing is None
            if closing and name == "nowiki":
                kept = text[end : closing.start()].translate(PROTECTED)
            end = closing.end() if closing else end
        pieces += (text[position:start], kept)
        position = max(end, position)
    pieces.append(text[position:])
    return "".join(pieces), unbalanced


def _comment(text: str, start: int) -> tuple[int, int, bool]:
    """Where a comment starts and ends, and whether it is left open."""
    end = text.find("-->", start)
    if end < 0:
        return start, len(text), True
    end += len("-->")
    before, after = text.rfind("\n", 0, start), text.find("\n", end)
    if before < 0 or after < 0 or text[before:start].strip() or text[end:after].strip():
        return start, end, False
    return before, after, False


def braces(text: str) -> tuple[str, bool]:
    """Text without {{templates}} and {{{parameters}}}, nested as they may be."""
    waiting: list[list[int]] = []  # place and length of runs that are open
    spans: list[Span] = []
    for run in BRACES.finditer(text):
        position, left = run.start(), run.end() - run.start()
        if text[position] == "{":
            waiting.append([position, left])
            continue
        while left > 1 and waiting:
            start, length = waiting[-1]
            taken = min(left, length, 3)
            left -= taken
            spans.append((start + length - taken, run.end() - left))
            waiting[-1][1] -= taken
            if waiting[-1][1] < 2:
                waiting.pop()
    spans += [(position, to_line_end(text, position)) for position, _ in waiting]
    return without(text, spans), bool(waiting)


def pairs(text: str, marks: re.Pattern) -> tuple[list[Span], bool]:
    """Spans of pairs, and whether one was left open, which goes to its line's end.

    marks: a pattern whose groups take turns: opening, closing, ...
    """
    waiting: dict[int, list[int]] = {}
    spans: list[Span] = []
    for mark in marks.finditer(text):
        kind, closes = divmod(mark.lastindex - 1, 2)
        position = mark.start(mark.lastindex)
        stack = waiting.setdefault(kind, [])
        if not closes:
            stack.append(position)
        elif stack:
            spans.append((stack.pop(), mark.end()))
    left = [position for stack in waiting.values() for position in stack]
    spans += [(position, to_line_end(text, position)) for position in left]
    return spans, bool(left)


def without(text: str, spans: list[Span], instead: str = "") -> str:
    """Text without spans, which may lie in one another; instead stands for each."""
    if not spans:
        return text
    pieces, position = [], 0
    for start, end in sorted(spans):
        if start >= position:
            pieces += (text[position:start], instead)
        position = max(position, end)
    pieces.append(text[position:])
    return "".join(pieces)


def to_line_end(text: str, position: int) -> int:
    """Where the line a place stands in ends."""
    end = text.find("\n", position)
    return len(text) if end < 0 else end
