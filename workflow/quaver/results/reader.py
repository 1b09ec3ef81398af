"""The study a folder of results belongs to, and the numbers stored there."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from quaver import config
from quaver.corpora.samples import first_fraction
from quaver.grid import Block, Cell, Grid, View
from quaver.results.associations import AssociationNumbers, associations
from quaver.results.cells import cell_numbers, word_numbers
from quaver.results.change import ChangeNumbers, change_numbers
from quaver.results.change_scores import ScoreNumbers, all_scores
from quaver.results.corpora import corpora
from quaver.results.distribution_records import distribution
from quaver.results.drawn import Drawn, drawn
from quaver.results.laws import LawNumbers, laws
from quaver.results.meaning import MeaningNumbers, meanings
from quaver.results.opinions import OpinionNumbers, opinion_numbers
from quaver.results.quality_below import BelowNumbers, scores_below
from quaver.results.queries import AskedNumbers, asked, queried
from quaver.results.records import SAMPLINGS, CellNumbers, CorpusNumbers
from quaver.results.retrained import RetrainedNumbers, retrained_numbers
from quaver.results.scored import ScoredNumbers, scored
from quaver.results.similarity import SimilarityNumbers, similarities
from quaver.results.sizes import text_cells, text_sizes
from quaver.results.stored import OpenFiles, Readings
from quaver.results.term_curves import (
    CurveNumbers,
    VarianceNumbers,
    curves,
    variances,
)
from quaver.results.term_sets import Draws, term_sets
from quaver.results.terms import TermNumbers, of_terms
from quaver.results.trajectories import TrajectoryNumbers, trajectory_numbers


class Results:
    """A study as written to results/<study>/study.yaml, its grid and its numbers.

    Light records (cells, corpora, words asked for) are read once and kept. Heavy ones
    are read anew in each pass, field by field as asked for. Files are opened once.
    """

    def __init__(self, study_file: Path, undone: Path | None = None):
        """Read the study; undone: a list of files that a run has failed to make."""
        written = yaml.safe_load(study_file.read_text(encoding="utf-8"))
        self.study = config.understand(written, {})  # was checked when it was written
        self.grid = Grid(self.study)
        self.root = study_file.parent
        names = json.loads(undone.read_text("utf-8")) if undone else []
        # what stands under these names is of an earlier study
        self.undone = {Path(name) for name in names}
        self._files = OpenFiles()
        self._records: dict[tuple, Any] = {}

    def file(self, path: str) -> Path:
        """Where a path of the grid stands."""
        return self.root / path

    def read(self, path: str, kind: str = "") -> AbstractContextManager:
        """Read of the file of a path of the grid, which is opened once and stays so."""
        return self._files.read(self.file(path), kind)

    def stands(self, path: str) -> bool:
        """Tell whether a file of the study stands and counts."""
        file = self.file(path)
        return file.is_file() and file not in self.undone

    def failed(self, cell: Cell) -> list[Block]:
        """Blocks of a cell that this study has not trained, by their records."""
        # by the record: models may have been retired since
        return [b for b in self.grid.blocks_of(cell) if not self.stands(b.record)]

    def failure(self, rule: str, name: str) -> str:
        """The sentence a job of a rule ended with where it failed, or nothing."""
        log = self.file(f"logs/{rule}/{name}.log")
        lines = log.read_text("utf-8").splitlines() if log.is_file() else []
        failures = (line for line in reversed(lines) if line.startswith("Failed: "))
        return next(failures, "").removeprefix("Failed: ")

    def cells(self) -> list[CellNumbers]:
        """Stored numbers of every cell of the study, measured or not."""
        return [*map(self.cell, self.grid.shown())]

    def cell(self, cell: Cell) -> CellNumbers:
        """Stored numbers of one cell, read once."""
        return self._kept(cell_numbers, cell)

    def drawn(self, cell: Cell) -> Drawn | None:
        """The groups that runs of a cell drew, or documents; told once per view."""
        is_drawn = cell.sampling == "bootstrapped"
        is_told = is_drawn and not self.grid.is_external(cell.technique)
        has_groups = self.grid.drawn(cell) or cell.view.unit == "document"
        return self._kept(drawn, cell.view) if is_told and has_groups else None

    def distributions(self) -> Readings:
        """Stored numbers of every cell whose distribution is studied."""
        cells = filter(self.grid.is_studied, self._in_order())
        return Readings(partial(distribution, self, c, self.cell(c)) for c in cells)

    def queries(self) -> Readings:
        """Cosines of query words in every cell of texts asked for any, or missing."""
        asks_of = self.grid.asks_of
        cells = (cell for cell in self._in_order() if asks_of(cell.view.corpus))
        return Readings(partial(queried, self, c, self.cell(c)) for c in cells)

    def words(self) -> Readings:
        """Instability of words of every view x technique, empty where missing."""
        # one cell of each pair stands for both samplings
        pairs = {(cell.view, cell.technique): cell for cell in self._in_order()}
        return Readings(partial(word_numbers, self, pairs[p]) for p in sorted(pairs))

    def sizes(self) -> Readings:
        """Neighbours of bootstrapped runs by the size of each text."""
        return Readings(partial(text_sizes, self, cells) for cells in text_cells(self))

    def corpora(self) -> list[CorpusNumbers]:
        """Stored counts of every text of the study, encoded or not."""
        return self._kept(corpora)

    def asked(self) -> list[AskedNumbers]:
        """Words asked for of every corpus, and how they were chosen."""
        return self._kept(asked)

    def associations(self) -> list[AssociationNumbers]:
        """Associations of sets of words by cell, set and test."""
        return list(associations(self))

    def similarities(self) -> list[SimilarityNumbers]:
        """How similarities are distributed, by cell."""
        return list(similarities(self))

    def meanings(self) -> list[MeaningNumbers]:
        """What WordNet says of similar words, by cell."""
        return list(meanings(self))

    def scored(self) -> list[ScoredNumbers]:
        """What a table of scored pairs says of similar words, by cell."""
        return list(scored(self))

    def scores_below(self) -> list[BelowNumbers]:
        """Scores of word similarity without low pairs, by cell, rule and set."""
        return list(scores_below(self))

    def changes(self) -> list[ChangeNumbers]:
        """Change of words between two texts, by pair and technique."""
        return list(change_numbers(self))

    def scores(self) -> list[ScoreNumbers]:
        """Scores of change against truth, by pair, technique and sampling."""
        return self._kept(all_scores)

    def laws(self) -> list[LawNumbers]:
        """How change hangs on frequency, by series, technique and sampling."""
        return self._kept(laws)

    def opinions(self) -> list[OpinionNumbers]:
        """Opinions on the change of words, by pair and technique."""
        return self._kept(opinion_numbers)

    def retrained(self) -> list[RetrainedNumbers]:
        """Change beside that between dealt documents, by pair and technique."""
        return list(retrained_numbers(self))

    def trajectories(self) -> list[TrajectoryNumbers]:
        """Words followed over the periods of a series, by series and technique."""
        return list(trajectory_numbers(self))

    def terms_apart(self) -> list[TermNumbers]:
        """Whether terms are told apart, by set, learner and background."""
        return list(of_terms(self, "terms_apart"))

    def terms_grid(self) -> list[TermNumbers]:
        """How parameters of a learner do on training terms, by background."""
        return list(of_terms(self, "terms_grid"))

    def term_curves(self) -> list[CurveNumbers]:
        """How terms are told apart by their sentences, by set, learner and cell."""
        return list(curves(self))

    def term_sets(self) -> list[Draws]:
        """Terms with their drawn sentences, and those left out, by set."""
        return term_sets(self)

    def term_variances(self) -> list[VarianceNumbers]:
        """What vectors of terms waver with, by set, learner and technique."""
        return list(variances(self))

    def tokens(self, view: View) -> int:
        """Tokens of a view, once rare words were cut."""
        with self.read(view.corpus_file, "corpus") as file:
            offsets = first_fraction(file[f"{view.unit}_offsets"][:], view.fraction)
        return int(offsets[-1])

    def _kept(self, read: Callable, *of: Cell | View) -> Any:
        # not functools.cache: it would keep every Results for ever
        if (read, *of) not in self._records:
            self._records[read, *of] = read(self, *of)
        return self._records[read, *of]

    def _in_order(self) -> list[Cell]:
        """Cells of words, no variants, by view and technique, samplings as in tables.

        What is told of them is told of words.
        """
        worded = filter(self.grid.has_words, self.grid.shown())
        cells = [c for c in worded if not self.grid.is_variant(c)]
        turn = SAMPLINGS.index
        return sorted(cells, key=lambda c: (c.view, c.technique, turn(c.sampling)))
