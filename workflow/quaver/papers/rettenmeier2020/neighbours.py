"""Tables 2.2, 2.3, 3.5 and A.1 of Rettenmeier 2020: lists of nearest neighbours."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from quaver.items.beside import VERDICT, Texts
from quaver.papers.rettenmeier2020.common import (
    THESIS,
    beside_mean,
    known,
    over_languages,
)
from quaver.results.distribution_records import (
    Compared,
    Consistency,
    DistributionNumbers,
    Lists,
    Prediction,
)
from quaver.results.records import IDENTITY, frame, identity
from quaver.statistics.values import Value, of_ends

PRINTED = 0.005  # half of the last digit
KINDS = ("share", "jaccard")
SHOWN = (10, 15)  # words whose overlap the text tells beside the lists
LISTS = (
    "The 15 nearest words in the first space, their ranks in both and their cosines "
    "(1 = the same direction). Published is an example, momentum in English, so it has "
    "no verdict; its lists stand last."
)
CAPTION_2_2 = (
    f"Nearest words in two runs, as Table 2.2 of {THESIS}: runs 1 and 2 of a cell. "
    f"{LISTS}"
)
CAPTION_3_5 = (
    f"Nearest words in two averages of so many runs (size), as Table 3.5 of {THESIS}, "
    f"there of 32: the first two groups of the largest size that has two. {LISTS}"
)
LANGUAGES_TOO = (
    "The last rows of a trainer are means over its cells, as published over seven "
    "languages; errors of cells add in squares, runs are those of the cell of fewest."
)
CAPTION_2_3 = (
    f"Whether words keep their order over n, as Table 2.3 of {THESIS}: Spearman over "
    "the target words of p@n (share) and of j@n (jaccard) between n and other n, means "
    "over pairs of runs, with the 95 % interval by jackknife over runs. 1 = the same "
    "order, 0 = none in common. More runs agree more: published are 16. "
    f"{LANGUAGES_TOO} The rows printed as @20 are of 25. "
    f"{VERDICT}"
)
CAPTION_A_1 = (
    f"Whether words keep their order in other runs, as Table A.1 of {THESIS}: Spearman "
    "over the target words of p@n (share) and of j@n (jaccard) between two disjoint "
    "sets of so many runs (half), with the 95 % interval by jackknife over runs. 1 = "
    f"the same order. Published are sets of 16 runs. {LANGUAGES_TOO} {VERDICT}"
)
COLUMNS_LISTS = (
    *(*IDENTITY, "sampling", "kind", "method", "size", "target", "chosen", "word"),
    *("rank_1", "cosine_1", "rank_2", "cosine_2", "note"),
)
ENDS = ("spearman", "low", "high", "published_spearman", "verdict", "note")
COLUMNS_2_3 = (*IDENTITY, "sampling", "kind", "n", "other_n", "runs", "cells", *ENDS)
COLUMNS_A_1 = (*IDENTITY, "sampling", "kind", "n", "half", "cells", *ENDS)


def table_2_2(
    records: Sequence[DistributionNumbers], published: pd.DataFrame
) -> pd.DataFrame:
    """Nearest words in two runs, a row per cell and word; then those published."""
    rows = [
        row for one in records for row in _list_rows(one, one.prediction, "prediction")
    ]
    theirs = _published_lists(published, "word2vec", 1)
    return frame(rows + theirs, COLUMNS_LISTS, CAPTION_2_2)


def table_3_5(
    records: Sequence[DistributionNumbers], published: pd.DataFrame
) -> pd.DataFrame:
    """Nearest words in two averages, a row per cell and word; then those published."""
    rows = [row for one in records for row in _list_rows(one, one.averages, "averages")]
    theirs = _published_lists(published, "", 32)
    return frame(rows + theirs, COLUMNS_LISTS, CAPTION_3_5)


def table_2_3(
    records: Sequence[DistributionNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """Consistency over n, a row per cell, kind and two n: in [-1, 1]."""
    theirs = known(published, ["trainer", "kind", "n", "other_n"], ["spearman"])
    keys = ("kind", "n", "other_n")
    rows = over_languages(records, lambda one: _rows(one, _between_sizes), keys)
    made = [beside_mean(row, theirs, keys, (texts, PRINTED)) for row in rows]
    return frame(made, COLUMNS_2_3, CAPTION_2_3)


def table_a_1(
    records: Sequence[DistributionNumbers], published: pd.DataFrame, texts: Texts
) -> pd.DataFrame:
    """Consistency over halves of the runs, a row per cell, kind and n: in [-1, 1]."""
    theirs = known(published, ["trainer", "kind", "n"], ["spearman"])
    keys = ("kind", "n")
    rows = over_languages(records, lambda one: _rows(one, _between_halves), keys)
    made = [beside_mean(row, theirs, keys, (texts, PRINTED)) for row in rows]
    return frame(made, COLUMNS_A_1, CAPTION_A_1)


def _rows(one: DistributionNumbers, make) -> list[dict]:
    """Rows of a record's consistency, or one that says why it has none."""
    row = identity(one.cell)
    if one.consistency is None:
        return [{**row, "note": one.notes.get("consistency", "not measured")}]
    return [{**row, **made} for made in make(one.consistency)]


