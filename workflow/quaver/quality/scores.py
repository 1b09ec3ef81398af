"""Scores of a space: analogies by 3CosAdd, similarity by Spearman's correlation."""

from typing import NamedTuple

import numpy as np

QUESTIONS = 512  # questions whose scores are held together
ROWS = 1 << 13  # words multiplied together; bounds the float64 copy


class Score(NamedTuple):
    """value: a score, NaN where there is none. known: what it is of. note: why NaN."""

    value: float
    known: int
    note: str = ""


def answers(units: np.ndarray, questions: np.ndarray) -> np.ndarray:
    """The words that complete a : b :: c : ?, by 3CosAdd: (questions,) int64 rows.

    units: (words, dims) unit rows. questions: (questions, 3) rows a, b, c. The word
    nearest to b - a + c that is none of the three; ties go to the lower row, -1 where
    there is no other word. No batch size changes an answer: products are summed in
    float64 and rounded, so that equal words score equal.
    """
    starts = range(0, len(questions), QUESTIONS)
    batches = [_answers(units, questions[k : k + QUESTIONS]) for k in starts]
    return np.concatenate([np.empty(0, dtype=np.int64), *batches])


def _answers(units: np.ndarray, questions: np.ndarray) -> np.ndarray:
    a, b, c = (units[column].astype(np.float64) for column in questions.T)
    targets = b - a + c
    best = np.full(len(questions), -np.inf, dtype=np.float32)
    answer = np.full(len(questions), -1, dtype=np.int64)
    for first in range(0, len(units), ROWS):
        block = units[first : first + ROWS].astype(np.float64)
        scores = (targets @ block.T).astype(np.float32)
        columns = questions - first  # the words of the questions themselves come last
        inside = (columns >= 0) & (columns < len(block))
        scores[np.nonzero(inside)[0], columns[inside]] = -np.inf
        nearest = scores.argmax(axis=1)
        highest = np.take_along_axis(scores, nearest[:, None], axis=1)[:, 0]
        better = highest > best
        answer[better] = first + nearest[better]
        best[better] = highest[better]
    return answer


def analogies(units: np.ndarray, questions: np.ndarray) -> tuple[np.ndarray, ...]:
    """Which questions are known, and which are answered right: (questions,) bool each.

    questions: (questions, 4) rows a, b, c, d, -1 for an unknown word. A question whose
    answer is one of its own first three words is known and never right.
    """
    complete = (questions >= 0).all(axis=1)
    right = complete.copy()
    asked = questions[complete]
    right[complete] = answers(units, asked[:, :3]) == asked[:, 3]
    return complete, right


def accuracy(complete: np.ndarray, right: np.ndarray) -> Score:
    """Share of the known questions that are answered right: in [0, 1]."""
    count = int(complete.sum())
    if not count:
        return Score(np.nan, 0, "no question has all its words")
    return Score(float(right.sum() / count), count)


def correlation(units: np.ndarray, pairs: np.ndarray, gold: np.ndarray) -> Score:
    """Spearman's correlation of cosines with what people said: in [-1, 1].

    pairs: (pairs, 2) rows, -1 for an unknown word. gold: (pairs,). Ties share ranks.
    """
    cosines = cosines_of(units, pairs)
    complete = np.isfinite(cosines)
    count, cosines = int(complete.sum()), cosines[complete]
    if count < 3:
        return Score(np.nan, count, "fewer than 3 pairs have both words")
    for values, what in ((gold[complete], "scores"), (cosines, "cosines")):
        if values.min() == values.max():
            return Score(np.nan, count, f"all {what} of the known pairs are equal")
    from scipy.stats import spearmanr  # late, as rankdata in quaver.statistics

    return Score(float(spearmanr(gold[complete], cosines).statistic), count)


def cosines_of(units: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """Cosines of pairs, NaN of unknown words: (words, dims), (pairs, 2) -> (pairs,).

    Rounded to float32, so that equal pairs tie whatever their order.
    """
    cosines = np.full(len(pairs), np.nan, dtype=np.float32)
    complete = (pairs >= 0).all(axis=1)
    first, second = (units[column].astype(np.float64) for column in pairs[complete].T)
    cosines[complete] = np.einsum("pd,pd->p", first, second)
    return cosines
