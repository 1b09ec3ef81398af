"""Claims of section 3: hypotheses 1 and 2, and what is said of each K-S test.

The p of 1000 values is judged by the distance it takes: an interval of the distance of
all pairs lies below what such a test mostly rejects, above it, or on both sides.
"""

from collections.abc import Callable, Iterator
from functools import partial

from quaver.items.claims import Band, Claim
from quaver.items.ends import cut, interval_row
from quaver.items.published import read
from quaver.papers.elekes2018.likeness import FOLDER
from quaver.papers.elekes2018.shapes import (
    ANY,
    LARGEST,
    LCH,
    OTHERS,
    Compared,
    compared,
    row_of,
    seen_at,
)
from quaver.statistics import run_mean
from quaver.statistics.distributions import SIZE, distance, quantile
from quaver.statistics.values import difference, value_of

NEAREST = 0.01  # of the pairs: a threshold that leaves so many
BIN = 0.01  # cosines closer than that are one threshold
APART = "K-S distance"
GAP = "difference of thresholds"
LEVEL = 0.01  # of the paper's tests
# 3.10 lies beyond: of models that are not word2vec's or GloVe's
OF_WORDS = ("3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9")


def _rows(
    results, keep: Callable[[Compared], bool], told: Callable[[Compared], dict]
) -> Iterator[dict]:
    """What is told of each two models of a section that keep takes."""
    for own in filter(keep, compared(results)):
        row = row_of(own)
        named = f"{own.section}: {row['model']} and {row['against']}"
        values = told(own)
        yield row | values | {"note": [named, values.get("note", "")]}


def _distance(own: Compared, band: Band | None = None) -> dict:
    """How far two shapes are apart; in a band of its own where none is given."""
    first, second = (record.binned for record in own.records)
    apart = distance(first, second)
    ends = apart.value, *cut(apart.low, apart.high, (0, 1))[:2]
    limits = own.sentence.band if band is None and own.sentence else band
    own_band = {"limits": limits, "band": str(limits)}
    return own_band | interval_row(ends, runs=_runs(own))


def _runs(own: Compared) -> int:
    return min(len(record.binned.mean) for record in own.records)


def _gap(own: Compared) -> dict:
    """How far cosines are apart that 1 % of pairs exceed, whichever is higher."""
    first, second = (
        value_of(run_mean(quantile(record.binned, NEAREST))) for record in own.records
    )
    gap = difference(first, second)
    gap = gap.times(1 if gap.value >= 0 else -1)
    interval = gap.value, *gap.interval()
    return interval_row(interval, runs=_runs(own), freedom=gap.freedom)


def _has_statement(own: Compared, section: str, text: str) -> bool:
    said = own.sentence
    return bool(said) and (own.section, said.text) == (section, text)


def _statement(section: str, models: str) -> Claim:
    """Claim of the sentence of a section on such models."""
    rows = read(FOLDER / "ks.csv")
    (row,) = (x for x in rows if (x["section"], x["models"]) == (section, models))
    keep = partial(_has_statement, section=section, text=row["statement"])
    return Claim(
        name=f"{section}: {row['statement']}",
        tested=row["source"],
        quantity=APART,
        rows=partial(_rows, keep=keep, told=_distance),
        null=0,
        reads=("similarity", "meaning"),
    )


HYPOTHESIS_1 = Claim(
    name="Hypothesis 1: no threshold serves all models",
    tested="Sections 3.1 and 3.11",
    quantity=GAP,
    rows=partial(_rows, keep=lambda own: LCH not in own.labels, told=_gap),
    band=Band(low=BIN),
    null=0,
    existing=True,
    reads=("similarity",),
)
HYPOTHESIS_2 = Claim(
    name=f"Hypothesis 2: {SIZE} values of two models have one shape",
    tested="Sections 3.1 and 3.11",
    quantity=APART,
    rows=partial(
        _rows,
        keep=lambda own: own.section in OF_WORDS,
        told=partial(_distance, band=Band(high=seen_at(LEVEL))),
    ),
    null=0,
    reads=("similarity",),
)
ALGORITHMS = _statement("3.3", ANY)
DIMENSIONS = _statement("3.4", ANY)
DICTIONARIES = _statement("3.5", ANY)
LARGEST_DICTIONARY = _statement("3.5", LARGEST)
TEXT_SIZES = _statement("3.6", ANY)
WINDOWS = _statement("3.7", ANY)
SOFTMAX = _statement("3.8", ANY)
EPOCHS = _statement("3.9", ANY)
GRAMS_LIKE_CBOW = _statement("3.10 CBOW", "n-grams")
OTHERS_LIKE_CBOW = _statement("3.10 CBOW", OTHERS)
GRAMS_LIKE_SG = _statement("3.10 SG", "n-grams")
OTHERS_LIKE_SG = _statement("3.10 SG", OTHERS)
WORDNET = _statement("4.2", LCH)
