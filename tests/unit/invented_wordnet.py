"""A WordNet of one invented tree, stored, and vectors that know it."""

import numpy as np

from quaver import store

BRANCHES = 4  # below each synset
DEPTH = 6
SYNSETS = 300  # of each part of speech


def word_names(words):
    return [f"w{k}" for k in range(words)]


def tree_file(folder, words, known=None, seed=5):
    """Store a tree whose synsets have one word each; the first `known` words are in."""
    known = words if known is None else known
    parents = (np.arange(1, known) - 1) // BRANCHES
    path = folder / "wordnet.h5"
    texts = {"lemmas": word_names(known), "exceptions": [], "exception_lemmas": []}
    numbers = {
        "parent_offsets": np.append(0, np.arange(known)),
        "parents": parents,
        "sense_offsets": np.arange(known + 1),
        "senses": synsets(known, seed),
        "exception_offsets": np.zeros(1, dtype=np.int64),
    }
    with store.create(path, "wordnet", dict) as file:
        file.put("parts", ("parts",), ["noun"])
        file.put("depth", ("parts",), [DEPTH])
        file.put("is_rooted", ("parts",), [False])
        for name, values in (texts | numbers).items():
            file.put(f"noun/{name}", (name,), values)
    return path


def synsets(words, seed=5):
    """The synset of each word, at random: neither rows nor counts know the tree."""
    return np.random.default_rng(seed).permutation(words)


def parts_file(folder, senses, seed=5):
    """Store a tree of nouns and one of verbs: words have senses of either, at random.

    senses: (words, 2), how many.
    """
    generator, path = np.random.default_rng(seed), folder / "wordnet.h5"
    names = np.array(word_names(len(senses)))
    with store.create(path, "wordnet", dict) as file:
        file.put("parts", ("parts",), ["noun", "verb"])
        file.put("depth", ("parts",), [DEPTH] * 2)
        file.put("is_rooted", ("parts",), [False] * 2)
        for part, counts in zip(("noun", "verb"), senses.T, strict=True):
            given = {
                "lemmas": [*names[counts > 0]],
                "exceptions": [],
                "exception_lemmas": [],
                "parent_offsets": np.append(0, np.arange(SYNSETS)),
                "parents": (np.arange(1, SYNSETS) - 1) // BRANCHES,
                "sense_offsets": np.append(0, np.cumsum(counts[counts > 0])),
                "senses": generator.integers(0, SYNSETS, counts.sum()),
                "exception_offsets": np.zeros(1, dtype=np.int64),
            }
            for name, values in given.items():
                file.put(f"{part}/{name}", (name,), values)
    return path


def part_vectors(senses, dims, run, noise=0.1):
    """Vectors that know parts of speech, by their shares of senses, and no meaning."""
    generator = np.random.default_rng(run)
    rows = noise * generator.standard_normal((len(senses), dims))
    rows[:, :2] += senses / senses.sum(axis=1, keepdims=True)
    return rows.astype(np.float32)


def meant_vectors(words, dims, run, noise=1.0):
    """Words are near in space as they are in the tree: what stands above adds up."""
    generator = np.random.default_rng(run)
    own = generator.standard_normal((words, dims))
    rows = noise * generator.standard_normal((words, dims))
    for word, synset in enumerate(synsets(words)):
        while synset > 0:
            rows[word] += own[synset]
            synset = (synset - 1) // BRANCHES
    return rows.astype(np.float32)
