"""Terms of a study with the draws of their sentences, and what these tell of each."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from quaver.results.term_curves import CurveNumbers
from quaver.statistics.deviations import mean_known
from quaver.statistics.settling import Draws, Fit, Settled, draws_of, fit_of, settled


class Term(NamedTuple):
    """A term beside a cell. held: its sentences. draws, fit, settled: none where it has
    too few. raw: the share told of draws with the mean draw of all, at the largest.
    pairs: of its draws, in all runs, sizes and repeats; empty: how many of these lack a
    vector, as nothing was known of their sentences."""

    numbers: CurveNumbers
    name: str
    held: int
    is_test: bool
    draws: Draws | None = None
    fit: Fit | None = None
    settled: Settled | None = None
    raw: float = np.nan
    pairs: int = 0
    empty: int = 0


def terms_of(numbers: CurveNumbers) -> Iterator[Term]:
    """All terms of a set beside a cell, in order."""
    for place in range(len(numbers.terms)):
        yield term_of(numbers, place)


def term_of(numbers: CurveNumbers, place: int) -> Term:
    """A term by its place in the set."""
    stored = numbers.stored
    held = int(stored["held"][place])
    own = numbers, numbers.terms[place], held, bool(stored["is_test"][place])
    sizes, others = (stored[name][:, place] for name in ("sentences", "others"))
    values = (stored[name][:, :, place] for name in ("told", "centred_cosine"))
    draws = draws_of(sizes, *values, others, held=held)
    cosines = stored["cosine"][:, sizes > 0, place]
    lost = {"pairs": cosines.size, "empty": int(np.isnan(cosines).sum())}
    if draws is None:
        return Term(*own, **lost)
    fit = fit_of(draws)
    last = int(np.flatnonzero(sizes == draws.numbers[-1])[0])
    raw = float(mean_known(stored["raw_told"][:, last, place], (0, 1)))
    at = settled(draws, numbers.settled)
    return Term(*own, draws, fit, at, raw, **lost)
