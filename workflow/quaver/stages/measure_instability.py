"""Tell intrinsic from extrinsic instability of every word of a view and technique."""

import numpy as np

from quaver import store
from quaver.engine.job import Job, run
from quaver.measures.instability import extrinsic, word_instability
from quaver.results.runs import MeasureError
from quaver.statistics.batches import BATCHES, batch_means, batches, means_without


def measure_instability(job: Job) -> None:
    """Join the word losses of the shuffled and the bootstrapped cell by word."""
    shuffled, bootstrapped = (_read(path) for path in job.inputs)
    rows = {word: row for row, word in enumerate(bootstrapped["words"])}
    kept = np.array(
        [row for row, word in enumerate(shuffled["words"]) if word in rows], dtype=int
    )
    if not len(kept):
        raise MeasureError("the shuffled and the bootstrapped runs share no word")
    words = [shuffled["words"][row] for row in kept]
    there = [rows[word] for word in words]
    losses = shuffled["losses"][:, kept], bootstrapped["losses"][:, there]
    result = word_instability(
        np.arange(len(words)), shuffled["frequency"][kept], *losses
    )
    with store.create(job.output, "instability", job.provenance) as file:
        file.put("words", ("words",), words)
        file.put("frequency", ("words",), result.frequency)
        file.put("intrinsic", ("words",), result.intrinsic)
        file.put("extrinsic", ("words",), result.extrinsic)
        _put_left(file, result, words, losses)
        dropped = len(shuffled["words"]) + len(rows) - 2 * len(words)
        file.describe("/", {"missing": result.missing, "dropped": dropped})


def _put_left(file: store.Writer, result, words: list[str], losses: tuple) -> None:
    """Write means of words in batches by frequency without each run, for intervals."""
    inner, outer = losses
    steady, moved = inner.mean(axis=0), outer.mean(axis=0)
    values = {
        "intrinsic/shuffled": means_without(inner),
        "extrinsic/shuffled": (extrinsic(moved, x) for x in means_without(inner)),
        "extrinsic/bootstrapped": (extrinsic(x, steady) for x in means_without(outer)),
    }
    for name, left in values.items():
        kind, sampling = name.split("/")
        known = np.isfinite(getattr(result, kind))
        if known.sum() >= BATCHES:
            parts = batches(result.frequency, words, known)
            found = np.array([batch_means(x, parts) for x in left])
            dims = f"{sampling}_runs", "batches"
            file.put(f"left/{name}", dims, found.reshape(-1, BATCHES))


def _read(path) -> dict:
    with store.read(path, "pip") as file:
        return {
            "words": store.texts(file["words"]),
            "frequency": file["frequency"][:],
            "losses": file["word_losses"][:],
        }


if __name__ == "__main__":
    run(measure_instability, MeasureError, store.StoreError)
