"""Laws of change: how much less frequent words change, beside texts without change.

Averages of 1, 2, 4 ... all runs are judged, by the cosine and, as the thesis coded it,
by the dot product of averages that lost a part of their length. Where runs are also
bootstrapped, so is the squared distance over all runs, as it is and less the noise of
training and sampling: rare words have more of it, so that a slope may be noise alone.
So are the contexts of words, by all their uses and by equally many of each: then
rare words are judged by no fewer uses than others (quaver.measures.change_even). Words
of a control that occur less often are left out there, in the periods as well.
"""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from typing import NamedTuple

import numpy as np

from quaver.measures.declare import SERIES, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.measures.laws import AXES, FLOOR, Values, lines, standardised
from quaver.measures.levelled import LEAST, LEVEL, LIKE, Judged, Kind, levelled
from quaver.statistics.mixed import DRAWS, draws

ALIGNED, SIZED, EVEN = "change_alignment", "change_size", "change_even"
COSINE, AS_CODED = "cosine", "as_coded"  # how change was told
# of all runs, and what is stored of it; no logarithm, as it may lie below 0
SQUARED = {"plug_in": "plug_in", "debiased": "squared"}
CONTEXTS = {"contexts": "every", LEVEL: "even"}  # all uses; equally many of each
WAYS = {SIZED: SQUARED, EVEN: CONTEXTS}  # of all runs, by what they are read of


class Pair(NamedTuple):
    """Files of a pair of texts, to be opened; beside: those of WAYS that it has."""

    aligned: object
    beside: Mapping[str, object]


def measure(given, out) -> None:
    """Fit a line for each condition, way to tell change and size of averages."""
    spec, aligned = given.spec, iter(given.others(ALIGNED))
    beside = {name: iter(given.others(name)) for name in WAYS}
    numbers: dict[str, int] = {}  # of words
    judged: dict[str, Judged] = {}
    for condition, count, *others in spec["pairs"]:  # the periods come first
        alike = next(iter(judged.values())).values if condition == LIKE else None
        every = zip(beside, others, strict=True)
        own = {name: list(islice(beside[name], number)) for name, number in every}
        pairs = pairs_of(list(islice(aligned, count)), own)
        which = alike or spec["least"]
        judged[condition] = gathered(pairs, numbers, which, spec["least"])
        _check(condition, judged[condition].values, spec["least"])
    judged = levelled(judged)
    out.put_axes(conditions=[*judged])
    weights = draws(len(numbers), spec["seed"])
    for condition, own in judged.items():
        _put_lines(out, condition, own, weights, scale=spec["scale"])
    genuine = next(iter(judged.values()))
    out.describe("/", {"tokens": genuine.tokens})
    _put_example(out, genuine, [*numbers], spec["scale"])


def _put_lines(out, condition: str, judged: Judged, weights, *, scale: str) -> None:
    """Write the lines of a condition, and of how much they are."""
    values = judged.values
    for (way, size), change in judged.change.items():
        rules = {"scale": scale, "log": way not in SQUARED}
        fitted = lines(values, change, weights, **rules)
        told = np.isfinite(change)
        words = [len(np.unique(values.word[own])) for own in told]
        counted = {"words": words, "values": told.sum(axis=1)}  # of each average
        for name, numbers in {**fitted._asdict(), **counted}.items():
            axis = AXES.get(name, "averages")
            out.put(f"{condition}/{way}/{size}/{name}", (axis,), np.asarray(numbers))
    counted = {"words": len(np.unique(values.word)), "values": len(values.word)}
    out.describe(condition, counted | {"pairs": int(values.pair.max()) + 1})


def pairs_of(aligned: Sequence, beside: Mapping[str, Sequence]) -> list[Pair]:
    """Files pair by pair: where one pair lacks a kind of file, none is judged by it."""
    kept = {name: own for name, own in beside.items() if len(own) == len(aligned)}
    return [
        Pair(file, {name: own[pair] for name, own in kept.items()})
        for pair, file in enumerate(aligned)
    ]


def gathered(pairs: Sequence[Pair], numbers: dict, which, least: int) -> Judged:
    """Words of each pair that are judged, and their change.

    numbers: of words, to which new ones are added. which: the occurrences a word has in
    both texts at least, or the Values of others, whose words are judged pair by pair.
    least: occurrences in both texts below which LEVEL is NaN: not all have so many.
    """
    parts, changes, tokens = [], [], 0.0
    for pair, files in enumerate(pairs):
        with ExitStack() as stack:
            stored = stack.enter_context(files.aligned)
            words, counts = stored.texts("words"), stored["counts"][:]
            rows = _rows(words, counts, numbers, (which, pair))
            own = [words[row] for row in rows]
            number = [numbers.setdefault(word, len(numbers)) for word in own]
            told, runs = _changes(stored, rows), len(stored["runs"])
            for name, file in files.beside.items():
                told |= _beside(stack.enter_context(file), own, (WAYS[name], runs))
            if (LEVEL, runs) in told:
                is_few = (counts[:, rows] < least).any(axis=0)
                told[LEVEL, runs] = np.where(is_few, np.nan, told[LEVEL, runs])
        parts.append((counts[0, rows], np.array(number, int), np.full(len(rows), pair)))
        changes.append(told)
        tokens += counts.sum() if pair == len(pairs) - 1 else counts[0].sum()
    common = [x for x in changes[0] if all(x in others for others in changes)]
    joined = {x: np.concatenate([own[x] for own in changes], axis=1) for x in common}
    values = Values(*map(np.concatenate, zip(*parts, strict=True)))
    return Judged(values, joined, float(tokens))


