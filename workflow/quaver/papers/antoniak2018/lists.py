"""Tables 2, 5 and 6: how much text there is, and lists of one query, run by run."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from quaver.items import columns as col
from quaver.items.ends import ends_of, share_ends
from quaver.items.item import Column, Table
from quaver.items.published import CLOSE, read, verdict
from quaver.items.reads import has
from quaver.measures.top_lists import jaccard
from quaver.papers.antoniak2018.declare import QUERIES, table
from quaver.papers.antoniak2018.queried import (
    CELL,
    LISTED,
    PRINTED_RUNS,
    Queried,
    over_pairs,
    whereabouts,
)
from quaver.papers.antoniak2018.scene import CBOW, Scene, role, scene_of
from quaver.results.records import CorpusNumbers
from quaver.statistics import pair_matrix, pair_mean
from quaver.statistics.deviations import mean_known
from quaver.statistics.values import value_of

AS_PUBLISHED, LEAST = "as published", "its lists agree least"
RUN_COLUMNS = tuple(f"run_{run}" for run in range(1, PRINTED_RUNS + 1))
DIMENSIONS = 100
LEAST_COUNT = 20  # of a word, in the paper
OTHER = "not comparable: other text"


def published(name: str) -> pd.DataFrame:
    """A table as printed."""
    return pd.DataFrame(read(Path(__file__).parent / f"published/{name}.csv"))


def density_rows(corpora: Iterable[CorpusNumbers]) -> Iterator[dict]:
    """A row per corpus of ours, then of theirs; density in (0, 1]."""
    for each in sorted(
        corpora, key=lambda each: (each.series, each.period, each.corpus)
    ):
        row = {"corpus": each.corpus, "kind": "ours", "note": each.note}
        if left := each.after("cut"):
            if each.min_count != LEAST_COUNT:
                cut = f"words below {each.min_count} were cut"
                row["note"] = f"{cut}, published: below {LEAST_COUNT}"
            row |= {"documents": left["documents"], "unique_words": left["types"]}
            row["vocabulary_density"] = left["types"] / left["tokens"]
            row["words_per_document"] = left["tokens"] / left["documents"]
        yield row
    for row in published("table_2").to_dict("records"):
        yield row | {"kind": "published", "note": OTHER}


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

    def rows(self) -> list[dict]:
        """Rows of the printed lists, the agreement of their runs with the first."""
        table = published(f"table_{self.number}")
        words = table.pivot(index="rank", columns="run", values="word")
        codes = {word: code for code, word in enumerate(sorted(set(table["word"])))}
        lists = words.map(codes.get).to_numpy().T[:, None, :]
        row = {"corpus": self.corpus, "unit": "document", "fraction": 1.0}
        row |= {"language": "en", "technique": self.algorithm, "kind": "published"}
        row |= {"sampling": "bootstrapped", "query": self.query}
        common = set.intersection(*(set(words[run]) for run in words))
        numbers = {"common": len(common), "runs": len(lists)}
        mean = pair_mean(pair_matrix(jaccard(lists, LISTED)[:, 0]))
        numbers |= share_ends("jaccard", value_of(mean))
        return _beside(row, words.to_numpy(), numbers)


SGNS = Printed("5", "SGNS", "pregnancy", "9th Circuit")
GLOVE = Printed("6", "GloVe", "evolution", "AskScience")


def list_rows(
    scene: Scene, corpora: Iterable[CorpusNumbers], printed: Printed
) -> list[dict]:
    """Lists of one algorithm, a row per corpus and rank; then those published."""
    algorithm = printed.algorithm.lower()
    roles = {role(own.cell) for own in scene.cells}
    stand_in = {CBOW} if algorithm == "sgns" and algorithm not in roles else set()
    theirs, rows = printed.rows(), []
    texts_of = {corpus.corpus: corpus for corpus in corpora}
    for own in whole_documents(scene, {algorithm} | stand_in):
        first, *others = _ours(own, printed.query)
        first["note"] = (*first["note"], scene.stands_for(own.cell.technique))
        if "query" in first:
            corpus = texts_of.get(own.cell.corpus)
            reason = printed.unlike(own, first["query"], corpus)
            ends = (ends_of(row, "jaccard") for row in (first, theirs[0]))
            first["verdict"] = verdict(*ends, reason)
        rows += [first, *others]
    return rows + theirs


def ranked_queries(own: Queried) -> list[int]:
    """Queries of a bootstrapped cell by number, lists that agree least first.

    Ties by name; queries that no two runs have come last.
    """
    means = mean_known(own.tens, 0)
    values = np.where(np.isnan(means), np.inf, means)
    return sorted(range(len(own.names)), key=lambda k: (values[k], own.names[k]))


def whole_documents(scene: Scene, roles: set[str]) -> list[Queried]:
    """Bootstrapped cells of whole corpora in documents, of some roles.

    Where a corpus is not drawn in documents, or not as a whole: in the first other
    units, in its largest part.
    """

    def order(own: Queried) -> tuple:
        return own.cell.unit != "document", own.cell.unit, -own.cell.fraction

    cells = [own for own in scene.drawn if role(own.cell) in roles]
    # the last that is set is the first in order
    best = {x.cell.corpus: order(x) for x in sorted(cells, key=order, reverse=True)}
    return [own for own in cells if order(own) == best[own.cell.corpus]]


def _ours(own: Queried, query: str) -> list[dict]:
    """Rows of the lists of a cell, or one that says why there are none.

    They are of the published query, or of the one whose lists agree least.
    """
    row = whereabouts(own.cell) | {"kind": "ours", "note": (own.remark,)}
    if not own.runs:
        return [row]
    is_there = query in own.names
    number = own.names.index(query) if is_there else ranked_queries(own)[0]
    facts = {"query": own.names[number], "chosen": AS_PUBLISHED if is_there else LEAST}
    lists = own.lists[:, number]
    without, runs = int((lists == "").all(axis=1).sum()), len(lists)
    lack = f"{without} of these runs lack the query" if without else ""
    few = f"the study has {runs} runs of {PRINTED_RUNS}" if runs < PRINTED_RUNS else ""
    numbers = share_ends("jaccard", over_pairs(own.tens[:, number]))
    numbers |= {"common": own.common[number], "runs": own.runs}
    numbers["note"] = (own.remark, lack, few)
    return _beside(row | facts | {"note": None}, lists.T, numbers)


def _beside(row: dict, words: np.ndarray, numbers: dict) -> list[dict]:
    """A row per rank: the words of the first runs; numbers of all beside the first."""
    rows = [
        {**row, "rank": rank, **dict(zip(RUN_COLUMNS, listed, strict=False))}
        for rank, listed in enumerate(words, 1)
    ]
    rows[0] |= numbers
    return rows


def _lists(printed: Printed) -> Table:
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
            *(CELL, col.texts("kind query chosen"), col.wholes("rank")),
            *(col.texts(*RUN_COLUMNS), col.interval("jaccard")),
            *(col.wholes("common"), col.RUNS, col.VERDICT),
        ),
        keys=f"corpus query rank {' '.join(RUN_COLUMNS)}",
        rows=lambda results: list_rows(scene_of(results), results.corpora(), printed),
        reads=(*QUERIES, "encode_corpus"),
        wanted=has(*QUERIES),
    )


TABLE_5, TABLE_6 = _lists(SGNS), _lists(GLOVE)
TABLE_2 = table(
    "Table 2",
    "How much text there is:",
    "Texts after rare words were cut, and the six of the paper, which are other texts. "
    "Vocabulary density: unique words by all words.",
    (
        *(col.CORPUS, col.texts("kind"), col.wholes("documents unique_words")),
        Column("vocabulary_density", places=4),
        Column("words_per_document", places=0),
    ),
    keys="corpus kind documents unique_words vocabulary_density words_per_document "
    "note",
    rows=lambda results: density_rows(results.corpora()),
    reads=("encode_corpus",),
)
