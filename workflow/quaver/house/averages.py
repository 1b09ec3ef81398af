"""Ways of averaging runs side by side."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import numpy as np

from quaver.house.parts import averages_of, missing, scored, thin
from quaver.items import columns as col
from quaver.items.ends import ends
from quaver.items.item import Table
from quaver.measures import averaging
from quaver.results.distribution_records import Averaged, DistributionNumbers
from quaver.results.records import identity
from quaver.statistics import pair_mean
from quaver.statistics.values import ratio, value_of

NOISE = ("PIP loss", "deviation of cosines")  # that averages are to lessen


def _rows(record: DistributionNumbers) -> Iterator[dict]:
    """Methods compared, a row per method, size and measure: 0 or more."""
    row = identity(record.cell)
    if record.averages is None:
        yield {**row, "note": missing(record)}
        return
    for (method, size), averaged in averages_of(record.averages):
        groups, moving = len(averaged.firsts), averaged.unrested
        row |= {"method": method, "size": size, "groups": groups}
        unrested = f"{moving} of {groups} averages had not come to rest" * bool(moving)
        numbers = _measured(record.averages.single, averaged, size)
        for measure, name, value, effect in numbers:
            noise = averaging.expected_loss(size) if measure in NOISE else np.nan
            yield {
                **{**row, "measure": measure, "set": name, "value": value},
                **ends("share", effect.value, effect.low, effect.high),
                **{"theoretical": noise, "note": (thin(effect), unrested)},
            }


def _measured(
    single: Averaged, averaged: Averaged, size: int
) -> Iterator[tuple[str, str, float, averaging.Effect]]:
    """Measure, evaluation set, value of the averages, and part of single runs."""
    if averaged.losses is not None and single.losses is not None:
        effect = _loss_part(single.losses, averaged.losses, size)
        yield "PIP loss", "", pair_mean(averaged.losses).mean, effect
    cosines = single.cosines, averaged.cosines
    mean = float(averaged.cosines.mean(dtype=np.float64))
    # the bias: averaging moves means where it only should narrow them
    yield "mean cosine", "", mean, averaging.mean_ratio(*cosines, size)
    if len(averaged.firsts) > 1:  # one average does not waver
        deviation = averaging.mean_deviation(averaged.cosines)
        effect = averaging.deviation_ratio(*cosines, size)
        yield "deviation of cosines", "", deviation, effect
    for name in scored(single, averaged):
        scores = averaged.scores[name]
        change = averaging.score_change(single.scores[name], scores, size)
        # a change in percent as a part, as the other measures have it
        parts = {end: getattr(change, end) + 1 for end in ("value", "low", "high")}
        yield "score", name, float(np.mean(scores)), replace(change, **parts)


def _loss_part(single: np.ndarray, averaged: np.ndarray, size: int) -> averaging.Effect:
    """Loss of averages as a part of that of runs: (runs, runs), (groups, groups).

    Where fewer runs were compared than are in the averages, the two are taken for
    independent, which errs on the wide side.
    """
    # a study may compare the first runs only and average all of them
    if len(single) >= len(averaged) * size:
        return averaging.relative_loss(single, averaged, size)
    part = ratio(value_of(pair_mean(averaged)), value_of(pair_mean(single)))
    groups = len(averaged)
    return averaging.Effect(part.value, *part.interval(), groups, groups * size)


AVERAGES = Table(
    name="averages",
    title="What averaging steadies: ways of averaging runs side by side",
    caption=(
        "Aligned averages of runs: loss between them, mean cosine of random pairs of "
        "words and its deviation, and mean score. Share: the same as a part of single "
        "runs (1 = as they), with the 95 % interval over averages, each left out with "
        "its runs. Theoretical: 1/sqrt(size), what is left where all was independent "
        "noise."
    ),
    order=4,
    reads=("compare_averages",),
    columns=(
        (col.CELL, col.texts("method"), col.wholes("size groups")),
        (col.texts("measure set"), col.numbers("value"), col.interval("share")),
        (col.numbers("theoretical"), col.NOTE),
    ),
    keys=(
        "view technique method size measure value share share_low share_high "
        "theoretical"
    ),
    rows=lambda results: chain.from_iterable(map(_rows, results.distributions())),
)
