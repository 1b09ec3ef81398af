"""Words asked for, judged: a word of one view x technique with its nearest words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import numpy as np
import pandas as pd

from quaver.house.coverage import Covered, covered, simulation
from quaver.measures.trust import (
    LEAST_RUNS,
    STABLE,
    TOO_LITTLE,
    Neighbours,
    Query,
    Rule,
    agreement,
    nearest,
    word_verdict,
)
from quaver.results.queries import QueryNumbers
from quaver.results.records import CellNumbers
from quaver.statistics import Estimate

WHOLE_TEXT = ("shuffled", "fixed")  # the first there is
UNKNOWN = "not in the corpus"
NAMED = 10  # stable neighbours in a sentence


@dataclass(frozen=True)
class Asked:
    """What a study asks of words, and what is known beside its runs.

    words: by corpus, those whose neighbours are asked for. least: by corpus, how often
    a word occurs at least to be read. simulated: shares of intervals
    that held the truth (quaver.house.coverage).
    """

    rule: Rule
    words: Mapping[str, Sequence[str]]
    least: Mapping[str, int]
    simulated: pd.DataFrame


@dataclass(frozen=True)
class WordTrust:
    """A word of one view x technique: its nearest words and what to think of them.

    cell: of the bootstrapped runs, else of any. nearest, names: its neighbours; None
    and nothing where there are none. share, jaccard: of its lists, over pairs of runs.
    present: bootstrapped runs that have it. whole: sampling of the runs on the whole
    text and their number. unkept: neighbours whose cosines these did not keep run by
    run. average: mean cosine of all words with it.
    """

    cell: CellNumbers
    word: str
    rule: Rule
    verdict: str
    why: str = ""
    occurrences: float = np.nan
    nearest: Neighbours | None = None
    names: tuple[str, ...] = ()
    share: Estimate | None = None
    jaccard: Estimate | None = None
    runs: int = 0
    present: int = 0
    whole: tuple[str, int] = ("", 0)
    unkept: tuple[str, ...] = ()
    average: float = np.nan
    covered: Covered = Covered()

    @property
    def remark(self) -> str:
        """What simulation says of such intervals; nothing where there are none."""
        if self.nearest is None or not np.isfinite(self.nearest.low).any():
            return ""
        if np.isnan(self.covered.share):
            return self.covered.why
        if self.covered.nominal:
            return ""
        held = f"{100 * self.covered.share:.0f} of 100 such intervals held the truth"
        return f"in simulation {held}"

    @property
    def sentence(self) -> str:
        """One plain sentence: what to think of the word's neighbours."""
        where = f"{self.cell.view} ({self.cell.technique})"
        if self.verdict == UNKNOWN:
            return f"'{self.word}' is not in {self.cell.view}: {self.why}."
        if self.verdict == TOO_LITTLE:
            return f"Too little data on '{self.word}' in {where}: {self.why}."
        count, n = self.nearest.stable, self.rule.n
        listed = f"of the {n} nearest words of '{self.word}' in {where}"
        if self.verdict == STABLE:
            many = f"All {count}" if count == n else f"{count}"
            return f"{many} {listed} are stable: {self._stable()}."
        if not count:
            return f"Take care: none {listed} is stable."
        few = f"only {count} {listed} {'is' if count == 1 else 'are'} stable"
        return f"Take care: {few}: {self._stable()}."

    def _stable(self) -> str:
        """Name the stable neighbours, the nearest of many."""
        pairs = zip(self.names, self.nearest.verdict, strict=True)
        names = [name for name, verdict in pairs if verdict == STABLE]
        return ", ".join(names[:NAMED]) + " ..." * (len(names) > NAMED)


@lru_cache(maxsize=1)  # tables and figures of one stage show the same judgements
def words_of(results) -> tuple[WordTrust, ...]:
    """All words a study asks for, judged by view, technique and word."""
    analysis = results.study.analyses.neighbours
    rule = Rule(analysis.n, analysis.confidence, analysis.stable, analysis.method)
    least = {name: corpus.min_count for name, corpus in results.study.corpora.items()}
    asked = Asked(rule, analysis.words, least, simulation())
    return tuple(judged(results.queries(), asked))


def judged(records: Iterable[QueryNumbers], asked: Asked) -> Iterator[WordTrust]:
    """Judge each word asked for, by view and technique.

    Records of one view and technique follow each other, a cell at a time.
    """
    # records hold all cosines of a cell: no more than one group is kept
    for _, group in groupby(records, lambda r: (r.cell.view, r.cell.technique)):
        cells = {record.cell.sampling: record for record in group}
        any_of_them = next(iter(cells.values())).cell
        for word in asked.words.get(any_of_them.corpus, ()):
            yield _judge(cells, word, asked)


def _judge(cells: Mapping, word: str, asked: Asked) -> WordTrust:
    """One word, from the records of a view x technique by sampling."""
    drawn = cells.get("bootstrapped")
    whole = _whole(cells)
    shown = next(record for record in (drawn, whole, *cells.values()) if record)
    facts = {"cell": shown.cell, "word": word, "rule": asked.rule}
    # before the word itself: without numbers no vocabulary is known
    if shown.neighbours is None:
        return WordTrust(**facts, verdict=TOO_LITTLE, why=_unmeasured(shown))
    if word not in shown.names:
        return WordTrust(**facts, verdict=UNKNOWN, why=_unknown(shown, word, asked))
    # occurrences of the text itself, where it was read; a draw has others
    counted = whole or shown
    query = counted.queries[counted.names.index(word)]
    facts["occurrences"] = float(counted.frequency[query])
    if drawn is None:
        why = "the study has no bootstrapped runs of it"
        return WordTrust(**facts, verdict=TOO_LITTLE, why=why)
    numbers = _numbers(drawn, whole, word, asked.rule)
    runs = numbers["runs"], numbers["whole"][1]
    simulated = covered(asked.simulated, drawn.cell, runs, asked.rule)
    return WordTrust(**facts, **numbers, covered=simulated)


