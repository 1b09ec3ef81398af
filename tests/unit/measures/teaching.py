"""Sets of terms with their draws, and a learner that sums what stands around them."""

import sys
from types import ModuleType

import numpy as np

from quaver import store
from quaver.learners.declare import Learned
from quaver.results.blocks import put_runs, put_space
from quaver.spaces.space import Space

WORDS = [f"w{k:03}" for k in range(60)]
SPEC = {"learner": "summing", "parameters": {}, "contexts": False, "runs": 0, "seed": 7}
SPEC |= {"cell": "news/w/shuffled"}


def learn(background, drawn, parameters, seeds):
    """Sum of the known words of a group's sentences."""
    vectors = np.zeros((drawn.number, background.vectors.shape[1]))
    token = np.repeat(drawn.group, np.diff(drawn.edges))
    known = drawn.tokens >= 0
    np.add.at(vectors, token[known], background.vectors[drawn.tokens[known]])
    read = np.bincount(token[known], minlength=drawn.number)
    vectors[read == 0] = np.nan
    nothing = np.zeros((drawn.number, 0), np.int64)
    moved = np.full(drawn.number, np.nan)
    return Learned(vectors.astype(np.float32), read, read, read * 0, nothing, moved)


def give_learner(monkeypatch, learn=learn):
    """Let 'summing' be a learner of the house."""
    module = ModuleType("quaver.learners.summing")
    module.learn = learn
    monkeypatch.setitem(sys.modules, module.__name__, module)


def write_runs(folder, runs=2, dims=12, *, words=WORDS, seed=1):
    """A block of random spaces; runs: how many, or an array (runs, words, dims)."""
    folder.mkdir(parents=True, exist_ok=True)
    if isinstance(runs, int):
        shape = runs, len(words), dims
        runs = np.random.default_rng(seed).standard_normal(shape)
    path = folder / f"1-{len(runs)}.h5"
    with store.create(path, "models", dict) as file:
        for place, vectors in enumerate(runs):
            present = np.ones(len(words), bool)
            counts = np.arange(len(words), 0, -1)
            space = Space(vectors.astype(np.float32), present, counts)
            put_space(file, place, len(runs), space)
        put_runs(file, words, np.arange(1, len(runs) + 1))
    return path


def topical(held, topics=True, seed=3):
    """Sentences of terms by name: six words each, half of them a topic of the term's
    own where there are topics. held: sentences by term."""
    texts = {}
    for place, (term, number) in enumerate(held.items()):
        generator = np.random.default_rng([seed, place])
        own = np.arange(place * 4, place * 4 + 4) % len(WORDS)
        texts[term] = [
            [*generator.choice(own, 3), *generator.choice(len(WORDS), 3)]
            if topics
            else [*generator.choice(len(WORDS), 6)]
            for _ in range(number)
        ]
    return texts


def write_draws(path, texts, order=None, draws=2):
    """The file of a set's sentences, terms in an order; each has its term in front."""
    names = [*(order or texts)]
    every = [
        (t, k, x) for t, name in enumerate(names) for k, x in enumerate(texts[name])
    ]
    tokens = [[-2, *words] for _, _, words in every]
    term, sentence = (np.array([x[k] for x in every], np.int64) for k in (0, 1))
    with store.create(path, "draws", dict) as file:
        file.put("terms", ("terms",), names)
        file.put("words", ("words",), WORDS)
        file.put("tokens", ("tokens",), np.concatenate(tokens).astype(np.int32))
        edges = np.append(0, np.cumsum([len(x) for x in tokens]))
        file.put("edges", ("edges",), edges)
        file.put("term", ("entries",), term)
        file.put("draw", ("entries",), sentence % draws)
        file.put("is_test", ("terms",), np.arange(len(names)) % 3 == 0)
        file.put("full", ("terms", "draws"), np.ones((len(names), draws), bool))
    return path
