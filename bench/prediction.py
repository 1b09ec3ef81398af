"""p@1 predicted: one compiled quadrature against a loop of scipy's quad, as a ratio.

Both integrate Eq. 2.22 over the same words, those the pruning of A.2 leaves; quad is
timed on some targets and scaled to all.
"""

import argparse
import time

import numpy as np
from scipy.integrate import quad
from scipy.special import ndtr

from quaver.measures.quadrature import kept, predicted


def candidates(targets: int, words: int) -> tuple[np.ndarray, ...]:
    """Means and deviations of what is left of the words of each target, offsets."""
    generator = np.random.default_rng(20200723)
    means = generator.normal(0.2, 0.1, (targets, words))
    deviations = generator.uniform(0.01, 0.03, (targets, words))
    likely = kept(means, deviations)
    offsets = np.append(0, np.cumsum(likely.sum(axis=1)))
    return means[likely], deviations[likely], offsets


def by_quad(means: np.ndarray, deviations: np.ndarray) -> float:
    """p@1 of one target, word by word as the formula is written."""
    found = []
    for s in range(len(means)):
        mean, spread = means[s], deviations[s]
        others, spreads = np.delete(means, s), np.delete(deviations, s)

        def integrand(x, mean=mean, spread=spread, others=others, spreads=spreads):
            z = (x - mean) / spread
            density = np.exp(-z * z / 2) / (np.sqrt(2 * np.pi) * spread)
            return density * ndtr((x - others) / spreads).prod()

        found.append(quad(integrand, mean - 8 * spread, mean + 8 * spread)[0])
    return float(np.square(found).sum())


def timed(function, *arguments):
    start = time.process_time()
    return function(*arguments), time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--targets", type=int, default=1000)
    parser.add_argument("--words", type=int, default=20_000)
    parser.add_argument("--sample", type=int, default=20, help="targets for quad")
    options = parser.parse_args()
    means, deviations, offsets = candidates(options.targets, options.words)
    predicted(means[:2], deviations[:2], np.array([0, 2]))  # compiles
    ours, seconds = timed(predicted, means, deviations, offsets)
    parts = [slice(*offsets[t : t + 2]) for t in range(options.sample)]
    theirs, loop = timed(lambda: [by_quad(means[x], deviations[x]) for x in parts])
    loop *= options.targets / options.sample
    apart = np.abs(ours[: options.sample] - theirs).max()
    size = len(means) / options.targets
    print(f"prediction: p@1 of {options.targets} targets, {size:.0f} words each")
    print(f"  {'quadrature':22}{seconds:8.2f} s; apart by {apart:.0e} at most")
    print(f"  {'loop of quad':22}{loop:8.2f} s; ratio {loop / seconds:.0f}")


if __name__ == "__main__":
    main()
