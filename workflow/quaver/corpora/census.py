"""What a text holds, counted while it is read, for as long as there is time."""

import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from quaver.corpora.cleaning import Cleaner
from quaver.corpora.reading import Document
from quaver.corpora.sentences import line_starts


@dataclass(frozen=True)
class Census:
    """What a text holds.

    units: how many, by kind; group: what is drawn by a column. words: occurrences of
    each, as cleaned. characters: of all of the text, however much of it was counted;
    share: of them, in [0, 1]. grouped: how large each group is. undated: documents that
    no range of dates or numbers can take.
    """

    units: Mapping[str, int]
    words: Mapping[str, int]
    characters: int = 0
    share: float = 1.0
    grouped: Sequence[int] = ()
    undated: int = 0


def census(
    documents: Iterable[Document],
    cleaner: Cleaner,
    units: Collection[str],
    seconds: float,
) -> Census:
    """Read documents to their end, and count words and units of the first seconds."""
    counts, tokens = Counter(dict.fromkeys(("document", *units), 0)), Counter()
    read, counted, groups = 0, 0, Counter()
    end = time.monotonic() + seconds
    for document in documents:
        counts["document"] += 1
        for paragraph in document.paragraphs:
            read += len(paragraph)
            groups[document.group] += len(paragraph)
            if time.monotonic() >= end:
                continue
            counted += len(paragraph)
            text = cleaner.normalised(paragraph)
            tokens.update(cleaner.tokens(text)[0])
            counts["line"] += len(line_starts(text))
            if "sentence" in units:  # they take longer than all else
                counts["sentence"] += len(cleaner.pack.sentences(text))
    counts["group"] = len(groups)
    words: Counter = Counter()
    for token, count in tokens.items():  # a token is cleaned once, as in encoding
        word = cleaner.word(token)
        words.update({} if word is None else {word: count})
    share = counted / read if read else 1.0
    return Census(counts, words, read, share, [*groups.values()])
