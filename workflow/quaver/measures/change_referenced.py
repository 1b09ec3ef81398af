"""How far a word's names in two periods are apart, in runs that read both as one text.

Temporal referencing (Dubossarsky et al. 2019): words bear the names of their periods,
contexts are shared, and both names of a word stand in one space. Nothing is aligned.
"""

import numpy as np

from quaver.measures.declare import JOINT, MODELS, TEXTS, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.spaces.normalise import unit_rows


def measure(given, out) -> None:
    """Store the change of all words both of whose names are in a run, run by run."""
    runs = given.runs
    with given.other(TEXTS) as stored:
        words = stored["referenced/words"][:]
    # the names are the last words of the text, those of the early period first
    names = np.arange(len(runs.words) - 2 * len(words), len(runs.words)).reshape(2, -1)
    there = runs.in_any[names].all(axis=0)
    if not there.any():
        raise MeasureError(
            "no word has both of its names in a run: lower the min_count of the "
            "technique, or use more text"
        )
    words, names = words[there], names[:, there]
    out.put_axes(words=[runs.words[row] for row in words])
    out.put("runs", ("runs",), runs.numbers)
    out.put("counts", ("periods", "words"), runs.frequency()[names])
    shape = len(runs), len(words)
    room = out.reserve("distance", ("runs", "words"), shape, np.dtype(np.float32))
    for run in range(len(runs)):
        vectors, present, _ = runs[run]
        room[run] = distances(vectors[names], present[names].all(axis=0))


def distances(vectors: np.ndarray, present: np.ndarray) -> np.ndarray:
    """1 - cos of both names: (2, words, dims), (words,) bool -> (words,) in [0, 2].

    Half the squared distance of unit rows; NaN where one name is not present.
    """
    early, late = (unit_rows(each, present) for each in vectors)
    apart = early - late
    return np.einsum("wd,wd->w", apart, apart) / 2


MEASURE = Measure(
    name="change_referenced",
    of=JOINT,
    controls=True,
    reads=(MODELS, TEXTS),
    refuses=(ValueError,),
    message="Compare the names that words bear in both periods of {subject}.",
    cost=Cost(
        # a run as read, the names of it, and these in unit rows
        bytes=lambda size: size.spaces + 16.0 * size.words * size.dims,
        operations=lambda size: 8.0 * size.words * size.dims * size.runs,
        passes=1,
    ),
    quantities={
        "referenced_distance": Quantity(
            label="change of a word between its names in two periods",
            symbol="TR",
            formula="1 - cos(v(w@1), v(w@2))",
            source="Dubossarsky et al. 2019",
            best="low",
            range=(0.0, 2.0),
        ),
    },
)
