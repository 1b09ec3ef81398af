"""How bootstrapped runs agree on neighbours, by the size of the text."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from quaver import store
from quaver.grid import Cell
from quaver.measures.overlap import Overlaps, overlaps
from quaver.results.stored import Stored, array, length, stored
from quaver.statistics import pair_matrix

LENGTH = 10  # of lists, or the nearest below it that the study has


@dataclass(frozen=True)
class Sized:
    """Neighbours that the bootstrapped runs of one fraction of a text share.

    tokens: of the fraction. words: how many the runs share, so among how many lists of
    neighbours were made. share: (runs, runs), p@n over all target words. common: the
    same over those that every fraction has, None where there are none.
    """

    view: str
    fraction: float
    tokens: int
    runs: int
    words: int
    share: np.ndarray
    common: np.ndarray | None


@dataclass(frozen=True)
class TextNumbers:
    """One text x unit x technique: its fractions, the smallest first.

    view: of the largest fraction measured. n: length of the lists. targets, common:
    random words of the largest fraction, and how many every fraction has. frequency,
    word_share: (targets,) occurrences in the largest fraction and p@n. left_out:
    fractions that are not measured. note: why there is nothing at all.
    """

    corpus: str
    view: str
    unit: str
    language: str
    technique: str
    trainer: str
    n: int = 0
    targets: int = 0
    common: int = 0
    sizes: Sequence[Sized] = ()
    frequency: np.ndarray = field(default_factory=lambda: np.empty(0))
    word_share: np.ndarray = field(default_factory=lambda: np.empty(0))
    left_out: Sequence[str] = ()
    note: str = ""


@dataclass(frozen=True)
class StoredLists(Stored):
    """Lists of neighbours of a cell's target words, as stored.

    names: of the targets. frequency: (targets,). words: how many the runs share. sizes:
    lengths at which lists were compared. neighbours: (runs, targets, ranks).
    """

    cell: Cell
    names: Sequence[str] = stored(lambda file, _: _targets(file))
    frequency: np.ndarray = stored(lambda file, x: file[x][:][file["targets"][:]])
    words: int = length("words")
    sizes: np.ndarray = array()

    def first(self, n: int) -> np.ndarray:
        """The first n neighbours: (runs, targets, n)."""
        with self._opening() as file:
            lists = file["neighbours"]
            # run by run: HDF5 is slow at the first columns of many rows
            return np.stack([lists[run][:, :n] for run in range(len(lists))])


def _targets(file) -> list[str]:
    words = store.texts(file["words"])
    return [words[row] for row in file["targets"][:]]


def text_cells(results) -> list[list[Cell]]:
    """Bootstrapped cells by text, unit and technique: the fractions of each."""
    groups: dict[tuple, list[Cell]] = {}
    for cell in results.grid.cells.values():
        if cell.sampling == "bootstrapped" and not results.grid.is_variant(cell):
            text = cell.view.corpus, cell.view.unit, cell.technique
            groups.setdefault(text, []).append(cell)
    return [
        sorted(groups[text], key=lambda cell: cell.view.fraction)
        for text in sorted(groups)
    ]


def text_sizes(results, cells: Sequence[Cell]) -> TextNumbers:
    """Neighbours shared by runs in all fractions of a text, the smallest first."""
    standing = [cell for cell in cells if _stands(results, cell)]
    largest = (standing or cells)[-1]
    facts = {
        "corpus": largest.view.corpus,
        "view": largest.view.label,
        "unit": largest.view.unit,
        "language": results.grid.language(largest),
        "technique": largest.technique,
        "trainer": results.study.techniques[largest.technique].trainer,
        "left_out": [repr(c.view.fraction) for c in cells if c not in standing],
    }
    if not standing:
        return TextNumbers(**facts, note=_reason(results, cells[-1]))
    stored_lists = [_lists(results, cell) for cell in standing]
    n = _length(stored_lists)
    if not n:
        return TextNumbers(**facts, note="fractions have no length of lists in common")
    common = set.intersection(*(set(lists.names) for lists in stored_lists))
    compared = [_sized(results, lists, n, common) for lists in stored_lists]
    word_share = compared[-1][1].word_share[0]  # of the largest
    return TextNumbers(
        **facts,
        n=n,
        targets=len(word_share),
        common=len(common),
        sizes=[sized for sized, _ in compared],
        frequency=stored_lists[-1].frequency,
        word_share=word_share,
    )


def _lists(results, cell: Cell) -> StoredLists:
    opening = partial(results.read, cell.measure("neighbours"), "neighbours")
    return StoredLists.of(opening, cell=cell)


def _length(stored_lists: Sequence[StoredLists]) -> int:
    """The length of lists nearest to LENGTH that all cells have; 0 if none."""
    lengths = set.intersection(*({*lists.sizes.tolist()} for lists in stored_lists))
    shorter = [n for n in lengths if n <= LENGTH]
    # by chance longer lists share more: fractions compare at one length
    return max(shorter) if shorter else min(lengths, default=0)


def _sized(
    results, stored_lists: StoredLists, n: int, common: set[str]
) -> tuple[Sized, Overlaps]:
    """One fraction, and how far its runs agree on each target word."""
    view, lists = stored_lists.cell.view, stored_lists.first(n)
    whole = overlaps(lists, [n])
    # fractions have their own vocabularies: rows differ, names do not
    rows = [row for row, name in enumerate(stored_lists.names) if name in common]
    shared = overlaps(lists[:, rows], [n]).share[0] if rows else None
    sized = Sized(
        view=view.label,
        fraction=view.fraction,
        tokens=results.tokens(view),
        runs=len(lists),
        words=stored_lists.words,
        share=_square(whole.share[0]),
        common=None if shared is None else _square(shared),
    )
    return sized, whole


def _square(pairs: np.ndarray) -> np.ndarray:
    square = pair_matrix(pairs)
    return square + np.eye(len(square))


def _stands(results, cell: Cell) -> bool:
    is_measured = results.grid.is_measured(cell, "neighbours")
    files = cell.view.corpus_file, cell.measure("neighbours")
    has_models = not results.failed(cell)
    return is_measured and has_models and all(map(results.stands, files))


def _reason(results, cell: Cell) -> str:
    if results.grid.is_external(cell.technique):
        return "the text of these spaces is not known"
    if results.failed(cell):
        return "runs without a model"
    failure = results.failure("measure_neighbours", cell.path)
    return failure or "neighbours of bootstrapped runs are not measured"
