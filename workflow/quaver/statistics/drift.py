"""Did a word change more than others? Beside control words of like frequency.

Between distant periods documents differ in ways that all words share, so that nearly
every word differs from chance. What sets a word apart is a change above that of most
words: the median of controls that are about as frequent in both periods.
"""

from typing import NamedTuple

import numpy as np
from scipy.special import stdtr

from quaver.statistics.dealing import adjusted
from quaver.statistics.periods import Change

CONTROLS = 100
BAND = 2.0  # times the occurrences, up or down, in both periods
ALPHA = 0.05
MEDIAN_ERROR = 1.2533 * 1.4826  # of a normal median: sqrt(pi / 2) deviations, by MAD

VERDICTS = ("changed", "as others", "no evidence", "cannot be told")


class Drift(NamedTuple):
    """Of each word (words,): percentile among its controls in [0, 1]; median of the
    controls' change; p and q of no change above the median; controls, how many; band,
    how many times as frequent they are at most."""

    percentile: np.ndarray
    median: np.ndarray
    p: np.ndarray
    q: np.ndarray
    controls: np.ndarray
    band: np.ndarray


def drift(targets: Change, controls: Change) -> Drift:
    """Changes of targets beside those of control words; NaN where a word cannot be
    told, or has no control.

    Controls stand in a band of frequency, which is widened until there are CONTROLS. No
    word is its own control, and none that cannot be told.
    """
    told = np.isfinite(controls.squared)
    word, squared, tokens = (
        part[told] for part in (controls.word, controls.squared, controls.tokens)
    )
    rows = []
    for change in (Change(*own) for own in zip(*targets, strict=True)):
        other = word != change.word
        apart = np.log(tokens[other]) - np.log(np.maximum(change.tokens, 1))
        apart = np.abs(apart).max(axis=1)
        # the CONTROLS nearest at least, or all there are
        band = max([np.log(BAND), *np.sort(apart)[:CONTROLS][-1:]])
        near = squared[other][apart <= band]
        rows.append((*_beside(change, near), len(near), np.exp(band)))
    percentile, median, p, count, band = np.array(rows).reshape(-1, 5).T
    return Drift(percentile, median, p, adjusted(p), count.astype(np.int64), band)


def _beside(change: Change, controls: np.ndarray) -> tuple[float, float, float]:
    """Percentile, median and p of one word beside the changes of its controls."""
    if not len(controls) or np.isnan(change.squared):
        return np.nan, np.nan, np.nan
    median = np.median(controls)
    error = MEDIAN_ERROR * np.median(np.abs(controls - median)) / np.sqrt(len(controls))
    below = (controls < change.squared).mean()
    percentile = (below + (controls <= change.squared).mean()) / 2
    return percentile, median, above(change, max(median, 0.0), error)


def above(change: Change, least: float, error: float = 0.0) -> float:
    """One-sided p of a true change of `least` or less, known up to a standard error.

    The test whose inverse is the change's interval: the variance is that of a word that
    changed by `least`, not of the change that was seen.
    """
    noise = change.plug_in - change.squared
    share = (least + noise) / change.plug_in if change.plug_in > 0 else 0.0
    variance = change.variance * max(share, 0.0) + error**2
    gap = change.squared - least
    if variance <= 0:
        return float(gap <= 0)
    return float(stdtr(change.freedom, -gap / np.sqrt(variance)))


def verdicts(null_q: np.ndarray, drift_q: np.ndarray) -> np.ndarray:
    """What is said of each word, of VERDICTS: q of the null and of the drift, (words,)
    twice. What differs from chance and has no controls cannot be told."""
    null, beside = null_q <= ALPHA, drift_q <= ALPHA
    untold = np.isnan(null_q) | (null & np.isnan(drift_q))
    changed, others, nothing, unclear = VERDICTS
    kinds = unclear, changed, others
    return np.select([untold, null & beside, null], kinds, nothing)
