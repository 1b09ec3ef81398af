"""Components of variance of vectors between draws, runs of a background and its texts.

Draws are crossed with backgrounds, runs are nested in texts: a vector is a sum of what
is shared, of its text, run and draw, and of text x draw and run x draw. The mean inner
product of two vectors that have some of these in common is a sum of components, and
differences of such means are the estimates (method of moments, as in an analysis of
variance with random effects). So components sum to the mean squared length, and a small
one may come out below 0.
"""

from itertools import combinations

import numpy as np

from quaver.statistics import RUNS_FOR_INTERVAL, jackknife_interval

SHARED, DRAWS, RUNS, TEXTS = "shared", "draws", "runs", "texts"
RUNS_DRAWS, TEXTS_DRAWS = "runs x draws", "texts x draws"
COMPONENTS = SHARED, DRAWS, RUNS, RUNS_DRAWS, TEXTS, TEXTS_DRAWS
AXIS = {TEXTS: 1, RUNS: 2, DRAWS: 3}
TERMS = 64  # taken together


def components(vectors: np.ndarray) -> np.ndarray:
    """Components of each term: (terms, texts, runs, draws, dims) -> (terms,
    components).

    NaN where there is one text, run or draw alone: what that adds stands in `shared`
    (a text, or a draw, has no other), or, of runs, in those of the texts.
    """
    parts = [vectors[k : k + TERMS] for k in range(0, len(vectors), TERMS)]
    return np.concatenate([_components(part.astype(float)) for part in parts])


def _components(vectors: np.ndarray) -> np.ndarray:
    text, run, draw = (AXIS[name] for name in (TEXTS, RUNS, DRAWS))
    few = {name: vectors.shape[axis] < 2 for name, axis in AXIS.items()}

    def product(*apart: int) -> np.ndarray:
        # what is not there twice cannot be apart
        axes = [axis for name, axis in AXIS.items() if axis in apart and not few[name]]
        return _product(vectors, axes, free=run if text in axes else None)

    same, of_draws, of_runs = product(), product(draw), product(run)
    of_both = product(run, draw)
    of_texts = of_runs if few[TEXTS] else product(text)
    of_all = of_both if few[TEXTS] else product(text, draw)
    made = {
        SHARED: of_all,
        DRAWS: of_texts - of_all,
        RUNS: of_draws - of_both,
        RUNS_DRAWS: same - of_draws - of_runs + of_both,
        TEXTS: of_both - of_all,
        TEXTS_DRAWS: of_runs - of_both - of_texts + of_all,
    }
    lacking = {DRAWS: few[DRAWS], RUNS: few[RUNS], TEXTS: few[TEXTS]}
    lacking |= {RUNS_DRAWS: few[RUNS] or few[DRAWS]}
    lacking |= {TEXTS_DRAWS: few[TEXTS] or few[DRAWS]}
    told = (made[x] * (np.nan if lacking.get(x) else 1) for x in COMPONENTS)
    return np.stack([*told], axis=1)


def _product(vectors: np.ndarray, apart: list[int], free: int | None) -> np.ndarray:
    """Mean inner product of pairs: apart along some axes, the same along the others,
    anything along a free one. (terms, texts, runs, draws, dims) -> (terms,)."""
    pairs = 1.0
    for axis in AXIS.values():
        number = vectors.shape[axis]
        pairs *= number**2 if axis == free else number
        pairs *= number - 1 if axis in apart else 1
    if free is not None:
        vectors = vectors.sum(axis=free, keepdims=True)
    total = np.zeros(len(vectors))
    for number in range(len(apart) + 1):
        for summed in combinations(apart, number):
            squares = np.square(vectors.sum(axis=summed, keepdims=True))
            sign = (-1) ** (len(apart) - number)
            total += sign * squares.sum(axis=(1, 2, 3, 4))
    return total / pairs


def without_each(vectors: np.ndarray, of_terms: np.ndarray) -> list[np.ndarray]:
    """Means over terms without each term, and without each run (of all texts): what a
    jackknife takes; (n, components) each.

    of_terms: what `components` gave. No runs where there are too few.
    """
    terms, runs = len(of_terms), vectors.shape[AXIS[RUNS]]
    left = [(of_terms.sum(axis=0) - of_terms) / max(terms - 1, 1)]
    if runs >= RUNS_FOR_INTERVAL:
        others = (np.delete(vectors, run, axis=AXIS[RUNS]) for run in range(runs))
        left.append(np.array([components(x).mean(axis=0) for x in others]))
    return left


def interval(vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Means over terms of components and both ends: (components,) each."""
    of_terms = components(vectors)
    value = of_terms.mean(axis=0)
    return value, *jackknife_interval(value, *without_each(vectors, of_terms))
