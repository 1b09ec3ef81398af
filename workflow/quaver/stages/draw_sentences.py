"""Draw sentences of terms, from an encoded text or as somebody published them."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from quaver import store
from quaver.corpora import glosses, languages, published
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.reading import SourceError
from quaver.corpora.term_draws import held_out
from quaver.corpora.term_sentences import (
    LEAST,
    TermSentences,
    Text,
    of_published,
    of_text,
)
from quaver.engine.job import Job, run
from quaver.results.views import tokens_of

GLOSSES, WIKI = "glosses", "wiki_rnd"
# How sentences were drawn that others published, or wrote.
WAYS = {WIKI: "random", GLOSSES: "whole", "nonce2vec": "whole", "chimeras": "whole"}


def draw_sentences(job: Job) -> None:
    """Store terms, their sentences, and which draw each sentence belongs to."""
    spec, passed = job.spec, 0
    layout = spec.get("format", "")
    if not layout:
        text = _text(job.inputs[0], spec)
        drawn, tokens = of_text(text, spec), len(text.tokens)
    else:
        found = _glosses(job) if layout == GLOSSES else _published(spec)
        asked = spec.get("words") or ()
        full = spec["sentences"] if layout == WIKI else 0
        drawn = of_published(found, asked=asked, sentences=full)
        tokens, passed = sum(len(x.words) for x in found.sentences), found.passed
    with store.create(job.output, "draws", job.provenance) as file:
        _put(file, drawn, spec)
        number = drawn.full.shape[1]
        facts = {"draw": WAYS.get(layout, spec["draw"]), "layout": layout}
        facts |= {"corpus": spec.get("corpus", ""), "sentences": spec["sentences"]}
        facts |= {"least": _least(spec) if job.inputs else 1, "draws": number}
        facts |= {"tokens": tokens, "passed": passed}
        file.describe("/", facts | {"seed": spec["seed"]})
    told = f"{len(drawn.terms)} terms, {len(drawn.term)} sentences"
    left = f"{len(drawn.missing)} terms left out, {passed} sentences passed over"
    print(f"{told}; {left}", flush=True)


def _text(path: Path, spec: Mapping) -> Text:
    with store.read(path, "corpus") as file:
        edges = (file[f"{unit}_offsets"][:] for unit in ("sentence", "document"))
        return Text(spec["corpus"], store.texts(file["words"]), tokens_of(file), *edges)


def _published(spec: Mapping) -> published.Published:
    return published.read(spec["format"], spec["path"], _cleaner(spec))


def _glosses(job: Job) -> published.Published:
    """Glosses of nouns; where a text is named, of such as it has often enough."""
    spec, allowed = job.spec, None
    if job.inputs:
        with store.read(job.inputs[0], "corpus") as file:
            often = np.flatnonzero(file["counts"][:] >= _least(spec))
            words = store.texts(file["words"])
            allowed = {words[row] for row in often}
    rules = {"number": spec["number"], "seed": spec["seed"], "allowed": allowed}
    with store.scratch(job.output) as work:
        return glosses.read({"folder": spec["folder"]}, _cleaner(spec), work, **rules)


def _cleaner(spec: Mapping) -> Cleaner:
    clean = {key: spec["clean"][key] for key in spec["clean"] if key != "deduplicate"}
    return Cleaner(pack=languages.pack(spec["language"]), **clean)


def _least(spec: Mapping) -> int:
    return spec.get("least") or LEAST[spec["draw"]]


def _split(drawn: TermSentences, spec: Mapping) -> tuple[np.ndarray, np.ndarray]:
    """Which terms are test terms: (terms,), (missing,) bool.

    All that are looked for are split, rare or not: sets of the same words agree, and no
    term that chose parameters in one is a test term of another.
    """
    rules, number = {"share": spec["test"], "seed": spec["split"]}, len(drawn.terms)
    every = held_out([*drawn.terms, *drawn.missing], **rules)
    is_test, is_missing = every[:number], every[number:]
    if is_test.any():
        return is_test, is_missing
    return held_out(drawn.terms, **rules), np.zeros_like(is_missing)


def _put(file: store.Writer, drawn: TermSentences, spec: Mapping) -> None:
    """Write terms, entries in order of term, and tokens as rows of their own words."""
    file.put("terms", ("terms",), drawn.terms)
    for name in ("occurrences", "sentences", "share"):
        file.put(name, ("terms",), getattr(drawn, name))
    is_test, is_missing = _split(drawn, spec)
    file.put("is_test", ("terms",), is_test)
    file.put("full", ("terms", "draws"), drawn.full)
    for name in ("term", "draw", "sentence"):
        file.put(name, ("entries",), getattr(drawn, name))
    file.put("missing", ("missing",), [*drawn.missing])
    counts = np.array([*drawn.missing.values()], dtype=np.int64)
    file.put("missing_sentences", ("missing",), counts)
    file.put("missing_is_test", ("missing",), is_missing)
    file.put("words", ("words",), drawn.words)
    file.put("edges", ("entry_edges",), drawn.edges)
    room = file.reserve("tokens", ("tokens",), (int(drawn.edges[-1]),), np.int32)
    start = 0
    for piece in drawn.tokens:
        room[start : start + len(piece)] = piece
        start += len(piece)
    if drawn.probes:
        rows, probes, scores = zip(*drawn.probes, strict=True)
        file.put("probe_term", ("probes",), np.array(rows, dtype=np.int64))
        file.put("probe", ("probes",), list(probes))
        file.put("score", ("probes",), np.array(scores, dtype=np.float64))


if __name__ == "__main__":
    run(draw_sentences, SourceError)
