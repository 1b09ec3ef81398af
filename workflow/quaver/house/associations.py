"""Associations of sets of words over runs, beside those of permuted sets."""

from collections.abc import Iterator

import numpy as np

from quaver.items.ends import ends
from quaver.items.item import Table
from quaver.measures import QUANTITIES
from quaver.results.associations import AssociationNumbers
from quaver.results.records import identity
from quaver.statistics import run_mean

FEW = 40  # permuted sets, below which p says little
WHOLE = ("fixed", "shuffled")  # samplings of the whole text; the last there is counts
NO_WHOLE = "around the mean of draws, as no runs on the whole text have the same words"


def _rows(results) -> Iterator[dict]:
    records = list(results.associations())
    wholes = {_asked(x): x for s in WHOLE for x in records if x.cell.sampling == s}
    for numbers in records:
        drawn = numbers.cell.sampling == "bootstrapped"
        yield _row(numbers, wholes.get(_asked(numbers)) if drawn else None)


def _asked(numbers: AssociationNumbers) -> tuple:
    """What is asked of which text and technique."""
    cell, sizes = numbers.cell, numbers.words  # words that few draws have may be gone
    return cell.view, cell.technique, numbers.name, numbers.test, sizes


def _row(numbers: AssociationNumbers, whole: AssociationNumbers | None) -> dict:
    """whole: the same on the whole text, for draws."""
    row = {**identity(numbers.cell), "set": numbers.name, "test": numbers.test}
    if numbers.values is None:
        return {**row, "note": numbers.note}
    missing = ", ".join(numbers.missing)
    notes = [f"left out, as not all runs have them: {missing}" if missing else ""]
    row |= {"runs": len(numbers.values), "words": sum(numbers.words)}
    if not np.isfinite(numbers.values).all():
        lacks = "a set that it needs has no word left, or no word differs"
        return {**row, "note": [lacks, *notes]}
    estimate = mean = run_mean(numbers.values)
    reach = mean.high - mean.mean
    if numbers.cell.sampling == "bootstrapped":
        # the deviation over draws is the error of the text, and more runs leave it
        reach *= np.sqrt(len(numbers.values))
        # half of a draw is there twice, as if the text were smaller: values shrink
        estimate = run_mean((whole or numbers).values)
        notes.insert(0, "" if whole else NO_WHOLE)
    # Student's t knows no bounds
    low, high = QUANTITIES[numbers.test].range
    bounds = np.clip([estimate.mean - reach, estimate.mean + reach], low, high)
    row |= ends("mean", estimate.mean, *bounds.tolist())
    names = "p", "null_low", "null_high", "permutations"
    row |= {name: getattr(whole or numbers, name) for name in names}
    if numbers.permutations < FEW:
        # of sets of one size each permutation has one with the sides changed
        pair = numbers.words[2:] if numbers.test == "weat" else numbers.words[:2]
        fewest = (1 + (pair[0] == pair[1])) / numbers.permutations
        least = f"so p is {fewest:.2g} at least"
        notes.insert(0, f"only {numbers.permutations} permuted sets, {least}")
    return {**row, "note": [mean.note, *notes]}


ASSOCIATIONS = Table(
    name="associations",
    title="How much nearer sets of words are to some words than to others, over runs",
    caption="Mean over runs: weat, an effect size in deviations; rnd, a sum of "
    "distances, below 0 where targets are nearer to the attributes; semaxis, a mean "
    "cosine with their axis. Interval: of bootstrapped runs for another such text, "
    "around the mean of the whole text, of others for more runs. P: share of permuted "
    "sets whose mean is as far from 0; null: where 95 % of these lie.",
    order=15,
    reads=("associations",),
    columns="CELL set test:text mean± p null_low null_high permutations:whole words "
    "runs note",
    keys="view technique sampling set test mean p null_low null_high note",
    rows=_rows,
)
