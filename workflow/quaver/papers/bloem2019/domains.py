"""Tables 5 and 6: how far terms of the domain are from the same words in general."""

from collections.abc import Iterator, Mapping

import numpy as np

from quaver.items.published import Printed, read
from quaver.papers.bloem2019.consistency import HALF_DIGIT, MARGIN
from quaver.papers.bloem2019.declare import SET, Rows, few, table, wants
from quaver.papers.bloem2019.estimates import columns, known_mean, mean_parts
from quaver.papers.bloem2019.likeness import FOLDER, beside, joint_reason
from quaver.papers.bloem2019.own_words import OwnWords, learned_beside, own_words, place
from quaver.papers.bloem2019.scene import (
    JOINT,
    NONCE2VEC,
    RANDOM,
    TEXT,
    TUNED,
    WHOLE,
    of_learners,
)
from quaver.papers.bloem2019.stored import APART, LEARNED
from quaver.results.terms import TermNumbers, of_terms

LOW, HIGH = "low", "high"
# by frequency in the domain, then in general; from the most alike in print
GROUPS = ((HIGH, LOW), (LOW, LOW), (LOW, HIGH), (HIGH, HIGH))
READ = (LEARNED, APART, "draw_sentences", "encode_corpus")


def group_name(here: str, general: str) -> str:
    """What a group of terms is called."""
    return f"{here} here and {general} in general"


def levels(shares: np.ndarray, text: str) -> np.ndarray:
    """low, high, or "" between both, by relative frequency: (terms,)."""
    (row,) = [x for x in read(FOLDER / "thresholds.csv") if x["text"] == text]
    named = np.where(shares < row["low_below"], LOW, "")
    return np.where(shares > row["high_above"], HIGH, named)


def grouped_terms(made: Rows, own: TermNumbers, names: list[str]) -> dict:
    """Places of terms by group of both frequencies, for terms of these names."""
    draws = made.drawn[own.name]
    here = dict(zip(draws.terms, draws.share.tolist(), strict=True))
    general = general_shares(made.results, own.cell.corpus, names)
    first = levels(np.array([here[name] for name in names]), "domain")
    second = levels(np.array([general.get(name, np.nan) for name in names]), "general")
    return {
        group: np.flatnonzero((first == group[0]) & (second == group[1]))
        for group in GROUPS
    }


def general_shares(results, corpus: str, names) -> dict[str, float]:
    """Relative frequency of words in a background's text, rare words cut there."""
    path = f"corpora/{corpus}.h5"
    if not results.stands(path):
        return {}
    with results.read(path, "corpus") as file:
        words, counts = file["words"].asstr()[:], file["counts"][:]
    wanted, total = {*names}, float(counts.sum())
    pairs = zip(words.tolist(), counts.tolist(), strict=True)
    return {word: count / total for word, count in pairs if word in wanted}


def whole_rows(results) -> Iterator[dict]:
    """Table 5: terms marked as the domain's beside their unmarked selves."""
    made = Rows(results)
    records = of_learners(results, of_terms(results, LEARNED), JOINT, TEXT)
    records = [x for x in records if made.is_of(x, WHOLE)]

    def of_record(own: TermNumbers) -> Iterator[dict]:
        told = own_words(own, tested=False)
        every = np.arange(len(told.names))
        yield {"group": made.kinds[own.name]} | likeness_of(told, every)
        for group, rows in grouped_terms(made, own, told.names).items():
            yield {"group": group_name(*group)} | likeness_of(told, rows)

    return made.each(records, of_record)


def likeness_of(told: OwnWords, rows: np.ndarray) -> dict:
    """Columns of the cosine of some terms with their own words."""
    row = {"terms": len(rows), "runs": len(told.runs)}
    if not len(rows):
        return row | {"note": "no term"}
    own = told._replace(**{x: getattr(told, x)[:, rows] for x in told._fields[2:]})
    row |= columns("cosine", mean_parts(own.cosine).estimate())
    row |= {"others": _mean(own.others), "kappa": own.kappa(), "told": _mean(own.told)}
    return row | {"note": few(len(rows))}


def background_rows(results) -> Iterator[dict]:
    """Table 6: what Nonce2Vec learns beside the background's own word."""
    made, learned = Rows(results), learned_beside(results)
    records = of_learners(results, of_terms(results, APART), NONCE2VEC, TUNED)
    records = [x for x in records if made.is_of(x, RANDOM)]

    def of_record(own: TermNumbers) -> Iterator[Mapping]:
        beside_it = learned.get(place(own))
        if beside_it is None:
            yield {"note": "not measured"}
            return
        told = own_words(beside_it, tested=True)
        row = likeness_of(told, np.arange(len(told.names)))
        yield row | _ranks(own, told.names)

    return made.each(records, of_record)


def _ranks(own: TermNumbers, names: list[str]) -> dict:
    """Mean and median rank of the own word among the background's words."""
    if own.own_rank is None or not names:
        return {}
    rows = [list(own.terms).index(name) for name in names]
    ranks = np.asarray(own.own_rank, dtype=np.float64)[:, rows]
    ranks = known_mean(np.where(ranks > 0, ranks, np.nan)).mean(axis=0)
    return {"rank": float(ranks.mean()), "median_rank": float(np.median(ranks))}


def _mean(values: np.ndarray) -> float:
    known = values[np.isfinite(values)]
    return float(known.mean()) if len(known) else np.nan


COMMON = "terms:whole runs cosine± others kappa told"
SAID = (
    "Others: the cosine with the words of other terms, told: share of these that are "
    "farther (by chance .5), kappa = (cosine - others) / (1 - others)."
)
CLOSE = {
    "columns": {"published_cosine": "cosine"},
    "value": "cosine",
    "interval": ("cosine_low", "cosine_high"),
    "ends": Printed("cosine", HALF_DIGIT),
    "margin": MARGIN,
}
TABLE_5 = table(
    "Table 5",
    "How far are terms of the domain from the same words in general?",
    "Cosine of terms marked as the domain's with the same words unmarked, all terms "
    "of a text and by relative frequency in it and in general, with its 95 % interval "
    f"over terms and runs. {SAID}",
    f"{SET} group:text {COMMON} published_cosine band verdict",
    keys="set view sampling group terms cosine others told published_cosine verdict",
    rows=whole_rows,
    reads=READ,
    wanted=wants(JOINT, TEXT, draws=(WHOLE,), measure=LEARNED),
    published=beside("table_5", joint_reason, keys=("group",), **CLOSE),
)
TABLE_6 = table(
    "Table 6",
    "How far are Nonce2Vec's vectors from the background's own?",
    "Cosine of vectors with the background's own word, of terms of one word that it "
    "has, and rank of that word near them: mean and median over terms. "
    f"{SAID} Intervals: 95 %, over terms and runs.",
    f"{SET} {COMMON} rank:1 median_rank:1 published_cosine published_rank:0 band "
    "verdict",
    keys="set view sampling cosine others told median_rank published_cosine "
    "published_rank verdict",
    rows=background_rows,
    reads=READ,
    wanted=wants(NONCE2VEC, TUNED, draws=(RANDOM,)),
    published=beside(
        "table_6",
        keys=("dataset",),
        **CLOSE | {"columns": CLOSE["columns"] | {"published_rank": "rank"}},
    ),
)
