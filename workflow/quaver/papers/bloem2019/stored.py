"""The files of terms that the paper's items are made of, and their drawn sentences."""

from functools import partial

import numpy as np

from quaver.results.stored import Stored

LEARNED, APART = "learn_terms", "terms_apart"  # measures of every set and learner
GRID, CURVE = "terms_grid", "terms_curve"  # of those that a study asks for
DRAWN = "draws"


def drawn(results) -> dict[str, Stored]:
    """Sentences of the sets that stand, by name: what draws.h5 holds."""
    names = dict.fromkeys(x.terms for x in results.grid.measured[LEARNED])
    paths = {name: f"terms/{name}/{DRAWN}.h5" for name in names}
    return {
        name: Stored.of(partial(results.read, path, DRAWN))
        for name, path in paths.items()
        if results.stands(path)
    }


def drawn_sentences(draws: Stored) -> np.ndarray:
    """How many sentences each draw of each term has: (terms, draws)."""
    terms, number = draws.full.shape
    there = draws.draw >= 0
    group = draws.term[there] * number + draws.draw[there]
    return np.bincount(group, minlength=terms * number).reshape(terms, number)
