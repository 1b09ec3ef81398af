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
VECTORS, CONTEXTS = "vectors", "contexts"
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
            matrices = [name for name in (VECTORS, CONTEXTS) if name in models]
            for name in (x for x in models if x not in (*matrices, "provenance")):
                is_text = models[name].dtype.kind == "O"
                values = store.texts(models[name]) if is_text else models[name][:]
                file.put(name, _axes(models[name]), values)
            for name in matrices:
                shape = models[name].shape
                file.reserve(name, _axes(models[name]), shape, np.float16)
            for row, checksum in enumerate(checksums):
                if CONTEXTS in matrices:
                    _thin_contexts(models, file, row)
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
    for first in range(0, models[VECTORS].shape[1], ROWS):
        part = slice(first, first + ROWS)
        vectors = models[VECTORS][row, part]
        digest.update(np.ascontiguousarray(vectors))
        rows, lost = halved(vectors, models["present"][row, part])
        if lost.any():
            raise DoesNotFitError(
                f"16 bits a number cannot hold {lost.sum()} vectors of run "
                f"{models['runs'][row]} or more (numbers up to "
                f"{np.abs(vectors[lost]).max():.3g}): they keep 32"
            )
        file.file[VECTORS][row, part] = rows
    return digest.hexdigest()


def _thin_contexts(models, file: store.Writer, row: int) -> None:
    """Thin the output weights of one run; refuse numbers beyond 16 bits alone.

    Those of rare words have hardly left zero: that they lose digits alters no product
    with them, and must not keep all others in 32 bits.
    """
    for first in range(0, models[CONTEXTS].shape[1], ROWS):
        part = slice(first, first + ROWS)
        weights = models[CONTEXTS][row, part]
        rows, _ = halved(weights, models["present"][row, part])
        if np.isinf(rows).any():
            raise DoesNotFitError(
                f"16 bits a number cannot hold output weights of run "
                f"{models['runs'][row]} (numbers up to {np.nanmax(np.abs(weights)):.3g}"
                "): they keep 32"
            )
        file.file[CONTEXTS][row, part] = rows


def is_thin_of(record: Path, trained: Mapping) -> bool:
    """Tell whether the thinned block of a record stands and is of these vectors."""
    path = thin_file(record)
    if not path.is_file():
        return False
    with store.read(path, KIND) as file:
        return json.loads(file.attrs["vectors_sha256"]) == trained["vectors_sha256"]
