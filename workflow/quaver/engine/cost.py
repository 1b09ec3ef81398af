"""What jobs take, one model for all: memory and operations, by the size of their text.

Measures and trainers declare theirs (MEASURE, TECHNIQUE). Rules ask for it at the rates
of one slow core, a forecast at that of its machine. Memory was measured (bench/).
"""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from quaver import store
from quaver.engine.size import Size, bytes_of, questions_of
from quaver.grid import Block, Cell, Grid
from quaver.grid.subjects import Subject
from quaver.measures.declare import Measure
from quaver.trainers.declare import WORD, technique_of

START = 700  # megabytes to ask for beside what grows: libraries, and room
LIBRARIES = 130  # megabytes that a process with its libraries holds of them
UNIT = 20  # tokens of a sentence, where a text is not there to be asked
SPARE = 3e8  # bytes to ask for beside what is trained: the text's own index of words
# What jobs import before they work (a job of items works as long again, and more).
IMPORTS = {
    "measuring": "quaver.stages.measure, quaver.measures.neighbours",
    "training": "quaver.stages.train_block, quaver.trainers.word2vec",
    "items": "quaver.stages.make_tables, quaver.stages.draw_figures",
}
ITEMS, FIGURE = 2.2, 0.6  # imports that tables and figures take, and that of a word
SNAKEMAKE = 2.7, 0.01  # its own seconds: to begin, and for a job (bench/scale.py)
LEAST = 1800  # seconds any job is given
SLACK = 2.0  # a job that is cut off costs more than one that ends early
PRODUCTS = 8e9  # multiplications and additions a second, in products of matrices
READING = 2e8  # bytes a second from a shared disk
OVER = 2.0  # what measures take over bare products (make bench measures it)


class Need(NamedTuple):
    """What a job takes: bytes beside its libraries (and to spare), slow seconds."""

    bytes: float
    seconds: float
    spare: float = 0.0

    @property
    def held(self) -> float:
        """Megabytes it is expected to hold."""
        return LIBRARIES + 1e-6 * self.bytes

    def megabytes(self, attempt: int = 1) -> int:
        """Memory to ask for; more at each attempt."""
        return int(attempt * (START + 1e-6 * (self.bytes + self.spare)))

    def minutes(self, attempt: int = 1) -> int:
        """Time to ask for; more at each attempt."""
        return int(attempt * (LEAST + SLACK * self.seconds) / 60)


