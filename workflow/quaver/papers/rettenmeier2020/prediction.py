"""Tables 2.2, 2.4, 2.5, 3.5 and A.2: nearest words, as found and as predicted."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from quaver.items.published import Printed, Published, read
from quaver.papers.rettenmeier2020.comparable import FOLDER, by_language_and_trainer
from quaver.papers.rettenmeier2020.declare import table
from quaver.papers.rettenmeier2020.languages import rows_of
from quaver.results.distribution_records import DistributionNumbers, Lists, Prediction
from quaver.results.records import identity

SHOWN = (10, 15)  # words whose overlap the text tells beside the lists
EXAMPLE = "published is an example: no verdict"
ENDS = ("pearson", "low", "high")
AS_CODED = ("as_coded", "as_coded_low", "as_coded_high")


class Shuffled(Published):
    """A published table that stands beside shuffled cells only."""

    def key(self, row: Mapping) -> tuple:
        """What a row is joined by; no row is there of other samplings."""
        # an empty key is in no published table
        return super().key(row) if row["sampling"] == "shuffled" else ()


def _correlations(prediction: Prediction, name: str) -> dict:
    """A correlation of the observed p@1 with what was predicted."""
    row = dict(zip(ENDS, prediction.correlations[name], strict=True))
    row |= {"runs": prediction.runs, "targets": len(prediction.words)}
    return {**row, "note": _lacks(row)}


def _lacks(row: Mapping) -> str:
    if np.isnan(row["pearson"]):
        return "no correlation: all words have one value"
    return "no interval: it needs 3 groups of runs" if np.isnan(row["low"]) else ""


def _structure_row(prediction: Prediction) -> list[dict]:
    coded = zip(AS_CODED, prediction.correlations["structure_as_coded"], strict=True)
    return [_correlations(prediction, "structure") | dict(coded)]


def _prediction_rows(prediction: Prediction) -> list[dict]:
    """Of p@1, which was published, and of p@2, of fewer words."""
    second = _correlations(prediction, "prediction_2")
    second |= {"n": 2, "targets": len(prediction.observed_2)}
    return [{**_correlations(prediction, "prediction"), "n": 1}, second]


def _rows(results: Any, make) -> list[dict]:
    """Structure factor or prediction against observation: in [-1, 1]."""
    return [row for each in results.distributions() for row in _own(each, make)]


def _own(record: DistributionNumbers, make) -> list[dict]:
    first, *others = rows_of(record, "prediction", make)
    return [{"n": 1, **first, "cell": record.cell}, *others]


def _odds_rows(results: Any) -> list[dict]:
    """Odds of words near a target, a row per cell and rank; then those published."""
    rows = []
    for record in results.distributions():
        rows += rows_of(record, "prediction", _odds)
    return [{**row, "kind": "ours"} for row in rows] + _published_odds()


def _odds(prediction: Prediction) -> list[dict]:
    odds = prediction.odds
    common = {"runs": prediction.runs, "target": odds.word, "chosen": odds.chosen}
    columns = ("rank", "mean", "deviation", "first", "second")
    return [
        common | {"word": word} | {name: getattr(odds, name)[row] for name in columns}
        for row, word in enumerate(odds.words)
    ]


def _published_odds() -> list[dict]:
    """Rows as printed, where some probabilities have a bound only: < 0.001."""
    common = {"language": "en", "trainer": "word2vec", "sampling": "shuffled"}
    common |= {"kind": "published", "runs": 32, "target": "momentum", "note": EXAMPLE}
    rows = []
    for row in read(FOLDER / "table_2_4.csv"):
        # '< 0.001' is a bound, and must not pass for a number
        for name in ("first", "second"):
            text = str(row.pop(name))
            is_bound = text.startswith("<")
            row[f"{name}_bound" if is_bound else name] = float(text.removeprefix("<"))
        rows.append({**common, **row})
    return rows


def _list_rows(results: Any, part: str, name: str, **published) -> list[dict]:
    """A row per cell and word; then those published."""
    rows = [row for record in results.distributions() for row in _list_of(record, part)]
    published_rows = read(FOLDER / f"{name}.csv")
    # the overlap is of the print's own ranks, not as the text tells it
    ranks = np.array([[row[f"rank_{k}"] for row in published_rows] for k in (1, 2)])
    common = {"language": "en", "sampling": "shuffled", "kind": "published"}
    common |= {"target": "momentum", **published}
    theirs = [{**common, **row} for row in published_rows]
    return [*rows, {**theirs[0], "note": overlaps(ranks)}, *theirs[1:]]


def _list_of(record: DistributionNumbers, part: str) -> list[dict]:
    """A row per word of a record's lists, or one that says why it has none."""
    common = {**identity(record.cell), "kind": "ours"}
    measured = getattr(record, part)
    if measured is None or measured.lists is None:
        why = "not measured" if measured is None else "no size has two averages"
        return [{**common, "note": record.notes.get(part, why)}]
    lists: Lists = measured.lists
    common |= {name: getattr(lists, name) for name in ("method", "size", "chosen")}
    shared = overlaps(np.asarray(lists.ranks))
    return [
        {
            **common,
            **{"target": lists.word, "word": word, "note": "" if row else shared},
            **{f"rank_{run + 1}": int(lists.ranks[run][row]) for run in (0, 1)},
            **{f"cosine_{run + 1}": lists.cosines[run][row] for run in (0, 1)},
        }
        for row, word in enumerate(lists.words)
    ]


