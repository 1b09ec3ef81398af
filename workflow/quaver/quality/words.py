"""Words as numbers, so that sets and spaces meet in arrays."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence

import numpy as np


class Lexicon:
    """The words of a cell folded to one spelling; number k is the k-th spelling.

    normalise: NFC, NFKC or none. lower: the language's lower case; None keeps case.
    """

    def __init__(
        self, words: Sequence[str], normalise: str, lower: Callable[[str], str] | None
    ):
        self._normalise, self._lower = normalise, lower
        self._numbers: dict[str, int] = {}
        for word in self._fold(words):
            self._numbers.setdefault(word, len(self._numbers))
        self.spelling = self.numbers([words])[0]

    def numbers(self, groups: Sequence[Sequence[str]]) -> np.ndarray:
        """Spellings of groups of k words: (groups, k) int64, -1 where none is so."""
        flat = (word for group in groups for word in group)
        spellings = [self._numbers.get(word, -1) for word in self._fold(flat)]
        return np.array(spellings, dtype=np.int64).reshape(len(groups), -1)

    def _fold(self, words: Iterable[str]) -> Iterable[str]:
        for word in words:
            folded = self._normalised(word)
            yield self._normalised(self._lower(folded)) if self._lower else folded

    def _normalised(self, word: str) -> str:
        if self._normalise == "none" or word.isascii():
            return word
        return unicodedata.normalize(self._normalise, word)


def candidates(
    counts: np.ndarray, present: np.ndarray, spelling: np.ndarray, restrict: int
) -> np.ndarray:
    """Rows of the words of a run that count, most frequent first: (kept,) int64.

    counts, present, spelling: (words,). The restrict most frequent of the words present
    (ties by row), and of equal spellings the first.
    """
    rows = np.flatnonzero(present)
    rows = rows[np.argsort(-counts[rows].astype(np.int64), kind="stable")][:restrict]
    _, first = np.unique(spelling[rows], return_index=True)
    return rows[np.sort(first)]


def places(asked: np.ndarray, spelling: np.ndarray) -> np.ndarray:
    """Where spellings asked for stand among the candidates: int64, -1 where nowhere.

    asked: any shape. spelling: (candidates,) of each candidate, all different.
    """
    top = max(asked.max(initial=-1), spelling.max(initial=-1))
    rows = np.full(top + 2, -1, dtype=np.int64)  # the last stands for -1
    rows[spelling] = np.arange(len(spelling))
    return rows[asked]
