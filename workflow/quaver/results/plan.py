"""The study a folder of results belongs to, and the numbers stored there."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path

import numpy as np
import yaml

from quaver import config, store
from quaver.grid import Block, Cell, Grid
from quaver.results.anew import Anew
from quaver.results.asked import asked
from quaver.results.distributions import Overlaps, distances, distribution
from quaver.results.part import part_of
from quaver.results.queried import queried
from quaver.results.text_sizes import text_cells, text_sizes
from quaver.house.distances import DISTANCES
from quaver.house.queries import AskedNumbers
from quaver.results.distribution_records import Distances
from quaver.results.records import (
    COUNTED,
    FREQUENT,
    SAMPLINGS,
    CellNumbers,
    CorpusNumbers,
    SetNumbers,
    WordNumbers,
)

MAKING_TEXTS = ("extract_text", "encode_corpus")


class Plan:
    """A study as written to results/<study>/study.yaml, its grid and its files."""

    def __init__(self, study_file: Path, undone: Path | None = None):
        """Read the study; the files stand beside it.

        undone: a list of the files a run that failed has not made. What stands under
        their names is left of an earlier study and does not count.
        """
        written = yaml.safe_load(study_file.read_text(encoding="utf-8"))
        self.study = config.understand(written, {})  # was checked when it was written
        self.grid = Grid(self.study)
        self.root = study_file.parent
        names = json.loads(undone.read_text("utf-8")) if undone else []
        self.undone = {Path(name) for name in names}

    def file(self, path: str) -> Path:
        """Where a path of the grid stands."""
        return self.root / path

    def language(self, cell: Cell) -> str:
        """Language of a cell's text."""
        return self.grid.language(cell)

    def stands(self, path: str) -> bool:
        """Tell whether a file of the study stands and counts."""
        file = self.file(path)
        return file.is_file() and file not in self.undone

    def failed(self, cell: Cell) -> list[Block]:
        """Blocks of a cell that this study has not trained, by their records."""
        return [b for b in self.grid.blocks_of(cell) if not self.stands(b.record)]

    def reason(self, block: Block) -> str:
        """The sentence a failed job ended with, or nothing."""
        return self.said(f"logs/{self.grid.rule_of(block)}/{block.path}.log")

    def said(self, log_path: str) -> str:
        """The sentence the job of a log ended with where it failed, or nothing."""
        log = self.file(log_path)
        lines = log.read_text("utf-8").splitlines() if log.is_file() else []
        said = [line for line in lines if line.startswith("Failed: ")]
        return said[-1].removeprefix("Failed: ") if said else ""

    def cells(self) -> list[CellNumbers]:
        """Stored numbers of every cell of the study, measured or not."""
        return [self._cell(cell) for cell in self.grid.cells.values()]

    def distributions(self) -> Anew:
        """Stored numbers of every cell whose distribution is studied."""
        cells = filter(self.grid.is_studied, self._in_order())
        known = [(cell, self._cell(cell)) for cell in cells]
        return Anew([partial(distribution, self, *each) for each in known])

    def queries(self) -> Anew:
        """Cosines of query words in every cell that is no variant, read or missing."""
        cells = [c for c in self._in_order() if not self.grid.is_variant(c)]
        known = [(cell, self._cell(cell)) for cell in cells]
        return Anew([partial(queried, self, *each) for each in known])

    def asked(self) -> list[AskedNumbers]:
        """Words asked for of every corpus, and how they were chosen."""
        return asked(self)

    def distances(self) -> list[tuple[CellNumbers, Distances | None]]:
        """Distances between the runs of every cell that is no variant."""
        cells = (c for c in self._in_order() if not self.grid.is_variant(c))
        return [(self._cell(cell), distances(self, cell)) for cell in cells]

    def _in_order(self) -> list[Cell]:
        """Cells by view and technique, samplings as tables show them."""

        def place(cell: Cell) -> tuple:
            return cell.view, cell.technique, SAMPLINGS.index(cell.sampling)

        return sorted(self.grid.cells.values(), key=place)

    def words(self) -> Anew:
        """Instability of words of every view x technique, empty where missing."""
        cells = (c for c in self.grid.cells.values() if not self.grid.is_variant(c))
        pairs = {(cell.view, cell.technique): cell for cell in cells}
        return Anew([partial(self._words, cell) for _, cell in sorted(pairs.items())])

    def sizes(self) -> "Anew":
        """Neighbours of bootstrapped runs by the size of each text."""
        return Anew([partial(text_sizes, self, cells) for cells in text_cells(self)])

    def corpora(self) -> list[CorpusNumbers]:
        """Stored counts of every text of the study, encoded or not."""
        encoded = {view.corpus: view.corpus_file for view in self.grid.views()}
        wanted = set(self.grid.files()["encode_corpus"])
        return [
            self._corpus(name, path)
            for name, path in sorted(encoded.items())
            if path in wanted
        ]

    def _corpus(self, name: str, path: str) -> CorpusNumbers:
        corpus = self.study.corpora[name]
        said = (self.said(f"logs/{rule}/{name}.log") for rule in MAKING_TEXTS)
        counts = {"note": next(filter(None, said), "not encoded")}
        if self.stands(path):
            counts = _counts(self.file(path), corpus.min_count)
            main = next((v for v in self.grid.views() if v.label == name), None)
            counts["part"] = part_of(self.file(path), main) if main else None
        return CorpusNumbers(
            corpus=name,
            language=corpus.language,
            series=corpus.series,
            period=corpus.period,
            deduplicated=corpus.clean.deduplicate,
            min_count=corpus.min_count,
            **counts,
        )

    def _cell(self, cell: Cell) -> CellNumbers:
        failed = self.failed(cell)
        view, technique = cell.view, self.study.techniques[cell.technique]
        # what is left of an earlier study must not stand for a failed cell
        measured = {} if failed else self._pip(cell)
        return CellNumbers(
            corpus=view.corpus,
            view=view.label,
            unit=view.unit,
            fraction=view.fraction,
            language=self.language(cell),
            technique=cell.technique,
            trainer=technique.trainer,
            sampling=cell.sampling,
            runs=cell.runs,
            failed=sum(len(block.runs) for block in failed),
            reason=next(filter(None, map(self.reason, failed)), ""),
            losses=measured.get("losses"),
            words=measured.get("words"),
            steps=measured.get("steps", ()),
            averages={
                size: self._averages(cell, size) if measured else None
                for size in self.grid.wanted_sizes(cell)
            },
            overlaps={} if failed else self._overlaps(cell),
            quality=self._quality(cell, stands=not failed),
            distances=self._distances(cell),
            parameters=asdict(technique.parameters),
            base=technique.base,
            varied=technique.varied,
            wanted=self.grid.is_measured(cell, "pip") or cell.runs < 2,
        )

    def _distances(self, cell: Cell) -> Mapping[str, np.ndarray]:
        found = distances(self, cell)
        return {} if found is None else {k: getattr(found, k) for k in DISTANCES}

    def _pip(self, cell: Cell) -> dict:
        wanted = self.grid.is_measured(cell, "pip")
        if not wanted or not self.stands(cell.measure("pip")):
            return {}
        path = self.file(cell.measure("pip"))
        with store.read(path, "pip") as file:
            names = store.texts(file["vocabulary/steps"])
            kept, dropped = (file[f"vocabulary/{k}"][:] for k in ("kept", "dropped"))
            return {
                "losses": file["losses"][:],
                "words": len(file["words"]),
                "steps": tuple(
                    zip(names, kept.tolist(), dropped.tolist(), strict=True)
                ),
            }

    def _averages(self, cell: Cell, size: int) -> np.ndarray | None:
        path = cell.measure(f"averages_{size}")
        if 2 * size > cell.runs or not self.stands(path):
            return None
        with store.read(self.file(path), "pip") as file:
            return file["losses"][:]

    def _overlaps(self, cell: Cell) -> Mapping[int, tuple[np.ndarray, np.ndarray]]:
        name = cell.measure("neighbours")
        wanted = self.grid.is_measured(cell, "neighbours")
        return Overlaps(self.file(name)) if wanted and self.stands(name) else {}

    def _quality(self, cell: Cell, *, stands: bool) -> Mapping[str, SetNumbers | None]:
        names = self.grid.sets(cell)
        if not (stands and names and self.stands(cell.measure("quality"))):
            return dict.fromkeys(names)
        with store.read(self.file(cell.measure("quality")), "quality") as file:
            known = store.texts(file["sets"])
            return {n: _set_numbers(file, known.index(n), n) for n in names}

    def _words(self, cell: Cell) -> WordNumbers:
        view, technique = cell.view, cell.technique
        reason = self._untold(cell)
        path = self.file(view.measure(technique, "instability"))
        return WordNumbers(
            corpus=view.corpus,
            view=view.label,
            language=self.language(cell),
            technique=technique,
            trainer=self.study.techniques[technique].trainer,
            note=reason,
            **(NO_WORDS if reason else _instability(path)),
        )

    def _untold(self, cell: Cell) -> str:
        """Why the instability of words is not known; empty where it is."""
        pair = [self.grid.cells.get(path) for path in cell.view.pair(cell.technique)]
        if None in pair:
            return "needs shuffled and bootstrapped runs"
        if any(map(self.failed, pair)):
            return "runs without a model"
        path = cell.view.measure(cell.technique, "instability")
        return "" if self.stands(path) else "not measured"


