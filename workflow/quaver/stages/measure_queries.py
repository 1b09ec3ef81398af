"""Follow the cosines of query words with all words over the runs of a cell."""

import tempfile
from pathlib import Path

import numpy as np

from quaver import store
from quaver.engine.job import Job, run
from quaver.results.runs import MeasureError, Runs
from quaver.spaces.queries import near, query_cosines

CANDIDATES = 100  # words followed run by run, and at least so many times the ranks:
TIMES = 5
KINDS = {"queries": "studied", "neighbours": "listed"}  # analyses that ask for words
AXES = {
    **dict.fromkeys(("mean", "deviation", "present"), ("queries", "words")),
    **dict.fromkeys(("neighbours", "cosines"), ("runs", "queries", "ranks")),
    "candidates": ("queries", "candidates"),
    **dict.fromkeys(
        ("candidate_cosines", "candidate_ranks"), ("runs", "queries", "candidates")
    ),
}


def measure_queries(job: Job) -> None:
    """Store what the queries are near to in every run, in one pass over the models."""
    blocks, spec = _asked(job)
    runs = Runs(blocks)
    if len(runs) < 2:
        raise MeasureError("cosines are followed over two runs or more")
    rows, unknown = known(spec, runs.words)
    with (
        tempfile.TemporaryFile() as place,
        store.create(job.output, "queries", job.provenance) as file,
    ):
        cosines = followed(runs, rows, place)
        put_asked(file, spec, runs, rows)
        for kind in KINDS:
            lacking = [word for word in unknown if word in {*spec[kind]}]
            file.put(f"unknown_{kind}", (f"unknown_{kind}",), lacking)
        _put_near(file, cosines, spec["ranks"])


def _asked(job: Job) -> tuple[list[Path], dict]:
    """The block files, and the spec with the words that were chosen from topics."""
    if not job.spec.get("chosen"):
        return job.inputs, job.spec
    *blocks, path = job.inputs
    with store.read(path, "chosen") as file:
        return blocks, {**job.spec, "queries": store.texts(file["queries"])}


def known(spec: dict, words: list[str]) -> tuple[np.ndarray, list[str]]:
    """Rows of the words asked for, sorted, and those that the corpus has not."""
    places = {word: row for row, word in enumerate(words)}
    asked = sorted({*spec["queries"], *spec["neighbours"]})
    rows = sorted(places[word] for word in asked if word in places)
    return np.array(rows, dtype=np.int64), [x for x in asked if x not in places]


def followed(runs: Runs, rows: np.ndarray, place) -> np.ndarray:
    """Cosines of all runs on disk, for memory holds one run: (queries, runs, words)."""
    shape = max(1, len(rows)), len(runs), len(runs.words)
    cosines = np.memmap(place, np.float32, "w+", shape=shape)
    for k in range(len(runs)):
        vectors, _, _ = runs[k]
        for part, found in query_cosines(vectors, rows):
            cosines[: len(rows), k, part] = found
    return cosines[: len(rows)]


def put_asked(file: store.Writer, spec: dict, runs: Runs, rows: np.ndarray) -> None:
    """Write the words, the runs, and which words were asked for what."""
    names = [runs.words[row] for row in rows]
    file.put("words", ("words",), runs.words)
    file.put("frequency", ("words",), runs.frequency())
    file.put("runs", ("runs",), runs.numbers)
    file.put("names", ("queries",), names)
    file.put("queries", ("queries",), rows)
    for kind, flag in KINDS.items():
        asked = {*spec[kind]}
        flags = np.array([name in asked for name in names], dtype=bool)
        file.put(flag, ("queries",), flags)


def _put_near(file: store.Writer, cosines: np.ndarray, ranks: int) -> None:
    """Write what each query is near to, one after the other."""
    queries, runs, words = cosines.shape
    candidates = min(max(CANDIDATES, TIMES * ranks), words - 1)
    sizes = {"queries": queries, "runs": runs, "words": words}
    sizes |= {"ranks": ranks, "candidates": candidates}
    kinds = {
        **dict.fromkeys(("neighbours", "candidates", "candidate_ranks"), np.int32),
        "present": np.uint16,
    }
    for name, axes in AXES.items():
        shape = tuple(sizes[axis] for axis in axes)
        file.reserve(name, axes, shape, kinds.get(name, np.float32))
    for query in range(queries):
        found = near(cosines[query], ranks, candidates)._asdict()
        for name, axes in AXES.items():
            at = (slice(None), query) if axes[0] == "runs" else query
            file.file[name][at] = found[name]


if __name__ == "__main__":
    run(measure_queries, MeasureError, store.StoreError)
