"""Claims of section 4: questions 1 to 4, and that thresholds hang on no text."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtri

from quaver.house import meant
from quaver.house.meant import COSINES, FIRST_ALIKE, RANKS
from quaver.items.claims import Band, Claim
from quaver.items.ends import interval_row, value_row
from quaver.papers.elekes2018 import sections
from quaver.papers.elekes2018.cuts import (
    LAST_UNLIKE,
    RISING,
    TWO_BINS,
    over_runs,
)
from quaver.papers.elekes2018.sections import is_home, of_records
from quaver.papers.elekes2018.shared import inside
from quaver.results.meaning import MeaningNumbers
from quaver.results.records import identity
from quaver.statistics import run_mean
from quaver.statistics.curves import PRINTED
from quaver.statistics.thresholds import Rule
from quaver.statistics.values import (
    Value,
    difference,
    jackknife,
    share_interval,
    value_of,
)
from quaver.statistics.welch import (
    Moments,
    first_above_lowest,
    moments,
    repeated,
    welch,
)

LOW, HIGH = 0.10, 0.20  # groups of cosines that question 2 compares
STEPS = 10  # bins from one to the other
P = 5.19e-9  # that it prints
NEAR, FAR = 100, 500  # ranks of question 3
MEASURES = ("meaning",)


def _rows(results, told: Callable[[MeaningNumbers, Rule], dict]) -> Iterator[dict]:
    """What is told of the base on each text, or why it cannot be."""
    rule = meant.rule_of(results.study)
    own = of_records(results.grid, sections.TEXTS, results.meanings())
    for models in own.values():
        for _, numbers in models:
            row = identity(numbers.cell)
            stored = numbers.stored
            yield row | (told(numbers, rule) if stored else {"note": numbers.note})


def _over(values: np.ndarray, **facts) -> dict:
    """A mean over the runs that have a value."""
    told = values[np.isfinite(values)]
    without = len(values) - len(told)
    note = f"{without} of {len(values)} runs have none" * bool(without)
    if not len(told):
        return {**facts, "note": note}
    mean = run_mean(told)
    interval = mean.mean, mean.low, mean.high
    return interval_row(interval, runs=len(told), note=note, **facts)


def _rising(numbers: MeaningNumbers, rule: Rule) -> dict:
    """Question 1: share of bins above the threshold that exceed the one before."""
    stored = inside(numbers.stored)
    every = (moments(counts, stored["values"]) for counts in stored["counts"])
    shares = [_share(repeated(own, rule.times), rule) for own in every]
    null = meant.dealt_printed(stored, RISING, rule).significant
    return _over(np.array(shares), under_null=null)


def _share(groups: Moments, rule: Rule) -> float:
    first = first_above_lowest(groups, rule.least_pairs, rule.level).group
    if first is None:
        return np.nan
    bins = np.flatnonzero(groups.pairs >= rule.least_pairs)
    bins = bins[bins >= first]
    if len(bins) < 2:
        return np.nan
    p = welch(groups.at(bins[1:]), groups.at(bins[:-1]))
    return float((p < 1 - rule.level).mean())


def _tenth(numbers: MeaningNumbers, rule: Rule, *, beyond: bool = False) -> dict:
    """Question 2: mean LCH of the group of .20 less that of .10, in the first run.

    beyond: less that of words dealt anew, too. The interval is over words.
    """
    stored = numbers.stored
    bins = _two(stored["edges"])
    groups = moments(stored["counts"][0], stored["values"]).at(bins)
    if (groups.pairs < rule.least_pairs).any():
        return {"note": f"fewer than {rule.least_pairs} pairs in a bin"}
    left = moments(stored["without"], stored["values"]).mean[:, bins]
    dealt = stored["relabelled"][:, bins]
    null = float(np.diff(dealt.mean(axis=0))[0])
    own = jackknife(np.diff(groups.mean)[0] - beyond * null, np.diff(left)[:, 0])
    tested = repeated(groups, rule.times)
    p = float(welch(tested.at(1), tested.at(0)))
    pairs = " and ".join(f"{x:,}" for x in tested.pairs)
    p_of = f"Welch's one-sided p {p:.3g} of {pairs} pairs; printed {P:g}"
    note = f"of the first run, over its words: {p_of}"
    return value_row(own, under_null=0 if beyond else null, note=note)


def _two(edges: np.ndarray) -> list[int]:
    """Bins of .10 and .20, by their upper edges."""
    return [int(np.argmin(np.abs(edges[1:] - name))) for name in (LOW, HIGH)]


def least_fall(p: float = P, steps: int = STEPS, level: float = 0.99) -> float:
    """How many times fewer pairs each bin must have than the one before: 1 or more.

    They fall by one factor, so that each of so many steps is significant and both ends
    differ by no less a p. A step of two bins has z (v[k] + v[k + 1])^1/2 at least, v
    the variance of a mean and z that of the level. Steps add up, and both ends differ
    by t (v[0] + v[steps])^1/2, t that of p. Of even v the sum is 10 z: p is 1e-100.
    """
    least, most = ndtri(level), -ndtri(p / 2)

    def excess(log_fall: float) -> float:
        v = np.exp(log_fall * np.arange(steps + 1))
        sums = least * np.sqrt(v[1:] + v[:-1]).sum()
        return float(sums / np.sqrt(v[0] + v[-1]) - most)

    if excess(0) <= 0:
        return 1.0
    return float(np.exp(brentq(excess, 0, 20)))


def _fall(numbers: MeaningNumbers, rule: Rule) -> dict:
    """By how much the pairs of a bin fall, bin by bin, from .10 to .20."""
    stored = numbers.stored
    low, high = stored["counts"].sum(axis=2)[:, _two(stored["edges"])].T
    if not high.all():
        return {"note": "a bin has no pairs"}
    groups = moments(stored["counts"][0], stored["values"]).at(_two(stored["edges"]))
    z = -ndtri(P / 2)
    needed = z**2 * groups.variance.sum() / np.square(np.diff(groups.mean)[0])
    note = f"with our means and deviations p = {P:g} takes {needed:,.0f} pairs a bin"
    return _over((low / high) ** (1 / STEPS), under_null=1) | {"note": note}


def _rank(numbers: MeaningNumbers, rule: Rule, *, name: str) -> dict:
    """Question 3: the rank that a rule in print finds; null: where nothing is meant.

    Where no rank is like the last one, the last is the first that is; where all are,
    none is the last that is not.
    """
    stored, called = numbers.stored, meant.called(name, numbers.stored)
    own = (moments(counts, stored["values"]) for counts in stored["rank_counts"])
    ranks = [
        meant.printed(name, _raised(groups), rule).value(called)
        for groups in (*own, *meant.dealt_groups(name, stored))
    ]
    ranks = np.nan_to_num(ranks, nan=called[-1] if name == FIRST_ALIKE else 0)
    told, null = np.split(ranks, [len(stored["runs"])])
    return _over(told, under_null=float(np.median(null)))


def _raised(groups: Moments) -> Moments:
    """Groups of which none means less than the last: its test has two sides."""
    last = np.flatnonzero(groups.pairs > 1)[-1:]
    return groups._replace(mean=np.maximum(groups.mean, groups.mean[last]))


def _chance(numbers: MeaningNumbers, rule: Rule) -> dict:
    """Question 4: share of worlds without meaning in which the rule finds a cosine."""
    dealt = meant.dealt_printed(inside(numbers.stored), PRINTED, rule)
    deals = len(numbers.stored["relabelled"])
    return _share_row(dealt.found, deals, f"{deals} deals of the first run")


def _chance_of_ours(numbers: MeaningNumbers, rule: Rule) -> dict:
    deals = len(numbers.stored["relabelled"])
    own = [meant.dealt_ours(numbers.stored, rule, kind) for kind in (COSINES, RANKS)]
    found = max(x.found for x in own)
    return _share_row(found, deals, "the larger share, of cosines or of ranks")


def _share_row(found: float, deals: int, note: str) -> dict:
    if np.isnan(found):
        return {"note": "too few bins, or relabellings, for a band"}
    ends = share_interval(round(found * deals), deals)
    return interval_row((found, *ends), freedom=np.inf, note=note)


def _text_rows(results) -> Iterator[dict]:
    """How far the threshold on another text lies from that at home."""
    rule = meant.rule_of(results.study)
    own = of_records(results.grid, sections.TEXTS, results.meanings())
    for (first, home), *others in own.values():
        # of a home that is not measured nothing can be told
        for model, numbers in others if is_home(first) else ():
            row = identity(numbers.cell) | {"against": home.cell.view}
            lost = next((x for x in (home, numbers) if not x.stored), None)
            if lost:
                yield row | {"note": lost.note}
                continue
            both = [_threshold(x, rule) for x in (numbers, home)]
            if any(np.isnan(x.value) for x in both):
                yield row | {"note": "a text has no threshold"}
                continue
            runs = min(len(x.stored["runs"]) for x in (numbers, home))
            yield row | value_row(difference(*both), runs=runs, note=model.label)


def _threshold(numbers: MeaningNumbers, rule: Rule) -> Value:
    return value_of(over_runs(numbers, PRINTED, rule, inside).estimate)


def _claim(name: str, tested: str, quantity: str, told: Callable, **facts) -> Claim:
    rows = partial(_rows, told=told)
    return Claim(name, tested, quantity, rows, reads=MEASURES, **facts)


LCH, RANK = "difference of mean LCH", "rank"
WORLDS = "share of worlds without meaning"
QUESTION_1 = _claim(
    "Question 1: above the threshold each bin exceeds the one before",
    "Section 4.4.2",
    "share of bins",
    _rising,
    band=Band(low=0.95),
)
QUESTION_2 = _claim(
    "Question 2: pairs of .20 are more similar than pairs of .10",
    "Section 4.4.2",
    LCH,
    _tenth,
    band=Band(low=0),
)
QUESTION_2_BEYOND = _claim(
    "ours, on question 2: by more than words dealt anew are",
    "Section 4.4.2",
    LCH,
    partial(_tenth, beyond=True),
    band=Band(low=0),
    null=0,
)
QUESTION_2_P = _claim(
    f"ours, on question 2: p = {P:g} fits bins that each exceed the one before",
    "Section 4.4.2",
    "ratio of pairs",
    _fall,
    band=Band(low=least_fall()),
)
QUESTION_3_NEAR = _claim(
    f"Question 3: the first {NEAR} ranks are more similar than the last",
    "Section 4.4.3",
    RANK,
    partial(_rank, name=FIRST_ALIKE),
    band=Band(low=NEAR),
)
QUESTION_3_FAR = _claim(
    f"Question 3: some ranks beyond {FAR} are more similar than the last",
    "Section 4.4.3",
    RANK,
    partial(_rank, name=LAST_UNLIKE),
    band=Band(low=FAR),
)
QUESTION_4 = _claim(
    "Question 4: the threshold found is one of meaning",
    "Section 4.4.4",
    WORLDS,
    _chance,
    band=Band(high=0.05),
    null=1,
)
OUR_QUESTION_4 = _claim(
    "ours, on question 4: the threshold above words dealt anew is",
    "Section 4.4.4",
    WORLDS,
    _chance_of_ours,
    band=Band(high=0.05),
    null=1,
)
TEXTS = Claim(
    name="4.5: thresholds of cosines hang on no text",
    tested="Section 4.5.2",
    quantity="difference of thresholds",
    rows=_text_rows,
    band=Band(-TWO_BINS, TWO_BINS),
    null=0,
    reads=MEASURES,
)
