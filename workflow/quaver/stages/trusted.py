"""The words whose neighbours a study asks for, judged by its stored numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

import pandas as pd

from quaver import tables
from quaver.corpora import wordlists
from quaver.measures.trust import Rule
from quaver.stages.plan import Plan
from quaver.tables.coverage import NOT_SIMULATED
from quaver.tables.judged import Asked, WordTrust, judged

LISTS = {"neighbour_lists": tables.neighbour_lists, "trust": tables.trust}


def lists(plan: Plan, published: Mapping) -> dict[str, pd.DataFrame]:
    """Tables of the words asked for, by name; none where no word is."""
    if not plan.study.analyses.neighbours.words:
        return {}
    words = trusted(plan, published)
    return {name: make(words) for name, make in LISTS.items()}


def trusted(plan: Plan, published: Mapping) -> list[WordTrust]:
    """Judge all words asked for, by view, technique and word.

    published: with the calibration, how often intervals held the truth in simulation.
    """
    given = plan.study.analyses.neighbours
    rule = Rule(given.n, given.confidence, given.stable, given.method)
    least = {name: corpus.min_count for name, corpus in plan.study.corpora.items()}
    simulated = published.get("calibration", {}).get("coverage", NOT_SIMULATED)
    words = {name: _words(plan, name, given.words[name]) for name in given.words}
    asked = Asked(rule, words, least, simulated)
    return list(judged(plan.queries(), asked))


def _words(plan: Plan, name: str, given: Sequence[str]) -> Sequence[str]:
    """Words as a text has them, in the order given.

    A text that is not the study's has words as they are written.
    """
    if name not in plan.study.corpora:
        return given
    corpus = plan.study.corpora[name]
    return wordlists.asked(given, asdict(corpus.clean), corpus.language)
