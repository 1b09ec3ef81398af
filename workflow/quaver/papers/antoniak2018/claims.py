"""The claims of Antoniak and Mimno 2018, sections 7 and 8.

Ratios are of mean deviations (ddof 0, 10 closest words, as in Figure 1) of a cell to
what it is held against. Only runs that both have count, and of ratios only queries
that both have; of lists, each cell's own queries.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby

import numpy as np

from quaver.items.claims import (
    Band,
    Claim,
    Interval,
    interval_row,
    verdict_of,
)
from quaver.measures.spread import mean_deviation, root_mean_variance
from quaver.papers.antoniak2018.queried import LISTED, SIZES, Queried, over_pairs
from quaver.papers.antoniak2018.runs import CLOSEST
from quaver.papers.antoniak2018.scene import Scene, View, of_scene, shared
from quaver.results.records import SAMPLINGS, note
from quaver.statistics import jackknife_interval
from quaver.statistics.deviations import (
    Left,
    expected_share,
    quotient,
    unbiased_mean,
)
from quaver.statistics.values import difference

SECTIONS = "sections 7 and 8"
FEW, ENOUGH = 5, 25  # runs: at first; level from here, as twice as many show
EQUAL, LEVEL = Band(0.9, 1.1), Band(0.95, 1.05)
GREATER, LESS, MORE = Band(low=1), Band(high=1), Band(low=0)
OTHERS = [("ppmi", other) for other in ("lsa", "sgns", "glove")]
STEADY = [(steady, other) for steady in ("lsa", "glove") for other in ("sgns", "ppmi")]
Rows = Iterator[dict]
Sides = Sequence[Sequence[Queried | None]]


def sampling_rows(scene: Scene, sampling: str, other: str) -> Rows:
    """One sampling against another, of every view and technique."""
    for view in scene.views:
        for technique in scene.techniques:
            sides = [[scene.get(view, technique, each)] for each in (sampling, other)]
            facts = scene.whereabouts(view, technique, sampling) | {"against": other}
            yield facts | compared(scene, sides)


def technique_rows(
    scene: Scene, pairs: Sequence[tuple[str, str]], samplings: Sequence[str]
) -> Rows:
    """One algorithm against another, of every view and sampling."""
    for view in scene.views:
        for sampling in (s for s in samplings if s in scene.samplings):
            for first, second, facts in _standing(scene, view, sampling, pairs=pairs):
                sides = [[scene.get(view, t, sampling)] for t in (first, second)]
                yield facts | compared(scene, sides, facts["note"])


def weaker_rows(scene: Scene) -> Rows:
    """Bootstrapped to shuffled deviation of PPMI, to that of the others."""
    for view in scene.views:
        for ppmi, other, facts in _standing(scene, view, "bootstrapped", pairs=OTHERS):
            cell = partial(scene.get, view)
            above = cell(ppmi, "bootstrapped"), cell(other, "shuffled")
            below = cell(ppmi, "shuffled"), cell(other, "bootstrapped")
            yield facts | compared(scene, (above, below), facts["note"])


def _standing(
    scene: Scene, view: View, sampling: str, *, pairs: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str, dict]]:
    """The techniques that stand for pairs of algorithms, and what rows are about."""
    roles = scene.roles
    for first, second in (pair for pair in pairs if set(pair) <= set(roles)):
        names = roles[first], roles[second]
        facts = scene.whereabouts(view, names[0], sampling) | {"against": names[1]}
        yield *names, facts | {"note": note(*map(scene.stands_for, names))}


def sentence_rows(scene: Scene) -> Rows:
    """Sentences against documents."""
    for corpus, unit, fraction in scene.views:
        if unit == "sentence":
            views = (corpus, unit, fraction), (corpus, "document", fraction)
            yield from _views(scene, views, "document")


def whole_rows(scene: Scene) -> Rows:
    """Whole corpora, or the largest parts there are, against smaller parts."""
    for _, of_text in groupby(scene.views, key=lambda view: view[:2]):
        *parts, whole = of_text
        for part in parts:
            yield from _views(scene, (whole, part), f"fraction {part[2]:g}")


def _views(scene: Scene, views: tuple[View, View], against: str) -> Rows:
    """One view against another, of every technique, bootstrapped."""
    for technique in scene.techniques:
        sides = [[scene.get(view, technique, "bootstrapped")] for view in views]
        facts = scene.whereabouts(views[0], technique, "bootstrapped")
        yield facts | {"against": against} | compared(scene, sides)


def compared(scene: Scene, sides: Sides, remark: str = "") -> dict:
    """The ratio of mean deviations of two cells, or of products of several.

    sides: cells above, cells below. Techniques of one view and sampling read the same
    draws: a run is left out of them together.
    """
    above, below = sides
    cells = [*above, *below]
    lack = missing(cells)
    if lack:
        return {"note": lack}
    cosines = shared(cells, scene.absent, LISTED)
    parts = [mean_deviation(each) for each in cosines]
    facts = {"runs": len(cosines[0]), "note": remark}
    tops, bottoms = parts[: len(above)], parts[len(above) :]
    if any(part.value == 0 for part in parts):
        facts["note"] = note("some cells do not vary", remark)
        return facts | _unvaried(tops, bottoms)
    ratio = quotient(tops, bottoms, [own.draws for own in cells])
    return interval_row(ratio, **facts)


def _unvaried(above: Sequence[Left], below: Sequence[Left]) -> dict:
    """A ratio where a mean deviation is 0: all runs give the same cosines."""
    top, bottom = (
        float(np.prod([part.value for part in side])) for side in (above, below)
    )
    value = 1.0 if top == bottom else 0.0 if top == 0 else np.inf
    if len(above) > 1:
        value = np.nan
    return dict.fromkeys(("value", "low", "high"), value)


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

    Twice as many as the first are needed.
    """
    for view in scene.views:
        for technique in scene.techniques:
            own = scene.get(view, technique, "bootstrapped")
            facts = scene.whereabouts(view, technique, "bootstrapped")
            facts["against"] = f"all runs, first {first}"
            lack = missing([own])
            if lack or own.runs < 2 * first:
                few = f"needs {2 * first} runs, there are {own.runs}" if own else ""
                yield facts | {"note": lack or few}
                continue
            cosines = own.nearest(scene.absent, CLOSEST)
            ratio, expected = first_to_all(cosines, first, freed=freed)
            row = interval_row(ratio, runs=own.runs)
            yield facts | row | {"expected": expected}


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


