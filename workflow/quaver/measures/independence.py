"""Whether the cosines of two word pairs depend on each other over runs.

Rettenmeier 2020, section 2.1.3: the test of Spearman's correlation between the cosines
of two word pairs that share no word. Where they are independent, p is uniform.
"""

from functools import cache

import numpy as np
from scipy.special import stdtr

from quaver.statistics import correlation, ranks
from quaver.statistics.expected import BINS, p_shares

LEAST = 3  # runs the test needs
EXACT = 12  # runs whose orders are counted one by one
EVEN = 64  # runs of which rho takes so many values that p is even


def over_runs(cosines: np.ndarray) -> np.ndarray:
    """Cosines to be tested, in float64; refused where they are no (runs, pairs)."""
    cosines = np.asarray(cosines, dtype=np.float64)
    if cosines.ndim != 2 or len(cosines) < LEAST:
        raise ValueError(
            f"cosines must be (runs, pairs) with {LEAST} runs or more. "
            f"Got shape {cosines.shape} instead."
        )
    return cosines


def independence(cosines: np.ndarray) -> np.ndarray:
    """p of pairs 2k and 2k + 1 of word pairs: (runs, pairs) -> (pairs // 2,) in [0, 1].
    Two-sided, by Student's t as the thesis took it; NaN where a cosine never varies."""
    cosines = over_runs(cosines)
    ranked = ranks(cosines.T)
    even = len(ranked) // 2 * 2  # a last pair without a partner is left out
    return _p(correlation(ranked[0:even:2], ranked[1:even:2]), len(cosines))


def _p(rho: np.ndarray, runs: int) -> np.ndarray:
    """Two-sided p of Spearman's correlations by Student's t; NaN stays NaN."""
    with np.errstate(divide="ignore"):  # a perfect order has an infinite t
        t = rho * np.sqrt((runs - 2) / (1 - np.square(rho)))
    return 2 * stdtr(runs - 2, -np.abs(t))


def expected_rejections(runs: int, level: float = 0.05) -> float:
    """Share of p below a level where nothing depends on anything: in [0, 1].

    Student's t only approximates the ranks of few runs: of 8, it rejects 0.058 of
    independent pairs at 0.05. Exact up to EXACT runs; the level itself beyond, where it
    is off by less than 0.002.
    """
    if not LEAST <= runs <= EXACT:
        return level
    p, orders = _exact(runs)
    return float(orders[p < level].sum() / orders.sum())


@cache
def expected_shares(runs: int) -> np.ndarray:
    """Share of p in each twentieth where nothing depends on anything: (BINS,).

    Few runs give few values of rho, so the shares are not even. Exact up to EXACT runs;
    beyond, each value gets what Student's distribution has around it.
    """
    if runs < LEAST or runs >= EVEN:  # of fewer than LEAST no p is told
        return np.full(BINS, np.nan if runs < LEAST else 1 / BINS)
    if runs <= EXACT:
        return p_shares(*_exact(runs))
    # of rho where the sum of squares goes by two
    step = 12 / (runs * (runs**2 - 1))
    edges = np.arange(1 + step / 2, -1 - step, -step).clip(-1, 1)
    below = np.where(edges > 0, 1 - _p(edges, runs) / 2, _p(edges, runs) / 2)
    rho = 1 - step * np.arange(len(edges) - 1)
    return p_shares(_p(rho.clip(-1, 1), runs), -np.diff(below))


def _exact(runs: int) -> tuple[np.ndarray, np.ndarray]:
    """p of each sum of squared differences of ranks, and how many orders have it.
    orders[s][q]: ways to give the first ranks the set s, with q as their sum so far."""
    most = runs * (runs**2 - 1) // 3
    # 2^runs rows: at 12 runs some 18 MB, where runs! orders would take for ever
    orders = np.zeros((1 << runs, most + 1))
    orders[0, 0] = 1
    for chosen in range((1 << runs) - 1):
        ranked = chosen.bit_count()
        for rank in range(runs):
            if not chosen >> rank & 1:
                square = (ranked - rank) ** 2
                reached = orders[chosen | 1 << rank]
                reached[square:] += orders[chosen, : most + 1 - square]
    rho = 1 - 6 * np.arange(most + 1) / (runs * (runs**2 - 1))
    return _p(rho, runs), orders[-1]
