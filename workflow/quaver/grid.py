"""Which runs, blocks, cells and files exist, and how each is seeded.

Coordinates and paths are one to one, and paths are looked up, never parsed.
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

SAMPLINGS = ("fixed", "shuffled", "bootstrapped")
# kind of source whose text is taken out first: module of corpora
EXTRACTORS = {"libreoffice_help": "help.libreoffice", "wikipedia": "wiki.wikipedia"}
PURPOSES = ("sample", "trainer", "targets")


@dataclass(frozen=True, order=True)
class View:
    """One corpus x unit x fraction: what runs sample from; label is its name in paths.

    The first unit and fraction a corpus lists go by the corpus's name alone, so that
    adding another moves no file.
    """

    corpus: str
    unit: str
    fraction: float
    label: str

    @property
    def corpus_file(self) -> str:
        """The encoded corpus."""
        return f"corpora/{self.corpus}.h5"

    def pair(self, technique: str) -> tuple[str, str]:
        """Paths of the two cells instability is told from."""
        path = f"{self.label}/{technique}"
        return f"{path}/shuffled", f"{path}/bootstrapped"

    def measure(self, technique: str, name: str) -> str:
        """File of a measure over the samplings of a technique."""
        return f"measures/{self.label}/{technique}/{name}.h5"


@dataclass(frozen=True, order=True)
class Cell:
    """All runs of one view x technique x sampling."""

    view: View
    technique: str
    sampling: str
    runs: int

    @property
    def path(self) -> str:
        """Folder of the cell below models/, measures/ and averages/."""
        return f"{self.view.label}/{self.technique}/{self.sampling}"

    def measure(self, name: str) -> str:
        """File of a measure of the cell."""
        return f"measures/{self.path}/{name}.h5"

    @property
    def vocabulary(self) -> str:
        """File of the words all techniques of the cell's view and sampling have."""
        return f"measures/{self.view.label}/vocabulary.{self.sampling}.h5"

    def average(self, size: int) -> str:
        """File of the averages of groups of so many runs."""
        return f"averages/{self.path}/{size}.h5"


@dataclass(frozen=True, order=True)
class Block:
    """The consecutive runs one job trains, first to last."""

    cell: Cell
    first: int
    last: int

    @property
    def path(self) -> str:
        """The block's file below models/, without its ending."""
        return f"{self.cell.path}/{self.first}-{self.last}"

    @property
    def file(self) -> str:
        """File of the block's models."""
        return f"models/{self.path}.h5"

    @property
    def runs(self) -> range:
        """Numbers of its runs."""
        return range(self.first, self.last + 1)


