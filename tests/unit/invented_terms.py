"""Files of terms as the rules write them, of which truth is known."""

import numpy as np

from quaver import store
from quaver.measures.terms_apart import KINDS, OF_KINDS
from quaver.results.blocks import put_runs, put_space
from quaver.results.term_sets import Draws
from quaver.results.terms import TermNumbers
from quaver.spaces.apart import apart
from quaver.spaces.space import Space


def block(folder, spaces, words):
    """The runs of a background: (runs, words, dims), NaN where a word is absent."""
    path = folder / f"1-{len(spaces)}.h5"
    with store.create(path, "models", dict) as file:
        for place, vectors in enumerate(np.asarray(spaces, np.float32)):
            present = np.isfinite(vectors[:, 0])
            counts = np.where(present, np.arange(len(vectors), 0, -1), 0)
            put_space(file, place, len(spaces), Space(vectors, present, counts))
        put_runs(file, words, np.arange(len(spaces)) + 1)
    return path


def draws(folder, terms, sentences, **facts):
    """Sentences of terms: (term, draw, tokens) each, -2 for the term itself.

    facts: of the file; words, is_test, layout, and probes as (term, word, score).
    """
    path = folder / "draws.h5"
    term, draw, tokens = zip(*sentences, strict=True)
    number = max(draw) + 1
    with store.create(path, "draws", dict) as file:
        file.describe("/", {"layout": facts.get("layout", "")})
        file.put("words", ("words",), facts.get("words", ["w"]))
        file.put("terms", ("terms",), terms)
        is_test = facts.get("is_test", np.ones(len(terms), bool))
        file.put("is_test", ("terms",), np.asarray(is_test))
        file.put("full", ("terms", "draws"), np.ones((len(terms), number), bool))
        file.put("term", ("entries",), np.array(term))
        file.put("draw", ("entries",), np.array(draw))
        file.put("sentence", ("entries",), 10 * np.arange(len(term)))
        edges = np.append(0, np.cumsum([len(x) for x in tokens]))
        file.put("edges", ("entry_edges",), edges)
        file.put("tokens", ("tokens",), np.concatenate(tokens).astype(np.int32))
        if probes := facts.get("probes"):
            rows, texts, scores = zip(*probes, strict=True)
            file.put("probe_term", ("probes",), np.array(rows))
            file.put("probe", ("probes",), list(texts))
            file.put("score", ("probes",), np.array(scores, float))
    return path


def learned(folder, terms, vectors, own=None, is_test=None):
    """Vectors of terms: (runs, terms, draws, dims); own words (runs, terms, dims)."""
    path, vectors = folder / "learn_terms.h5", np.asarray(vectors, np.float32)
    missing = np.full(vectors[:, :, 0].shape, np.nan, np.float32)
    with store.create(path, "learn_terms", dict) as file:
        file.put("terms", ("terms",), terms)
        file.put("runs", ("runs",), np.arange(len(vectors)) + 1)
        file.put("vectors", ("runs", "terms", "draws", "dims"), vectors)
        for name, number in (("known", 3), ("unknown", 1)):
            held = np.full(vectors.shape[:3], number)
            file.put(name, ("runs", "terms", "draws"), held)
        own = missing if own is None else np.asarray(own, np.float32)
        file.put("own", ("runs", "terms", "dims"), own)
        is_test = np.ones(len(terms), bool) if is_test is None else is_test
        file.put("is_test", ("terms",), np.asarray(is_test))
    return path


def arrays(path, kind):
    """All datasets of a file by name, texts as lists."""
    with store.read(path, kind) as file:
        names = [name for name in file if name != "provenance"]
        texts = {name for name in names if file[name].dtype.kind == "O"}
        return {x: store.texts(file[x]) if x in texts else file[x][:] for x in names}


def noisy(shape, seed=1, mean=0.0):
    """Normal vectors (terms, draws, dims) that share a mean and nothing else."""
    return np.random.default_rng(seed).normal(mean, 1, shape).astype(np.float32)


def record(of, made=None, **facts):
    """A record of draws (runs, terms, draws, dims) beside a background of 1000 words.

    facts: of the record; is_test; shared: how much draws of a term have in common.
    """
    shared, is_test = facts.pop("shared", 1.0), facts.pop("is_test", None)
    if made is None:
        terms = noisy((2, 12, 1, 20), 1) * shared
        made = terms + noisy((2, 12, 3, 20), 2) + 1
    is_test = np.ones(made.shape[1], bool) if is_test is None else is_test
    told = [
        [apart(make(run), is_test, np.ones(len(is_test))) for run in made]
        for make in KINDS.values()
    ]
    stored = {x: np.array([[getattr(y, x) for y in z] for z in told]) for x in OF_KINDS}
    stored |= {"cosine": np.stack([x.cosine for x in told[0]]), "is_test": is_test}
    stored |= {"runs": np.arange(len(made)) + 1}
    pairs = ~np.eye(made.shape[2], dtype=bool)
    ranks = np.where(pairs, np.arange(1, 1 + len(pairs)), -1)
    rank = np.broadcast_to(ranks, (*made.shape[:2], *ranks.shape))
    stored |= {"rank": rank, "other_rank": np.where(rank > 0, 10 * rank, -1)}
    stored |= {"own_rank": rank[..., 0], "ranked": np.full(len(made), 1000)}
    stored |= {"known": np.full(made.shape[:3], 6)}
    stored |= {"unknown": np.full(made.shape[:3], 2)}
    stored |= dict.fromkeys(("probe_cosine", "probe_term", "score"))
    names = {"cell": of, "name": "mine", "learner": "additive", "format": ""}
    return TermNumbers(**names).but(**stored | facts)


def left_out(missing=(("usury", 0), ("guild", 4)), **facts):
    """Drawn terms of a set, and those left out with their sentences."""
    names, numbers = [x for x, _ in missing], np.array([n for _, n in missing], int)
    own = {"name": "mine", "note": "", "terms": ["wage labour"], "layout": ""}
    own |= {"way": "random", "least": 10, "missing": names}
    return Draws(**own | {"missing_sentences": numbers} | facts)
