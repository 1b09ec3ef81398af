"""Random numbers by seed and place: the same for a group whatever is drawn beside it.

SplitMix64 (Steele, Lea and Flood 2014), by its counter: number k of a seed follows from
both alone, so that compiled loops and plain ones draw alike, in any order.
"""

import numpy as np
from numba import njit

STEP = np.uint64(0x9E3779B97F4A7C15)  # 2 ** 64 / golden ratio, odd
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
ONE, UNIT = np.uint64(1), 2.0**-53
HALF, LOWER = np.uint64(32), np.uint64(2**32 - 1)


@njit(cache=True)
def bits(seed, place):
    """Number `place` (from 0) of a seed: 64 random bits."""
    mixed = np.uint64(seed) + (np.uint64(place) + ONE) * STEP
    mixed = (mixed ^ (mixed >> np.uint64(30))) * FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * SECOND
    return mixed ^ (mixed >> np.uint64(31))


@njit(cache=True)
def uniform(seed, place):
    """The same as a number in [0, 1), of 53 bits."""
    return np.float64(bits(seed, place) >> np.uint64(11)) * UNIT


@njit(cache=True)
def drawn(seed, place, table):
    """A row by its share, from Walker's table (rows,), fewer than 2 ** 32."""
    number = bits(seed, place)
    # the upper half says which row, the lower whether it is that or its other
    row = ((number >> HALF) * np.uint64(len(table))) >> HALF
    entry = table[row]
    return np.int64(row if (number & LOWER) < (entry >> HALF) else entry & LOWER)


@njit(cache=True)
def table_of(weights):
    """Walker's table of weights: (rows,) uint64, above in 32 bits the chance to stay
    with a row, below the row to go to instead: one look a draw."""
    rows = len(weights)
    left = weights * (rows / weights.sum())
    chances, others = np.ones(rows), np.arange(rows)
    poor, rich = np.empty(rows, np.int64), np.empty(rows, np.int64)
    poors, riches = 0, 0
    for row in range(rows):
        if left[row] < 1:
            poor[poors] = row
            poors += 1
        else:
            rich[riches] = row
            riches += 1
    while poors and riches:
        poors -= 1
        row, giver = poor[poors], rich[riches - 1]
        chances[row], others[row] = left[row], giver
        left[giver] -= 1 - left[row]
        if left[giver] < 1:
            riches -= 1
            poor[poors] = giver
            poors += 1
    # what rounding leaves over: a weight of 0 must not be drawn
    best = np.argmax(weights)
    for place in range(poors):
        row = poor[place]
        if weights[row] == 0:
            chances[row], others[row] = 0, best
    # a chance of 1 has no room in 32 bits, and goes to the row itself instead
    table = np.empty(rows, np.uint64)
    for row in range(rows):
        above = np.uint64(min(chances[row] * 2.0**32, 2.0**32 - 1))
        table[row] = (above << HALF) | np.uint64(others[row])
    return table
