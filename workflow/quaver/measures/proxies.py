"""How alike the word-wise PIP loss orders words, told from some words or from all.

Rettenmeier 2020, section 2.2.3 (II) and Table 2.6: the loss of a word, Eq. 2.29, is a
mean over the vocabulary; random proxy words estimate it. With the Gram matrices of the
proxies, as in `pip`, it costs no matrix of words by words.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from quaver.measures.declare import MODELS, Cost, Measure, Quantity
from quaver.measures.pip import products
from quaver.spaces.draws import drawn
from quaver.statistics import correlation, ranks

ROWS = 1 << 13  # words multiplied together; bounds the float64 copies
Pair = tuple[np.ndarray, np.ndarray]  # runs over the same words: unit rows of each


def proxy_losses(pair: Pair, targets: np.ndarray, proxies: np.ndarray) -> np.ndarray:
    """Loss of targets from proxies (rows of words), of all exact: (targets,)."""
    a, b = (space[targets].astype(np.float64) for space in pair)
    of_first, of_second, of_both = _grams(pair, proxies)
    square = products(a, of_first, a) + products(b, of_second, b)
    square = square - 2 * products(a, of_both, b)
    return np.sqrt(np.maximum(square, 0) / (4 * len(proxies)))


def proxy_consistency(
    pair: Pair,
    targets: np.ndarray,
    sizes: Sequence[int],
    generator: np.random.Generator,
) -> np.ndarray:
    """Spearman's correlation between sizes: (sizes, sizes) in [-1, 1], NaN if constant.

    Of one draw of proxies per size, on the diagonal of two; of all words 1 (Table 2.6).
    """
    words = len(pair[0])
    if max(sizes) > words:
        raise ValueError(f"sizes must be at most {words} words. Got {max(sizes)}.")
    draws = []
    for size in sizes:
        # a second draw of all words is the same
        for _ in range(2 if size < words else 1):
            proxies = np.sort(generator.choice(words, size, replace=False))
            draws.append(proxy_losses(pair, targets, proxies))
        draws += draws[-1:] * (size == words)
    ranked = ranks(np.array(draws).reshape(len(sizes), 2, -1))
    correlations = correlation(ranked[:, None, 0], ranked[None, :, 0])
    np.fill_diagonal(correlations, correlation(ranked[:, 0], ranked[:, 1]))
    return correlations


def _grams(pair: Pair, rows: np.ndarray) -> np.ndarray:
    """Gram matrices of first, of second and of both over some rows, in float64."""
    grams = np.zeros((3, pair[0].shape[1], pair[1].shape[1]))
    for start in range(0, len(rows), ROWS):
        part = rows[start : start + ROWS]
        a, b = (space[part].astype(np.float64) for space in pair)
        # BLAS may sum a product of one array with itself in another order (syrk):
        # without copies two runs that are the same would not cancel
        sides = (a, a.copy()), (b, b.copy()), (a, b)
        for gram, (x, y) in zip(grams, sides, strict=True):
            gram += x.T @ y
    return grams


def measure(given, out) -> None:
    """Store how alike proxies of each size order a cell's targets, in pairs of runs."""
    shared, spec = given.shared(least=2), given.spec
    targets = np.sort(drawn(shared.mask, spec["targets"], spec["target_seed"]))
    spaces = shared.spaces()
    words = spaces.words
    sizes = [n for n in sorted(spec["proxies"]) if n < words] + [words]
    pairs = run_pairs(len(spaces), spec["run_pairs"], spec["seed"])
    correlations = []
    for i, j in pairs:
        # a pair's draws are its own, whichever pairs come before it
        generator = np.random.default_rng([spec["seed"], i, j])
        both = spaces[i], spaces[j]
        correlations.append(proxy_consistency(both, targets, sizes, generator))
    out.put_axes(sizes=np.array(sizes), other_sizes=np.array(sizes))
    first, second = shared.numbers[pairs].T
    out.put_all(("run_pairs",), first_run=first, second_run=second)
    out.put("spearman", ("run_pairs", "sizes", "other_sizes"), np.stack(correlations))
    out.describe("/", {"targets": len(targets), "words": words})


def run_pairs(runs: int, wanted: int, seed: int) -> np.ndarray:
    """Random pairs of runs in order, or all if they are fewer: (pairs, 2)."""
    pairs = np.array(list(combinations(range(runs), 2)))
    if len(pairs) > wanted:
        chosen = np.random.default_rng(seed).choice(len(pairs), wanted, replace=False)
        pairs = pairs[np.sort(chosen)]
    return pairs


def _operations(size) -> float:
    """Grams of proxies, three a draw and pair of runs."""
    analysis = size.analyses.distribution
    drawn = sum(n for n in analysis.proxies if n < size.words)
    pairs = min(analysis.run_pairs, size.pairs(size.runs - 1))
    return size.product * (3 * pairs * (1 + 2 * drawn / max(1, size.words)))


MEASURE = Measure(
    name="proxies",
    reads=(MODELS, "vocabulary?"),
    wanted=lambda grid, subject: grid.is_studied(subject.cell),
    spec=lambda grid, subject: {
        "proxies": sorted(grid.study.analyses.distribution.proxies),
        "run_pairs": grid.study.analyses.distribution.run_pairs,
        "seed": grid.seed_of("proxies", subject.cell.view),
        "targets": grid.study.analyses.stability.targets,
        "target_seed": grid.seed_of("targets", subject.cell.view),
        "vocabulary": grid.study.analyses.stability.vocabulary,
    },
    message="Compare the PIP loss of words told from some words and from all in "
    "{subject}.",
    cost=Cost(lambda size: size.spaces, _operations, 2),
    quantities={
        "proxies": Quantity(
            label="consistency of the word-wise PIP loss over proxies",
            symbol="rho(d_PIP)",
            formula="Spearman over words of d_PIP(w) from two sets of proxy words",
            range=(-1.0, 1.0),
            source="Rettenmeier 2020, section 2.2.3 (II), Table 2.6",
        )
    },
)
