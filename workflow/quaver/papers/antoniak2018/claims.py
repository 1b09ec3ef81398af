"""The claims of Antoniak and Mimno 2018 turned into verdicts with intervals."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
import pandas as pd

from quaver.items.beside import claim
from quaver.measures.spread import (
    mean_deviation,
    root_mean_variance,
)
from quaver.papers.antoniak2018.cells import (
    ABSENT,
    AGREEMENT,
    CELL,
    LISTED,
    PAPER,
    SIZES,
    Queried,
    Ways,
)
from quaver.papers.antoniak2018.deviations import AMONG
from quaver.papers.antoniak2018.pooled import A_CELL, Pool, together
from quaver.papers.antoniak2018.roles import told
from quaver.papers.antoniak2018.runs import CLOSEST
from quaver.papers.antoniak2018.verdicts import (
    EQUAL,
    Found,
    Scene,
    agreement_gap,
    compared,
    equal,
    greater,
    less,
    missing,
    row_of,
)
from quaver.results.records import SAMPLINGS, frame
from quaver.statistics import jackknife_interval
from quaver.statistics.deviations import expected_share, unbiased_mean

FEW, ENOUGH = 5, 25  # runs: at first; level from here, as twice as many show
LEVEL = 0.05
SAME = "fixed = shuffled"
PRESENCE = "bootstrapped > shuffled"
MOST = "PPMI is most variable"
LEAST = "LSA and GloVe are least variable"
WEAKER = "bootstrapping matters less to PPMI"
SENTENCES = "sentences < documents"
WHOLE = "whole corpus < part of it"
RISES = "the deviation rises with the runs at first"
BIAS = "ours: the mean variance is level from the first runs"
FLAT = "the deviation is level from 25 runs"
LOWEST = "lists of PPMI agree least"
CHANGED = "bootstrapped lists agree less than shuffled ones, but of PPMI"
DISJOINT = "some bootstrapped lists of 10 have no word in common"
CAPTION = (
    f"Claims of {PAPER}, sections 7 and 8, for this study: first each claim as a whole "
    "(value: geometric mean of ratios, mean of others); then its means over corpora, "
    "of each comparison (technique, sampling, against what, n) that three corpora or "
    "more have a number of: of each corpus the mean over its units and parts, and "
    "Student's 95 % interval, whose units are corpora; then row by row. A claim agrees "
    "if all means over corpora do, and all rows that are in none of them: those of "
    "comparisons that fewer corpora have, and ratios of 0 or without end, which have "
    "no mean and are left out. Rows that are in a mean count by it alone; how many of "
    "them differ, as one unit or part may where the mean does not, stands beside the "
    "claim. Value: ratio of mean deviations (ddof 0, 10 closest words, as in Figure 1) "
    "of the cell to what it is held against; of lists, the agreement claimed to be "
    "higher less the other; of lists without a common word, the share of pairs. Only "
    "runs that both have count, and of ratios only queries that both have; of lists, "
    f"each cell's own queries. {AMONG} Intervals: 95 %, jackknife leaving out each "
    "run, of techniques that read the same draws from both; no correction for the "
    f"number of rows. Equal: the interval lies within 1 +- {EQUAL:g}; greater or less: "
    "it lies on that side as a whole; else undecided, as what cannot be told is. Runs: "
    f"the deviation of the {CLOSEST} closest words over the first {FEW} runs rises (to "
    f"that of all runs), and is level from {ENOUGH} if it is within {LEVEL:.0%} of "
    f"that of all, {2 * ENOUGH} or more; expected: the ratio that few runs give normal "
    "cosines where nothing rises; ours: the root of the mean "
    "variance (ddof 1), without that bias, is equal over the first runs and all. "
    "{counted}.{told}"
)
COLUMNS = (
    *("claim", "scope", *CELL, "against", "n", "runs"),
    *("value", "low", "high", "expected", "verdict", "note"),
)
Rows = Iterator[dict]


def antoniak2018_claims(cells: Sequence[Queried], ways: Ways) -> pd.DataFrame:
    """A row per claim, then one per claim and what it is about."""
    scene = Scene(list(cells), ways)
    rows = {name: list(find(scene)) for name, find in CLAIMS.items()}
    top = [row for n, found in rows.items() for row in together(n, found, POOLS[n])]
    every = [row | {"scope": A_CELL} for found in rows.values() for row in found]
    counted = f"Absent words: {ABSENT[ways.absent]}; lists: {AGREEMENT[ways.agreement]}"
    caption = CAPTION.format(counted=counted, told=told(scene.cells))
    return frame(top + every, COLUMNS, caption)


def _samplings(scene: Scene, *, name: str, pair: tuple[str, str], test) -> Rows:
    """One sampling against another, of every view and technique."""
    for view in scene.views:
        for technique in scene.techniques:
            first, second = (scene.get(view, technique, each) for each in pair)
            facts = scene.place(view, technique, pair[0]) | {"against": pair[1]}
            yield compared(name, ((first,), (second,)), test, ways=scene.ways, **facts)


def _techniques(
    scene: Scene, *, name: str, pairs: Sequence[tuple[str, str]], samplings, test
) -> Rows:
    """One algorithm against another, of every view and sampling."""
    for view in scene.views:
        for sampling in (s for s in samplings if s in scene.samplings):
            for first, second in _standing(scene, pairs):
                sides = tuple((scene.get(view, t, sampling),) for t in (first, second))
                facts = scene.place(view, first, sampling) | {"against": second}
                yield compared(name, sides, test, ways=scene.ways, **facts)


def _standing(scene: Scene, pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The techniques that stand for pairs of algorithms, those that there are."""
    roles = scene.roles
    known = [pair for pair in pairs if set(pair) <= set(roles)]
    return [(roles[first], roles[second]) for first, second in known]