def overlaps(ranks: np.ndarray) -> str:
    """What the text tells beside a list: p@n and j@n of its first words."""
    parts = []
    for n in SHOWN:
        if ranks.shape[1] >= n:
            # p = |A & B| / n, j = |A & B| / |A | B| = p / (2 - p)
            share = float((ranks[1][ranks[0] <= n] <= n).sum()) / n
            parts.append(f"p@{n} = {share:.3f}, j@{n} = {share / (2 - share):.3f}")
    return "; ".join(parts)


LISTS = (
    "The 15 nearest words in the first space, their ranks and cosines in both. "
    "Published is an example, momentum in English; its lists stand last."
)
PEARSON = (
    "Pearson's correlation over the target words, with its 95 % interval by jackknife "
    "over groups of runs."
)
_lists = partial(
    table,
    columns=(
        "CELL kind:text method:text size:whole target:text chosen:text word:text "
        "rank_1:whole cosine_1 rank_2:whole cosine_2"
    ),
    keys="view technique kind target word rank_1 cosine_1 rank_2 cosine_2 note",
)
TABLE_2_2 = _lists(
    "Table 2.2",
    "Nearest words in two runs",
    f"runs 1 and 2 of a cell. {LISTS}",
    rows=partial(
        _list_rows, part="prediction", name="table_2_2", trainer="word2vec", size=1
    ),
    reads=("prediction",),
)
TABLE_3_5 = _lists(
    "Table 3.5",
    "Nearest words in two averages of so many runs (size)",
    f"there of 32, here the first two groups of the largest size that has two. {LISTS}",
    rows=partial(_list_rows, part="averages", name="table_3_5", trainer="", size=32),
    reads=("compare_averages",),
)
TABLE_2_4 = table(
    "Table 2.4",
    "Odds of words to be the nearest",
    "mean and deviation (ddof 0) over the runs of a cell of the cosine with the target "
    "word. First and second: predicted probability of being the nearest word (Eq. "
    "2.22), one of the two nearest (Eq. A.15). Published is an example, momentum in "
    "English, 32 runs; its rows stand last.",
    columns=(
        "CELL kind:text runs:whole target:text chosen:text rank:whole word:text mean "
        "deviation first second first_bound second_bound"
    ),
    keys="view technique kind target rank word mean deviation first second",
    rows=_odds_rows,
    reads=("prediction",),
)
_correlated = partial(
    table, keys="view technique sampling pearson low high published_pearson verdict"
)
_beside = partial(
    by_language_and_trainer,
    kind=Shuffled,
    columns={"published_pearson": "pearson"},
    value="pearson",
    ends=Printed("pearson", 0.0005),
)
TABLE_2_5 = _correlated(
    "Table 2.5",
    "Structure factor and observed p@1",
    f"{PEARSON} The factor is the prediction with one deviation common to all pairs of "
    "words, as the text defines it; as coded it keeps each pair's own, so that rows of "
    "Tables 2.5 and A.2 are printed alike. The verdict is of the text's reading.",
    columns=(
        "CELL runs:whole targets:whole pearson low high as_coded as_coded_low "
        "as_coded_high"
    ),
    rows=partial(_rows, make=_structure_row),
    published=_beside("table_2_5"),
    reads=("prediction",),
)
TABLE_A_2 = _correlated(
    "Table A.2",
    "Predicted and observed p@n",
    f"{PEARSON} The prediction takes means and deviations of cosines over the same "
    "runs (Eq. 2.23, A.16); published is p@1.",
    columns="CELL runs:whole targets:whole n:whole pearson low high",
    rows=partial(_rows, make=_prediction_rows),
    published=_beside("table_A_2"),
    reads=("prediction",),
)
