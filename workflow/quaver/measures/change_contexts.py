"""Contexts of words in two texts, summed by document, in one space of both.

Vectors of contexts need no alignment of two trainings: what surrounds a word is looked
up in one space, and a linear map fitted on all words makes vectors of it that compare
with theirs (Khodak et al. 2018). Summed by document, they tell what other documents
would have given, without training anything anew.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import NamedTuple

import numpy as np

from quaver.measures.declare import PAIR, TEXTS, Cost, Measure
from quaver.measures.errors import MeasureError
from quaver.measures.pooling import pool, room
from quaver.spaces.contexts import Contexts, add_contexts, context_sums, transform
from quaver.spaces.pooled import Pooled
from quaver.statistics.periods import LEAST

LIKE = 200  # words nearest in frequency to each target, to compare it with
TOKENS = 1 << 19  # read together; a longer document stands alone
WINDOW = 5  # where a technique has none


class Text(NamedTuple):
    """A text to read: its units, the document of each, and rows of its words.

    tokens: whatever gives slices. edges: (units + 1,). documents: (units,). rows: of
    each of its words in the space of both texts.
    """

    tokens: object
    edges: np.ndarray
    documents: np.ndarray
    rows: np.ndarray
    number: int

    def blocks(self, most: int) -> Iterator[tuple[np.ndarray, slice]]:
        """Tokens, so many at most, and their units: no document is cut."""
        heads = np.flatnonzero(np.diff(self.documents, prepend=-1))
        heads = np.append(heads, len(self.documents))
        starts, first = self.edges[heads], 0
        while first < len(heads) - 1:
            end = np.searchsorted(starts, starts[first] + most, side="right")
            last = max(int(end) - 1, first + 1)
            yield (
                self.tokens[starts[first] : starts[last]],
                slice(heads[first], heads[last]),
            )
            first = last


class Gathered(NamedTuple):
    """Contexts of words in several texts, numbered as in `chosen`, rows of their space.

    matrix: transform that contexts went through. targets: rows asked for; missing:
    words. counts: (texts, all words) occurrences. documents: of each text.
    """

    contexts: Contexts
    matrix: np.ndarray
    chosen: np.ndarray
    targets: np.ndarray
    missing: list[str]
    counts: np.ndarray
    documents: list[int]

    @property
    def periods(self) -> np.ndarray:
        """The text each document is of, from 0: (documents,)."""
        return np.repeat(np.arange(len(self.documents)), self.documents)


def measure(given, out) -> None:
    """Store the contexts of the words asked for, and of others to compare them with."""
    space = pool(given)

    def choose(counts: np.ndarray) -> tuple[np.ndarray, list[str]]:
        counts[:, ~space.joint] = 0
        targets, missing = asked(given.spec["words"], space.words, counts)
        if not len(targets):
            raise MeasureError("no word asked for is in both texts: ask for others")
        return targets, missing

    made = gathered(given, space, choose)
    chosen = made.chosen
    out.put_axes(words=[space.words[row] for row in chosen], missing=made.missing)
    out.put("targets", ("words",), np.isin(chosen, made.targets))
    out.put("occurrences", ("periods", "words"), made.counts[:, chosen])
    out.put("period", ("documents",), made.periods.astype(np.int8))
    out.put("transform", ("dims", "other_dims"), made.matrix)
    out.put("sums", ("entries", "dims"), made.contexts.sums.astype(np.float32))
    for name in ("counts", "word", "document"):
        out.put(name, ("entries",), getattr(made.contexts, name))


def gathered(given, space: Pooled, choose: Callable, *, least: int = LEAST) -> Gathered:
    """Contexts of words in all texts of a subject, and of words as frequent.

    choose(counts) -> rows of the words asked for, and those that are missing. least:
    documents that a text must have.
    """
    with ExitStack() as stack:
        stored = [stack.enter_context(text) for text in given.others(TEXTS)]
        counts = np.zeros((len(stored), len(space.words)), dtype=np.int64)
        for own, rows, text in zip(counts, space.rows, stored, strict=True):
            own[rows] = text["counts"][:]
        targets, missing = choose(counts)
        chosen = np.union1d(targets, alike(targets, counts))
        unit, window = given.spec["unit"], given.spec["window"]
        pairs = zip(stored, space.rows, strict=True)
        texts = [text_of(*pair, unit, least) for pair in pairs]
        contexts, *every = summed_of(texts, space.vectors, chosen, window)
    matrix = transform(*every, space.vectors)
    numbers = [text.number for text in texts]
    contexts = contexts.induced(matrix)
    return Gathered(contexts, matrix, chosen, targets, missing, counts, numbers)


def summed_of(
    texts: Sequence[Text], vectors: np.ndarray, chosen, window: int, *, most=TOKENS
) -> tuple[Contexts, np.ndarray, np.ndarray]:
    """Contexts of chosen words by document, and of every word in all: sums and counts.

    chosen: (words,) rows of vectors (all words, dims). texts: in order.
    Words are numbered as in `chosen`, documents on from those of the first text. The
    bits do not depend on how many tokens at most are read together.
    """
    total = np.zeros(vectors.shape, dtype=np.float64)
    counts = np.zeros(len(vectors), dtype=np.int64)
    number = np.full(len(vectors), -1)
    number[chosen] = np.arange(len(chosen))
    parts, before = [], 0
    for text in texts:
        for tokens, units in text.blocks(most):
            edges = text.edges[units.start : units.stop + 1]
            read = text.rows[tokens], edges - edges[0]
            rules = {"vectors": vectors, "window": window}
            # token by token: whatever is read together, sums are the same
            add_contexts(*read, **rules, into=(total, counts))
            documents = text.documents[units] + before
            part = context_sums(*read, documents, targets=chosen, **rules)
            parts.append(part._replace(word=number[part.word]))
        before += text.number
    contexts = Contexts(*(np.concatenate(x) for x in zip(*parts, strict=True)))
    order = np.lexsort((contexts.document, contexts.word))
    return Contexts(*(x[order] for x in contexts)), total, counts


def text_of(stored, rows: np.ndarray, unit: str, least: int) -> Text:
    """A text of an encoded corpus, and its rows (words,) in the space of both texts;
    refuses one of fewer documents than `least`."""
    edges, heads = (stored[f"{x}_offsets"][:] for x in (unit, "document"))
    number = len(heads) - 1
    if number < least:
        raise MeasureError(
            f"a text has {number} documents, and change needs {least} of each: take "
            "more text, or shorter documents"
        )
    documents = np.searchsorted(heads, edges[:-1], side="right") - 1
    return Text(stored["tokens"], edges, documents, rows, number)


def asked(words, names: list[str], counts: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """Rows of the words asked for that both texts have, and the others.

    words: names, or {"least": n} = all of n occurrences or more in both texts.
    """
    there = counts.min(axis=0)
    if isinstance(words, dict):
        return np.flatnonzero(there >= words["least"]), []
    row = {name: number for number, name in enumerate(names) if there[number]}
    rows = sorted(row[word] for word in words if word in row)
    return np.array(rows, np.int64), [word for word in words if word not in row]


def alike(targets: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Rows of the words nearest in frequency to any target, in all texts."""
    joint = np.flatnonzero(counts.min(axis=0))
    logs = np.log(counts[:, joint])
    near = set()
    for target in targets:
        far = np.abs(logs - np.log(np.maximum(counts[:, target], 1))[:, None]).max(
            axis=0
        )
        near.update(joint[np.argsort(far, kind="stable")[: LIKE + 1]].tolist())
    return np.array(sorted(near), np.int64)


def _spec(grid, subject) -> dict:
    cell = subject.cell
    name, study = grid.change_of(*subject.cells), grid.study
    words = study.analyses.change[name].words
    listed = words if isinstance(words, Mapping) else grid.words("change", name)
    parameters = study.techniques[cell.technique].parameters
    return {
        "words": listed if isinstance(words, Mapping) else sorted(listed),
        "unit": cell.view.unit,
        "window": getattr(parameters, "window", WINDOW),
    }


MEASURE = Measure(
    name="change_contexts",
    of=PAIR,
    reads=("average_all", TEXTS),
    wanted=lambda grid, subject: bool(grid.change_of(*subject.cells)),
    spec=_spec,
    refuses=(ValueError,),
    message="Take the contexts of words in the documents of {subject}.",
    cost=Cost(
        bytes=room,
        # of both texts, without a library for products
        operations=lambda size: 2.0 * size.tokens * size.dims * 2 * WINDOW * 8,
    ),
)
