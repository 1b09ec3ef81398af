"""Tables 2 and 4 to 6: how much text there is, and the words nearest to queries."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path

import numpy as np
import pandas as pd

from quaver.items import published as printed_numbers
from quaver.items.ends import ends_of, share_ends
from quaver.items.item import Table, has
from quaver.measures.spread import jaccard
from quaver.papers.antoniak2018 import queried
from quaver.papers.antoniak2018.declare import QUERIES, table
from quaver.papers.antoniak2018.queried import CELL, LISTED, Queried, Scene, scene_of
from quaver.results.records import SAMPLINGS, CorpusNumbers
from quaver.statistics import pair_matrix, pair_mean
from quaver.statistics.deviations import mean_known
from quaver.statistics.values import value_of

AS_PUBLISHED, LEAST = "as published", "its lists agree least"
PRINTED = queried.PRINTED_RUNS
RUN_COLUMNS = tuple(f"run_{run}" for run in range(1, PRINTED + 1))
DIMENSIONS, LEAST_COUNT = 100, 20  # of spaces, and of a word, in the paper
OTHER = "not comparable: other text"
ALIKE = 0.1  # of Jaccard: one word more or less in lists of ten moves it by as much


def published(name: str) -> pd.DataFrame:
    """A table as printed."""
    path = Path(__file__).parent / f"published/{name}.csv"
    return pd.DataFrame(printed_numbers.read(path))


def _density_rows(corpora: Iterable[CorpusNumbers]) -> Iterator[dict]:
    for each in sorted(corpora, key=attrgetter("series", "period", "corpus")):
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


def zeros_counted(moments: np.ndarray, runs: int) -> np.ndarray:
    """Queried.moments if absent runs had cosine 0: (3, words) -> the same, ddof 0."""
    mean, deviation, present = moments
    share = np.where(present > 0, present / runs, np.nan)
    moved = share * mean
    squares = share * (deviation**2 + mean**2) - moved**2
    return np.stack([moved, np.sqrt(np.maximum(squares, 0)), present])


def _near_of(scene: Scene) -> Iterator[dict]:
    for _, group in groupby(scene.cells, attrgetter("cell.view", "cell.technique")):
        yield from _near_rows(list(group), scene.absent)


def _near_rows(cells: list[Queried], absent: str) -> Iterator[dict]:
    none, notes = queried.NO_QUERIES, dict.fromkeys(SAMPLINGS, "not in the study")
    notes |= {own.cell.sampling: own.note.replace(none, "") for own in cells}
    lacks = tuple(f"{name}: {why}" for name, why in notes.items() if why)
    row = cells[0].row | {"note": lacks, "absent": absent}
    base = next((own for own in cells if own.runs or own.note == none), None)
    if base is None or not base.runs:
        yield row | {"note": (none if base else "", *lacks)}
        return
    for query in base.names:
        facts = row | {"query": query, "chosen_in": base.cell.sampling}
        words = np.arange(len(base.near[query]))
        if absent == "zero":
            means, *_ = zeros_counted(base.moments[query], base.runs)
            words = np.argsort(-means, kind="stable")
        if not len(words):
            yield facts | {"note": (*lacks, "no run has the word")}
        for rank, word in enumerate(words[:LISTED], 1):
            row_of = facts | {"rank": rank, "word": base.near[query][word]}
            for own in (own for own in cells if query in own.moments):
                row_of |= _numbers(own, query, word, absent)
            yield row_of


def _numbers(own: Queried, query: str, word: int, absent: str) -> dict:
    moments = own.moments[query][:, [word]]
    if absent == "zero":
        moments = zeros_counted(moments, own.runs)
    mean, deviation, present = moments[:, 0]
    if absent != "zero" and present < 2:  # of one run there is no deviation
        deviation = np.nan
    row = {"mean": mean, "deviation": deviation, "present": present, "runs": own.runs}
    return {f"{own.cell.sampling}_{name}": value for name, value in row.items()}


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
        size = published("table_2").set_index("corpus").loc[self.corpus]
        theirs = {"documents": float(size["documents"])}
        theirs["tokens"] = theirs["documents"] * float(size["words_per_document"])
        close = printed_numbers.CLOSE
        if any(abs(counts.get(x, 0) - n) > close * n for x, n in theirs.items()):
            return "another corpus"
        if query != self.query:
            return "another query"
        if (cell.unit, cell.fraction) != ("document", 1.0):
            return "another part of the corpus, or other units"
        other = cell.parameters.get("dimensions", DIMENSIONS) != DIMENSIONS
        return "other dimensions" if other else ""

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
        mean = pair_mean(pair_matrix(jaccard(lists, LISTED)[:, 0]))
        numbers = share_ends("jaccard", value_of(mean))
        numbers |= {"common": len(common), "runs": len(lists)}
        return _beside(row, words.to_numpy(), numbers)


def list_rows(scene: Scene, corpora: Iterable, printed: Printed) -> list[dict]:
    """Lists of one algorithm, a row per corpus and rank; then those published."""
    algorithm = printed.algorithm.lower()
    if algorithm == "sgns" and algorithm not in map(queried.role, scene.cells):
        algorithm = queried.CBOW
    theirs, rows = printed.rows(), []
    texts_of = {corpus.corpus: corpus for corpus in corpora}
    for own in whole_documents(scene, algorithm):
        first, *others = _ours(own, printed.query)
        first["note"] = (*first["note"], scene.stands_for(own.cell.technique))
        if "query" in first:
            corpus = texts_of.get(own.cell.corpus)
            reason = printed.unlike(own, first["query"], corpus)
            ends = (ends_of(row, "jaccard") for row in (first, theirs[0]))
            first |= printed_numbers.judged(*ends, ALIKE, reason)
        rows += [first, *others]
    return rows + theirs


def ranked_queries(own: Queried) -> list[int]:
    """Queries by number: lists that agree least first, those of no two runs last."""
    means = np.nan_to_num(mean_known(own.tens, 0), nan=np.inf)
    return sorted(range(len(own.names)), key=lambda k: (means[k], own.names[k]))


def whole_documents(scene: Scene, algorithm: str) -> list[Queried]:
    """Bootstrapped cells: corpora in whole documents, or else in their largest part."""
    cells = [own for own in scene.drawn if queried.role(own) == algorithm]
    views = {own.key[:3] for own in cells}
    order = sorted(views, key=lambda x: (x[1] != "document", x[1], -x[2]), reverse=True)
    best = {view[0]: view for view in order}  # the last that is set is the first
    return [own for own in cells if own.key[:3] in best.values()]


def _ours(own: Queried, query: str) -> list[dict]:
    row = queried.whereabouts(own.cell) | {"kind": "ours"}
    if not own.runs:
        return [row | {"note": (own.remark,)}]
    is_there = query in own.names
    number = own.names.index(query) if is_there else ranked_queries(own)[0]
    row["query"] = own.names[number]
    row["chosen"] = AS_PUBLISHED if is_there else LEAST
    lists = own.lists[:, number]
    without, runs = int((lists == "").all(axis=1).sum()), len(lists)
    lack = f"{without} of these runs lack the query" if without else ""
    few = f"the study has {runs} runs of {PRINTED}" if runs < PRINTED else ""
    numbers = share_ends("jaccard", queried.over_pairs(own.tens[:, number]))
    numbers |= {"common": own.common[number], "runs": own.runs}
    return _beside(row, lists.T, numbers | {"note": (own.remark, lack, few)})


def _beside(row: dict, words: np.ndarray, numbers: dict) -> list[dict]:
    ranked = (dict(zip(RUN_COLUMNS, listed, strict=False)) for listed in words)
    rows = [row | {"rank": rank} | own for rank, own in enumerate(ranked, 1)]
    return [rows[0] | numbers, *rows[1:]]  # numbers of all lists beside the first


def _lists(printed: Printed) -> Table:
    return table(
        f"Table {printed.number}",
        f"Lists of nearest words of {printed.algorithm}, run by run:",
        f"The {LISTED} nearest words of one query in the first {PRINTED} "
        f"bootstrapped runs: of {printed.query}, as published, or else of that whose "
        "lists agree least. Beside the first word: mean Jaccard over all pairs of runs "
        "with its 95 % interval, words in all lists. Published lists stand last; a "
        "verdict needs their corpus and query.",
        f"{CELL} kind query chosen rank {':text '.join(RUN_COLUMNS)}:text jaccard± "
        "common runs band verdict",
        keys=f"corpus query rank {' '.join(RUN_COLUMNS)}",
        rows=lambda results: list_rows(scene_of(results), results.corpora(), printed),
        reads=(*QUERIES, "encode_corpus"),
    )


TABLE_2 = table(
    "Table 2",
    "How much text there is:",
    "Texts after rare words were cut, and the six of the paper, which are other texts. "
    "Vocabulary density: unique words by all words.",
    "corpus kind documents unique_words:whole vocabulary_density:4 "
    "words_per_document:0",
    keys="corpus kind documents unique_words vocabulary_density words_per_document "
    "note",
    rows=lambda results: _density_rows(results.corpora()),
    reads=("encode_corpus",),
    wanted=has("encode_corpus"),
)
TABLE_4 = table(
    "Table 4",
    "The words nearest to each query, by sampling:",
    f"The {LISTED} words of highest mean cosine in the sampling they were chosen in, "
    "with mean and deviation (ddof 0) of their cosine over the runs of each sampling, "
    "and how many have both words. Chosen by their mean there, it lies above those of "
    "others by chance too. The paper shows one query as a picture, without numbers.",
    "IDENTITY unit fraction query chosen_in:text rank word "
    + " ".join(
        f"{x}_mean {x}_deviation {x}_present:whole {x}_runs:whole" for x in SAMPLINGS
    )
    + " absent",
    keys="view technique query rank word fixed_mean shuffled_mean bootstrapped_mean "
    "bootstrapped_deviation note",
    rows=queried.of_scene(_near_of),
)
TABLE_5 = _lists(Printed("5", "SGNS", "pregnancy", "9th Circuit"))
TABLE_6 = _lists(Printed("6", "GloVe", "evolution", "AskScience"))
