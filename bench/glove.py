"""GloVe: updates a second at 100 and 300 dimensions, and bytes against a copy."""

from pathlib import Path
from time import perf_counter
from types import SimpleNamespace

import numpy as np

from quaver.trainers.cooccurrence import Pairs
from quaver.trainers.glove import descend, prepare

COUNTS = Path(__file__).parents[1] / "tests/data/glove_reference/counts.npz"
REPEATS = 3


def bench() -> dict:
    """Measure both vocabularies at both sizes: {name: number}, rates per second.

    `small` is the reference's counts (tables in cache), `large` 50 000 made-up words
    (tables beyond it). A row's bytes count as read and written once, as the copy's do.
    """
    found = {"copy_bytes": _copy()}
    for name, (pairs, words) in {"small": _small(), "large": _large()}.items():
        for dims in (100, 300):
            updates = _updates(pairs, words, dims)
            moved = updates * 2 * 2 * dims * 4 * 2
            found[f"{name}_{dims}_updates"] = updates
            found[f"{name}_{dims}_bytes"] = moved
            found[f"{name}_{dims}_of_copy"] = moved / found["copy_bytes"]
    return found


def _small() -> tuple[Pairs, int]:
    with np.load(COUNTS) as counts:
        pairs = Pairs(counts["row"], counts["column"], counts["count"])
    return pairs, int(pairs.rows.max()) + 1


def _large(words: int = 50_000, size: int = 1_500_000) -> tuple[Pairs, int]:
    generator = np.random.default_rng(1)
    chance = 1 / np.arange(1, words + 1) ** 0.7
    drawn = generator.choice(words, (2, size), p=chance / chance.sum())
    rows, columns = drawn.astype(np.int32)
    return Pairs(rows, columns, generator.pareto(1, size) + 0.1), words


def _updates(pairs: Pairs, words: int, dims: int) -> float:
    parameters = SimpleNamespace(dimensions=dims, x_max=10.0, alpha=0.75)
    model = prepare(pairs, words, parameters, seed=1)

    def epoch() -> None:
        descend(model.entries, model.table, model.biases, np.float32(0.05))

    return len(model.entries) / _fastest(epoch)


def _copy(size: int = 1 << 25) -> float:
    source, target = np.ones(size), np.empty(size)
    return 2 * source.nbytes / _fastest(lambda: np.copyto(target, source))


def _fastest(action) -> float:
    action()
    seconds = []
    for _ in range(REPEATS):
        start = perf_counter()
        action()
        seconds.append(perf_counter() - start)
    return min(seconds)


def main() -> None:
    found = bench()
    for name in ("small", "large"):
        for dims in (100, 300):
            updates, moved, share = (
                found[f"{name}_{dims}_{what}"]
                for what in ("updates", "bytes", "of_copy")
            )
            print(
                f"glove, {name} vocabulary, {dims} dimensions: "
                f"{updates / 1e6:.2f} million updates/s, {moved / 1e9:.1f} GB/s, "
                f"{share:.2f} of a memory copy"
            )


if __name__ == "__main__":
    main()
