"""Words that bear the name of their period, in one text of two periods.

Temporal referencing (Dubossarsky, Hengchen, Tahmasebi and Schlechtweg 2019) trains both
periods as one text, in which a word bears its period's name where it is the target, and
stays plain where it is context: contexts are shared, and no alignment is needed. Here
one vocabulary serves for words and contexts, so that each use bears the name with
probability 1/2: of nearly all words being targets, shared contexts remain. Which uses,
is told by a hash of their place: blocks of any size give the same bits.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quaver.statistics.planting import uniform

LEAST = 20  # uses of a word in each period, that about ten bear each name
SHARE = 0.5  # of uses that bear a name
SIGN = "@"  # between a word and its period
TOKENS = 1 << 20  # marked together: what is drawn of them takes ten times their room


class Marks(NamedTuple):
    """Words that bear names, and where.

    words: (n,) rows. first: the row of the first name; those of the early period come
    first, in order of words. heads: (documents + 1,) places where documents begin.
    late: (documents,) 0 or 1.
    """

    words: np.ndarray
    first: int
    heads: np.ndarray
    late: np.ndarray


def frequent(early: np.ndarray, late: np.ndarray) -> np.ndarray:
    """Rows of words often enough in both periods: (words,) counts twice -> (n,)."""
    return np.flatnonzero(np.minimum(early, late) >= LEAST)


def named(words: Sequence[str], rows: np.ndarray, periods: Sequence[str]) -> list[str]:
    """Names of some words in each period, none of them a word, no two alike: (n,)
    rows -> 2 n."""
    there, sign = {*words}, SIGN
    while True:
        names = [f"{words[row]}{sign}{period}" for period in periods for row in rows]
        if there.isdisjoint(names) and len({*names}) == len(names):
            return names
        sign += SIGN


def marked(tokens: np.ndarray, first: int, marks: Marks, seed: int) -> np.ndarray:
    """Tokens of which half of the uses of some words bear names: (tokens,) word rows,
    the first of which is at place `first` of the text -> (tokens,) of the same dtype.

    seed: an int below 2^64. Bits depend on place and seed alone.
    """
    number = len(marks.words)
    name = np.full(1 + max(marks.first, tokens.max(initial=0)), -1)
    name[marks.words] = marks.first + np.arange(number)
    made = tokens.copy()
    for start in range(0, len(tokens), TOKENS):
        own = made[start : start + TOKENS]
        places = np.flatnonzero(name[own] >= 0)
        apart = places + (first + start)
        is_drawn = uniform(apart, seed) < SHARE
        places, apart = places[is_drawn], apart[is_drawn]
        document = np.searchsorted(marks.heads, apart, side="right") - 1
        own[places] = name[own[places]] + number * marks.late[document].astype(int)
    return made
