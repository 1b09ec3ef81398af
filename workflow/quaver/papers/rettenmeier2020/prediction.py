"""Tables 2.4, 2.5 and A.2 of Rettenmeier 2020: the overlap as predicted."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from quaver.items.beside import VERDICT, Texts, published_ends, verdict
from quaver.papers.rettenmeier2020.common import (
    THESIS,
    beside,
    key,
    known,
    reading,
)
from quaver.results.distribution_records import DistributionNumbers, Odds
from quaver.results.records import IDENTITY, frame, identity, note

PRINTED = 0.0005  # half of the last digit
EXAMPLE = "published is an example: no verdict"
CAPTION_2_4 = (
    f"Odds of words to be the nearest, as Table 2.4 of {THESIS}: mean and deviation "
    "(ddof 0) over the runs of a cell of the cosine with the target word, and the "
    "predicted probability of being the nearest word (first, Eq. 2.22) or one of the "
    "two nearest (second, Eq. A.15); 0 = never, 1 = always. Published is an example, "
    "momentum in English, 32 runs, so it has no verdict; its rows stand last, a "
    "probability printed as smaller than a bound with that bound."
)
PEARSON = (
    "Pearson's correlation over the target words, 1 = in proportion, 0 = unrelated, "
    "with its 95 % interval by jackknife over groups of runs"
)
CAPTION_2_5 = (
    f"Structure factor and observed p@1, as Table 2.5 of {THESIS}: {PEARSON}. The "
    "factor is the prediction with one deviation common to all pairs of words, as the "
    "text defines it; as coded it keeps each pair's own, so that rows of Tables 2.5 "
    "and A.2 are printed alike. The verdict is of the text's reading. "
    f"{VERDICT}"
)
CAPTION_A_2 = (
    f"Predicted and observed p@n, as Table A.2 of {THESIS}: {PEARSON}. The prediction "
    "takes means and deviations of cosines over the same runs (Eq. 2.23, A.16); "
    f"published is p@1. {VERDICT}"
)
COLUMNS_2_4 = (
    *(*IDENTITY, "sampling", "kind", "runs", "target", "chosen", "rank", "word"),
    *("mean", "deviation", "first", "second", "first_bound", "second_bound", "note"),
)
COLUMNS_2_5 = (
    *(*IDENTITY, "sampling", "runs", "targets", "pearson", "low", "high"),
    *("as_coded", "as_coded_low", "as_coded_high"),
    *("published_pearson", "verdict", "note"),
)
COLUMNS_A_2 = (
    *(*IDENTITY, "sampling", "runs", "targets", "n", "pearson", "low", "high"),
    *("published_pearson", "verdict", "note"),
)


def table_2_4(
    records: Sequence[DistributionNumbers], published: pd.DataFrame
) -> pd.DataFrame:
    """Odds of words near a target, a row per cell and rank; then those published."""
    rows = [row for one in records for row in _odds_rows(one)]
    return frame(rows + _published_odds(published), COLUMNS_2_4, CAPTION_2_4)


def table_2_5(
    records: Sequence[DistributionNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """Structure factor against observation, one row per cell: in [-1, 1]."""
    theirs = known(published, ["language", "trainer"], ["pearson"])
    rows = []
    for one in records:
        row = _row(one, "structure", theirs, texts)
        if one.prediction is not None:
            names = ("as_coded", "as_coded_low", "as_coded_high")
            found = one.prediction.correlations["structure_as_coded"]
            row |= dict(zip(names, found, strict=True))
        rows.append(row)
    return frame(rows, COLUMNS_2_5, CAPTION_2_5)


def table_a_2(
    records: Sequence[DistributionNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """Prediction against observation, a row per cell and n (1 and 2): in [-1, 1]."""
    theirs = known(published, ["language", "trainer"], ["pearson"])
    rows = []
    for one in records:
        rows.append({**_row(one, "prediction", theirs, texts), "n": 1})
        if one.prediction is not None:
            second = _row(one, "prediction_2", {}, texts)
            targets = len(one.prediction.observed_2)
            few = note(*_unknown(second))
            rows.append({**second, "n": 2, "targets": targets, "note": few})
    return frame(rows, COLUMNS_A_2, CAPTION_A_2)


def _row(one: DistributionNumbers, name: str, theirs: dict, texts: Texts) -> dict:
    """A correlation with the observation, beside the published one if shuffled."""
    cell = one.cell
    found = theirs.get(key(cell)) if cell.sampling == "shuffled" else None
    row = {**identity(cell), **beside(found, {"published_pearson": "pearson"})}
    said = reading(found)
    if one.prediction is None:
        missing = one.notes.get("prediction", "not measured")
        return {**row, "note": note(missing, said)}
    ends = ("pearson", "low", "high")
    row |= dict(zip(ends, one.prediction.correlations[name], strict=True))
    row |= {"runs": one.prediction.runs, "targets": len(one.prediction.words)}
    if found:
        printed = published_ends(found["pearson"], PRINTED)
        ours = row["low"], row["high"]
        row["verdict"] = verdict(ours, printed, texts.reason(cell))
    return {**row, "note": note(*_unknown(row), said)}


def _unknown(row: dict) -> list[str]:
    if np.isnan(row["pearson"]):
        return ["no correlation: all words have one value"]
    if np.isnan(row["low"]):
        return ["no interval: it needs 3 groups of runs"]
    return []


def _odds_rows(one: DistributionNumbers) -> list[dict]:
    common = {**identity(one.cell), "kind": "ours"}
    if one.prediction is None:
        return [{**common, "note": one.notes.get("prediction", "not measured")}]
    odds: Odds = one.prediction.odds
    common |= {"runs": one.prediction.runs, "target": odds.word, "chosen": odds.chosen}
    numbers = ("mean", "deviation", "first", "second")
    return [
        {
            **common,
            **{"rank": int(rank), "word": odds.words[place]},
            **{name: float(getattr(odds, name)[place]) for name in numbers},
        }
        for place, rank in enumerate(odds.rank)
    ]


def _published_odds(published: pd.DataFrame) -> list[dict]:
    common = {"language": "en", "trainer": "word2vec", "sampling": "shuffled"}
    common |= {"kind": "published", "runs": 32, "target": "momentum", "note": EXAMPLE}
    rows = []
    for row in published.drop(columns="source").to_dict("records"):
        for name in ("first", "second"):
            text = str(row.pop(name))
            bound = text.startswith("<")
            row[f"{name}_bound" if bound else name] = float(text.removeprefix("<"))
        rows.append({**common, **row})
    return rows
