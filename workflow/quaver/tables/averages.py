"""Ways of averaging runs side by side."""

from collections.abc import Callable, Iterable, Sequence

import pandas as pd

from quaver.tables.distributions import DistributionNumbers
from quaver.tables.ends import with_ends
from quaver.tables.parts import (
    INTERVAL,
    Part,
    deviation_of,
    few,
    mean_cosine,
    mean_loss,
    missing,
    parts,
    score_of,
)
from quaver.tables.records import IDENTITY, frame, identity

CAPTION = (
    "Ways of averaging runs side by side, by size: PIP loss between averages, mean and "
    "deviation of cosines of random pairs of words, and scores; each also as a part of "
    "single runs (1 = as single runs), beside 1/sqrt(size), what is left of "
    f"independent noise. One row per cell, method, size and measure. {INTERVAL}"
)
COLUMNS = (
    *(*IDENTITY, "sampling", "method", "size", "groups", "measure", "set", "value"),
    *("share", "share_low", "share_high", "theoretical", "note"),
)


def averages(records: Sequence[DistributionNumbers]) -> pd.DataFrame:
    """Methods compared, a row per cell, method, size and measure: 0 or more."""
    rows = [row for one in records for row in _compared(one)]
    return frame(rows, COLUMNS, CAPTION)


def _compared(one: DistributionNumbers) -> Iterable[dict]:
    row = identity(one.cell)
    if one.averages is None:
        yield {**row, "note": missing(one)}
        return
    for (method, size), part in parts(one.averages):
        common = {**row, "method": method, "size": size, "groups": part.groups}
        for measure, name, function in _measures(part):
            found = part.ratio(function)
            yield {
                **common,
                **{"measure": measure, "set": name, "value": function(part.average)},
                **with_ends("share", found),
                **{"theoretical": size**-0.5, "note": few(found)},
            }


def _measures(part: Part) -> list[tuple[str, str, Callable]]:
    """Measure, evaluation set and function of all that an average has."""
    found = [("mean cosine", "", mean_cosine)]
    if part.groups > 1:
        found.append(("deviation of cosines", "", deviation_of))
    if part.average.losses is not None:
        found.insert(0, ("PIP loss", "", mean_loss))
    names = sorted(part.average.scores)
    return [*found, *(("score", name, score_of(name)) for name in names)]
