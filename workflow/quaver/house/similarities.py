"""How similarities are distributed: their size, and whether shapes are one."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from quaver.house.cells import key_of, views_of
from quaver.items.ends import cut, ends
from quaver.items.item import Table
from quaver.measures import QUANTITIES
from quaver.results.records import SAMPLINGS, CellNumbers, grouped, identity, in_order
from quaver.results.similarity import SimilarityNumbers
from quaver.statistics import run_mean
from quaver.statistics.distributions import (
    SIZE,
    cumulated,
    distance,
    drawn_test,
    least_seen,
    quantile,
    rejections,
    resolution,
)

COSINES, SHARES = (-1.0, 1.0), (0.0, 1.0)
NEAREST = {"nearest_10": 0.1, "nearest_1": 0.01, "nearest_tenth": 0.001}
HIGH = 0.5  # a cosine that is often called high
FEW = "no interval: it needs 3 runs of each"
COARSE = "no farther apart than bins put one shape"


def told(results) -> list[SimilarityNumbers]:
    """Cells in order, as other tables have them."""
    records = {key_of(x.cell): x for x in results.similarities()}
    cells = in_order(x.cell for x in records.values())
    return [records[key_of(cell)] for cell in cells]


def _rows(results) -> Iterator[dict]:
    for numbers in told(results):
        row = identity(numbers.cell)
        if numbers.binned is None:
            yield {**row, "note": numbers.note}
            continue
        item = numbers.cell.item
        binned, notes = numbers.binned, [f"of {item}s" * bool(item), numbers.capped]
        row |= {"runs": len(binned.mean), "targets": numbers.targets}
        row |= {"pairs": numbers.pairs}
        for name, values, bounds in _values(binned):
            mean = run_mean(values)
            low, high, _ = cut(mean.low, mean.high, bounds)
            row |= ends(name, mean.mean, low, high)
            notes.append(mean.note)
        yield {**row, "note": notes}


def _values(binned) -> Iterator[tuple]:
    """Numbers of a distribution, one per run, and what they may be."""
    yield "mean", binned.mean, COSINES
    yield "deviation", binned.deviation, SHARES
    for name, share in NEAREST.items():
        yield name, quantile(binned, share), COSINES
    edge = np.flatnonzero(binned.edges == HIGH)[0]
    yield "above", 1 - cumulated(binned)[:, edge], SHARES


def compared(
    records: Sequence[SimilarityNumbers],
) -> Iterator[tuple[SimilarityNumbers, SimilarityNumbers]]:
    """Pairs of one text and sampling that have technique or view in common."""
    there = [x for x in records if x.binned is not None]
    groups = grouped(there, lambda x: (x.cell.corpus, x.cell.sampling))
    for own in groups.values():
        for one, other in combinations(own, 2):
            sides = zip(_coordinates(one), _coordinates(other), strict=True)
            if any(mine == its for mine, its in sides):
                yield one, other


def _coordinates(numbers: SimilarityNumbers) -> tuple[str, str]:
    return numbers.cell.view, numbers.cell.technique


def matched(own: CellNumbers, other: CellNumbers) -> str:
    """Name of another cell, by what the two have not in common."""
    return other.view if own.view != other.view else other.technique


def _shapes(results) -> Iterator[dict]:
    for one, other in compared(told(results)):
        against = matched(one.cell, other.cell)
        yield {**identity(one.cell), "against": against, **shapes(one, other)}


def shapes(one: SimilarityNumbers, other: SimilarityNumbers) -> dict:
    """How far two shapes are apart, over all pairs of words and as the paper tests."""
    apart = distance(one.binned, other.binned)
    low, high, _ = cut(apart.low, apart.high, QUANTITIES["similarity_shape"].range)
    single = drawn_test(one.draws[0], other.draws[0])
    size = min(one.draws.shape[1], other.draws.shape[1])
    coarse = resolution(one.binned, other.binned)
    return {
        "runs": min(len(one.draws), len(other.draws)),
        **ends("distance", apart.value, low, high),
        "resolution": coarse,
        "rejections": rejections(one.binned, other.binned, size),
        "least_seen": least_seen(size),
        "drawn_distance": single.distance,
        "p": single.p,
        "note": [FEW * bool(np.isnan(apart.low)), COARSE * (apart.value <= coarse)],
    }


SIMILARITIES = Table(
    name="similarities",
    title="How similar pairs of words are, over all pairs",
    caption="Cosines of random words (or what the note says) with all others: mean, "
    "deviation, and what the nearest 10 %, 1 % and tenth of a percent exceed. Above: "
    "the share of pairs, in percent, above .5. Means over runs with 95 % intervals.",
    order=15,
    reads=("similarity",),
    columns="CELL runs targets pairs mean± deviation± nearest_10± nearest_1± "
    "nearest_tenth± above±:e2 note",
    keys="view technique sampling mean deviation nearest_10 nearest_1 nearest_tenth "
    "above note",
    rows=_rows,
)
SHAPES = Table(
    name="similarity_shapes",
    title="Whether similarities are distributed alike but for mean and deviation",
    caption="Kolmogorov-Smirnov distance of standardised cosines over all pairs, with "
    "its 95 % interval over runs; resolution (CSV): how far bins may put it off. "
    f"Rejections: percent of tests of {SIZE} drawn values that reject one shape at 99 "
    "%; 1 where it is one. Least seen: the least distance that such a test rejects: "
    "below it, p says nothing.",
    order=15,
    reads=("similarity",),
    columns="CELL against runs distance± resolution:4 rejections:e2 least_seen "
    "drawn_distance p note",
    keys="view technique sampling against distance± rejections least_seen note",
    rows=_shapes,
)


def drawn_groups(
    records: Sequence[SimilarityNumbers],
) -> dict[tuple[str, str], list[SimilarityNumbers]]:
    """Techniques that are no variants by view and sampling, in order."""
    there = [x for x in records if x.binned is not None and not x.cell.base]
    groups = grouped(there, lambda x: (x.cell.view, x.cell.sampling))
    views = views_of(x.cell for x in there)
    turn = {key: (views.index(key[0]), SAMPLINGS.index(key[1])) for key in groups}
    return {key: groups[key] for key in sorted(groups, key=turn.get)}
