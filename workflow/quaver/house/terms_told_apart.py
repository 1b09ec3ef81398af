"""Whether vectors of terms are more than noise: draws of one term beside others'."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np
import pandas as pd

from quaver.items.ends import cut, ends
from quaver.items.item import Table
from quaver.items.terminal import wrapped
from quaver.results.records import identity
from quaver.results.terms import TermNumbers
from quaver.statistics import run_mean
from quaver.statistics.kappa import kappa_of, mean, mean_between, means, over_terms
from quaver.statistics.values import Value

COSINES, SHARES, ANY, RANKS = (-1.0, 1.0), (0.0, 1.0), (-np.inf, 1.0), (1.0, np.inf)
KINDS = ("raw", "centred")
TOLD = ("shuffled", "fixed", "bootstrapped")  # the first there is, of a text
SINGLE = "each term has one draw, and two are compared"
NOBODY = "no test term has two draws: raise 'test'"
ONE = "a single test term has no other to be told apart from: raise 'test'"
FEW = "no interval: it needs 3 terms"
QUESTION = "Are vectors of terms more than noise?"
READING = (
    "Identified: a draw of sentences is nearer to another draw of its term than that "
    "of any other test term is. Compared are terms with as many sentences, or twice as "
    "many; chance is 1 / their number. Cosines: within a term, between terms. Only the "
    "gap between these two tells of the term: all draws may be alike. Intervals: "
    "tables/terms_told_apart."
)


def about(numbers: TermNumbers) -> dict:
    """The columns that say what a row is of."""
    own = identity(numbers.cell)
    names = (own[x] for x in ("view", "technique", "sampling"))
    background = " / ".join(names)
    return own | {
        "set": numbers.name,
        "learner": numbers.learner,
        "background": background,
    }


def without(numbers: TermNumbers) -> np.ndarray:
    """Which draws of test terms have no vector: (runs, terms, draws) bool. They have
    no sentence, no known word around the term, or learners dropped all of these."""
    cosine = numbers.cosine[:, np.flatnonzero(numbers.is_test)]
    # a draw is as near to itself as can be
    return ~np.isfinite(np.diagonal(cosine, axis1=2, axis2=3))


def lacking(numbers: TermNumbers) -> dict:
    """Columns that count draws without a vector, of all; none where all have one."""
    empty = without(numbers)
    if not empty.any():
        return {"empty": 0}
    note = f"{empty.sum():,} of {empty.size:,} draws have no vector"
    return {"empty": int(empty.sum()), "note": note}


def over_runs(values: np.ndarray) -> np.ndarray:
    """Mean over runs of what is no NaN: (runs, ...) -> (...)."""
    return means(values.reshape(len(values), -1).T).reshape(values.shape[1:])


def bounded(name: str, value: Value, bounds: tuple[float, float]) -> dict:
    """Columns of a value with its ends, cut where they cannot lie."""
    return ends(name, value.value, *cut(*value.interval(), bounds)[:2])


def average(values: np.ndarray) -> Value:
    """Mean over terms with its error: (terms,) -> Value."""
    return over_terms(lambda rows: mean(values[rows]), len(values))


def _rows(results) -> Iterator[dict]:
    every = results.terms_apart()
    # one draw of each term compares with nothing: of such sets other tables tell
    several = [x for x in every if x.note or x.cosine.shape[-1] > 1]
    for numbers in several or every:
        row = about(numbers)
        if numbers.note:
            yield row | {"note": numbers.note}
            continue
        test = np.flatnonzero(numbers.is_test)
        row |= {"terms": len(test), "runs": len(numbers.runs)} | lacking(numbers)
        lost = row.pop("note", "")
        if numbers.cosine.shape[-1] < 2:
            yield row | {"note": [SINGLE, lost]}
        elif not np.isfinite(numbers.within[0][:, test]).any():
            yield row | {"note": [NOBODY, lost]}
        elif len(test) < 2:
            yield row | {"note": [ONE, lost]}
        else:
            row |= _context(numbers, test) | {"note": lost}
            yield from _kinds(numbers, test, row)


def _context(numbers: TermNumbers, test: np.ndarray) -> dict:
    """Words around a term in a draw that the background knows, and the share it does
    not know: means over draws of test terms."""
    known, unknown = (x[:, test].mean() for x in (numbers.known, numbers.unknown))
    around = known + unknown
    return {"context": known, "unknown": unknown / around if around else np.nan}


def _kinds(numbers: TermNumbers, test: np.ndarray, row: Mapping) -> Iterator[dict]:
    """A row of the vectors as they are, and one of them less their mean."""
    for at, kind in enumerate(KINDS):
        within = numbers.within[at][:, test]
        between = numbers.between[at][:, test][:, :, test]
        values = _cosines(over_runs(within), over_runs(between))
        by_run = [kappa_of(*run) for run in zip(within, between, strict=True)]
        for name, bounds in (("identified", SHARES), ("auc", SHARES)):
            own = over_runs(getattr(numbers, name)[at][:, test])
            values |= bounded(name, average(own), bounds)
        values["chance"] = mean(over_runs(numbers.chance[at][:, test]))
        values |= _ranks(numbers, test) if kind == "raw" else {}
        if np.isfinite(by_run).all():
            runs = run_mean(np.array(by_run))
            values |= ends("kappa_runs", runs.mean, runs.low, min(runs.high, 1.0))
        notes = [FEW * (len(test) < 3), row["note"]]
        yield {**row, "kind": kind, **values, "note": notes}


def _cosines(within: np.ndarray, between: np.ndarray) -> dict:
    """Both means and kappa: (terms,), (terms, terms); a term is left out whole."""

    def left(statistic: Callable) -> Value:
        def of(rows: np.ndarray) -> float:
            return statistic(within[rows], between[np.ix_(rows, rows)])

        return over_terms(of, len(within))

    return {
        **bounded("within", left(lambda own, _: mean(own)), COSINES),
        **bounded("between", left(lambda _, pairs: mean_between(pairs)), COSINES),
        **bounded("kappa", left(kappa_of), ANY),
    }


def _ranks(numbers: TermNumbers, test: np.ndarray) -> dict:
    """Mean rank of draws beside others of their term, and of other terms' draws."""
    if numbers.rank is None:
        return {}
    columns: dict = {"words": round(float(np.mean(numbers.ranked)))}
    for name, ranks in (
        ("mean_rank", numbers.rank),
        ("others_rank", numbers.other_rank),
    ):
        own = np.where(ranks > 0, ranks, np.nan)[:, test]
        by_term = means(own.reshape(-1, own.shape[-1] ** 2))
        values = over_runs(by_term.reshape(own.shape[:2]))
        columns |= bounded(name, average(values), RANKS)
    return columns


