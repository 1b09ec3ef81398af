"""Blocks of models in 16 bits a number, for when all is measured."""

import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from quaver import store
from quaver.results.trained import read_record
from quaver.spaces.normalise import halved

ROWS = 1 << 16  # words of a run thinned together
KIND = "thinned"


class DoesNotFitError(Exception):
    """Vectors that 16 bits cannot hold; says which."""


def thin_file(record: Path) -> Path:
    """Where the thinned block of a record stands."""
    return record.with_suffix(".thin.h5")


def write_thin(record: Path, provenance: Callable[[], dict]) -> None:
    """Write a block in 16 bits a number, if it is that of the record and fits."""
    trained = read_record(record)
    block = record.with_suffix(".h5")
    with store.read(block, "models") as models:
        with store.create(thin_file(record), KIND, provenance) as file:
            checksums = trained["vectors_sha256"]
            file.describe("/", {"vectors_sha256": json.dumps(checksums)})
            for name in (x for x in models if x not in ("vectors", "provenance")):
                is_text = models[name].dtype.kind == "O"
                values = store.texts(models[name]) if is_text else models[name][:]
                file.put(name, _axes(models[name]), values)
            shape = models["vectors"].shape
            file.reserve("vectors", _axes(models["vectors"]), shape, np.float16)
            for row, checksum in enumerate(checksums):
                # before the 32 bits are deleted: what is wrong now could not be told
                # later
                if _thin_run(models, file, row) != checksum:
                    raise store.StoreError(
                        f"{block}: the vectors of run {trained['runs'][row]} are not "
                        "those that were trained: remove the file and run snakemake."
                    )


def _axes(dataset) -> tuple[str, ...]:
    """The names of the axes of a dataset."""
    return tuple(axis.label for axis in dataset.dims)


def _thin_run(models, file: store.Writer, row: int) -> str:
    """Thin one run by slices of its words; the checksum of what was read."""
    digest = hashlib.sha256()
    for first in range(0, models["vectors"].shape[1], ROWS):
        part = slice(first, first + ROWS)
        vectors = models["vectors"][row, part]
        digest.update(np.ascontiguousarray(vectors))
        rows, lost = halved(vectors, models["present"][row, part])
        if lost.any():
            raise DoesNotFitError(
                f"16 bits a number cannot hold {lost.sum()} vectors of run "
                f"{models['runs'][row]} or more (numbers up to "
                f"{np.abs(vectors[lost]).max():.3g}): they keep 32"
            )
        file.file["vectors"][row, part] = rows
    return digest.hexdigest()


def is_thin_of(record: Path, trained: Mapping) -> bool:
    """Tell whether the thinned block of a record stands and is of these vectors."""
    path = thin_file(record)
    if not path.is_file():
        return False
    with store.read(path, KIND) as file:
        return json.loads(file.attrs["vectors_sha256"]) == trained["vectors_sha256"]
