"""How far words moved between two texts, less what training and sampling add.

After alignment, and with what all words share taken off, the squared distance of a
word's mean vectors in both texts is too large by the noise of both means (Green et al.
2025, "Measuring distances in high dimensional spaces"). The mean over n shuffled runs
keeps 1 / n of training's noise, and the noise of the text's being one draw in full,
which is what bootstrapped runs vary beyond shuffled ones:

    squared = |m1 - m2|^2 - sum T / n - sum (B - T)

with T and B the variances (all dims) of shuffled and bootstrapped runs of either text.
Did bootstrapped text vary as fresh text does, it would be 0 on average where nothing
changed, and often below. It does not quite: between halves of one text a fifth to two
fifths of the squared distance too much is taken off (word2vec), or of rare words a
third too little (PPMI; docs/words.md).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from quaver.measures.change_alignment import both
from quaver.measures.declare import MODELS, PAIR, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.spaces.branches import Branch, joint_rotation, leaf, turned
from quaver.spaces.means import align_to_one
from quaver.statistics.bootstrap import AROUND, LEAST, Sample


class Spread(NamedTuple):
    """Runs of a cell about their mean: mean (words, dims), and of each word (words,).

    count: runs that have it, NaN for none. variance: of all dims together, along: in
    one direction (ddof 1; NaN below two runs). error: the variance of `variance`.
    """

    mean: np.ndarray
    count: np.ndarray
    variance: np.ndarray
    along: np.ndarray
    error: np.ndarray


class Size(NamedTuple):
    """Change of words (words,), NaN where a cell has it in fewer than LEAST runs.

    plug_in: squared distance of the means. noise_training, noise_sampling: what it has
    of either; the second may lie below 0. squared: plug_in less both.
    low, high: ends of its interval.
    """

    plug_in: np.ndarray
    noise_training: np.ndarray
    noise_sampling: np.ndarray
    squared: np.ndarray
    low: np.ndarray
    high: np.ndarray


class Chosen:
    """Some words of all runs, as a sequence: vectors, present and counts of each."""

    def __init__(self, runs, rows: np.ndarray):
        self._runs, self._rows = runs, rows

    def __len__(self) -> int:
        """Number of runs."""
        return len(self._runs)

    def __getitem__(self, run: int) -> tuple:
        """A run as it is stored, over these words."""
        return tuple(values[self._rows] for values in self._runs[run])

    def __iter__(self) -> Iterator[Branch]:
        """All runs in unit rows."""
        return (leaf(*self[run]) for run in range(len(self)))


def measure(given, out) -> None:
    """Store the size of change of all words that runs of both texts have."""
    cells = [*given.cells]
    early, late, *drawn = cells
    rows = both(early.words, late.words)
    rows = rows[:, early.in_any[rows[0]] & late.in_any[rows[1]]]
    every = [x.in_every[own] for x, own in zip(cells, (*rows, *rows), strict=True)]
    joint, dims = np.all(every, axis=0), early.rows(0, slice(1)).shape[1]
    if joint.sum() < dims:
        raise MeasureError(
            f"only {joint.sum()} words are in all runs of both texts, and {dims} "
            "dimensions need as many to be aligned: lower min_count, use more text, or "
            "fewer dimensions"
        )
    whole, drawn = (
        [Chosen(x, own) for x, own in zip(texts, rows, strict=True)]
        for texts in ((early, late), drawn)
    )
    told = change_of(whole, drawn, joint)
    out.put_axes(words=[early.words[row] for row in rows[0]])
    counts = [x.frequency()[own] for x, own in zip((early, late), rows, strict=True)]
    out.put("counts", ("periods", "words"), np.array(counts))
    for name, values in told._asdict().items():
        out.put(name, ("words",), values)


def change_of(whole: Sequence[Chosen], drawn: Sequence[Chosen], joint) -> Size:
    """Change by shuffled runs of both texts and bootstrapped ones, over the same words;
    joint: (words,), those that all runs have."""
    frames = frames_of([align_to_one(runs)[0] for runs in whole], joint)
    return sizes(*(spreads(cells, frames, joint) for cells in (whole, drawn)))


def frames_of(means: Sequence[Branch], joint: np.ndarray) -> list[Branch]:
    """Means of both texts in one frame, centred: joint (words,), who has which."""
    first, second = means
    vectors = np.empty(first.vectors.shape)
    for rows, values in turned(first, joint_rotation(first, second)):
        vectors[rows] = values
    return [
        each._replace(vectors=x - x[joint].mean(axis=0))
        for each, x in zip(means, (vectors, second.vectors.astype(float)), strict=True)
    ]


def spreads(
    cells: Sequence[Iterable[Branch]], frames: Sequence[Branch], joint: np.ndarray
) -> list[Spread]:
    """Spread of the runs of both texts, each aligned to the mean of its text."""
    apart = frames[0].vectors - frames[1].vectors
    lengths = np.linalg.norm(apart, axis=1, keepdims=True)
    apart = np.divide(apart, lengths, np.zeros_like(apart), where=lengths > 0)
    pairs = zip(cells, frames, strict=True)
    return [_spread(runs, frame, joint, apart) for runs, frame in pairs]


def _spread(runs: Iterable[Branch], frame: Branch, joint, apart) -> Spread:
    """Spread of runs about their mean, read one by one; apart: unit directions."""
    total = np.zeros(frame.vectors.shape)
    count, square, fourth, along, along_square = np.zeros((5, len(total)))
    for run in runs:
        rest = _rest(run, frame, joint)
        total += rest
        count += run.present
        lengths, steps = (np.einsum("wd,wd->w", rest, x) for x in (rest, apart))
        square, fourth = square + lengths, fourth + lengths**2
        along, along_square = along + steps, along_square + steps**2
    some = np.where(count > 0, count, np.nan)
    rest, free = total / some[:, None], np.where(count > 1, count - 1, np.nan)
    variance = (square - some * np.einsum("wd,wd->w", rest, rest)) / free
    return Spread(
        mean=frame.vectors + rest,
        count=some,
        variance=variance,
        along=(along_square - along**2 / some) / free,
        # of a mean of squared lengths, which end at the mean of the same runs
        error=(fourth - square**2 / some) / free / some * (some / free) ** 2,
    )


def _rest(run: Branch, frame: Branch, joint: np.ndarray) -> np.ndarray:
    """A run less the frame, once aligned to it and centred: (words, dims), 0 where
    absent."""
    rest = np.empty(frame.vectors.shape)
    for rows, values in turned(run, joint_rotation(run, frame)):
        rest[rows] = values
    rest -= rest[joint].mean(axis=0)
    rest -= frame.vectors
    rest[~run.present] = 0
    return rest


def sizes(whole: Sequence[Spread], drawn: Sequence[Spread]) -> Size:
    """Change between two texts by shuffled and bootstrapped runs of both.

    Student's interval by the variance of the means in the direction of the change, by
    runs: it grows with the change itself, and is that of a word that changed by the
    end. The error of the noise taken off is added.
    """
    move = whole[0].mean - whole[1].mean
    plug_in = np.einsum("wd,wd->w", move, move)
    cells = list(zip(whole, drawn, strict=True))
    training = sum(x.variance / x.count for x in whole)
    sampling = sum(y.variance - x.variance for x, y in cells)
    # as intervals of cosines tell training's noise from sampling's
    along = sum(
        AROUND["whole_apart"](*(Sample(None, z.count, 0.0, z.along) for z in cell))[1]
        for cell in cells
    )
    error = sum(y.error + (1 - 1 / x.count) ** 2 * x.error for x, y in cells)
    fewest = np.min([x.count for x in (*whole, *drawn)], axis=0)
    reach = np.square(stdtrit(np.maximum(fewest - 1, 1), 0.975))
    squared = plug_in - training - sampling
    half = 2 * reach * along
    side = np.sqrt(2 * half * plug_in + half**2 + reach * error)
    numbers = plug_in, training, sampling, squared, squared + half - side
    told = (*numbers, squared + half + side)
    return Size(*(np.where(fewest >= LEAST, x, np.nan) for x in told))


MEASURE = Measure(
    name="change_size",
    of=PAIR,
    controls=True,
    samplings=("shuffled", "bootstrapped"),
    reads=(MODELS,),
    wanted=lambda grid, subject: bool(grid.aligned_of(*subject.cells[:2])),
    refuses=(ValueError,),
    message="Tell by how much words changed between {subject}.",
    cost=Cost(
        # both frames, directions, a run as read and rotated, a sum
        bytes=lambda size: 4e8 + 64.0 * size.words * size.dims,
        operations=lambda size: 6 * size.product * size.runs,
        passes=2,
    ),
    quantities={
        "change_size": Quantity(
            label="squared change of a word after alignment",
            symbol="d2",
            formula="|m1 - m2|^2 - sum T / n - sum (B - T)",
            source="Hamilton et al. 2016 (alignment); ours (noise, over runs)",
            best="low",
            range=(-np.inf, np.inf),
        ),
    },
)
