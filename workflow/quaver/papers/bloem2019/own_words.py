"""Vectors of terms beside the background's own words, and beside other terms' words."""

from typing import NamedTuple

import numpy as np

from quaver.papers.bloem2019.estimates import known_mean, mean_parts
from quaver.papers.bloem2019.stored import LEARNED
from quaver.results.terms import TermNumbers, of_terms
from quaver.statistics.kappa import kappa


class OwnWords(NamedTuple):
    """Terms whose word the background has, by one learner beside a cell.

    names: of the terms; runs: numbers. cosine: (runs, terms) with the own word, mean
    over draws. others: (runs, terms) with the words of other terms. told: (runs, terms)
    share of other terms whose word is farther than the own (by chance .5).
    """

    names: list[str]
    runs: list[int]
    cosine: np.ndarray
    others: np.ndarray
    told: np.ndarray

    def kappa(self) -> float:
        """Mean cosine beside that of other terms' words."""
        means = mean_parts(self.cosine).value, mean_parts(self.others).value
        return float(kappa(*means))


def own_words(learned: TermNumbers, *, tested: bool) -> OwnWords:
    """Cosines with words of a record of learn_terms; tested: of test terms alone."""
    vectors = _unit(learned.vectors.astype(np.float64))
    words = _unit(learned.own.astype(np.float64))
    cosines = np.einsum("rtdk,ruk->rtdu", vectors, words)
    terms = np.arange(cosines.shape[1])
    own = cosines[:, terms, :, terms].transpose(1, 0, 2)
    has = np.isfinite(known_mean(own)).all(axis=0)
    if tested:
        has &= np.asarray(learned.is_test, dtype=bool)
    rows = np.flatnonzero(has)
    own, rest = own[:, rows], cosines[:, rows][..., rows]
    rest = np.where(np.eye(len(rows), dtype=bool)[:, None], np.nan, rest)
    farther = (rest < own[..., None]) + 0.5 * (rest == own[..., None])
    farther = np.where(np.isfinite(rest) & np.isfinite(own)[..., None], farther, np.nan)
    return OwnWords(
        [learned.terms[row] for row in rows],
        np.asarray(learned.runs).tolist(),
        known_mean(own),
        *(known_mean(known_mean(each)) for each in (rest, farther)),
    )


def learned_beside(results) -> dict[tuple, TermNumbers]:
    """Records of learn_terms by cell, set and learner."""
    return {place(own): own for own in of_terms(results, LEARNED) if not own.note}


def place(own: TermNumbers) -> tuple:
    """What a record is of."""
    cell = own.cell
    return cell.view, cell.technique, cell.sampling, own.name, own.learner


def _unit(vectors: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore"):
        return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
