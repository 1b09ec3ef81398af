"""Laws by equally many uses: of words told in the periods and in what is like them.

In random documents of a period's size a word may occur less often than in the period.
Judged by fewer uses it is noisier than others, and a slope is noise again: it is left
out of both (quaver.measures.change_laws).
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from quaver.measures.laws import Values
from quaver.statistics import RUNS_FOR_INTERVAL

LEVEL = "even"  # told by equally many uses of each word
LIKE = "like_periods"  # judges the words of the periods it is like
LEAST = 10  # words that a line needs, as a reader would want
Kind = tuple[str, int]  # how change was told, and runs of an average


class Judged(NamedTuple):
    """Words of all pairs of one condition, and their change (averages, values) by how
    it was told and the size of averages; tokens: of words that neighbours share."""

    values: Values
    change: Mapping[Kind, np.ndarray]
    tokens: float


def levelled(judged: Mapping[str, Judged]) -> dict[str, Judged]:
    """Conditions, by LEVEL of the same words in the periods and in LIKE, and without it
    where these are too few."""
    judged, genuine = dict(judged), next(iter(judged))
    if LIKE in judged:
        first, second = _shared(judged[genuine], judged[LIKE])
        judged[LIKE] = second
        # else the other control still has the periods beside it
        judged[genuine] = first if _is_told(second) else judged[genuine]
    return {x: own if _is_told(own) else _unlevelled(own) for x, own in judged.items()}


def _shared(genuine: Judged, like: Judged) -> tuple[Judged, Judged]:
    """Both, by LEVEL of what both tell: the values of like are among genuine's."""
    kinds = [x for x in like.change if x[0] == LEVEL and x in genuine.change]
    keys = [
        x.values.word * (genuine.values.pair.max() + 1) + x.values.pair
        for x in (genuine, like)
    ]
    order = np.argsort(keys[0])
    place = order[np.searchsorted(keys[0], keys[1], sorter=order)]
    for kind in kinds:
        whole, own = genuine.change[kind], like.change[kind]
        is_told = np.isfinite(whole[:, place]) & np.isfinite(own)
        both = np.full_like(whole, np.nan)
        both[:, place] = np.where(is_told, whole[:, place], np.nan)
        genuine = genuine._replace(change={**genuine.change, kind: both})
        own = np.where(is_told, own, np.nan)
        like = like._replace(change={**like.change, kind: own})
    return genuine, like


def _is_told(judged: Judged) -> bool:
    """Tell whether enough words are told by LEVEL, also without any pair of texts."""
    values = judged.values
    pairs = np.unique(values.pair)
    rests = [values.pair != pair for pair in pairs if len(pairs) >= RUNS_FOR_INTERVAL]
    for kind, (change, *_) in judged.change.items():
        if kind[0] != LEVEL:
            continue
        for rest in (np.full(len(change), True), *rests):
            kept = rest & np.isfinite(change)
            occurrences = values.occurrences[kept]
            words = len(np.unique(values.word[kept]))
            if words < LEAST or np.ptp(occurrences) == 0:
                return False
    return True


def _unlevelled(judged: Judged) -> Judged:
    change = {kind: own for kind, own in judged.change.items() if kind[0] != LEVEL}
    return judged._replace(change=change)