def _set_numbers(file, row: int, name: str) -> SetNumbers:
    parts = {}
    if f"analogies/{name}" in file:
        group = file[f"analogies/{name}"]
        names = store.texts(group["sections"])
        questions = group["questions"][:].tolist()
        known, right = (group[key][:].T for key in ("known", "right"))
        parts = dict(zip(names, zip(questions, known, right, strict=True), strict=True))
    return SetNumbers(
        kind=store.texts(file["kinds"])[row],
        questions=int(file["questions"][row]),
        scores=file["scores"][row],
        known=file["known"][row],
        sections=parts,
        note=store.texts(file["notes"])[row],
    )


NO_WORDS = {
    "words": [],
    **dict.fromkeys(("frequency", "intrinsic", "extrinsic"), np.empty(0)),
    **dict.fromkeys(("missing", "dropped"), 0),
}


def _counts(path: Path, min_count: int) -> dict:
    """What a corpus file tells of the text after each step."""
    with store.read(path, "corpus") as file:
        steps = {name: file[f"steps/{name}"][:].tolist() for name in COUNTED}
        frequent = int((file["counts"][:] >= FREQUENT).sum())
        return {
            "read": json.loads(file.attrs.get("read", "{}")),
            "steps": {"step": store.texts(file["steps/step"]), **steps},
            "dropped": json.loads(file.attrs["dropped"]),
            "frequent": frequent if min_count <= FREQUENT else None,
        }


def _instability(path: Path) -> dict:
    with store.read(path, "instability") as file:
        numbers = ("frequency", "intrinsic", "extrinsic")
        return {
            "words": store.texts(file["words"]),
            **{name: file[name][:] for name in numbers},
            **{name: int(file.attrs[name]) for name in ("missing", "dropped")},
            "left": {
                kind: [part[:] for part in file[f"left/{kind}"].values()]
                for kind in file.get("left", {})
            },
        }
