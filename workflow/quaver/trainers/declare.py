"""What is known of a technique beside its code: what a training takes.

No digest counts this module or what is declared with it (quaver/digest.py): models are
not trained again because somebody learned what they cost.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

WORD = 300  # bytes of a word: its text in two tables, its place, its counts


@dataclass(frozen=True)
class Technique:
    """What one run takes, from a Size (engine/cost.py) and the technique's parameters.

    vectors: bytes held of each number of a vector. held: bytes of what grows with the
    text. operations: multiplications and additions, or what takes as long. items: how
    many rows a space has at most.
    """

    vectors: int
    operations: Callable
    held: Callable = lambda size, given: 0
    items: Callable = lambda size, given: size.words

    def bytes(self, size, given) -> float:
        """Matrices of words and what is held of the text, whose tokens are mapped."""
        words = size.words * (self.vectors * size.dims + WORD)
        return words + 2.0 * size.tokens + self.held(size, given)


def different(pairs: float) -> float:
    """How many pairs of words are different, of so many that are met, at most.

    Nearly all of a few million, then as the power 0.8 (Pennington et al. 2014, 3.2).
    """
    return min(2 * pairs, 30 * pairs**0.8)


def met(given) -> int:
    """Vectors that meet a word in a window: rivals, and paths of a tree of words."""
    return given.window * (given.negative + 1 + 20 * given.hierarchical_softmax)


def technique_of(trainer: str) -> Technique:
    """What the module of a trainer declares."""
    return import_module(f"quaver.trainers.{trainer}").TECHNIQUE
