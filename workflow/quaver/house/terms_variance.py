"""What vectors of terms waver with: sentences, runs of a background, its text."""

from collections.abc import Iterator

import numpy as np

from quaver.items.ends import ends
from quaver.items.item import Table
from quaver.results.records import SAMPLINGS
from quaver.results.term_curves import SHARES, VARIANCE, VarianceNumbers
from quaver.statistics.components import DRAWS, RUNS, SHARED, TEXTS
from quaver.wording import count, listed

ONE = {TEXTS: "one text", RUNS: "one run", DRAWS: "one draw"}  # that tells nothing
FOLDED = {
    TEXTS: f"what a text adds stands in '{SHARED}'",
    RUNS: f"what a run adds stands in '{TEXTS}', or '{SHARED}' of one text",
    DRAWS: f"what draws add stands in '{SHARED}'",
}
OVER = "the interval is over terms and runs; other texts may differ by more"


def _rows(results) -> Iterator[dict]:
    for numbers in results.term_variances():
        row = {"set": numbers.set, "learner": numbers.learner}
        row["technique"] = numbers.technique
        if numbers.note:
            yield {**row, "note": numbers.note}
        for sampling in sorted(numbers.samplings, key=_turn):
            k = numbers.samplings.index(sampling)
            levels = numbers.levels[sampling]
            own = row | {"sampling": sampling, "terms": numbers.terms}
            if any(levels):
                own |= dict(zip((TEXTS, RUNS, DRAWS), levels, strict=True))
            notes = [*_notes(numbers, levels)]
            for of, kind in np.ndindex(len(numbers.of), len(numbers.kinds)):
                what = {"of": numbers.of[of], "kind": numbers.kinds[kind]}
                yield from _components(own | what, numbers, (of, kind, k), notes)


def _turn(sampling: str) -> int:
    """Samplings in their order, then their difference."""
    return SAMPLINGS.index(sampling) if sampling in SAMPLINGS else len(SAMPLINGS)


def _notes(numbers: VarianceNumbers, levels) -> Iterator[str]:
    """Why components are left out."""
    pairs = zip((TEXTS, RUNS, DRAWS), levels, strict=True)
    few = [name for name, level in pairs if level == 1]
    if few:
        yield f"{listed(ONE[x] for x in few)}: {'; '.join(FOLDED[x] for x in few)}"
    if numbers.missing:
        left = count(numbers.missing, "term")
        yield f"{left} without a vector of each draw beside each background left out"


def _components(row: dict, numbers: VarianceNumbers, place, notes) -> Iterator[dict]:
    """Rows of the components that can be told; a difference has no shares."""
    value, low, high = (numbers.stored[x][place].tolist() for x in SHARES)
    total = np.nansum(value) if TEXTS in row else np.nan
    for k, name in enumerate(numbers.components):
        if np.isnan(value[k]):
            continue
        own = {"component": name, "share": value[k] / total}
        own |= ends("value", value[k], low[k], high[k])
        yield row | own | {"note": [*notes, OVER * name.startswith(TEXTS)]}


TABLE = Table(
    name="terms_variance",
    title="What do vectors of terms waver with?",
    caption="Components of the squared length of terms' unit vectors, on backgrounds "
    "laid over their mean, or of their cosines with other terms inside each "
    "background; centred: without the mean draw of a background. Shared is what a "
    "term keeps over draws, runs and texts (centred, 0 is chance), and components sum "
    "to the total. Runs are those of a text: shuffled ones differ in training, "
    "bootstrapped ones in training and text, which the difference of both tells.",
    order=8,
    reads=(VARIANCE,),
    columns="set learner:text technique sampling of:text kind component:text value± "
    "share terms:whole texts:whole runs draws:whole note",
    keys="set learner technique sampling of kind component value low high",
    rows=_rows,
)
