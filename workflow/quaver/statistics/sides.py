"""Sums over the documents on one of two sides, of one word in many deals.

Deals are many and documents few: the same ones stand on a side again and again. So the
sums of all subsets of six documents stand in a table, and a deal adds one row of it in
the place of six ("four Russians": Arlazarov et al. 1970). All are float64, added in one
order: bits hang on no library, cores, or deals taken together.

Columns come in strips, values as (strips, rows, STRIP), so that all that is read again
stays in the cache of a core.
"""

import numpy as np
from numba import njit

FACTS = 3  # first columns of a word's documents: |R_d|^2, n_d and 1; then dims
STRIP = 32  # columns summed together
EACH = 6  # documents of a table
TABLES = 4  # added together
ROWS = 2048  # deals summed together


def in_strips(facts: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Facts (rows, FACTS), values (rows, dims) -> (strips, rows, STRIP), the last one
    filled up with zeros."""
    columns = FACTS + values.shape[1]
    strips = -(-columns // STRIP)
    wide = np.zeros((len(values), strips * STRIP))
    wide[:, :FACTS], wide[:, FACTS:columns] = facts, values
    parted = wide.reshape(len(values), strips, STRIP).swapaxes(0, 1)
    return np.ascontiguousarray(parted)


def in_columns(strips: np.ndarray, dims: int) -> tuple[np.ndarray, np.ndarray]:
    """Facts and values of strips: the inverse of `in_strips`."""
    wide = np.concatenate([*strips], axis=1)
    return wide[:, :FACTS], wide[:, FACTS : FACTS + dims]


def side_sums(second: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Sums over the second side: (documents, rows) uint8 0 or 1, (strips, documents,
    STRIP) -> (strips, rows, STRIP)."""
    sums = np.zeros((len(parts), second.shape[1], STRIP))
    codes, tables = _codes(second), _tables(parts)
    for strip, into in zip(parts, sums, strict=True):
        _sum(codes, strip, tables, into)
    return sums


@njit(cache=True)
def studentised(second, parts, shift, least):
    """|move - shift|^2 over its noise in each deal: (rows,), NaN where a side has fewer
    documents than least.

    second, parts: as in `side_sums`. shift: (strips, rows, STRIP), 0 for facts.
    """
    rows = second.shape[1]
    statistic, codes, tables = np.empty(rows), _codes(second), _tables(parts)
    sums, facts = np.empty((ROWS, STRIP)), np.empty((2, ROWS))
    squares = np.empty((ROWS, STRIP))
    for first in range(0, rows, ROWS):
        last = min(first + ROWS, rows)
        squares[:] = 0
        for strip in range(len(parts)):
            _sum(codes[:, first:last], parts[strip], tables, sums)
            if strip == 0:
                _tell(sums[: last - first], _totals(parts), least, facts)
            _square(sums, shift[strip, first:last], facts[0], squares)
        for row in range(last - first):
            noise = facts[1, row]
            # all uses alike cannot tell sides apart: 0
            value = squares[row].sum() / noise if noise > 0 else 0.0
            statistic[first + row] = np.nan if np.isnan(noise) else value
    return statistic


@njit(cache=True)
def add_moves(second, parts, least, moves):
    """Add how far the sides' means are apart in each deal in which that can be told to
    moves (strips, rows, STRIP), and 1 to the first of its facts."""
    rows, codes, tables = second.shape[1], _codes(second), _tables(parts)
    sums, facts = np.empty((ROWS, STRIP)), np.empty((2, ROWS))
    for first in range(0, rows, ROWS):
        last = min(first + ROWS, rows)
        for strip in range(len(parts)):
            _sum(codes[:, first:last], parts[strip], tables, sums)
            if strip == 0:
                _tell(sums[: last - first], _totals(parts), least, facts)
            _add(sums, facts[0], moves[strip, first:last])
        for row in range(last - first):
            moves[0, first + row, 0] += not np.isnan(facts[1, row])


@njit(cache=True)
def _totals(parts):
    """Facts of all documents: (FACTS,)."""
    total = np.zeros(FACTS)
    for document in range(parts.shape[1]):
        total += parts[0, document, :FACTS]
    return total


@njit(cache=True)
def _tell(sums, total, least, facts):
    """What makes moves of sums, 0 where they cannot be told, and their noise, NaN
    there: facts (2, rows). The facts in sums are set to 0."""
    for row in range(len(sums)):
        lengths, tokens, documents = sums[row, 0], sums[row, 1], sums[row, 2]
        sums[row, :FACTS] = 0
        if documents < least or total[2] - documents < least:
            facts[0, row], facts[1, row] = 0, np.nan
            continue
        rest = total[1] - tokens
        # rests sum to 0: the first side's are those of the second, turned
        facts[0, row] = -(1 / rest + 1 / tokens)
        facts[1, row] = (total[0] - lengths) / rest**2 + lengths / tokens**2


# Loops over columns end at len(...): to a constant they are unrolled, and slow.


@njit(cache=True)
def _square(sums, shift, scale, squares):
    for row in range(len(shift)):
        own, off, into, factor = sums[row], shift[row], squares[row], scale[row]
        for k in range(len(own)):
            move = factor * own[k] - off[k]
            into[k] += move * move


@njit(cache=True)
def _add(sums, scale, moves):
    for row in range(len(moves)):
        own, into, factor = sums[row], moves[row], scale[row]
        for k in range(len(own)):
            into[k] += factor * own[k]


@njit(cache=True)
def _codes(second):
    """The row of each table that a deal adds: (tables, rows) uint8."""
    documents, rows = second.shape
    number = -(-documents // (EACH * TABLES)) * TABLES
    codes = np.zeros((number, rows), dtype=np.uint8)
    for document in range(documents):
        own, bit = codes[document // EACH], np.uint8(document % EACH)
        for row in range(rows):
            own[row] |= second[document, row] << bit
    return codes


@njit(cache=True)
def _tables(parts):
    """Room for the tables that are added together."""
    return np.empty((TABLES, 1 << EACH, parts.shape[2]))


@njit(cache=True)
def _sum(codes, strip, tables, sums):
    """Sums of a strip of columns over the second side: (rows, STRIP)."""
    sums[:] = 0
    for first in range(0, len(codes), TABLES):
        for place in range(TABLES):
            _fill(tables[place], strip[(first + place) * EACH :][:EACH])
        own = codes[first : first + TABLES]
        _add_rows((own[0], own[1], own[2], own[3]), tables, sums)


@njit(cache=True)
def _add_rows(codes, tables, sums):
    """Add a row of each of TABLES tables to each deal."""
    one, two, three, four = codes
    for row in range(len(one)):
        a, b = tables[0, one[row]], tables[1, two[row]]
        c, d = tables[2, three[row]], tables[3, four[row]]
        own = sums[row]
        for k in range(len(own)):
            own[k] += (a[k] + b[k]) + (c[k] + d[k])


@njit(cache=True)
def _fill(table, strip):
    """Sums of all subsets of EACH documents at most: row by the bits of its number."""
    table[0] = 0
    for document in range(EACH):
        half = 1 << document
        for row in range(half):
            own, into = table[row], table[half + row]
            if document < len(strip):
                other = strip[document]
                for k in range(len(own)):
                    into[k] = own[k] + other[k]
            else:
                into[:] = own
