"""Test how the cosines of random word pairs are distributed over runs."""

import numpy as np

from quaver import store
from quaver.engine.job import Job, run
from quaver.measures.independence import expected_rejections, independence
from quaver.measures.normality import normality
from quaver.results.runs import (
    MeasureError,
    UnitSpaces,
    cell_spaces,
    put_vocabulary,
)
from quaver.spaces.draws import disjoint_pairs
from quaver.spaces.moments import gathered


def measure_cosines(job: Job) -> None:
    """Store the cosines of a cell's pairs in all runs, and p of both tests."""
    runs, mask, steps = cell_spaces(job.inputs, least=3)
    words = [runs.words[row] for row in np.flatnonzero(mask)]
    pairs = disjoint_pairs(mask, job.spec["pairs"], job.spec["seed"])
    shown, chosen = example(words, job.spec["example"], pairs[0])
    asked = np.vstack([shown, pairs]).T
    spaces = UnitSpaces(runs, mask)
    cosines = gathered(spaces, *asked)
    with store.create(job.output, "cosines", job.provenance) as file:
        put_vocabulary(file, runs, mask, steps)
        file.put("runs", ("runs",), runs.numbers)
        for name, rows in zip(("first", "second"), pairs.T, strict=True):
            file.put(name, ("pairs",), [words[row] for row in rows])
        _put_tests(file, cosines[:, 1:])
        file.put("example/words", ("two",), [words[row] for row in shown])
        file.put("example/cosines", ("runs",), cosines[:, 0])
        file.describe("example", {"chosen": chosen})


def _put_tests(file: store.Writer, cosines: np.ndarray) -> None:
    normal, free = normality(cosines), independence(cosines)
    file.put("cosines", ("runs", "pairs"), cosines)
    file.put("normality", ("pairs",), normal)
    file.put("independence", ("pairs_of_pairs",), free)
    file.describe(
        "/",
        {
            "untested": int(np.isnan(normal).sum()),
            "expected_independence": expected_rejections(len(cosines)),
        },
    )


def example(
    words: list[str], wanted: list[str], random: np.ndarray
) -> tuple[np.ndarray, str]:
    """Rows of the pair to show and how it was chosen; wanted may be no words."""
    rows = {word: row for row, word in enumerate(words)}
    if wanted and all(word in rows for word in wanted):
        return np.array([rows[word] for word in wanted]), "given"
    lost = [word for word in wanted if word not in rows]
    why = f": {' and '.join(lost)} not in every run" if lost else ""
    return random, f"first random pair{why}"


if __name__ == "__main__":
    run(measure_cosines, MeasureError, store.StoreError)
