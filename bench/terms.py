"""Terms found in a text: the speed beside that of one bare pass over its tokens.

Ratios of one run, in seconds of the processor with one thread. The text, a memory map,
has the words of a large vocabulary by Zipf's law; terms are of all frequencies but
those of the most frequent words, a third of them of two or three words. Bare passes: a
sum of all tokens, which no search can be as fast as, and a count of each word, the
least that looks at words.

    python bench/terms.py
"""

import tempfile
import time
from pathlib import Path

import numpy as np
from numba import njit

from quaver.corpora.terms import find, sentence_counts

TOKENS, WORDS, SENTENCE = 40_000_000, 260_000, 20
TERMS, FREQUENT = 300, 100  # the most frequent words, no term alone
REPEATS = 5


@njit
def count(tokens, counts):
    """Count each word: the barest pass that looks at words."""
    for token in tokens:
        counts[token] += 1


def timed(function, *arguments) -> tuple[float, object]:
    """Seconds of the processor, the least of some, and what came out."""
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        made = function(*arguments)
        seconds.append(time.process_time() - start)
    return min(seconds), made


def drawn_terms(tokens: np.ndarray, generator: np.random.Generator) -> list[list[int]]:
    """Terms of one word of any frequency, and of two or three as the text has them."""
    terms = {(int(word),) for word in generator.integers(FREQUENT, WORDS, TERMS)}
    for start in generator.integers(0, len(tokens) - 3, TERMS):
        term = tuple(tokens[start : start + 2 + int(start) % 2].tolist())
        if max(term) >= FREQUENT and len(terms) < TERMS * 3 // 2:
            terms.add(term)
    return sorted(map(list, terms))


def main() -> None:
    """Print seconds and ratios."""
    generator = np.random.default_rng(1)
    chances = 1 / np.arange(1, WORDS + 1)
    ends = np.cumsum(chances / chances.sum())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "tokens")
        drawn = np.searchsorted(ends, generator.random(TOKENS)).astype(np.uint32)
        np.minimum(drawn, WORDS - 1).tofile(path)
        tokens = np.memmap(path, np.uint32, "r")
        edges = np.arange(0, TOKENS + 1, SENTENCE)
        terms = drawn_terms(tokens, generator)
        plain = np.asarray(tokens)
        count(plain, np.zeros(WORDS, np.int64))  # compiled
        find(tokens[:SENTENCE], edges[:2], terms, WORDS)
        sentence_counts(tokens[:SENTENCE], edges[:2], WORDS)
        summed, _ = timed(np.sum, plain)
        counted, _ = timed(count, plain, np.zeros(WORDS, np.int64))
        seconds, found = timed(find, tokens, edges, terms, WORDS)
        sentences, _ = timed(sentence_counts, tokens, edges, WORDS)
    print(
        f"{len(terms)} terms, {len(found.term)} occurrences in {TOKENS} tokens: "
        f"{seconds:.3f} s, a count of words {counted:.3f} s, ratio "
        f"{seconds / counted:.2f}; a sum {summed:.3f} s, ratio {seconds / summed:.2f}"
    )
    print(
        f"sentences of every word: {sentences:.3f} s, ratio {sentences / counted:.2f}"
    )


if __name__ == "__main__":
    main()
