"""Bins of the cosines of all pairs against the plain matrix product, as a ratio.

Both with one thread over the same float32 unit rows, in one run; products are by
blocks that are not kept. The half is what is left when each pair counts once. Seconds
are of the processor.
"""

import argparse
import os
import resource
import subprocess
import sys
import time

import numpy as np

from quaver.spaces.normalise import unit_rows
from quaver.spaces.similarities import TARGETS, curve, histogram, pairs, spread

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
MEAN = 0.3  # that all words share, so that cosines are not around 0


def timed(function, *arguments):
    start = time.process_time()
    return function(*arguments), time.process_time() - start


def multiplied(units: np.ndarray, is_half: bool) -> None:
    """The product of all words with all, or with those from the block on."""
    for start in range(0, len(units), TARGETS):
        first = start if is_half else 0
        units[start : start + TARGETS] @ units[first:].T


def bench(words: int, options: argparse.Namespace) -> None:
    generator = np.random.default_rng(20180413)
    shape = words, options.dims
    units = unit_rows(generator.standard_normal(shape, dtype=np.float32) + MEAN)
    every = np.arange(words)
    histogram(units[:500], every[:500])  # compiles
    counts, seconds = timed(histogram, units, every)
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    if counts.sum() != pairs(words, words):
        raise SystemExit("pairs were lost or counted twice")
    print(f"similarities: all pairs of {words} x {options.dims}, {peak / 1e6:.0f} MB")
    print(f"  {'bins of all pairs':22}{seconds:8.2f} s")
    for name, is_half in (("product, whole", False), ("product, half", True)):
        _, taken = timed(multiplied, units, is_half)
        print(f"  {name:22}{taken:8.2f} s; ratio {seconds / taken:.2f}")
    _, taken = timed(spread, units, every)
    print(f"  {'mean and deviation':22}{taken:8.2f} s")
    targets = every[:: max(1, words // options.targets)][: options.targets]
    _, taken = timed(curve, units, targets, options.ranks)
    each = 1e3 * taken / len(targets)
    print(f"  {f'curve of {options.ranks} ranks':22}{each:8.2f} ms a target")


def main() -> None:
    if any(os.environ.get(name) != value for name, value in ONE_THREAD.items()):
        command = [sys.executable, __file__, *sys.argv[1:]]
        sys.exit(subprocess.call(command, env={**os.environ, **ONE_THREAD}))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, nargs="*", default=[20_000, 100_000])
    parser.add_argument("--dims", type=int, default=100)
    parser.add_argument("--targets", type=int, default=512, help="of the curve")
    parser.add_argument("--ranks", type=int, default=1000)
    options = parser.parse_args()
    for words in options.words:
        bench(words, options)


if __name__ == "__main__":
    main()
