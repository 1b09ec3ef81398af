"""Table 2: how draws of a term draw near as they have more sentences."""

from collections.abc import Callable, Iterator

import numpy as np

from quaver.items.published import Printed
from quaver.papers.bloem2019.consistency import HALF_DIGIT, MARGIN
from quaver.papers.bloem2019.declare import SET, Rows, few, table, wants
from quaver.papers.bloem2019.estimates import columns, known_mean, mean_parts
from quaver.papers.bloem2019.likeness import beside
from quaver.papers.bloem2019.scene import ADDITIVE, GENERAL, RANDOM, TEXT, of_learners
from quaver.papers.bloem2019.stored import CURVE
from quaver.results.terms import TermNumbers, of_terms
from quaver.statistics.kappa import kappa, mean

IN_PRINT = "analytical hypotheses"
ONE = "one term"
EVERY = "all terms"  # that have sentences enough for each number
ENDS = 0.025, 0.975


def rows(results) -> Iterator[dict]:
    """Cosines by number of sentences, of one term and of all, in random sets."""
    made = Rows(results)
    records = of_learners(results, of_terms(results, CURVE), ADDITIVE, TEXT)
    records = [x for x in records if made.is_of(x, RANDOM)]
    records = [x for x in records if made.kinds[x.name] != GENERAL] or records

    def of_record(own: TermNumbers) -> Iterator[dict]:
        yield from _of_term(own, chosen(own, made.drawn.get(own.name)))
        yield from _of_all(own)

    return made.each(records, of_record)


def chosen(own: TermNumbers, draws) -> int:
    """Row of the term in print, or of the most frequent one of several words."""
    names = list(own.terms)
    if IN_PRINT in names or draws is None:
        return names.index(IN_PRINT) if IN_PRINT in names else 0
    uses = dict(zip(draws.terms, draws.occurrences.tolist(), strict=True))
    several = [name for name in names if " " in name] or names
    return names.index(max(several, key=lambda name: (uses.get(name, 0), name)))


def _of_term(own: TermNumbers, term: int) -> Iterator[dict]:
    """A single term, with the middle 95 % of draws of sentences and runs."""
    name = own.terms[term]
    is_other = "" if name == IN_PRINT else f"print has {IN_PRINT}"
    for size, n in enumerate(own.sizes):
        row = {"term": name, "of": ONE, "n": n}
        row |= {"sentences": int(own.sentences[size, term])}
        row |= {"unlike": f"another term ({name})"} if is_other else {}
        values = own.cosine[:, size, term].astype(np.float64)
        values = values[np.isfinite(values)]
        if not len(values):
            yield row | {"note": [is_other, "too few sentences"]}
            continue
        low, high = np.quantile(values, ENDS).tolist()
        row |= {"cosine": float(values.mean()), "cosine_low": low, "cosine_high": high}
        told = own.told[:, size, term]
        row |= {"told": float(np.nanmean(told)), "repeats": own.cosine.shape[-1]}
        level = own.between[:, size, [term]]
        yield row | _level(own, level) | {"note": is_other}


def _of_all(own: TermNumbers) -> Iterator[dict]:
    """All terms with sentences for every number, with an interval over terms."""
    kept = enough(own)
    for size, n in enumerate(own.sizes):
        row = {"term": EVERY, "of": EVERY, "n": n, "terms": int(kept.sum())}
        if not kept.any():
            yield row | {"note": "no term has sentences enough for every number"}
            continue
        parts = mean_parts(by_term(own, size)[:, kept])
        row |= {"sentences": float(own.sentences[size, kept].mean())}
        row |= columns("cosine", parts.estimate())
        row |= {"told": float(np.nanmean(own.told[:, size, kept]))}
        row |= {"repeats": own.cosine.shape[-1]}
        level = own.between[:, size, kept]
        yield row | _level(own, level) | {"note": few(kept.sum())}


def by_term(own: TermNumbers, size: int) -> np.ndarray:
    """Cosines of so many sentences, mean over repeats: (runs, terms)."""
    return known_mean(own.cosine[:, size].astype(np.float64))


def kappa_by_term(own: TermNumbers, size: int) -> np.ndarray:
    """The same beside cosines with the terms each is compared with: (runs, terms)."""
    return kappa(by_term(own, size), known_mean(own.between[:, size].astype(float)))


def enough(own: TermNumbers, by: Callable = by_term) -> np.ndarray:
    """Which test terms have a value of every number of sentences: (terms,) bool."""
    values = np.array([by(own, size) for size in range(len(own.sizes))])
    return np.isfinite(values).all(axis=(0, 1)) & np.asarray(own.is_test, dtype=bool)


def _level(own: TermNumbers, between: np.ndarray) -> dict:
    """Runs, and the mean over terms of cosines with other terms: (runs, terms,
    repeats); none where sizes of draws leave nothing to compare with."""
    of_terms = known_mean(np.moveaxis(between, 1, 0).reshape(between.shape[1], -1))
    return {"runs": len(own.runs), "between": mean(of_terms)}


TABLE_2 = table(
    "Table 2",
    "Do more sentences draw a term's vectors together?",
    "Cosine of two draws of n sentences of a term that share none, all = half of its "
    "sentences each; between: that of different terms, told: share of other terms its "
    "draws are told apart from (by chance .5). Low, high: of a term the middle 95 % "
    "of draws and runs, of all terms the 95 % interval over terms and runs.",
    f"{SET} term:text n:text sentences:0 terms:whole runs repeats:whole cosine± "
    "between told published_cosine band verdict",
    keys="set view sampling term n cosine between told published_cosine verdict",
    rows=rows,
    reads=(CURVE, "draw_sentences", "encode_corpus"),
    wanted=wants(ADDITIVE, TEXT, draws=(RANDOM,), measure=CURVE),
    published=beside(
        "table_2",
        keys=("of", "n"),
        columns={"published_cosine": "cosine"},
        value="cosine",
        interval=("cosine_low", "cosine_high"),
        ends=Printed("cosine", HALF_DIGIT),
        margin=MARGIN,
    ),
)