def _rows(words: list, counts: np.ndarray, numbers: Mapping, which) -> np.ndarray:
    """Rows of the words of a pair that are judged, of either kind of `which`."""
    wanted, pair = which
    if not isinstance(wanted, Values):
        return np.flatnonzero((counts >= wanted).all(axis=0))
    same = {*wanted.word[wanted.pair == pair].tolist()}
    is_same = np.array([numbers.get(word, -1) in same for word in words], bool)
    return np.flatnonzero(is_same & (counts > 0).all(axis=0))


def _changes(stored, rows: np.ndarray) -> dict[Kind, np.ndarray]:
    """Changes of some words (averages, rows), single runs before averages."""
    datasets = {(COSINE, 1): stored["distance"]}
    averages = stored["/"].get("averages", {})
    for size in sorted(map(int, averages)):
        group = averages[str(size)]
        datasets[COSINE, size] = group["distance"]
        # single runs lost no length
        if AS_CODED in group and size > 1:
            datasets[AS_CODED, size] = group[AS_CODED]
    # average by average: a file holds many more words than are judged
    return {
        kind: np.stack([dataset[k][rows] for k in range(len(dataset))])
        for kind, dataset in datasets.items()
    }


def _beside(stored, words: Sequence[str], of: tuple[Mapping, int]) -> dict:
    """Changes of words over all runs (1, words), NaN where there is none.

    of: what is stored by how change is told, and how many runs there are.
    """
    ways, runs = of
    row = {word: number for number, word in enumerate(stored.texts("words"))}
    rows = np.array([row.get(word, -1) for word in words], int)
    return {
        (way, runs): np.where(rows < 0, np.nan, stored[name][:][rows])[None]
        for way, name in ways.items()
    }


def _check(condition: str, values: Values, least: int) -> None:
    words = len(np.unique(values.word))
    if words < LEAST or np.ptp(values.occurrences) == 0:
        raise MeasureError(
            f"only {words} words of {condition.replace('_', ' ')} texts occur {least} "
            f"times in two neighbours, {LEAST} of unequal frequency are needed: write "
            "a smaller 'least' in 'laws'"
        )


def _put_example(out, judged: Judged, names: Sequence[str], scale: str) -> None:
    """Write what a figure shows of single words: the last pair in the first run."""
    values, change = judged.values, judged.change[COSINE, 1][0]
    kept = np.isfinite(change)
    values = Values(*(part[kept] for part in values))
    both = values.occurrences, np.maximum(change[kept], FLOOR)
    last = values.pair == values.pair.max()
    x, y = (standardised(np.log(part), values.pair, scale)[last] for part in both)
    out.put("example/words", ("words",), [names[k] for k in values.word[last]])
    out.put("example/frequency", ("words",), x)
    out.put("example/change", ("words",), y)


def _spec(grid, subject) -> Mapping:
    asked = grid.study.analyses.change[grid.asked_laws(subject.cells)].laws
    pairs = grid.law_pairs(subject.cells).items()
    return {
        # how many files there are of each kind: of alignments, and of WAYS
        "pairs": [
            [x, len(own), _sized(grid, own), _even(grid, own)] for x, own in pairs
        ],
        "least": asked.least,
        "scale": asked.scale,
        "seed": grid.seed_of("change", subject.cell.view),
    }


def _sized(grid, pairs: Sequence) -> int:
    """How many pairs have a size of change: those of runs shuffled and bootstrapped."""

    def is_sized(cell) -> bool:
        drawn = f"{cell.view.label}/{cell.technique}/bootstrapped"
        return cell.sampling == "shuffled" and drawn in grid.cells

    return sum(all(map(is_sized, pair)) for pair in pairs)


def _even(grid, pairs: Sequence) -> int:
    """How many pairs are judged by equally many uses of each word."""
    return sum(late in grid.even_pairs.get(early, ()) for early, late in pairs)


def _values(size) -> float:
    """Words and pairs, of all averages and conditions, at most."""
    return 6.0 * size.words * size.runs


MEASURE = Measure(
    name="change_laws",
    of=SERIES,
    reads=(ALIGNED, f"{SIZED}?", f"{EVEN}?"),
    wanted=lambda grid, subject: grid.has_laws(subject.cells),
    spec=_spec,
    refuses=(ValueError,),
    message="Tell how change hangs on frequency in {subject}.",
    cost=Cost(
        bytes=lambda size: 4e8 + 24 * _values(size) + 8.0 * DRAWS * size.words,
        operations=lambda size: DRAWS * (20 * _values(size) + 1e5 * size.runs),
    ),
    quantities={
        "change_slope": Quantity(
            label="slope of change over frequency",
            symbol="b_f",
            formula="z(log change) = b0 + b_f z(log frequency) + z(w) + noise",
            source="Hamilton et al. 2016; Rettenmeier 2020, Eq. 4.3",
            best="low",
            range=(-np.inf, np.inf),
        ),
        "change_explained": Quantity(
            label="variance explained by frequency",
            symbol="R2_m",
            formula="var(b_f x) / (var(b_f x) + between + within)",
            source="Nakagawa and Schielzeth 2013, marginal R2",
        ),
    },
)