class Costs:
    """What the jobs of a study take; a text is looked at anew at each question."""

    def __init__(self, grid: Grid, root: Path | str, asked: Callable, files: Callable):
        """asked(corpus): how many words to follow; files(corpus): of its source."""
        self.grid, self.study, self._root = grid, grid.study, Path(root)
        self._asked, self._files = asked, files

    def size(self, cells: Sequence[Cell], size=0, terms=("", "")) -> Size:
        """Size of cells, of their averages of so many runs, of terms by a learner."""
        texts = [self._spaces(cell) for cell in cells]
        sets = self.study.analyses.quality.sets
        first = cells[0]
        runs = self.study.analyses.stability.runs or math.inf
        of_text = ("words", "tokens", "dims", "files")
        return Size(
            **{name: max(getattr(text, name) for text in texts) for name in of_text},
            runs=sum(cell.runs for cell in cells),
            compared=int(min(runs, max(cell.runs for cell in cells))),
            size=size or 1,
            sizes=tuple(self.grid.sizes(first)),
            asked=self._asked(first.view.corpus),
            questions=sum(questions_of(sets[name]) for name in self.grid.sets(first)),
            analyses=self.study.analyses,
            terms=terms,
        )

    def _spaces(self, cell: Cell) -> Size:
        """Of the spaces of one cell, whose rows may be more or fewer than words."""
        declared, given = self._trained(cell)
        return replace(given[0], words=declared.items(*given))

    def _trained(self, cell: Cell) -> tuple:
        """What a cell's technique declares, and of what: text and parameters."""
        technique = self.study.techniques[cell.technique]
        given = self._text(cell), technique.parameters
        return technique_of(technique.trainer), given

    def _text(self, cell: Cell) -> Size:
        """Of one cell; of a text that is not there, as large as the study expects."""
        parameters = self.study.techniques[cell.technique].parameters
        if self.grid.is_external(cell.technique):
            files = tuple(map(bytes_of, parameters.files))
            # four bytes a number, at least 100 dimensions; 300 are taken to be the case
            words = max(files, default=0) // 4 // 100
            return Size(words=words, dims=300, files=files)
        names = "words", "tokens", f"{parameters.item}_offsets"
        words, *parts = (self.text(cell.view.corpus, name) for name in names)
        tokens, units = (int(number * cell.view.fraction) for number in parts)
        units = units or tokens // UNIT
        return Size(words=words, tokens=tokens, units=units, dims=parameters.dimensions)

    def text(self, corpus: str, name: str) -> int:
        """Words or tokens of a text: as encoded, or as expected, or none known."""
        path, text = self._root / f"corpora/{corpus}.h5", self.study.corpora.get(corpus)
        if path.is_file():
            # the time stamp is part of the key: a text may be encoded anew in this call
            changed, is_part = path.stat().st_mtime_ns, bool(text and text.part_of)
            is_apart = is_part and name == "tokens"
            return _part(path, changed) if is_apart else _stored(path, name, changed)
        return text.expected.get(name, 0) if text else 0

    def measure(self, measure: Measure) -> Callable[[Subject], Need]:
        """What a measure takes, by its subject."""

        def need(subject: Subject) -> Need:
            whose = subject.terms, subject.learner
            size = self.size(subject.cells, subject.size, whose)
            return Need(measure.cost.bytes(size), seconds(measure, size))

        return need

    def training(self, block: Block) -> Need:
        """All runs of a block, one after the other."""
        declared, given = self._trained(block.cell)
        seconds = len(block.runs) * self.operations(block.cell) / PRODUCTS
        return Need(declared.bytes(*given), seconds, SPARE)

    def operations(self, cell: Cell) -> float:
        """Operations of training one run of a cell."""
        declared, given = self._trained(cell)
        return declared.operations(*given)

    def retiring(self, cell: Cell) -> Need:
        """One space and its copy, of one run after the other."""
        size = self.size([cell])
        return Need(_space(size), 3 * size.models / READING)

    def exporting(self, cell: Cell) -> Need:
        """A space written; where models may be gone, a block of the cell trained."""
        size = self.size([cell])
        held, seconds = _space(size), size.words * size.dims / 1e6
        if self.grid.retention(cell) == "delete":
            anew = self.training(self.grid.blocks_of(cell)[0])
            held = max(held, anew.bytes + anew.spare)
            # spaces of others are read again, which takes no training
            seconds += 0 if self.grid.is_external(cell.technique) else anew.seconds
        return Need(held, seconds)

    def extracting(self, corpus: str) -> Need:
        """Pages of a dump, 100 kB a second as packed: threads only make it faster."""
        return Need(0, sum(map(bytes_of, self._files(corpus))) / 1e5)

    def encoding(self, corpus: str) -> Need:
        """Different tokens as read, of which a text has the more the longer it is."""
        packed = bytes_of(self._root / f"texts/{corpus}.jsonl.zst")
        size = packed or sum(map(bytes_of, self._files(corpus)))
        tokens = self.text(corpus, "tokens")
        # Heaps' law: types grow more slowly than the text, of which 200 kB a second
        # are cleaned, as packed
        held = 1.3e9 + 200 * 20 * max(tokens, size) ** 0.65
        return Need(held, size / 2e5 + tokens / 5e4)

    def cutting(self, corpus: str) -> Need:
        """Tokens of a part and of what it is of, once; its words as texts."""
        whole = self.study.corpora[corpus].part_of
        words, tokens = (self.text(whole, name) for name in ("words", "tokens"))
        return Need(2e8 + 20 * tokens + 4 * WORD * words, tokens / 1e6)

    def choosing(self, corpus: str) -> Need:
        """A text as a model of topics holds it, each word weighed for each topic."""
        words, tokens = (self.text(corpus, name) for name in ("words", "tokens"))
        topics = self.study.analyses.queries.topics
        held = 3e8 + 80 * tokens + words * (12 * topics.number + WORD)
        return Need(held, self.weighing(corpus) / PRODUCTS)

    def drawing(self, corpus: str) -> Need:
        """The words of a text, and its tokens once; or published sentences."""
        held = 3e8 + 2.0 * WORD * self.text(corpus, "words")
        return Need(held, self.text(corpus, "tokens") / 1e6)

    def weighing(self, corpus: str) -> float:
        """Operations of finding the topics of a text."""
        topics = self.study.analyses.queries.topics
        return 8.0 * self.text(corpus, "tokens") * topics.iterations * topics.number

    def gathering(self, cells: Sequence[Cell]) -> Need:
        """The numbers of the largest cell, all tables, cosines of followed words."""
        sizes = [self.size([cell]) for cell in cells]
        each = (x.words * (2 * WORD + 16 * x.compared) for x in sizes)
        largest = max(each, default=0)
        analyses = self.study.analyses
        ranks = max(analyses.queries.nearest, analyses.neighbours.n)
        sized = zip(cells, sizes, strict=True)
        followed = sum(x.runs * x.asked for c, x in sized if self.grid.is_asked(c))
        held = 8e8 + largest + 8 * max(100, 5 * ranks) * followed + 2e5 * len(sizes)
        read = 40 * sum(x.words * x.compared for x in sizes)
        return Need(held, 5 * len(sizes) + read / READING)


def seconds(measure: Measure, size: Size) -> float:
    """Seconds a measure takes on a slow core, of models on a shared disk."""
    reading = measure.cost.passes * size.models / READING
    return reading + OVER * measure.cost.operations(size) / PRODUCTS


def _space(size: Size) -> float:
    return size.words * (16.0 * size.dims + WORD)


@cache
def _stored(path: Path, name: str, changed: int) -> int:
    """Length of a dataset of a file that was changed last at a time; 0 if broken."""
    return store.length(path, name)


@cache
def _part(path: Path, changed: int) -> int:
    """Tokens of a part, which holds none of its own; 0 if broken."""
    with suppress(store.StoreError, KeyError), store.opened(path) as file:
        return int(file["document_offsets"][-1])
    return 0
