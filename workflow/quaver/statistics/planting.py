"""Change that is planted: some uses of a word are another word's of like frequency.

A swap: where it is planted, each use of a target becomes its donor, and each of the
donor the target, with the probability `share`. So frequencies stay as they are, and of
the target's uses there a share are those of the donor. Which uses, is told by a hash of
their place in the text: read in blocks of any size and order, the same are swapped.
"""

from typing import NamedTuple

import numpy as np

LIKE = 1.5  # times as frequent as its target a donor is at most
NEAR = 0.15  # by how much logs of frequencies are off when neighbours are drawn
BANDS = (50, 100, 200, 500)  # occurrences, where bands of frequency end
# of splitmix64 (Steele, Lea and Flood 2014), a hash of numbers one by one
STEP, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Plants(NamedTuple):
    """Words that change places: targets, donors (pairs,) rows, shares (pairs,)."""

    targets: np.ndarray
    donors: np.ndarray
    shares: np.ndarray


def band_of(counts: np.ndarray) -> np.ndarray:
    """Band of frequency: occurrences (...) -> (...) from 0, the rarest."""
    return np.searchsorted(BANDS, counts, side="right")


def pairs_of(counts: np.ndarray, shares, words: int, seed) -> Plants:
    """So many words for each share, over all frequencies, and a donor for each.

    counts: (words,) occurrences, 0 of words that cannot be planted. No word is in two
    pairs. Bands of frequency have as many pairs each as there are, and each share as
    many of a band as any other. seed: an int, or several.
    """
    generator = np.random.default_rng(seed)
    pairs = generator.permuted(_neighbours(counts, generator), axis=1)
    wanted = words * len(shares)
    if len(pairs) < wanted:
        raise ValueError(
            f"too few donors: {wanted} words that are planted together need one of "
            f"like frequency each, and {len(pairs)} have one: plant fewer words or "
            "shares, or take more text"
        )
    pairs = pairs[over_bands(band_of(counts[pairs[:, 0]]), wanted, generator)]
    # in turn, through the bands: each has all shares
    return Plants(*pairs.T, np.resize(np.asarray(shares, np.float64), wanted))


def _neighbours(counts: np.ndarray, generator) -> np.ndarray:
    """Pairs of words of like frequency, each word in one at most: (pairs, 2)."""
    words = np.flatnonzero(counts)
    logs = np.log(counts[words])
    order = np.argsort(logs + NEAR * generator.random(len(words)), kind="stable")
    pairs = words[order[: len(words) // 2 * 2]].reshape(-1, 2)
    return pairs[np.ptp(np.log(counts[pairs]), axis=1) <= np.log(LIKE)]


def over_bands(bands: np.ndarray, wanted: int, generator) -> np.ndarray:
    """So many places of all bands alike, as far as they reach: (n,) -> (wanted,).

    Drawn at random, in order of band; all there are, if they are fewer.
    """
    mixed = generator.permutation(len(bands))
    mixed = mixed[np.argsort(bands[mixed], kind="stable")]
    # the first of each band, then the second: small bands are used up
    turn = np.arange(len(mixed)) - np.searchsorted(bands[mixed], bands[mixed])
    taken = np.argsort(turn, kind="stable")[:wanted]
    return mixed[np.sort(taken)]


def swapped(tokens: np.ndarray, first: int, plants: Plants, seed: int) -> np.ndarray:
    """Tokens of which plants are swapped: (tokens,) word rows, the first of which is at
    place `first` of the text -> (tokens,) of the same dtype.

    seed: an int below 2^64. Bits depend on place and seed alone.
    """
    least = 1 + max(plants.targets.max(), plants.donors.max(), tokens.max(initial=0))
    other, share = np.arange(least), np.zeros(least)
    other[plants.targets], other[plants.donors] = plants.donors, plants.targets
    share[plants.targets] = share[plants.donors] = plants.shares
    places = np.flatnonzero(share[tokens])
    drawn = uniform(places + first, seed) < share[tokens[places]]
    made = tokens.copy()
    made[places[drawn]] = other[tokens[places[drawn]]]
    return made


class Planted(NamedTuple):
    """Tokens of a text, swapped in documents of the second half, wherever sliced."""

    tokens: object
    heads: np.ndarray
    half: np.ndarray
    plants: Plants
    seed: int

    def __getitem__(self, wanted: slice) -> np.ndarray:
        """Tokens of a slice that has a start and an end: (n,)."""
        tokens = self.tokens[wanted]
        ends = np.clip(self.heads, wanted.start, wanted.stop)
        second = np.repeat(self.half == 1, np.diff(ends))
        made = swapped(tokens, wanted.start, self.plants, self.seed)
        return np.where(second, made, tokens)


def uniform(places: np.ndarray, seed: int) -> np.ndarray:
    """A number in [0, 1) for each place of a text: (places,) -> (places,)."""
    start = _mixed(np.array([seed % 2**64], dtype=np.uint64))
    bits = _mixed(start + places.astype(np.uint64) * np.uint64(STEP))
    return (bits >> np.uint64(11)) * 2.0**-53


def _mixed(bits: np.ndarray) -> np.ndarray:
    """Finaliser of splitmix64: (n,) uint64 -> (n,)."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(FIRST)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(SECOND)
    return bits ^ (bits >> np.uint64(31))
