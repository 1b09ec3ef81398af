"""How far words moved between two texts, judged by equally many uses of each.

The vector of a rare word is of fewer uses than that of a frequent one, and so noisier:
by that alone rare words seem to change more (Dubossarsky et al. 2017). Here each word
is told of by so many of its uses in either text, drawn at random, and beside it by all.
Contexts are in the place of trained vectors (quaver.measures.change_contexts), so that
nothing is trained on thinned texts. Numbers of uses are equal, those of documents are
not: the uses of a frequent word come from more of them.
"""

from collections.abc import Mapping
from contextlib import ExitStack
from typing import NamedTuple

import numpy as np

from quaver.measures.change_contexts import TOKENS, WINDOW, Text, summed_of, text_of
from quaver.measures.declare import PAIR, TEXTS, WHOLE, Cost, Measure, Quantity
from quaver.measures.pooling import pool
from quaver.spaces.contexts import transform
from quaver.spaces.normalise import directed, unit_rows
from quaver.statistics.planting import uniform

EVERY = 1.0  # above all hashes: all uses are drawn


class Uses(NamedTuple):
    """Tokens of a text in which uses that are not drawn are other words, wherever
    sliced: those from `words` on, in the same order.

    bounds: (words,) up to which hash of its place a use is drawn. seed: of the hash.
    """

    tokens: object
    bounds: np.ndarray
    seed: int

    def __getitem__(self, wanted: slice) -> np.ndarray:
        """Tokens of a slice that has a start and an end: (n,)."""
        tokens = self.tokens[wanted]
        places = np.arange(wanted.start, wanted.start + len(tokens))
        is_drawn = uniform(places, self.seed) <= self.bounds[tokens]
        return np.where(is_drawn, tokens, tokens + len(self.bounds))


class Sums(NamedTuple):
    """Sums of contexts and how many they are, by word: drawn uses, then all.

    even, every: (words, dims). even_counts, every_counts: (words,) int64.
    """

    even: np.ndarray
    even_counts: np.ndarray
    every: np.ndarray
    every_counts: np.ndarray


def measure(given, out) -> None:
    """Store how far the words of both texts moved, by equally many uses and by all."""
    spec, space = given.spec, pool(given)
    counts = np.zeros((2, len(space.words)), dtype=np.int64)
    with ExitStack() as stack:
        stored = [stack.enter_context(text) for text in given.others(TEXTS)]
        for own, rows, text in zip(counts, space.rows, stored, strict=True):
            own[rows] = text["counts"][:]
        # a text of few documents is told of, too: nothing is told over documents
        pairs = zip(stored, space.rows, strict=True)
        texts = [text_of(*pair, spec["unit"], 1) for pair in pairs]
        rules = {"least": spec["least"], "window": spec["window"]}
        sums = [
            sums_of(text, space.vectors, seed=seed, **rules)
            for text, seed in zip(texts, spec["seeds"], strict=True)
        ]
    every = sums[0].every + sums[1].every
    total = sums[0].every_counts + sums[1].every_counts
    matrix = transform(every, total, space.vectors)
    joint = np.flatnonzero(space.joint & counts.all(axis=0))
    out.put_axes(words=[space.words[row] for row in joint])
    out.put("counts", ("periods", "words"), counts[:, joint])
    for name in ("even", "every"):
        uses = [getattr(own, f"{name}_counts")[joint] for own in sums]
        out.put(f"{name}_uses", ("periods", "words"), np.array(uses))
        vectors = (getattr(own, name)[joint] @ matrix for own in sums)
        out.put(name, ("words",), distances(*vectors))


