"""Spaces in the formats of word2vec, which other tools read."""

from collections.abc import Iterator, Sequence

import numpy as np


def as_word2vec(words: Sequence[str], vectors, binary: bool) -> Iterator[bytes]:
    """Bytes of a word2vec file, header first: words (n,), vectors (n, dims) float32.

    Nine significant digits (text) give the same float32 back. Raises ValueError at
    once, before any byte, for what the format cannot hold.
    """
    words, vectors = list(words), np.asarray(vectors, dtype="<f4")
    if vectors.ndim != 2 or len(vectors) != len(words) or not vectors.size:
        raise ValueError(
            "word2vec files hold one vector a word, at least one word and one "
            f"dimension. Got {len(words)} words and vectors of shape {vectors.shape}."
        )
    bad = [word for word in words if word.split() != [word]]
    if bad:
        shown = ", ".join(repr(word) for word in bad[:5])
        raise ValueError(
            "word2vec files separate a word from its vector by a space: words must be "
            f"without white space and not empty. {len(bad)} of {len(words)} are not, "
            f"first: {shown}."
        )
    absent = np.flatnonzero(~np.isfinite(vectors).all(axis=1))
    if len(absent):
        raise ValueError(
            f"only words that are present can be exported: {len(absent)} of "
            f"{len(words)} have no finite vector, first: {words[absent[0]]!r}."
        )
    return _rows(words, vectors, binary)


def _rows(words: list[str], vectors: np.ndarray, binary: bool) -> Iterator[bytes]:
    line = "%s" + " %.9g" * vectors.shape[1] + "\n"
    yield f"{len(words)} {vectors.shape[1]}\n".encode()
    for word, vector in zip(words, vectors, strict=True):
        if binary:
            yield word.encode() + b" " + vector.tobytes() + b"\n"
        else:
            yield (line % (word, *vector.tolist())).encode()
