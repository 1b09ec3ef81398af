"""Tables 5 and 6 of Antoniak and Mimno 2018: lists side by side by run."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from quaver.items.beside import CLOSE, verdict
from quaver.items.ends import ends_of, share_ends
from quaver.measures.top_lists import jaccard
from quaver.papers.antoniak2018.cells import (
    CELL,
    LISTED,
    PAPER,
    PRINTED_RUNS,
    Queried,
    over_pairs,
    why,
)
from quaver.papers.antoniak2018.roles import CBOW, role, told
from quaver.results.records import CorpusNumbers, frame, note
from quaver.statistics import pair_matrix, pair_mean
from quaver.statistics.deviations import mean_known
from quaver.statistics.values import value_of

AS_PUBLISHED, LEAST = "as published", "its lists agree least"
RUNS = tuple(f"run_{run}" for run in range(1, PRINTED_RUNS + 1))
DIMENSIONS = 100
CAPTION = (
    "The {n} nearest words of one query in each of the first {runs} bootstrapped runs, "
    "as Table {number} of {paper} ({algorithm}, whole documents, whole corpora). Of "
    "every corpus the query is the published one, {query}, if it was asked for and is "
    "in it, else the one whose lists agree least (smallest mean Jaccard, ties by "
    "name). Beside the first word: mean Jaccard of the lists of {n} over all pairs of "
    "runs with its 95 % interval by jackknife over runs, and how many words are in the "
    "lists of all runs. The published lists stand last, with the same of their "
    "{runs}. A verdict needs the published corpus (documents and words within 10 % of "
    "Table 2) and query.{told}"
)
COLUMNS = (
    *(*CELL, "kind", "query", "chosen", "rank", *RUNS),
    *("jaccard", "jaccard_low", "jaccard_high", "common", "runs", "verdict", "note"),
)


def antoniak2018_table_5(
    cells: Sequence[Queried],
    corpora: Iterable[CorpusNumbers],
    published: Mapping[str, pd.DataFrame],
) -> pd.DataFrame:
    """Lists of skip-gram, a row per corpus and rank; then those published."""
    cells = list(cells)
    known = {role(one.cell) for one in cells}
    wanted = {"sgns"} if "sgns" in known else {"sgns", CBOW}
    theirs = Printed("5", "SGNS", "pregnancy", "9th Circuit")
    return _table((cells, wanted), corpora, published, theirs=theirs)


def antoniak2018_table_6(
    cells: Sequence[Queried],
    corpora: Iterable[CorpusNumbers],
    published: Mapping[str, pd.DataFrame],
) -> pd.DataFrame:
    """Lists of GloVe, a row per corpus and rank; then those published."""
    theirs = Printed("6", "GloVe", "evolution", "AskScience")
    return _table((list(cells), {"glove"}), corpora, published, theirs=theirs)


class Printed:
    """A published table of lists: its number, algorithm, query and corpus."""

    def __init__(self, number: str, algorithm: str, query: str, corpus: str):
        """Take what the paper's caption says."""
        self.number, self.algorithm = number, algorithm
        self.query, self.corpus = query, corpus

    def unlike(
        self, one: Queried, query: str, corpus: CorpusNumbers | None, size: Mapping
    ) -> str:
        """Why lists of ours do not compare with it; empty where they do."""
        cell, counts = one.cell, corpus.after("cut") if corpus else {}
        if not counts:
            return "another corpus"
        ours = counts["documents"], counts["tokens"]
        documents = float(size["documents"])
        theirs = documents, documents * float(size["words_per_document"])
        pairs = zip(ours, theirs, strict=True)
        if any(abs(a - b) > CLOSE * b for a, b in pairs):
            return "another corpus"
        if query != self.query:
            return "another query"
        if (cell.unit, cell.fraction) != ("document", 1.0):
            return "another part of the corpus, or other units"
        other = cell.parameters.get("dimensions", DIMENSIONS) != DIMENSIONS
        return "other dimensions" if other else ""


def chosen_query(one: Queried, published: str) -> tuple[int, str]:
    """Place of the query shown of a cell, and why: the published one, or LEAST."""
    if published in one.names:
        return list(one.names).index(published), AS_PUBLISHED
    return ranked_queries(one)[0], LEAST


