"""Ways of averaging side by side: losses, cosines and scores of each, by size."""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import product

import numpy as np

from quaver.measures.average_spaces import put_averages
from quaver.measures.declare import CELL, MODELS, Cost, Measure
from quaver.measures.pip import pip_losses
from quaver.measures.quality import language_of, read_sets, score_runs, scoring
from quaver.quality.errors import QualityError
from quaver.spaces.cosines import pair_cosines
from quaver.spaces.draws import disjoint_pairs, drawn
from quaver.spaces.neighbours import beside

SCORED = ("value", "known")  # of a score
LISTED = 15  # words in the lists of Table 3.5


def measure(given, out) -> None:
    """Write what each method and size makes of the runs of a cell, beside the runs.

    Averages stand in a scratch file, one method and size at a time. All is measured
    over the words the single runs share; scores are of all words an average has.
    """
    runs, spec = given.runs, given.spec
    common = _Common(given.shared(words=given.words("pip")), spec)
    # one average is enough here: scores and cosines need no second
    sizes = [size for size in spec["sizes"] if size <= len(runs)]
    out.put("methods", ("methods",), spec["methods"])
    out.put("sizes", ("sizes",), np.array(sizes))
    for name, rows in zip(("first", "second"), common.pairs.T, strict=True):
        out.put(name, ("pairs",), common.named(rows))
    _put_single(out, given, common)
    for method, size in product(spec["methods"], sizes):
        write = partial(put_averages, runs=runs, size=size, method=method)
        with out.aside("averages", write) as averages:
            _put_averages(out, f"{method}/{size}", averages, common)
            rounds = averages.every("rounds")
            out.put(f"{method}/{size}/rounds", ("groups",), rounds)
            # written while the averages stand: the file aside goes with them
            if (method, size) == _shown(spec, len(runs)):
                facts = {"size": size, "method": method}
                _put_example(out, averages, common, facts)


class _Common:
    """What all averages of a cell are measured with: words, pairs of them, sets."""

    def __init__(self, shared, spec: Mapping):
        self._shared, self._spec = shared, spec
        self.pairs = disjoint_pairs(shared.mask, spec["pairs"], spec["seed"])
        self._names = shared.words
        self._sets = read_sets(spec["quality"]["sets"])

    def named(self, rows: np.ndarray) -> list[str]:
        """Texts of shared words."""
        return [self._names[row] for row in rows]

    def spaces(self, averages=None, limit: int = 0):
        """Averages, or the runs themselves, over the shared words."""
        return self._shared.spaces(limit, of=averages)

    def compared(self, averages):
        """As many of them as are compared two by two."""
        return self.spaces(averages, self._spec["runs"])

    def cosines(self, spaces) -> np.ndarray:
        """Cosines of the pairs in each space: (groups, pairs) float32."""
        return np.stack(
            [pair_cosines(spaces[k], *self.pairs.T) for k in range(len(spaces))]
        )

    def scores(self, averages) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
        """Scores on each set, and how many questions they are of: (groups,) twice."""
        if self._sets:
            results, _ = score_runs(averages, self._sets, self._spec["quality"])
            for name, by_group in results.items():
                scores = [result.score for result in by_group]
                values, numbers = ([getattr(x, k) for x in scores] for k in SCORED)
                yield name, np.array(values), np.array(numbers)

    def shown(self) -> tuple[int, str]:
        """Row of the word whose neighbours are listed, and why this one."""
        word = self._spec["word"]
        if word in self._names:
            return self._names.index(word), "given"
        why = f": {word} not in every run" if word else ""
        row = drawn(self._shared.mask, 1, self._spec["target_seed"])[0]
        return int(row), f"first target{why}"


def _put_single(out, given, common: _Common) -> None:
    """Write the runs as if each were an average, by the same names."""
    out.put("single/firsts", ("groups",), given.runs.numbers)
    cosines = common.cosines(common.spaces())
    out.put("single/cosines", ("groups", "pairs"), cosines)
    with given.other("pip") as pip:
        out.put("single/losses", ("groups", "other_groups"), pip["losses"][:])
    for opened in given.others("quality"):
        with opened as quality:
            for row, name in enumerate(quality.texts("sets")):
                for key in ("scores", "known"):
                    out.put(f"single/{key}/{name}", ("groups",), quality[key][row])


def _put_averages(out, group: str, averages, common: _Common) -> None:
    """Write what the averages of one method and size are like."""
    out.put(f"{group}/firsts", ("groups",), averages.numbers)
    cosines = common.cosines(common.spaces(averages))
    out.put(f"{group}/cosines", ("groups", "pairs"), cosines)
    compared = common.compared(averages)
    if len(compared) > 1:  # one average has no loss
        losses = pip_losses(compared).losses
        out.put(f"{group}/losses", ("groups", "other_groups"), losses)
    for name, values, answered in common.scores(averages):
        out.put(f"{group}/scores/{name}", ("groups",), values)
        out.put(f"{group}/known/{name}", ("groups",), answered)


def _shown(spec: Mapping, runs: int) -> tuple[str, int]:
    """Method and size of the averages listed: the largest size that makes two."""
    methods = spec["methods"]
    # the method the study keeps averages of, where it is compared at all
    method = spec["method"] if spec["method"] in methods else methods[0]
    return method, max((size for size in spec["sizes"] if 2 * size <= runs), default=0)


def _put_example(out, averages, common: _Common, facts: Mapping) -> None:
    """Write the words nearest to one word in the first two averages (Table 3.5)."""
    target, chosen = common.shown()
    spaces = common.spaces(averages)
    nearest = beside(spaces[0], spaces[1], target, LISTED)
    out.put("example/words", ("words",), common.named(nearest.rows))
    out.put("example/ranks", ("averages", "words"), nearest.ranks)
    out.put("example/cosines", ("averages", "words"), nearest.cosines)
    (word,) = common.named([target])
    out.describe("example", {"word": word, "chosen": chosen, **facts})


def _spec(grid, subject) -> dict:
    """Methods and sizes to compare, on which pairs of words, sets and example."""
    cell, analyses = subject.cell, grid.study.analyses
    return {
        "methods": list(analyses.averages.compare),
        "sizes": grid.sizes(cell),
        "method": analyses.averages.method,
        "runs": analyses.stability.runs,
        "pairs": analyses.distribution.pairs,
        "seed": grid.seed_of("pairs", cell.view),
        "word": grid.example(cell)[0],
        "target_seed": grid.seed_of("targets", cell.view),
        "quality": scoring(grid, cell, subject.file(MEASURE)),
    }


def _operations(size) -> float:
    """Averages by every method and size, their losses and their scores."""
    return sum(
        each.turning(method)
        + each.grams(each.averages)
        + size.runs // each.size * size.scoring
        for method in size.analyses.averages.compare
        for each in size.by_averages
    )


MEASURE = Measure(
    name="compare_averages",
    of=CELL,
    reads=(MODELS, "pip", "quality?"),
    wanted=lambda grid, subject: grid.is_compared(subject.cell),
    spec=_spec,
    uses=language_of,
    compute=measure,
    refuses=(QualityError, ValueError),
    rule="compare_averages",
    file="measures/{view}/{technique}/{sampling}/averages.h5",
    kind="averages_compared",
    message="Compare ways of averaging the runs of {subject}.",
    cost=Cost(bytes=lambda size: size.branches, operations=_operations, passes=2),
)
