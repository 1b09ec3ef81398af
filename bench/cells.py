"""What bench/intervals.py simulates: trainers on text of a known model, and how much.

A cell is a trainer with its parameters on texts of one model. Whole runs read a corpus
shuffled, bootstrapped ones resampled, as a study's do; further corpora, trained once
each, tell the truth.
"""

import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

import numpy as np
from generator import MODELS, Model, Text, text

from quaver.config import techniques
from quaver.corpora.samples import draw
from quaver.results.drawn import clusters_of
from quaver.results.groups import groups_of
from quaver.spaces.normalise import unit_rows
from quaver.trainers import fasttext, glove, lsa, ppmi, word2vec

QUERIES = 16
LONGER = 8  # times the text of the second truth


@dataclass(frozen=True)
class Cell:
    """A trainer with its parameters on texts cut into units, and how much is trained.

    text: the model that draws the texts. draw: what resampling draws whole, document
    or the unit. truths: corpora trained once each; longer: those of LONGER times the
    text.
    """

    technique: str
    trainer: ModuleType
    parameters: object
    unit: str
    text: str = "first"
    draw: str = ""
    corpora: int = 60
    whole: int = 10
    bootstrapped: int = 50
    truths: int = 600
    longer: int = 24

    @property
    def name(self) -> str:
        second = "" if self.text == "first" else f"-{self.text}"
        drawn = f"-by-{self.draw}" if self.draw else ""
        return f"{self.technique}-{self.unit}{second}{drawn}"

    @property
    def model(self) -> Model:
        return MODELS[self.text]

    @property
    def queries(self) -> np.ndarray:
        """Rows of the words asked for: over all frequencies of words with topics."""
        places = np.linspace(self.model.common, self.model.words - 1, QUERIES)
        return np.round(places).astype(int)


SKIP_GRAM = {"dimensions": 20, "epochs": 5, "window": 3, "sample": 1e-3}
SKIP_GRAM["learning_rate"] = 0.1  # a short text: five passes at 0.025 learn little
GLOVE = techniques.GloVe(dimensions=20, window=5, x_max=10, epochs=20)
TRAINERS = {
    "lsa": (lsa, techniques.LSA(dimensions=20)),
    "ppmi": (ppmi, techniques.PPMI(dimensions=20)),
    "ppmi_sub": (ppmi, techniques.PPMI(dimensions=20, sample=2e-3)),
    "glove": (glove, GLOVE),
    "sgns": (word2vec, techniques.Word2Vec(**SKIP_GRAM)),
    "fasttext": (fasttext, techniques.FastText(**SKIP_GRAM, bucket=2000)),
}
# as the default study's, on a third of its text: as much is learnt at twice its rate
WIDE = {"dimensions": 50, "epochs": 5, "window": 5, "learning_rate": 0.05}
LARGE = {
    "glove": (glove, replace(GLOVE, dimensions=50, window=10, epochs=15)),
    "sgns": (word2vec, techniques.Word2Vec(**WIDE)),
    "lsa": (lsa, techniques.LSA(dimensions=50)),
    "ppmi": (ppmi, techniques.PPMI(dimensions=50)),
}
FEWER = {"corpora": 40, "truths": 400, "longer": 12}
SMALLER = FEWER | {"bootstrapped": 20}
# half a minute (PPMI) to seven minutes (skip-gram) each
FEWEST = {"corpora": 20, "whole": 8, "bootstrapped": 8, "truths": 100, "longer": 3}
FEW_CORPORA = SMALLER | {"corpora": 20}
FEWER_YET = FEWEST | {"corpora": 12, "truths": 80}
CELLS = [
    *(Cell(x, *TRAINERS[x], "document") for x in ("lsa", "ppmi", "ppmi_sub", "glove")),
    Cell("sgns", *TRAINERS["sgns"], "document", **FEWER),
    *(Cell(x, *TRAINERS[x], "sentence") for x in ("lsa", "ppmi", "ppmi_sub")),
    *(Cell(x, *TRAINERS[x], "sentence", **SMALLER) for x in ("glove", "sgns")),
    Cell("fasttext", *TRAINERS["fasttext"], "document", **SMALLER),
    *(
        Cell(name, *TRAINERS[name], "document", "second", **SMALLER)
        for name in ("lsa", "ppmi", "glove")
    ),
    # as studies draw by default: windows end at sentences, documents are drawn
    *(
        Cell(name, *TRAINERS[name], "sentence", draw="document", **FEW_CORPORA)
        for name in ("lsa", "ppmi", "glove")
    ),
    Cell("sgns", *TRAINERS["sgns"], "sentence", draw="document", **FEWEST),
    *(
        Cell(name, *LARGE[name], *texts, **FEWEST)
        for texts in (("sentence", "third", "document"), ("document", "fourth"))
        for name in ("lsa", "ppmi", "glove")
    ),
    Cell("sgns", *LARGE["sgns"], "sentence", "third", "document", **FEWEST),
    Cell("sgns", *LARGE["sgns"], "document", "fourth", **FEWER_YET),
]


