"""LCH of targets with all words, beside products of a vector with all vectors.

WordNet is fetched by apt-get, or read from --folder. 100 000 words of nouns and verbs,
as they stand and with an s; milliseconds of the processor a target, with one thread.
Ratios are to a product of 100 000 x 100 float32, which a list of cosines takes.

    python bench/taxonomy.py --folder /usr/share/wordnet
"""

import argparse
import tempfile
import time
from itertools import chain
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

from quaver.corpora import wordnet
from quaver.corpora.morphy import look_up
from quaver.corpora.reading import SourceError
from quaver.spaces.taxonomy import Senses, levels, paths, taxonomy

WORDS, DIMS, TARGETS = 100_000, 100, 320


def timed(function, *arguments) -> float:
    """Milliseconds of the processor a target, after a call that warms."""
    function(*arguments)
    start = time.process_time()
    function(*arguments)
    return 1e3 * (time.process_time() - start) / TARGETS


def words_of(parts: dict[str, wordnet.Part]) -> list[str]:
    """So many words: lemmas without a space, then their plurals."""
    lemmas = chain.from_iterable(part.lexicon.lemmas for part in parts.values())
    words = dict.fromkeys(word for word in lemmas if "_" not in word)
    words |= dict.fromkeys(f"{word}s" for word in [*words])
    return [*words][:WORDS]


def tree_of(part: wordnet.Part):
    """The taxonomy of a part of speech."""
    facts = {"depth": part.depth, "is_rooted": part.is_rooted}
    return taxonomy(part.parent_offsets, part.parents, **facts)


def products(vectors: np.ndarray, targets: np.ndarray) -> None:
    """Products of each target with all vectors, one after the other."""
    for target in targets:
        vectors @ vectors[target]


def main() -> None:
    """Print milliseconds and ratios of nouns, verbs and both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", default="")
    folder = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as work:
        try:
            parts = wordnet.read({"folder": folder}, Path(work))
        except SourceError as error:
            print(f"LCH is not measured: {error}")
            return
    words = words_of(parts)
    targets = np.random.default_rng(1).choice(len(words), TARGETS, replace=False)
    own = {
        name: (tree_of(part), Senses(*look_up(part.lexicon, words, name)))
        for name, part in parts.items()
    }
    vectors = np.random.default_rng(2).standard_normal((WORDS, DIMS), dtype=np.float32)
    product = timed(products, vectors, targets)
    print(f"LCH of a target with {len(words)} words; a product {product:.2f} ms")
    both = [*own.values()]
    for label, spent in {
        **{f"paths of {name}s": timed(paths, *own[name], targets) for name in own},
        "levels of both": timed(levels, both, targets),
        "levels, one by one": timed(apart, both, targets),
    }.items():
        print(f"  {label:22}{spent:8.2f} ms; ratio {spent / product:.2f}")


def apart(parts, targets: np.ndarray) -> None:
    """Levels of each target alone."""
    for target in targets:
        levels(parts, [target])


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
