"""Intrinsic and extrinsic instability of spaces and of words.

Rettenmeier 2020, section 2.3. Eq. 2.42 and 2.44 misprint the radicand; Table 2.11
follows sqrt(bootstrapped^2 - shuffled^2), which is what stands here.
"""

from typing import NamedTuple

import numpy as np

from quaver.measures.declare import TECHNIQUE, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.statistics import Estimate, pair_mean
from quaver.statistics.batches import BATCHES, batch_means, batches, means_without
from quaver.statistics.values import Value, difference, jackknife, without_each


class Instability(NamedTuple):
    """Of pairs of shuffled runs (Eq. 2.41); extrinsic, NaN where text moves less."""

    intrinsic: Estimate
    extrinsic: float
    extrinsic_deviation: float

    @property
    def missing(self) -> bool:
        """Whether the extrinsic instability has no value."""
        return bool(np.isnan(self.extrinsic))


def extrinsic(bootstrapped: np.ndarray, shuffled: np.ndarray) -> np.ndarray:
    """sqrt(bootstrapped^2 - shuffled^2) of mean losses, in [0, 1]; NaN below 0."""
    radicand = np.square(bootstrapped) - np.square(shuffled)
    return np.sqrt(np.where(radicand >= 0, radicand, np.nan))


def extrinsic_deviation(
    means: tuple[np.ndarray, np.ndarray], deviations: tuple[np.ndarray, np.ndarray]
) -> np.ndarray:
    """Its deviation, (bootstrapped, shuffled) twice -> (...), NaN where it is 0 or NaN:
    first-order propagation of errors, sqrt((B b)^2 + (S s)^2) / extrinsic."""
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
    """Extrinsic instability, its error by jackknife over the runs of both cells."""
    inner, outer = pair_mean(shuffled).mean, pair_mean(bootstrapped).mean
    value = float(extrinsic(outer, inner))
    moved = jackknife(value, extrinsic(without_each(bootstrapped), inner))
    other = jackknife(0.0, extrinsic(outer, without_each(shuffled)))
    return difference(moved, other)


def measure(given, out) -> None:
    """Join the word losses of the shuffled and the bootstrapped cell by word."""
    (names, counts, inner), (others, _, outer) = map(_stored, given.others("pip"))
    rows = {word: row for row, word in enumerate(others)}
    common = [row for row, word in enumerate(names) if word in rows]
    if not common:
        raise MeasureError("the shuffled and the bootstrapped runs share no word")
    words, frequency = [names[row] for row in common], counts[common]
    inner, outer = inner[:, common], outer[:, [rows[word] for word in words]]
    steady, moved = inner.mean(axis=0), outer.mean(axis=0)
    values = {"intrinsic": steady, "extrinsic": extrinsic(moved, steady)}
    out.put_all(("words",), words=words, frequency=frequency, **values)
    # means of words in batches by frequency without each run, for intervals
    without = {
        "intrinsic/shuffled": means_without(inner),
        "extrinsic/shuffled": (extrinsic(moved, x) for x in means_without(inner)),
        "extrinsic/bootstrapped": (extrinsic(x, steady) for x in means_without(outer)),
    }
    for name, left in without.items():
        kind, sampling = name.split("/")
        finite = np.isfinite(values[kind])
        if finite.sum() >= BATCHES:
            parts = batches(frequency, words, finite)
            means = np.array([batch_means(x, parts) for x in left])
            dims = f"{sampling}_runs", "batches"
            out.put(f"left/{name}", dims, means.reshape(-1, BATCHES))
    missing = int(np.isnan(values["extrinsic"]).sum())
    dropped = len(names) + len(rows) - 2 * len(words)
    out.describe("/", {"missing": missing, "dropped": dropped})


def _stored(opened) -> tuple:
    with opened as pip:
        return pip.texts("words"), pip["frequency"][:], pip["word_losses"][:]


MEASURE = Measure(
    name="instability",
    of=TECHNIQUE,
    samplings=("shuffled", "bootstrapped"),
    reads=("pip",),
    wanted=lambda grid, subject: all(
        grid.is_measured(cell, "pip") for cell in subject.cells
    ),
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
            best="low",
            source="Rettenmeier 2020, Eq. 2.41 (spaces) and 2.44 (words)",
            scale=100.0,
            unit="x 10^-2",
        ),
        "extrinsic": Quantity(
            label="extrinsic instability",
            symbol="I_ext",
            formula="sqrt(bootstrapped^2 - shuffled^2) of mean PIP losses",
            best="low",
            source="Rettenmeier 2020, Eq. 2.42 (spaces) and 2.44 (words), "
            "misprint corrected",
            scale=100.0,
            unit="x 10^-2",
        ),
    },
)
