"""How much words come together in what is drawn of a text."""

import numpy as np

LEAST = 20  # occurrences: of rarer words they tell little


def effective(sizes: np.ndarray) -> float:
    """Equal groups that would waver as these: (sum n)^2 / sum n^2 (Kish 1965)."""
    sizes = sizes.astype(np.float64)
    return float(sizes.sum() ** 2 / np.square(sizes).sum())


def clustering(words: np.ndarray, groups: np.ndarray) -> float:
    """Design effect of drawing groups on counts of words: (tokens,) twice -> 0 or more.

    A word with c_g occurrences in group g of G, n in all, varies by sum c_g^2 - n^2 / G
    over draws of G groups, by n over draws of as many tokens. Told is their ratio (Kish
    1965), 1 at random: the median over words of LEAST occurrences; NaN without any.
    """
    n = np.bincount(words)
    pairs, counts = np.unique(groups * len(n) + words, return_counts=True)
    squares = np.bincount(pairs % len(n), np.square(counts.astype(float)), len(n))
    frequent = n >= LEAST
    if not frequent.any():
        return np.nan
    effects = squares[frequent] / n[frequent] - n[frequent] / len(np.unique(groups))
    return float(np.median(effects))