def _unmeasured(record: QueryNumbers) -> str:
    """Why a cell has no numbers of its words."""
    if record.cell.runs < 2:
        return f"{record.cell.runs} run, a verdict needs {LEAST_RUNS} bootstrapped ones"
    return record.note or "not measured"


def _whole(cells: Mapping):
    """The record of runs on the whole text: shuffled where they were measured."""
    there = (cells[name] for name in WHOLE_TEXT if name in cells)
    return next((record for record in there if record.runs), None)


def _numbers(drawn, whole, word: str, rule: Rule) -> dict:
    """What the runs on draws of the text, and on the whole of it, say of a word."""
    q = drawn.names.index(word)
    row = drawn.queries[q]
    candidates = drawn.candidates[q]
    # candidates stand by their mean: the first are the nearest
    places = np.flatnonzero(candidates >= 0)[: rule.n]
    rows = candidates[places]
    mean, _, _ = drawn.moments[q]
    others = np.delete(mean, row)  # a word's cosine with itself is 1
    others = others[~np.isnan(others)].astype(np.float64)
    query = Query(
        cosines=drawn.candidate_cosines[:, q, places],
        ranks=drawn.candidate_ranks[:, q, places],
        whole=_whole_cosines(whole, word, rows),
        average=float(others.mean()) if len(others) else np.nan,
        others=len(others),
    )
    lists = drawn.neighbours[:, q, : rule.n]
    has = (lists >= 0).any(axis=1)
    # runs that lack the word have no list: absence is counted in `present`
    alike = agreement(lists[has]) or (None, None)
    neighbours = nearest(query, rule) if len(rows) else None
    verdict = word_verdict(neighbours, rule.n) if neighbours else TOO_LITTLE
    return {
        **{"nearest": neighbours, "names": tuple(drawn.words[each] for each in rows)},
        "unkept": tuple(drawn.words[each] for each in _unkept(whole, word, rows)),
        **{"share": alike[0], "jaccard": alike[1], "average": query.average},
        **{"runs": len(has), "present": int(has.sum()), "verdict": verdict},
        "whole": (whole.cell.sampling, len(query.whole)) if whole else ("", 0),
        "why": _cause(neighbours, has, drawn.cell) if verdict == TOO_LITTLE else "",
    }


def _cause(neighbours: Neighbours | None, has: np.ndarray, cell: CellNumbers) -> str:
    """Why there is too little data on a word."""
    if neighbours is not None and 2 * has.sum() >= len(has):
        return neighbours.why[0]
    # a draw may hold a rare word too seldom for the trainer
    least = cell.parameters.get("min_count", 0)
    read = f", which read words that occur {least} times or more" * (least > 1)
    return f"it is in {has.sum()} of {len(has)} bootstrapped runs{read}"


def _whole_cosines(whole, word: str, rows: np.ndarray) -> np.ndarray:
    """Cosines of a word with others in the runs on the whole text: (runs, rows).

    Those of words that are not among the nearest there were not kept run by run: they
    are set to have the mean and deviation that were.
    """
    if whole is None:
        return np.empty((0, len(rows)))
    q = whole.names.index(word)
    kept = _kept(whole, word)
    runs = len(whole.candidate_cosines)
    cosines = np.full((runs, len(rows)), np.nan)
    mean, deviation, present = whole.moments[q]
    for column, row in enumerate(rows.tolist()):
        if row in kept:
            cosines[:, column] = whole.candidate_cosines[:, q, kept[row]]
        else:
            spread = _spread(int(present[row])) * deviation[row]
            cosines[: len(spread), column] = mean[row] + spread
    return cosines


def _kept(whole, word: str) -> dict[int, int]:
    """Places among the candidates of a word, by row."""
    candidates = whole.candidates[whole.names.index(word)].tolist()
    return {row: column for column, row in enumerate(candidates)}


def _unkept(whole, word: str, rows: np.ndarray) -> list[int]:
    """Those of the rows whose cosines the whole runs have, but not run by run."""
    if whole is None:
        return []
    kept = _kept(whole, word)
    _, _, present = whole.moments[whole.names.index(word)]
    return [row for row in rows.tolist() if row not in kept and present[row]]


def _spread(count: int) -> np.ndarray:
    """So many numbers of mean 0 and deviation 1 (ddof 0); 0 for a single one."""
    steps = np.arange(count) - (count - 1) / 2
    return steps / steps.std() if count > 1 else steps


def _unknown(record, word: str, asked: Asked) -> str:
    """Why a corpus has not got a word."""
    # the likeliest mistake: a text encoded in lower case has no capitals
    if word.lower() != word and word.lower() in set(record.words):
        return f"its words are in lower case, write '{word.lower()}'"
    least = asked.least.get(record.cell.corpus, 1)
    rare = f", or fewer than {least} times, and rarer words were removed (min_count)"
    return f"it does not occur{rare if least > 1 else ''}"