def ranked_queries(one: Queried) -> list[int]:
    """Places of the queries of a bootstrapped cell, lists that agree least first.

    Ties by name; queries that no two runs have come last.
    """
    means = mean_known(one.tens, 0)
    values = np.where(np.isnan(means), np.inf, means)
    return sorted(range(len(one.names)), key=lambda k: (values[k], one.names[k]))


def whole_documents(cells: Iterable[Queried], wanted: set[str]) -> list[Queried]:
    """Bootstrapped cells of whole corpora in documents, of the roles wanted.

    Where a corpus is not drawn in documents, or not as a whole: in the first other
    units, in its largest part.
    """
    own = [c for c in cells if c.cell.sampling == "bootstrapped"]
    own = [c for c in own if role(c.cell) in wanted]
    best: dict[str, tuple] = {}
    for one in own:
        corpus = one.cell.corpus
        best[corpus] = min(best.get(corpus, _view(one)), _view(one))
    return [one for one in own if _view(one) == best[one.cell.corpus]]


def _view(one: Queried) -> tuple:
    cell = one.cell
    return cell.unit != "document", cell.unit, -cell.fraction


def _table(of, corpora, published, *, theirs: Printed) -> pd.DataFrame:
    cells, wanted = of
    sizes = published["table_2"].set_index("corpus").loc[theirs.corpus]
    printed = list(_published(published[f"table_{theirs.number}"], theirs))
    interval = ends_of(printed[0], "jaccard")
    texts = {one.corpus: one for one in corpora}
    rows = []
    for one in whole_documents(cells, wanted):
        query, made = _ours(one, theirs.query)
        if query:
            reason = theirs.unlike(one, query, texts.get(one.cell.corpus), sizes)
            made[0]["verdict"] = verdict(ends_of(made[0], "jaccard"), interval, reason)
        rows += made
    facts = {"n": LISTED, "runs": PRINTED_RUNS, "paper": PAPER, "told": told(cells)}
    facts |= {key: getattr(theirs, key) for key in ("number", "algorithm", "query")}
    return frame(rows + printed, COLUMNS, CAPTION.format(**facts))


def _ours(one: Queried, published: str) -> tuple[str, list[dict]]:
    """The query shown of a cell, and its rows, or one that says why there are none."""
    common = {**one.row, "kind": "ours"}
    if one.lists is None or not one.names:
        return "", [{**common, "note": why(one)}]
    place, chosen = chosen_query(one, published)
    common |= {"query": one.names[place], "chosen": chosen}
    facts = {"common": int(one.common[place]), "runs": one.runs}
    facts |= share_ends("jaccard", over_pairs(one.tens[:, place]))
    lists = one.lists[:, place]
    rows = [
        {**common, "rank": rank + 1, **dict(zip(RUNS, words, strict=False))}
        for rank, words in enumerate(lists.T)
    ]
    rows[0] |= facts | {"note": note(why(one), _few(lists))}
    return one.names[place], rows


def _few(lists: np.ndarray) -> str:
    without = int((lists == "").all(axis=1).sum())
    parts = [f"{without} of these runs lack the query"] if without else []
    if len(lists) < PRINTED_RUNS:
        parts.append(f"the study has {len(lists)} runs of {PRINTED_RUNS}")
    return "; ".join(parts)


def _published(table: pd.DataFrame, theirs: Printed) -> Iterator[dict]:
    """Rows of the printed lists, and the agreement of their runs with the first."""
    words = table.pivot(index="rank", columns="run", values="word")
    codes = {word: code for code, word in enumerate(sorted(set(table["word"])))}
    lists = words.map(codes.get).to_numpy().T[:, None, :]
    found = value_of(pair_mean(pair_matrix(jaccard(lists, LISTED)[:, 0])))
    common = {"corpus": theirs.corpus, "unit": "document", "fraction": 1.0}
    common |= {"language": "en", "technique": theirs.algorithm, "kind": "published"}
    common |= {"sampling": "bootstrapped", "query": theirs.query}
    shared = set.intersection(*(set(words[run]) for run in words))
    first = {**share_ends("jaccard", found), "common": len(shared), "runs": len(lists)}
    for rank, row in words.iterrows():
        facts = dict(zip(RUNS, row, strict=True))
        yield {**common, "rank": int(rank), **facts, **(first if rank == 1 else {})}
