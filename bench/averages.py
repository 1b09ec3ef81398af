"""Averages: a tree in memory against the same tree through files, and other methods.

Through files means level by level, every mean written to HDF5 and read again, as the
thesis stored its 64, 32, 16 ... spaces. Between the two stands what average_spaces
does: single runs are read when they are needed, means stay in memory. All three give
the same bits. One thread, as a job has; peaks are what Python and NumPy hold, as
tracemalloc counts it.
"""

import argparse
import tempfile
import time
import tracemalloc
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from quaver import store
from quaver.spaces.averages import METHODS, average
from quaver.spaces.branches import Branch, joint_rotation, leaf, merge
from quaver.spaces.normalise import unit_rows


def spaces(runs: int, words: int, dims: int) -> list[tuple]:
    """Noisy copies of one space, each turned its own way, in every word present."""
    generator = np.random.default_rng(20200723)
    base = generator.standard_normal((words, dims), dtype=np.float32)
    cell = []
    for _ in range(runs):
        noise = generator.standard_normal(base.shape, np.float32)
        turn, _ = np.linalg.qr(generator.standard_normal((dims, dims), np.float32))
        everywhere = np.ones(words, dtype=bool), np.ones(words, dtype=np.int64)
        cell.append(((base + 0.3 * noise) @ turn, *everywhere))
    return cell


class OnDisk:
    """Spaces or means in files of their own, as a sequence."""

    def __init__(self, folder: Path, size: int):
        self.folder, self.size = folder, size
        folder.mkdir(exist_ok=True)

    def __len__(self) -> int:
        return self.size

    def __setitem__(self, place: int, arrays: tuple) -> None:
        path = self.folder / f"{place}.h5"
        with store.create(path, "bench", dict) as file:
            for name, values in zip(Branch._fields, arrays, strict=True):
                axes = ("runs", "words", "dims")[: values.ndim + 1]
                file.put(name, axes, values[None])

    def __getitem__(self, place: int) -> tuple:
        with store.read(self.folder / f"{place}.h5", "bench") as file:
            return tuple(file[name][0] for name in Branch._fields)


def by_levels(runs: OnDisk, folder: Path) -> np.ndarray:
    """The tree's unit rows by way of files, two spaces in memory at most."""
    level, size = runs, len(runs)
    while size > 1:
        size //= 2
        above = OnDisk(folder / str(size), size)
        for place in range(size):
            left, right = (
                leaf(*level[k]) if level is runs else Branch(*level[k])
                for k in (2 * place, 2 * place + 1)
            )
            above[place] = merge(left, right, joint_rotation(left, right))
        level = above
    branch = Branch(*level[0])
    return unit_rows(branch.vectors, branch.present)


def timed(repeat: int, function, *arguments) -> tuple:
    """What a function returns, and its least seconds and CPU seconds."""
    took = []
    for _ in range(repeat):
        start, used = time.perf_counter(), time.process_time()
        found = function(*arguments)
        took.append((time.perf_counter() - start, time.process_time() - used))
    return found, np.min(took, axis=0)


def peak(runs, method: str) -> float:
    """Megabytes an average of runs on disk takes at most."""
    tracemalloc.start()
    average(runs, method)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / 1e6


def line(name: str, took: np.ndarray, base: np.ndarray) -> str:
    """Seconds of a way, and its ratios to the tree in memory."""
    wall, cpu = took / base
    return f"  {name:24}{took[0]:7.2f} s; ratio {wall:.2f}, of CPU seconds {cpu:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=16, help="runs, a power of two")
    parser.add_argument("--words", type=int, default=10_000)
    parser.add_argument("--dims", type=int, default=300)
    parser.add_argument("--repeat", type=int, default=2, help="the least time counts")
    options = parser.parse_args()
    size, words, dims = options.size, options.words, options.dims
    cell = spaces(size, words, dims)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        runs = OnDisk(folder / "runs", size)
        for place, space in enumerate(cell):
            runs[place] = space
        ways = {
            "tree, in memory": (average, cell, "tree"),
            "tree, runs read": (average, runs, "tree"),
            "tree, levels in files": (by_levels, runs, folder),
        }
        found = {way: timed(options.repeat, *given) for way, given in ways.items()}
        rows = [getattr(x, "vectors", x) for x, _ in found.values()]
        same = all(np.array_equal(rows[0], other) for other in rows[1:])
        base = found["tree, in memory"][1]
        print(f"averages: {size} runs of {words} x {dims}; the same bits: {same}")
        for way, (_, took) in found.items():
            print(line(way, took, base))
        few = OnDisk(folder / "runs", 4)
        for method in METHODS:
            made, took = timed(1, average, cell, method)
            peaks = [peak(which, method) for which in (few, runs)]
            print(
                f"{line(method, took, base)}; {made.rounds} rounds; peak "
                f"{peaks[0]:.0f} MB of 4 runs, {peaks[1]:.0f} MB of {size}"
            )


if __name__ == "__main__":
    with threadpool_limits(1):  # as a job has
        main()
