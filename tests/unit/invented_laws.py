"""Series of periods whose law of change is known, as their alignments are stored."""

import numpy as np

from quaver import store

WORDS, PAIRS, RUNS = 150, 4, 8
SIZES = (2, 4, 8)


def aligned(folder, condition, slope, *, seed=0, words=WORDS, pairs=PAIRS):
    """Files of pairs: log change falls with log frequency by a slope of z-scores."""
    generator = np.random.default_rng(seed)
    frequency = np.random.default_rng(99).uniform(np.log(30), np.log(5000), words)
    own = 0.3 * generator.normal(size=words)
    paths = []
    for pair in range(pairs):
        counts = np.exp(frequency + 0.1 * generator.normal(size=(2, words)))
        z = (frequency - frequency.mean()) / frequency.std()
        noise = np.sqrt(max(1 - slope**2, 0.05)) * generator.normal(size=words)
        runs = 0.1 * generator.normal(size=(RUNS, words))
        change = np.exp(-4 + 0.5 * (slope * z + 0.7 * noise + own + runs))
        paths.append(folder / f"{condition}{pair}.h5")
        # words stand in an order of their own in each file, and one has few uses
        order = generator.permutation(words)
        names = [f"w{k}" for k in order]
        write(paths[-1], names, counts[:, order].round(), change[:, order])
    return paths


def write(path, names, counts, change):
    """The file of one alignment: counts (2, words), change (runs, words)."""
    with store.create(path, "change_alignment", dict) as file:
        file.put("words", ("words",), names)
        file.put("counts", ("periods", "words"), counts)
        file.put("distance", ("runs", "words"), change.astype(np.float32))
        for size in SIZES:
            groups = change.reshape(-1, size, change.shape[1]).mean(axis=1)
            of = f"averages/{size}"
            file.put(f"{of}/distance", ("groups", "words"), groups)
            file.put(f"{of}/as_coded", ("groups", "words"), groups + 0.01)
    return path
