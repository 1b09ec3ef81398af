"""Joint counts of cosines, ranks and levels against plain bins and products, as ratios.

With one thread over the same unit rows, in one run. Seconds are of the processor.
"""

import argparse
import os
import resource
import subprocess
import sys
import time

import numpy as np

from quaver.spaces.joint import bins_of_pairs, joint_counts, ranks_of_pairs
from quaver.spaces.normalise import unit_rows
from quaver.spaces.similarities import histogram
from quaver.statistics.thresholds import rank_edges

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
LEVELS = 64


def timed(function, *arguments):
    start = time.process_time()
    return function(*arguments), time.process_time() - start


def multiplied(units: np.ndarray, targets: np.ndarray) -> None:
    for start in range(0, len(targets), 64):
        units[targets[start : start + 64]] @ units.T


def bench(options: argparse.Namespace) -> None:
    generator = np.random.default_rng(20180413)
    shape = options.words, options.dims
    units = unit_rows(generator.standard_normal(shape, dtype=np.float32))
    edges = rank_edges(options.words - 1)
    targets = np.sort(generator.choice(options.words, options.targets, replace=False))
    known = units[np.sort(generator.choice(options.words, options.known, False))]
    levels = generator.integers(0, LEVELS, (len(known),) * 2, dtype=np.uint8)
    every = np.arange(len(known))
    few = bins_of_pairs(known[:99])  # compiles
    joint_counts(few, levels[:99, :99], LEVELS)
    histogram(known[:99], every[:99])
    ranks_of_pairs(known[:99], every[:9], rank_edges(98))
    _, plain = timed(histogram, known, every)
    bins, taken = timed(bins_of_pairs, known)
    counts, joint = timed(joint_counts, bins, levels, LEVELS)
    if counts.sum() != len(known) * (len(known) - 1) // 2:
        raise SystemExit("pairs were lost or counted twice")
    print(f"meaning: {len(known)} known words of {options.words} x {options.dims}")
    print(f"  {'bins and levels':18}{taken + joint:8.2f} s")
    print(f"  {'bins alone':18}{plain:8.2f} s; ratio {(taken + joint) / plain:.2f}")
    each = 1e9 * joint / len(known) ** 2
    print(f"  {'a deal':18}{each:8.2f} ns a word with a word")
    _, plain = timed(multiplied, units, targets)
    _, taken = timed(ranks_of_pairs, units, targets, edges)
    print(f"  {'all ranks':18}{1e3 * taken / len(targets):8.2f} ms a target")
    plain_each = 1e3 * plain / len(targets)
    print(f"  {'product':18}{plain_each:8.2f} ms; ratio {taken / plain:.2f}")
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    print(f"  {peak / 1e6:.0f} MB at most")


def main() -> None:
    if any(os.environ.get(name) != value for name, value in ONE_THREAD.items()):
        command = [sys.executable, __file__, *sys.argv[1:]]
        sys.exit(subprocess.call(command, env={**os.environ, **ONE_THREAD}))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=100_000)
    parser.add_argument("--known", type=int, default=10_000)
    parser.add_argument("--dims", type=int, default=100)
    parser.add_argument("--targets", type=int, default=256, help="whose ranks are told")
    bench(parser.parse_args())


if __name__ == "__main__":
    main()
