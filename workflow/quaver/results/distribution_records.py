"""Records of how cosines and neighbours of a cell are distributed over its runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from quaver import store
from quaver.results.records import CellNumbers
from quaver.results.stored import Stored, array, attribute, length, stored, texts
from quaver.spaces.means import ROUNDS

MEASURED = ("consistency", "cosines", "prediction", "proxies", "averages")


def _pair(file, name: str) -> tuple[str, str]:
    first, second = store.texts(file[name])
    return first, second


def _intervals(file, name: str) -> dict[str, tuple[float, float, float]]:
    """Value and both ends of each correlation, by name."""
    ends = [file[end][:].tolist() for end in (name, "low", "high")]
    return dict(zip(store.texts(file["names"]), zip(*ends, strict=True), strict=True))


def _predicted_lists(file, name: str) -> "Lists":
    group = file[name]
    return Lists(
        word=str(group.attrs["word"]),
        chosen=str(group.attrs["chosen"]),
        words=store.texts(group["list_words"]),
        ranks=group["list_ranks"][:],
        cosines=group["list_cosines"][:],
    )


def _if_there(file, name: str) -> np.ndarray | None:
    return file[name][:] if name in file else None


def _by_set(file, name: str) -> dict[str, np.ndarray]:
    group = file.get(name, {})
    return {key: group[key][:] for key in group}


def _unrested(file, name: str) -> int:
    # trees take no rounds: they have nothing to rest
    return int((file[name][:] >= ROUNDS).sum()) if name in file else 0


@dataclass(frozen=True)
class Consistency(Stored):
    """Spearman over target words of p@n (share) and j@n (jaccard), in [-1, 1].

    runs: how many. sizes: (sizes,) the n. share, jaccard: (sizes, sizes) between n and
    n, with both ends of their intervals, NaN below three runs. half: runs of each of
    two disjoint sets; halves_share, halves_jaccard: (sizes,) between the sets, NaN
    where there are none, with both ends.
    """

    runs: int = attribute(int)
    half: int = attribute(int)
    sizes: np.ndarray = array()
    share: np.ndarray = array()
    share_low: np.ndarray = array()
    share_high: np.ndarray = array()
    jaccard: np.ndarray = array()
    jaccard_low: np.ndarray = array()
    jaccard_high: np.ndarray = array()
    halves_share: np.ndarray = array()
    halves_share_low: np.ndarray = array()
    halves_share_high: np.ndarray = array()
    halves_jaccard: np.ndarray = array()
    halves_jaccard_low: np.ndarray = array()
    halves_jaccard_high: np.ndarray = array()


@dataclass(frozen=True)
class Cosines(Stored):
    """Cosines of disjoint random pairs of words, and tests of their distribution.

    cosines: (runs, pairs) in [-1, 1] of the words first and second, (pairs,) each.
    normality: (pairs,) Shapiro-Wilk p; independence: (pairs // 2,) Spearman p of pairs
    2k and 2k + 1; NaN where a p cannot be had: in untested pairs of words or of pairs.
    example, example_cosines: two words and their (runs,) cosines; chosen: why these.
    """

    runs: int = length("runs")
    first: Sequence[str] = texts()
    second: Sequence[str] = texts()
    cosines: np.ndarray = array()
    normality: np.ndarray = array()
    independence: np.ndarray = array()
    untested: int = attribute(int)
    example: tuple[str, str] = stored(_pair, "example/words")
    example_cosines: np.ndarray = array("example/cosines")
    chosen: str = attribute(str, "example/chosen")


@dataclass(frozen=True)
class Lists(Stored):
    """The nearest words of one word in two spaces: words of the first, by rank.

    ranks, cosines: (2, words) in the first and second space. chosen: why this word.
    method, size: of the averages, where the spaces are averages of runs.
    """

    word: str = attribute(str)
    chosen: str = attribute(str)
    words: Sequence[str] = texts()
    ranks: np.ndarray = array()
    cosines: np.ndarray = array()
    method: str = ""
    size: int = 1


@dataclass(frozen=True)
class Odds(Stored):
    """Words near one word, by rank of their mean cosine (Table 2.4), (ranks,) each.

    mean, deviation: of the cosine over runs (ddof 0). first, second: probability in
    [0, 1] to be the nearest word, one of the two nearest.
    """

    word: str = attribute(str)
    chosen: str = attribute(str)
    rank: np.ndarray = array()
    words: Sequence[str] = texts()
    mean: np.ndarray = array()
    deviation: np.ndarray = array()
    first: np.ndarray = array()
    second: np.ndarray = array()


@dataclass(frozen=True)
class Prediction(Stored):
    """Overlap p@1 and p@2 of target words as observed and as predicted, in [0, 1].

    words, observed, predicted, structure (one common deviation), structure_as_coded
    (each pair's own), candidates (words the pruning kept): (targets,). observed_2,
    predicted_2: (targets_2,) of the first in random order. correlations: Pearson with
    the observation by name, value and both ends of its interval over runs.
    """

    runs: int = length("runs")
    words: Sequence[str] = texts()
    observed: np.ndarray = array()
    predicted: np.ndarray = array()
    structure: np.ndarray = array()
    structure_as_coded: np.ndarray = array()
    observed_2: np.ndarray = array()
    predicted_2: np.ndarray = array()
    candidates: np.ndarray = array()
    common_deviation: float = attribute(float)
    correlations: Mapping[str, tuple[float, float, float]] = stored(_intervals)
    odds: Odds
    lists: Lists = stored(_predicted_lists, "example")


@dataclass(frozen=True)
class Proxies(Stored):
    """Spearman over target words of their PIP loss over so many proxy words.

    sizes: (sizes,), the whole vocabulary last. first_run, second_run: (run_pairs,).
    spearman: (run_pairs, sizes, sizes) in [-1, 1]; the diagonal compares two draws.
    """

    sizes: np.ndarray = array()
    first_run: np.ndarray = array()
    second_run: np.ndarray = array()
    spearman: np.ndarray = array()
    targets: int = attribute(int)
    words: int = attribute(int)


@dataclass(frozen=True)
class Distances:
    """Distances of whole spaces: (runs, runs) symmetric, the diagonal of one space.

    eigenspace_overlap, knn_overlap, rank_biased_overlap: 1 = the same space;
    displacement: 0 = the same space up to rotation.
    """

    runs: int
    eigenspace_overlap: np.ndarray
    displacement: np.ndarray
    knn_overlap: np.ndarray
    rank_biased_overlap: np.ndarray


@dataclass(frozen=True)
class Averaged(Stored):
    """Single runs, or their averages in groups of a size by a method.

    losses: (groups, groups) PIP losses, None below two groups. cosines: (groups, pairs)
    of the same pairs of words. scores, known: by set, (groups,). firsts: (groups,)
    number of each group's first run. unrested: averages whose common mean still moved
    when the rounds allowed were over.
    """

    losses: np.ndarray | None = stored(_if_there)
    cosines: np.ndarray = array()
    scores: Mapping[str, np.ndarray] = stored(_by_set)
    known: Mapping[str, np.ndarray] = stored(_by_set)
    firsts: np.ndarray = array()
    unrested: int = stored(_unrested, "rounds", default=0)


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

    notes: of each of MEASURED that is None, why.
    """

    cell: CellNumbers
    consistency: Consistency | None = None
    cosines: Cosines | None = None
    prediction: Prediction | None = None
    proxies: Proxies | None = None
    averages: Compared | None = None
    notes: Mapping[str, str] = field(default_factory=dict)
