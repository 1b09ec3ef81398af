"""Words asked for, judged: a word of one view x technique with its nearest words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

import numpy as np
import pandas as pd

from quaver.house.coverage import covered, simulation
from quaver.measures import trust
from quaver.measures.trust import STABLE, TOO_LITTLE
from quaver.results.drawn import clusters
from quaver.results.queries import QueryNumbers
from quaver.results.records import CellNumbers
from quaver.statistics import Estimate

UNKNOWN = "not in the corpus"
NAMED = 10  # stable neighbours in a sentence


@dataclass(frozen=True)
class Asked:
    """What a study asks of words, and what is known beside its runs."""

    rule: trust.Rule
    words: Mapping[str, Sequence[str]]  # by corpus
    least: Mapping[str, int]  # by corpus, how often a word must occur to be read
    simulated: pd.DataFrame  # shares of intervals that held (house.coverage)
    # by label of a view, how words cluster in what was drawn of it (results.drawn)
    texts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class WordTrust:
    """A word of one view x technique: its nearest words and what to think of them.

    cell: of the bootstrapped runs, else of any. nearest, names: its neighbours; None
    and nothing where there are none. share, jaccard: of its lists, over pairs of runs.
    present: bootstrapped runs that have it. whole: sampling of the runs on the whole
    text and their number. unkept: neighbours whose cosines these did not keep run by
    run. average: mean cosine of all words with it. covered: share of such intervals
    that held the truth in simulation; remark: on it.
    """

    cell: CellNumbers
    word: str
    rule: trust.Rule
    verdict: str
    why: str = ""
    occurrences: float = np.nan
    nearest: trust.Neighbours | None = None
    names: tuple[str, ...] = ()
    share: Estimate | None = None
    jaccard: Estimate | None = None
    runs: int = 0
    present: int = 0
    whole: tuple[str, int] = ("", 0)
    unkept: tuple[str, ...] = ()
    average: float = np.nan
    covered: float = np.nan
    remark: str = ""

    @property
    def stable(self) -> list[str]:
        """Its stable neighbours, the nearest first."""
        verdicts = zip(self.names, self.nearest.verdict, strict=True)
        return [name for name, verdict in verdicts if verdict == STABLE]

    @property
    def sentence(self) -> str:
        """One plain sentence: what to think of the word's neighbours."""
        where = f"{self.cell.view} ({self.cell.technique})"
        if self.verdict == UNKNOWN:
            return f"'{self.word}' is not in {self.cell.view}: {self.why}."
        if self.verdict == TOO_LITTLE:
            return f"Too little data on '{self.word}' in {where}: {self.why}."
        count, n, stable = self.nearest.stable, self.rule.n, self.stable
        listed = f"of the {n} nearest words of '{self.word}' in {where}"
        if not count:
            return f"Take care: none {listed} is stable."
        named = ", ".join(stable[:NAMED]) + " ..." * (len(stable) > NAMED)
        if self.verdict == STABLE:
            many = f"All {count}" if count == n else f"{count}"
            return f"{many} {listed} are stable: {named}."
        are = "is" if count == 1 else "are"
        return f"Take care: only {count} {listed} {are} stable: {named}."


@lru_cache(maxsize=1)  # tables and figures of one stage show the same judgements
def words_of(results) -> tuple[WordTrust, ...]:
    """All words a study asks for, judged by view, technique and word."""
    asks = results.study.analyses.neighbours
    rule = trust.Rule(asks.n, asks.confidence, asks.stable, asks.method)
    least = {name: corpus.min_count for name, corpus in results.study.corpora.items()}
    views = [x for x in results.grid.views() if x.corpus in asks.words]
    texts = {view.label: clusters(results, view) for view in views}
    asked = Asked(rule, asks.words, least, simulation(), texts)
    return tuple(judged(results.queries(), asked))


def judged(records: Iterable[QueryNumbers], asked: Asked) -> Iterator[WordTrust]:
    """Judge each word asked for; records of a view and technique follow each other."""
    # records hold all cosines of a cell: no more than one group is kept
    for _, group in groupby(records, lambda r: (r.cell.view, r.cell.technique)):
        cells = {record.cell.sampling: record for record in group}
        any_of_them = next(iter(cells.values())).cell
        for word in asked.words.get(any_of_them.corpus, ()):
            yield _judge(cells, word, asked)


