"""Tables 3.1 to 3.4 of Rettenmeier 2020: epochs and negative samples varied."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from quaver.house.sweeps import (
    CHANGES,
    Group,
    Measured,
    change_of,
    groups,
    lacking,
    measured,
    shown,
)
from quaver.items.beside import VERDICT, Ends, Texts, published_error, verdict
from quaver.items.ends import ends_of
from quaver.papers.rettenmeier2020.common import THESIS, key, known, reading
from quaver.results.records import E2, IDENTITY, CellNumbers, frame, gap, identity, note

VARIED = ("epochs", "negative")
RUNS, SPREAD = 4, 16  # of every published mean, and of deviations of Table 2.8
PRINTED_CHANGE = 0.05  # half of the last digit
ERRORS = (
    "Published means are of four runs; their error is told from the deviations of "
    "Tables 2.8 and 2.10."
)
SWAPPED = (
    "Tables 3.1 to 3.3 print Chinese under CS and Czech under ZH, as their defaults "
    "beside Tables 2.8 and 2.10 show: joined by the language meant."
)
POINTS = (
    "The thesis does not say whether changes of scores are points or percent of the "
    "default. As points they scatter by what four runs of Table 2.10 must (chi^2 42 "
    "and 36 with 36 degrees of freedom, about additive effects of epochs and "
    "negatives), as percent they are four times too even (8 and 9): both are shown, "
    "points are compared."
)
COLUMNS = (
    *(
        *IDENTITY,
        "sampling",
        "set",
        *VARIED,
        "runs",
        "base_runs",
        "value_e2",
        "low_e2",
        "high_e2",
    ),
    *("change_e2", "change_low_e2", "change_high_e2"),
)
POINT_COLUMNS = ("points_e2", "points_low_e2", "points_high_e2")
BESIDE = ("published_value_e2", "published_change_e2", "verdict", "note")


class Published(NamedTuple):
    """A table of the thesis: its rows, what a default's deviation is, and printed.

    rows: by language, epochs and negative. deviation: by language, of the value over
    pairs of runs or runs. printed: half of the last digit of the default.
    """

    trainer: str
    rows: Mapping[tuple, dict]
    deviation: Mapping[str, float]
    printed: float
    value: str

    @property
    def pairs(self) -> bool:
        """Whether the means are over pairs of runs."""
        return self.value == "mean_e2"

    def ends(self, row: Mapping, default: Mapping) -> Ends:
        """Ends of a published value, or of a change of two published values."""
        language = row["language"]
        deviation = self.deviation.get(language, 0.0)
        value, moved = row[self.value], row["change_e2"]
        error = published_error(deviation, RUNS, pairs=self.pairs, spread=SPREAD)
        if np.isfinite(value):
            reach = self.printed + error * float(stdtrit(RUNS - 1, 0.975))
            return value - reach, value + reach
        error *= np.sqrt(2)
        if self.pairs:  # percent of the default
            error *= E2 / default[self.value]
        reach = PRINTED_CHANGE + error * float(stdtrit(2 * (RUNS - 1), 0.975))
        return moved - reach, moved + reach


def table_3_1(cells, published: Mapping[str, pd.DataFrame], texts: Texts):
    """PIP loss of word2vec, a row per cell: x 10^2, changes in percent."""
    return _losses(cells, published, texts, "3_1")


def table_3_2(cells, published: Mapping[str, pd.DataFrame], texts: Texts):
    """PIP loss of fastText, a row per cell: x 10^2, changes in percent."""
    return _losses(cells, published, texts, "3_2")


def table_3_3(cells, published: Mapping[str, pd.DataFrame], texts: Texts):
    """Scores of word2vec, a row per cell and set: percent, changes also in points."""
    return _scores(cells, published, texts, "3_3")


def table_3_4(cells, published: Mapping[str, pd.DataFrame], texts: Texts):
    """Scores of fastText, a row per cell and set: percent, changes also in points."""
    return _scores(cells, published, texts, "3_4")


def _losses(cells, published, texts: Texts, number: str) -> pd.DataFrame:
    table = published[f"table_{number}"]
    beside = published["table_2_8"]
    beside = beside[beside["sampling"] == "shuffled"]
    theirs = _published(table, beside, "mean_e2", ("deviation_e4", E2 / 1e4))
    theirs = theirs._replace(printed=0.005)
    rows = _rows(cells, theirs, texts, lambda each: each.measure == "PIP loss")
    caption = _caption(number, theirs.trainer, "Reduced PIP loss", "0 = the same space")
    return frame(rows, (*COLUMNS, *BESIDE), caption)


def _scores(cells, published, texts: Texts, number: str) -> pd.DataFrame:
    table, beside = published[f"table_{number}"], published["table_2_10"]
    theirs = _published(table, beside, "score_e2", ("deviation_e2", 1.0))
    theirs = theirs._replace(printed=0.05)
    rows = _rows(cells, theirs, texts, lambda each: each.measure == "analogies")
    caption = _caption(number, theirs.trainer, "Score on analogies", "100 = all right")
    return frame(rows, (*COLUMNS, *POINT_COLUMNS, *BESIDE), f"{caption} {POINTS}")


def _caption(number: str, trainer: str, what: str, ends: str) -> str:
    return (
        f"{what} of {trainer} by epochs and negative samples, as Table "
        f"{number.replace('_', '.')} of {THESIS}: values x 10^2 ({ends}), and "
        f"{CHANGES}. {ERRORS} {SWAPPED} {VERDICT}"
    )


def _published(
    table: pd.DataFrame, beside: pd.DataFrame, value: str, spread: tuple[str, float]
) -> Published:
    trainer = table["trainer"].iloc[0]
    name, unit = spread
    spreads = known(beside[beside["trainer"] == trainer], ["language"], [name])
    return Published(
        trainer,
        known(table, ["language", *VARIED], [value, "change_e2", *VARIED]),
        {language: row[name] * unit for (language,), row in spreads.items()},
        0.0,
        value,
    )


def _rows(
    cells: Sequence[CellNumbers],
    theirs: Published,
    texts: Texts,
    wanted: Callable[[Measured], bool],
) -> list[dict]:
    rows = []
    for group in groups(cells):
        if group.variants[0].trainer != theirs.trainer:
            continue
        if group.variants[0].sampling != "shuffled":
            continue
        members = [cell for cell in _members(group) if set(cell.varied) <= set(VARIED)]
        if len(members) > 1 or group.default is None:
            found = _found(group.default, wanted)
            for cell in members:
                rows += _cell_rows(cell, found, wanted)
    shuffled_cells = [cell for cell in cells if cell.sampling == "shuffled"]
    by_cell = {(cell.view, cell.technique): cell for cell in shuffled_cells}
    return [_beside(row, by_cell, theirs, texts) for row in rows]


def _members(group: Group) -> list[CellNumbers]:
    return [*([group.default] if group.default else []), *group.variants]


def _found(cell: CellNumbers | None, wanted: Callable) -> dict[str, Measured]:
    """Wanted numbers of a cell by set; of losses the set is empty."""
    return {m.set: m for m in measured(cell) if wanted(m)} if cell else {}


def _cell_rows(cell: CellNumbers, default: Mapping, wanted: Callable) -> list[dict]:
    common = {**identity(cell), "runs": cell.runs}
    common |= {n: cell.varied.get(n, cell.parameters.get(n)) for n in VARIED}
    rows = []
    for name, each in _found(cell, wanted).items():
        row = {**common, **shown(each)}
        beside = default.get(name) if cell.base else None
        if beside is not None:
            row |= {**change_of(each, beside), "base_runs": beside.runs}
        said = lacking(each, beside, compared=bool(cell.base))
        rows.append({**row, "note": said})
    return rows or [{**common, "note": gap(cell) or "not measured"}]


def _beside(row: dict, cells: Mapping, theirs: Published, texts: Texts) -> dict:
    """The published value of a default, or change of a variant, and the verdict."""
    cell = cells[row["view"], row["technique"]]
    default = cells.get((row["view"], cell.base), cell)
    language = key(cell)[0]
    found = theirs.rows.get((language, row["epochs"], row["negative"]))
    row["note"] = note(row["note"], reading(found))
    if found is None:
        return row
    row["published_value_e2"] = found[theirs.value]
    row["published_change_e2"] = found["change_e2"]
    is_default = np.isfinite(found[theirs.value])
    if is_default == bool(cell.base):
        return {**row, "note": note(row["note"], "the default is another point")}
    name = "value" if is_default else "change" if theirs.pairs else "points"
    first = theirs.rows[language, 5, 5]
    ends = theirs.ends(found, first)
    ours = ends_of(row, name, "_e2")
    if f"{name}_e2" in row:
        row["verdict"] = verdict(ours, ends, texts.reason(default))
    return row
