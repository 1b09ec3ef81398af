"""Intrinsic and extrinsic instability of spaces and of words.

Rettenmeier 2020, section 2.3. Eq. 2.42 and 2.44 misprint the radicand; Table 2.11
follows sqrt(bootstrapped^2 - shuffled^2), which is what stands here.
"""

from dataclasses import dataclass

import numpy as np

from quaver.measures.declare import TECHNIQUE, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.statistics import Estimate, pair_mean
from quaver.statistics.batches import BATCHES, batch_means, batches, means_without
from quaver.statistics.values import Value, difference, jackknife, without_each


@dataclass(frozen=True)
class Instability:
    """Instability of a technique on a corpus.

    intrinsic: mean loss over pairs of shuffled runs (Eq. 2.41).
    extrinsic: float in [0, 1], NaN where bootstrapping moves less than shuffling does.
    extrinsic_deviation: float, by error propagation.
    """

    intrinsic: Estimate
    extrinsic: float
    extrinsic_deviation: float

    @property
    def missing(self) -> bool:
        """Whether the extrinsic instability has no value."""
        return bool(np.isnan(self.extrinsic))


@dataclass(frozen=True)
class WordInstability:
    """Instability of words, one row each.

    words: (words,) int64, rows of the corpus's words. frequency: (words,).
    intrinsic: (words,) float64. extrinsic: (words,) float64, NaN where missing.
    missing: how many words have no extrinsic instability.
    """

    words: np.ndarray
    frequency: np.ndarray
    intrinsic: np.ndarray
    extrinsic: np.ndarray
    missing: int


def extrinsic(bootstrapped: np.ndarray, shuffled: np.ndarray) -> np.ndarray:
    """Extrinsic instability of mean losses: (...) twice -> (...) in [0, 1] or NaN.

    sqrt(bootstrapped^2 - shuffled^2); NaN where bootstrapped < shuffled.
    """
    radicand = np.square(bootstrapped) - np.square(shuffled)
    return np.sqrt(np.where(radicand >= 0, radicand, np.nan))


def extrinsic_deviation(
    means: tuple[np.ndarray, np.ndarray], deviations: tuple[np.ndarray, np.ndarray]
) -> np.ndarray:
    """Deviation of the extrinsic instability: (bootstrapped, shuffled) twice -> (...).

    First-order propagation of independent errors: sqrt((B b)^2 + (S s)^2) / extrinsic;
    NaN where the extrinsic instability is 0 or missing.
    """
    value = extrinsic(*means)
    terms = [np.multiply(m, d) for m, d in zip(means, deviations, strict=True)]
    return np.hypot(*terms) / np.where(value > 0, value, np.nan)


def instability(shuffled: np.ndarray, bootstrapped: np.ndarray) -> Instability:
    """Instability of spaces: losses (runs, runs) of both samplings -> Instability."""
    inner, outer = pair_mean(shuffled), pair_mean(bootstrapped)
    means = outer.mean, inner.mean
    spread = extrinsic_deviation(means, (outer.deviation, inner.deviation))
    return Instability(inner, float(extrinsic(*means)), float(spread))


def extrinsic_value(shuffled: np.ndarray, bootstrapped: np.ndarray) -> Value:
    """Extrinsic instability and its error: (runs, runs) twice -> Value in [0, 1].

    Jackknife over the runs of both cells, which are independent of each other. Unknown
    where without one run bootstrapping moves less than shuffling does.
    """
    inner, outer = pair_mean(shuffled).mean, pair_mean(bootstrapped).mean
    value = float(extrinsic(outer, inner))
    moved = jackknife(value, extrinsic(without_each(bootstrapped), inner))
    other = jackknife(0.0, extrinsic(outer, without_each(shuffled)))
    return difference(moved, other)


