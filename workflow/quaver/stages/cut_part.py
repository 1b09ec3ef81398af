"""Cut a part of an encoded text: the numbers of its documents, and what they count.

The file reads as that of a text encoded alone, but holds no token: they are read where
the whole text has them.
"""

import json
from pathlib import Path

import numpy as np

from quaver import store
from quaver.corpora import parts
from quaver.corpora.encoding import COUNTED
from quaver.engine.job import Job, run
from quaver.results.views import gathered, tokens_of
from quaver.statistics.planting import Plants, pairs_of, swapped
from quaver.statistics.referencing import LEAST as USES
from quaver.statistics.referencing import Marks, frequent, marked, named

UNITS = "document", "sentence", "line"
LEAST = 10  # uses of a word in each half, that it may be planted


class PartError(Exception):
    """A part that cannot be cut; says why and what to do."""


def cut_part(job: Job) -> None:
    """Write the part of a text that the spec names."""
    (path,) = job.inputs
    with store.read(path, "corpus") as text:
        own = _documents(text, job.spec)
        if not len(own):
            raise PartError(
                f"{job.spec['name']} has no document: write other periods, or more text"
            )
        with store.create(job.output, "corpus", job.provenance) as file:
            words, counts = store.texts(text["words"]), _put(file, text, own)
            if "plant" in job.spec:
                counts = _plant(file, text, own, job.spec)
            if job.spec["part"]["kind"] == "referenced":
                names, counts = _reference(file, text, own, job.spec)
                words += names
            file.put("words", ("words",), words)
            file.put("counts", ("words",), counts)
            file.describe("/", _meta(text, path, job.spec))


def _documents(text, spec: dict) -> np.ndarray:
    """Documents of a part: (n,) ascending."""
    part, periods = spec["part"], np.array(store.texts(text["document_parts"]))
    if part["kind"] in ("period", "planted"):
        own = parts.of_periods(periods, [part["name"]])
        if part["kind"] == "period":
            return own
        return parts.batches(own, 2, spec["seed"])[part["number"]]
    own = parts.of_periods(periods, part["names"])
    if part["kind"] in ("dealt", "referenced"):
        return own
    lengths = np.diff(text["document_offsets"][:])
    if part["kind"] == "batches":
        heaps = parts.batches(own, len(part["names"]), spec["seed"])
    else:
        sizes = [lengths[periods == name].sum() for name in part["names"]]
        heaps = parts.like(own, lengths[own], sizes, spec["seed"])
    return heaps[part["number"]]


def _put(file: store.Writer, text, own: np.ndarray) -> np.ndarray:
    """Write units of some documents; occurrences of the words."""
    edges = text["document_offsets"][:]
    tokens = gathered(tokens_of(text), edges, own)
    counts = np.bincount(tokens, minlength=len(text["words"])).astype(np.int64)
    numbers = {"tokens": len(tokens), "types": int((counts > 0).sum())}
    file.put("documents", ("documents",), own)
    for unit in UNITS:
        offsets = text[f"{unit}_offsets"][:]
        kept, closed = parts.within(offsets, edges, own)
        file.put(f"{unit}_offsets", (f"{unit}_edges",), closed)
        numbers[f"{unit}s"] = len(kept)
        if unit == "sentence":
            places = np.searchsorted(own, text["sentence_documents"][:][kept])
            file.put("sentence_documents", ("sentences",), places)
    for name in ("ids", "dates", "groups", "parts"):
        if f"document_{name}" in text:
            every = store.texts(text[f"document_{name}"])
            file.put(f"document_{name}", ("documents",), [every[k] for k in own])
    # what cleaning left out is told of the whole text
    file.put("steps/step", ("step",), ["cut"])
    for name in COUNTED:
        file.put(f"steps/{name}", ("step",), [numbers[name]])
    return counts


def _plant(file: store.Writer, text, own: np.ndarray, spec: dict) -> np.ndarray:
    """Write what is planted in a half, of either half the same; its occurrences."""
    both = [
        _counts(text, _documents(text, {**spec, "part": {**spec["part"], "number": k}}))
        for k in (0, 1)
    ]
    there = np.min(both, axis=0) >= LEAST
    plant, counts = spec["plant"], np.where(there, np.sum(both, axis=0), 0)
    plants = pairs_of(counts, plant["shares"], plant["words"], spec["seed"])
    for name, values in plants._asdict().items():
        file.put(f"planted/{name}", ("pairs",), values)
    number = spec["part"]["number"]
    file.describe("/", {"planted_in": number, "plant_seed": spec["seed"]})
    if not number:
        return both[0]
    tokens = gathered(tokens_of(text), text["document_offsets"][:], own)
    tokens = swapped(tokens, 0, Plants(*plants), spec["seed"])
    return np.bincount(tokens, minlength=len(counts)).astype(np.int64)


def _reference(file: store.Writer, text, own: np.ndarray, spec: dict) -> tuple:
    """Write which words bear names of periods; the names, and occurrences of words and
    names."""
    words, early_late = store.texts(text["words"]), spec["part"]["names"]
    late = np.array(store.texts(text["document_parts"]))[own] == early_late[1]
    rows = frequent(*(_counts(text, own[late == period]) for period in (False, True)))
    if not len(rows):
        raise PartError(
            f"no word occurs {USES} times in both {' and '.join(early_late)}: take "
            "more text, or write 'referenced: 0'"
        )
    file.put("referenced/words", ("referenced",), rows)
    file.put("referenced/late", ("documents",), late.astype(np.int8))
    file.describe("/", {"referenced_seed": spec["seed"]})
    edges = text["document_offsets"][:]
    heads = np.append(0, np.cumsum(np.diff(edges)[own]))
    tokens = gathered(tokens_of(text), edges, own)
    tokens = marked(tokens, 0, Marks(rows, len(words), heads, late), spec["seed"])
    counts = np.bincount(tokens, minlength=len(words) + 2 * len(rows))
    return named(words, rows, early_late), counts.astype(np.int64)


def _counts(text, own: np.ndarray) -> np.ndarray:
    tokens = gathered(tokens_of(text), text["document_offsets"][:], own)
    return np.bincount(tokens, minlength=len(text["words"])).astype(np.int64)


def _meta(text, path: Path, spec: dict) -> dict:
    """What is said of a part: as of its text, and which part it is."""
    names = "language", "clean", "min_count", "source_checksum", "tokeniser", "read"
    names += ("pieces",)
    periods = np.array(store.texts(text["document_parts"]))
    part = spec["part"]
    heap = int((periods == part.get("names", [""])[0]).sum())
    return {
        **{name: text.attrs[name] for name in names if name in text.attrs},
        "source": json.dumps(spec["source"], sort_keys=True),
        "part_of": path.name,
        "part": json.dumps(part, sort_keys=True),
        "dropped": json.dumps({}),
        "first_heap": heap * (part["kind"] == "dealt"),
    }


if __name__ == "__main__":
    run(cut_part, PartError, ValueError, store.StoreError)
