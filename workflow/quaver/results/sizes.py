"""Records of how bootstrapped runs agree on neighbours, by the size of the text."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Sized:
    """Neighbours that the bootstrapped runs of one fraction of a text share.

    tokens: of the fraction. words: how many the runs share, so among how many lists of
    neighbours were made. share: (runs, runs), p@n over all target words. common: the
    same over those that every fraction has, None where there are none.
    """

    view: str
    fraction: float
    tokens: int
    runs: int
    words: int
    share: np.ndarray
    common: np.ndarray | None


@dataclass(frozen=True)
class TextNumbers:
    """One text x unit x technique: its fractions, the smallest first.

    view: of the largest fraction measured. n: length of the lists. targets, common:
    random words of the largest fraction, and how many every fraction has. frequency,
    word_share: (targets,) occurrences in the largest fraction and p@n. left_out:
    fractions that are not measured. note: why there is nothing at all.
    """

    corpus: str
    view: str
    unit: str
    language: str
    technique: str
    trainer: str
    n: int = 0
    targets: int = 0
    common: int = 0
    sizes: Sequence[Sized] = ()
    frequency: np.ndarray = field(default_factory=lambda: np.empty(0))
    word_share: np.ndarray = field(default_factory=lambda: np.empty(0))
    left_out: Sequence[str] = ()
    note: str = ""
