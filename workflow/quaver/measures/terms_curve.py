"""How well terms are told apart, against how many sentences they are learned from.

For each number of sentences n two disjoint draws of n of each term are learned, anew in
each repeat. A term is told from another where a draw of it is nearer to its own other
draw than to the other's; by chance that is so in half of the cases. The mean draw is
taken off first, since sums share a direction.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from quaver.learners.declare import LearningError
from quaver.measures.declare import DRAWS, MODELS, TERMS, TEXTS, Cost, Measure, Quantity
from quaver.measures.sentences import (
    Backgrounds,
    Sentences,
    learning_modules,
    learning_spec,
    learns_alone,
    seeds_of,
    sentences_of,
)
from quaver.spaces.apart import alike
from quaver.spaces.normalise import directed, unit_rows

ALL = "all"  # a draw is half of the sentences of its term
TOKENS = 1 << 23  # learned from together, at most
GROUPS = 1 << 16  # learned together, at most
AXES = "runs", "sizes", "terms", "repeats"
KINDS = (
    ("raw_told", "cosine", "between"),
    ("told", "centred_cosine", "centred_between"),
)  # of draws as they are, and without their mean
TOLD = *KINDS[0], *KINDS[1]


class Unit(NamedTuple):
    """Two draws of each term, of one size in one repeat: rows of both, entries of the
    sentences, and the group of each, term by term (see Pairs)."""

    size: int
    repeat: int
    entries: np.ndarray
    group: np.ndarray


class Pairs:
    """Pairs of disjoint draws of terms, in order of their names.

    So sums over terms do not hang on the order terms are asked for in. Sentences are
    drawn alike beside all backgrounds and by all learners, which compare in pairs: by
    what each makes of the same ones. order: (terms,)
    rows of the set's terms. held: (terms,) sentences. numbers: (sizes, terms) sentences
    of each draw, 0 where there are too few.
    """

    def __init__(self, sentences: Sentences, sizes: Sequence[str], seed: int):
        """Take the sizes that are asked for, as texts, and the seed of the set."""
        names, self._seed, self.sizes = sentences.terms, seed, [*map(str, sizes)]
        self.order = np.array(sorted(range(len(names)), key=names.__getitem__))
        self.names = [names[row] for row in self.order]
        self._entries = [np.flatnonzero(sentences.term == row) for row in self.order]
        self.held = np.array([len(own) for own in self._entries])
        halves = self.held // 2
        asked = (halves if x == ALL else np.full_like(halves, x) for x in self.sizes)
        self.numbers = np.array([np.where(n <= halves, n, 0) for n in asked])

    def unit(self, size: int, repeat: int) -> Unit:
        """Draws by the size's place and the repeat's number."""
        called = [(name, "curve", self.sizes[size], repeat) for name in self.names]
        entries, groups = [], []
        for k, seed in enumerate(seeds_of(self._seed, called)):
            number, own = self.numbers[size, k], self._entries[k]
            turns = np.random.default_rng(seed).permutation(len(own))
            entries.append(own[turns[: 2 * number]])
            groups.append(np.repeat([2 * k, 2 * k + 1], number))
        return Unit(size, repeat, np.concatenate(entries), np.concatenate(groups))

    def called(self, unit: Unit) -> list[tuple]:
        """What groups of a unit are called: (2 terms,)."""
        where = "curve", self.sizes[unit.size], unit.repeat
        return [(name, *where, draw) for name in self.names for draw in (0, 1)]

    def blocks(self, repeats: int, lengths: np.ndarray) -> Iterator[list[Unit]]:
        """All units, so many together as memory holds; lengths: (entries,) tokens."""
        most, block, tokens = max(1, GROUPS // (2 * len(self.names))), [], 0
        for where in product(range(len(self.sizes)), range(repeats)):
            unit = self.unit(*where)
            more = int(lengths[unit.entries].sum())
            if block and (tokens + more > TOKENS or len(block) == most):
                yield block
                block, tokens = [], 0
            block.append(unit)
            tokens += more
        yield block


def measure(given, out) -> None:
    """Store, by size and repeat, from how many others each term is told apart."""
    with given.other(DRAWS) as stored:
        sentences = sentences_of(stored)
    spec, backgrounds = given.spec, Backgrounds(given, sentences)
    pairs, repeats = Pairs(sentences, spec["curve"], spec["seed"]), spec["repeats"]
    place = np.argsort(pairs.order)  # of the set's terms among sorted names
    out.put_axes(
        runs=backgrounds.numbers,
        sizes=pairs.sizes,
        terms=sentences.terms,
        repeats=np.arange(1, repeats + 1),
    )
    out.put("is_test", ("terms",), sentences.is_test)
    out.put("held", ("terms",), pairs.held[place])
    out.put("sentences", ("sizes", "terms"), pairs.numbers[:, place])
    others = [alike(x).sum(axis=1)[place] for x in pairs.numbers]
    out.put("others", ("sizes", "terms"), np.array(others))
    learn, lengths = backgrounds.learner(), np.diff(sentences.edges)
    every = len(backgrounds), len(pairs.sizes), len(place), repeats
    files = {name: out.reserve(name, AXES, every, np.float32) for name in TOLD}
    for k, run in enumerate(backgrounds.numbers.tolist()):
        background, rows = backgrounds[k]
        for block in pairs.blocks(repeats, lengths):
            groups = 2 * len(place)
            entries = np.concatenate([unit.entries for unit in block])
            group = np.concatenate([x.group + n * groups for n, x in enumerate(block)])
            drawn = sentences.drawn(rows, entries, group, groups * len(block))
            called = [name for unit in block for name in pairs.called(unit)]
            vectors = learn(background, drawn, backgrounds.seeds(run, called)).vectors
            for unit, own in zip(block, np.split(vectors, len(block)), strict=True):
                both = own.reshape(len(place), 2, -1)
                told = apart(both, alike(pairs.numbers[unit.size]))
                for name, values in told.items():
                    files[name][k, unit.size, :, unit.repeat] = values[place]


def apart(vectors: np.ndarray, pairs: np.ndarray) -> dict[str, np.ndarray]:
    """How two draws of each term lie: (terms, 2, dims), who is compared (terms, terms).

    told, raw_told: (terms,) shares of others a term is told from, in [0, 1], of draws
    without their mean and as they are; NaN where there is none. centred_cosine, cosine:
    (terms,) of its draws; centred_between, between: (terms,) mean with those of others.
    """
    flat = vectors.reshape(-1, vectors.shape[-1])
    some = directed(flat).reshape(-1, 2).all(axis=1)
    units = np.full(flat.shape, np.nan, np.float32)
    units[np.repeat(some, 2)] = unit_rows(flat[np.repeat(some, 2)])
    told = {}
    for kind, mean in zip(KINDS, (0, _mean(units[np.repeat(some, 2)])), strict=True):
        numbers = _shares(units.reshape(vectors.shape) - mean, pairs)
        told |= dict(zip(kind, numbers, strict=True))
    return told


def _mean(units: np.ndarray) -> np.ndarray:
    """Mean of unit rows (rows, dims), summed in float64; 0 of none."""
    return (units.sum(axis=0, dtype=np.float64) / max(len(units), 1)).astype(np.float32)


def _shares(vectors: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Shares of others, cosines of own draws, mean cosine of a draw with others' other
    draw, both ways: (3, terms), NaN where there is none."""
    first, second = vectors[:, 0], vectors[:, 1]
    some = directed(first) & directed(second)  # a term alone is its own mean
    first, second = (unit_rows(x[some]) for x in (first, second))
    cosines = first @ second.T
    compared, own = pairs[np.ix_(some, some)], np.diag(cosines)
    # ties count half
    nearer = np.sign(own[:, None] - cosines) + np.sign(own[:, None] - cosines.T)
    ways = 2 * np.where(compared.any(axis=1), compared.sum(axis=1), np.nan)

    def mean(values: np.ndarray) -> np.ndarray:
        return np.where(compared, values, 0).sum(axis=1, dtype=np.float64) / ways

    told = np.full((3, len(some)), np.nan)
    told[:, some] = 0.5 + mean(nearer) / 2, own, mean(cosines + cosines.T)
    return told


