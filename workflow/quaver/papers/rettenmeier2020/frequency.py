"""Section 2.3.1 and Equation 2.43 of Rettenmeier 2020: instability and its causes."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd

from quaver.house.contents import word_rows
from quaver.items.beside import claim
from quaver.papers.rettenmeier2020.common import THESIS, known, reading
from quaver.papers.rettenmeier2020.losses import instability_of
from quaver.results.records import (
    E2,
    IDENTITY,
    CellNumbers,
    CorpusNumbers,
    WordNumbers,
    by_sampling,
    frame,
    identity,
    note,
)
from quaver.statistics import correlation, jackknife_interval, ranks
from quaver.statistics.batches import BATCHES, batch_means, batches
from quaver.statistics.values import rank_correlation

LEVEL, SMALL = 0.05, 0.2
NONE, LITTLE, FALLS = "no correlation", "change below 20 %", "falls"
SEEMS = 0.5  # "seems to decrease" is said of p = .22, "entirely random" of .78
# section 2.3.1, observations 2 to 4
CLAIMS = {
    ("intrinsic", "word2vec"): LITTLE,
    ("intrinsic", "glove"): NONE,
    ("intrinsic", "fasttext"): NONE,
    ("extrinsic", "word2vec"): FALLS,
    ("extrinsic", "glove"): FALLS,
    ("extrinsic", "fasttext"): NONE,
}
CAPTION_WORDS = (
    f"Instability of words over frequency, as tested in section 2.3.1 of {THESIS}: "
    f"words in {BATCHES} batches of equal number by frequency, Spearman between the "
    "batches' mean frequency and mean instability (-1 = falls, 1 = rises), its p "
    "(Student's t over batches), and the change from the first to the last batch in "
    "percent. Missing: words without a value (bootstrapped < shuffled), left out. The "
    "claims are published for all texts of a technique: no correlation holds where p "
    "is 0.05 or more; falling needs p below 0.05; a change below 20 % is looked at by "
    "its size alone. A course that rises and falls may have a change of either sign. "
    "Published from 2000 words, ours are "
    "all. The batches share their runs, so p tells of words, not of runs; the 95 % "
    "intervals, by jackknife over the runs of all samplings in it, tell of runs."
)
CAPTION_2_43 = (
    f"Extrinsic instability and the size of texts, as Equation 2.43 of {THESIS}: "
    "Spearman over corpora between extrinsic instability and words by tokens "
    "(|V|/|C| of what runs read; words of five occurrences or more), with p by "
    "Student's t and the 95 % interval of Fisher's z over corpora. 1 = the same order, "
    "0 = none in common. Published over seven languages, GloVe without English. A sign "
    "agrees where the interval leaves 0 out on its side. GloVe's was found to be "
    "random (p = .78): that agrees where our p is above 0.5 too, and differs where the "
    "interval leaves 0 out."
)
COLUMNS_WORDS = (
    *(*IDENTITY, "kind", "runs", "batches", "words", "missing", "spearman"),
    *("spearman_low", "spearman_high", "p"),
    *("change_e2", "change_low_e2", "change_high_e2", "published", "verdict", "note"),
)
COLUMNS_2_43 = (
    *("technique", "trainer", "corpora", "spearman", "p", "low", "high"),
    *("published_spearman", "published_p", "verdict", "note"),
)


def section_2_3_1(records: Iterable[WordNumbers]) -> pd.DataFrame:
    """Instability over frequency, two rows per view x technique: in [-1, 1]."""
    kinds = ("intrinsic", "extrinsic")
    rows = word_rows(records, lambda one: [_batch_row(one, kind) for kind in kinds])
    return frame(rows, COLUMNS_WORDS, CAPTION_WORDS)


def equation_2_43(
    cells: Sequence[CellNumbers],
    corpora: Iterable[CorpusNumbers],
    published: pd.DataFrame,
) -> pd.DataFrame:
    """Correlation over corpora, one row per technique: in [-1, 1]."""
    density = {one.corpus: _density(one) for one in corpora}
    theirs = known(published, ["trainer"], ["spearman", "p"])
    groups: dict[tuple[str, str], list] = {}
    for group in by_sampling(cells):
        cell = next(iter(group.values()))
        if cell.view == cell.corpus:  # not a further part of a text, or unit
            groups.setdefault((cell.technique, cell.trainer), []).append(group)
    rows = [
        {
            **dict(zip(("technique", "trainer"), place, strict=True)),
            **_size_row(found, density, theirs.get(place[1:])),
        }
        for place, found in sorted(groups.items())
    ]
    return frame(rows, COLUMNS_2_43, CAPTION_2_43)


def _batch_row(one: WordNumbers, kind: str) -> dict:
    row = {**identity(one), "kind": kind}
    values = np.asarray(getattr(one, kind), dtype=np.float64)
    there = np.flatnonzero(np.isfinite(values))
    if not len(values):
        return {**row, "note": one.note or "shuffled and bootstrapped share no word"}
    row |= {"words": len(there), "missing": len(values) - len(there)}
    if len(there) < BATCHES:
        return {**row, "note": f"needs {BATCHES} words, there are {len(there)}"}
    frequency = np.asarray(one.frequency, dtype=np.float64)
    parts = batches(frequency, one.words, np.isfinite(values))
    means, steps = (batch_means(x, parts) for x in (frequency, values))
    rho, p = rank_correlation(means, steps)
    change = float(_change(steps))
    row |= {"batches": BATCHES, "spearman": rho, "p": p, "change_e2": change * E2}
    row |= _over_runs(one.left.get(kind, ()), means, (rho, change))
    published = CLAIMS.get((kind, one.trainer), "")
    if np.isnan(rho):
        return {**row, "published": published, "note": "all batches are alike"}
    told = claim(_holds(published, rho, p, change)) if published else ""
    few = "no interval: it needs 3 runs of each sampling, and a value without each"
    said = few if np.isnan(row.get("change_low_e2", np.nan)) else ""
    return {**row, "published": published, "verdict": told, "note": said}


def _change(steps: np.ndarray) -> np.ndarray:
    """Relative change from the first to the last batch: (..., batches) -> (...)."""
    first = steps[..., 0]
    return steps[..., -1] / np.where(first == 0, np.nan, first) - 1


def _over_runs(left: Sequence[np.ndarray], means: np.ndarray, found: tuple) -> dict:
    """Runs, and intervals over them of the correlation and of the change."""
    if not left:
        return {}
    rho, change = found
    orders = (correlation(ranks(means), ranks(steps)) for steps in left)
    low, high = np.clip(jackknife_interval(np.array(rho), *orders), -1, 1)
    row = {"spearman_low": low, "spearman_high": high}
    row["runs"] = min(map(len, left)) or None
    low, high = jackknife_interval(np.array(change), *map(_change, left))
    return row | {"change_low_e2": low * E2, "change_high_e2": high * E2}


def _holds(published: str, rho: float, p: float, change: float) -> bool | None:
    """Whether a claim holds; None where a fall is not significant either way."""
    if published == LITTLE:
        return bool(abs(change) < SMALL)
    if published == NONE:
        return p >= LEVEL
    return None if p >= LEVEL else rho < 0


def _density(one: CorpusNumbers) -> float:
    """Words by tokens of what runs read of a corpus, NaN where they are not known."""
    if one.part is not None:
        words, tokens = one.part
        return words / tokens if tokens else np.nan
    tokens = one.after("deduplicated").get("tokens")
    words = one.frequent
    if words is None:
        words = one.after("cut").get("types")
    return words / tokens if tokens and words is not None else np.nan


def _size_row(
    groups: Sequence[Mapping[str, CellNumbers]],
    density: Mapping[str, float],
    theirs: Mapping | None,
) -> dict:
    values, sizes, lost = [], [], []
    for group in groups:
        found, missing = instability_of(dict(group))
        corpus = next(iter(group.values())).corpus
        size = density.get(corpus, np.nan)
        if found is None or found.missing:
            lost.append(f"{corpus}: {missing}")
        elif np.isnan(size):
            lost.append(f"{corpus}: words and tokens are not known")
        else:
            values.append(found.extrinsic)
            sizes.append(size)
    row: dict = {"corpora": len(values)}
    if len(values) < 3:
        few = f"needs 3 corpora, there are {len(values)}"
        return {**row, **_theirs(theirs), "note": note(few, *lost, _printed(theirs))}
    rho, p = rank_correlation(np.array(sizes), np.array(values))
    low, high = _fisher(rho, len(values))
    row |= {"spearman": rho, "p": p, "low": low, "high": high, **_theirs(theirs)}
    if theirs:
        row["verdict"] = _sign(theirs, p, (low, high))
    few = "" if len(values) > 3 else "no interval: it needs 4 corpora"
    return {**row, "note": note(few, *lost, _printed(theirs))}


def _printed(theirs) -> str:
    """What is to be said of the published number, and that it is of that one."""
    said = reading(theirs)
    return f"published: {said}" if said else ""


def _theirs(theirs: Mapping | None) -> dict:
    if theirs is None:
        return {}
    return {"published_spearman": theirs["spearman"], "published_p": theirs["p"]}


def _fisher(rho: float, count: int) -> tuple[float, float]:
    """Ends of a correlation's interval; of ranks the variance of z is 1.06/(n - 3)."""
    if count < 4:
        return np.nan, np.nan
    z = np.arctanh(np.clip(rho, -1 + 1e-12, 1 - 1e-12))
    reach = 1.959964 * np.sqrt(1.06 / (count - 3))
    return float(np.tanh(z - reach)), float(np.tanh(z + reach))


def _sign(theirs: Mapping, p: float, ends: tuple[float, float]) -> str:
    """Whether our correlation has the published sign; GloVe's claim is none.

    That an interval holds 0 does not make few corpora random: our p is to say so, too.
    """
    low, high = ends
    if np.isnan(low):
        return claim(None)
    rises, falls = low > 0, high < 0
    if theirs["p"] > SEEMS:
        return claim(False if rises or falls else True if p > SEEMS else None)
    return claim(True if rises else False if falls else None)
