"""How cosines and neighbours of a cell are distributed over its runs, as stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

import numpy as np

from quaver import store
from quaver.grid import Cell
from quaver.results.records import CellNumbers, gap
from quaver.results.stored import Opening, Stored, absent
from quaver.spaces.means import ROUNDS


def _intervals(file, name: str) -> dict[str, tuple[float, float, float]]:
    ends = [file[end][:].tolist() for end in (name, "low", "high")]
    return dict(zip(store.texts(file["names"]), zip(*ends, strict=True), strict=True))


def _halves(file, _: str) -> dict[str, np.ndarray]:
    # both ways: each half predicts the other
    parts = [
        file[f"halves/{name}"][:].mean(axis=0)
        for name in ("same", "other", "predicted", "observed")
    ]
    return dict(zip(store.texts(file["names"]), np.transpose(parts), strict=True))


def _by_set(group, name: str) -> dict[str, np.ndarray]:
    return {key: values[:] for key, values in group.get(name, {}).items()}


class Consistency(Stored):
    """Spearman over target words of p@n (share) and j@n (jaccard), in [-1, 1].

    runs: how many. sizes: (sizes,) the n. share, jaccard: (sizes, sizes) between n and
    n, with both ends of their intervals (_low, _high), NaN below three runs. half: runs
    of each of two disjoint sets; halves_share, halves_jaccard: (sizes,) between the
    sets, NaN where there are none, with both ends.
    """


class Cosines(Stored):
    """Cosines of disjoint random pairs of words, and tests of their distribution.

    cosines: (runs, pairs) in [-1, 1] of the words first and second, (pairs,) each.
    normality: (pairs,) Shapiro-Wilk p; independence: (pairs // 2,) Spearman p of pairs
    2k and 2k + 1; NaN where a p cannot be had: in untested pairs of words or of pairs.
    example, example_cosines: two words and their (runs,) cosines; chosen: why these.
    """

    READ: ClassVar = {
        "runs": lambda file, name: len(file[name]),
        "example": lambda file, _: tuple(store.texts(file["example/words"])),
        "example_cosines": lambda file, _: file["example/cosines"][:],
        "chosen": lambda file, _: file["example"].attrs["chosen"],
    }


class Lists(Stored):
    """The nearest words of one word in two spaces: words of the first, by rank.

    ranks, cosines: (2, words) in the first and second space. chosen: why this word.
    method, size: of the averages, where the spaces are averages of runs.
    """

    method, size = "", 1


class Odds(Stored):
    """Words near one word, by rank of their mean cosine (Table 2.4), (ranks,) each.

    mean, deviation: of the cosine over runs (ddof 0). first, second: probability in
    [0, 1] to be the nearest word, one of the two nearest. chosen: why this word.
    """


class Prediction(Stored):
    """Overlap p@1 and p@2 of target words as observed and as predicted, in [0, 1].

    words, observed, predicted, structure (one common_deviation), structure_as_coded
    (each pair's own), candidates (words the pruning kept): (targets,). observed_2,
    predicted_2: (targets_2,) of the first in random order. correlations: Pearson with
    the observation by name, value and both ends of its interval over so many runs.
    halves: by name, of predictions from half of the runs: correlation with the same
    half and with the other, mean prediction, mean observation in the other (4,).
    odds: Odds of words near one target; lists: the Lists of another.
    """

    READ: ClassVar = {
        "runs": lambda file, name: len(file[name]),
        "correlations": _intervals,
        "halves": _halves,
        "lists": lambda file, _: Lists(
            words=store.texts(file["example/list_words"]),
            **{name: file[f"example/list_{name}"][:] for name in ("ranks", "cosines")},
            **{name: file["example"].attrs[name] for name in ("word", "chosen")},
        ),
    }


class Proxies(Stored):
    """Spearman over target words of their PIP loss over so many proxy words.

    sizes: (sizes,), the whole vocabulary last. first_run, second_run: (run_pairs,).
    spearman: (run_pairs, sizes, sizes) in [-1, 1]; the diagonal compares two draws.
    targets, words: how many.
    """


@dataclass(frozen=True)
class Averaged(Stored):
    """Single runs, or their averages in groups of a size by a method.

    losses: (groups, groups) PIP losses, None below two groups. cosines: (groups, pairs)
    of the same pairs of words. scores, known: by set, (groups,). firsts: (groups,)
    number of each group's first run. unrested: averages whose common mean still moved
    when the rounds allowed were over.
    """

    losses: np.ndarray | None
    cosines: np.ndarray
    scores: Mapping[str, np.ndarray]
    known: Mapping[str, np.ndarray]
    firsts: np.ndarray
    unrested: int = absent(0)

    READ: ClassVar = {
        "losses": lambda group, name: group[name][:] if name in group else None,
        "scores": _by_set,
        "known": _by_set,
        # trees take no rounds: they have nothing to rest
        "unrested": lambda group, _: int(
            (group.get("rounds", np.empty(0))[:] >= ROUNDS).sum()
        ),
    }


@dataclass(frozen=True)
class Compared:
    """Ways of averaging side by side: single runs, and averages by (method, size).

    lists: nearest words in two averages of the largest size that has two groups, None
    where no size has.
    """

    methods: Sequence[str]
    sizes: Sequence[int]
    single: Averaged
    averages: Mapping[tuple[str, int], Averaged]
    lists: Lists | None


@dataclass(frozen=True)
class DistributionNumbers:
    """All that is known of how a cell is distributed; None where not measured.

    notes: of each measure that is None, why.
    """

    cell: CellNumbers
    consistency: Consistency | None = None
    cosines: Cosines | None = None
    prediction: Prediction | None = None
    proxies: Proxies | None = None
    averages: Compared | None = None
    notes: Mapping[str, str] = field(default_factory=dict)


def distribution(results, cell: Cell, numbers: CellNumbers) -> DistributionNumbers:
    """All measures of a cell's distribution; of those that are missing, why."""
    measured, notes = {}, {}
    for name, record in RECORDS.items():
        if numbers.failed:  # what is left of an earlier study must not stand for it
            notes[name] = gap(numbers)
        elif results.stands(cell.measure(name)):
            kind = "averages_compared" if name == "averages" else name
            measured[name] = record(partial(results.read, cell.measure(name), kind))
        elif name == "averages" and not results.grid.is_compared(cell):
            notes[name] = "no averages of this cell in the study"
        else:
            rule = "compare_averages" if name == "averages" else f"measure_{name}"
            # the job's own sentence, if it ended with one
            notes[name] = results.failure(rule, cell.path) or "not measured"
    return DistributionNumbers(cell=numbers, notes=notes, **measured)


def _compared(opening: Opening) -> Compared:
    with opening() as file:
        methods, sizes = store.texts(file["methods"]), file["sizes"][:].tolist()
        pairs = [(method, size) for method in methods for size in sizes]
        groups = {pair: "{}/{}".format(*pair) for pair in pairs}
        # a size may be too large for the runs of this cell
        averages = {
            pair: Averaged.of(opening, group)
            for pair, group in groups.items()
            if group in file
        }
        lists = None
        if "example" in file:
            example = file["example"].attrs
            facts = {"method": example["method"], "size": int(example["size"])}
            lists = Lists.of(opening, "example", **facts)
    return Compared(methods, sizes, Averaged.of(opening, "single"), averages, lists)


RECORDS = {
    "consistency": Consistency.of,
    "cosines": Cosines.of,
    "prediction": lambda opening: Prediction.of(
        opening, odds=Odds.of(opening, "example")
    ),
    "proxies": Proxies.of,
    "averages": _compared,
}