def _judge(cells: Mapping, word: str, asked: Asked) -> WordTrust:
    drawn = cells.get("bootstrapped")
    there = (cells[name] for name in ("shuffled", "fixed") if name in cells)
    whole = next((record for record in there if record.runs), None)
    shown = next(record for record in (drawn, whole, *cells.values()) if record)
    facts = {"cell": shown.cell, "word": word, "rule": asked.rule}
    facts["verdict"] = TOO_LITTLE
    # before the word itself: without numbers no vocabulary is known
    if shown.neighbours is None:
        runs, least = shown.cell.runs, trust.LEAST_RUNS
        why = f"{runs} run, a verdict needs {least} bootstrapped ones"
        return WordTrust(**facts, why=why if runs < 2 else shown.note or "not measured")
    if word not in shown.names:
        facts["verdict"] = UNKNOWN
        return WordTrust(**facts, why=_unknown(shown, word, asked))
    # occurrences of the text itself, where it was read; a draw has others
    counted = whole or shown
    query = counted.queries[counted.names.index(word)]
    facts["occurrences"] = float(counted.frequency[query])
    if drawn is None:
        return WordTrust(**facts, why="the study has no bootstrapped runs of it")
    facts |= _numbers(drawn, whole, word, asked.rule)
    runs = facts["runs"], facts["whole"][1]
    own = {"trainer": drawn.cell.trainer, **drawn.cell.parameters}
    own |= asked.texts.get(drawn.cell.view, {})
    share, remark = covered(asked.simulated, own, runs, asked.rule)
    has_intervals = facts["nearest"] and np.isfinite(facts["nearest"].low).any()
    return WordTrust(**facts, covered=share, remark=remark if has_intervals else "")


def _numbers(drawn, whole, word: str, rule: trust.Rule) -> dict:
    """What the runs on draws of the text, and on the whole of it, say of a word."""
    q = drawn.names.index(word)
    places = trust.order(drawn.candidate_cosines[:, q], rule)
    rows = drawn.candidates[q, places].tolist()
    cosines, unkept = _whole_cosines(whole, word, rows)
    mean, _, _ = drawn.moments[q]
    others = np.delete(mean, drawn.queries[q])  # a word's cosine with itself is 1
    others = others[~np.isnan(others)].astype(np.float64)
    query = trust.Query(
        cosines=drawn.candidate_cosines[:, q, places],
        ranks=drawn.candidate_ranks[:, q, places],
        whole=cosines,
        average=float(others.mean()) if len(others) else np.nan,
        others=len(others),
    )
    lists = drawn.neighbours[:, q, : rule.n]
    has = (lists >= 0).any(axis=1)
    # runs that lack the word have no list: absence is counted in `present`
    share, jaccard = trust.agreement(lists[has]) or (None, None)
    nearest = trust.nearest(query, rule) if rows else None
    verdict = trust.word_verdict(nearest, rule.n) if nearest else TOO_LITTLE
    return {
        **{"nearest": nearest, "names": tuple(drawn.words[row] for row in rows)},
        "unkept": tuple(drawn.words[row] for row in unkept),
        **{"share": share, "jaccard": jaccard, "average": query.average},
        **{"runs": len(has), "present": int(has.sum()), "verdict": verdict},
        "whole": (whole.cell.sampling, len(cosines)) if whole else ("", 0),
        "why": _cause(nearest, has, drawn.cell) if verdict == TOO_LITTLE else "",
    }


def _cause(nearest: trust.Neighbours | None, has: np.ndarray, cell: CellNumbers) -> str:
    if nearest is not None and 2 * has.sum() >= len(has):
        return nearest.why[0]
    # a draw may hold a rare word too seldom for the trainer
    least, most = (cell.parameters.get(x, 0) for x in ("min_count", "dictionary"))
    kept = [f"words that occur {least} times or more"] * (least > 1)
    kept += [f"their {most:,} most frequent words"] * (most > 0)
    read = f", which read {' and '.join(kept)}" * bool(kept)
    return f"it is in {has.sum()} of {len(has)} bootstrapped runs{read}"


def _whole_cosines(whole, word: str, rows: list[int]) -> tuple[np.ndarray, list[int]]:
    """Cosines of a word in runs on the whole text: (runs, rows), and rows not kept."""
    if whole is None:
        return np.empty((0, len(rows))), []
    q = whole.names.index(word)
    kept = {row: column for column, row in enumerate(whole.candidates[q].tolist())}
    mean, deviation, present = whole.moments[q]
    cosines = np.full((len(whole.candidate_cosines), len(rows)), np.nan)
    unkept = []
    for column, row in enumerate(rows):
        if row in kept:
            cosines[:, column] = whole.candidate_cosines[:, q, kept[row]]
        elif count := int(present[row]):
            # not kept run by run, as the word is not among the nearest there: numbers
            # of the mean and deviation (ddof 0) that were; the mean for a single one
            steps = np.arange(count) - (count - 1) / 2
            spread = steps / steps.std() if count > 1 else steps
            cosines[:count, column] = mean[row] + spread * deviation[row]
            unkept.append(row)
    return cosines, unkept


def _unknown(record, word: str, asked: Asked) -> str:
    # the likeliest mistake: a text encoded in lower case has no capitals
    if word.lower() != word and word.lower() in set(record.words):
        return f"its words are in lower case, write '{word.lower()}'"
    least = asked.least.get(record.cell.corpus, 1)
    rare = f", or fewer than {least} times, and rarer words were removed (min_count)"
    return f"it does not occur{rare if least > 1 else ''}"
