"""Thresholds of a cell: from which cosine, and down to which rank, WordNet sees any."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from quaver.items.ends import cut
from quaver.results.whole import OfText
from quaver.statistics import curves, over_words, thresholds, welch
from quaver.statistics.curves import PRINTED
from quaver.statistics.thresholds import Curve, OverRuns, Rule, Runs
from quaver.statistics.welch import Moments, Threshold

FIRST_ALIKE = "first_alike"
NO_THRESHOLD = "no run on the whole text has one, so this is of drawn texts alone"
RULES = (PRINTED, "first_rising", "last_unlike", FIRST_ALIKE)  # in print


class Kind(NamedTuple):
    """Cosines or ranks: what they, and edges of their groups, are called in files.

    ends: what each group stands for, of stored arrays: the lower edge of a bin, the
    last of a group's ranks. over_texts: of texts.
    """

    counts: str
    dealt: str
    without: str
    edges: str
    moves: str
    ends: Callable[[Mapping], np.ndarray]
    over_texts: Callable[[Runs, Runs], OverRuns]


COSINES = Kind(
    *("counts", "relabelled", "without", "edges", "moves"),
    lambda stored: stored["edges"][:-1],
    thresholds.over_texts,
)
RANKS = Kind(
    *("rank_counts", "relabelled_ranks", "rank_without", "rank_edges"),
    "rank_moves",
    lambda stored: stored["rank_edges"][1:] - 1,
    thresholds.over_text_ranks,
)


class Told(NamedTuple):
    """A threshold of a cell, as a cosine or a rank.

    runs: over runs; low, high: ends cut at what there is. first: of the first run, over
    whose words loose and strict are the ends; NaN of none. reason: why there is none.
    left: where the first run leaves the band, whatever the effect. every, reasons: of
    each run. bounds: least and most that a threshold may be.
    """

    runs: OverRuns
    low: float
    high: float
    first: float
    loose: float
    strict: float
    reason: str
    left: float = np.nan
    reasons: tuple[str, ...] = ()
    every: Runs = Runs(np.empty(0), np.empty(0))
    bounds: tuple[float, float] = (-np.inf, np.inf)


def rule_of(study) -> Rule:
    """What a study asks of thresholds."""
    if not study.analyses.similarity:
        return Rule()
    asked, baseline = (
        getattr(study.analyses.similarity, name) for name in ("threshold", "baseline")
    )
    times = 2 if getattr(baseline, "pairs", "once") == "twice" else 1
    return Rule(asked.least_pairs, asked.effect, asked.confidence, times)


def is_asked(grid) -> bool:
    """Tell whether a study holds similarities against WordNet."""
    asked = grid.study.analyses.similarity
    return bool(asked and asked.is_against("wordnet"))


def curve_of(stored: Mapping, kind: Kind, rule: Rule, run: int = 0) -> Curve | str:
    """The mean baseline by similarity in a run, or why there is none."""
    counts, dealt = stored[kind.counts][run], stored[kind.dealt]
    dealt = dealt + stored[kind.moves][run]
    is_of_ranks = kind is RANKS
    return curves.curve_of(counts, stored["values"], dealt, rule, ranks=is_of_ranks)


def threshold_of(
    stored: Mapping, kind: Kind, rule: Rule, *, of_text: bool = False
) -> Told:
    """A cell's threshold over runs, with its interval over words.

    of_text: runs are of bootstrapped texts, and the interval over runs is of the text.
    """
    runs = len(stored[kind.counts])
    of_runs = [curve_of(stored, kind, rule, run) for run in range(runs)]
    groups = [curves.threshold_of(own) for own in of_runs]
    ends, reasons = kind.ends(stored), tuple(x.reason for x in groups)
    of_groups = ends, np.diff(stored[kind.edges])
    every = Runs(*(np.array([x.value(own) for x in groups]) for own in of_groups))
    over = thresholds.over_runs(every.values, widths=every.widths, of_text=of_text)
    facts = {"reasons": reasons, "every": every, "bounds": (min(ends), max(ends))}
    told = _with(over, Told(over, *[np.nan] * 5, reasons[0], **facts))
    if isinstance(of_runs[0], str):
        return told
    words = over_words.interval(of_runs[0], stored[kind.without], stored["values"])
    first, loose, strict = (x.value(ends) for x in words)
    left = thresholds.band_left(of_runs[0]).value(ends)
    return told._replace(first=first, loose=loose, strict=strict, left=left)


def told_of(numbers: OfText, kind: Kind, rule: Rule) -> Told:
    """A cell's threshold; of drawn texts that of the whole one, where it is there.

    numbers: with what WordNet, or a table of scored pairs, says (results.whole).
    """
    own = threshold_of(numbers.stored, kind, rule, of_text=numbers.is_drawn)
    if numbers.whole is None:
        return own
    return of_text(kind, own, threshold_of(numbers.whole.stored, kind, rule))


def of_text(kind: Kind, drawn: Told, whole: Told) -> Told:
    """What runs on the whole text tell, with the interval that drawn texts give it.

    Of drawn texts alone where no run on the whole text has a threshold.
    """
    if np.isnan(whole.runs.estimate.mean):
        note = "; ".join(filter(None, [NO_THRESHOLD, drawn.runs.note]))
        return drawn._replace(runs=drawn.runs._replace(note=note))
    return _with(kind.over_texts(drawn.every, whole.every), whole)


def _with(over: OverRuns, told: Told) -> Told:
    """With another interval over runs."""
    low, high, _ = cut(over.estimate.low, over.estimate.high, told.bounds)
    return told._replace(runs=over, low=low, high=high)


def of_size(stored: Mapping, size: int, rule: Rule) -> tuple[Threshold, Moments]:
    """The threshold that so many words tell, and the moments of their bins."""
    counts, dealt = stored["sized"][size], stored["sized_relabelled"][size]
    own = curves.threshold_of(curves.curve_of(counts, stored["values"], dealt, rule))
    return own, welch.moments(stored["sized"][size], stored["values"])


def expected(stored: Mapping, size: int, rule: Rule) -> tuple[float, float]:
    """Where 95 % of thresholds of so many words lie beside that of all: ends, NaN of
    none, of all words, or where a run has no curve."""
    own, share = curve_of(stored, COSINES, rule), stored["sizes"][size]
    share = float(share / stored["sizes"][-1])
    if isinstance(own, str) or share >= 1:
        return np.nan, np.nan
    how = own, stored[COSINES.without], stored["values"]
    _, loose, strict = over_words.interval(*how, share=share)
    ends = COSINES.ends(stored)
    return loose.value(ends), strict.value(ends)


def printed(name: str, groups: Moments, rule: Rule) -> Threshold:
    """The threshold of a rule in print: Moments of bins, or of groups of ranks.

    A pair has two ranks, one in each list, so its groups of ranks need no copies.
    """
    own = getattr(welch, name)
    if kind_of(name) is COSINES:
        copied = welch.repeated(groups, rule.times)
        return own(copied, rule.least_pairs, rule.level)
    return own(groups, rule.level)


def printed_values(stored: Mapping, rule: Rule, run: int = 0) -> dict[str, float]:
    """Thresholds of the rules in print, of a run: NaN of none."""
    told = {}
    for name in RULES:
        counts = stored[kind_of(name).counts][run]
        groups = welch.moments(counts, stored["values"])
        told[name] = printed(name, groups, rule).value(called(name, stored))
    return told


def called(name: str, stored: Mapping) -> np.ndarray:
    """What a rule in print calls its groups: (groups,).

    A bin by its upper edge, a group of ranks by its last; what is alike by its first.
    """
    if kind_of(name) is COSINES:
        return stored["edges"][1:]
    return stored["rank_edges"][:-1] if name == FIRST_ALIKE else RANKS.ends(stored)


def kind_of(name: str) -> Kind:
    """Whether a rule in print is of cosines or of ranks."""
    return COSINES if name in RULES[:2] else RANKS


class Dealt(NamedTuple):
    """Of relabellings: the share that have a threshold, and of bins that count, how
    many a rule takes for more than chance, on average. observed: the true threshold.
    """

    found: float
    significant: float
    observed: float


def dealt_ours(stored: Mapping, rule: Rule, kind: Kind = COSINES) -> Dealt:
    """How often our rule finds a threshold where no word has its meaning.

    Each relabelling is held against the others, as the true curve against all.
    """
    own = curve_of(stored, kind, rule)
    if isinstance(own, str):
        return Dealt(np.nan, np.nan, np.nan)
    deals = stored[kind.dealt][:, own.bins]
    pairs = own.groups.pairs
    above = []
    for turn, mean in enumerate(deals):
        others = np.delete(deals, turn, axis=0)
        try:
            made = thresholds.band(mean, others, pairs, rule.level)
        except ValueError:  # of one relabelling fewer no band may be made
            return Dealt(np.nan, np.nan, np.nan)
        above.append(made.fit >= np.maximum(made.upper, own.effect))
    observed = thresholds.threshold(own).value(kind.ends(stored))
    return Dealt(np.any(above, axis=1).mean(), np.mean(above), observed)


def dealt_printed(stored: Mapping, name: str, rule: Rule) -> Dealt:
    """How often a rule in print finds a threshold where no word has its meaning."""
    found, significant = [], []
    for groups in dealt_groups(name, stored):
        found.append(_is_found(name, printed(name, groups, rule)))
        significant.append(_unlike(name, groups, rule))
    observed = printed_values(stored, rule)[name]
    return Dealt(np.mean(found), np.mean(significant), observed)


def dealt_groups(name: str, stored: Mapping) -> Iterator[Moments]:
    """Groups that a rule in print is of, of each relabelling."""
    dealt = kind_of(name).dealt
    parts = (stored[f"{dealt}{x}"] for x in ("_pairs", "", "_variance"))
    return map(Moments, *parts)


def _is_found(name: str, own: Threshold) -> bool:
    """Whether a rule in print finds anything; not where even rank 1 is alike."""
    return own.group not in ((None, 0) if name == FIRST_ALIKE else (None,))


def _unlike(name: str, groups: Moments, rule: Rule) -> float:
    """Share of bins a rule takes for above the lowest, or the one before; of groups of
    ranks, for unlike the last."""
    is_bin = kind_of(name) is COSINES
    if is_bin:
        groups = welch.repeated(groups, rule.times)
    kept = np.flatnonzero(groups.pairs >= (rule.least_pairs if is_bin else 2))
    if len(kept) < 2:
        return 0.0
    others = kept[1:] if is_bin else kept[:-1]
    before = {"first_above_lowest": kept[0], "first_rising": kept[:-1]}
    p = welch.welch(groups.at(others), groups.at(before.get(name, kept[-1])))
    p = p if is_bin else 2 * np.minimum(p, 1 - p)
    return float((p < 1 - rule.level).mean())
