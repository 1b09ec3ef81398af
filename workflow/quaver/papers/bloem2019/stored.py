"""The files of terms that the paper's items are made of, and their drawn sentences."""

import numpy as np

from quaver.results.term_sets import Draws, term_sets

LEARNED, APART = "learn_terms", "terms_apart"  # measures of every set and learner
GRID, CURVE = "terms_grid", "terms_curve"  # of those that a study asks for


def drawn(results) -> dict[str, Draws]:
    """Sentences of the sets that stand, by name."""
    return {own.name: own for own in term_sets(results) if not own.note}


def drawn_sentences(draws: Draws) -> np.ndarray:
    """How many sentences each draw of each term has: (terms, draws)."""
    terms, number = draws.full.shape
    there = draws.draw >= 0
    group = draws.term[there] * number + draws.draw[there]
    return np.bincount(group, minlength=terms * number).reshape(terms, number)