def lowest_rows(scene: Scene) -> Rows:
    """Agreement of lists of the other algorithms less that of PPMI."""
    for view in scene.views:
        for sampling in (s for s in SAMPLINGS if s in scene.samplings):
            for ppmi, other, facts in _standing(scene, view, sampling, pairs=OTHERS):
                cells = [scene.get(view, t, sampling) for t in (other, ppmi)]
                for n in SIZES:
                    yield facts | agreement_gap(scene, cells, n, facts["note"])


def changed_rows(scene: Scene) -> Rows:
    """Agreement of shuffled lists less that of bootstrapped ones, but of PPMI."""
    pair = "shuffled", "bootstrapped"
    for view in scene.views:
        for technique in (t for name, t in scene.roles.items() if name != "ppmi"):
            cells = [scene.get(view, technique, sampling) for sampling in pair]
            facts = scene.whereabouts(view, technique, pair[1]) | {"against": pair[0]}
            remark = scene.stands_for(technique)
            for n in SIZES:
                yield facts | agreement_gap(scene, cells, n, remark)


def agreement_gap(
    scene: Scene, cells: Sequence[Queried | None], n: int, remark: str
) -> dict:
    """Agreement of lists of one cell less that of another, each over its queries."""
    lack = missing(cells)
    if lack:
        return {"n": n, "note": lack}
    higher, lower = cells
    runs = min(higher.runs, lower.runs)
    values = [own.agreed(scene.agreement, n, runs) for own in cells]
    if higher.draws == lower.draws:
        gap = over_pairs(values[0] - values[1])
    else:
        gap = difference(*map(over_pairs, values))
    others = set(higher.names) != set(lower.names)
    said = note("not the same queries" if others else "", remark)
    return interval_row((gap.value, *gap.interval()), n=n, runs=runs, note=said)


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


def _ratio(name: str, shown: str, band: Band, rows: Callable, *facts) -> Claim:
    """A claim on ratios of mean deviations; shown: by which figure of the paper."""
    more = {"pooled": True, "ratios": True, "reads": ("queries",)}
    quantity = "ratio of mean deviations"
    return Claim(
        name, f"{SECTIONS}, {shown}", quantity, of_scene(rows, *facts), band, **more
    )


def _gap(name: str, rows: Callable) -> Claim:
    """A claim on agreement of lists, that claimed to be higher less the other."""
    more = {"pooled": True, "reads": ("queries",)}
    quantity = "difference of mean agreement of lists"
    return Claim(name, f"{SECTIONS}, Figure 2", quantity, of_scene(rows), MORE, **more)


BOTH = "bootstrapped", "shuffled"
SAME = _ratio("fixed = shuffled", "Figure 1", EQUAL, sampling_rows, "fixed", "shuffled")
PRESENCE = _ratio("bootstrapped > shuffled", "Figure 1", GREATER, sampling_rows, *BOTH)
MOST = _ratio(
    *("PPMI is most variable", "Figure 1", GREATER, technique_rows, OTHERS, SAMPLINGS)
)
LEAST = _ratio(
    *("LSA and GloVe are least variable", "Figure 1", LESS),
    *(technique_rows, STEADY, SAMPLINGS[:2]),
)
WEAKER = _ratio("bootstrapping matters less to PPMI", "Figure 1", LESS, weaker_rows)
SENTENCES = _ratio("sentences < documents", "Figure 4", LESS, sentence_rows)
WHOLE = _ratio("whole corpus < part of it", "Figure 5", LESS, whole_rows)
RISES = _ratio(
    *("the deviation rises with the runs at first", "Figure 6", LESS),
    *(first_rows, FEW, False),
)
# ours, as no bias of few runs is in it
BIAS = _ratio(
    *("ours: the mean variance is level from the first runs", "Figure 6", EQUAL),
    *(first_rows, FEW, True),
)
FLAT = _ratio(
    *("the deviation is level from 25 runs", "Figure 6", LEVEL),
    *(first_rows, ENOUGH, False),
)
LOWEST = _gap("lists of PPMI agree least", lowest_rows)
CHANGED = _gap(
    "bootstrapped lists agree less than shuffled ones, but of PPMI", changed_rows
)
DISJOINT = Claim(
    name="some bootstrapped lists of 10 have no word in common",
    tested=f"{SECTIONS}, Table 5",
    quantity="share of pairs of lists",
    rows=of_scene(disjoint_rows),
    band=MORE,
    existing=True,
    reads=("queries",),
)
