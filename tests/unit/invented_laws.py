"""Series of periods whose law of change is known: their alignments, their numbers."""

import numpy as np

from quaver import store
from quaver.results.laws import Condition, LawNumbers

WORDS, PAIRS, RUNS = 150, 4, 8
UNMEASURED = {"conditions": {}, "tokens": np.nan, "note": "too few words"}
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
        file.put("runs", ("runs",), np.arange(len(change)) + 1)
        file.put("distance", ("runs", "words"), change.astype(np.float32))
        for size in SIZES:
            groups = change.reshape(-1, size, change.shape[1]).mean(axis=1)
            of = f"averages/{size}"
            file.put(f"{of}/distance", ("groups", "words"), groups)
            file.put(f"{of}/as_coded", ("groups", "words"), groups + 0.01)
    return path


def sized(path, names, squared):
    """The file of the size of one change: plug-in and debiased (words,) alike."""
    with store.create(path, "change_size", dict) as file:
        file.put("words", ("words",), names)
        file.put("plug_in", ("words",), squared + 1)
        file.put("squared", ("words",), squared)
    return path


def even(path, names, every, level):
    """The file of change by contexts: all uses, and equally many, (words,) each."""
    with store.create(path, "change_even", dict) as file:
        file.put("words", ("words",), names)
        file.put("every", ("words",), every)
        file.put("even", ("words",), level)
    return path


def line(slope, explained, averages, seed=0):
    """Numbers of lines: mean slope and R2 of averages, and draws around them."""
    generator = np.random.default_rng(seed)
    apart = np.linspace(-0.02, 0.02, averages) if averages > 1 else np.zeros(1)
    drawn = 0.02 * generator.normal(size=(2, 200))
    return {
        "slope": slope + apart,
        "marginal": explained + apart,
        "drawn_slope": slope + drawn[0],
        "drawn_marginal": explained + drawn[1],
        "words": np.full(averages, 150),
        "values": np.full(averages, 600),
        "without_slope": slope + np.array([-0.001, 0, 0, 0.001]),
        "without_marginal": explained + np.array([-0.001, 0, 0, 0.001]),
    }


def condition(slope, explained, runs=8):
    """A condition whose slope and R2 are the same at every size."""
    kinds = [("cosine", 1), *((w, s) for s in SIZES for w in ("cosine", "as_coded"))]
    lines = {kind: line(slope, explained, runs // kind[1]) for kind in kinds}
    return Condition(words=150, values=600, pairs=4, lines=lines)


def law_numbers(**changes):
    """Laws of a series: a slope of -.6 in periods, of -.3 and -.1 in controls."""
    generator = np.random.default_rng(1)
    facts = {"name": "eras", "series": "eras", "language": "en"}
    facts |= {"technique": "word2vec", "trainer": "word2vec", "sampling": "shuffled"}
    facts |= {"periods": [str(year) for year in range(1800, 2000, 40)], "runs": 8}
    facts |= {"parameters": {"dimensions": 300, "epochs": 5}, "tokens": 1e6}
    facts["conditions"] = {
        "genuine": condition(-0.6, 0.36),
        "batches": condition(-0.3, 0.09),
        "like_periods": condition(-0.1, 0.01),
    }
    x, noise = generator.normal(size=(2, 150))
    facts["example"] = x, 0.8 * noise - 0.6 * x
    return LawNumbers(**facts | changes)


def no_laws():
    """A series that could not be measured."""
    return law_numbers(**UNMEASURED)
