"""Tables 2.2, 2.4, 2.5, 3.5 and A.2: nearest words, as found and as predicted."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from quaver.items.published import Printed, Published, read
from quaver.papers.rettenmeier2020.comparable import FOLDER
from quaver.papers.rettenmeier2020.declare import over_cells, record_rows, table
from quaver.results.distribution_records import DistributionNumbers

EXAMPLE = {"language": "en", "sampling": "shuffled", "kind": "published"}
EXAMPLE["target"] = "momentum"


class Shuffled(Published):
    """A published table that stands beside shuffled cells only."""

    def key(self, row: Mapping) -> tuple:
        """What a row is joined by; no row is there of other samplings."""
        # an empty key is in no published table
        return super().key(row) if row["sampling"] == "shuffled" else ()


def _correlations(record: DistributionNumbers, name: str) -> dict:
    prediction = record.prediction
    r, low, high = prediction.correlations[name]
    note = "no interval: it needs 3 groups of runs" if np.isnan(low) else ""
    if np.isnan(r):
        note = "no correlation: all words have one value"
    row = {"pearson": r, "low": low, "high": high, "note": note}
    return row | {"runs": prediction.runs, "targets": len(prediction.words)}


def _structure(record: DistributionNumbers) -> list[dict]:
    names = ("as_coded", "as_coded_low", "as_coded_high")
    coded = record.prediction.correlations["structure_as_coded"]
    return [_correlations(record, "structure") | dict(zip(names, coded, strict=True))]


def _predictions(record: DistributionNumbers) -> list[dict]:
    """Prediction against observation of p@1, and of p@2, which is of fewer words."""
    second = {"n": 2, "targets": len(record.prediction.observed_2)}
    first = _correlations(record, "prediction")
    return [first, _correlations(record, "prediction_2") | second]


def _rows(results, make: Callable) -> list[dict]:
    """Rows of all cells; the first of each is of p@1, which was published."""
    rows = []
    for record in results.distributions():
        first, *others = record_rows(record, "prediction", make)
        rows += [{"n": 1, **first, "cell": record.cell}, *others]
    return rows


def _odds_rows(results) -> list[dict]:
    """Odds of words near a target, a row per cell and rank; then those published."""
    rows = [{**row, "kind": "ours"} for row in over_cells(results, "prediction", _odds)]
    note = "published is an example: no verdict"
    for published in read(FOLDER / "table_2_4.csv"):
        # '< 0.001' is a bound, and must not pass for a number
        for name in ("first", "second"):
            text = str(published.pop(name))
            key = f"{name}_bound" if text.startswith("<") else name
            published[key] = float(text.removeprefix("<"))
        facts = {"trainer": "word2vec", "runs": 32, "note": note}
        rows.append({**EXAMPLE, **facts, **published})
    return rows


def _odds(record: DistributionNumbers) -> list[dict]:
    odds = record.prediction.odds
    facts = {"target": odds.word, "chosen": odds.chosen}
    facts["runs"] = record.prediction.runs
    names = ("rank", "mean", "deviation", "first", "second")
    return [
        {**facts, "word": word, **{name: getattr(odds, name)[row] for name in names}}
        for row, word in enumerate(odds.words)
    ]


def _list_rows(results, part: str, name: str, **facts) -> list[dict]:
    """A row per cell and word; then those published."""
    made = over_cells(results, part, partial(_lists, part=part))
    published = read(FOLDER / f"{name}.csv")
    # the overlap is of the print's own ranks, not as the text tells it
    ranks = np.array([[row[f"rank_{k}"] for row in published] for k in (1, 2)])
    published[0]["note"] = overlaps(ranks)
    ours = [{**row, "kind": "ours"} for row in made]
    return ours + [{**EXAMPLE, **facts, **row} for row in published]


def _lists(record: DistributionNumbers, part: str) -> list[dict]:
    lists = getattr(record, part).lists
    if lists is None:
        return [{"note": "no size has two averages"}]
    names = ("method", "size", "chosen")
    facts = {name: getattr(lists, name) for name in names} | {"target": lists.word}
    note = overlaps(np.asarray(lists.ranks))
    return [
        {
            **{**facts, "word": word, "note": "" if row else note},
            **{f"rank_{run + 1}": int(lists.ranks[run][row]) for run in (0, 1)},
            **{f"cosine_{run + 1}": lists.cosines[run][row] for run in (0, 1)},
        }
        for row, word in enumerate(lists.words)
    ]


def overlaps(ranks: np.ndarray) -> str:
    """What the text tells beside a list: p@n and j@n of its first words."""
    parts = []
    for n in (10, 15):  # as in the text
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
_of_lists = partial(
    table,
    columns="CELL kind method size target chosen word rank_1 cosine_1 rank_2 cosine_2",
    keys="view technique kind target word rank_1 cosine_1 rank_2 cosine_2 note",
)
RUNS, AVERAGES = {"trainer": "word2vec", "size": 1}, {"trainer": "", "size": 32}
TABLE_2_2 = _of_lists(
    "Table 2.2",
    "Nearest words in two runs",
    f"runs 1 and 2 of a cell. {LISTS}",
    rows=partial(_list_rows, part="prediction", name="table_2_2", **RUNS),
    reads=("prediction",),
)
TABLE_3_5 = _of_lists(
    "Table 3.5",
    "Nearest words in two averages of so many runs (size)",
    f"there of 32, here the first two groups of the largest size that has two. {LISTS}",
    rows=partial(_list_rows, part="averages", name="table_3_5", **AVERAGES),
    reads=("compare_averages",),
)
TABLE_2_4 = table(
    "Table 2.4",
    "Odds of words to be the nearest",
    "mean and deviation (ddof 0) over the runs of a cell of the cosine with a target. "
    "First and second: predicted probability of being the nearest word (Eq. 2.22), one "
    "of the two nearest (Eq. A.15). Published is an example, momentum in English, 32 "
    "runs; its rows stand last.",
    columns=(
        "CELL kind runs target chosen rank word mean deviation first second "
        "first_bound second_bound"
    ),
    keys="view technique kind target rank word mean deviation first second",
    rows=_odds_rows,
    reads=("prediction",),
)
_correlated = partial(
    table,
    keys="view technique sampling pearson low high published_pearson verdict",
    published={
        "kind": Shuffled,
        "columns": {"published_pearson": "pearson"},
        "value": "pearson",
        "ends": Printed("pearson", 0.0005),
    },
    reads=("prediction",),
)
TABLE_2_5 = _correlated(
    "Table 2.5",
    "Structure factor and observed p@1",
    f"{PEARSON} The factor is the prediction with one deviation common to all pairs of "
    "words, as the text defines it; as coded it keeps each pair's own, so that rows of "
    "Tables 2.5 and A.2 are printed alike. The verdict is of the text's reading.",
    columns="CELL runs targets pearson low high as_coded as_coded_low as_coded_high",
    rows=partial(_rows, make=_structure),
)
TABLE_A_2 = _correlated(
    "Table A.2",
    "Predicted and observed p@n",
    f"{PEARSON} The prediction takes means and deviations of cosines over the same "
    "runs (Eq. 2.23, A.16); published is p@1.",
    columns="CELL runs targets n pearson low high",
    rows=partial(_rows, make=_predictions),
)
