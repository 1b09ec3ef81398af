"""Ways of averaging side by side: losses, cosines and scores of each, by size."""

from collections.abc import Mapping
from functools import partial
from itertools import product

import numpy as np

from quaver.measures.average_spaces import put_averages
from quaver.measures.declare import MODELS, Cost, Measure
from quaver.measures.examples import example
from quaver.measures.pip import pip_losses
from quaver.measures.quality import language_of, read_sets, score_runs, scoring
from quaver.quality.files import QualityError
from quaver.spaces import cosines, draws, neighbours

LISTED = 15  # words in the lists of Table 3.5


def measure(given, out) -> None:
    """Write what each method and size makes of the runs of a cell, beside the runs."""
    runs, spec = given.runs, given.spec
    # over the words the single runs share; only scores are of all words of an average
    common = _Common(given.shared(words=given.words("pip")), spec)
    # one average is enough here: scores and cosines need no second
    sizes = [size for size in spec["sizes"] if size <= len(runs)]
    out.put_axes(methods=spec["methods"], sizes=np.array(sizes))
    first, second = (common.words[rows].tolist() for rows in common.pairs.T)
    out.put_all(("pairs",), first=first, second=second)
    _put_single(out, given, common)
    # the method the study keeps averages of, where it is compared at all
    kept = spec["method"] if spec["method"] in spec["methods"] else spec["methods"][0]
    shown = kept, max((size for size in sizes if 2 * size <= len(runs)), default=0)
    for method, size in product(spec["methods"], sizes):
        write = partial(put_averages, runs=runs, size=size, method=method)
        with out.aside("averages", write) as averages:
            _put_averages(out, f"{method}/{size}", averages, common)
            # written while the averages stand: the file aside goes with them
            if (method, size) == shown:
                _put_example(out, averages, common, {"size": size, "method": method})


class _Common:
    """What all averages of a cell are measured with."""

    def __init__(self, shared, spec: Mapping):
        self.shared, self.spec = shared, spec
        self.words = np.array(shared.words, dtype=object)
        self.pairs = draws.disjoint_pairs(shared.mask, spec["pairs"], spec["seed"])
        self.sets = read_sets(spec["quality"]["sets"])

    def cosines(self, averages=None) -> np.ndarray:
        """Of the pairs in each average, or each run: (groups, pairs) float32."""
        spaces, pairs = self.shared.spaces(of=averages), self.pairs.T
        runs = range(len(spaces))
        return np.stack([cosines.pair_cosines(spaces[k], *pairs) for k in runs])


def _put_single(out, given, common: _Common) -> None:
    """Write the runs as if each were an average, by the same names."""
    out.put("single/firsts", ("groups",), given.runs.numbers)
    out.put("single/cosines", ("groups", "pairs"), common.cosines())
    with given.other("pip") as pip:
        out.put("single/losses", ("groups", "other_groups"), pip["losses"][:])
    for opened in given.others("quality"):
        with opened as quality:
            for row, name in enumerate(quality.texts("sets")):
                for key in ("scores", "known"):
                    out.put(f"single/{key}/{name}", ("groups",), quality[key][row])


def _put_averages(out, group: str, averages, common: _Common) -> None:
    out.put(f"{group}/firsts", ("groups",), averages.numbers)
    out.put(f"{group}/rounds", ("groups",), averages.every("rounds"))
    out.put(f"{group}/cosines", ("groups", "pairs"), common.cosines(averages))
    compared = common.shared.spaces(common.spec["runs"], of=averages)
    if len(compared) > 1:  # one average has no loss
        losses = pip_losses(compared).losses
        out.put(f"{group}/losses", ("groups", "other_groups"), losses)
    if not common.sets:
        return
    results, _ = score_runs(averages, common.sets, common.spec["quality"])
    for name, by_group in results.items():
        for key, part in (("scores", "value"), ("known", "known")):
            values = np.array([getattr(each.score, part) for each in by_group])
            out.put(f"{group}/{key}/{name}", ("groups",), values)


def _put_example(out, averages, common: _Common, facts: Mapping) -> None:
    """Write the words nearest to one word in the first two averages (Table 3.5)."""
    shared, spec = common.shared, common.spec
    first = draws.drawn(shared.mask, 1, spec["target_seed"])
    (target,), chosen = example(common.words, [spec["word"]], first, "target")
    spaces = shared.spaces(of=averages)
    nearest = neighbours.beside(spaces[0], spaces[1], target, LISTED)
    out.put("example/words", ("words",), common.words[nearest.rows].tolist())
    out.put("example/ranks", ("averages", "words"), nearest.ranks)
    out.put("example/cosines", ("averages", "words"), nearest.cosines)
    out.describe("example", {"word": common.words[target], "chosen": chosen, **facts})


def _spec(grid, subject) -> dict:
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
    return sum(
        each.turning(method)
        + each.grams(each.averages)
        + size.runs // each.size * size.scoring
        for method in size.analyses.averages.compare
        for each in size.by_averages
    )


MEASURE = Measure(
    name="compare_averages",
    reads=(MODELS, "pip", "quality?"),
    wanted=lambda grid, subject: grid.is_compared(subject.cell),
    spec=_spec,
    uses=language_of,
    refuses=(QualityError, ValueError),
    rule="compare_averages",
    file="measures/{view}/{technique}/{sampling}/averages.h5",
    kind="averages_compared",
    message="Compare ways of averaging the runs of {subject}.",
    cost=Cost(bytes=lambda size: size.branches, operations=_operations, passes=2),
)
