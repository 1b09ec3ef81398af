"""How terms are told apart by the number of their sentences, and what their vectors
waver with, as stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from quaver import store
from quaver.results.terms import in_turn

CURVE, VARIANCE = "terms_curve", "terms_variance"
LEARNED = "measure_terms_curve", "learn_terms", "draw_sentences"
READ = "sentences others held is_test told cosine raw_told centred_cosine"
SHARES = "value", "low", "high"


@dataclass(frozen=True)
class CurveNumbers:
    """What draws of terms gave by their size, of a set and learner beside a cell.

    view, sampling: of the cell; settled: the share of others that is asked for. sizes:
    as asked for. stored: by name, as quaver.measures.terms_curve has it. note: why
    there is nothing.
    """

    set: str
    learner: str
    technique: str
    view: str
    sampling: str
    settled: float = 0.95
    sizes: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    stored: Mapping[str, np.ndarray] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True)
class VarianceNumbers:
    """Components of the vectors of a set and learner beside all cells of a technique.

    samplings, components: names. levels: by sampling, texts, runs and draws. stored:
    (of, kinds, samplings, components) value, low, high, with names in of and kinds.
    terms: how many; missing: terms without a vector somewhere. note: why there is
    nothing.
    """

    set: str
    learner: str
    technique: str
    of: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    samplings: tuple[str, ...] = ()
    components: tuple[str, ...] = ()
    levels: Mapping[str, Sequence[int]] = field(default_factory=dict)
    stored: Mapping[str, np.ndarray] = field(default_factory=dict)
    terms: int = 0
    missing: int = 0
    note: str = ""


def curves(results) -> Iterator[CurveNumbers]:
    """All that a study asks for, by set, learner and cell; or why there is nothing."""
    for subject in in_turn(results, CURVE):
        cell = subject.cell
        where = cell.technique, cell.view.label, cell.sampling
        of = subject.terms, subject.learner, *where
        path = f"terms/{subject.label}/{CURVE}.h5"
        if not results.stands(path):
            labels = (subject.label, subject.label, subject.terms)
            yield CurveNumbers(*of, note=_missing(results, LEARNED, labels))
            continue
        share = results.study.analyses.terms.settled
        with results.read(path, CURVE) as file:
            names = (tuple(store.texts(file[x])) for x in ("sizes", "terms"))
            stored = {name: file[name][:] for name in READ.split()}
            yield CurveNumbers(*of, share, *names, stored)


def variances(results) -> Iterator[VarianceNumbers]:
    """All that a study has, by set, learner and technique; or why there is nothing."""
    for subject in in_turn(results, VARIANCE):
        of = subject.terms, subject.learner, subject.cell.technique
        path = f"terms/{subject.label}/{VARIANCE}.h5"
        if not results.stands(path):
            rules = f"measure_{VARIANCE}", "draw_sentences"
            labels = subject.label, subject.terms
            yield VarianceNumbers(*of, note=_missing(results, rules, labels))
            continue
        axes = "of", "kinds", "samplings", "components"
        with results.read(path, VARIANCE) as file:
            names = [tuple(store.texts(file[name])) for name in axes]
            levels = dict(zip(names[2], file["levels"][:].tolist(), strict=True))
            stored = {name: file[name][:] for name in SHARES}
            counts = len(file["terms"]), len(file["missing"])
            yield VarianceNumbers(*of, *names, levels, stored, *counts)


def _missing(results, rules: Sequence[str], labels: Sequence[str]) -> str:
    """What the rules that lead to a file ended with, of subjects by their labels."""
    reasons = map(results.failure, rules, labels)
    return next(filter(None, reasons), "not measured")
