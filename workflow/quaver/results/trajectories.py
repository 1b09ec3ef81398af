"""Words followed over the periods of a series, as stored by technique."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from quaver import store

NAME = "change_series"
READ = "occurrences documents base squared low high cosine percentile median"
# What is stored of change points, by name.
POINT = "begins p q least squared low high percentile drift_q"


@dataclass(frozen=True)
class TrajectoryNumbers:
    """What was told of words over a series in one technique.

    name: the series. periods: their names, in order; tokens of each: (periods,).
    stored: (words, periods) arrays by name, as quaver.measures.change_series has them;
    points: (words,) arrays. missing: words in no period. note: why there is nothing.
    deal: what was dealt, and counted as documents.
    """

    name: str
    periods: tuple[str, ...]
    technique: str
    trainer: str
    words: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    tokens: np.ndarray = field(default_factory=lambda: np.zeros(0))
    stored: Mapping[str, np.ndarray] = field(default_factory=dict)
    points: Mapping[str, np.ndarray] = field(default_factory=dict)
    note: str = ""
    deal: str = "document"


def trajectory_numbers(results) -> Iterator[TrajectoryNumbers]:
    """All that a study asks for, by series and technique; or why there is nothing."""
    study = results.study
    for subject in results.grid.measured[NAME]:
        name = results.grid.trajectories_of(subject.cells)
        technique = subject.cell.technique
        periods = tuple(study.corpora[c.view.corpus].period for c in subject.cells)
        of = name, periods, technique, study.techniques[technique].trainer
        path = f"measures/{subject.label}/{NAME}.h5"
        if not results.stands(path):
            reason = results.failure(f"measure_{NAME}", subject.label)
            yield TrajectoryNumbers(*of, note=reason or "not measured")
            continue
        with results.read(path, NAME) as file:
            words, missing = (tuple(store.texts(file[x])) for x in ("words", "missing"))
            stored = {name: file[name][:] for name in READ.split()}
            points = {name: file[f"point/{name}"][:] for name in POINT.split()}
            deal = study.analyses.change[name].null.deal
            own = words, missing, file["tokens"][:], stored, points
            yield TrajectoryNumbers(*of, *own, deal=deal)
