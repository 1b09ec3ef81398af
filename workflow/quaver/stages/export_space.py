"""Write one run or average as word2vec text or binary."""

from pathlib import Path

import numpy as np

from quaver import store
from quaver.spaces.export import as_word2vec
from quaver.stages.job import Job, run


def export_space(job: Job) -> None:
    """Export one space: spec says which kind of file, which run, text or binary."""
    (path,) = job.inputs
    words, vectors = _space(path, job.spec["kind"], job.spec["run"])
    with store.replacing(job.output) as temporary:
        with Path(temporary).open("wb") as file:
            file.writelines(as_word2vec(words, vectors, job.spec["binary"]))


def _space(path: Path, kind: str, number: int) -> tuple[list[str], np.ndarray]:
    """Present words and vectors of a run (or of the average that starts with it)."""
    with store.read(path, kind) as file:
        numbers = file["runs"][:].tolist()
        if number not in numbers:
            raise ValueError(
                f"{path} holds no space number {number}: choose among "
                f"{', '.join(map(str, numbers))} (an average has its first run's)"
            )
        row = numbers.index(number)
        present = np.flatnonzero(file["present"][row])
        words = store.texts(file["words"])
        return [words[k] for k in present], file["vectors"][row][present]


if __name__ == "__main__":
    run(export_space, store.StoreError, ValueError)
