"""Finding repeated lines: bytes and seconds per million lines, at two bounds of memory.

Memory is what Python and NumPy hold, as tracemalloc counts it; pages of files are the
system's to keep or let go.
"""

import tempfile
import tracemalloc
from pathlib import Path
from time import perf_counter

import numpy as np

from quaver.corpora.duplicates import first_occurrences

LINES = (1_000_000, 4_000_000, 10_000_000)
BOUNDS = (64, 512)  # megabytes: a quarter of mem_mb=256 and of about 2000


def bench(lines: int, bound: int) -> tuple[float, float, float]:
    """Peak in MB, seconds, and the share of lines kept: every other line repeats."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        digests = _digests(lines, folder / "digests")
        kept, seconds = _timed(digests, folder, bound)
        tracemalloc.start()  # apart, as it takes time of its own
        first_occurrences(digests, folder, bound * 10**6)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return peak / 1e6, seconds, kept / lines


def _digests(lines: int, path: Path) -> np.ndarray:
    """Digests of lines in a file, each there twice: (lines, 2) uint64."""
    generator = np.random.default_rng(1)
    once = generator.integers(0, 2**64, (lines // 2, 2), dtype=np.uint64)
    once[generator.permutation(np.arange(lines) % len(once))].tofile(path)
    return np.memmap(path, np.uint64, "r").reshape(-1, 2)


def _timed(digests: np.ndarray, folder: Path, bound: int) -> tuple[int, float]:
    started = perf_counter()
    first = first_occurrences(digests, folder, bound * 10**6)
    seconds = perf_counter() - started
    return int(np.unpackbits(first)[: len(digests)].sum()), seconds


def main() -> None:
    """Print a row per bound and number of lines."""
    print("bound MB    lines  peak MB  bytes/line  seconds  s/million  kept")
    for bound in BOUNDS:
        for lines in LINES:
            peak, seconds, kept = bench(lines, bound)
            million = seconds / (lines / 1e6)
            print(
                f"{bound:8}{lines:10}{peak:9.1f}{peak * 1e6 / lines:12.1f}"
                f"{seconds:9.2f}{million:11.2f}{kept:6.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
