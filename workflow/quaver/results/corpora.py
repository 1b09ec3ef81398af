"""How much text each corpus of a study holds, read from what was encoded."""

import json

import numpy as np

from quaver import store
from quaver.corpora.recoding import read_as
from quaver.corpora.samples import Sample, count_words
from quaver.grid import View
from quaver.results.records import COUNTED, FREQUENT, CorpusNumbers
from quaver.results.views import view_of


def corpora(results) -> list[CorpusNumbers]:
    """Stored counts of every text of a study, encoded or not, in its order."""
    encoded = {view.corpus: view.corpus_file for view in results.grid.views()}
    paths = set(results.grid.files()["encode_corpus"])
    # spaces of others have a view, but no text; texts no technique reads have no view
    shown = (name for name, text in results.study.corpora.items() if text.is_shown)
    names = (name for name in shown if encoded.get(name) in paths)
    return [_corpus(results, name, encoded[name]) for name in names]


def _corpus(results, name: str, path: str) -> CorpusNumbers:
    corpus = results.study.corpora[name]
    rules = "extract_text", "encode_corpus", "cut_part"
    reasons = (results.failure(rule, name) for rule in rules)
    counts = {"note": next(filter(None, reasons), "not encoded")}
    if results.stands(path):
        # a corpus may be read by fractions only, none of them its main view
        main = next((v for v in results.grid.views() if v.label == name), None)
        with results.read(path, "corpus") as file:
            counts = _counts(file, corpus.min_count)
            counts["part"] = part_of(file, main) if main else None
    is_mended = "recoded_lines" in counts.get("read", ())
    encoding = read_as(corpus.source, corpus.language, is_mended=is_mended)
    names = "language", "series", "period", "min_count"
    facts = {key: getattr(corpus, key) for key in names} | counts
    facts |= {"encoding": encoding, "deduplicated": corpus.clean.deduplicate}
    return CorpusNumbers(corpus=name, **facts)


def _counts(file, min_count: int) -> dict:
    steps = {name: file[f"steps/{name}"][:].tolist() for name in COUNTED}
    frequent = int((file["counts"][:] >= FREQUENT).sum())
    return {
        "read": json.loads(file.attrs.get("read", "{}")),
        "steps": {"step": store.texts(file["steps/step"]), **steps},
        "dropped": json.loads(file.attrs["dropped"]),
        # words cut away cannot be counted any more
        "frequent": frequent if min_count <= FREQUENT else None,
        "tokeniser": file.attrs.get("tokeniser", ""),
        "origin": file.attrs.get("source", ""),
        "checksum": file.attrs.get("source_checksum", ""),
    }


def part_of(file, view: View) -> tuple[int, int] | None:
    """Words of FREQUENT occurrences or more, and tokens, of the part runs read.

    None where they read all. Tokens are those before rare words were cut, of which a
    part is taken to hold as large a share as the whole.
    """
    if view.fraction == 1:
        return None
    part = view_of(file, view.unit, view.fraction)
    # every unit once: what a run without bootstrapping reads
    counts = count_words(part, Sample(np.arange(part.units)))
    steps = store.texts(file["steps/step"])
    tokens = dict(zip(steps, file["steps/tokens"][:].tolist(), strict=True))
    # the part was counted after the cut, the published density is of before
    share = tokens["deduplicated"] / tokens["cut"]
    return int((counts >= FREQUENT).sum()), round(int(part.offsets[-1]) * share)
