"""Associations of sets of words over runs, beside those of permuted sets."""

from collections.abc import Iterator

import numpy as np

from quaver.items.item import Table
from quaver.results.associations import AssociationNumbers, associations
from quaver.results.records import identity
from quaver.statistics import run_mean


def _row(numbers: AssociationNumbers) -> dict:
    row = {**identity(numbers.cell), "set": numbers.name, "test": numbers.test}
    if numbers.values is None:
        return {**row, "note": numbers.note}
    missing = ", ".join(numbers.missing)
    notes = [f"left out, as not all runs have them: {missing}" if missing else ""]
    row |= {"runs": len(numbers.values), "words": sum(numbers.words)}
    if not np.isfinite(numbers.values).all():
        lacks = "a set that it needs has no word left, or no word differs"
        return {**row, "note": [lacks, *notes]}
    mean = run_mean(numbers.values)
    row |= {"mean": mean.mean, "low": mean.low, "high": mean.high, "p": numbers.p}
    row |= {name: getattr(numbers, name) for name in ("null_low", "null_high")}
    row["permutations"] = numbers.permutations
    return {**row, "note": [mean.note, *notes]}


def _rows(results) -> Iterator[dict]:
    return map(_row, associations(results))


ASSOCIATIONS = Table(
    name="associations",
    title="How much nearer sets of words are to some words than to others, over runs",
    caption="Mean over runs with its interval: weat, an effect size in deviations; "
    "rnd, a sum of distances, below 0 where targets are nearer to the attributes; "
    "semaxis, a mean cosine with their axis. P: share of permuted sets whose mean over "
    "runs is as far from 0; null: where 95 % of these lie.",
    order=46,
    reads=("associations",),
    columns="CELL set test:text mean± p null_low null_high permutations:whole words "
    "runs note",
    keys="view technique sampling set test mean p null_low null_high note",
    rows=_rows,
)
