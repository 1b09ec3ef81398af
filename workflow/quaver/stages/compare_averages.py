"""Compare ways of averaging: losses, cosines and scores of each, by size."""

from collections.abc import Mapping
from itertools import product

import numpy as np

from quaver import store
from quaver.measures.pip import pip_losses
from quaver.quality.errors import QualityError
from quaver.spaces.cosines import pair_cosines
from quaver.spaces.lists import beside
from quaver.spaces.pairs import disjoint_pairs
from quaver.stages.average_spaces import write_averages
from quaver.stages.cells import (
    MeasureError,
    Runs,
    UnitSpaces,
    known_words,
    shared_words,
)
from quaver.stages.job import Job, run
from quaver.stages.measure_neighbours import choose
from quaver.stages.measure_quality import read_sets, score_runs

LISTED = 15  # words in the lists of Table 3.5
MEASURED = ("pip", "quality")  # files of the single runs, read rather than made again


def compare_averages(job: Job) -> None:
    """Write what each method and size makes of the runs of a cell, beside the runs.

    Averages stand in a scratch file, one method and size at a time. All is measured
    over the words the single runs share; scores are of all words an average has.
    """
    measured = {path.stem: path for path in job.inputs if path.stem in MEASURED}
    runs = Runs([path for path in job.inputs if path.stem not in MEASURED])
    words = _Words(runs, known_words(measured["pip"], "pip"), job.spec)
    sizes = [size for size in job.spec["sizes"] if size <= len(runs)]
    methods = job.spec["methods"]
    with store.create(job.output, "averages_compared", job.provenance) as file:
        file.put("methods", ("methods",), methods)
        file.put("sizes", ("sizes",), np.array(sizes))
        for name, rows in zip(("first", "second"), words.pairs.T, strict=True):
            file.put(name, ("pairs",), words.named(rows))
        _put_single(file, runs, words, measured)
        with store.scratch(job.output) as folder:
            for method, size in product(methods, sizes):
                wanted = {"size": size, "method": method}
                write_averages(folder / "averages.h5", runs, wanted, dict)
                averages = Runs([folder / "averages.h5"], "averages")
                _put_averages(file, f"{method}/{size}", averages, (words, job.spec))
                if (method, size) == _shown(job.spec, len(runs)):
                    _put_example(file, averages, words, {**job.spec, **wanted})


class _Words:
    """What all averages of a cell are measured over: shared words, pairs of them."""

    def __init__(self, runs: Runs, known: set[str], spec: Mapping):
        self.mask, _ = shared_words(runs, known)
        self.pairs = disjoint_pairs(self.mask, spec["pairs"], spec["seed"])
        self._names = [runs.words[k] for k in np.flatnonzero(self.mask)]

    def named(self, rows: np.ndarray) -> list[str]:
        """Texts of shared words."""
        return [self._names[row] for row in rows]

    def cosines(self, spaces: UnitSpaces) -> np.ndarray:
        """Cosines of the pairs in each space: (groups, pairs) float32."""
        found = (pair_cosines(spaces[k], *self.pairs.T) for k in range(len(spaces)))
        return np.stack(list(found))

    def shown(self, spec: Mapping) -> tuple[int, str]:
        """Row of the word whose neighbours are listed, and why this one."""
        if spec["word"] in self._names:
            return self._names.index(spec["word"]), "given"
        row = choose(self.mask, 1, spec["target_seed"])[0]
        return int(row), "first random target"


def _put_single(file: store.Writer, runs: Runs, words: _Words, measured: Mapping):
    """Write the runs as if each were an average, by the same names."""
    file.put("single/firsts", ("groups",), runs.numbers)
    cosines = words.cosines(UnitSpaces(runs, words.mask))
    file.put("single/cosines", ("groups", "pairs"), cosines)
    with store.read(measured["pip"], "pip") as pip:
        file.put("single/losses", ("groups", "other_groups"), pip["losses"][:])
    if "quality" in measured:
        with store.read(measured["quality"], "quality") as quality:
            for place, name in enumerate(store.texts(quality["sets"])):
                for key in ("scores", "known"):
                    values = quality[key][place]
                    file.put(f"single/{key}/{name}", ("groups",), values)


def _put_averages(file: store.Writer, group: str, averages: Runs, given: tuple):
    words, spec = given
    spaces = UnitSpaces(averages, words.mask)
    file.put(f"{group}/firsts", ("groups",), averages.numbers)
    file.put(f"{group}/cosines", ("groups", "pairs"), words.cosines(spaces))
    if len(averages) > 1:
        losses = pip_losses(spaces).losses
        file.put(f"{group}/losses", ("groups", "other_groups"), losses)
    sets = read_sets(spec["quality"]["sets"])
    found, _ = score_runs(averages, sets, spec["quality"]) if sets else ({}, [])
    for name, scored in found.items():
        values = np.array([one.score.value for one in scored])
        known = np.array([one.score.known for one in scored])
        file.put(f"{group}/scores/{name}", ("groups",), values)
        file.put(f"{group}/known/{name}", ("groups",), known)


def _shown(spec: Mapping, runs: int) -> tuple[str, int]:
    """Method and size of the averages listed: the largest size that makes two."""
    methods = spec["methods"]
    method = spec["method"] if spec["method"] in methods else methods[0]
    return method, max((size for size in spec["sizes"] if 2 * size <= runs), default=0)


def _put_example(file: store.Writer, averages: Runs, words: _Words, spec: Mapping):
    """Write the words nearest to one word in the first two averages (Table 3.5)."""
    target, chosen = words.shown(spec)
    spaces = UnitSpaces(averages, words.mask)
    found = beside(spaces[0], spaces[1], target, LISTED)
    file.put("example/words", ("words",), words.named(found.rows))
    file.put("example/ranks", ("averages", "words"), found.ranks)
    file.put("example/cosines", ("averages", "words"), found.cosines)
    (word,) = words.named([target])
    said = {"word": word, "chosen": chosen}
    file.describe("example", {**said, "method": spec["method"], "size": spec["size"]})


if __name__ == "__main__":
    run(compare_averages, MeasureError, QualityError, store.StoreError, ValueError)
