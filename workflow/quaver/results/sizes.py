"""How bootstrapped runs agree on neighbours, by the size of the text."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

import numpy as np

from quaver import store
from quaver.grid import Cell
from quaver.measures.overlap import Overlaps, overlaps
from quaver.results.drawn import Drawn
from quaver.results.records import OfTechnique, of_technique
from quaver.statistics import pair_matrix

LENGTH = 10  # of lists, or the nearest below it that the study has


@dataclass(frozen=True)
class Sized:
    """Neighbours that the bootstrapped runs of one fraction of a text share.

    tokens: of the fraction. words: how many the runs share, so among how many lists of
    neighbours were made. share: (runs, runs), p@n over all target words. common: the
    same over those that every fraction has, None where there are none. drawn: what its
    runs drew, where documents or larger groups than its units.
    """

    view: str
    fraction: float
    tokens: int
    runs: int
    words: int
    share: np.ndarray
    common: np.ndarray | None
    drawn: Drawn | None = None


@dataclass(frozen=True)
class TextNumbers(OfTechnique):
    """One text x unit x technique: its fractions, the smallest first.

    view: of the largest fraction measured. n: length of the lists. targets, common:
    random words of the largest fraction, and how many every fraction has. frequency,
    word_share: (targets,) occurrences in the largest fraction and p@n. left_out:
    fractions that are not measured. note: why there is nothing at all.
    """

    unit: str
    n: int = 0
    targets: int = 0
    common: int = 0
    sizes: Sequence[Sized] = ()
    frequency: np.ndarray = field(default_factory=lambda: np.empty(0))
    word_share: np.ndarray = field(default_factory=lambda: np.empty(0))
    left_out: Sequence[str] = ()
    note: str = ""


def text_cells(results) -> list[list[Cell]]:
    """Bootstrapped cells by text, unit and technique: the fractions of each."""

    def text(cell: Cell) -> tuple:
        return cell.view.corpus, cell.view.unit, cell.technique

    worded = filter(results.grid.has_words, results.grid.shown())
    drawn = [
        cell
        for cell in worded
        if cell.sampling == "bootstrapped" and not results.grid.is_variant(cell)
    ]
    drawn.sort(key=lambda cell: (*text(cell), cell.view.fraction))
    return [list(cells) for _, cells in groupby(drawn, key=text)]


def text_sizes(results, cells: Sequence[Cell]) -> TextNumbers:
    """Neighbours shared by runs in all fractions of a text, the smallest first."""
    asked = (c for c in cells if results.grid.is_measured(c, "neighbours"))
    trained = [cell for cell in asked if not results.failed(cell)]
    files = {c: (c.view.corpus_file, c.measure("neighbours")) for c in trained}
    standing = [cell for cell in trained if all(map(results.stands, files[cell]))]
    largest = (standing or cells)[-1]
    facts = of_technique(results, largest) | {
        "unit": largest.view.unit,
        "left_out": [repr(c.view.fraction) for c in cells if c not in standing],
    }
    if not standing:
        return TextNumbers(**facts, note=_reason(results, cells[-1]))
    names, lengths = {}, []
    for cell in standing:
        with results.read(cell.measure("neighbours"), "neighbours") as file:
            words, targets = store.texts(file["words"]), file["targets"][:]
            names[cell] = [words[row] for row in targets]
            lengths.append({*file["sizes"][:].tolist()})
            frequency = file["frequency"][:][targets]  # in the end of the largest
    both = set.intersection(*lengths)
    if not both:
        return TextNumbers(**facts, note="fractions have no length of lists in common")
    # by chance longer lists share more: fractions compare at one length
    n = max((n for n in both if n <= LENGTH), default=min(both))
    common = set.intersection(*map(set, names.values()))
    compared = [
        # fractions have their own vocabularies: rows differ, names do not
        _sized(results, cell, n, [k for k, x in enumerate(names[cell]) if x in common])
        for cell in standing
    ]
    word_share = compared[-1][1].word_share[0]
    return TextNumbers(
        **facts,
        n=n,
        targets=len(word_share),
        common=len(common),
        sizes=[sized for sized, _ in compared],
        frequency=frequency,
        word_share=word_share,
    )


def _sized(
    results, cell: Cell, n: int, common: Sequence[int]
) -> tuple[Sized, Overlaps]:
    view = cell.view
    with results.read(cell.measure("neighbours"), "neighbours") as file:
        words, stored = len(file["words"]), file["neighbours"]
        # run by run: HDF5 is slow at the first columns of many rows
        lists = np.stack([stored[run][:, :n] for run in range(len(stored))])
    whole, ones = overlaps(lists, [n]), np.eye(len(lists))
    shared = overlaps(lists[:, common], [n]).share[0] if common else None
    sized = Sized(
        view=view.label,
        fraction=view.fraction,
        tokens=results.tokens(view),
        runs=len(lists),
        words=words,
        share=pair_matrix(whole.share[0]) + ones,
        common=None if shared is None else pair_matrix(shared) + ones,
        drawn=results.drawn(cell),
    )
    return sized, whole


def _reason(results, cell: Cell) -> str:
    if results.grid.is_external(cell.technique):
        return "the text of these spaces is not known"
    if results.failed(cell):
        return "runs without a model"
    failure = results.failure("measure_neighbours", cell.path)
    return failure or "neighbours of bootstrapped runs are not measured"
