"""Reduced PIP loss of all pairs of runs, exact over the whole shared vocabulary.

Rettenmeier 2020, Eq. 2.28 and 2.29, without proxy words: for unit rows E_i, E_j over n
words, with the Gram matrices G_ij = E_i' E_j (dims, dims),

    D^2 = (|G_ii|^2 + |G_jj|^2 - 2 |G_ij|^2) / (4 n^2)
    d(w)^2 = (e_i G_ii e_i' + e_j G_jj e_j' - 2 e_i G_ij e_j') / (4 n)

so that D^2 is the mean of d(w)^2 over words. Every pair is a product of its own, so
its bits depend on its two spaces alone, not on the tile or on the other runs.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from quaver.measures.declare import MODELS, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.spaces.grams import Spaces, Tile, blocks, in_slices, tiles


class PipLosses(NamedTuple):
    """Losses between all pairs of runs, float64 in [0, 1].

    losses: (runs, runs), symmetric, 0 on the diagonal. word_losses: (runs, words), mean
    loss of a word between a run and every other; its mean over runs is that over pairs.
    word_deviation: (words,), over pairs (ddof 0), NaN for one pair.
    """

    losses: np.ndarray
    word_losses: np.ndarray
    word_deviation: np.ndarray


def pip_losses(spaces: Spaces | Sequence[np.ndarray]) -> PipLosses:
    """Losses of all pairs: runs of (words, dims) unit rows -> PipLosses in [0, 1]."""
    if len(spaces) < 2:
        raise ValueError(f"a PIP loss needs two runs or more. Got {len(spaces)}.")
    # words of a part only are in memory, of however many runs
    spaces = in_slices(spaces)
    runs, words = len(spaces), spaces.words
    losses, (sums, squares) = np.zeros((runs, runs)), np.zeros((2, runs, words))
    # a run meets the others in ascending order, whatever the tile
    for tile in tiles(spaces):
        for (i, j), loss in _of_spaces(tile, words):
            losses[i, j] = losses[j, i] = loss
        for part, rows in blocks(spaces, list(tile.own)):
            for pair, roots in _of_words(tile, rows, words):
                for run in pair:
                    squares[run, part] += roots * roots
                    sums[run, part] += roots
    sums /= runs - 1
    # over pairs: each stands in two rows, which the mean does not see
    variance = squares.mean(axis=0) / (runs - 1) - sums.mean(axis=0) ** 2
    deviation = np.sqrt(np.maximum(variance, 0))
    # one pair does not deviate
    return PipLosses(losses, sums, deviation if runs > 2 else np.full(words, np.nan))


def _of_spaces(tile: Tile, words: int) -> Iterator[tuple[tuple[int, int], float]]:
    """The pairs of a tile, and D of each."""
    norms = {run: np.square(gram).sum() for run, gram in tile.own.items()}
    for (i, j), gram in tile.cross.items():
        square = norms[i] + norms[j] - 2 * np.square(gram).sum()
        # rounding may leave equal spaces a little below 0
        yield (i, j), np.sqrt(max(square / (4 * words**2), 0))


def _of_words(tile: Tile, rows: dict, words: int) -> Iterator[tuple]:
    """The pairs of a tile, and d of each word of a row block."""
    own = {k: products(rows[k], gram, rows[k]) for k, gram in tile.own.items()}
    for (i, j), gram in tile.cross.items():
        squares = own[i] + own[j] - 2 * products(rows[i], gram, rows[j])
        yield (i, j), np.sqrt(np.maximum(squares / (4 * words), 0))


def products(a: np.ndarray, gram: np.ndarray, b: np.ndarray) -> np.ndarray:
    """e_a G e_b' of every word: (words, dims), (dims, dims), (words, dims)."""
    return np.einsum("wd,wd->w", a @ gram, b)


def measure(given, out) -> None:
    """Losses between the runs of a cell over the words they share."""
    put_losses(out, given.shared(), given.spec["runs"])


def put_losses(out, shared, compared: int) -> None:
    """Write the losses of the first so many, 0 = all, over the words shared by all."""
    spaces = shared.spaces(compared)
    if len(spaces) < 2:
        raise MeasureError("a PIP loss needs two runs; write 'runs: 2' or more")
    result = pip_losses(spaces)
    # before the losses: a reader of words needs no result
    shared.put(out)
    out.put_axes(runs=spaces.numbers, other_runs=spaces.numbers)
    out.put("losses", ("runs", "other_runs"), result.losses)
    out.put("word_losses", ("runs", "words"), result.word_losses)
    out.put("word_deviation", ("words",), result.word_deviation)


MEASURE = Measure(
    name="pip",
    reads=(MODELS, "vocabulary?"),
    wanted=lambda grid, subject: grid.is_measured(subject.cell, "pip"),
    spec=lambda grid, subject: {
        "vocabulary": grid.study.analyses.stability.vocabulary,
        "runs": grid.study.analyses.stability.runs,
    },
    message="Compute the PIP loss of all pairs of runs in {subject}.",
    cost=Cost(lambda size: size.tiles, lambda size: size.grams(size.compared), 4),
    quantities={
        "pip": Quantity(
            label="reduced PIP loss",
            symbol="D_rPIP",
            formula="|E1 E1' - E2 E2'| / (2 n)",
            best="low",
            source="Rettenmeier 2020, Eq. 2.28",
            scale=100.0,
            unit="x 10^-2",
        ),
        "word_pip": Quantity(
            label="word-wise reduced PIP loss",
            symbol="d_PIP(w)",
            formula="|E1 e1(w)' - E2 e2(w)'| / (2 sqrt(n))",
            best="low",
            source="Rettenmeier 2020, Eq. 2.29",
            scale=100.0,
            unit="x 10^-2",
        ),
    },
)
