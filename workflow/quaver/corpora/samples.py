"""Samples of an encoded corpus: which units a run reads, in which order.

A sample is indices only (Antoniak and Mimno 2018, section 4): the text is never copied.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

SAMPLINGS = ("fixed", "shuffled", "bootstrapped")
CHUNK = 1 << 22  # tokens looked at together where a pass over the text is chunked


@dataclass(frozen=True)
class View:
    """The units of a corpus that runs sample from: one kind of unit, first fraction.

    words: the corpus's words in count order; a token is a row of it.
    tokens: (tokens,) uint32, the whole corpus, memory-mapped.
    offsets: (units + 1,) int64; unit k is tokens[offsets[k]:offsets[k + 1]].
    """

    words: Sequence[str]
    tokens: np.ndarray
    offsets: np.ndarray

    @property
    def units(self) -> int:
        """Number of units."""
        return len(self.offsets) - 1

    def unit(self, index: int) -> np.ndarray:
        """Tokens of one unit: (length,) uint32."""
        return self.tokens[self.offsets[index] : self.offsets[index + 1]]


@dataclass(frozen=True)
class Sample:
    """The units one run reads, in reading order: (drawn,) int64 indices."""

    units: np.ndarray

    def multiplicities(self, units: int) -> np.ndarray:
        """How often each unit was drawn: (units,) int64."""
        return np.bincount(self.units, minlength=units)


def draw(sampling: str, units: int, seed: int) -> Sample:
    """Draw one run's sample of a view with so many units."""
    if sampling == "fixed":
        return Sample(np.arange(units))
    generator = np.random.default_rng(seed)
    if sampling == "shuffled":
        return Sample(generator.permutation(units))
    if sampling == "bootstrapped":
        return Sample(generator.integers(0, units, size=units))
    raise ValueError(f"sampling must be one of {SAMPLINGS}. Got {sampling!r} instead.")


def first_fraction(offsets: np.ndarray, fraction: float) -> np.ndarray:
    """Offsets of the first ceil(fraction * units) units: (units + 1,) -> (kept + 1,).

    As it is written: 0.07 of 100 units is 7, not the 8 of binary floating point.
    """
    if not 0 < fraction <= 1:
        raise ValueError(f"fraction must be in (0, 1]. Got {fraction!r} instead.")
    kept = math.ceil(Fraction(str(fraction)) * (len(offsets) - 1))
    return offsets[: kept + 1]


def count_words(view: View, sample: Sample) -> np.ndarray:
    """Occurrences of each word in the sample: (words,) int64."""
    weights = sample.multiplicities(view.units)
    counts = np.zeros(len(view.words), dtype=np.int64)
    first = 0
    while first < view.units:
        end = view.offsets[first] + CHUNK
        last = int(np.searchsorted(view.offsets, end, side="right")) - 1
        last = max(last, first + 1)  # a longer unit stands alone
        lengths = np.diff(view.offsets[first : last + 1])
        tokens = view.tokens[view.offsets[first] : view.offsets[last]]
        weight = np.repeat(weights[first:last], lengths)
        # float64 sums of whole numbers are exact below 2 ** 53
        counted = np.bincount(tokens, weight, minlength=len(counts))
        counts += counted.astype(np.int64)
        first = last
    return counts