def _wanted(grid, subject) -> bool:
    asked = grid.study.analyses.terms
    own, learner = asked.sets[subject.terms], asked.learners[subject.learner]
    # a definition is one sentence, and all sentences of a term are no smaller draw
    is_drawn = own.draw != "whole" and own.format in ("", "wiki_rnd")
    is_asked = bool(asked.curve) and learner.parameters.curve and is_drawn
    # what trains all terms with a text would train it anew in each repeat
    return is_asked and learns_alone(grid, subject)


def _spec(grid, subject) -> dict:
    asked = grid.study.analyses.terms
    sizes = [str(size) for size in asked.curve]
    own = {"curve": sizes, "repeats": asked.repeats}
    return learning_spec(grid, subject, "terms_curve") | own


def _operations(size) -> float:
    """Of learning some sixty sentences of a term in each repeat of a size, and of what
    reads the background's text."""
    asked = size.analyses.terms
    if not asked:
        return 5e7 * size.runs
    own = asked.learners[size.terms[1]].parameters
    runs = own.runs or size.runs
    text = 8_000.0 * size.tokens if own.needs_text else 0.0
    return runs * (text + 5e7 * len(asked.curve) * asked.repeats)


MEASURE = Measure(
    name="terms_curve",
    of=TERMS,
    reads=(MODELS, DRAWS, TEXTS),
    wanted=_wanted,
    spec=_spec,
    uses=learning_modules,
    refuses=(LearningError,),
    message="Tell how many sentences a term needs, for {subject}.",
    cost=Cost(
        bytes=lambda size: (
            6e8
            + 12.0 * size.words * size.dims
            + 20.0 * TOKENS
            + 12.0 * GROUPS * size.dims
            + 8.0 * size.tokens
        ),
        operations=_operations,
        passes=1,
    ),
    quantities={
        "told": Quantity(
            label="share of other terms that a term's draws are told from",
            symbol="T_n(t)",
            formula="mean over u of [cos(a_t, b_t) > cos(a_t, b_u)], centred",
            source="Bloem et al. 2019 (draws); ours (shares, without the mean)",
        ),
    },
)
