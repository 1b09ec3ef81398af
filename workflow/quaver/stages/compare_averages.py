"""Compare ways of averaging: losses, cosines and scores of each, by size."""

from collections.abc import Iterator, Mapping
from itertools import product

import numpy as np

from quaver import store
from quaver.engine.job import Job, run
from quaver.measures.pip import pip_losses
from quaver.quality.errors import QualityError
from quaver.results.runs import (
    MeasureError,
    Runs,
    UnitSpaces,
    known_words,
    shared_words,
)
from quaver.spaces.cosines import pair_cosines
from quaver.spaces.draws import disjoint_pairs
from quaver.spaces.lists import beside
from quaver.stages.average_spaces import write_averages
from quaver.stages.measure_neighbours import choose
from quaver.stages.measure_quality import read_sets, score_runs

SCORED = ("value", "known")  # of a score
LISTED = 15  # words in the lists of Table 3.5
MEASURED = ("pip", "quality")  # files of the single runs, read rather than made again


def compare_averages(job: Job) -> None:
    """Write what each method and size makes of the runs of a cell, beside the runs.

    Averages stand in a scratch file, one method and size at a time. All is measured
    over the words the single runs share; scores are of all words an average has.
    """
    measured = {path.stem: path for path in job.inputs if path.stem in MEASURED}
    runs = Runs([path for path in job.inputs if path.stem not in MEASURED])
    common = _Common(runs, known_words(measured["pip"], "pip"), job.spec)
    sizes = [size for size in job.spec["sizes"] if size <= len(runs)]
    methods = job.spec["methods"]
    with store.create(job.output, "averages_compared", job.provenance) as file:
        file.put("methods", ("methods",), methods)
        file.put("sizes", ("sizes",), np.array(sizes))
        for name, rows in zip(("first", "second"), common.pairs.T, strict=True):
            file.put(name, ("pairs",), common.named(rows))
        _put_single(file, runs, common, measured)
        with store.scratch(job.output) as folder:
            path = folder / "averages.h5"
            for method, size in product(methods, sizes):
                wanted = {"size": size, "method": method}
                write_averages(path, runs, wanted, dict)
                averages = Runs([path], "averages")
                _put_averages(file, f"{method}/{size}", averages, common)
                with store.read(path, "averages") as made:
                    file.put(f"{method}/{size}/rounds", ("groups",), made["rounds"][:])
                if (method, size) == _shown(job.spec, len(runs)):
                    _put_example(file, averages, common, wanted)


class _Common:
    """What all averages of a cell are measured with: words, pairs of them, sets."""

    def __init__(self, runs: Runs, known: set[str], spec: Mapping):
        self.mask, _ = shared_words(runs, known)
        self.pairs = disjoint_pairs(self.mask, spec["pairs"], spec["seed"])
        self._names = [runs.words[k] for k in np.flatnonzero(self.mask)]
        self._sets = read_sets(spec["quality"]["sets"])
        self.compared = spec["runs"]
        self._spec = spec

    def named(self, rows: np.ndarray) -> list[str]:
        """Texts of shared words."""
        return [self._names[row] for row in rows]

    def cosines(self, spaces: UnitSpaces) -> np.ndarray:
        """Cosines of the pairs in each space: (groups, pairs) float32."""
        found = (pair_cosines(spaces[k], *self.pairs.T) for k in range(len(spaces)))
        return np.stack(list(found))

    def scores(self, averages: Runs) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
        """Scores on each set, and how many questions they are of: (groups,) twice."""
        if self._sets:
            found, _ = score_runs(averages, self._sets, self._spec["quality"])
            for name, scored in found.items():
                scores = [one.score for one in scored]
                values, known = ([getattr(x, k) for x in scores] for k in SCORED)
                yield name, np.array(values), np.array(known)

    def shown(self) -> tuple[int, str]:
        """Row of the word whose neighbours are listed, and why this one."""
        wanted = self._spec["word"]
        if wanted in self._names:
            return self._names.index(wanted), "given"
        why = f": {wanted} not in every run" if wanted else ""
        row = choose(self.mask, 1, self._spec["target_seed"])[0]
        return int(row), f"first target{why}"


def _put_single(file: store.Writer, runs: Runs, common: _Common, measured: Mapping):
    """Write the runs as if each were an average, by the same names."""
    file.put("single/firsts", ("groups",), runs.numbers)
    cosines = common.cosines(UnitSpaces(runs, common.mask))
    file.put("single/cosines", ("groups", "pairs"), cosines)
    with store.read(measured["pip"], "pip") as pip:
        file.put("single/losses", ("groups", "other_groups"), pip["losses"][:])
    if "quality" in measured:
        with store.read(measured["quality"], "quality") as quality:
            for place, name in enumerate(store.texts(quality["sets"])):
                for key in ("scores", "known"):
                    values = quality[key][place]
                    file.put(f"single/{key}/{name}", ("groups",), values)


def _put_averages(file: store.Writer, group: str, averages: Runs, common: _Common):
    """Write what the averages of one method and size are like."""
    spaces = UnitSpaces(averages, common.mask)
    file.put(f"{group}/firsts", ("groups",), averages.numbers)
    file.put(f"{group}/cosines", ("groups", "pairs"), common.cosines(spaces))
    compared = UnitSpaces(averages, common.mask, common.compared)
    if len(compared) > 1:
        losses = pip_losses(compared).losses
        file.put(f"{group}/losses", ("groups", "other_groups"), losses)
    for name, values, known in common.scores(averages):
        file.put(f"{group}/scores/{name}", ("groups",), values)
        file.put(f"{group}/known/{name}", ("groups",), known)


def _shown(spec: Mapping, runs: int) -> tuple[str, int]:
    """Method and size of the averages listed: the largest size that makes two."""
    methods = spec["methods"]
    method = spec["method"] if spec["method"] in methods else methods[0]
    return method, max((size for size in spec["sizes"] if 2 * size <= runs), default=0)


def _put_example(file: store.Writer, averages: Runs, common: _Common, made: Mapping):
    """Write the words nearest to one word in the first two averages (Table 3.5)."""
    target, chosen = common.shown()
    spaces = UnitSpaces(averages, common.mask)
    found = beside(spaces[0], spaces[1], target, LISTED)
    file.put("example/words", ("words",), common.named(found.rows))
    file.put("example/ranks", ("averages", "words"), found.ranks)
    file.put("example/cosines", ("averages", "words"), found.cosines)
    (word,) = common.named([target])
    file.describe("example", {"word": word, "chosen": chosen, **made})


if __name__ == "__main__":
    run(compare_averages, MeasureError, QualityError, store.StoreError, ValueError)
