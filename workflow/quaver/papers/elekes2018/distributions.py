"""Figures 1 to 18: how cosines are distributed, and how they fall down the lists."""

from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from quaver.items.item import Figure, Table
from quaver.papers.elekes2018 import sections
from quaver.papers.elekes2018.declare import by_sampling, drawn, wants
from quaver.papers.elekes2018.sections import Section, of_records
from quaver.papers.elekes2018.shared import COSINES, SHARES, over_runs
from quaver.results.records import identity

SINGLE, STEP = 100, 10  # ranks that are listed one by one; of the others each tenth
MARGIN = 1e-4  # share of a model's pairs in a bin that is too small to be seen


def _rows(results, section: Section, each) -> Iterator[dict]:
    """Rows of each model of a section, or why it has none."""
    for models in of_records(results.grid, section, results.similarities()).values():
        for model, record in models:
            row = identity(record.cell) | {"model": model.label}
            if record.binned is None:
                yield row | {"note": record.note}
                continue
            row |= {"runs": len(record.binned.mean), "note": record.capped}
            yield from (row | own for own in each(record))


def _shares(record) -> Iterator[dict]:
    """Share of the pairs in each bin that has any, by its upper edge."""
    counts, edges = record.binned.counts, record.binned.edges
    shares = counts / counts.sum(axis=1, keepdims=True)
    for place in np.flatnonzero(counts.any(axis=0)):
        yield {"cosine": edges[place + 1]} | over_runs(
            "share", shares[:, place], SHARES
        )


def _falls(record) -> Iterator[dict]:
    """Mean cosine by rank."""
    ranks = np.arange(record.curve.shape[1]) + 1
    for rank in ranks[(ranks <= SINGLE) | (ranks % STEP == 0)].tolist():
        yield {"rank": rank} | over_runs("cosine", record.curve[:, rank - 1], COSINES)


def _draw_shares(axes: Axes, rows: pd.DataFrame, looks: Mapping) -> None:
    _lines(axes, rows, looks, ("cosine", "share_e2", "share_low_e2", "share_high_e2"))
    full = rows.loc[rows["share_e2"] > 100 * MARGIN, "cosine"]
    axes.set_xlim(full.min(), full.max())
    axes.set_ylim(bottom=0)


def _draw_falls(axes: Axes, rows: pd.DataFrame, looks: Mapping) -> None:
    _lines(axes, rows, looks, ("rank", "cosine", "cosine_low", "cosine_high"))
    axes.set_xlim(0, rows["rank"].max())


def _lines(axes: Axes, rows: pd.DataFrame, looks: Mapping, columns) -> None:
    """A line and its interval for each model: columns of x, y and both ends."""
    for model, own in rows.groupby("model", sort=False):
        x, y, *reach = (own[column] for column in columns)
        axes.plot(x, y, linewidth=1.3, **looks[model])
        axes.fill_between(x, *reach, alpha=0.25, linewidth=0, **looks[model])


def _values(number: int, section: Section) -> tuple[Table, Figure]:
    return _figure(
        f"Figure {number}",
        f"How are cosines distributed ({section.subject})?",
        "Share of the pairs of random words with all others, in percent, by cosine: a "
        "bin of .01 goes by its upper edge. Mean over runs with its 95 % interval.",
        "CELL model:text runs cosine:2 share±:e2",
        keys="model sampling runs cosine share± note",
        of=(section, _shares),
        draw=("share_e2", _draw_shares, ("cosine", "share of pairs, %")),
    )


def _lists(number: int, section: Section) -> tuple[Table, Figure]:
    return _figure(
        f"Figure {number}",
        f"How fast do cosines fall down the lists ({section.subject})?",
        "Mean cosine of random words with their nearest word, the next, and on. Mean "
        "over runs with its 95 % interval.",
        "CELL model:text runs rank cosine±",
        keys="model sampling runs rank cosine± note",
        tails=(f"All ranks to {SINGLE}, then each tenth.", ""),
        of=(section, _falls),
        draw=("cosine", _draw_falls, ("rank", "mean cosine")),
    )


def _figure(*texts: str, of: tuple, draw: tuple, **more) -> tuple[Table, Figure]:
    """Declare a figure of a section, of what each record has; draw: of by_sampling."""
    section, each = of
    return drawn(
        *texts,
        rows=partial(_rows, section=section, each=each),
        draw=lambda frame, _: by_sampling(frame, *draw),
        reads=("similarity",),
        wanted=wants("similarity", section, least=2),
        **more,
    )


ALGORITHM_VALUES, FIGURE_1 = _values(1, sections.ALGORITHMS)
ALGORITHM_LISTS, FIGURE_2 = _lists(2, sections.ALGORITHMS)
DIMENSION_VALUES, FIGURE_3 = _values(3, sections.DIMENSIONS)
DIMENSION_LISTS, FIGURE_4 = _lists(4, sections.DIMENSIONS)
DICTIONARY_VALUES, FIGURE_5 = _values(5, sections.DICTIONARY)
DICTIONARY_LISTS, FIGURE_6 = _lists(6, sections.DICTIONARY)
PART_VALUES, FIGURE_7 = _values(7, sections.PARTS)
PART_LISTS, FIGURE_8 = _lists(8, sections.PARTS)
WINDOW_VALUES, FIGURE_9 = _values(9, sections.WINDOWS)
WINDOW_LISTS, FIGURE_10 = _lists(10, sections.WINDOWS)
OPTIMISATION_VALUES, FIGURE_11 = _values(11, sections.OPTIMISATION)
OPTIMISATION_LISTS, FIGURE_12 = _lists(12, sections.OPTIMISATION)
EPOCH_VALUES, FIGURE_13 = _values(13, sections.EPOCHS)
EPOCH_LISTS, FIGURE_14 = _lists(14, sections.EPOCHS)
CBOW_VALUES, FIGURE_15 = _values(15, sections.CBOW_MODELS)
CBOW_LISTS, FIGURE_16 = _lists(16, sections.CBOW_MODELS)
SG_VALUES, FIGURE_17 = _values(17, sections.SG_MODELS)
SG_LISTS, FIGURE_18 = _lists(18, sections.SG_MODELS)
