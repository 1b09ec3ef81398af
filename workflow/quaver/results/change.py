"""Change of words between two texts, as stored by pair of cells."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from quaver import store

RULES = "measure_change", "measure_change_contexts"
READ = (
    "squared low high cosine effective documents occurrences null/p null/q null/least"
)
READ += " drift/percentile drift/q drift/controls drift/band controls/squared"
SHARES = {  # columns, and what is stored of a word beside planted ones
    **{"share": "share", "share_low": "low", "share_high": "high"},
    "least_share": "least_share",
}
NEAR = "of ranks cosines difference low high"  # what is stored of neighbours, by name


@dataclass(frozen=True)
class ChangeNumbers:
    """What was told of the words of a pair in one technique.

    name: the pair is asked for by it. early, late: corpora. words: those judged, and of
    each what is stored (quaver.measures.change), by name; missing: asked for, not in
    both texts. near: words, kind and numbers of the neighbours of all words, one after
    the other; of: the place of their word. note: why there is nothing. deal: what was
    dealt, and counted as documents. planted: of words judged beside planted ones
    (quaver.measures.change_planted), by name; planted_note: why there are none.
    """

    name: str
    early: str
    late: str
    technique: str
    trainer: str
    words: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    stored: Mapping[str, np.ndarray] = field(default_factory=dict)
    near: Mapping[str, Sequence] = field(default_factory=dict)
    note: str = ""
    deal: str = "document"
    planted: Mapping[str, np.ndarray] = field(default_factory=dict)
    planted_note: str = ""


def change_numbers(results) -> Iterator[ChangeNumbers]:
    """All that a study asks for, by pair and technique; or why there is nothing."""
    grid = results.grid
    for subject in grid.measured["change"]:
        cell, later = subject.cells
        trainer = results.study.techniques[cell.technique].trainer
        of = grid.change_of(cell, later), cell.view.corpus, later.view.corpus
        of += cell.technique, trainer
        path = f"measures/{subject.label}/change.h5"
        if not results.stands(path):
            reasons = (results.failure(rule, subject.label) for rule in RULES)
            why = next(filter(None, reasons), "not measured")
            yield ChangeNumbers(*of, note=why)
            continue
        with results.read(path, "change") as file:
            words, missing = (tuple(store.texts(file[x])) for x in ("words", "missing"))
            stored = {name: file[name][:] for name in READ.split()}
            stored["verdict"] = store.texts(file["verdict"])
            deal = results.study.analyses.change[of[0]].null.deal
            near = _near(file)
        plants = planted_of(results, subject, of[0], stored)
        yield ChangeNumbers(*of, words, missing, stored, near, deal=deal, **plants)


def planted_of(results, subject, name: str, stored: dict) -> dict:
    """What planting told, where it was asked for; of words asked for put in stored."""
    if not results.study.analyses.change[name].plant:
        return {}
    path = f"measures/{subject.label}/change_planted.h5"
    if not results.stands(path):
        why = results.failure("measure_change_planted", subject.label)
        return {"planted_note": why or "not measured"}
    with results.read(path, "change_planted") as file:
        stored |= {name: file[of][:] for name, of in SHARES.items()}
        judged = {x: file["judged"][x][:] for x in file["judged"] if x != "word"}
        return {"planted": judged | {"power": file["power"][:]}}


def _near(file) -> dict[str, Sequence]:
    """Neighbours by what is stored of them; nothing where no word could be told."""
    if "near" not in file:
        return {}
    texts = {name: store.texts(file[f"near/{name}"]) for name in ("words", "kind")}
    return texts | {name: file[f"near/{name}"][:] for name in NEAR.split()}
