"""Find the words all techniques have in all runs of one view and sampling."""

from pathlib import Path

import numpy as np

from quaver import store
from quaver.engine.job import Job, run


def share_vocabulary(job: Job) -> None:
    """Intersect the vocabularies of all block files, in the order of the first."""
    common: list[str] | None = None
    for path in job.inputs:
        words = _words(path)
        known = set(words)
        common = words if common is None else [w for w in common if w in known]
    with store.create(job.output, "vocabulary", job.provenance) as file:
        file.put("words", ("words",), common)


def _words(path: Path) -> list[str]:
    """Words that are present in every run of a block."""
    with store.read(path, "models") as file:
        words = store.texts(file["words"])
        mask = np.ones(len(words), dtype=bool)
        for row in range(len(file["present"])):
            mask &= file["present"][row]
    return [word for word, kept in zip(words, mask, strict=True) if kept]


if __name__ == "__main__":
    run(share_vocabulary, store.StoreError)
