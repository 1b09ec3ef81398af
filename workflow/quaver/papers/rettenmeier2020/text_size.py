"""Equation 2.43: extrinsic instability and the size of texts."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from quaver.house.cells import own_cells
from quaver.house.instability import Group, instability_of
from quaver.items.claims import Claim, verdict_of
from quaver.items.published import read
from quaver.papers.rettenmeier2020.comparable import FOLDER
from quaver.papers.rettenmeier2020.declare import claim_row, table
from quaver.results.records import CorpusNumbers, by_sampling
from quaver.statistics.values import rank_correlation

SEEMS = 0.5  # "seems to decrease" is said of p = .22, "entirely random" of .78


def _rows(results) -> list[dict]:
    """Correlation over corpora, one row per technique: in [-1, 1]."""
    densities = {corpus.corpus: density(corpus) for corpus in results.corpora()}
    published = {row["trainer"]: row for row in read(FOLDER / "equation_2_43.csv")}
    techniques: dict[tuple[str, str], list[Group]] = {}
    for group in by_sampling(own_cells(results)):
        cell = next(iter(group.values()))
        if cell.view == cell.corpus:  # not a further part of a text, or unit
            techniques.setdefault((cell.technique, cell.trainer), []).append(group)
    return [
        {
            **{"technique": technique, "trainer": trainer},
            **_beside(_row(groups, densities), published.get(trainer)),
        }
        for (technique, trainer), groups in sorted(techniques.items())
    ]


def density(corpus: CorpusNumbers) -> float:
    """Words by tokens of what runs read of a corpus, NaN where they are not known."""
    words, tokens = corpus.frequent, corpus.after("deduplicated").get("tokens")
    if words is None:
        words = corpus.after("cut").get("types")
    # runs that read a fraction saw another density than the corpus has
    if corpus.part is not None:
        words, tokens = corpus.part
    return words / tokens if tokens and words is not None else np.nan


def _row(groups: Sequence[Group], densities: Mapping[str, float]) -> dict:
    """Spearman over the corpora of a technique that have both numbers."""
    values, sizes, lost = [], [], []
    for group in groups:
        corpus = next(iter(group.values())).corpus
        measured, missing = instability_of(group)
        if measured is None or measured.missing:
            lost.append(f"{corpus}: {missing}")
        elif np.isnan(densities.get(corpus, np.nan)):
            lost.append(f"{corpus}: words and tokens are not known")
        else:
            values.append(measured.extrinsic)
            sizes.append(densities[corpus])
    row = {"corpora": len(values)}
    if len(values) < 3:
        return {**row, "note": [f"needs 3 corpora, there are {len(values)}", *lost]}
    rho, p = rank_correlation(np.array(sizes), np.array(values))
    low, high = _fisher(rho, len(values))
    row |= {"spearman": rho, "p": p, "low": low, "high": high}
    few = "" if len(values) > 3 else "no interval: it needs 4 corpora"
    return {**row, "note": [few, *lost]}


def _beside(row: dict, published_row: Mapping | None) -> dict:
    """The published number, what is to be said of it, and whether the sign is its."""
    if published_row is None:
        return {**row, "note": [*row["note"], "published: no published value"]}
    row |= {f"published_{name}": published_row[name] for name in ("spearman", "p")}
    if "spearman" in row:
        row["verdict"] = verdict_of(_has_sign(row, published_row))
    reading = published_row["reading"]
    return {**row, "note": [*row["note"], f"published: {reading}" if reading else ""]}


def _fisher(rho: float, count: int) -> tuple[float, float]:
    """Ends of a correlation's interval; of ranks the variance of z is 1.06/(n - 3)."""
    if count < 4:
        return np.nan, np.nan
    # a perfect order has an infinite z
    z = np.arctanh(np.clip(rho, -1 + 1e-12, 1 - 1e-12))
    reach = 1.959964 * np.sqrt(1.06 / (count - 3))
    return float(np.tanh(z - reach)), float(np.tanh(z + reach))


def _has_sign(row: Mapping, published_row: Mapping) -> bool | None:
    """Whether our correlation has the published sign; GloVe's claim is none.

    That an interval holds 0 does not make few corpora random: our p is to say so, too.
    """
    if np.isnan(row["low"]):
        return None
    rises, falls = row["low"] > 0, row["high"] < 0
    # the claim is that there is no relation: a sign, either way, speaks against it
    if published_row["p"] > SEEMS:
        return False if rises or falls else True if row["p"] > SEEMS else None
    return True if rises else False if falls else None


def _claimed(results, is_random: bool) -> list[dict]:
    """Rows of the techniques whose correlation was found random, or of the others."""
    rows = (row for row in _rows(results) if "published_p" in row)
    chosen = [row for row in rows if (row["published_p"] > SEEMS) == is_random]
    return [claim_row(row, "spearman") for row in chosen]


_claim = partial(
    Claim, tested="Equation 2.43, section 2.3", quantity="Spearman over corpora"
)
RELATED = _claim(
    "extrinsic instability goes with the size of texts",
    rows=partial(_claimed, is_random=False),
)
RANDOM = _claim(
    "extrinsic instability of GloVe does not go with the size of texts",
    rows=partial(_claimed, is_random=True),
)
EQUATION_2_43 = table(
    "Equation 2.43",
    "Extrinsic instability and the size of texts",
    "Spearman over corpora between extrinsic instability and words by tokens (|V|/|C| "
    "of what runs read), with p by Student's t and the 95 % interval of Fisher's z. A "
    "sign agrees where the interval leaves 0 out on its side. GloVe's was found to be "
    "random (p = .78): that agrees where our p is above 0.5, too.",
    columns=(
        "technique trainer corpora spearman p low high "
        "published_spearman published_p verdict"
    ),
    keys=(
        "technique corpora spearman p low high published_spearman published_p verdict"
    ),
    rows=_rows,
    reads=("pip", "encode_corpus"),
)
