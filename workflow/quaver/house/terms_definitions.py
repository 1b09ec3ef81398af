"""Whether definitions make vectors of what they define: the own word's rank."""

from collections.abc import Iterator

import numpy as np
from scipy.special import digamma

from quaver.house.terms_told_apart import (
    COSINES,
    FEW,
    SHARES,
    about,
    average,
    bounded,
    lacking,
    over_runs,
    without,
)
from quaver.items.item import Table
from quaver.results.terms import TermNumbers
from quaver.statistics.kappa import means
from quaver.statistics.values import rank_correlation

FORMATS = ("nonce2vec", "chimeras", "glosses")
NO_SPACE = "trained together with a text, it has a space of its own, which is not kept"
NO_WORD = "no test term has a word of its own in the background"


def random_reciprocal(words: np.ndarray) -> np.ndarray:
    """Mean reciprocal rank of a word in a random order of so many: H_n / n."""
    return (digamma(np.asarray(words) + 1.0) + np.euler_gamma) / words


def _rows(results) -> Iterator[dict]:
    for numbers in results.terms_apart():
        if numbers.format not in FORMATS:
            continue
        row = about(numbers)
        if numbers.note:
            yield row | {"note": numbers.note}
            continue
        row |= {"runs": len(numbers.runs)} | lacking(numbers)
        lost = row.pop("note", "")
        if numbers.own_rank is None:
            yield row | {"note": [NO_SPACE, lost]}
            continue
        told = _reciprocal(numbers) | _correlation(numbers)
        yield row | told | {"note": [*told["note"], lost]}


def _reciprocal(numbers: TermNumbers) -> dict:
    """Mean reciprocal rank of own words, beside chance, and their median rank."""
    ranks = numbers.own_rank[:, numbers.is_test.astype(bool)]
    ranks = np.where(ranks > 0, ranks, np.nan)
    by_run = means((1 / ranks).reshape(-1, ranks.shape[2])).reshape(ranks.shape[:2])
    reciprocal = over_runs(by_run)
    there = np.isfinite(reciprocal)
    known, words = int(there.sum()), round(float(np.mean(numbers.ranked)))
    if not known:
        return {"terms": 0, "words": words, "note": [NO_WORD]}
    by_term = ranks[:, there].swapaxes(0, 1).reshape(known, -1)
    unlearned = without(numbers).all(axis=(0, 2))
    wordless = int((~there & ~unlearned).sum())
    notes = [f"test terms without a word of their own: {wordless}" * bool(wordless)]
    number = int(unlearned.sum())
    notes.append(f"test terms of which nothing is learned: {number}" * bool(number))
    notes.append(FEW * (known < 3))
    return {
        **{"terms": known, "words": words},
        **bounded("reciprocal", average(reciprocal[there]), SHARES),
        "chance": float(np.mean(random_reciprocal(numbers.ranked))),
        "median_rank": float(np.median(np.nanmedian(by_term, axis=1))),
        "note": notes,
    }


def _correlation(numbers: TermNumbers) -> dict:
    """Spearman's correlation of cosines with what people said, mean over terms."""
    if numbers.probe_cosine is None:
        return {}
    values = np.array([[*_by_term(numbers, run)] for run in numbers.probe_cosine])
    known = np.isfinite(values).any(axis=0)
    columns = {"correlated": int(known.sum())}
    if known.any():
        own = over_runs(values[:, known])
        columns |= bounded("correlation", average(own), COSINES)
    return columns


def _by_term(numbers: TermNumbers, cosines: np.ndarray) -> Iterator[float]:
    """Correlation over the probes of each test term, NaN where there is none."""
    for term in np.flatnonzero(numbers.is_test):
        own = (numbers.probe_term == term) & np.isfinite(cosines)
        yield rank_correlation(numbers.score[own], cosines[own])[0]


TERMS_DEFINITIONS = Table(
    name="terms_definitions",
    title="Whether definitions make vectors near the word that they define",
    caption="Where the term's own word stands among all words of the background, by "
    "cosine with the vector made of definitions: mean reciprocal rank of test terms, "
    "beside that in a random order (chance), and median rank of so many words. "
    "Correlation (chimeras): Spearman's, of cosines with what people said, over the "
    "probes of a term, then over terms; chance is 0.",
    order=19,
    reads=("terms_apart",),
    wanted=lambda grid: any(
        grid.study.analyses.terms.sets[subject.terms].format in FORMATS
        for subject in grid.measured["terms_apart"]
    ),
    columns="CELL set learner:text background:text runs terms:whole reciprocal±:4 "
    "chance:4 median_rank:1 words correlation± correlated:whole "
    "empty:whole note",
    keys="set learner background terms reciprocal chance median_rank words correlation "
    "note",
    rows=_rows,
)
