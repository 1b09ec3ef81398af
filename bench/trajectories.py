"""Do bands over the periods of a series hold all truths together, are p uniform?

A word's documents are drawn: of unlike numbers of uses, each with a mean of its own
about that of its period. Bands: of one word, which moves from the first period to the
last by a squared distance of 0, 1 or 6 (documents differ by 1 in each dimension); share
of draws in which the band holds the truth in all periods together, and the share of
single intervals that hold theirs. Change points: of words that did not change, in
periods that shift all words; share of p at most .05, and where a word that changed at
a period was said to. A minute of one core:

    python bench/trajectories.py
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from quaver.spaces.contexts import Contexts
from quaver.statistics.periods import Centre, change_of, each_period
from quaver.statistics.trajectories import band, breaks, centre_over

DIMS, DRAWS = 6, 300
PERIODS, DOCUMENTS, SPREADS, MOVES = (3, 6, 12), (5, 9, 20, 0), (0.3, 1.2), (0, 1, 6)


def uses_of(generator, means: np.ndarray, counts: np.ndarray) -> Contexts:
    """Uses of words: means (words, documents, dims), counts (words, documents)."""
    word, document = np.nonzero(counts)
    own = counts[word, document]
    noise = generator.normal(size=(len(own), means.shape[2])) * np.sqrt(own)[:, None]
    return Contexts(own[:, None] * means[word, document] + noise, own, word, document)


def held(generator, number: int, documents: int, spread: float, move: float):
    """Whether the band of one drawn word holds all truths; of intervals, how many."""
    sizes = generator.integers(5, 40, number) if not documents else [documents] * number
    periods = np.repeat(np.arange(number), sizes)
    steps = np.outer(np.arange(number) / (number - 1), np.sqrt(move) * np.eye(DIMS)[0])
    counts = np.ceil(generator.lognormal(1, spread, (1, len(periods)))).astype(int)
    means = generator.normal(size=(1, len(periods), DIMS)) + steps[periods]
    each = each_period(uses_of(generator, means, counts), 0, periods, number)
    nowhere = Centre(np.zeros((2, DIMS)), 0.0)
    changes = [change_of(0, each[0], other, nowhere) for other in each[1:]]
    truth = np.square(steps[1:] - steps[0]).sum(axis=1)
    ends = band(changes)
    single = [x.low <= t <= x.high for x, t in zip(changes, truth, strict=True)]
    return ((ends[:, 0] <= truth) & (truth <= ends[:, 1])).all(), np.mean(single)


def coverage() -> Iterator[tuple]:
    """Of each case: periods, documents (0: 5 to 39), spread, move; shares that hold."""
    generator = np.random.default_rng(1)
    for case in product(PERIODS, DOCUMENTS, SPREADS, MOVES):
        yield *case, *np.mean([held(generator, *case) for _ in range(DRAWS)], axis=0)


def points(step: float, begins: int) -> tuple[float, float]:
    """Share of p at most .05, and of words said to begin there, of 300 words."""
    generator = np.random.default_rng(2)
    periods = np.repeat(np.arange(6), [12, 9, 30, 14, 20, 9])
    shifts = 3 * generator.normal(size=(6, DIMS))
    means = generator.normal(size=(400, len(periods), DIMS)) + shifts[periods]
    means[:300, periods >= begins, 0] += step
    counts = generator.poisson(generator.gamma(0.7, 5, means.shape[:2]))
    uses, words = uses_of(generator, means, counts), np.arange(400)
    centre = centre_over(uses, words[300:], periods, 6)
    rules = {"targets": words[:300], "controls": words[300:], "deals": 499, "seed": 3}
    made = breaks(uses, periods, centre, **rules)
    return float((made.p <= 0.05).mean()), float((made.begins == begins).mean())


if __name__ == "__main__":
    rows = [*coverage()]
    print("periods documents spread move  together  single")
    for *case, together, single in rows:
        print("{:7} {:9} {:6} {:4}".format(*case), f"{together:9.3f} {single:7.3f}")
    print(f"least together: {min(row[4] for row in rows):.3f}")
    for step, begins in product((0.0, 1.0, 2.0), (1, 3, 5)):
        share, right = points(step, begins)
        print(
            f"step {step} at period {begins}: p <= .05 {share:.3f}, placed {right:.3f}"
        )
