"""The records tables are made from, and what all tables share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import ClassVar

import numpy as np

from quaver.grid import SAMPLINGS, Cell
from quaver.grid.coordinates import grouped
from quaver.results.drawn import Drawn
from quaver.results.stored import Stored, absent

COUNTED = ("documents", "sentences", "lines", "tokens", "types")
FREQUENT = 5  # the thesis counts words of five or more occurrences


@dataclass(frozen=True)
class OfTechnique:
    """What numbers are of: a view of a corpus, a technique and its trainer."""

    corpus: str
    view: str
    language: str
    technique: str
    trainer: str


def of_technique(results, cell: Cell) -> dict[str, str]:
    """What numbers of a cell's view and technique are of, by field."""
    return {
        "corpus": cell.view.corpus,
        "view": cell.view.label,
        "language": results.grid.language(cell),
        "technique": cell.technique,
        "trainer": results.study.techniques[cell.technique].trainer,
    }


@dataclass(frozen=True)
class SetNumbers:
    """Scores of the runs of a cell on one evaluation set.

    kind: analogies or similarity. questions: how many the set has. scores: (runs,)
    accuracy in [0, 1] or correlation in [-1, 1], NaN where there is none (see note).
    known: (runs,) questions whose words a run has. sections: of analogies, by name:
    questions, known (runs,) and right (runs,).
    """

    kind: str
    questions: int
    scores: np.ndarray
    known: np.ndarray
    sections: Mapping[str, tuple[int, np.ndarray, np.ndarray]]
    note: str = ""


@dataclass(frozen=True)
class CellNumbers(OfTechnique):
    """Numbers of one cell: all runs of a view x technique x sampling.

    view: label of corpus x unit x fraction. failed: runs whose model does not stand;
    reason: what their training said. losses: (runs, runs) PIP losses in [0, 1], None
    where not measured; wanted: whether the study asks for them. words: size of the
    shared vocabulary; steps: its steps (name, kept, dropped). averages: size ->
    (groups, groups) losses; None where 2 * size > runs or missing. overlaps: n -> share
    and Jaccard, (runs, runs) in [0, 1], 1 on the diagonal. quality: evaluation set ->
    its numbers, None where not measured. distances: of whole spaces, by name: (runs,
    runs). parameters: of the technique. base, varied: of a variant, the technique a
    sweep made it of and what was varied; empty otherwise. drawn: the documents or other
    groups that bootstrapping drew, None where it drew units that are none. item: what
    the rows of its spaces are, where these are no words.
    """

    unit: str
    fraction: float
    sampling: str
    runs: int
    failed: int
    losses: np.ndarray | None = None
    words: int | None = None
    steps: tuple[tuple[str, int, int], ...] = ()
    averages: Mapping[int, np.ndarray | None] = field(default_factory=dict)
    overlaps: Mapping[int, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)
    reason: str = ""
    quality: Mapping[str, SetNumbers | None] = field(default_factory=dict)
    distances: Mapping[str, np.ndarray] = field(default_factory=dict)
    parameters: Mapping = field(default_factory=dict)
    base: str = ""
    varied: Mapping = field(default_factory=dict)
    drawn: Drawn | None = None
    wanted: bool = True
    item: str = ""

    @property
    def is_grouped(self) -> bool:
        """Whether groups of units were drawn, each whole."""
        return self.drawn is not None and self.drawn.kind != self.unit


@dataclass(frozen=True)
class WordNumbers(OfTechnique, Stored):
    """Instability of the words of one view x technique.

    words: those of both shuffled and bootstrapped; frequency, intrinsic, extrinsic:
    (words,), extrinsic NaN where missing. missing: how many have no extrinsic value.
    dropped: how many words of one sampling the other has not. note: why there are none.
    left: of intrinsic and of extrinsic, one array per sampling they rest on: means of
    words in batches by frequency without each run, (runs, batches).
    """

    words: Sequence[str] = absent(())
    frequency: np.ndarray = absent(np.empty(0))
    intrinsic: np.ndarray = absent(np.empty(0))
    extrinsic: np.ndarray = absent(np.empty(0))
    missing: int = absent(0)
    dropped: int = absent(0)
    note: str = ""
    left: Mapping[str, Sequence[np.ndarray]] = absent({})

    READ: ClassVar = {
        "left": lambda file, name: {
            kind: [part[:] for part in parts.values()]
            for kind, parts in file.get(name, {}).items()
        }
    }


