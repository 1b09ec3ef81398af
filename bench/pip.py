"""All-pairs PIP loss: Gram matrices against the dense form, as a ratio of one run.

The dense form is timed in float32 on a block of rows and scaled to all of them: pair by
pair as it is defined, and its best case, each run's cosines once for all pairs.
"""

import argparse
import time
from itertools import combinations

import numpy as np

from quaver.measures.pip import pip_losses
from quaver.spaces.normalise import unit_rows


def spaces(runs: int, words: int, dims: int) -> list[np.ndarray]:
    generator = np.random.default_rng(20200723)
    base = generator.standard_normal((words, dims), dtype=np.float32)
    noise = (generator.standard_normal(base.shape, np.float32) for _ in range(runs))
    return [unit_rows(base + 0.3 * each) for each in noise]


def dense_words(cell: list[np.ndarray], rows: int) -> np.ndarray:
    """Mean word-wise loss over pairs of the first rows: (rows,) by definition."""
    blocks = [space[:rows] @ space.T for space in cell]
    total = np.zeros(rows)
    pairs = list(combinations(blocks, 2))
    for a, b in pairs:
        difference = a - b
        total += np.sqrt(np.einsum("wl,wl->w", difference, difference))
    return total / (len(pairs) * 2 * np.sqrt(len(cell[0])))


def timed(function, *arguments):
    start = time.perf_counter()
    return function(*arguments), time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=8)
    parser.add_argument("--words", type=int, default=20_000)
    parser.add_argument("--dims", type=int, default=300)
    parser.add_argument("--rows", type=int, default=500, help="rows of the dense block")
    options = parser.parse_args()
    cell = spaces(options.runs, options.words, options.dims)
    ours, gram_seconds = timed(pip_losses, cell)
    dense, block_seconds = timed(dense_words, cell, options.rows)
    _, pair_seconds = timed(dense_words, cell[:2], options.rows)
    scale = options.words / options.rows
    forms = {
        "dense, pair by pair": pair_seconds * scale * len(cell) * (len(cell) - 1) / 2,
        "dense, each run once": block_seconds * scale,
    }
    apart = np.abs(ours.word_losses.mean(axis=0)[: options.rows] / dense - 1).max()
    print(f"pip: {options.runs} runs of {options.words} x {options.dims}, all pairs")
    print(f"  {'gram':22}{gram_seconds:8.2f} s; apart by {apart:.0e} at most")
    for name, seconds in forms.items():
        print(f"  {name:22}{seconds:8.2f} s; ratio {seconds / gram_seconds:.1f}")


if __name__ == "__main__":
    main()