def _between_sizes(found: Consistency) -> Iterable[dict]:
    for kind in KINDS:
        values, lows, highs = (
            getattr(found, f"{kind}{end}") for end in ("", "_low", "_high")
        )
        for row, n in enumerate(found.sizes):
            for column, other in list(enumerate(found.sizes))[row:]:
                place = row, column
                value = of_ends(values[place], lows[place], highs[place])
                yield {
                    **{"kind": kind, "n": int(n), "other_n": int(other)},
                    **{"runs": found.runs, "value": value},
                    **_shown(value, lows[place], highs[place]),
                    "note": _missing(value, found.runs),
                }


def _between_halves(found: Consistency) -> Iterable[dict]:
    for kind in KINDS:
        parts = [getattr(found, f"halves_{kind}{end}") for end in ("", "_low", "_high")]
        for n, value, low, high in zip(found.sizes, *parts, strict=True):
            carried = of_ends(value, low, high)
            yield {
                **{"kind": kind, "n": int(n), "half": found.half, "value": carried},
                **_shown(carried, low, high),
                "note": _missing(carried, found.half),
            }


def _shown(value: Value, low: float, high: float) -> dict:
    return {"spearman": value.value, "low": low, "high": high}


def _missing(value: Value, runs: int) -> str:
    if np.isnan(value.value):
        return "no correlation: all words have one value, or there are too few runs"
    few = f"no interval: it needs 3 runs in a set, there are {runs}"
    return few if np.isnan(value.error) else ""


def _list_rows(
    one: DistributionNumbers, found: Prediction | Compared | None, measure: str
) -> list[dict]:
    """A row per word of a record's lists, or one that says why it has none."""
    common = {**identity(one.cell), "kind": "ours"}
    if found is None or found.lists is None:
        why = "not measured" if found is None else "no size has two averages"
        return [{**common, "note": one.notes.get(measure, why)}]
    lists: Lists = found.lists
    common |= {name: getattr(lists, name) for name in ("method", "size", "chosen")}
    said = _overlaps(np.asarray(lists.ranks))
    return [
        {
            **common,
            **{"target": lists.word, "word": word, "note": "" if place else said},
            **{f"rank_{run + 1}": int(lists.ranks[run][place]) for run in (0, 1)},
            **{f"cosine_{run + 1}": lists.cosines[run][place] for run in (0, 1)},
        }
        for place, word in enumerate(lists.words)
    ]


def _overlaps(ranks: np.ndarray) -> str:
    """What the text tells beside a list: p@n and j@n of its first words."""
    parts = []
    for n in SHOWN:
        if ranks.shape[1] >= n:
            share = float((ranks[1][ranks[0] <= n] <= n).sum()) / n
            parts.append(f"p@{n} = {share:.3f}, j@{n} = {share / (2 - share):.3f}")
    return "; ".join(parts)


def _published_lists(published: pd.DataFrame, trainer: str, size: int) -> list[dict]:
    ranks = published[["rank_1", "rank_2"]].to_numpy().T
    said = _overlaps(ranks)
    common = {"language": "en", "trainer": trainer, "sampling": "shuffled"}
    common |= {"kind": "published", "size": size, "target": "momentum"}
    rows = published.drop(columns="source").to_dict("records")
    return [
        {**common, **row, "note": "" if place else said}
        for place, row in enumerate(rows)
    ]
