"""The words whose neighbours a study asks for, judged by its stored numbers."""

from collections.abc import Mapping

import pandas as pd

from quaver import tables
from quaver.house.coverage import NOT_SIMULATED
from quaver.house.judged import Asked, WordTrust, judged
from quaver.measures.trust import Rule
from quaver.results.reader import Results

LISTS = {"neighbour_lists": tables.neighbour_lists, "trust": tables.trust}


def lists(plan: Results, published: Mapping) -> dict[str, pd.DataFrame]:
    """Tables of the words asked for, by name; none where no word is."""
    if not plan.study.analyses.neighbours.words:
        return {}
    words = trusted(plan, published)
    return {name: make(words) for name, make in LISTS.items()}


def trusted(plan: Results, published: Mapping) -> list[WordTrust]:
    """Judge all words asked for, by view, technique and word.

    published: with the calibration, how often intervals held the truth in simulation.
    """
    given = plan.study.analyses.neighbours
    rule = Rule(given.n, given.confidence, given.stable, given.method)
    least = {name: corpus.min_count for name, corpus in plan.study.corpora.items()}
    simulated = published.get("calibration", {}).get("coverage", NOT_SIMULATED)
    asked = Asked(rule, given.words, least, simulated)
    return list(judged(plan.queries(), asked))
