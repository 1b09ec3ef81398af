"""Tell intrinsic from extrinsic instability of every word of a view and technique."""

import numpy as np

from quaver import store
from quaver.measures.instability import word_instability
from quaver.stages.cells import MeasureError
from quaver.stages.job import Job, run


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
    result = word_instability(
        np.arange(len(words)),
        shuffled["frequency"][kept],
        shuffled["losses"][:, kept],
        bootstrapped["losses"][:, there],
    )
    with store.create(job.output, "instability", job.provenance) as file:
        file.put("words", ("words",), words)
        file.put("frequency", ("words",), result.frequency)
        file.put("intrinsic", ("words",), result.intrinsic)
        file.put("extrinsic", ("words",), result.extrinsic)
        dropped = len(shuffled["words"]) + len(rows) - 2 * len(words)
        file.describe("/", {"missing": result.missing, "dropped": dropped})


def _read(path) -> dict:
    with store.read(path, "pip") as file:
        return {
            "words": store.texts(file["words"]),
            "frequency": file["frequency"][:],
            "losses": file["word_losses"][:],
        }


if __name__ == "__main__":
    run(measure_instability, MeasureError, store.StoreError)
