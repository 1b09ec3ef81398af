"""Items in batches by size: what holds for batches is not drowned by single items."""

from collections.abc import Iterator, Sequence

import numpy as np

BATCHES = 20  # as in section 2.3.1 of Rettenmeier 2020


def batches(sizes: np.ndarray, names: Sequence[str], kept: np.ndarray) -> list:
    """Rows of the items that are kept, by size (ties by name), in BATCHES parts. sizes:
    (items,). kept: (items,) bool. -> BATCHES arrays of rows, equal by one."""
    rows = sorted(np.flatnonzero(kept), key=lambda row: (sizes[row], names[row]))
    return np.array_split(np.array(rows, dtype=int), BATCHES)


def batch_means(values: np.ndarray, parts: Sequence[np.ndarray]) -> np.ndarray:
    """Mean of each batch: (items,) -> (BATCHES,). NaN do not count; all NaN is NaN."""
    finite = (values[rows][~np.isnan(values[rows])] for rows in parts)
    return np.array([float(part.mean()) if len(part) else np.nan for part in finite])


def means_without(run_means: np.ndarray) -> Iterator[np.ndarray]:
    """Means over pairs that leave a run out, one run after the other: (items,) each.

    run_means: (runs, items) means over the pairs a run is in. Nothing below three runs.
    """
    runs, total = len(run_means), run_means.sum(axis=0)
    if runs > 2:
        for own in run_means:
            yield (total - 2 * own) / (runs - 2)
