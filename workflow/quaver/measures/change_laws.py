"""Laws of change: how much less frequent words change, beside texts without change.

Averages of 1, 2, 4 ... all runs are judged, by the cosine and, as the thesis coded it,
by the dot product of averages that lost a part of their length.
"""

from collections.abc import Mapping, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

import numpy as np

from quaver.measures.declare import SERIES, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.measures.laws import AXES, FLOOR, Values, lines, standardised
from quaver.statistics.mixed import DRAWS, draws

ALIGNED = "change_alignment"
LIKE = "like_periods"  # judges the words of the periods it is like
COSINE, AS_CODED = "cosine", "as_coded"  # how change was told
LEAST = 10  # words that a line needs, as a reader would want
Kind = tuple[str, int]  # how change was told, and runs of an average


class Judged(NamedTuple):
    """Words of all pairs of one condition, and their change (averages, values) by how
    it was told and the size of averages; tokens: of words that neighbours share."""

    values: Values
    change: Mapping[Kind, np.ndarray]
    tokens: float


def measure(given, out) -> None:
    """Fit a line for each condition, way to tell change and size of averages."""
    spec, files = given.spec, iter(given.others(ALIGNED))
    numbers: dict[str, int] = {}  # of words
    judged: dict[str, Judged] = {}
    for condition, count in spec["pairs"]:  # the periods come first
        alike = next(iter(judged.values())).values if condition == LIKE else None
        own = gathered([*islice(files, count)], numbers, spec["least"], alike)
        _check(condition, own.values, spec["least"])
        judged[condition] = own
    weights = draws(len(numbers), spec["seed"])
    out.put_axes(conditions=[*judged])
    for (condition, own), (_, count) in zip(judged.items(), spec["pairs"], strict=True):
        for (way, size), change in own.change.items():
            fitted = lines(own.values, change, weights, scale=spec["scale"])
            for name, numbers_of in fitted._asdict().items():
                out.put(f"{condition}/{way}/{size}/{name}", (AXES[name],), numbers_of)
        words, values = len(np.unique(own.values.word)), len(own.values.word)
        out.describe(condition, {"words": words, "values": values, "pairs": count})
    genuine = next(iter(judged.values()))
    out.describe("/", {"tokens": genuine.tokens})
    _put_example(out, genuine, [*numbers], spec["scale"])


def gathered(
    files: Sequence, numbers: dict[str, int], least: int, alike: Values | None = None
) -> Judged:
    """Words of so many occurrences in both texts of each pair, and their change.

    numbers: of words, to which new ones are added. alike: words and pairs to judge
    instead, whatever their occurrences.
    """
    parts, changes, tokens = [], [], 0.0
    for pair, file in enumerate(files):
        with file as stored:
            words, counts = stored.texts("words"), stored["counts"][:]
            rows = _rows(words, counts, numbers, least, alike and (alike, pair))
            number = [numbers.setdefault(words[row], len(numbers)) for row in rows]
            own = counts[0, rows], np.array(number, int), np.full(len(rows), pair)
            parts.append(own)
            changes.append(_changes(stored, rows))
            tokens += counts.sum() if file is files[-1] else counts[0].sum()
    common = [x for x in changes[0] if all(x in others for others in changes)]
    joined = {x: np.concatenate([own[x] for own in changes], axis=1) for x in common}
    values = Values(*map(np.concatenate, zip(*parts, strict=True)))
    return Judged(values, joined, float(tokens))


def _rows(words, counts, numbers, least: int, alike) -> np.ndarray:
    """Rows of the words of a pair that are judged."""
    if not alike:
        return np.flatnonzero((counts >= least).all(axis=0))
    values, pair = alike
    same = {*values.word[values.pair == pair].tolist()}
    is_same = np.array([numbers.get(word, -1) in same for word in words], bool)
    return np.flatnonzero(is_same & (counts > 0).all(axis=0))


def _changes(stored, rows: np.ndarray) -> dict[Kind, np.ndarray]:
    """Changes of some words (averages, rows), single runs before averages."""
    datasets = {(COSINE, 1): stored["distance"]}
    averages = stored["averages"]
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


def _check(condition: str, values: Values, least: int) -> None:
    words = len(np.unique(values.word))
    if words < LEAST or np.ptp(values.occurrences) == 0:
        raise MeasureError(
            f"of the words of the {condition.replace('_', ' ')} {words} occur {least} "
            f"times in both of two neighbouring texts, {LEAST} are needed, not all as "
            "frequent: write a smaller 'least' in 'laws'"
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
    pairs = grid.law_pairs(subject.cells)
    return {
        "pairs": [[condition, len(own)] for condition, own in pairs.items()],
        "least": asked.least,
        "scale": asked.scale,
        "seed": grid.seed_of("change", subject.cell.view),
    }


def _wanted(grid, subject) -> bool:
    """Whether laws are asked for, of shuffled runs or those of the controls."""
    name = grid.asked_laws(subject.cells)
    if not name or not all(grid.aligned_of(*x) for x in pairwise(subject.cells)):
        return False
    of_controls = grid.study.analyses.change[name].laws.samplings
    return subject.cell.sampling in {*of_controls, "fixed"}


def _values(size) -> float:
    """Words and pairs, of all averages and conditions, at most."""
    return 6.0 * size.words * size.runs


MEASURE = Measure(
    name="change_laws",
    of=SERIES,
    reads=(ALIGNED,),
    wanted=_wanted,
    spec=_spec,
    refuses=(ValueError,),
    message="Tell how change hangs on frequency in {subject}.",
    cost=Cost(
        bytes=lambda size: 4e8 + 24 * _values(size) + 8.0 * DRAWS * size.words,
        operations=lambda size: DRAWS * (20 * _values(size) + 1e5 * size.runs),
    ),
    quantities={
        "slope": Quantity(
            label="slope of change over frequency",
            symbol="b_f",
            formula="z(log change) = b0 + b_f z(log frequency) + z(w) + noise",
            source="Hamilton et al. 2016; Rettenmeier 2020, Eq. 4.3",
            best="low",
            range=(-np.inf, np.inf),
        ),
        "explained": Quantity(
            label="variance explained by frequency",
            symbol="R2_m",
            formula="var(b_f x) / (var(b_f x) + between + within)",
            source="Nakagawa and Schielzeth 2013, marginal R2",
            scale=100.0,
            unit="%",
        ),
    },
)
