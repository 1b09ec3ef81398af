"""Word similarity without the pairs below the threshold of their run.

Elekes et al. 2018, section 5; beside it what leaving out as many of the lowest cosines
does by itself (quaver.statistics.truncation). The threshold is that of the cell's own
runs: ours (quaver.statistics.thresholds), and by the same steps that of the rule in
print. A run that has none leaves nothing out, and its scores are no part of what is
told of the cell. A set of which no run knows three pairs is refused; where a threshold
leaves fewer, that is a finding.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from quaver.corpora import languages
from quaver.measures.declare import MODELS, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.measures.meaning import MEASURE as MEANING
from quaver.measures.quality import language_of, read_sets, scoring
from quaver.quality.files import QualityError
from quaver.quality.scores import cosines_of
from quaver.quality.similarity import LAYOUTS, Pairs
from quaver.quality.words import Lexicon, candidates, places
from quaver.spaces.normalise import unit_rows
from quaver.statistics.curves import RULES
from quaver.statistics.thresholds import Rule
from quaver.statistics.truncation import LEAST, Truncation, change, truncation

DRAWS = 1000  # of pairs, for the intervals
NOTHING = (np.nan,) * 3  # value, low, high
PARTS = ("", "_low", "_high")


class Scores(NamedTuple):
    """A set in all runs of a cell: truncations, and what changes over those told.

    change, beyond: (value, low, high), NaN where no run has a score. draws: that have
    one. notes: why runs have none.
    """

    runs: list[Truncation]
    change: tuple
    beyond: tuple
    draws: int
    notes: list[str]


def measure(given, out) -> None:
    """Store scores with and without low pairs of all sets and runs."""
    runs, spec = given.runs, given.spec
    sets = read_sets(spec["scored"]["sets"])
    with given.other("meaning") as stored:
        names = "counts", "values", "relabelled"
        arrays, edges = [stored[name][:] for name in names], stored["edges"][:]
        arrays[2] = arrays[2] + stored["moves"][:][:, None]  # of each run
    cosines = cosines_of_runs(runs, sets, spec["scored"])
    for name, own in cosines.items():
        _refuse_unknown(name, own, spec["whole"])
    out.put_axes(sets=list(sets), runs=runs.numbers)
    for name, rule in RULES.items():
        thresholds, reasons = rule(*arrays, Rule(*spec["rule"]), edges=edges)
        out.put(f"{name}/thresholds", ("runs",), thresholds)
        out.put(f"{name}/reasons", ("runs",), reasons)
        scores = [scores_of(cosines[x], sets[x].gold, thresholds, spec) for x in sets]
        _put(out, f"{name}/", scores)


def _refuse_unknown(name: str, cosines: np.ndarray, where: str) -> None:
    """Refuse a set that no run knows; (runs, pairs), where: empty where it may be."""
    known = int(np.isfinite(cosines).sum(axis=1).max())
    if where and known < LEAST:
        raise MeasureError(
            f"evaluation set {name}: {known} of {cosines.shape[1]} pairs are known in "
            f"{where}, and {LEAST} are needed: leave the set out, or keep more words "
            "(dictionary, min_count, restrict)"
        )


def _put(out, group: str, scores: Sequence[Scores]) -> None:
    """Store the scores of all sets by the thresholds of a rule, in its group."""
    for name in Truncation._fields:
        values = [[getattr(x, name) for x in each.runs] for each in scores]
        out.put(f"{group}{name}", ("sets", "runs"), np.array(values))
    for name in ("change", "beyond"):
        ends = np.array([getattr(each, name) for each in scores])
        for part, values in zip(PARTS, ends.T, strict=True):
            out.put(f"{group}{name}{part}", ("sets",), values)
    notes = ["; ".join(dict.fromkeys(filter(None, each.notes))) for each in scores]
    out.put(f"{group}draws", ("sets",), [each.draws for each in scores])
    out.put(f"{group}notes", ("sets",), notes)


def cosines_of_runs(
    runs, sets: Mapping[str, Pairs], spec: Mapping
) -> dict[str, np.ndarray]:
    """Cosines of the pairs of each set in all runs: (runs, pairs), NaN of unknown.

    Of the words that scores of quality are of: its measure keeps no cosines, and would
    score all studies anew if it did.
    """
    lower = languages.pack(spec["language"]).lower if spec["lowercase"] else None
    lexicon = Lexicon(runs.words, spec["normalise"], lower)
    asked = {name: lexicon.numbers(pairs.words) for name, pairs in sets.items()}
    cosines: dict[str, list[np.ndarray]] = {name: [] for name in sets}
    for number in range(len(runs)):
        vectors, present, counts = runs[number]
        rows = candidates(counts, present, lexicon.spelling, spec["restrict"])
        units, spelling = unit_rows(vectors[rows]), lexicon.spelling[rows]
        for name in sets:
            own = cosines_of(units, places(asked[name], spelling))
            cosines[name].append(own)
    # float32, and thresholds are float64
    return {name: np.stack(own).astype(np.float64) for name, own in cosines.items()}


def scores_of(
    cosines: np.ndarray, gold: np.ndarray, thresholds: np.ndarray, spec: Mapping
) -> Scores:
    """A set in runs: cosines (runs, pairs), gold (pairs,), thresholds (runs,)."""
    below = spec["below"]
    given = zip(cosines, thresholds, strict=True)
    made = [_score(own, gold, threshold, below) for own, threshold in given]
    runs, notes = ([each[part] for each in made] for part in (0, 1))
    told = np.isfinite([[x.full, x.rest] for x in runs]).all(axis=1)
    if not told.any():
        return Scores(runs, NOTHING, NOTHING, 0, notes)
    how = {"seed": spec["seed"], "below": below, "draws": DRAWS}
    moved = change(cosines[told], gold, thresholds[told], **how)
    return Scores(runs, moved.score, moved.beyond, moved.draws, notes)


def _score(
    cosines: np.ndarray, gold: np.ndarray, threshold: float, below: str
) -> tuple[Truncation, str]:
    """Scores of a run, or NaN, counts of its pairs, and why it has no score."""
    known = np.isfinite(cosines)
    under = int((cosines[known] < threshold).sum())  # none where it is NaN
    counts = int(known.sum()) - under, under, int((~known).sum())
    nothing = Truncation(np.nan, np.nan, np.nan, *counts)
    if np.isnan(threshold):
        return nothing, ""  # of all sets alike: a reason of the run
    try:
        made = truncation(cosines, gold, threshold, below)
    except ValueError as error:  # fewer than three pairs
        return nothing, str(error).rstrip(".")
    equal = "all scores or all cosines of the comparable pairs are equal"
    return made, equal * bool(np.isnan([made.full, made.rest]).any())


def _is_wanted(grid, subject) -> bool:
    """Tell whether a cell has thresholds, and pairs to be scored without low ones."""
    asked = grid.study.analyses.quality
    own = (asked.sets[name].format for name in grid.sets(subject.cell))
    has_pairs = any(form in LAYOUTS for form in own)
    return asked.threshold and has_pairs and MEANING.wanted(grid, subject)


def _spec(grid, subject) -> dict:
    cell = subject.cell
    # what a sweep or a part of a text leaves of a set is a finding
    is_whole = cell.view.fraction == 1 and not grid.is_variant(cell)
    scored = scoring(grid, cell, subject.file(MEASURE))
    sets = scored["sets"]
    pairs = {name: sets[name] for name in sets if sets[name]["format"] in LAYOUTS}
    asked = grid.study.analyses.similarity
    rule, twice = asked.threshold, asked.baseline.pairs == "twice"
    return {
        "scored": {**scored, "sets": pairs},
        # of Rule, which leaves out how often a pair counts where it is once
        "rule": [rule.least_pairs, rule.effect, rule.confidence, *[2] * twice],
        "below": grid.study.analyses.quality.below,
        "seed": grid.seed_of("pairs", cell.view),
        "whole": f"{cell.technique} on {cell.view.label}" if is_whole else "",
    }


MEASURE = Measure(
    name="quality_below",
    reads=(MODELS, "meaning"),
    wanted=_is_wanted,
    spec=_spec,
    uses=language_of,
    refuses=(QualityError,),
    message="Score the runs of {subject} without pairs below their threshold.",
    # by either rule a draw ranks all pairs three times
    cost=Cost(
        lambda size: size.spaces,
        lambda size: size.runs * size.questions * (2 * size.dims + 600 * DRAWS),
        1,
    ),
    quantities={
        "score_beyond": Quantity(
            label="change of a score without low pairs beyond truncation alone",
            symbol="b",
            formula="rho(pairs above t) - E[rho of normal scores cut as much]",
            source="ours, after Elekes et al. 2018, section 5",
            range=(-2.0, 2.0),
        ),
    },
)
