"""How much nearer words are to one set of words than to another, run by run.

All rows have length 1, so that no word weighs more by its length. A value is compared
with those of permuted sets: of weat the targets change sides, of the others, which have
one set of targets, the attributes. The sets as given are one of the permutations.
"""

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from quaver.measures.declare import MODELS, Cost, Measure
from quaver.spaces.normalise import unit_rows

ROUNDING = 1e-9  # values of permuted sets that are equal but for their last bits
LEVELS = 0.025, 0.975  # of the values of permuted sets, to show where most lie
SETS = "targets", "other_targets", "attributes", "other_attributes"


class Sets(NamedTuple):
    """Unit rows of the words of each set: (words of the set, dims)."""

    targets: np.ndarray
    other_targets: np.ndarray
    attributes: np.ndarray
    other_attributes: np.ndarray


def weat(sets: Sets, splits: np.ndarray) -> np.ndarray:
    """Effect size in [-2, 2] by split of the targets: (splits,), NaN if none differs.

    (mean s(x) - mean s(y)) / deviation of s over both (ddof 1), where s(w) is the mean
    cosine with the attributes minus that with the others (Caliskan et al. 2017).
    """
    words = np.concatenate([sets.targets, sets.other_targets])
    axis = sets.attributes.mean(axis=0) - sets.other_attributes.mean(axis=0)
    first, second = _means(words @ axis, splits)
    spread = np.std(words @ axis, ddof=1)
    return (first - second) / (spread if spread > ROUNDING else np.nan)


def rnd(sets: Sets, splits: np.ndarray) -> np.ndarray:
    """Relative norm distance by split of the attributes: (splits,), below 0 if nearer.

    Sum over targets of |v - mean of the attributes| - |v - mean of the others|
    (Garg et al. 2018).
    """
    words = np.concatenate([sets.attributes, sets.other_attributes])
    first, second = (_distances(sets.targets, x) for x in _means(words, splits))
    return (first - second).sum(axis=1)


def semaxis(sets: Sets, splits: np.ndarray) -> np.ndarray:
    """Mean cosine of the targets with an axis, in [-1, 1], by split of the attributes.

    The axis is the mean of the attributes minus that of the others (An et al. 2018).
    """
    words = np.concatenate([sets.attributes, sets.other_attributes])
    first, second = _means(words, splits)
    lengths = np.linalg.norm(first - second, axis=1)
    along = ((first - second) @ sets.targets.T).mean(axis=1)
    return along / np.where(lengths > ROUNDING, lengths, np.nan)


TESTS = {"weat": weat, "rnd": rnd, "semaxis": semaxis}


def permuted(first: int, second: int, most: int, seed: int) -> np.ndarray:
    """Splits of words into sets of these sizes: (splits, words) bool, True: the first.

    The words as given come first; then all others, or so many random ones in all.
    """
    words = first + second
    if comb(words, first) <= most:
        rows = np.array(list(combinations(range(words), first)))
    else:
        generator = np.random.default_rng(seed)
        rows = generator.random((most, words)).argsort(axis=1)[:, :first]
        rows[0] = np.arange(first)
    splits = np.zeros((len(rows), words), dtype=bool)
    np.put_along_axis(splits, rows, True, axis=1)
    return splits


def share_as_far(values: np.ndarray) -> float:
    """p: share of permuted sets with a value as far from 0: (splits,), given first."""
    if np.isnan(values[0]):
        return np.nan
    return float(np.mean(~(np.abs(values) < abs(values[0]) - ROUNDING)))


class Question:
    """One test of one set: its answers in every run, added up for all permutations."""

    def __init__(self, test: str, words: dict[str, list[int]], runs: int):
        """words: rows of each set, as far as all runs have them."""
        self.test, self.words = test, words
        self.values, self.p = np.full((2, runs), np.nan)
        self.splits = np.zeros((0, 0), dtype=bool)
        self.null = np.array([np.nan])

    def permute(self, most: int, seed: int) -> None:
        """Find the permuted sets; none where the test lacks a set."""
        pair = SETS[:2] if self.test == "weat" else SETS[2:]
        if all(self.words[which] for which in {"targets", *SETS[2:], *pair}):
            sizes = (len(self.words[which]) for which in pair)
            self.splits = permuted(*sizes, most, seed)
            self.null = np.zeros(len(self.splits))

    def ask(self, run: int, vectors: np.ndarray) -> None:
        """Answer for a run: (words of the text, dims)."""
        if len(self.splits):
            rows = (unit_rows(vectors[self.words[which]]) for which in SETS)
            sets = Sets(*(each.astype(np.float64) for each in rows))
            values = TESTS[self.test](sets, self.splits)
            self.values[run], self.p[run] = values[0], share_as_far(values)
            self.null += values / len(self.values)

    @property
    def facts(self) -> dict:
        """By run; and of the mean over runs, against the permutations."""
        low, high = np.quantile(self.null, LEVELS)
        of_mean = {"mean_p": share_as_far(self.null), "null_low": low}
        of_mean |= {"null_high": high, "permutations": len(self.splits)}
        return {"values": self.values, "p": self.p, **of_mean}


