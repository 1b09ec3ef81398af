"""The n-grams of words as fastText knows them: by the bucket they are hashed into."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from gensim.models.fasttext import ft_ngram_hashes
from gensim.models.fasttext_inner import compute_ngrams_bytes

from quaver.corpora.samples import Sample, View, count_words
from quaver.spaces.space import Space
from quaver.trainers import TrainingError, spread

BARS = re.compile(r"[|\\]")  # what marks letters and n-grams apart
SHOWN = 3  # n-grams that name a bucket; of others their number is told


def space(
    words: Sequence[str], counts: np.ndarray, parameters, vectors: np.ndarray
) -> Space:
    """A Space whose rows are buckets: words (words,), vectors (bucket, dims).

    counts: (words,) occurrences of the words a run keeps, 0 of others. A bucket counts
    once, whatever n-grams share it, and occurs as often as these do in such words; it
    is absent where it holds none of theirs.
    """
    buckets, owners = hashed(words, parameters)
    rows = occupied(buckets)
    place = np.zeros(len(vectors), dtype=np.int64)
    place[rows] = np.arange(len(rows))
    # float64 sums of whole numbers are exact below 2 ** 53
    summed = np.bincount(place[buckets], counts[owners], minlength=len(rows))
    present = np.flatnonzero(summed)
    if len(present) < 2:
        raise TrainingError(
            f"the words of the sample have n-grams in {len(present)} buckets, and a "
            "space needs two: raise 'bucket', lower 'min_n' or raise 'max_n'"
        )
    return spread(present, vectors[rows[present]], summed.astype(np.int64))


def names(view: View, parameters) -> list[str]:
    """The n-grams of each bucket of a text, the most frequent first: (buckets,).

    Those a word begins with bear <, those it ends with >. None is in two buckets, so no
    two names are alike; of more than SHOWN the number of the rest ends a name. Between
    two stands |, and one of their own after a backslash.
    """
    counts = count_words(view, Sample(np.arange(view.units)))
    buckets, owners = hashed(view.words, parameters)
    uses: dict[int, dict[bytes, int]] = defaultdict(lambda: defaultdict(int))
    lengths = parameters.min_n, parameters.max_n
    spelt = (
        gram for word in view.words for gram in compute_ngrams_bytes(word, *lengths)
    )
    occurrences = counts[owners].tolist()
    for bucket, gram, times in zip(buckets.tolist(), spelt, occurrences, strict=True):
        uses[bucket][gram] += times
    return [_name(uses[bucket]) for bucket in occupied(buckets).tolist()]


def _name(uses: dict[bytes, int]) -> str:
    """What a bucket is called, by the occurrences of its n-grams."""
    ordered = sorted(uses, key=lambda gram: (-uses[gram], gram))
    shown = [BARS.sub(r"\\\g<0>", gram.decode()) for gram in ordered[:SHOWN]]
    rest = [f"+{len(uses) - SHOWN}"] if len(uses) > SHOWN else []
    return "|".join(shown + rest)


def hashed(words: Iterable[str], parameters) -> tuple[np.ndarray, np.ndarray]:
    """Buckets of the n-grams of words, one after the other, and rows of their words.

    Both (n-grams,) int64; what a word has twice stands there twice, as gensim reads it.
    """
    how = parameters.min_n, parameters.max_n, parameters.bucket
    every = [ft_ngram_hashes(str(word), *how) for word in words]
    lengths = [len(own) for own in every]
    flat = np.fromiter((x for own in every for x in own), np.int64, sum(lengths))
    return flat, np.repeat(np.arange(len(lengths)), lengths)


def occupied(buckets: np.ndarray) -> np.ndarray:
    """Each bucket once, in order of its first n-gram: (n-grams,) -> (buckets,)."""
    every, first = np.unique(buckets, return_index=True)
    return every[np.argsort(first)]
