"""Scores of change against truth: which words changed, and in what order.

Task 1 and 2 of SemEval-2020 task 1 (Schlechtweg et al. 2020) as Rettenmeier 2020,
section 4.1, answers them. No score is worth its name without those that know nothing of
meaning beside it: frequencies, one answer for all words, and chance.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from quaver.statistics.partial import partial_rank_correlation
from quaver.statistics.values import rank_correlation

MISSING = "unchanged", "median", "drop"
FILLED = {"unchanged": lambda x: min(0.0, np.nanmin(x)), "median": np.nanmedian}
FREQUENCIES = "log frequency ratio", "log frequency"
ALL, NONE = "every word changed", "no word changed"
SURE = 0.5 + 1e-9  # of votes: half of them is a tie, and unchanged


class Truth(NamedTuple):
    """What is true of words: binary (words,) 0 or 1, or NaN; graded (words,)."""

    words: list[str]
    binary: np.ndarray
    graded: np.ndarray


class Answers(NamedTuple):
    """What models say of targets, (models, targets) each, NaN where nothing.

    change: how much each changed. votes: share of a model's runs that say it did.
    """

    change: np.ndarray
    votes: np.ndarray


class Scores(NamedTuple):
    """Scores of models, (models,) each, NaN where there is none.

    accuracy: of task 1. as_coded: where all runs have to say changed, as the thesis's
    code has it. rho: Spearman's of task 2. partial: the same with both frequencies held
    fixed. called: how many are said to have changed. scored: how many targets count.
    """

    accuracy: np.ndarray
    as_coded: np.ndarray
    rho: np.ndarray
    partial: np.ndarray
    called: np.ndarray
    scored: np.ndarray


def answers(distance: np.ndarray, rows: np.ndarray, missing: str) -> Answers:
    """Answers of models by their change of all words: (models, words), rows (targets,).

    distance: NaN where a model has not the word in both texts. rows: -1 for a target no
    model has. Changed is what exceeds mean + deviation / 2 over all words of a model.
    missing: what a target counts as that a model has not; the median is that of all
    words.
    """
    distance = distance.astype(np.float64)
    threshold = np.nanmean(distance, axis=1) + np.nanstd(distance, axis=1) / 2
    change = np.where(rows >= 0, distance[:, rows], np.nan)
    if missing != "drop":
        spare = np.array([FILLED[missing](own) for own in distance])
        change = np.where(np.isnan(change), spare[:, None], change)
    votes = np.where(np.isnan(change), np.nan, change > threshold[:, None])
    return Answers(change, votes)


def lacking_runs(distance: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """How many runs lack each target in either text: as answers() -> (targets,)."""
    # a bootstrapped run may draw a rare word too seldom, which others have
    own = np.where(rows >= 0, distance[:, rows], np.nan)
    return np.isnan(own).sum(axis=0)


def ensembles(single: Answers, size: int) -> Answers:
    """Answers of consecutive groups of runs: means of change, and of votes."""
    number = len(single.change) // size

    def mean(values: np.ndarray) -> np.ndarray:
        groups = values[: number * size].reshape(number, size, -1)
        there = np.isfinite(groups).sum(axis=1)
        return np.nansum(groups, axis=1) / np.where(there, there, np.nan)

    return Answers(*map(mean, single))


def of_frequency(counts: np.ndarray) -> np.ndarray:
    """What frequencies say of change: (2, words) -> (2, words), as FREQUENCIES.

    How far the logarithms of relative frequencies in both texts lie apart, and the
    logarithm of their mean; NaN where a text has not the word.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(counts / counts.sum(axis=1, keepdims=True))
        logs[:, ~np.isfinite(logs).all(axis=0)] = np.nan
        return np.stack([np.abs(logs[1] - logs[0]), logs.mean(axis=0)])


def same_for_all(targets: int) -> Answers:
    """Answers that every word changed, and that none did: (2, targets)."""
    votes = np.repeat([[1.0], [0.0]], targets, axis=1)
    return Answers(np.ones_like(votes), votes)


def scored(given: Answers, truth: Truth, counts: np.ndarray) -> Scores:
    """Scores of models; counts: (2, targets) occurrences of the targets in both texts.

    Targets a model says nothing of do not count for it.
    """
    each = [
        _scored(change, votes, truth, counts)
        for change, votes in zip(*given, strict=True)
    ]
    return Scores(*np.array(each, dtype=np.float64).reshape(-1, len(Scores._fields)).T)


def _scored(change, votes, truth: Truth, counts: np.ndarray) -> tuple:
    there = np.isfinite(change)
    change, votes, known = change[there], votes[there], truth.binary[there]
    graded, held = truth.graded[there], counts[:, there]
    changed = votes > SURE
    shares = [_share(x, known) for x in (changed, votes >= 1)]
    rho = rank_correlation(change, graded)[0]
    partial = partial_rank_correlation(change, graded, *held)
    return *shares, rho, partial, changed.sum(), there.sum()


def _share(said: np.ndarray, known: np.ndarray) -> float:
    """Share of answers that are true; NaN where it is not known of all."""
    if not len(known) or np.isnan(known).any():
        return np.nan
    return float(np.mean(said == (known == 1)))


def chance(scores: Scores, truth: Truth) -> Mapping[str, np.ndarray]:
    """What models would score by chance: (models,) each; in closed form.

    As many words called changed, whichever: hits are hypergeometric. Ranks in any
    order: rho has the mean 0 and the deviation 1 / sqrt(n - 1), whatever the ties.
    """
    # scipy.stats takes most of a second to import, which most jobs have no use for
    from scipy.stats import hypergeom

    scored, called = (x.astype(int) for x in (scores.scored, scores.called))
    # of targets that were dropped it is taken that as many of them changed
    share = np.nanmean(truth.binary) if np.isfinite(truth.binary).any() else np.nan
    known = np.nan_to_num(np.round(share * scored)).astype(int)
    law = hypergeom(scored, known, called)
    rate = np.where(scored > 0, scored, np.nan)
    hits = {"mean": known * called / rate}
    hits |= {"low": law.ppf(0.025), "high": law.ppf(0.975)}
    made = {
        f"accuracy_{name}": (scored - known - called + 2 * each) / rate
        for name, each in hits.items()
    }
    if np.isnan(share):
        made = {name: np.full(len(scored), np.nan) for name in made}
    reach = 1.959964 / np.sqrt(np.where(scored > 1, scored - 1, np.nan))
    return {**made, "rho_high": reach}


def unplanted(counts: np.ndarray, like: np.ndarray, planted: np.ndarray) -> np.ndarray:
    """Words like some that are not planted: rows, one each, nearest in frequency.

    counts: (words,) occurrences. like, planted: rows. No word is chosen twice; there
    are fewer where words run out.
    """
    free = np.setdiff1d(np.flatnonzero(counts), planted)
    chosen: list[int] = []
    for row in like[np.argsort(-counts[like], kind="stable")][: len(free)]:
        apart = np.abs(np.log(counts[free]) - np.log(max(counts[row], 1)))
        chosen.append(int(free[apart.argmin()]))
        free = np.delete(free, apart.argmin())
    return np.sort(np.array(chosen, dtype=np.int64))
