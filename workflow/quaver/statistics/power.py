"""How surely change is seen, and what share of a word's uses a change is as large as.

Both are told from planted change: words of which a known share of uses is another
word's (quaver.statistics.planting). With m_t and m_d the mean contexts of a word and of
the one it is exchanged for, a share s moves its mean by s (m_d - m_t), so that its
squared change is s^2 B, B = |m_d - m_t|^2. B varies with the words, and falls with
frequency. Power, above a floor, is logistic in log share and in the log of the noise of
a word's means, which few, unequal or bursty documents raise: frequency alone tells it
less well.
"""

from typing import NamedTuple

import numpy as np

from quaver.statistics.drift import above
from quaver.statistics.periods import LEAST, Change

LEVEL = 0.8  # of power: what is seen in 4 of 5 cases
SOFT = 5.0  # deviation of slopes beforehand: where all or none is seen they are finite
QUANTILES = (np.arange(20) + 0.5) / 20  # of what donors differ by
STEPS = 12  # bisections: ends to 1 / 4096
TAIL = 0.025
SHARES = "share", "low", "high"


class Power(NamedTuple):
    """Chance to be seen of share s at noise n: that of words which did not change,
    floor, or else 1 / (1 + exp(-(level + share log s - noise log n)))."""

    floor: float
    level: float
    share: float
    noise: float

    def at(self, share: np.ndarray, noise: np.ndarray) -> np.ndarray:
        """Chance that changes of some shares are seen: (...) twice -> (...)."""
        slope = self.share * np.log(share) - self.noise * _log(noise)
        return self.floor + (1 - self.floor) / (1 + np.exp(-self.level - slope))

    def least(self, noise: np.ndarray) -> np.ndarray:
        """Least share seen at LEVEL: (...) -> (...) in (0, 1], NaN where none is."""
        odds = (LEVEL - self.floor) / (1 - LEVEL)
        wanted = np.log(odds) - self.level + self.noise * _log(noise)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            share = np.exp(wanted / self.share)
        return np.where(share <= 1, share, np.nan)


def power_of(seen: np.ndarray, share: np.ndarray, noise: np.ndarray) -> Power:
    """Fit what was seen of words: (words,) bool, shares (0: not planted), noise.

    Slopes are 0 or more: a larger share or less noise is seen no less.
    """
    # scipy.optimize takes a while to import
    from scipy.optimize import minimize

    own = share > 0
    floor = min(seen[~own].mean(), LEVEL / 2) if not own.all() else 0.0
    parts = np.column_stack([np.log(share[own]), -_log(noise[own])])
    middle = parts.mean(axis=0)

    def loss(weights: np.ndarray) -> float:
        level, *slopes = weights
        chance = Power(floor, level - middle @ slopes, *slopes).at(
            share[own], noise[own]
        )
        likely = np.where(seen[own], chance, 1 - chance)
        return np.square(slopes).sum() / SOFT**2 / 2 - np.log(likely + 1e-9).sum()

    bounds = [(-20, 20), (0, None), (0, None)]
    level, *slopes = minimize(loss, [0.0, 1.0, 1.0], bounds=bounds).x
    return Power(floor, level - middle @ slopes, *slopes)


class Sizes(NamedTuple):
    """Squared change of a word all of whose uses became another's, by frequency.

    Its log is level + slope * log(occurrences), and off by `spread` (QUANTILES), as
    donors are more or less like their targets.
    """

    level: float
    slope: float
    spread: np.ndarray

    def at(self, occurrences: float) -> np.ndarray:
        """Quantiles of it for words of a frequency: (quantiles,)."""
        return np.exp(self.level + self.slope * np.log(occurrences) + self.spread)


def sizes_of(squared: np.ndarray, share: np.ndarray, occurrences: np.ndarray) -> Sizes:
    """Sizes of a full replacement, from plantings of the greatest share: (plantings,).

    The line is that of Theil and Sen, as a rare word's size may be below 0. The spread
    is of the more frequent half, whose sizes are known: what else they are off by comes
    with the interval of each word.
    """
    if not len(share):
        raise ValueError(
            f"no planted word stands in {LEAST} documents of both halves: take more "
            "text, or leave out 'plant'"
        )
    most = share == share.max()
    sizes, logs = squared[most] / share.max() ** 2, np.log(occurrences[most])
    sizes = np.log(np.maximum(sizes, 1e-3 * np.median(np.abs(sizes))))
    apart = np.subtract.outer(logs, logs)
    steps = np.subtract.outer(sizes, sizes)[apart > 0] / apart[apart > 0]
    slope = float(np.median(steps)) if len(steps) else 0.0
    rest = sizes - slope * logs
    level = float(np.median(rest))
    spread = np.quantile(rest[logs >= np.median(logs)] - level, QUANTILES)
    return Sizes(level, slope, spread - np.median(spread))


def share_of(change: Change, sizes: Sizes) -> tuple[float, float, float]:
    """As if such a share of a word's uses were another's: share, low, high in [0, 1].

    Interval of 95 %: shares s that neither side of the word's own test refuses, its p
    of a change of s^2 B averaged over the B of donors. NaN where a word cannot be told.
    """
    if not np.isfinite(change.squared):
        return np.nan, np.nan, np.nan
    donors = sizes.at(change.tokens.sum())
    share = min(np.sqrt(max(change.squared, 0.0) / np.median(donors)), 1.0)

    def end(tail: float) -> float:
        low, high = 0.0, 1.0
        for _ in range(STEPS):
            middle = (low + high) / 2
            p = np.mean([above(change, middle**2 * donor) for donor in donors])
            low, high = (middle, high) if p < tail else (low, middle)
        # an end of the range itself, where no share reaches the tail
        return 0.0 if low == 0 else 1.0 if high == 1 else (low + high) / 2

    return share, min(end(TAIL), share), max(end(1 - TAIL), share)


def shares_of(change: Change, sizes: Sizes) -> dict[str, np.ndarray]:
    """The same of several words, Change of arrays -> SHARES, each (words,)."""
    each = [share_of(Change(*own), sizes) for own in zip(*change, strict=True)]
    return dict(zip(SHARES, np.array(each).reshape(-1, 3).T, strict=True))


def _log(noise: np.ndarray) -> np.ndarray:
    """Of noise, which of few documents may come out as nothing."""
    return np.log(np.maximum(noise, 1e-6))
