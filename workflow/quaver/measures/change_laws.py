"""Laws of change: how much less frequent words change, beside texts without change.

Averages of 1, 2, 4 ... all runs are judged, by the cosine and, as the thesis coded it,
by the dot product of averages that lost a part of their length.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from quaver.grid.laws import GENUINE, asked_laws, law_pairs
from quaver.measures.declare import SERIES, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.measures.laws import AXES, Values, lines, standardised
from quaver.statistics.mixed import DRAWS, draws

ALIGNED = "change_alignment"
LIKE = "like_periods"  # judges the words of the periods it is like
COSINE, AS_CODED = "cosine", "as_coded"  # how change was told
LEAST = 10  # words that a line needs, as a reader would want
Kind = tuple[str, int]  # how change was told, and runs of an average


class Judged(NamedTuple):
    """Words of all pairs of one condition, and their change (averages, values) by how
    it was told and the size of averages."""

    values: Values
    change: Mapping[Kind, np.ndarray]


def measure(given, out) -> None:
    """Fit a line for each condition, way to tell change and size of averages."""
    spec, files = given.spec, iter(given.others(ALIGNED))
    numbers: dict[str, int] = {}
    judged: dict[str, Judged] = {}
    for condition, count in spec["pairs"].items():
        alike = judged[GENUINE].values if condition == LIKE else None
        own = list(islice(files, count))
        judged[condition] = gathered(own, numbers, spec["least"], alike)
        _check(condition, judged[condition].values, spec["least"])
    weights = draws(len(numbers), spec["seed"])
    for condition, (values, change) in judged.items():
        for (way, size), own in change.items():
            fitted = lines(values, own, weights, scale=spec["scale"])
            for name, numbers_of in fitted._asdict().items():
                out.put(f"{condition}/{way}/{size}/{name}", (AXES[name],), numbers_of)
        told = {"words": len(np.unique(values.word)), "values": len(values.word)}
        pairs = {"pairs": spec["pairs"][condition]}
        out.describe(condition, told | pairs)
    _put_example(out, judged[GENUINE], list(numbers), spec["scale"])


def gathered(
    files: Sequence, numbers: dict[str, int], least: int, alike: Values | None = None
) -> Judged:
    """Words of so many occurrences in both texts of each pair, and their change.

    numbers: of words, to which new ones are added. alike: words and pairs to judge
    instead, whatever their occurrences.
    """
    values, changes = [], []
    for pair, file in enumerate(files):
        with file as stored:
            words, counts = stored.texts("words"), stored["counts"][:]
            kept = (counts >= least).all(axis=0)
            if alike is not None:
                same = {*alike.word[alike.pair == pair].tolist()}
                kept = np.array([numbers.get(word, -1) in same for word in words])
                kept &= (counts > 0).all(axis=0)
            rows = np.flatnonzero(kept)
            number = [numbers.setdefault(words[x], len(numbers)) for x in rows]
            own = counts[0, rows], number, np.full(len(rows), pair)
            values.append([np.asarray(x, dtype) for x, dtype in zip(own, (float, int, int), strict=True)])
            changes.append(_changes(stored, rows))
    common = [x for x in changes[0] if all(x in others for others in changes)]
    joined = {x: np.concatenate([own[x] for own in changes], axis=1) for x in common}
    return Judged(Values(*map(np.concatenate, zip(*values, strict=True))), joined)


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
    both = values.occurrences, np.maximum(change[kept], 1e-9)
    last = values.pair == values.pair.max()
    x, y = (standardised(np.log(part), values.pair, scale)[last] for part in both)
    out.put("example/words", ("words",), [names[k] for k in values.word[last]])
    out.put("example/frequency", ("words",), x)
    out.put("example/change", ("words",), y)
