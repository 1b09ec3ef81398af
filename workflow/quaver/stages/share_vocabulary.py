"""Find the words all techniques have in all runs of one view and sampling."""

from pathlib import Path

from quaver import store
from quaver.spaces.vocabulary import shared
from quaver.stages.job import Job, run


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
        mask = shared(file["present"][:])
        words = store.texts(file["words"])
    return [word for word, kept in zip(words, mask, strict=True) if kept]


if __name__ == "__main__":
    run(share_vocabulary, store.StoreError)
