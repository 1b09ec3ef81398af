"""Ranks of draws of terms among the words of a background, beside the bare product.

Both with one thread over the same float32 unit rows, in one run; products are by blocks
that are not kept. Each draw is ranked beside the others of its term and beside those of
other terms, its own word too, and its nearest words are kept. Seconds are of the
processor; memory is what the process holds at most beyond the background, its draws
included, less what it held with everything compiled and nothing read.
"""

import argparse
import os
import resource
import subprocess
import sys
import time

import numpy as np

from quaver.spaces.term_ranks import partners, ranked
from quaver.spaces.word_ranks import QUERIES, ROWS, units_of

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
MEAN = 0.3  # that all words share, so that cosines are not around 0
UNIT = 1 if sys.platform == "darwin" else 1024  # bytes of what is told of memory


def timed(function, *arguments):
    start = time.process_time()
    return function(*arguments), time.process_time() - start


def multiplied(units: np.ndarray, queries: np.ndarray) -> None:
    """The product of all queries with all words, by the blocks of the ranks."""
    for first in range(0, len(units), ROWS):
        part = units[first : first + ROWS].T
        for start in range(0, len(queries), QUERIES):
            queries[start : start + QUERIES] @ part


def held() -> int:
    """Bytes the process has held at most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT


def bench(options: argparse.Namespace) -> None:
    generator = np.random.default_rng(20190902)
    words, dims, draws = options.words, options.dims, options.draws
    few = units_of(generator.standard_normal((500, dims), dtype=np.float32))
    nobody = np.full((9, draws, draws), -1)
    drawn = np.resize(few, (9, draws, dims))
    ranked([few], (drawn, few[:9]), nobody, options.neighbours)  # compiles
    before = held()
    units = np.empty((words, dims), np.float32)
    for start in range(0, words, ROWS):
        part = units[start : start + ROWS]
        part[:] = generator.standard_normal(part.shape, dtype=np.float32) + MEAN
        part[:] = units_of(part)
    terms = options.vectors // draws
    vectors = generator.standard_normal((terms, draws, dims), dtype=np.float32) + MEAN
    vectors += options.shared * generator.standard_normal((terms, 1, dims), "f4")
    names = [f"term {k}" for k in range(terms)]
    others = partners(names, np.zeros(terms), draws)
    own = units[:terms]
    given = [units], (vectors, own), others, options.neighbours
    found, seconds = timed(ranked, *given)
    added = held() - before - units.nbytes
    queries = units_of(vectors.reshape(-1, dims))
    _, bare = timed(multiplied, units, queries)
    print(f"ranks of {len(queries)} vectors against {words} x {dims}:")
    print(f"  {'ranks and neighbours':22}{seconds:8.2f} s, {added / 1e6:.0f} MB added")
    print(f"  {'bare product':22}{bare:8.2f} s; ratio {seconds / bare:.2f}")
    middle = (np.median(x[x > 0]) for x in (found.rank, found.other, found.own))
    print(
        "  median rank of own draws {:g}, of others {:g}, own word {:g}".format(*middle)
    )


def main() -> None:
    if any(os.environ.get(name) != value for name, value in ONE_THREAD.items()):
        command = [sys.executable, __file__, *sys.argv[1:]]
        sys.exit(subprocess.call(command, env={**os.environ, **ONE_THREAD}))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=259_376)
    parser.add_argument("--dims", type=int, default=100)
    parser.add_argument("--vectors", type=int, default=6000)
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--neighbours", type=int, default=10)
    parser.add_argument("--shared", type=float, default=0.5, help="by draws of a term")
    bench(parser.parse_args())


if __name__ == "__main__":
    main()