def word_instability(
    words: np.ndarray,
    frequency: np.ndarray,
    shuffled: np.ndarray,
    bootstrapped: np.ndarray,
) -> WordInstability:
    """Instability of words: (words,) twice, losses (runs, words) twice -> (words,).

    The losses are over the same words in both samplings (Eq. 2.44).
    """
    lengths = {len(words), len(frequency), shuffled.shape[1], bootstrapped.shape[1]}
    if len(lengths) != 1:
        raise ValueError(
            "words, frequency and the losses of both samplings must be over the same "
            f"words. Got {len(words)}, {len(frequency)}, {shuffled.shape[1]} and "
            f"{bootstrapped.shape[1]}."
        )
    inner, outer = shuffled.mean(axis=0), bootstrapped.mean(axis=0)
    values = extrinsic(outer, inner)
    missing = int(np.isnan(values).sum())
    return WordInstability(words, frequency, inner, values, missing)


def measure(given, out) -> None:
    """Join the word losses of the shuffled and the bootstrapped cell by word."""
    shuffled, bootstrapped = (_stored(pip) for pip in given.others("pip"))
    rows = {word: row for row, word in enumerate(bootstrapped["words"])}
    common = np.array(
        [row for row, word in enumerate(shuffled["words"]) if word in rows], dtype=int
    )
    if not len(common):
        raise MeasureError("the shuffled and the bootstrapped runs share no word")
    words = [shuffled["words"][row] for row in common]
    others = [rows[word] for word in words]
    losses = shuffled["losses"][:, common], bootstrapped["losses"][:, others]
    frequency = shuffled["frequency"][common]
    result = word_instability(np.arange(len(words)), frequency, *losses)
    out.put("words", ("words",), words)
    out.put("frequency", ("words",), result.frequency)
    out.put("intrinsic", ("words",), result.intrinsic)
    out.put("extrinsic", ("words",), result.extrinsic)
    _put_left(out, result, words, losses)
    dropped = len(shuffled["words"]) + len(rows) - 2 * len(words)
    out.describe("/", {"missing": result.missing, "dropped": dropped})


def _stored(opened) -> dict:
    with opened as pip:
        return {
            "words": pip.texts("words"),
            "frequency": pip["frequency"][:],
            "losses": pip["word_losses"][:],
        }


def _put_left(out, result, words: list[str], losses: tuple) -> None:
    """Write means of words in batches by frequency without each run, for intervals."""
    inner, outer = losses
    steady, moved = inner.mean(axis=0), outer.mean(axis=0)
    values = {
        "intrinsic/shuffled": means_without(inner),
        "extrinsic/shuffled": (extrinsic(moved, x) for x in means_without(inner)),
        "extrinsic/bootstrapped": (extrinsic(x, steady) for x in means_without(outer)),
    }
    for name, left in values.items():
        kind, sampling = name.split("/")
        finite = np.isfinite(getattr(result, kind))
        if finite.sum() >= BATCHES:
            parts = batches(result.frequency, words, finite)
            means = np.array([batch_means(x, parts) for x in left])
            dims = f"{sampling}_runs", "batches"
            out.put(f"left/{name}", dims, means.reshape(-1, BATCHES))


MEASURE = Measure(
    name="instability",
    of=TECHNIQUE,
    samplings=("shuffled", "bootstrapped"),
    reads=("pip",),
    wanted=lambda grid, subject: all(
        grid.is_measured(cell, "pip") for cell in subject.cells
    ),
    compute=measure,
    message="Tell intrinsic from extrinsic instability of {subject}.",
    cost=Cost(
        # two cells joined by word: their words, and losses of words twice
        bytes=lambda size: size.words * (2 * size.word + 32 * size.compared),
        operations=lambda size: 200 * size.words * size.compared,
    ),
    quantities={
        "intrinsic": Quantity(
            label="intrinsic instability",
            symbol="I_int",
            formula="mean over pairs of shuffled runs of the PIP loss",
            function="instability",
            best="low",
            source="Rettenmeier 2020, Eq. 2.41 (spaces) and 2.44 (words)",
            scale=100.0,
            unit="x 10^-2",
        ),
        "extrinsic": Quantity(
            label="extrinsic instability",
            symbol="I_ext",
            formula="sqrt(bootstrapped^2 - shuffled^2) of mean PIP losses",
            function="instability",
            best="low",
            source="Rettenmeier 2020, Eq. 2.42 (spaces) and 2.44 (words), "
            "misprint corrected",
            scale=100.0,
            unit="x 10^-2",
        ),
    },
)
