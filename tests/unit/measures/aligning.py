"""Two texts whose spaces are known, as files of models and averages."""

import numpy as np
from measuring import call
from scipy.stats import ortho_group

from quaver import store
from quaver.results.blocks import put_runs, put_space
from quaver.spaces.space import Space

DIMS = 6
WORDS = [f"word{k}" for k in range(60)]
SWAPPED = "word3", "word40"


def vectors(noise=0.0, seed=0):
    """A space of all words, with noise of a seed: (words, dims)."""
    space = np.random.default_rng(99).normal(size=(len(WORDS), DIMS))
    return space + noise * np.random.default_rng(seed).normal(size=space.shape)


def swapped(space):
    """The same, but two words have each other's vectors."""
    rows = [*range(len(WORDS))]
    one, other = map(WORDS.index, SWAPPED)
    rows[one], rows[other] = other, one
    return space[rows]


def write(path, spaces, seed, absent=()):
    """A block of runs: words in an order of the text, each run turned its own way.

    absent: (run, word) that is not there.
    """
    path.parent.mkdir(exist_ok=True)
    order = np.random.default_rng(seed).permutation(len(WORDS))
    names = [WORDS[k] for k in order]
    with store.create(path, "models", dict) as file:
        for run, space in enumerate(spaces):
            turn = ortho_group.rvs(DIMS, random_state=1000 * seed + run)
            present = np.array([(run, name) not in absent for name in names])
            counts = np.where(present, order + 10, 0)
            made = Space((space @ turn)[order].astype(np.float32), present, counts)
            put_space(file, run, len(spaces), made)
        put_runs(file, names, np.arange(len(spaces)) + 1)
    return path


def average(path, size, name=""):
    """The averages of so many runs of a block, in a file beside it."""
    spec = {"size": size, "method": "tree"}
    made = path.with_name(f"{name or size}.h5")
    return call("average_spaces", made, [path], spec)
