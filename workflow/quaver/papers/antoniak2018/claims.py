"""The claims of Antoniak and Mimno 2018, sections 7 and 8.

Ratios are of mean deviations (ddof 0, 10 closest words, as in Figure 1) of a cell to
what it is held against. Only runs that both have count, and of ratios only queries
that both have; of lists, each cell's own queries.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, product

import numpy as np

from quaver.items.claims import Band, Claim, Interval, interval_row, verdict_of
from quaver.measures.spread import mean_deviation, root_mean_variance
from quaver.papers.antoniak2018.queried import LISTED, SIZES, Queried, over_pairs
from quaver.papers.antoniak2018.runs import CLOSEST
from quaver.papers.antoniak2018.scene import Scene, View, of_scene, shared
from quaver.results.records import SAMPLINGS, note
from quaver.statistics import jackknife_interval
from quaver.statistics.deviations import Left, expected_share, quotient, unbiased_mean
from quaver.statistics.values import difference

FEW, ENOUGH = 5, 25  # runs: at first; level from here, as twice as many show
EQUAL, LEVEL = Band(0.9, 1.1), Band(0.95, 1.05)
GREATER, LESS, MORE = Band(low=1), Band(high=1), Band(low=0)
OTHERS = [("ppmi", other) for other in ("lsa", "sgns", "glove")]
STEADY = [(steady, other) for steady in ("lsa", "glove") for other in ("sgns", "ppmi")]
FIXED, SHUFFLED, BOOTSTRAPPED = SAMPLINGS
Key = tuple[View, str, str]  # of a cell: view, technique, sampling
# what a row is about, what that is held against, and how the latter is called
Comparison = tuple[Sequence[Key], Sequence[Key], str]
Rows = Iterator[dict]


def samplings(scene: Scene, sampling: str, other: str) -> Iterator[Comparison]:
    """One sampling against another, of every view and technique."""
    for view, technique in product(scene.views, scene.techniques):
        yield [(view, technique, sampling)], [(view, technique, other)], other


def but_ppmi(scene: Scene) -> Iterator[Comparison]:
    """Bootstrapped against shuffled runs, of what stands for an algorithm but PPMI."""
    others = [technique for name, technique in scene.roles.items() if name != "ppmi"]
    for view, technique in product(scene.views, others):
        keys = [(view, technique, each) for each in (BOOTSTRAPPED, SHUFFLED)]
        yield keys[:1], keys[1:], SHUFFLED


def algorithms(
    scene: Scene, pairs: Sequence[tuple[str, str]], names: Sequence[str]
) -> Iterator[Comparison]:
    """One algorithm against another, of every view and sampling of these names."""
    there = [sampling for sampling in names if sampling in scene.samplings]
    for view, sampling in product(scene.views, there):
        for first, second in scene.standing(pairs):
            yield [(view, first, sampling)], [(view, second, sampling)], second


def ratios_of_ppmi(scene: Scene) -> Iterator[Comparison]:
    """Bootstrapped to shuffled deviation of PPMI, to that of the others."""
    for view, (ppmi, other) in product(scene.views, scene.standing(OTHERS)):
        above = (view, ppmi, BOOTSTRAPPED), (view, other, SHUFFLED)
        below = (view, ppmi, SHUFFLED), (view, other, BOOTSTRAPPED)
        yield above, below, other


def sentences(scene: Scene) -> Iterator[Comparison]:
    """Sentences against documents, of every technique, bootstrapped."""
    views = [view for view in scene.views if view[1] == "sentence"]
    for view, technique in product(views, scene.techniques):
        documents = view[0], "document", view[2]
        keys = [(each, technique, BOOTSTRAPPED) for each in (view, documents)]
        yield keys[:1], keys[1:], "document"


def wholes(scene: Scene) -> Iterator[Comparison]:
    """Whole corpora, or the largest parts there are, against smaller parts."""
    for _, of_text in groupby(scene.views, key=lambda view: view[:2]):
        *parts, whole = of_text
        for part, technique in product(parts, scene.techniques):
            keys = [(each, technique, BOOTSTRAPPED) for each in (whole, part)]
            yield keys[:1], keys[1:], f"fraction {part[2]:g}"


def ratio_rows(scene: Scene, compare: Callable, *facts) -> Rows:
    """Ratios of mean deviations, of products of several cells where there are more."""
    for above, below, against in compare(scene, *facts):
        row = scene.whereabouts(*above[0]) | {"against": against}
        sides = [[scene.get(*key) for key in side] for side in (above, below)]
        yield row | _ratio(scene, *sides)


def gap_rows(scene: Scene, compare: Callable, *facts) -> Rows:
    """Agreement of lists of what a cell is held against, less its own."""
    for (own,), (other,), against in compare(scene, *facts):
        row = scene.whereabouts(*own) | {"against": against}
        for n in SIZES:
            yield row | {"n": n} | _gap(scene, scene.get(*other), scene.get(*own), n)


def _ratio(scene: Scene, above: Sequence, below: Sequence) -> dict:
    """The ratio of cells above to cells below.

    Techniques of one view and sampling read the same draws: a run is left out of them
    together.
    """
    cells = [*above, *below]
    lack = missing(cells)
    if lack:
        return {"note": lack}
    cosines = shared(cells, scene.absent, LISTED)
    parts = [mean_deviation(each) for each in cosines]
    tops, bottoms = parts[: len(above)], parts[len(above) :]
    remarks = [scene.stands_for(own.cell.technique) for own in cells]
    if all(part.value for part in parts):
        interval = quotient(tops, bottoms, [own.draws for own in cells])
    else:
        interval = _unvaried(tops, bottoms)
        remarks.insert(0, "some cells do not vary")
    return interval_row(interval, runs=len(cosines[0]), note=note(*remarks))


def _unvaried(above: Sequence[Left], below: Sequence[Left]) -> Interval:
    """A ratio where a mean deviation is 0: all runs give the same cosines."""
    if len(above) > 1:
        return (np.nan,) * 3
    (top,), (bottom,) = ([part.value for part in side] for side in (above, below))
    return (1.0 if top == bottom else 0.0 if top == 0 else np.inf,) * 3


def _gap(scene: Scene, higher: Queried | None, lower: Queried | None, n: int) -> dict:
    """Agreement of lists of one cell less that of another, each over its queries."""
    cells = higher, lower
    lack = missing(cells)
    if lack:
        return {"note": lack}
    runs = min(higher.runs, lower.runs)
    values = [own.agreed(scene.agreement, n, runs) for own in cells]
    if higher.draws == lower.draws:
        gap = over_pairs(values[0] - values[1])
    else:
        gap = difference(*map(over_pairs, values))
    others = set(higher.names) != set(lower.names)
    remarks = [scene.stands_for(own.cell.technique) for own in cells]
    remark = note("not the same queries" if others else "", *remarks)
    return interval_row((gap.value, *gap.interval()), runs=runs, note=remark)


def missing(cells: Iterable[Queried | None]) -> str:
    """Why cells cannot be compared; empty where they can."""
    cells = list(cells)
    parts = ["not in the study"] if None in cells else []
    for own in cells:
        if own is not None and not own.runs:
            parts.append(f"{own.cell.technique}, {own.cell.sampling}: {own.remark}")
    if not parts and not set.intersection(*(set(own.names) for own in cells)):
        parts.append("no query in common")
    return note(*parts)


def first_rows(scene: Scene, first: int, freed: bool) -> Rows:
    """The first runs against all, of every view and technique, bootstrapped.

    There must be twice as many.
    """
    for view, technique in product(scene.views, scene.techniques):
        own = scene.get(view, technique, BOOTSTRAPPED)
        row = scene.whereabouts(view, technique, BOOTSTRAPPED)
        row["against"] = f"all runs, first {first}"
        lack = missing([own])
        if lack or own.runs < 2 * first:
            few = lack or f"needs {2 * first} runs, there are {own.runs}"
            yield row | {"note": few}
            continue
        cosines = own.nearest(scene.absent, CLOSEST)
        interval, expected = first_to_all(cosines, first, freed=freed)
        yield row | interval_row(interval, runs=own.runs) | {"expected": expected}


def first_to_all(
    cosines: np.ndarray, first: int, *, freed: bool
) -> tuple[Interval, float]:
    """Deviation of the first runs by that of all, with its ends, and that expected.

    freed: root of the mean variance (ddof 1), without the bias of few runs. Else the
    interval is that of the unbiased ratio: bias would add to what leaving a run out
    does. The first runs and the others are two samples: few degrees of freedom where
    the first tell most of the error.
    """
    measure = root_mean_variance if freed else unbiased_mean
    part, whole = map(measure, (cosines[:first], cosines))
    if not whole.value:
        return (np.nan, np.nan, np.nan), np.nan
    value = part.value / whole.value
    left = np.full(len(cosines), part.value)
    left[:first] = part.without
    ratios = left / whole.without
    ends = jackknife_interval(np.float64(value), ratios[:first], ratios[first:])
    low, high = ends
    if freed:
        return (value, float(low), float(high)), 1.0
    plain = mean_deviation(cosines[:first]).value / mean_deviation(cosines).value
    scale = plain / value
    expected = expected_share(first) / expected_share(len(cosines))
    return (plain, float(low * scale), float(high * scale)), float(expected)


def disjoint_rows(scene: Scene) -> Rows:
    """Share of pairs of bootstrapped lists that have no word in common."""
    for own in (own for own in scene.drawn if own.tens is not None):
        pairs = int((~np.isnan(own.tens)).sum())
        apart = (own.tens == 0).sum(axis=0)
        most = f", most of {own.names[int(apart.argmax())]}" if apart.any() else ""
        yield own.row | {
            "n": LISTED,
            "runs": own.runs,
            "value": apart.sum() / pairs if pairs else np.nan,
            "verdict": verdict_of(True if apart.any() else None),
            "note": f"{apart.sum()} of {pairs} pairs of lists{most}",
        }


def _claim(name: str, figure: int, band: Band, rows: Callable, *facts) -> Claim:
    """A claim on ratios of mean deviations, or on the agreement of lists."""
    ratios = rows is not gap_rows
    gap = "difference of mean agreement of lists"
    return Claim(
        name=name,
        tested=f"sections 7 and 8, Figure {figure}",
        quantity="ratio of mean deviations" if ratios else gap,
        rows=of_scene(rows, *facts),
        band=band,
        pooled=True,
        ratios=ratios,
        reads=("queries",),
    )


# as the paper says them; "ours" is no claim of the paper
SAME = _claim("fixed = shuffled", 1, EQUAL, ratio_rows, samplings, FIXED, SHUFFLED)
PRESENCE = _claim(
    *("bootstrapped > shuffled", 1, GREATER),
    *(ratio_rows, samplings, BOOTSTRAPPED, SHUFFLED),
)
MOST = _claim(
    *("PPMI is most variable", 1, GREATER, ratio_rows, algorithms, OTHERS, SAMPLINGS)
)
LEAST = _claim(
    *("LSA and GloVe are least variable", 1, LESS),
    *(ratio_rows, algorithms, STEADY, SAMPLINGS[:2]),
)
WEAKER = _claim(
    "bootstrapping matters less to PPMI", 1, LESS, ratio_rows, ratios_of_ppmi
)
SENTENCES = _claim("sentences < documents", 4, LESS, ratio_rows, sentences)
WHOLE = _claim("whole corpus < part of it", 5, LESS, ratio_rows, wholes)
RISES = _claim(
    "the deviation rises with the runs at first", 6, LESS, first_rows, FEW, False
)
BIAS = _claim(
    *("ours: the mean variance is level from the first runs", 6, EQUAL),
    *(first_rows, FEW, True),
)
FLAT = _claim(
    "the deviation is level from 25 runs", 6, LEVEL, first_rows, ENOUGH, False
)
LOWEST = _claim(
    "lists of PPMI agree least", 2, MORE, gap_rows, algorithms, OTHERS, SAMPLINGS
)
CHANGED = _claim(
    *("bootstrapped lists agree less than shuffled ones, but of PPMI", 2, MORE),
    *(gap_rows, but_ppmi),
)
DISJOINT = Claim(
    name="some bootstrapped lists of 10 have no word in common",
    tested="section 7, Table 5",
    quantity="share of pairs of lists",
    rows=of_scene(disjoint_rows),
    band=MORE,
    existing=True,
    reads=("queries",),
)