def _weaker(scene: Scene) -> Rows:
    """Bootstrapped to shuffled deviation of PPMI, to that of the others."""
    for view in scene.views:
        for ppmi, other in _standing(scene, OTHERS):
            above = (ppmi, "bootstrapped"), (other, "shuffled")
            below = (ppmi, "shuffled"), (other, "bootstrapped")
            sides = tuple(
                tuple(scene.get(view, *place) for place in side)
                for side in (above, below)
            )
            facts = scene.place(view, *above[0]) | {"against": other}
            yield compared(WEAKER, sides, less, ways=scene.ways, **facts)


def _sentences(scene: Scene) -> Rows:
    for corpus, unit, fraction in scene.views:
        if unit == "sentence":
            other = corpus, "document", fraction
            facts = {"against": "document"}
            yield from _views(
                scene, SENTENCES, ((corpus, unit, fraction), other), facts
            )


def _whole(scene: Scene) -> Rows:
    for corpus, unit, fraction in scene.views:
        parts = [v for v in scene.views if v[:2] == (corpus, unit) and v[2] < fraction]
        if fraction == max(v[2] for v in scene.views if v[:2] == (corpus, unit)):
            for other in parts:
                facts = {"against": f"fraction {other[2]:g}"}
                yield from _views(
                    scene, WHOLE, ((corpus, unit, fraction), other), facts
                )


def _views(scene: Scene, name: str, views: tuple, facts: dict) -> Rows:
    """One view against another, of every technique, bootstrapped."""
    for technique in scene.techniques:
        sides = tuple((scene.get(view, technique, "bootstrapped"),) for view in views)
        place = scene.place(views[0], technique, "bootstrapped")
        yield compared(name, sides, less, ways=scene.ways, **place, **facts)


def _runs(
    scene: Scene, *, name: str, numbers: tuple[int, int], test, freed: bool = False
) -> Rows:
    """The first runs against all, of every view and technique, bootstrapped."""
    first, least = numbers
    for view in scene.views:
        for technique in scene.techniques:
            one = scene.get(view, technique, "bootstrapped")
            facts = scene.place(view, technique, "bootstrapped")
            facts |= {"against": f"all runs, first {first}"}
            lack = missing([one])
            if lack or one.runs < least:
                few = lack or f"needs {least} runs, there are {one.runs}"
                yield {"claim": name, **facts, "verdict": "", "note": few}
                continue
            cosines = one.nearest(scene.ways, CLOSEST)
            found, expected = first_to_all(cosines, first, freed=freed)
            facts |= {"expected": expected, "verdict": test(found)}
            yield row_of(name, found, **facts, runs=one.runs)


