"""What vectors of terms waver with: draws, runs of a background, its texts.

Backgrounds are laid over their common mean by rotation (generalised Procrustes, which
no one of them is the measure of), over the words all of them have, and the vectors of
terms turned alike. Components are of unit vectors, so they are shares of
the squared length 1: as they are, and less the mean draw of a background. The same is
told of cosines with the other terms' mean draws inside each background, which nothing
has to be aligned for.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from quaver.measures.declare import BACKGROUNDS, MODELS, Cost, Measure
from quaver.measures.errors import MeasureError
from quaver.measures.sentences import learns_alone
from quaver.spaces.common_turns import common_turns
from quaver.spaces.normalise import directed, unit_rows
from quaver.statistics import jackknife_interval
from quaver.statistics.components import COMPONENTS, components, without_each

OF = "vectors", "cosines"
KINDS = "raw", "centred"
WHOLE, DRAWN = "shuffled", "bootstrapped"
DIFFERENCE = f"{DRAWN} - {WHOLE}"  # what runs have of the draw of their text
LEAST = 3  # terms


class Joined:
    """Runs of several cells as one sequence, over the words all cells have.

    Each is (vectors, present, counts), read when it is asked for.
    """

    def __init__(self, cells: Sequence, numbers: Sequence[int]):
        """numbers: how many first runs of each cell are taken."""
        every = [{word: row for row, word in enumerate(x.words)} for x in cells]
        names = [x for x in cells[0].words if all(x in places for places in every)]
        rows = (np.array([own[x] for x in names], np.int64) for own in every)
        pairs = zip(cells, rows, numbers, strict=True)
        self._runs = [(x, own, k) for x, own, number in pairs for k in range(number)]

    def __len__(self) -> int:
        """Number of runs."""
        return len(self._runs)

    def __getitem__(self, run: int) -> tuple:
        """A run over the joint words."""
        cell, rows, number = self._runs[run]
        return tuple(values[rows] for values in cell[number])


class Told(NamedTuple):
    """Means over terms of components, without each term and run, and of each term."""

    value: np.ndarray
    without: list[np.ndarray]
    of_terms: np.ndarray


def turns(spaces: Sequence[tuple]) -> np.ndarray:
    """Rotations onto the common mean of all: (spaces, dims, dims) float64."""
    numbers = range(len(spaces))
    present = np.logical_and.reduce([spaces[k][1] for k in numbers])
    joint, dims = int(present.sum()), spaces[0][0].shape[1]
    if joint < dims:
        raise MeasureError(
            f"only {joint} words are in all backgrounds, and {dims} dimensions need as "
            "many to be aligned: lower min_count, use more text, or fewer dimensions"
        )

    def units(number: int) -> np.ndarray:
        return unit_rows(spaces[number][0][present]).astype(np.float64)

    products = np.empty((len(spaces), dims, len(spaces), dims))
    for k in numbers:
        first = units(k)
        for other in numbers[k:]:
            product = first.T @ (units(other) if other > k else first)
            products[k, :, other], products[other, :, k] = product, product.T
    return common_turns(products)


def measure(given, out) -> None:
    """Store components of each sampling: means over terms with ends, and by term."""
    files, places = [], given.spec["cells"]
    for opened in given.others("learn_terms"):
        with opened as stored:
            files.append(stored["vectors"][:])
            names = stored.texts("terms")
    rotated = turns(Joined([*given.cells], [len(x) for x in files]))
    first = 0
    for k, own in enumerate(files):
        turn = rotated[first : first + len(own)]
        files[k] = np.einsum("rtdi,rij->rtdj", own.astype(float), turn)
        first += len(own)
    samplings = [*dict.fromkeys(sampling for _, sampling in places)]
    grouped = {
        sampling: [
            x for x, (_, own) in zip(files, places, strict=True) if own == sampling
        ]
        for sampling in samplings
    }
    # one and the same set of terms in all samplings, balanced
    known = np.all([directed_everywhere(x) for x in files], axis=0)
    if known.sum() < LEAST:
        raise MeasureError(
            f"only {known.sum()} terms have a vector of each draw beside each "
            f"background, and components need {LEAST}: ask for more terms, or lower "
            "'draws'"
        )
    stacked = {name: stack(own, known) for name, own in grouped.items()}
    kept = [name for name, is_known in zip(names, known, strict=True) if is_known]
    told = [*samplings]
    if {WHOLE, DRAWN} <= {*samplings}:
        told.append(DIFFERENCE)
    out.put_axes(of=OF, kinds=KINDS, samplings=told, components=COMPONENTS, terms=kept)
    out.put("missing", ("missing",), [x for x in names if x not in {*kept}])
    # the difference has no levels of its own
    levels = [stacked[x].shape[1:4] if x in stacked else (0, 0, 0) for x in told]
    out.put("levels", ("samplings", "levels"), np.array(levels))
    shape = len(OF), len(KINDS), len(told), len(COMPONENTS)
    means, lows, highs = np.full((3, *shape), np.nan)
    of_terms = np.full((*shape, len(kept)), np.nan)
    for at, each in _every(stacked):
        for name, numbers in each.items():
            place = (*at, told.index(name))
            means[place] = numbers.value
            left = numbers.without
            lows[place], highs[place] = jackknife_interval(numbers.value, *left)
            of_terms[place] = numbers.of_terms.T
    axes = "of", "kinds", "samplings", "components"
    out.put_all(axes, value=means, low=lows, high=highs)
    out.put("of_terms", (*axes, "terms"), of_terms)


def _every(stacked: dict[str, np.ndarray]) -> Iterator[tuple]:
    """Places of what is told, and by sampling what; the difference last."""
    for k, kind in enumerate(KINDS):
        units = {
            name: unit(x, is_centred=kind == KINDS[1]) for name, x in stacked.items()
        }
        for of, change in enumerate((lambda x: x, profiles)):
            made = {name: _told(change(x)) for name, x in units.items()}
            if {WHOLE, DRAWN} <= made.keys():
                made[DIFFERENCE] = _difference(made[DRAWN], made[WHOLE])
            yield (of, k), made


def _told(vectors: np.ndarray) -> Told:
    of_terms = components(vectors)
    return Told(of_terms.mean(axis=0), without_each(vectors, of_terms), of_terms)


def _difference(first: Told, second: Told) -> Told:
    """Terms are the same ones on both sides, runs are not."""
    terms = first.without[0] - second.without[0]
    runs = [*first.without[1:], *second.without[1:]]
    own = first.of_terms - second.of_terms
    return Told(first.value - second.value, [terms, *runs], own)


def directed_everywhere(vectors: np.ndarray) -> np.ndarray:
    """Terms with a vector in all draws and runs: (runs, terms, draws, dims) ->
    (terms,) bool."""
    flat = vectors.reshape(-1, vectors.shape[-1])
    return directed(flat).reshape(vectors.shape[:-1]).all(axis=(0, 2))


def stack(texts: Sequence[np.ndarray], known: np.ndarray) -> np.ndarray:
    """Vectors of several texts (runs, terms, draws, dims) -> (terms, texts, runs,
    draws, dims), of terms that are known and as many first runs as all texts have."""
    runs = min(len(x) for x in texts)
    return np.stack([x[:runs, known] for x in texts]).transpose(2, 0, 1, 3, 4)


def unit(vectors: np.ndarray, *, is_centred: bool) -> np.ndarray:
    """Unit vectors; is_centred: less the mean of all terms and draws of the same
    background. (terms, texts, runs, draws, dims) -> the same."""
    units = _unit(vectors)
    return (
        _unit(units - units.mean(axis=(0, 3), keepdims=True)) if is_centred else units
    )


def profiles(units: np.ndarray) -> np.ndarray:
    """Cosines of draws with the mean draw of each other term in their background:
    (terms, texts, runs, draws, dims) -> (terms, texts, runs, draws, terms).

    Their squares add up to the mean squared cosine; the own term has 0.
    """
    means = _unit(units.mean(axis=3))
    cosines = np.einsum("tbrdi,ubri->tbrdu", units, means)
    cosines[np.arange(len(units)), ..., np.arange(len(units))] = 0
    return cosines / np.sqrt(len(units) - 1)


def _unit(vectors: np.ndarray) -> np.ndarray:
    flat = vectors.reshape(-1, vectors.shape[-1])
    return unit_rows(flat).astype(float).reshape(vectors.shape)


MEASURE = Measure(
    name="terms_variance",
    of=BACKGROUNDS,
    reads=(MODELS, "learn_terms"),
    # spaces of their own are not kept
    wanted=learns_alone,
    spec=lambda grid, subject: {
        "cells": [[cell.view.label, cell.sampling] for cell in subject.cells]
    },
    refuses=(ValueError,),
    message="Tell what vectors of {subject} waver with.",
    cost=Cost(
        # two runs, as read and in float64; products of all; vectors of terms
        bytes=lambda size: (
            6e8 + 40.0 * size.words * size.dims + 24.0 * (size.runs * size.dims) ** 2
        ),
        operations=lambda size: (
            size.product * size.pairs(size.runs)
            + (600.0 * size.dims + 4 * size.runs * size.dims)
            * (size.runs * size.dims) ** 2
        ),
        passes=8,  # each run beside all later ones, of sixteen
    ),
)