@dataclass(frozen=True)
class CorpusNumbers:
    """How much text a corpus holds after each step, and what was left out.

    series, period: of what the corpus is a slice; empty where of nothing.
    deduplicated: the unit compared, or none. min_count: below it words were cut.
    frequent: words that occur FREQUENT times or more; None where that was cut away.
    part: such words and the tokens of what runs read; None where they read all.
    read: what the source counted. steps: `step`, and documents, sentences, lines,
    tokens and types after it. dropped: by name. tokeniser: what cut it into tokens.
    origin, checksum: of the source. encoding: what was read in, of
    lines that repair mended theirs. note: why there are no steps.
    """

    corpus: str
    language: str
    series: str
    period: str
    deduplicated: str
    min_count: int
    frequent: int | None = None
    part: tuple[int, int] | None = None
    read: Mapping[str, int] = field(default_factory=dict)
    steps: Mapping[str, Sequence] = field(default_factory=dict)
    dropped: Mapping[str, int] = field(default_factory=dict)
    tokeniser: str = ""
    origin: str = ""
    checksum: str = ""
    encoding: str = "utf-8"
    note: str = ""

    def after(self, step: str) -> dict[str, int]:
        """Counts after a step by name, of a part of a text after the last; nothing
        where there are none."""
        if not self.steps:
            return {}
        steps = list(self.steps["step"])
        row = steps.index(step) if step in steps else -1
        return {name: self.steps[name][row] for name in COUNTED}


def spoken(language: str) -> str:
    """The language without its region: zh of zh-CN."""
    return language.partition("-")[0]


def in_order(cells: Iterable[CellNumbers]) -> list[CellNumbers]:
    """Cells by corpus, view, technique; samplings as in SAMPLINGS."""
    # the label last of the view: as text '10' would stand before '2'
    view = attrgetter("corpus", "unit", "fraction", "view", "technique")
    return sorted(cells, key=lambda x: (*view(x), SAMPLINGS.index(x.sampling)))


def by_sampling(cells: Iterable[CellNumbers]) -> list[dict[str, CellNumbers]]:
    """Cells of each view x technique, in order: sampling -> cell."""
    groups = grouped(in_order(cells), attrgetter("view", "technique"))
    return [{cell.sampling: cell for cell in own} for own in groups.values()]


def identity(record: CellNumbers | WordNumbers) -> dict:
    """The columns that say which cell (or view x technique) a row is about."""
    names = ("corpus", "view", "language", "technique", "trainer", "sampling")
    return {name: vars(record)[name] for name in names if name in vars(record)}


def lost(cell: CellNumbers) -> str:
    """Why runs of a cell cannot be compared; empty where they can."""
    if cell.failed:
        what = "failed" if cell.reason else "have no model"
        # before all else: what is missing of a failed cell follows from that
        return f"{cell.failed} of {cell.runs} runs {what}"
    if cell.losses is None and cell.runs < 2:
        return f"a comparison needs 2 runs, the study has {cell.runs}"
    return ""


def gap(cell: CellNumbers) -> str:
    """Why a cell lacks its losses, or runs; empty where nothing is missing."""
    if cell.item and not cell.failed:
        return f"its rows are {cell.item}s, no words"
    if lost(cell) or cell.losses is not None:
        return lost(cell)
    return "not measured" if cell.wanted else "not wanted in the study"


def note(*parts: str) -> str:
    """Join what is to be said of a row; nothing twice."""
    return "; ".join(dict.fromkeys(part for part in parts if part))
