"""Section 7's grid: which parameters are best, by the paper's measure and by kappa."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import NamedTuple

import numpy as np

from quaver.items.item import Table
from quaver.items.published import read
from quaver.papers.bloem2019 import PAPER
from quaver.papers.bloem2019.declare import Rows
from quaver.papers.bloem2019.estimates import columns, mean_parts
from quaver.papers.bloem2019.likeness import FOLDER
from quaver.papers.bloem2019.stored import GRID
from quaver.results.terms import TermNumbers, of_terms

PARAMETERS = tuple(row["parameter"] for row in read(FOLDER / "grid.csv"))
BEST, BEST_KAPPA = "best by cosine, as in print", "best by kappa"
IN_PRINT, DEFAULTS = "best in print", "defaults in print"
LISTED = 10  # best settings by cosine
OPEN = "window decay and sample of the best are not printed"


class Tried(NamedTuple):
    """Settings of a grid by parameter, (settings, PARAMETERS), NaN where unknown;
    cosine: (settings, terms) of terms that have one in every setting."""

    values: np.ndarray
    cosine: np.ndarray
    kappa: np.ndarray

    @property
    def means(self) -> np.ndarray:
        """Mean cosine over terms: (settings,)."""
        return self.cosine.mean(axis=1)

    def best(self, rows: np.ndarray) -> int:
        """Of some settings that of highest mean cosine; the first of equal ones."""
        return int(rows[np.argmax(self.means[rows])])

    def matching(self, column: str) -> np.ndarray:
        """Settings with the values of a column in print, as far as it has any."""
        is_like = np.ones(len(self.values), dtype=bool)
        for place, row in enumerate(read(FOLDER / "grid.csv")):
            if np.isfinite(row[column]):
                is_like &= self.values[:, place] == row[column]
        return np.flatnonzero(is_like)


def tried(results, own: TermNumbers) -> Tried:
    """The grid of a record, with what the learner has where nothing is varied."""
    learning = results.study.analyses.terms.learners[own.learner]
    usual = {x.rstrip("_"): y for x, y in asdict(learning.parameters).items()}
    names = [name.rstrip("_") for name in own.parameters]
    values = [
        own.values[:, names.index(name)]
        if name in names
        else np.full(len(own.values), usual.get(name, np.nan), dtype=np.float64)
        for name in PARAMETERS
    ]
    cosine = np.asarray(own.cosine, dtype=np.float64)
    cosine = cosine[:, np.isfinite(cosine).all(axis=0)]
    return Tried(np.stack(values, axis=1), cosine, np.asarray(own.kappa))


def rows(results) -> Iterator[dict]:
    """Settings that are best by some measure, and those in print, by cell."""
    made = Rows(results)

    def of_record(own: TermNumbers) -> Iterator[dict]:
        grid = tried(results, own)
        defaults = grid.matching("default")
        for name, setting, note in settings(grid):
            row = {"chosen": name, "settings": len(grid.values), "note": note}
            if setting is None:
                yield row
                continue
            row |= dict(zip(PARAMETERS, grid.values[setting].tolist(), strict=True))
            yield row | _scores(own, grid, setting, defaults)

    return made.each(of_terms(results, GRID), of_record)


def settings(grid: Tried) -> Iterator[tuple[str, int | None, str]]:
    """Settings that are told: what is said of each, its row, and a remark."""
    every = np.arange(len(grid.values))
    if not grid.cosine.shape[1]:
        yield BEST, None, "no term has a cosine in every setting"
        return
    yield BEST, grid.best(every), ""
    if np.isfinite(grid.kappa).any():
        yield BEST_KAPPA, int(np.nanargmax(grid.kappa)), ""
    for name, column in ((IN_PRINT, "best"), (DEFAULTS, "default")):
        there = grid.matching(column)
        if not len(there):
            yield name, None, "the study's grid has no such setting"
            continue
        yield name, grid.best(there), OPEN * (column == "best")
    decays = grid.values[:, PARAMETERS.index("window_decay")]
    for decay in np.unique(decays[np.isfinite(decays)]):
        rows = np.flatnonzero(decays == decay)
        yield f"best of window decay {decay:g}", grid.best(rows), ""
    order = np.argsort(-grid.means, kind="stable")[:LISTED]
    for place, setting in enumerate(order, 1):
        yield f"place {place} by cosine", int(setting), ""


def _scores(own: TermNumbers, grid: Tried, setting: int, defaults) -> Mapping:
    row = {"terms": grid.cosine.shape[1], "between": float(own.between[setting])}
    row |= columns("cosine", mean_parts(grid.cosine[setting][None]).estimate())
    row |= {"kappa": float(own.kappa[setting])}
    row |= {"identified": float(own.identified[setting])}
    row["mean_rank"] = float(np.nanmean(own.rank[setting]))
    if len(defaults):
        gain = grid.cosine[setting] - grid.cosine[grid.best(defaults)]
        row |= columns("gain", mean_parts(gain[None]).estimate(), (-2, 2))
    return row


TABLE = Table(
    name="grid",
    title=f"Which parameters are best? The grid of section 7 of {PAPER.title}",
    caption="Settings that are best on training terms, by mean cosine as in print and "
    "by kappa; the best in print and the defaults; the best of each window decay; "
    f"{LISTED} places (terms_grid.h5 has all). Cosine: with its 95 % interval over "
    "terms, beside between, that of different terms; gain: cosine less that of the "
    "defaults, over the same terms. First run of each background.",
    columns="CELL set learner:text chosen settings:whole "
    f"{' '.join(f'{name}:1' for name in PARAMETERS)} terms:whole cosine± between "
    "kappa identified mean_rank:1 gain± note",
    keys="view chosen learning_rate negative lambda sample_decay window_decay cosine "
    "between kappa",
    rows=rows,
    order=8,
    reads=(GRID, "draw_sentences", "encode_corpus"),
    wanted=lambda grid: bool(grid.measured[GRID]),
)
