"""Whether the cosine of two words is normally distributed over runs.

Rettenmeier 2020, section 2.1.3: the Shapiro-Wilk test of each word pair. Where the
cosines are normal, p is uniform in [0, 1].
"""

import numpy as np
from scipy.stats import shapiro

from quaver.measures.independence import over_runs


def normality(cosines: np.ndarray) -> np.ndarray:
    """p of each pair: (runs, pairs) -> (pairs,) in [0, 1]; NaN where none varies."""
    cosines = over_runs(cosines)
    varied = np.ptp(cosines, axis=0) > 0
    probabilities = np.full(cosines.shape[1], np.nan)
    if varied.any():
        probabilities[varied] = shapiro(cosines[:, varied], axis=0).pvalue
    return probabilities