def as_file(corpus: Text) -> dict[str, np.ndarray]:
    """A text as the file of an encoded corpus has it."""
    edges = {"document_offsets": corpus.documents, "sentence_offsets": corpus.sentences}
    return edges | {"tokens": corpus.tokens}


def facts(cell: Cell) -> dict[str, float]:
    """What decides whether a study is near: of the training, and of the texts.

    drawn_length: tokens of what is drawn whole, documents or units.
    """
    drawn = cell.draw or cell.unit
    files = [as_file(text(cell.model, corpus)) for corpus in range(10)]
    each = [clusters_of(file, cell.unit, 1.0, drawn) for file in files]
    long = [np.diff(file[f"{drawn}_offsets"]).mean() for file in files]
    own = {x: getattr(cell.parameters, x, np.nan) for x in ("dimensions", "window")}
    own |= {name: np.mean([x[name] for x in each]) for name in each[0]}
    return own | {"drawn_length": np.mean(long)}


def seed(*coordinates) -> int:
    return zlib.crc32(repr(coordinates).encode())


def cosines(cell: Cell, corpus: Text, sampling: str, run_seed: int) -> np.ndarray:
    """Train once: cosines of the queries with all words, (queries, words) float32."""
    view = corpus.view(cell.unit)
    drawn = draw(sampling, view.units, run_seed)
    if cell.draw and sampling == "bootstrapped":
        drawn = groups_of(as_file(corpus), cell.unit, 1.0, cell.draw).draw(run_seed)
    space = cell.trainer.train(view, drawn, cell.parameters, run_seed)
    units = unit_rows(space.vectors, space.present)
    return units[cell.queries] @ units.T


def runs_of(cell: Cell, corpus: int) -> np.ndarray:
    """Cosines of one corpus: (whole + bootstrapped, queries, words)."""
    drawn = text(cell.model, corpus)
    samplings = ["shuffled"] * cell.whole + ["bootstrapped"] * cell.bootstrapped
    return np.array(
        [
            cosines(cell, drawn, sampling, seed(cell.name, corpus, run))
            for run, sampling in enumerate(samplings)
        ]
    )


def fresh(cell: Cell, longer: bool) -> np.ndarray:
    """Cosines of many corpora, trained once each: (corpora, queries, words)."""
    size = cell.model.tokens * (LONGER if longer else 1)
    model, first = replace(cell.model, tokens=size), 200_000 if longer else 100_000
    corpora = range(first, first + (cell.longer if longer else cell.truths))
    return np.array(
        [cosines(cell, text(model, k), "shuffled", seed(cell.name, k)) for k in corpora]
    )


def kept(path: Path, make, *given) -> np.ndarray:
    """An array from its file, made and written where there is none."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part.npy")
        np.save(part, make(*given))
        part.rename(path)
    return np.load(path)
