"""Tables 2.8 and 2.11 and the numbers of Figure 3.5 of Rettenmeier 2020."""

from collections.abc import Sequence

import pandas as pd

from quaver.measures.instability import Instability, instability
from quaver.statistics import pair_mean
from quaver.tables.records import (
    E2,
    E4,
    IDENTITY,
    NOT_COMPARABLE,
    CellNumbers,
    by_sampling,
    frame,
    gap,
    identity,
    in_order,
    note,
    spoken,
)

BESIDE = (
    "Published values are of Wikipedia corpora (16 runs, 300 dimensions), joined by "
    "language and trainer; English GloVe was published with 25 iterations only."
)
CAPTION_2_8 = (
    "Reduced PIP loss between runs, as Table 2.8 of Rettenmeier 2020: mean and "
    "standard deviation over pairs of runs, and the 95 % interval of the mean by "
    f"jackknife over runs. 0 = the same space. {BESIDE}"
)
CAPTION_2_11 = (
    "Extrinsic instability, as Table 2.11 of Rettenmeier 2020: what bootstrapping the "
    "text adds to shuffling it, sqrt(bootstrapped^2 - shuffled^2) of the mean PIP "
    f"losses; its deviation by error propagation. {BESIDE}"
)
CAPTION_3_5 = (
    "PIP loss between aligned averages of so many runs, as Figure 3.5 of Rettenmeier "
    "2020: mean, as a fraction of the single runs' mean, and 1/sqrt(size), the limit "
    "if nothing but independent noise were averaged. Averages compare in disjoint "
    "groups, so a size needs twice as many runs."
)
PUBLISHED = ("published_mean_e2", "published_deviation_e4")
COLUMNS_2_8 = (
    *(*IDENTITY, "sampling", "runs", "pairs", "words"),
    *("mean_e2", "deviation_e4", "low_e2", "high_e2", *PUBLISHED, "note"),
)
COLUMNS_2_11 = (
    *(*IDENTITY, "shuffled_mean_e2", "bootstrapped_mean_e2"),
    *("extrinsic_e2", "deviation_e4", *PUBLISHED, "note"),
)
COLUMNS_3_5 = (
    *(*IDENTITY, "sampling", "size", "groups", "pairs"),
    *("mean_e2", "relative", "theoretical", "note"),
)


def table_2_8(cells: Sequence[CellNumbers], published: pd.DataFrame) -> pd.DataFrame:
    """PIP losses, one row per cell: mean x 10^2 and deviation x 10^4, 0 or more."""
    known = _known(published, ["language", "trainer", "sampling"])
    rows = [_loss_row(cell, known) for cell in in_order(cells)]
    return frame(rows, COLUMNS_2_8, CAPTION_2_8)


def table_2_11(cells: Sequence[CellNumbers], published: pd.DataFrame) -> pd.DataFrame:
    """Extrinsic instability, one row per view x technique: x 10^2, 0 or more."""
    known = _known(published, ["language", "trainer"])
    rows = [_instability_row(group, known) for group in by_sampling(cells)]
    return frame(rows, COLUMNS_2_11, CAPTION_2_11)


def figure_3_5(cells: Sequence[CellNumbers]) -> pd.DataFrame:
    """PIP loss of averages, one row per cell and size (1 = the single runs)."""
    rows = [row for cell in in_order(cells) for row in _average_rows(cell)]
    return frame(rows, COLUMNS_3_5, CAPTION_3_5)


def instability_of(group: dict[str, CellNumbers]) -> tuple[Instability | None, str]:
    """Instability of a view x technique, and why it (or its extrinsic) is missing."""
    missing = [name for name in ("shuffled", "bootstrapped") if name not in group]
    if missing:
        return None, f"no {' and no '.join(missing)} runs in the study"
    pair = group["shuffled"], group["bootstrapped"]
    gaps = [f"{cell.sampling}: {gap(cell)}" for cell in pair if cell.losses is None]
    if gaps:
        return None, note(*gaps)
    found = instability(*(cell.losses for cell in pair))
    return found, "bootstrapped < shuffled" if found.missing else ""


def _known(published: pd.DataFrame, keys: list[str]) -> dict[tuple, dict]:
    """Published values by language, trainer and, where given, sampling."""
    values = published[["mean_e2", "deviation_e4"]].astype("float64").itertuples()
    names = published[keys].itertuples(index=False, name=None)
    return {
        key: dict(zip(PUBLISHED, (row.mean_e2, row.deviation_e4), strict=True))
        for key, row in zip(names, values, strict=True)
    }


def _loss_row(cell: CellNumbers, known: dict[tuple, dict]) -> dict:
    row = {**identity(cell), "runs": cell.runs, "words": cell.words}
    beside = known.get((spoken(cell.language), cell.trainer, cell.sampling), {})
    notes = [gap(cell), _beside_note(cell, beside)]
    if cell.losses is not None:
        found = pair_mean(cell.losses)
        notes.append(found.note)
        row |= {"pairs": found.pairs, "deviation_e4": found.deviation * E4}
        row |= {f"{n}_e2": getattr(found, n) * E2 for n in ("mean", "low", "high")}
    return {**row, **beside, "note": note(*notes)}


def _instability_row(group: dict[str, CellNumbers], known: dict[tuple, dict]) -> dict:
    cell = next(iter(group.values()))
    beside = known.get((spoken(cell.language), cell.trainer), {})
    found, missing = instability_of(group)
    row = {**identity(cell), **beside}
    row |= {
        f"{name}_mean_e2": pair_mean(group[name].losses).mean * E2
        for name in ("shuffled", "bootstrapped")
        if name in group and group[name].losses is not None
    }
    if found is not None:
        row["extrinsic_e2"] = found.extrinsic * E2
        row["deviation_e4"] = found.extrinsic_deviation * E4
        if found.extrinsic == 0:
            missing = "no deviation: bootstrapped = shuffled"
    return {**row, "note": note(missing, _beside_note(cell, beside))}


def _beside_note(cell: CellNumbers, beside: dict) -> str:
    """What is to be said of the published value beside ours."""
    return (
        NOT_COMPARABLE.get(spoken(cell.language), "")
        if beside
        else "no published value"
    )


def _average_rows(cell: CellNumbers) -> list[dict]:
    single = None if cell.losses is None else pair_mean(cell.losses).mean
    sizes = {1: cell.losses, **cell.averages}
    return [
        {
            **identity(cell),
            "size": size,
            "theoretical": size**-0.5,
            **_relative(sizes[size], single),
            "note": note(gap(cell), _average_note(cell, size, sizes[size], single)),
        }
        for size in sorted(sizes)
    ]


def _relative(losses, single: float | None) -> dict:
    if losses is None:
        return {}
    found = pair_mean(losses)
    row = {"groups": len(losses), "pairs": found.pairs, "mean_e2": found.mean * E2}
    return {**row, "relative": found.mean / single} if single else row


def _average_note(cell: CellNumbers, size: int, losses, single: float | None) -> str:
    if losses is None and size > 1 and 2 * size > cell.runs:
        return f"needs 2 * size <= runs: {2 * size} > {cell.runs}"
    if losses is None:
        return "" if gap(cell) else "not measured"
    return "no fraction: single runs do not differ" if single == 0 else ""
