"""The claims of sections 7 and 8.

Ratios are of mean deviations as in Figure 1, over runs and queries that both cells
have; lists are compared over these runs and each cell's own queries.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np

from quaver.items.claims import Band, Claim, verdict_of
from quaver.items.ends import interval_row, value_row
from quaver.measures.spread import mean_deviation, root_mean_variance
from quaver.papers.antoniak2018 import queried
from quaver.papers.antoniak2018.by_rank import CLOSEST
from quaver.papers.antoniak2018.declare import QUERIES
from quaver.papers.antoniak2018.queried import LISTED, SIZES, Key, Queried, Scene
from quaver.results.records import SAMPLINGS, note
from quaver.statistics.deviations import expected_share, log_quotient, unbiased_mean
from quaver.statistics.values import Value, difference, jackknife, sum_of

FEW, ENOUGH = 5, 25  # runs: at first; level from here, as twice as many show
EQUAL, LEVEL = Band(0.9, 1.1), Band(0.95, 1.05)
GREATER, LESS, MORE = Band(low=1), Band(high=1), Band(low=0)
OTHERS = [("ppmi", other) for other in ("lsa", "sgns", "glove")]
STEADY = [(steady, other) for steady in ("lsa", "glove") for other in ("sgns", "ppmi")]
FIXED, SHUFFLED, DRAWN = SAMPLINGS
RATIO, GAP = "ratio of mean deviations", "difference of mean agreement of lists"
# what a row is about, then what that is held against, and how the latter is called
Comparisons = Iterator[tuple[Sequence[Key], str]]


def _samplings(scene: Scene, first: str, second: str, but: str = "") -> Comparisons:
    """One against another; but: not of this, one technique of each of the others."""
    others = [technique for name, technique in scene.roles.items() if name != but]
    for own in scene.keys(first, others if but else scene.techniques):
        yield [own, own._replace(sampling=second)], second


def algorithms(scene: Scene, pairs: Sequence, names: Sequence[str]) -> Comparisons:
    """One algorithm against another, of every view and sampling of these names."""
    has = {own.cell.sampling for own in scene.cells}
    there = [name for name in names if name in has]
    for view, sampling, pair in product(scene.views, there, _standing(scene, pairs)):
        yield [Key(*view, each, sampling) for each in pair], pair[1]


def _ratios_of_ppmi(scene: Scene) -> Comparisons:
    # bootstrapped to shuffled deviation of PPMI, to that of the others
    for view, (own, other) in product(scene.views, _standing(scene, OTHERS)):
        order = (own, DRAWN), (other, SHUFFLED), (own, SHUFFLED), (other, DRAWN)
        yield [Key(*view, *each) for each in order], other


def _standing(scene: Scene, pairs: Sequence) -> list[list[str]]:
    there = [pair for pair in pairs if set(pair) <= set(scene.roles)]
    return [[scene.roles[name] for name in pair] for pair in there]


def _sentences(scene: Scene) -> Comparisons:
    for own in scene.keys(DRAWN, scene.techniques):
        if own.unit == "sentence":
            yield [own, own._replace(unit="document")], "document"


def _wholes(scene: Scene) -> Comparisons:
    """Whole corpora, or the largest parts there are, against smaller parts."""
    largest = {view[:2]: view[2] for view in scene.views}
    for part in scene.keys(DRAWN, scene.techniques):
        whole = part._replace(fraction=largest[part[:2]])
        if whole != part:
            yield [whole, part], f"fraction {part.fraction:g}"


def compared(scene: Scene, measure: Callable, compare: Callable, *facts) -> Iterator:
    """Rows of what a measure gives of the cells compared; notes on those missing."""
    for keys, against in compare(scene, *facts):
        row = scene.whereabouts(keys[0]) | {"against": against}
        # of lists, what a cell is held against is to agree more
        keys = keys[::-1] if measure is gap else keys
        cells = [scene.by_key.get(key) for key in keys]
        lack = _missing(cells)
        for n in SIZES if measure is gap else (None,):
            values = {"note": lack} if lack else measure(scene, cells, n)
            yield row | {"n": n} | values


def _ratio(scene: Scene, cells: Sequence[Queried], n: None) -> dict:
    """Ratio of mean deviations of the first half of cells to those of the second."""
    cosines = queried.shared(cells, scene.absent, LISTED)
    parts = [mean_deviation(each) for each in cosines]
    above, below = parts[: len(parts) // 2], parts[len(parts) // 2 :]
    remarks = [scene.stands_for(own.cell.technique) for own in cells]
    facts = {"runs": len(cosines[0]), "note": note(*remarks)}
    if all(part.value for part in parts):
        # cells that read the same draws are left a run together
        value = log_quotient(above, below, [own.draws for own in cells])
        return value_row(value, is_log=True, **facts)
    # all runs of a cell give the same cosines
    facts["note"] = note("some cells do not vary", *remarks)
    (top, _), (bottom, _), *more = (*above, *below)
    ratio = 1.0 if top == bottom else 0.0 if top == 0 else np.inf
    return interval_row((np.nan if more else ratio,) * 3, **facts)


def gap(scene: Scene, cells: Sequence[Queried], n: int) -> dict:
    """Agreement of lists of one cell less that of another, each over its queries."""
    runs, values = min(own.runs for own in cells), []
    for own in cells:
        _, later = np.triu_indices(own.runs, 1)
        values.append(own.agreements[scene.agreement, n][later < runs])
    if cells[0].draws == cells[1].draws:
        value = queried.over_pairs(values[0] - values[1])
    else:
        value = difference(*map(queried.over_pairs, values))
    others = set(cells[0].names) != set(cells[1].names)
    remarks = [scene.stands_for(own.cell.technique) for own in cells]
    remark = note("not the same queries" if others else "", *remarks)
    return value_row(value, runs=runs, note=remark)


def _missing(cells: Sequence[Queried | None]) -> str:
    parts = ["not in the study"] if None in cells else []
    for own in (own for own in cells if own is not None and not own.runs):
        parts.append(f"{own.cell.technique}, {own.cell.sampling}: {own.remark}")
    if not parts and not set.intersection(*(set(own.names) for own in cells)):
        parts.append("no query in common")
    return note(*parts)


def _first_rows(scene: Scene, first: int, freed: bool) -> Iterator[dict]:
    """The first runs against all, at least twice as many, of bootstrapped cells."""
    for key in scene.keys(DRAWN, scene.techniques):
        own = scene.by_key.get(key)
        row = scene.whereabouts(key) | {"against": f"all runs, first {first}"}
        lack = _missing([own])
        if lack or own.runs < 2 * first:
            yield row | {
                "note": lack or f"needs {2 * first} runs, there are {own.runs}"
            }
            continue
        cosines = own.nearest(scene.absent, CLOSEST)
        value, expected = first_to_all(cosines, first, freed=freed)
        row |= {"runs": own.runs, "under_null": expected}
        yield value_row(value, is_log=True, **row)


def first_to_all(
    cosines: np.ndarray, first: int, *, freed: bool
) -> tuple[Value, float]:
    """Logarithm of the deviation of the first runs by that of all; the ratio expected.

    freed: root of the mean variance (ddof 1), without the bias of few runs. Else the
    error is of the unbiased ratio, as bias would add to what leaving a run out does.
    """
    # the first runs and the others are two samples, to a jackknife
    measure = root_mean_variance if freed else unbiased_mean
    part, whole = map(measure, (cosines[:first], cosines))
    if not part.value or not whole.value:
        return Value(np.nan), np.nan
    left = np.full(len(cosines), part.value)
    left[:first] = part.without
    left = np.where(left == 0, np.nan, left)
    samples = np.split(np.log(left / whole.without), [first])
    value = sum_of([jackknife(0, each) for each in samples])
    if freed:
        return value._replace(value=np.log(part.value / whole.value)), 1.0
    plain = mean_deviation(cosines[:first]).value / mean_deviation(cosines).value
    expected = expected_share(first) / expected_share(len(cosines))
    return value._replace(value=np.log(plain)), float(expected)


def _disjoint_rows(scene: Scene) -> Iterator[dict]:
    for own in (own for own in scene.drawn if own.runs):
        pairs, apart = int((~np.isnan(own.tens)).sum()), (own.tens == 0).sum(axis=0)
        most = f", most of {own.names[int(apart.argmax())]}" if apart.any() else ""
        yield own.row | {
            "n": LISTED,
            "under_null": disjoint_by_chance(own.tens),
            "value": apart.sum() / pairs if pairs else np.nan,
            "verdict": verdict_of(True if apart.any() else None),
            "note": f"{apart.sum()} of {pairs} pairs of lists{most}",
        }


def disjoint_by_chance(tens: np.ndarray) -> float:
    """Share of pairs of lists without a common word if all pairs agreed as the mean.

    Jaccard of lists -> in [0, 1], of whole pairs; words come and go by themselves.
    """
    known = tens[~np.isnan(tens)]
    if not len(known):
        return np.nan
    # Jaccard j of lists of equal length: each word is in the other by 2 j / (1 + j)
    kept = 2 * known.mean() / (1 + known.mean())
    return float(np.floor(len(known) * (1 - kept) ** LISTED) / len(known))


def _claim(name: str, figure: int, band: Band, *facts) -> Claim:
    ratios = figure != 2  # which is of the agreement of lists
    rows = (_first_rows,) if figure == 6 else (compared, _ratio if ratios else gap)
    return Claim(
        name=name,
        tested=f"sections 7 and 8, Figure {figure}",
        quantity=RATIO if ratios else GAP,
        rows=queried.of_scene(*rows, *facts),
        band=band,
        # what the first runs are of all by arithmetic, rows of Figure 6 tell
        null=np.nan if figure == 6 else float(ratios),
        pooled=True,
        ratios=ratios,
        reads=QUERIES,
    )


# as the paper says them; "ours" is no claim of the paper
SAME = _claim("fixed = shuffled", 1, EQUAL, _samplings, FIXED, SHUFFLED)
PRESENCE = _claim("bootstrapped > shuffled", 1, GREATER, _samplings, DRAWN, SHUFFLED)
MOST = _claim("PPMI is most variable", 1, GREATER, algorithms, OTHERS, SAMPLINGS)
LEAST = _claim(
    "LSA and GloVe are least variable", 1, LESS, algorithms, STEADY, SAMPLINGS[:2]
)
WEAKER = _claim("bootstrapping matters less to PPMI", 1, LESS, _ratios_of_ppmi)
SENTENCES = _claim("sentences < documents", 4, LESS, _sentences)
WHOLE = _claim("whole corpus < part of it", 5, LESS, _wholes)
RISES = _claim("the deviation rises with the runs at first", 6, LESS, FEW, False)
LEVELLED = "ours: the mean variance is level from the first runs"
BIAS = _claim(LEVELLED, 6, EQUAL, FEW, True)
FLAT = _claim("the deviation is level from 25 runs", 6, LEVEL, ENOUGH, False)
LOWEST = _claim("lists of PPMI agree least", 2, MORE, algorithms, OTHERS, SAMPLINGS)
LESS_ALIKE = "bootstrapped lists agree less than shuffled ones, but of PPMI"
CHANGED = _claim(LESS_ALIKE, 2, MORE, _samplings, DRAWN, SHUFFLED, "ppmi")
DISJOINT = Claim(
    name="some bootstrapped lists of 10 have no word in common",
    tested="section 7, Table 5",
    quantity="share of pairs of lists",
    rows=queried.of_scene(_disjoint_rows),
    band=MORE,
    existing=True,
    reads=QUERIES,
)
