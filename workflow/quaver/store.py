"""The only file that opens HDF5: layouts, atomic writing, provenance.

One artefact per file. A file is written to a temporary beside its place and moved, so
that a reader meets a whole file or none. Every dataset names its dimensions; a dataset
called like its only dimension is that dimension's scale.
"""

import contextlib
import os
import socket
from collections.abc import Iterator, Mapping
from pathlib import Path

import h5py
import numpy as np

FORMAT = 1
SLICE = 1 << 24  # bytes copied together when a long array is written

Arrays = Mapping[str, object]

LAYOUTS: dict[str, dict[str, tuple[str, ...]]] = {
    "corpus": {
        "words": ("words",),
        "counts": ("words",),
        "tokens": ("tokens",),
        "document_offsets": ("document_edges",),
        "sentence_offsets": ("sentence_edges",),
        "line_offsets": ("line_edges",),
        "sentence_documents": ("sentences",),
        "document_ids": ("documents",),
        "document_dates": ("documents",),
    },
    "models": {
        "runs": ("runs",),
        "words": ("words",),
        "vectors": ("runs", "words", "dims"),
        "present": ("runs", "words"),
        "counts": ("runs", "words"),
        "losses": ("runs", "epochs"),
        "sample_seeds": ("runs",),
        "trainer_seeds": ("runs",),
        "seconds": ("runs",),
    },
}
