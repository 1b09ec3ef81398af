"""Records as a study would give them, of numbers drawn from known distributions."""

import numpy as np
from drawn_cells import cell

from quaver.results import distribution_records as distributions
from quaver.results.records import WordNumbers


def word_record(view="news", technique="glove", count=50, **changes):
    generator = np.random.default_rng(1)
    extrinsic = generator.random(count) / 20
    extrinsic[: count // 10] = np.nan
    facts = {
        "corpus": view,
        "view": view,
        "language": "en",
        "technique": technique,
        "trainer": technique,
        "words": [f"w{row}" for row in range(count)],
        "frequency": np.sort(generator.integers(1, 1000, count))[::-1].astype(float),
        "intrinsic": generator.random(count) / 50,
        "extrinsic": extrinsic,
        "missing": count // 10,
        "dropped": 0,
        "note": "",
    }
    return WordNumbers(**facts | changes)


def cosines(runs=8, pairs=400, seed=1, **changes):
    generator = np.random.default_rng(seed)
    means = generator.normal(0.1, 0.1, pairs)
    facts = {
        "runs": runs,
        "first": [f"a{k}" for k in range(pairs)],
        "second": [f"b{k}" for k in range(pairs)],
        "cosines": means + generator.normal(0, 0.02, (runs, pairs)),
        "normality": generator.random(pairs),
        "independence": generator.random(pairs // 2),
        "untested": 0,
        "example": ("cat", "dog"),
        "example_cosines": generator.normal(0.68, 0.01, runs),
        "chosen": "given",
    }
    return distributions.Cosines(**facts | changes)


def prediction(runs=8, targets=300, seed=2, **changes):
    generator = np.random.default_rng(seed)
    observed = generator.beta(1.3, 0.9, targets)
    near = [
        np.clip(observed + generator.normal(0, 0.05, targets), 0, 1) for _ in range(3)
    ]
    facts = {
        "runs": runs,
        "words": [f"t{k}" for k in range(targets)],
        "observed": observed,
        "predicted": near[0],
        "structure": near[1],
        "structure_as_coded": near[0],
        "observed_2": observed[:60] ** 0.5,
        "predicted_2": near[2][:60] ** 0.5,
        "candidates": np.full(targets, 12),
        "common_deviation": 0.02,
        "correlations": {
            "prediction": (0.98, 0.97, 0.99),
            "structure": (0.95, 0.93, 0.97),
            "structure_as_coded": (0.98, 0.97, 0.99),
            "prediction_2": (0.9, np.nan, np.nan),
        },
        "odds": None,
        "lists": None,
    }
    return distributions.Prediction(**facts | changes)


def shown(axes):
    """Steps drawn in a panel: of each its heights."""
    return [each.get_data().values for each in axes.patches]


def averaged(groups, size, seed=3, sets=("questions-words",), pairs=400):
    generator = np.random.default_rng([seed, size])
    means = np.random.default_rng(seed).normal(0.1, 0.1, pairs)
    means *= 1.05 if size > 1 else 1
    score = 0.5 + 0.01 * np.log2(size)
    noise = 0.02 / np.sqrt(size)
    return distributions.Averaged(
        losses=None,
        cosines=means + generator.normal(0, noise, (groups, pairs)),
        scores={name: generator.normal(score, noise / 4, groups) for name in sets},
        known={name: np.full(groups, 90) for name in sets},
        firsts=1 + size * np.arange(groups),
    )


def compared(runs=16, sizes=(2, 4, 8), methods=("tree",), **changes):
    return distributions.Compared(
        methods=methods,
        sizes=sizes,
        single=averaged(runs, 1, **changes),
        averages={
            (method, size): averaged(runs // size, size, **changes)
            for method in methods
            for size in sizes
            if size <= runs
        },
        lists=None,
    )


def record(view="news", technique="glove", sampling="shuffled", **parts):
    """All that is known of a cell; parts given as None were not measured."""
    whole = {"cosines": cosines(), "prediction": prediction(), "averages": compared()}
    facts = cell(view, technique, sampling)
    return distributions.DistributionNumbers(cell=facts, **whole | parts)
