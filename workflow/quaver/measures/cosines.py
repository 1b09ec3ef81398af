"""How the cosines of random word pairs are distributed over runs.

Rettenmeier 2020, section 2.1.3: the Shapiro-Wilk test of each word pair, of which p is
uniform in [0, 1] where the cosines are normal; and whether two pairs are independent.
"""

import numpy as np

from quaver.measures.declare import MODELS, Cost, Measure
from quaver.measures.examples import example
from quaver.measures.independence import expected_rejections, independence, over_runs
from quaver.spaces.draws import disjoint_pairs
from quaver.spaces.moments import gathered


def normality(cosines: np.ndarray) -> np.ndarray:
    """p of each pair: (runs, pairs) -> (pairs,) in [0, 1]; NaN where none varies."""
    from scipy.stats import shapiro  # late, as rankdata in quaver.statistics

    cosines = over_runs(cosines)
    varied = np.ptp(cosines, axis=0) > 0
    probabilities = np.full(cosines.shape[1], np.nan)
    if varied.any():
        probabilities[varied] = shapiro(cosines[:, varied], axis=0).pvalue
    return probabilities


def measure(given, out) -> None:
    """Store the cosines of a cell's pairs in all runs, and p of both tests."""
    shared = given.shared(least=3)  # what both tests need
    words = np.array(shared.words, dtype=object)
    pairs = disjoint_pairs(shared.mask, given.spec["pairs"], given.spec["seed"])
    wanted = given.spec["example"]
    shown, chosen = example(words, wanted, pairs[0], "random pair")
    # the example goes along: every pass over the runs is dear
    cosines = gathered(shared.spaces(), *np.vstack([shown, pairs]).T)
    tested = cosines[:, 1:]
    normal, free = normality(tested), independence(tested)
    shared.put(out)
    out.put_axes(runs=shared.numbers)
    first, second = (words[rows].tolist() for rows in pairs.T)
    out.put_all(("pairs",), first=first, second=second, normality=normal)
    out.put("cosines", ("runs", "pairs"), tested)
    out.put("independence", ("pairs_of_pairs",), free)
    out.put("example/words", ("two",), words[shown].tolist())
    out.put("example/cosines", ("runs",), cosines[:, 0])
    out.describe("example", {"chosen": chosen})
    expected = expected_rejections(len(cosines))
    facts = {"untested": int(np.isnan(normal).sum()), "expected_independence": expected}
    out.describe("/", facts)


MEASURE = Measure(
    name="cosines",
    reads=(MODELS, "vocabulary?"),
    wanted=lambda grid, subject: grid.is_studied(subject.cell),
    spec=lambda grid, subject: {
        "pairs": grid.study.analyses.distribution.pairs,
        "seed": grid.seed_of("pairs", subject.cell.view),
        "example": grid.example(subject.cell)[1],
        "vocabulary": grid.study.analyses.stability.vocabulary,
    },
    message="Test how cosines of random word pairs are distributed in {subject}.",
    cost=Cost(
        bytes=lambda size: size.spaces,
        # cosines of the pairs, and two tests of each
        operations=lambda size: (
            size.analyses.distribution.pairs * (2 * size.runs * size.dims + 5e5)
        ),
        passes=2,
    ),
)
