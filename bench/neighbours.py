"""Exact nearest neighbours against gensim's most_similar in a loop, as a ratio.

Both with one thread, over the same float32 unit rows, in one run; gensim is timed on
some of the targets and scaled to all. Seconds are of the processor.
"""

import argparse
import os
import subprocess
import sys
import time

import numpy as np
from gensim.models import KeyedVectors

from quaver.spaces.neighbours import neighbours
from quaver.spaces.normalise import unit_rows

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def space(words: int, dims: int) -> np.ndarray:
    """Clustered unit rows, so that neighbours are near."""
    generator = np.random.default_rng(20200723)
    centres = generator.standard_normal((words // 50, dims), dtype=np.float32)
    noise = generator.standard_normal((words, dims), dtype=np.float32)
    return unit_rows(centres[np.arange(words) % len(centres)] + noise)


def timed(function, *arguments):
    start = time.process_time()
    return function(*arguments), time.process_time() - start


def looped(vectors: KeyedVectors, targets: np.ndarray, k: int) -> np.ndarray:
    """Rows of the k words nearest to each target, asked one by one."""
    found = [vectors.most_similar(f"w{row}", topn=k) for row in targets]
    return np.array([[int(word[1:]) for word, _ in lists] for lists in found])


def bench(words: int, options: argparse.Namespace) -> None:
    units = space(words, options.dims)
    generator = np.random.default_rng(1)
    targets = generator.choice(words, options.targets, replace=False)
    vectors = KeyedVectors(options.dims)
    vectors.add_vectors([f"w{row}" for row in range(words)], units)
    vectors.fill_norms()
    vectors.most_similar("w0", topn=options.k)  # warm
    sample = targets[: options.sample]
    theirs, sample_seconds = timed(looped, vectors, sample, options.k)
    ours, seconds = timed(neighbours, units, targets, options.k)
    same = (ours.indices[: len(sample)] == theirs).mean()
    scaled = sample_seconds * len(targets) / len(sample)
    print(
        f"neighbours: {options.k} of {len(targets)} targets, {words} x {options.dims}"
    )
    print(f"  {'blocked products':22}{seconds:8.2f} s")
    print(f"  {'most_similar, looped':22}{scaled:8.2f} s; ratio {scaled / seconds:.1f}")
    print(f"  {same:.4f} of the ranks hold the same word (float64 against float32)")


def main() -> None:
    if any(os.environ.get(name) != value for name, value in ONE_THREAD.items()):
        command = [sys.executable, __file__, *sys.argv[1:]]
        sys.exit(subprocess.call(command, env={**os.environ, **ONE_THREAD}))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, nargs="*", default=[20_000, 200_000])
    parser.add_argument("--dims", type=int, default=300)
    parser.add_argument("--targets", type=int, default=1000)
    parser.add_argument("--k", type=int, default=50)
    parser.add_argument("--sample", type=int, default=100, help="targets for gensim")
    options = parser.parse_args()
    for words in options.words:
        bench(words, options)


if __name__ == "__main__":
    main()
