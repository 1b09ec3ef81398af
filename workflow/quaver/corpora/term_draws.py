"""Draws: sentences of a term that a vector is learned from, no two draws sharing one.

Nothing depends on other terms: seeds are a hash of the set's seed and the term.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

NONE = -1  # the draw of a sentence that is in none
HALVES = 2


class Draws(NamedTuple):
    """Sentences of a term in the order they are learned in.

    order: (sentences,) int64 places, in order of the text from 0. draw: (sentences,)
    int64 in that order, ascending, or NONE at the end. full: (draws,) bool, which draws
    have as many sentences as asked.
    """

    order: np.ndarray
    draw: np.ndarray
    full: np.ndarray


def seed_of(seed: int, purpose: str, term: str) -> int:
    """Seed in [0, 2**64) of a term, by hash."""
    text = json.dumps([seed, purpose, term])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def at_random(number: int, *, draws: int, sentences: int, seed: int) -> Draws:
    """Draws of `sentences` of a term's `number`, which are fewer shared out evenly.

    Where they cannot be shared out evenly, the first draws have one more.
    """
    order = np.random.default_rng(seed).permutation(number)
    least, more = divmod(min(number, draws * sentences), draws)
    sizes = least + (np.arange(draws) < more)
    draw = np.repeat(np.arange(draws), sizes)
    rest = np.full(number - len(draw), NONE, dtype=np.int64)
    return Draws(order, np.append(draw, rest), sizes == sentences)


def by_half(is_late: np.ndarray) -> Draws:
    """A draw of the sentences of each half: (sentences,) bool, in the later one."""
    full = np.ones(HALVES, dtype=bool)
    return Draws(np.arange(len(is_late)), is_late.astype(np.int64), full)


def undivided(number: int) -> Draws:
    """All sentences of a term as one draw."""
    return Draws(np.arange(number), np.zeros(number, np.int64), np.ones(1, dtype=bool))


def middle(edges: np.ndarray) -> int:
    """The edge between units that is nearest to the middle of their tokens.

    edges: (units + 1,), of two units or more; of edges equally near the first.
    """
    if len(edges) < 3:
        raise ValueError(f"edges must be of two units or more. Got {len(edges) - 1}.")
    return int(edges[1 + np.argmin(abs(2 * edges[1:-1] - edges[0] - edges[-1]))])


def shuffled(texts: Sequence[str], *, purpose: str, seed: int) -> list[int]:
    """Places of texts in an order by hash, which no order of theirs can change."""
    hashes = [(seed_of(seed, purpose, text), text) for text in texts]
    return sorted(range(len(texts)), key=hashes.__getitem__)


def held_out(terms: Sequence[str], *, share: float, seed: int) -> np.ndarray:
    """Which terms are test terms: (terms,) bool, a share of them, one at least."""
    chosen = shuffled(terms, purpose="test", seed=seed)
    is_test = np.zeros(len(terms), dtype=bool)
    is_test[chosen[: max(1, round(share * len(terms)))]] = True
    return is_test
