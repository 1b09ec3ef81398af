"""Tables 5 and 6: the lists of one query side by side, run by run."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from quaver.items.columns import RUNS, VERDICT, interval, texts, wholes
from quaver.items.ends import ends_of, share_ends
from quaver.items.item import Table
from quaver.items.published import CLOSE, verdict
from quaver.items.reads import has
from quaver.measures.spread import jaccard
from quaver.papers.antoniak2018.declare import QUERIES, table
from quaver.papers.antoniak2018.queried import (
    CELL,
    LISTED,
    PRINTED_RUNS,
    Queried,
    over_pairs,
)
from quaver.papers.antoniak2018.scene import CBOW, Scene, role, scene_of
from quaver.papers.antoniak2018.texts import published
from quaver.results.records import CorpusNumbers
from quaver.statistics import pair_matrix, pair_mean
from quaver.statistics.deviations import mean_known
from quaver.statistics.values import value_of

AS_PUBLISHED, LEAST = "as published", "its lists agree least"
RUN_COLUMNS = tuple(f"run_{run}" for run in range(1, PRINTED_RUNS + 1))
DIMENSIONS = 100


@dataclass(frozen=True)
class Printed:
    """A published table of lists: its number, algorithm, query and corpus."""

    number: str
    algorithm: str
    query: str
    corpus: str

    def unlike(self, own: Queried, query: str, corpus: CorpusNumbers | None) -> str:
        """Why lists of ours do not compare with it; empty where they do."""
        cell, counts = own.cell, corpus.after("cut") if corpus else {}
        if not counts or not self._is_text(counts):
            return "another corpus"
        if query != self.query:
            return "another query"
        if (cell.unit, cell.fraction) != ("document", 1.0):
            return "another part of the corpus, or other units"
        other = cell.parameters.get("dimensions", DIMENSIONS) != DIMENSIONS
        return "other dimensions" if other else ""

    def _is_text(self, counts: Mapping[str, int]) -> bool:
        """Whether documents and words are those of the published corpus."""
        size = published("table_2").set_index("corpus").loc[self.corpus]
        documents = float(size["documents"])
        words = documents * float(size["words_per_document"])
        pairs = (counts["documents"], documents), (counts["tokens"], words)
        return all(abs(ours - theirs) <= CLOSE * theirs for ours, theirs in pairs)

    def rows(self) -> Iterator[dict]:
        """Rows of the printed lists, the agreement of their runs with the first."""
        table = published(f"table_{self.number}")
        words = table.pivot(index="rank", columns="run", values="word")
        codes = {word: code for code, word in enumerate(sorted(set(table["word"])))}
        lists = words.map(codes.get).to_numpy().T[:, None, :]
        agreed = value_of(pair_mean(pair_matrix(jaccard(lists, LISTED)[:, 0])))
        row = {"corpus": self.corpus, "unit": "document", "fraction": 1.0}
        row |= {"language": "en", "technique": self.algorithm, "kind": "published"}
        row |= {"sampling": "bootstrapped", "query": self.query}
        common = set.intersection(*(set(words[run]) for run in words))
        first = share_ends("jaccard", agreed)
        first |= {"common": len(common), "runs": len(lists)}
        for rank, listed in words.iterrows():
            facts = dict(zip(RUN_COLUMNS, listed, strict=True)) | {"rank": int(rank)}
            yield row | facts | (first if rank == 1 else {})


SGNS = Printed("5", "SGNS", "pregnancy", "9th Circuit")
GLOVE = Printed("6", "GloVe", "evolution", "AskScience")


def list_rows(
    scene: Scene, corpora: Iterable[CorpusNumbers], printed: Printed
) -> list[dict]:
    """Lists of one algorithm, a row per corpus and rank; then those published."""
    algorithm = printed.algorithm.lower()
    roles = {role(own.cell) for own in scene.cells}
    stand_in = {CBOW} if algorithm == "sgns" and algorithm not in roles else set()
    theirs = list(printed.rows())
    texts_of = {corpus.corpus: corpus for corpus in corpora}
    rows = []
    for own in whole_documents(scene.drawn, {algorithm} | stand_in):
        lists = _ours(own, printed.query)
        lists[0]["note"] = (*lists[0]["note"], scene.stands_for(own.cell.technique))
        if "query" in lists[0]:
            corpus = texts_of.get(own.cell.corpus)
            reason = printed.unlike(own, lists[0]["query"], corpus)
            ends = (ends_of(row, "jaccard") for row in (lists[0], theirs[0]))
            lists[0]["verdict"] = verdict(*ends, reason)
        rows += lists
    return rows + theirs


def ranked_queries(own: Queried) -> list[int]:
    """Queries of a bootstrapped cell by number, lists that agree least first.

    Ties by name; queries that no two runs have come last.
    """
    means = mean_known(own.tens, 0)
    values = np.where(np.isnan(means), np.inf, means)
    return sorted(range(len(own.names)), key=lambda k: (values[k], own.names[k]))


def whole_documents(drawn: Sequence[Queried], roles: set[str]) -> list[Queried]:
    """Bootstrapped cells of whole corpora in documents, of some roles.

    Where a corpus is not drawn in documents, or not as a whole: in the first other
    units, in its largest part.
    """
    cells = [own for own in drawn if role(own.cell) in roles]
    best: dict[str, tuple] = {}
    for own in cells:
        corpus = own.cell.corpus
        best[corpus] = min(best.get(corpus, _view(own)), _view(own))
    return [own for own in cells if _view(own) == best[own.cell.corpus]]


def _view(own: Queried) -> tuple:
    cell = own.cell
    return cell.unit != "document", cell.unit, -cell.fraction


def _ours(own: Queried, query: str) -> list[dict]:
    """Rows of the lists of a cell, or one that says why there are none.

    They are of the published query, or of the one whose lists agree least.
    """
    row = own.row | {"kind": "ours"}
    if own.lists is None or not own.names:
        return [row | {"note": (own.remark,)}]
    names = list(own.names)
    number = names.index(query) if query in names else ranked_queries(own)[0]
    row["query"] = names[number]
    row["chosen"] = AS_PUBLISHED if query in names else LEAST
    lists = own.lists[:, number]
    rows = [
        {**row, "rank": rank, **dict(zip(RUN_COLUMNS, words, strict=False))}
        for rank, words in enumerate(lists.T, 1)
    ]
    rows[0] |= share_ends("jaccard", over_pairs(own.tens[:, number]))
    rows[0] |= {"common": int(own.common[number]), "runs": own.runs}
    rows[0]["note"] = (own.remark, *_few(lists))
    return rows


def _few(lists: np.ndarray) -> Iterator[str]:
    without = int((lists == "").all(axis=1).sum())
    if without:
        yield f"{without} of these runs lack the query"
    if len(lists) < PRINTED_RUNS:
        yield f"the study has {len(lists)} runs of {PRINTED_RUNS}"


def _table(printed: Printed) -> Table:
    return table(
        f"Table {printed.number}",
        f"Lists of nearest words of {printed.algorithm}, run by run:",
        f"The {LISTED} nearest words of one query in each of the first {PRINTED_RUNS} "
        f"bootstrapped runs: of {printed.query}, as published, where it was asked for, "
        "else of the query whose lists agree least. Beside the first word: mean "
        "Jaccard of the lists over all pairs of runs with its 95 % interval, and how "
        "many words are in the lists of all runs. The published lists stand last; a "
        "verdict needs their corpus and query.",
        (
            *(CELL, texts("kind query chosen"), wholes("rank"), texts(*RUN_COLUMNS)),
            *(interval("jaccard"), wholes("common"), RUNS, VERDICT),
        ),
        keys=f"corpus query rank {' '.join(RUN_COLUMNS)}",
        rows=lambda results: list_rows(scene_of(results), results.corpora(), printed),
        reads=(*QUERIES, "encode_corpus"),
        wanted=has(*QUERIES),
    )


TABLE_5, TABLE_6 = _table(SGNS), _table(GLOVE)