def first_to_all(
    cosines: np.ndarray, first: int, *, freed: bool
) -> tuple[Found, float]:
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


def _lowest(scene: Scene) -> Rows:
    for view in scene.views:
        for sampling in (s for s in SAMPLINGS if s in scene.samplings):
            for ppmi, other in _standing(scene, OTHERS):
                cells = tuple(scene.get(view, t, sampling) for t in (other, ppmi))
                facts = scene.place(view, ppmi, sampling) | {"against": other}
                for n in SIZES:
                    facts["n"] = n
                    yield agreement_gap(LOWEST, cells, ways=scene.ways, **facts)


def _changed(scene: Scene) -> Rows:
    others = [t for name, t in scene.roles.items() if name != "ppmi"]
    for view in scene.views:
        for technique in others:
            pair = ("shuffled", "bootstrapped")
            cells = tuple(scene.get(view, technique, each) for each in pair)
            facts = scene.place(view, technique, pair[1]) | {"against": "shuffled"}
            for n in SIZES:
                facts["n"] = n
                yield agreement_gap(CHANGED, cells, ways=scene.ways, **facts)


def _disjoint(scene: Scene) -> Rows:
    for one in scene.cells:
        if one.cell.sampling == "bootstrapped" and one.tens is not None:
            pairs = int((~np.isnan(one.tens)).sum())
            apart = (one.tens == 0).sum(axis=0)
            row = {"claim": DISJOINT, **one.row, "n": LISTED}
            row |= {"runs": one.runs}
            row |= {"value": apart.sum() / pairs if pairs else np.nan}
            said = f"{apart.sum()} of {pairs} pairs of lists"
            if apart.any():
                said += f", most of {one.names[int(apart.argmax())]}"
            verdict = claim(True if apart.any() else None)
            yield {**row, "verdict": verdict, "note": said}


OTHERS = [("ppmi", other) for other in ("lsa", "sgns", "glove")]
STEADY = [(steady, other) for steady in ("lsa", "glove") for other in ("sgns", "ppmi")]
_level = partial(equal, band=LEVEL)
CLAIMS: dict[str, Callable[[Scene], Rows]] = {
    SAME: partial(_samplings, name=SAME, pair=("fixed", "shuffled"), test=equal),
    PRESENCE: partial(
        _samplings, name=PRESENCE, pair=("bootstrapped", "shuffled"), test=greater
    ),
    MOST: partial(
        _techniques, name=MOST, pairs=OTHERS, samplings=SAMPLINGS, test=greater
    ),
    LEAST: partial(
        _techniques, name=LEAST, pairs=STEADY, samplings=SAMPLINGS[:2], test=less
    ),
    WEAKER: _weaker,
    SENTENCES: _sentences,
    WHOLE: _whole,
    RISES: partial(_runs, name=RISES, numbers=(FEW, 2 * FEW), test=less),
    BIAS: partial(_runs, name=BIAS, numbers=(FEW, 2 * FEW), test=equal, freed=True),
    FLAT: partial(_runs, name=FLAT, numbers=(ENOUGH, 2 * ENOUGH), test=_level),
    LOWEST: _lowest,
    CHANGED: _changed,
    DISJOINT: _disjoint,
}
_more = partial(greater, than=0.0)
POOLS = {
    SAME: Pool(equal),
    **dict.fromkeys((PRESENCE, MOST), Pool(greater)),
    **dict.fromkeys((LEAST, WEAKER, SENTENCES, WHOLE, RISES), Pool(less)),
    BIAS: Pool(equal),
    FLAT: Pool(_level),
    **dict.fromkeys((LOWEST, CHANGED), Pool(_more, ratios=False)),
    DISJOINT: Pool(None, ratios=False, existing=True),
}
