"""Marks of annotated corpora: headers, tags, gaps, and text with one token a line."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from quaver.corpora import reading

HEADER = re.compile(r"(?:@@|##)\S*")  # COHA's and COCA's number of a text
TAG = re.compile(r"</?[A-Za-z][^<>]*>")  # <p>, </p>, <eos>
BREAK = re.compile(r"(</?[A-Za-z][^<>]*>)|((?<!\S)@(?:\s+@)+(?!\S))")
BEGIN = ("<", "@", "#", "/")  # of a mark
GAP = "@"  # COHA has ten of them where words were taken out


def unmarked(rows: Iterable[str], counts: Counter) -> Iterator[str]:
    """Lines of running text without COHA's marks; a blank one where a paragraph ends.

    A line that begins with // and a number of a text (@@8641, ##8641) are left out; a
    tag and a row of @ end the paragraph. counts gets mark_lines, tags and gaps.
    """
    for row in rows:
        if row.startswith("//"):
            counts["mark_lines"] += 1
            continue
        if header := HEADER.match(row):
            counts["mark_lines"] += 1
            row = row[header.end() :]
        if "<" not in row and "@" not in row:
            yield row.strip()
            continue
        text, *pieces = BREAK.split(row)
        yield text.strip()
        for tag, _, text in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
            counts["tags" if tag else "gaps"] += 1
            yield ""
            if text.strip():
                yield text.strip()


def tokens(
    rows: Iterable[str], columns: Sequence[str], take: str, counts: Counter
) -> Iterator[str]:
    """Lines of text from rows of tab-separated columns, a token each.

    The token is the column take, or the first where that is empty or missing. Rows that
    begin with @@, ## or //, tags alone, @ alone and blank rows are no tokens: they end
    the paragraph. counts gets tokens, mark_lines, tags, gaps, empty_fields, empty_rows.
    """
    column = columns.index(take)
    gathered, length, before = [], 0, ""
    for row in rows:
        fields = row.split("\t")
        first = fields[0].strip()
        mark = _mark(first) if first[:1] in BEGIN else ""
        taken = fields[column].strip() if column < len(fields) else ""
        if mark:
            counts[mark] += not mark == before == "gaps"
        elif token := taken or first:
            if not taken:
                counts["empty_fields"] += 1
            gathered.append(token)
            length += len(token) + 1
        elif row:
            counts["empty_rows"] += 1
        before = mark
        if length >= reading.PARAGRAPH_LIMIT or mark or not row or row.isspace():
            if gathered:
                counts["tokens"] += len(gathered)
                yield from (" ".join(gathered), "")
            gathered, length = [], 0
    counts["tokens"] += len(gathered)
    yield " ".join(gathered)


def _mark(word: str) -> str:
    if word == GAP:
        return "gaps"
    if word.startswith("//") or HEADER.fullmatch(word):
        return "mark_lines"
    return "tags" if TAG.fullmatch(word) else ""