def measure(given, out) -> None:
    """Store the value of each test of each set in every run, and what permuting gives.

    Words that not all runs have are left out, and named.
    """
    runs, spec = given.runs, given.spec
    names, tests = list(spec["sets"]), spec["tests"]
    out.put_axes(runs=runs.numbers, sets=names, tests=tests)
    chosen = {name: _there(spec["sets"][name], runs) for name in names}
    asked = {
        (name, test): Question(test, chosen[name][0], len(runs))
        for name in names
        for test in tests
    }
    for question in asked.values():
        question.permute(spec["permutations"], spec["seed"])
    for run in range(len(runs)):
        vectors, _, _ = runs[run]
        for question in asked.values():
            question.ask(run, vectors)
    facts = [[asked[name, test].facts for test in tests] for name in names]
    for key, dims in FACTS.items():
        out.put(key, dims, np.array([[each[key] for each in row] for row in facts]))
    for name in names:
        out.put(f"missing/{name}", ("missing",), chosen[name][1])
    for which in SETS:
        counts = np.array([len(chosen[name][0][which]) for name in names])
        out.put(f"words/{which}", ("sets",), counts)


FACTS = {
    **dict.fromkeys(("values", "p"), ("sets", "tests", "runs")),
    **dict.fromkeys(("mean_p", "null_low", "null_high"), ("sets", "tests")),
    "permutations": ("sets", "tests"),
}


def _there(sets: dict, runs) -> tuple[dict[str, list[int]], list[str]]:
    """Rows of the words of each set that all runs have, and the words left out."""
    rows = {word: row for row, word in enumerate(runs.words)}
    counts, words, missing = runs.every("present").sum(axis=0), {}, []
    for which in SETS:
        words[which] = []
        for word in sets[which]:
            count = int(counts[rows[word]]) if word in rows else 0
            if count == len(runs):
                words[which].append(rows[word])
            else:
                few = f" (in {count} of {len(runs)} runs)" if count else ""
                missing.append(f"{word}{few}")
    return words, missing


def _means(words: np.ndarray, splits: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Means of both sides: (words, ...), (splits, words) -> (splits, ...) twice."""
    sides = splits.astype(np.float64), (~splits).astype(np.float64)
    return tuple(side @ words / side.sum(axis=1)[0] for side in sides)


def _distances(words: np.ndarray, means: np.ndarray) -> np.ndarray:
    """Distances of unit rows from means: (words, dims), (n, dims) -> (n, words)."""
    squares = 1 - 2 * means @ words.T + np.square(means).sum(axis=1)[:, None]
    return np.sqrt(np.maximum(squares, 0))


def asked(grid, cell) -> dict[str, dict]:
    """The sets a study asks of a cell, by name."""
    wanted = grid.study.analyses.associations
    if wanted is None or grid.is_variant(cell):
        return {}
    return {
        name: {which: list(getattr(sets, which)) for which in SETS}
        for name, sets in sorted(wanted.sets.items())
        if not sets.corpora or cell.view.corpus in sets.corpora
    }


def _spec(grid, subject) -> dict:
    wanted = grid.study.analyses.associations
    return {
        "sets": asked(grid, subject.cell),
        "tests": list(wanted.tests),
        "permutations": wanted.permutations,
        "seed": grid.seed_of("associations", subject.cell.view),
    }


MEASURE = Measure(
    name="associations",
    reads=(MODELS,),
    wanted=lambda grid, subject: bool(asked(grid, subject.cell)),
    spec=_spec,
    message="Tell associations of sets of words in the runs of {subject}.",
    cost=Cost(
        # a space, and all permuted sets of one test
        bytes=lambda size: (
            size.words * (8.0 * size.dims + size.word)
            + size.permutations * (40.0 * size.dims + 2000)
        ),
        operations=lambda size: size.runs * size.associated,
        passes=1,
    ),
)
