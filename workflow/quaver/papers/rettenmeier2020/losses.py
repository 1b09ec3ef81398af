"""Tables 2.8, 2.9 and 2.11 of Rettenmeier 2020: PIP losses between runs."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from quaver.items.beside import (
    AGREES,
    DIFFERS,
    UNDECIDED,
    VERDICT,
    Ends,
    Texts,
    all_of,
    published_ends,
    verdict,
)
from quaver.items.ends import ends_of, with_ends
from quaver.measures.instability import Instability, extrinsic_value, instability
from quaver.papers.rettenmeier2020.common import NO_VALUE, THESIS, beside, key, known
from quaver.results.records import (
    E2,
    E4,
    IDENTITY,
    NOT_COMPARABLE,
    SAMPLINGS,
    CellNumbers,
    by_sampling,
    frame,
    gap,
    identity,
    in_order,
    note,
    spoken,
)
from quaver.statistics import pair_mean

RUNS = 16  # of every published mean
PRINTED = 0.0005  # half of the last digit of means x 10^2
BESIDE = (
    "Published values are of Wikipedia corpora (16 runs, 300 dimensions), joined by "
    "language and trainer; English GloVe was published with 25 iterations only. "
    f"{VERDICT}"
)
CAPTION_2_8 = (
    f"Reduced PIP loss between runs, as Table 2.8 of {THESIS}: mean and "
    "standard deviation over pairs of runs, and the 95 % interval of the mean by "
    f"jackknife over runs. 0 = the same space, 1 = the most. {BESIDE}"
)
CAPTION_2_9 = (
    f"Order of techniques by their mean PIP loss, steadiest first, as Table 2.9 of "
    f"{THESIS}: '<' where the 95 % intervals (jackknife over runs) are apart, '~' "
    "where they overlap. The order was published for all texts: it agrees where all "
    "pairs of its trainers do, and differs where one does. Pairs: of techniques; "
    "decided: those whose intervals are apart; runs: of the technique of fewest."
)
CAPTION_2_11 = (
    f"Extrinsic instability, as Table 2.11 of {THESIS}: what bootstrapping the "
    "text adds to shuffling it, sqrt(bootstrapped^2 - shuffled^2) of the mean PIP "
    "losses (the radicand of Eq. 2.42 is misprinted); its deviation by error "
    "propagation, and its 95 % interval by jackknife over the runs of both. "
    "Each loss is over the words all runs of its own cell have, as in Table 2.8. 0 = "
    f"nothing added. {BESIDE}"
)
PUBLISHED = {
    "published_mean_e2": "mean_e2",
    "published_deviation_e4": "deviation_e4",
}
COLUMNS_2_8 = (
    *(*IDENTITY, "sampling", "runs", "pairs", "words", "mean_e2", "deviation_e4"),
    *("low_e2", "high_e2", *PUBLISHED, "verdict", "note"),
)
COLUMNS_2_9 = (
    *("corpus", "view", "language", "sampling", "order", "published_order"),
    *("runs", "pairs", "decided", "verdict", "note"),
)
COLUMNS_2_11 = (
    *(*IDENTITY, "shuffled_runs", "bootstrapped_runs", "shuffled_mean_e2"),
    *("bootstrapped_mean_e2", "extrinsic_e2"),
    *("deviation_e4", "extrinsic_low_e2", "extrinsic_high_e2", *PUBLISHED),
    *("verdict", "note"),
)
ALL_CORPORA = "all corpora"


def table_2_8(
    cells: Sequence[CellNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """PIP losses, one row per cell: mean x 10^2 and deviation x 10^4, 0 or more."""
    keys = ["language", "trainer", "sampling"]
    theirs = known(published, keys, list(PUBLISHED.values()))
    rows = [_loss_row(cell, theirs, texts) for cell in in_order(cells)]
    return frame(rows, COLUMNS_2_8, CAPTION_2_8)


def table_2_11(
    cells: Sequence[CellNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """Extrinsic instability, one row per view x technique: x 10^2, 0 or more."""
    theirs = known(published, ["language", "trainer"], list(PUBLISHED.values()))
    rows = [_instability_row(group, theirs, texts) for group in by_sampling(cells)]
    return frame(rows, COLUMNS_2_11, CAPTION_2_11)


def table_2_9(cells: Sequence[CellNumbers], published: pd.DataFrame) -> pd.DataFrame:
    """Order of techniques, one row per view x sampling, and one per sampling."""
    groups: dict[tuple, list[CellNumbers]] = {}
    for cell in in_order(cells):
        place = SAMPLINGS.index(cell.sampling), cell.view
        groups.setdefault(place, []).append(cell)
    rows = []
    for sampling in SAMPLINGS:
        table = published[published["sampling"] == sampling].sort_values("place")
        order = list(table["trainer"])
        found = [
            _order_row(group, order)
            for (place, _), group in sorted(groups.items())
            if SAMPLINGS[place] == sampling
        ]
        rows += [*found, _same_order(sampling, order, found)] if found else []
    return frame(rows, COLUMNS_2_9, CAPTION_2_9)


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


def _loss_row(cell: CellNumbers, known_rows: dict[tuple, dict], texts: Texts) -> dict:
    row = {**identity(cell), "runs": cell.runs, "words": cell.words}
    theirs = known_rows.get((*key(cell), cell.sampling))
    notes = [gap(cell), _beside_note(cell, theirs)]
    if cell.losses is not None:
        found = pair_mean(cell.losses)
        notes.append(found.note)
        row |= {"runs": found.runs, "pairs": found.pairs}
        row |= {"deviation_e4": found.deviation * E4}
        row |= {f"{n}_e2": getattr(found, n) * E2 for n in ("mean", "low", "high")}
        row["verdict"] = _verdict(ends_of(row, "mean", "_e2"), theirs, texts, cell)
    return {**row, **beside(theirs, PUBLISHED), "note": note(*notes)}


def _verdict(ours: Ends, theirs: dict | None, texts: Texts, cell: CellNumbers) -> str:
    """Ours beside a published mean over pairs of 16 runs; empty where there is none."""
    if theirs is None:
        return ""
    deviation = theirs["deviation_e4"] * E2 / E4
    ends = published_ends(theirs["mean_e2"], PRINTED, deviation, runs=RUNS, pairs=True)
    return verdict(ours, ends, texts.reason(cell))


def _instability_row(
    group: dict[str, CellNumbers], known_rows: dict[tuple, dict], texts: Texts
) -> dict:
    cell = next(iter(group.values()))
    theirs = known_rows.get(key(cell))
    found, missing = instability_of(group)
    row = {**identity(cell), **beside(theirs, PUBLISHED)}
    row |= {
        f"{name}_runs": each.runs if each.losses is None else len(each.losses)
        for name, each in group.items()
    }
    row |= {
        f"{name}_mean_e2": pair_mean(group[name].losses).mean * E2
        for name in ("shuffled", "bootstrapped")
        if name in group and group[name].losses is not None
    }
    if found is not None:
        row |= _extrinsic(group, found)
        ours = ends_of(row, "extrinsic", "_e2")
        row["verdict"] = _verdict(ours, theirs, texts, group["bootstrapped"])
        if found.extrinsic == 0:
            missing = "no deviation: bootstrapped = shuffled"
    return {**row, "note": note(missing, _beside_note(cell, theirs))}


def _extrinsic(group: dict[str, CellNumbers], found: Instability) -> dict:
    value = extrinsic_value(group["shuffled"].losses, group["bootstrapped"].losses)
    row = with_ends("extrinsic", value, "_e2", E2)
    row["extrinsic_low_e2"] = np.maximum(row["extrinsic_low_e2"], 0)  # passes NaN on
    return {**row, "deviation_e4": found.extrinsic_deviation * E4}


def _beside_note(cell: CellNumbers, theirs: dict | None) -> str:
    """What is to be said of the published value beside ours."""
    if theirs is None:
        return NO_VALUE
    return NOT_COMPARABLE.get(spoken(cell.language), "")


def _order_row(group: Sequence[CellNumbers], published: Sequence[str]) -> dict:
    """Order of the techniques of a view and sampling, and its verdict."""
    names = ("corpus", "view", "language", "sampling")
    row = {name: getattr(group[0], name) for name in names}
    gaps = [f"{c.technique}: {gap(c)}" for c in group if c.losses is None]
    found = {c.technique: pair_mean(c.losses) for c in group if c.losses is not None}
    order = sorted(found, key=lambda name: found[name].mean)
    marks = [
        "<" if found[first].high < found[second].low else "~"
        for first, second in zip(order, order[1:], strict=False)
    ]
    told = [part for pair in zip(order, [*marks, ""], strict=False) for part in pair]
    trainers = {
        cell.technique: cell.trainer for cell in group if cell.losses is not None
    }
    verdicts = _pair_verdicts(found, trainers, published)
    shown = [name for name in published if name in trainers.values()]
    row |= {"order": " ".join(told).strip(), "published_order": " < ".join(shown)}
    row |= {"pairs": len(verdicts), "verdict": all_of(verdicts) if verdicts else ""}
    row["runs"] = min((found[name].runs for name in found), default=None)
    row["decided"] = sum(each != UNDECIDED for each in verdicts)
    few = "" if verdicts else "needs two of the published trainers"
    return {**row, "note": note(*gaps, few)}


def _pair_verdicts(found: dict, trainers: dict, published: Sequence[str]) -> list[str]:
    """Of every pair of techniques of two published trainers: by their intervals."""
    wanted = [name for name in found if trainers[name] in published]
    verdicts = []
    for pair in combinations(wanted, 2):
        places = [published.index(trainers[name]) for name in pair]
        if places[0] == places[1]:
            continue
        order = pair if places[0] < places[1] else pair[::-1]
        low, high = (found[name] for name in order)
        agrees, differs = low.high < high.low, high.high < low.low
        verdicts.append(AGREES if agrees else DIFFERS if differs else UNDECIDED)
    return verdicts


def _same_order(sampling: str, published: Sequence[str], rows: Sequence[dict]) -> dict:
    """Whether the order of a sampling is the same over all corpora."""
    orders = [row["order"].replace("~", "<") for row in rows if row["order"]]
    same = len(set(orders)) == 1
    verdicts = [row["verdict"] for row in rows if row["verdict"]]
    told = f"{len(set(orders))} orders of means in {len(orders)} texts"
    return {
        "corpus": ALL_CORPORA,
        "sampling": sampling,
        "order": orders[0] if same else "",
        "published_order": " < ".join(published),
        "pairs": sum(row["pairs"] for row in rows),
        "decided": sum(row["decided"] for row in rows),
        "verdict": all_of(verdicts) if verdicts else "",
        "note": "the same order of means in every text" if same else told,
    }
