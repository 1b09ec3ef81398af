"""The shared vocabulary of a cell: which words survive, and what each step dropped."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Step:
    """One step of a vocabulary policy: how many words were left and how many went."""

    name: str
    kept: int
    dropped: int


def surviving(steps: Sequence[tuple]) -> tuple[np.ndarray, list[Step]]:
    """Words all steps keep: named (words,) bool masks -> (words,) bool, one Step each.

    A step's `dropped` counts the words that steps before it had kept.
    """
    if len(steps) == 0:
        raise ValueError("a vocabulary policy must have at least one step. Got none.")
    mask = np.ones(np.shape(steps[0][1]), dtype=bool)
    taken = []
    for name, keeps in steps:
        before, keeps = int(mask.sum()), np.asarray(keeps)
        if keeps.dtype != bool or keeps.shape != mask.shape:
            raise ValueError(
                f"the mask of step {name!r} must be bool of shape {mask.shape}. "
                f"Got {keeps.dtype} of shape {keeps.shape} instead."
            )
        mask = mask & keeps
        kept = int(mask.sum())
        taken.append(Step(name, kept, before - kept))
    return mask, taken
