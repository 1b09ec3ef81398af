"""Change after alignment: its speed, and how often its intervals hold the truth.

Speed: a pair of cells against the matrix products it cannot do without, as a ratio of
one run. These are the products of dims of each alignment, and the cosines of all words
with all words, in float32, that nearest neighbours take. Seconds are of the processor,
with one thread, as a job has.

    python bench/alignment.py
    python bench/alignment.py --simulate

The second draws texts from a known model (generator.py); in the late one some words are
exchanged two by two. Each text is trained shuffled and bootstrapped; what is told of
the size of change is held against many fresh texts. About ten minutes.
"""

import argparse
import time

import numpy as np
import pandas as pd
from cells import TRAINERS, seed
from generator import MODELS, text
from threadpoolctl import threadpool_limits

from quaver.corpora.samples import draw
from quaver.measures.change_alignment import distances, in_common
from quaver.measures.change_size import Chosen, change_of, frames_of
from quaver.spaces.branches import Branch, leaf
from quaver.spaces.means import align_to_one
from quaver.spaces.space import Space

RUNS, LATER, TRUTHS = 8, 1000, 240  # of a cell; number of the first late text; texts
PAIRS = 40  # of words that are exchanged, one in four of all


def pair(words: int, dims: int, run: int) -> list[Branch]:
    """A run of both texts: noisy copies of one clustered space."""
    generator = np.random.default_rng([20200723, run])
    centres = generator.standard_normal((words // 50, dims), dtype=np.float32)
    base = centres[np.arange(words) % len(centres)]
    spaces = []
    for _ in range(2):
        noise = generator.standard_normal((words, dims), dtype=np.float32)
        everywhere = np.ones(words, dtype=bool), np.ones(words, dtype=np.int64)
        spaces.append(leaf(base + noise, *everywhere))
    return spaces


def products(first: Branch, second: Branch) -> None:
    """The products of a pair of runs, and nothing else."""
    one, other = (x.vectors.astype(np.float64) for x in (first, second))
    one @ (one.T @ other)
    for space in (first.vectors, second.vectors):
        for row in range(0, len(space), 256):
            space[row : row + 256] @ space.T


def timed(function, *arguments) -> float:
    start = time.process_time()
    function(*arguments)
    return time.process_time() - start


def compared(first: Branch, second: Branch) -> None:
    """What a measure does with a pair of runs."""
    distances(first, second)
    in_common(first, second)


def speed(words: int, dims: int, runs: int) -> None:
    """Print the ratio for a pair of cells of so many runs."""
    compared(*pair(500, dims, 0))  # warm
    ours, theirs = np.sum(
        [
            [
                timed(function, *pair(words, dims, run))
                for function in (compared, products)
            ]
            for run in range(runs)
        ],
        axis=0,
    )
    print(
        f"{words} x {dims}, {runs} runs of both texts: {ours:.1f} s, products alone "
        f"{theirs:.1f} s, ratio {ours / theirs:.2f}"
    )


def trained(technique: str, number: int, sampling: str, run: int) -> Space:
    """A run on a text of the first model, by its number."""
    trainer, parameters = TRAINERS[technique]
    view = text(MODELS["first"], number).view("document")
    run_seed = seed(technique, number, sampling, run)
    drawn = draw(sampling, view.units, run_seed)
    return trainer.train(view, drawn, parameters, run_seed)


def exchanged() -> np.ndarray:
    """Rows of the late text's words: those of PAIRS of like frequency are exchanged."""
    model = MODELS["first"]
    rows = np.arange(model.words)
    starts = np.linspace(model.common, model.words - 6, PAIRS).astype(int)
    for row in starts:
        rows[[row, row + 4]] = rows[[row + 4, row]]
    return rows


def told(technique: str, corpus: int, rows: np.ndarray):
    """What is told of the change between two texts, and who has which word."""
    cells = []
    for sampling in ("shuffled", "bootstrapped"):
        for number, own in ((corpus, np.arange(len(rows))), (LATER + corpus, rows)):
            runs = [trained(technique, number, sampling, k) for k in range(RUNS)]
            spaces = [(x.vectors, x.present, x.counts) for x in runs]
            cells.append(Chosen(spaces, own))
    joint = np.all([space[1] for cell in cells for space in cell], axis=0)
    return change_of(cells[:2], cells[2:], joint), joint


def truth(technique: str, rows: np.ndarray) -> np.ndarray:
    """Squared change of each word by fresh texts, trained once each: (words,).

    The late texts are the early ones with words exchanged, so that one mean is of both.
    """
    runs = (trained(technique, 10_000 + k, "shuffled", 1) for k in range(TRUTHS))
    mean = align_to_one([(x.vectors, x.present, x.counts) for x in runs])[0]
    late = Branch(*(values[rows] for values in mean))
    early, late = frames_of([mean, late], mean.present & late.present)
    return np.square(early.vectors - late.vectors).sum(axis=1)


def simulate(technique: str, texts: int) -> dict:
    """Bias of what is told and of the plug-in, and how often intervals hold the truth,
    of words that were exchanged and of those that were not."""
    rows = exchanged()
    true, moved = truth(technique, rows), rows != np.arange(len(rows))
    parts = {}
    every = [told(technique, corpus, rows) for corpus in range(texts)]
    for name, words in (("still", ~moved), ("exchanged", moved)):
        off, plug_in, held = [], [], []
        for size, joint in every:
            own = words & joint & np.isfinite(true)
            off.append((size.squared - true)[own].mean())
            plug_in.append((size.plug_in - true)[own].mean())
            held.append(((size.low <= true) & (true <= size.high))[own].mean())
        error = np.std(off, ddof=1) / np.sqrt(texts)
        parts |= {
            f"{name}: truth": true[words & np.isfinite(true)].mean(),
            f"{name}: off": np.mean(off),
            f"{name}: error": error,
            f"{name}: plug-in off": np.mean(plug_in),
            f"{name}: held": np.mean(held),
        }
    return parts


def main() -> None:
    """Print ratios of speed, or what a simulation tells of intervals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulate", nargs="*", metavar="technique", default=None)
    parser.add_argument("--texts", type=int, default=30)
    options = parser.parse_args()
    if options.simulate is None:
        for words, dims, runs in ((10_000, 300, 4), (2000, 50, 32)):
            speed(words, dims, runs)
        return
    techniques = options.simulate or ["lsa", "ppmi", "glove"]
    rows = {name: simulate(name, options.texts) for name in techniques}
    print(pd.DataFrame(rows).round(4).to_string())


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