def first_told(made: pd.DataFrame | None) -> pd.DataFrame:
    """Rows of vectors as they are, of one sampling of each set, learner and text."""
    if made is None:
        return pd.DataFrame()
    shown = made[(made["kind"] == "raw") & made["identified_e2"].notna()]
    turns = shown["sampling"].map(TOLD.index).sort_values(kind="stable")
    of = ["set", "learner", "view", "technique"]
    return shown.loc[turns.index].drop_duplicates(of).sort_index()


def terms_told(frames: Mapping[str, pd.DataFrame]) -> str:
    """A sentence for each set and background: who identifies draws of its terms."""
    shown = first_told(frames.get("terms_told_apart"))
    if shown.empty:
        return ""
    lines = [QUESTION, ""]
    for (name, *_), own in shown.groupby(["set", "view", "technique"], sort=False):
        first = own.iloc[0]
        learners = [
            f"{row.learner} identifies {row.identified_e2:.0f} % (cosines "
            f"{row.within:.3f}, {row.between:.3f})"
            for row in own.itertuples()
        ]
        lines += wrapped(
            f"{name}, {first['terms']} test terms beside {first['background']}: "
            f"{', '.join(learners)}; chance {first['chance_e2']:.0f} %."
        )
    return "\n".join([*lines, "", *wrapped(READING)])


TERMS_TOLD_APART = Table(
    name="terms_told_apart",
    title="Whether vectors of terms are more than noise: draws of one, and of others",
    caption="Test terms: mean cosine of draws of one term, and of different terms with "
    "as many sentences, or twice as many; kappa = (within - between) / (1 - between), "
    "0 where a term's draws are no nearer than others'. Identified: percent of draws "
    "nearest to another draw of their own term, beside chance, 1 / the terms compared; "
    "centred: the mean draw is taken away. CSV: AUC (chance .5), the rank among the "
    "background's words beside that of other terms' draws, known words around a term "
    "in a draw, and percent unknown.",
    order=19,
    reads=("terms_apart",),
    columns="CELL set learner:text background:text kind terms:whole runs within± "
    "between± kappa±:3 identified±:e2 chance:e2 auc± kappa_runs± mean_rank±:1 "
    "others_rank±:1 words context:1 unknown:e2 empty:whole note",
    keys="set learner background kind within between kappa identified chance note",
    rows=_rows,
)
