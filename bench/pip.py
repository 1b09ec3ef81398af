"""All-pairs PIP loss: Gram matrices against the dense form, as ratios of one run.

Every part is a process of its own with one thread, and reads the runs from block files
in slices, as a job does. Seconds are of the processor, so that other work on the
machine counts little. Printed are

- the time of the dense matrices over ours: pair by pair as the loss is defined (one
  pair measured, in float32), and their best case, each run's cosines once for all
  pairs (measured on a block of rows);
- the share of this machine's speed of large float64 products that ours reaches, at
  2 n d^2 operations per product: a Gram and a product of rows for every pair and run;
- the peak memory of a few runs and of all.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path

import numpy as np

from quaver import store
from quaver.measures.pip import pip_losses
from quaver.results.blocks import put_runs, put_space
from quaver.results.runs import Runs, UnitSpaces
from quaver.spaces.space import Space

FEW = 4  # runs of a block file
SIDE = 2000  # of the squares whose product is timed
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def write(folder: Path, runs: int, words: int, dims: int) -> None:
    """Block files of noisy copies of one space."""
    generator = np.random.default_rng(20200723)
    base = generator.standard_normal((words, dims), dtype=np.float32)
    present, counts = np.ones(words, dtype=bool), np.arange(words)
    for first in range(0, runs, FEW):
        numbers = np.arange(first, min(first + FEW, runs)) + 1
        path = folder / f"{numbers[0]:03}-{numbers[-1]:03}.h5"
        with store.create(path, "models", dict) as file:
            for place in range(len(numbers)):
                noise = generator.standard_normal(base.shape, np.float32)
                space = Space(base + 0.3 * noise, present, counts)
                put_space(file, place, len(numbers), space)
            put_runs(file, [f"w{row}" for row in range(words)], numbers)


def spaces(paths: list[Path]) -> UnitSpaces:
    runs = Runs(paths)
    return UnitSpaces(runs, runs.in_every)


def gram(paths: list[Path]) -> dict:
    """Seconds of all pairs, peak bytes, and the speed of products just after."""
    cell = spaces(paths)
    _, seconds = timed(pip_losses, cell)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    unit = 1 if sys.platform == "darwin" else 1024
    dims = cell.rows(0, slice(0, 1)).shape[1]
    products = 2 * (len(cell) * (len(cell) - 1) // 2 + len(cell))
    speed = 2 * products * cell.words * dims**2 / seconds
    return {"seconds": seconds, "peak": peak * unit, "share": speed / product_speed()}


def product_speed() -> float:
    """Operations per second of a product of large float64 squares, best of five."""
    square = np.random.default_rng(1).random((SIDE, SIDE))
    out = np.empty_like(square)
    best = min(timed(np.matmul, square, square.copy(), out)[1] for _ in range(5))
    return 2 * SIDE**3 / best


def dense(paths: list[Path], rows: int) -> dict:
    """Seconds of one dense pair, of a block of rows of all, and how far we are off."""
    cell = spaces(paths)
    units = [cell[run] for run in range(len(cell))]
    words, pair_seconds = timed(dense_words, units[:2], rows)
    _, block_seconds = timed(dense_words, units, rows, units[0].shape[0] - rows)
    ours = pip_losses(units[:2]).word_losses[0]
    scale = len(ours) / rows
    return {
        "pair": pair_seconds,
        "block": block_seconds * scale,
        "apart": float(np.abs(ours / words - 1).max()),
    }


def dense_words(cell: list[np.ndarray], rows: int, first: int = 0) -> np.ndarray:
    """Mean word-wise loss over pairs by definition, from a first word to the last."""
    words, pairs = len(cell[0]), list(combinations(range(len(cell)), 2))
    total = np.zeros(words - first)
    for start in range(first, words, rows):
        blocks = [space[start : start + rows] @ space.T for space in cell]
        part = slice(start - first, start - first + rows)
        for i, j in pairs:
            difference = blocks[i] - blocks[j]
            total[part] += np.sqrt(np.einsum("wl,wl->w", difference, difference))
    return total / (len(pairs) * 2 * np.sqrt(words))


def timed(function, *arguments):
    start = time.process_time()
    return function(*arguments), time.process_time() - start


def part(name: str, first: str, *others: str) -> dict:
    """Do one part: its arguments as they stand on the command line."""
    if name == "write":
        write(Path(first), *map(int, others))
        return {}
    if name == "dense":
        return dense([Path(path) for path in others], int(first))
    return gram([Path(path) for path in (first, *others)])


def apart(name: str, *arguments) -> dict:
    """What a part says in a process of its own."""
    command = [sys.executable, __file__, "--part", name, *map(str, arguments)]
    environment = {**os.environ, **ONE_THREAD}
    said = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE)
    return json.loads(said.stdout)


def bench(words: int, options: argparse.Namespace) -> None:
    runs, dims = options.runs, options.dims
    with tempfile.TemporaryDirectory() as folder:
        # not here: a process starts with the peak of the one that started it
        apart("write", folder, runs, words, dims)
        paths = sorted(Path(folder).glob("*.h5"))
        all_runs, few = apart("gram", *paths), apart("gram", paths[0])
        is_small = words <= options.dense
        forms = apart("dense", options.rows, *paths) if is_small else {}
    seconds = all_runs["seconds"]
    print(f"pip: all pairs of {runs} runs of {words} x {dims}")
    print(f"  {'gram':22}{seconds:8.2f} s; {all_runs['share']:.2f} of product speed")
    print(f"  {'peak memory':22}{all_runs['peak'] / 1e6:8.0f} MB", end="")
    print(f"; of {min(FEW, runs)} runs {few['peak'] / 1e6:.0f} MB")
    if forms:
        pairwise = forms["pair"] * runs * (runs - 1) / 2
        named = {
            "dense, pair by pair": pairwise,
            "dense, each run once": forms["block"],
        }
        for name, taken in named.items():
            print(f"  {name:22}{taken:8.2f} s; ratio {taken / seconds:.1f}")
        print(f"  word losses of a pair are apart by {forms['apart']:.0e} at most")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=16)
    parser.add_argument("--words", type=int, nargs="*", default=[20_000, 200_000])
    parser.add_argument("--dims", type=int, default=300)
    parser.add_argument("--rows", type=int, default=500, help="rows of a dense block")
    parser.add_argument("--dense", type=int, default=20_000, help="up to these words")
    parser.add_argument("--part", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.part:
        for words in options.words:
            bench(words, options)
        return
    print(json.dumps(part(*options.part)))


if __name__ == "__main__":
    main()
