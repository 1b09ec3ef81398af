"""Follow the cosines of query words with all words over the runs of a cell."""

import numpy as np

from quaver.measures.declare import CHOSEN, MODELS, Cost, Measure
from quaver.measures.errors import MeasureError
from quaver.spaces.queries import near, query_cosines

CANDIDATES = 100  # words followed run by run, and at least so many times the ranks:
TIMES = 5
KINDS = {"queries": "studied", "neighbours": "listed"}  # analyses that ask for words
DATASETS = {
    **dict.fromkeys(("mean", "deviation"), (np.float32, "queries", "words")),
    "present": (np.uint16, "queries", "words"),
    "neighbours": (np.int32, "runs", "queries", "ranks"),
    "cosines": (np.float32, "runs", "queries", "ranks"),
    "candidates": (np.int32, "queries", "candidates"),
    "candidate_cosines": (np.float32, "runs", "queries", "candidates"),
    "candidate_ranks": (np.int32, "runs", "queries", "candidates"),
}


def measure(given, out) -> None:
    """Store what the queries are near to in every run, in one pass over the models."""
    runs, spec = given.runs, given.spec
    if spec.get("chosen"):
        with given.other(CHOSEN) as chosen:
            spec = {**spec, "queries": chosen.texts("queries")}
    if len(runs) < 2:
        raise MeasureError("cosines are followed over two runs or more")
    places = {word: row for row, word in enumerate(runs.words)}
    asked = sorted({*spec["queries"], *spec["neighbours"]})
    unknown = [word for word in asked if word not in places]
    rows = np.array(sorted(places[x] for x in asked if x in places), dtype=np.int64)
    cosines = _followed(runs, rows, out)
    names = [runs.words[row] for row in rows]
    out.put_axes(words=runs.words, runs=runs.numbers, queries=rows)
    out.put("frequency", ("words",), runs.frequency())
    out.put("names", ("queries",), names)
    for kind, flag in KINDS.items():
        asked = {*spec[kind]}
        flags = np.array([name in asked for name in names], dtype=bool)
        out.put(flag, ("queries",), flags)
        out.put_axes(**{f"unknown_{kind}": [word for word in unknown if word in asked]})
    _put_near(out, cosines, spec["ranks"])


def _followed(runs, rows: np.ndarray, out) -> np.ndarray:
    """Cosines of all runs on disk, for memory holds one run: (queries, runs, words)."""
    shape = max(1, len(rows)), len(runs), len(runs.words)
    cosines = out.room(shape, np.float32)
    for k in range(len(runs)):
        vectors, _, _ = runs[k]
        for part, values in query_cosines(vectors, rows):
            cosines[: len(rows), k, part] = values
    return cosines[: len(rows)]


def _put_near(out, cosines: np.ndarray, ranks: int) -> None:
    """Write what each query is near to, one after the other."""
    queries, runs, words = cosines.shape
    candidates = min(max(CANDIDATES, TIMES * ranks), words - 1)
    sizes = {"queries": queries, "runs": runs, "words": words}
    sizes |= {"ranks": ranks, "candidates": candidates}
    datasets = {}
    for name, (kind, *axes) in DATASETS.items():
        shape = tuple(sizes[axis] for axis in axes)
        datasets[name] = out.reserve(name, tuple(axes), shape, kind)
    for query in range(queries):
        nearest = near(cosines[query], ranks, candidates)._asdict()
        for name, (_, first, *_) in DATASETS.items():
            at = (slice(None), query) if first == "runs" else query
            datasets[name][at] = nearest[name]


def _spec(grid, subject) -> dict:
    corpus, analyses = subject.cell.view.corpus, grid.study.analyses
    return {
        "queries": sorted(grid.words("queries", corpus)),
        "neighbours": sorted(grid.words("neighbours", corpus)),
        "ranks": max(analyses.queries.nearest, analyses.neighbours.n),
        **({"chosen": True} if grid.is_chosen(corpus) else {}),
    }


MEASURE = Measure(
    name="queries",
    reads=(MODELS, CHOSEN),
    wanted=lambda grid, subject: grid.is_asked(subject.cell),
    spec=_spec,
    message="Follow the cosines of query words over the runs of {subject}.",
    cost=Cost(
        # a space, and cosines of one query with all words in all runs
        bytes=lambda size: (
            1e8 + size.words * (8 * size.dims + 24 * size.runs + 2 * size.word)
        ),
        # cosines, and the order of all words by them
        operations=lambda size: (
            size.words * size.runs * size.asked * (2 * size.dims + 3200)
        ),
        passes=1,
    ),
)
