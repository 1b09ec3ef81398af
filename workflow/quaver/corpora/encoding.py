"""A stream of documents becomes integer arrays on disk, in two passes.

The first (tokenising) gives words provisional numbers; the second leaves repeated units
and rare words out, closes up the rest and numbers words by count.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress, product
from pathlib import Path

import numpy as np

from quaver.corpora.cleaning import Cleaner
from quaver.corpora.duplicates import MEMORY, first_occurrences, stay
from quaver.corpora.pieces import cut
from quaver.corpora.reading import Document
from quaver.corpora.spool import Column, Strings, spans
from quaver.corpora.tokenising import UNITS, EncodingError, Tokenised, tokenise

COUNTED = ("documents", "sentences", "lines", "tokens", "types")

# What each step leaves out of each count: a name in `dropped` (see Encoded). Of
# repeated units the first stays, and so do all words.
LEFT_OUT: dict[str, dict[str, str]] = {
    "cleaned": {"tokens": "cleaned_tokens", "types": "cleaned_types"},
    "deduplicated": {count: f"duplicate_{count}" for count in COUNTED[:4]},
    "cut": {
        **{units: f"empty_{units}" for units in COUNTED[:3]},
        **{"tokens": "rare_tokens", "types": "rare_words"},
    },
}
STEPS = ("read", *LEFT_OUT)


@dataclass(frozen=True)
class Encoded:
    """A corpus as arrays, memory-mapped from the spool.

    words: in count order, ties by code point. counts: (words,) int64.
    tokens: (tokens,) uint32, a row of words each.
    document_offsets, sentence_offsets, line_offsets: (units + 1,) int64; each is a
    partition of the tokens into units of one kind, or their pieces, none of them empty.
    sentence_documents: (sentences,) int64, the document each sentence stands in.
    document_ids, document_dates, document_groups: texts by document, read from disk.
    dropped: what was left out. For each kind of unit, those met = kept + duplicate_*
    (all its tokens stood in repeated text) + empty_* (no word was left); for tokens,
    those met = kept + cleaned_tokens (numbers, signs, short) + duplicate_tokens +
    rare_tokens; for types, different tokens met = words + cleaned_types (dropped, or
    one word with another: The, the) + rare_words (below min_count). Where lemmas are
    asked for, lemmatised_tokens stay, as other words than without.
    steps: documents, sentences, lines, tokens and types after each `step`, a row each.
    """

    words: list[str]
    counts: np.ndarray
    tokens: np.ndarray
    document_offsets: np.ndarray
    sentence_offsets: np.ndarray
    line_offsets: np.ndarray
    sentence_documents: np.ndarray
    document_ids: Sequence[str]
    document_dates: Sequence[str]
    document_groups: Sequence[str]
    dropped: dict[str, int]
    steps: dict[str, list]


def encode(
    documents: Iterable[Document],
    cleaner: Cleaner,
    *,
    deduplicate: str,
    min_count: int,
    spool: str | Path,
    pieces: Mapping[str, int] | None = None,
    memory: int = MEMORY,
) -> Encoded:
    """Encode a stream of documents into arrays that lie in the folder spool.

    Words rarer than min_count in what is not repeated are cut, the rest closes up, and
    some units are cut into pieces of so many words.
    memory: bytes that finding duplicates may take; the result does not depend on it.
    """
    spool = Path(spool)
    spool.mkdir(parents=True, exist_ok=True)
    text = tokenise(documents, cleaner, deduplicate, spool)
    unit, kept = "document", None
    if deduplicate != "none":
        unit, kept = deduplicate, first_occurrences(text.digests, spool, memory)
    unique = partial(stay, text.edges[unit], kept)
    counts = np.zeros(len(text.words), dtype=np.int64)
    for first, last in spans(len(text.tokens)):
        tokens = text.tokens[first:last][unique(first, last)]
        np.add.at(counts, tokens.astype(np.intp), 1)
    frequent = np.flatnonzero(counts >= max(1, min_count)).tolist()
    order = sorted(frequent, key=lambda word: (-counts[word], text.words[word]))
    if not order:
        raise EncodingError(_nothing_left(text, counts, min_count))
    given = {"spool": spool, "pieces": pieces or {}}
    encoded = _close_up(text, unique, counts, order, **given)
    for path in sorted(spool.glob("provisional.*")):
        path.unlink()
    return encoded


def _close_up(
    text: Tokenised, unique: Callable, counts, order, *, spool, pieces
) -> Encoded:
    ranks = np.full(len(counts), -1, dtype=np.int64)
    ranks[order] = np.arange(len(order))
    tokens = Column(spool / "tokens", "I")
    edges = {unit: _Edges(text.edges[unit], spool / unit) for unit in UNITS}
    for first, last in spans(len(text.tokens)):
        once = unique(first, last)
        new = ranks[text.tokens[first:last]]
        kept = once & (new >= 0)
        tokens.write(new[kept])
        for moved in edges.values():
            moved.follow(first, once, kept)
    dropped = {
        "cleaned_types": text.types - len(text.words),
        "rare_words": len(text.words) - len(order),
        "cleaned_tokens": text.cleaned,
        "duplicate_tokens": len(text.tokens) - int(counts.sum()),
        "rare_tokens": int(counts.sum()) - int(counts[order].sum()),
    }
    if text.lemmatised:
        dropped["lemmatised_tokens"] = text.lemmatised
    offsets, stand = {}, {}
    for unit, moved in edges.items():
        offsets[unit], stand[unit], duplicates, empty = moved.finish()
        dropped |= {f"duplicate_{unit}s": duplicates, f"empty_{unit}s": empty}
    for unit, words in pieces.items():
        offsets[unit] = cut(offsets[unit], words, spool / f"{unit}.pieces")
    met = {f"{unit}s": len(text.edges[unit]) - 1 for unit in UNITS}
    met |= {"tokens": len(text.tokens) + text.cleaned, "types": text.types}
    return Encoded(
        words=[text.words[word] for word in order],
        counts=counts[order],
        tokens=tokens.finish(),
        **{f"{unit}_offsets": offsets[unit] for unit in UNITS},
        sentence_documents=_documents_of(offsets, spool / "sentence_documents"),
        document_ids=_kept_strings(text.ids, stand["document"], spool / "ids"),
        document_dates=_kept_strings(text.dates, stand["document"], spool / "dates"),
        document_groups=_kept_strings(text.groups, stand["document"], spool / "groups"),
        dropped=dropped,
        steps=_count_steps(met, dropped),
    )


class _Edges:
    """Edges of one kind of unit, moved as the tokens between them go.

    before: as met; once: without repeated text; kept: without rare words too.
    """

    def __init__(self, before: np.ndarray, path: Path):
        self._before, self._path = before, path
        self._met, self._tokens = 0, [0, 0]
        paths = map(path.with_suffix, (".once", ".moved"))
        self._moved = [Column(path, "q") for path in paths]

    def follow(self, first: int, *masks: np.ndarray) -> None:
        """Move the edges that stand within or right behind tokens from first on."""
        last = first + len(masks[0])
        met = np.searchsorted(self._before, last, side="right")
        places = self._before[self._met : met] - first
        self._met = met
        for k, mask in enumerate(masks):
            stay = np.concatenate([[self._tokens[k]], mask]).cumsum()
            self._moved[k].write(stay[places])
            self._tokens[k] = int(stay[-1])

    def finish(self) -> tuple[np.ndarray, np.ndarray, int, int]:
        """Drop units left without tokens: offsets, which stand, how many do not.

        (units + 1,) int64; (units met,) uint8; repeated ones; otherwise empty ones.
        """
        once, after = (column.finish() for column in self._moved)
        offsets = Column(self._path.with_suffix(".offsets"), "q")
        offsets.extend([0])
        stand = Column(self._path.with_suffix(".kept"), "B")
        duplicates = empty = 0
        for first, last in spans(len(after) - 1):
            part = slice(first, last + 1)
            full = np.diff(after[part]) > 0
            offsets.write(after[first + 1 : last + 1][full])
            stand.write(full)
            repeated = (np.diff(self._before[part]) > 0) & (np.diff(once[part]) == 0)
            duplicates += int(repeated.sum())
            empty += int((~full & ~repeated).sum())
        return offsets.finish(), stand.finish(), duplicates, empty


def _documents_of(offsets: dict[str, np.ndarray], path: Path) -> np.ndarray:
    """The document each sentence starts in: (sentences,) int64."""
    column = Column(path, "q")
    for first, last in spans(len(offsets["sentence"]) - 1):
        starts = offsets["sentence"][first:last]
        column.write(np.searchsorted(offsets["document"], starts, side="right") - 1)
    return column.finish()


def _kept_strings(strings: Strings, kept: np.ndarray, path: Path) -> Strings:
    column = Strings(path)
    for text in compress(strings, kept):
        column.append(text)
    return column.finish()


def _count_steps(met: Mapping[str, int], dropped: Mapping[str, int]) -> dict[str, list]:
    """Counts after each step: `step` and each of COUNTED -> (steps,)."""
    steps = {"step": list(STEPS), **{count: [met[count]] for count in COUNTED}}
    for names, count in product(LEFT_OUT.values(), COUNTED):
        gone = dropped[names[count]] if count in names else 0
        steps[count].append(steps[count][-1] - gone)
    return steps


def _nothing_left(text: Tokenised, counts: np.ndarray, min_count: int) -> str:
    met = f"{len(text.ids)} documents"
    if not len(text.tokens):
        return (
            f"nothing is left of the corpus after cleaning: its {met} hold no word to "
            "keep (keep, drop_numbers, drop_punctuation and shortest decide)."
        )
    top = int(counts.argmax())
    return (
        f"nothing is left of the corpus after cleaning: min_count is {min_count}, but "
        f"the most frequent word of its {met}, {text.words[top]!r}, occurs "
        f"{counts[top]} times; lower min_count or add text."
    )