def distances(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """1 - cos of the rows of two arrays: (words, dims) twice -> (words,), 0 to 2.

    Half the squared distance of unit rows, never below 0. NaN where a row is zero.
    """
    there = directed(first) & directed(second)
    apart = unit_rows(first, there) - unit_rows(second, there)
    return np.square(apart, dtype=np.float64).sum(axis=1) / 2


def sums_of(
    text: Text, vectors: np.ndarray, *, least: int, window: int, seed: int, most=TOKENS
) -> Sums:
    """Contexts of the words of a text, by `least` uses of each, or all it has, and by
    all: vectors (all words, dims) -> Sums of all words.

    The bits do not depend on how many tokens at most are read together.
    """
    words = len(vectors)
    bounds = bounds_of(text, least, seed, most=most)
    # what is not drawn goes by another number, with the same vector around others
    doubled = text._replace(
        tokens=Uses(text.tokens, bounds, seed),
        rows=np.concatenate([text.rows, text.rows + words]),
    )
    nothing = np.array([], dtype=np.int64)  # no sums by document
    both = np.concatenate([vectors, vectors])
    _, sums, counts = summed_of([doubled], both, nothing, window, most=most)
    sums, counts = sums.reshape(2, words, -1), counts.reshape(2, words)
    return Sums(sums[0], counts[0], sums.sum(axis=0), counts.sum(axis=0))


def bounds_of(text: Text, least: int, seed: int, *, most=TOKENS) -> np.ndarray:
    """Up to which hash of their place so many uses of each word lie: (words,).

    The `least` smallest hashes of each word are held, of no word more than it has.
    """
    end = int(text.edges[-1])
    counts = np.zeros(len(text.rows), dtype=np.int64)
    for first in range(0, end, most):
        block = text.tokens[first : min(first + most, end)]
        counts += np.bincount(block, minlength=len(counts))
    frequent = np.flatnonzero(counts > least)
    rank = np.full(len(counts), -1)
    rank[frequent] = np.arange(len(frequent))
    smallest = np.full((len(frequent), least), EVERY)
    bounds = np.full(len(counts), EVERY)
    for first in range(0, end, most):
        block = text.tokens[first : min(first + most, end)]
        hashes = uniform(np.arange(first, first + len(block)), seed)
        near = np.flatnonzero((hashes < bounds[block]) & (rank[block] >= 0))
        near = near[np.argsort(rank[block[near]], kind="stable")]
        rows, heads = np.unique(rank[block[near]], return_index=True)
        for row, own in zip(rows, np.split(hashes[near], heads[1:]), strict=False):
            held = np.append(smallest[row], own)
            smallest[row] = np.partition(held, least - 1)[:least]
        bounds[frequent] = smallest.max(axis=1)
    return bounds


def _spec(grid, subject) -> Mapping:
    cell, study = subject.cell, grid.study
    name = grid.changes[tuple(x.view.label for x in subject.cells)]
    parameters = study.techniques[cell.technique].parameters
    return {
        "least": study.analyses.change[name].laws.least,
        "seeds": [grid.seed_of("change", x.view) for x in subject.cells],
        "unit": cell.view.unit,
        "window": getattr(parameters, "window", WINDOW),
    }


def _wanted(grid, subject) -> bool:
    early, late = subject.cells
    return late in grid.even_pairs.get(early, ())


def _bytes(size) -> float:
    """Two spaces as one, twice as many words and their sums; contexts in a block."""
    block = 4.0 * size.dims * min(size.tokens, TOKENS)
    # and hashes: of no word more than it has uses
    return 2e8 + 100.0 * size.words * size.dims + block + 8.0 * size.tokens


MEASURE = Measure(
    name="change_even",
    of=PAIR,
    controls=True,
    reads=(WHOLE, TEXTS),
    wanted=_wanted,
    spec=_spec,
    refuses=(ValueError,),
    message="Take the contexts of as many uses of each word in {subject}.",
    cost=Cost(
        bytes=_bytes,
        # of both texts, without a library for products
        operations=lambda size: 2.0 * size.tokens * size.dims * 2 * WINDOW * 10,
    ),
    quantities={
        "even_change": Quantity(
            label="change of a word by equally many uses",
            symbol="Delta_n",
            formula="1 - cos(c1(w) A, c2(w) A), c of n uses drawn in each text",
            source="Dubossarsky et al. 2017; Khodak et al. 2018 (contexts); ours",
            best="low",
            range=(0.0, 2.0),
        ),
    },
)