class Grid:
    """All cells and blocks of a study, found by their paths."""

    def __init__(self, study):
        """Lay the grid of a study; reordering the study's file changes nothing."""
        self.study = study
        self.cells = {cell.path: cell for cell in sorted(_cells(study))}
        self.blocks = {
            block.path: block
            for cell in self.cells.values()
            for block in self.blocks_of(cell)
        }
        self._siblings: dict[tuple[str, str], list[Cell]] = {}
        for cell in self.cells.values():
            self._check_seeds(cell)
            beside = self._siblings.setdefault((cell.view.label, cell.sampling), [])
            beside.append(cell)

    def is_external(self, technique: str) -> bool:
        """Tell whether a technique's spaces were trained by somebody else."""
        return self.study.techniques[technique].trainer == "vectors"

    def blocks_of(self, cell: Cell) -> list[Block]:
        """Blocks of a cell in order; spaces trained elsewhere are one block."""
        external = self.is_external(cell.technique)
        step = cell.runs if external else self.study.runs_per_job
        return [
            Block(cell, first, min(first + step - 1, cell.runs))
            for first in range(1, cell.runs + 1, step)
        ]

    def language(self, cell: Cell) -> str:
        """Language of a cell's text."""
        if self.is_external(cell.technique):
            return self.study.techniques[cell.technique].parameters.language
        return self.study.corpora[cell.view.corpus].language

    def sets(self, cell: Cell) -> list[str]:
        """Names of the evaluation sets of a cell's language, sorted."""
        language = self.language(cell)
        given = self.study.analyses.quality.sets
        return sorted(n for n in given if speaks(language, given[n].language))

    def views(self) -> list[View]:
        """Views in order."""
        return sorted({cell.view for cell in self.cells.values()})

    def siblings(self, label: str, sampling: str) -> list[Cell]:
        """Cells of one view and sampling: they differ by technique only."""
        return self._siblings.get((label, sampling), [])

    def rule_of(self, block: Block) -> str:
        """The rule that makes a block."""
        external = self.is_external(block.cell.technique)
        return "read_vectors" if external else "train_block"

    def block_spec(self, block: Block) -> dict:
        """All a block's bits depend on: view, parameters, sampling, seeds."""
        technique = self.study.techniques[block.cell.technique]
        parameters = {"trainer": technique.trainer, **asdict(technique.parameters)}
        if self.is_external(block.cell.technique):
            return {key: parameters[key] for key in ("files", "format")}
        view = block.cell.view
        return {
            "corpus": view.corpus,
            "unit": view.unit,
            "fraction": view.fraction,
            "technique": block.cell.technique,
            "sampling": block.cell.sampling,
            "first": block.first,
            "parameters": parameters,
            "sample_seeds": self.seeds("sample", block),
            "trainer_seeds": self.seeds("trainer", block),
        }

    def files(self) -> dict[str, list[str]]:
        """Files each rule makes for the study, by rule, below results/<study>/."""
        cells = list(self.cells.values())
        blocks = list(self.blocks.values())
        trained = [b for b in blocks if not self.is_external(b.cell.technique)]
        external = [b for b in blocks if self.is_external(b.cell.technique)]
        pairs = [cell for cell in cells if cell.runs > 1]
        sizes = self.study.analyses.averages.sizes
        told = {
            (c.view, c.technique)
            for c in pairs
            if all(path in self.cells for path in c.view.pair(c.technique))
        }
        return {
            "extract_text": self._texts(trained),
            "encode_corpus": sorted({b.cell.view.corpus_file for b in trained}),
            "train_block": [block.file for block in trained],
            "read_vectors": [block.file for block in external],
            "share_vocabulary": self._vocabularies(pairs),
            "measure_pip": [cell.measure("pip") for cell in pairs],
            "measure_neighbours": [cell.measure("neighbours") for cell in pairs],
            "measure_quality": [
                cell.measure("quality") for cell in cells if self.sets(cell)
            ],
            "measure_instability": [
                view.measure(technique, "instability")
                for view, technique in sorted(told)
            ],
            "average_spaces": [
                cell.average(size)
                for cell in cells
                for size in sizes
                if size <= cell.runs
            ],
            "measure_averages": [
                cell.measure(f"averages_{size}")
                for cell in cells
                for size in sizes
                if 2 * size <= cell.runs
            ],
        }

    def _texts(self, blocks: list[Block]) -> list[str]:
        """Texts taken out of a source before they are encoded."""
        corpora = sorted({block.cell.view.corpus for block in blocks})
        return [f"texts/{x}.jsonl.zst" for x in corpora if self.is_extracted(x)]

    def is_extracted(self, corpus: str) -> bool:
        """Tell whether a corpus is taken out of its source before it is encoded."""
        return self.study.corpora[corpus].source.get("kind") in EXTRACTORS

    def _vocabularies(self, cells: list[Cell]) -> list[str]:
        if self.study.analyses.stability.vocabulary == "runs":
            return []
        return sorted({cell.vocabulary for cell in cells})

    def seeds(self, purpose: str, block: Block) -> list[int]:
        """One seed per run of a block; every technique gets the same samples."""
        cell = block.cell
        technique = "" if purpose == "sample" else cell.technique
        return [
            seed_for(self.study.seed, purpose, cell.view, technique, cell.sampling, run)
            for run in block.runs
        ]

    def target_seed(self, view: View) -> int:
        """Seed of the random target words of a view, the same for all its cells."""
        return seed_for(self.study.seed, "targets", view)

    def _check_seeds(self, cell: Cell) -> None:
        whole = Block(cell, 1, cell.runs)
        for purpose in ("sample", "trainer"):
            seeds = self.seeds(purpose, whole)
            if len(set(seeds)) < len(seeds):
                raise ValueError(
                    f"seed: got {self.study.seed}, which gives two runs of "
                    f"{cell.path} one {purpose} seed. Write another, for example "
                    f"'seed: {self.study.seed + 1}'."
                )


def speaks(language: str, general: str) -> bool:
    """Tell whether a language is another or a kind of it: pt-br is pt."""
    return language == general or language.startswith(f"{general}-")


def seed_for(study_seed, purpose, view, technique="", sampling="", run=0) -> int:
    """Seed in [0, 2**32) by hash from the coordinates that ought to matter."""
    if purpose not in PURPOSES:
        raise ValueError(f"purpose must be one of {PURPOSES}. Got {purpose!r} instead.")
    where = [view.corpus, view.unit, view.fraction]
    coordinates = [study_seed, purpose, *where, technique, sampling, run]
    digest = hashlib.sha256(json.dumps(coordinates).encode()).digest()
    return int.from_bytes(digest[:4], "little")


def views_of(corpus: str, text) -> list[View]:
    """Views of one corpus, the main one first."""
    views = []
    for unit in text.unit:
        for fraction in text.fraction:
            parts = [corpus]
            parts += [unit] if unit != text.unit[0] else []
            parts += [repr(fraction)] if fraction != text.fraction[0] else []
            views.append(View(corpus, unit, fraction, ".".join(parts)))
    return views


def _cells(study) -> Iterable[Cell]:
    for name, technique in study.techniques.items():
        given = technique.parameters
        if technique.trainer == "vectors":
            text = study.corpora.get(given.corpus)
            unknown = View(given.corpus, "document", 1.0, given.corpus)
            view = views_of(given.corpus, text)[0] if text else unknown
            yield Cell(view, name, given.sampling, len(given.files))
            continue
        for corpus, text in study.corpora.items():
            for view in views_of(corpus, text):
                for sampling in study.samplings:
                    yield Cell(view, name, sampling, study.runs)
