"""Ways of averaging runs side by side."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from quaver.items.ends import ends
from quaver.items.parts import INTERVAL, averages_of, missing, scored, thin
from quaver.measures.averaging import (
    Effect,
    deviation_ratio,
    expected_loss,
    mean_deviation,
    mean_ratio,
    relative_loss,
    score_change,
)
from quaver.results.distribution_records import Averaged, DistributionNumbers
from quaver.results.records import IDENTITY, frame, identity, note
from quaver.statistics import pair_mean
from quaver.statistics.values import ratio, value_of

CAPTION = (
    "Ways of averaging runs side by side, by size: PIP loss between averages (in [0, "
    "1], 0 = the same space), mean cosine of random pairs of words and its deviation "
    "over averages, and mean score; each also as a part of single runs (1 = as they), "
    "beside 1/sqrt(size), what is left where all was independent noise. Deviations are "
    "freed of the bias of few (normal values). A common mean (procrustes) that still "
    f"moves after 100 rounds is taken as it is then. {INTERVAL}"
)
NOISE = ("PIP loss", "deviation of cosines")  # that averages are to lessen
COLUMNS = (
    *(*IDENTITY, "sampling", "method", "size", "groups", "measure", "set", "value"),
    *("share", "share_low", "share_high", "theoretical", "note"),
)


def averages(records: Sequence[DistributionNumbers]) -> pd.DataFrame:
    """Methods compared, a row per cell, method, size and measure: 0 or more."""
    rows = [row for one in records for row in _rows(one)]
    return frame(rows, COLUMNS, CAPTION)


def _rows(one: DistributionNumbers) -> Iterator[dict]:
    row = identity(one.cell)
    if one.averages is None:
        yield {**row, "note": missing(one)}
        return
    for (method, size), found in averages_of(one.averages):
        common = {**row, "method": method, "size": size, "groups": len(found.firsts)}
        for measure, name, value, effect in _measured(one.averages.single, found, size):
            yield {
                **common,
                **{"measure": measure, "set": name, "value": value},
                **ends("share", effect.value, effect.low, effect.high),
                "theoretical": expected_loss(size) if measure in NOISE else np.nan,
                "note": note(thin(effect), _unrested(found)),
            }


def _unrested(found: Averaged) -> str:
    """How many averages were not at their common mean; empty where all were."""
    if not found.unrested:
        return ""
    return f"{found.unrested} of {len(found.firsts)} averages had not come to rest"


def _measured(
    single: Averaged, found: Averaged, size: int
) -> Iterator[tuple[str, str, float, Effect]]:
    """Measure, evaluation set, value of the averages, and part of single runs."""
    if found.losses is not None and single.losses is not None:
        effect = _loss_part(single.losses, found.losses, size)
        yield "PIP loss", "", pair_mean(found.losses).mean, effect
    cosines = single.cosines, found.cosines
    mean = float(found.cosines.mean(dtype=np.float64))
    yield "mean cosine", "", mean, mean_ratio(*cosines, size)
    if len(found.firsts) > 1:
        effect = deviation_ratio(*cosines, size)
        yield "deviation of cosines", "", mean_deviation(found.cosines), effect
    for name in scored(single, found):
        scores = found.scores[name]
        change = score_change(single.scores[name], scores, size)
        ratio = Effect(
            *(end + 1 for end in (change.value, change.low, change.high)),
            change.groups,
            change.runs,
        )
        yield "score", name, float(np.mean(scores)), ratio


def _loss_part(single: np.ndarray, averaged: np.ndarray, size: int) -> Effect:
    """Loss of averages as a part of that of runs: (runs, runs), (groups, groups).

    Where fewer runs were compared than are in the averages, the two are taken for
    independent, which errs on the wide side.
    """
    if len(single) >= len(averaged) * size:
        return relative_loss(single, averaged, size)
    found = ratio(value_of(pair_mean(averaged)), value_of(pair_mean(single)))
    groups = len(averaged)
    return Effect(found.value, *found.interval(), groups, groups * size)
