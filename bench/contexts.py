"""Contexts of words, and documents dealt anew: their speed beside that of training.

Ratios of one run, in seconds of the processor with one thread, as a job has. Contexts
of all words of a text beside an epoch of word2vec of as many dims on it; 19,999 deals
of 1000 targets beside what is trained for them: 32 runs of five epochs on both halves,
and eight, as small studies have.

    python bench/contexts.py
"""

import time

import numpy as np
from generator import MODELS, text
from threadpoolctl import threadpool_limits

from quaver.config.techniques import Word2Vec
from quaver.corpora.samples import Sample
from quaver.spaces.contexts import context_sums
from quaver.statistics.dealing import null
from quaver.statistics.periods import centre_of
from quaver.trainers.word2vec import train

DIMS, DEALS, TARGETS, CONTROLS = 50, 19_999, 1000, 200
RUNS, EPOCHS = (32, 8), 5  # on each half, so as many on the whole


def timed(function, *arguments, **rules) -> tuple[float, object]:
    """Seconds of the processor, and what came out."""
    start = time.process_time()
    made = function(*arguments, **rules)
    return time.process_time() - start, made


def main() -> None:
    """Print both ratios."""
    drawn = text(MODELS["third"], 1)
    view = drawn.view("document")
    whole = Sample(np.arange(view.units))
    options = Word2Vec(dimensions=DIMS, epochs=1)
    train(view, whole, options, 1)  # warm
    epoch, space = timed(train, view, whole, options, 2)
    rules = {"targets": np.arange(len(view.words)), "vectors": space.vectors}
    rules["window"] = 5
    parts = view.tokens, view.offsets, np.arange(view.units)
    context_sums(*parts, **rules)  # compiled
    contexts, uses = timed(context_sums, *parts, **rules)
    print(
        f"contexts of {len(view.words)} words, {len(view.tokens)} tokens, {DIMS} dims: "
        f"{contexts:.2f} s, an epoch of word2vec {epoch:.2f} s, ratio "
        f"{contexts / epoch:.2f}"
    )
    periods = np.random.default_rng(3).permutation(np.arange(view.units) % 2)
    counts = np.bincount(uses.word, uses.counts, minlength=len(view.words))
    frequent = np.argsort(-counts, kind="stable")
    targets = np.sort(frequent[: min(TARGETS, len(frequent))])
    controls = np.sort(frequent[: len(targets) : max(1, len(targets) // CONTROLS)])
    centre = centre_of(uses, controls, periods)
    words = {"targets": targets, "controls": controls}
    null(uses, periods, centre, **words, deals=1, seed=1)  # compiled
    dealt, _ = timed(null, uses, periods, centre, **words, deals=DEALS, seed=1)
    dealing = f"{DEALS} deals of {len(targets)} targets, {view.units} documents"
    print(f"{dealing}: {dealt:.1f} s")
    for runs in RUNS:
        trained = epoch * runs * EPOCHS
        print(f"training of {runs} runs {trained:.1f} s, ratio {dealt / trained:.2f}")


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
