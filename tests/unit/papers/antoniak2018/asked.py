"""Records of query words with invented cosines: brute force is easy on them."""

from types import SimpleNamespace

import numpy as np

from quaver.items.item import build
from quaver.papers.antoniak2018.queried import Scene, kept
from quaver.results.queries import QueryNumbers
from quaver.results.records import SAMPLINGS, CellNumbers, CorpusNumbers

WORDS = tuple(f"w{row:02}" for row in range(30))
AS_CODED = "positions", "zero"
TRAINERS = {"lsa": "lsa", "sgns": "word2vec", "glove": "glove", "ppmi": "ppmi"}


def cell(**changes):
    facts = {
        "corpus": "court",
        "unit": "document",
        "fraction": 1.0,
        "language": "en",
        "technique": "sgns",
        "sampling": "bootstrapped",
        "runs": 6,
        "failed": 0,
        "losses": None,
        "words": None,
        "steps": (),
        "averages": {},
        "overlaps": {},
    }
    facts |= changes
    where = facts["corpus"], facts["unit"], f"{facts['fraction']:g}"
    facts.setdefault("view", "/".join(where))
    facts.setdefault("trainer", TRAINERS.get(facts["technique"], "fasttext"))
    return CellNumbers(**facts)


def drawn(runs=6, spread=0.02, seed=0, absent=(), queries=2):
    """Cosines of queries with all words: (runs, queries, words), NaN where absent.

    absent: (run, query, word) places, None for all words. Queries are the first words.
    """
    generator = np.random.default_rng(seed)
    means = np.linspace(0.6, 0.1, len(WORDS))
    noise = generator.normal(0, spread, (runs, queries, len(WORDS)))
    values = np.clip(means + noise, -1, 1).astype(np.float32)
    for query in range(queries):
        values[:, query, query] = np.nan
    for run, query, word in absent:
        values[run, query, slice(None) if word is None else word] = np.nan
    return values


def stored(values, ranks=20, candidates=25):
    """What a study stores of such cosines, the slow way."""
    runs, queries, _ = values.shape
    near = np.full((runs, queries, ranks), -1)
    cosines = np.full(near.shape, np.nan, np.float32)
    best = np.full((queries, candidates), -1)
    found = np.full((runs, queries, candidates), np.nan, np.float32)
    places = np.zeros(found.shape, int)
    moments = {}
    for query in range(queries):
        own = values[:, query].astype(np.float64)
        present = (~np.isnan(own)).sum(axis=0)
        asked = (~np.isnan(own)).any(axis=1).sum()
        known = np.where(present, present, np.nan)
        mean = np.nansum(own, axis=0) / known
        deviation = np.sqrt(np.nansum((own - mean) ** 2, axis=0) / known)
        moments[query] = mean, deviation, present
        words = [w for w in range(len(WORDS)) if 0 < present[w] >= asked / 2]
        words = sorted(words, key=lambda w: -mean[w])[:candidates]
        best[query, : len(words)] = words
        for run in range(runs):
            there = [w for w in range(len(WORDS)) if not np.isnan(own[run, w])]
            order = sorted(there, key=lambda w: -own[run, w])
            near[run, query, : len(order[:ranks])] = order[:ranks]
            cosines[run, query, : len(order[:ranks])] = own[run, order[:ranks]]
            for place, word in enumerate(words):
                if word in there:
                    found[run, query, place] = own[run, word]
                    places[run, query, place] = order.index(word) + 1
    names = ("neighbours", "cosines", "candidates", "candidate_cosines")
    given = (near, cosines, best, found)
    return dict(zip(names, given, strict=True)) | {
        "candidate_ranks": places,
        "moments": moments,
    }


def asked(values=None, *, studied=None, unknown=(), names=None, **changes):
    """A record of such cosines."""
    values = drawn() if values is None else values
    runs, queries, _ = values.shape
    everything = np.ones(queries, dtype=bool)
    return QueryNumbers(
        cell=cell(**{"runs": runs} | changes),
        words=WORDS,
        frequency=np.full(len(WORDS), 50.0),
        names=names or list(WORDS[:queries]),
        unknown=list(unknown),
        queries=np.arange(queries),
        studied=everything if studied is None else np.array(studied),
        listed=~everything,
        **stored(values),
    )


def lacking(note="3 of 6 runs failed", **changes):
    return QueryNumbers(cell=cell(**changes), note=note)


def study(runs=6, spreads=None, **changes):
    """All samplings, units, parts and techniques; spread by technique and sampling."""
    spreads = spreads or (lambda technique, sampling, unit, fraction: 0.02)
    records, seed = [], 0
    for unit in ("document", "sentence"):
        for fraction in (1.0, 0.2):
            for technique in TRAINERS:
                for sampling in SAMPLINGS:
                    seed += 1
                    spread = spreads(technique, sampling, unit, fraction)
                    values = drawn(runs, spread, seed)
                    facts = {"unit": unit, "fraction": fraction}
                    facts |= {"technique": technique, "sampling": sampling}
                    records.append(asked(values, **facts | changes))
    return records


class Stored:
    """The results of a study of which such records are stored."""

    def __init__(self, records, ways=("jaccard", "skipped"), corpora=()):
        agreement, absent = ways
        queries = SimpleNamespace(agreement=agreement, absent=absent)
        self.study = SimpleNamespace(analyses=SimpleNamespace(queries=queries))
        self.queries, self.corpora = lambda: records, lambda: corpora


def made(table, records, *ways_and_corpora):
    """A table of the paper, of such records."""
    return build(table, Stored(records, *ways_and_corpora))


def scene(records):
    return Scene(kept(records))


def corpus(name="news", tokens=50_000_000, documents=None, **changes):
    """Counts of a text, the same after every step."""
    counted = ("documents", "sentences", "lines", "tokens")
    steps = {"step": ["read", "cleaned", "deduplicated", "cut"], "types": [140] * 4}
    steps |= {key: [tokens] * 4 for key in counted}
    steps["documents"] = [documents or tokens] * 4
    facts = {"language": "en", "series": "", "period": "", "deduplicated": "none"}
    facts |= {"steps": steps, "min_count": 5}
    return CorpusNumbers(corpus=name, **facts | changes)
