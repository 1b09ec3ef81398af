"""How often intervals of cosines hold the truth: the trainers on text of a known model.

Corpora are drawn from one generator (generator.py). The truth of a pair of words is
the mean of its cosine over many more corpora of that size, each trained once. On each
corpus some runs train on the whole text, shuffled, and some on resampled text, as a
study's do; every method of quaver.statistics.bootstrap makes its intervals of them,
and whether they hold the truth is counted. Corpora are the units of the counts' own
intervals: the pairs of one corpus depend on each other. Two halves are two corpora:
the share of pairs whose difference is told from 0, where there is none.

Cosines are kept under --folder, so that a run that was cut short goes on; the table
goes to workflow/calibration/coverage.csv and docs/coverage.md (make docs) tells it.
About 20 minutes of one core.
"""

import argparse
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pandas as pd
from generator import MODELS, Model, Text, text
from threadpoolctl import threadpool_limits

from quaver.config import techniques
from quaver.corpora.samples import draw
from quaver.results.groups import groups_of
from quaver.spaces.normalise import unit_rows
from quaver.statistics import run_mean
from quaver.statistics.bootstrap import METHODS, interval, sample
from quaver.trainers import fasttext, glove, lsa, ppmi, word2vec

TABLE = Path(__file__).parents[1] / "workflow/calibration/coverage.csv"
QUERIES = 16
CONFIDENCE = 0.95
LISTED = 10  # words of a list, as neighbours.n
MIDDLING = 100  # rank of the last word that is neither near nor far
RARE = 25  # mean occurrences of the rarer word
LONGER = 8  # times the text of the second truth
RUNS = (5, 8, 20, 50)


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
FEWER = {"corpora": 40, "truths": 400, "longer": 12}
CHEAP = {
    "lsa": (lsa, techniques.LSA(dimensions=20)),
    "ppmi": (ppmi, techniques.PPMI(dimensions=20)),
    "ppmi_sub": (ppmi, techniques.PPMI(dimensions=20, sample=2e-3)),
    "glove": (glove, GLOVE),
}
COSTLY = {
    "sgns": (word2vec, techniques.Word2Vec(**SKIP_GRAM)),
    "fasttext": (fasttext, techniques.FastText(**SKIP_GRAM, bucket=2000)),
}
SMALLER = FEWER | {"bootstrapped": 20}
CELLS = [
    *(Cell(name, *CHEAP[name], "document") for name in CHEAP),
    Cell("sgns", *COSTLY["sgns"], "document", **FEWER),
    *(Cell(name, *CHEAP[name], "sentence") for name in ("lsa", "ppmi", "ppmi_sub")),
    Cell("glove", *CHEAP["glove"], "sentence", **SMALLER),
    Cell("sgns", *COSTLY["sgns"], "sentence", **SMALLER),
    Cell("fasttext", *COSTLY["fasttext"], "document", **SMALLER),
    *(
        Cell(name, *CHEAP[name], "document", "second", **SMALLER)
        for name in ("lsa", "ppmi", "glove")
    ),
    # as studies draw by default: windows end at sentences, documents are drawn
    *(
        Cell(name, *(CHEAP | COSTLY)[name], "sentence", draw="document", **SMALLER)
        for name in ("lsa", "ppmi", "glove", "sgns")
    ),
]


def seed(*coordinates) -> int:
    return zlib.crc32(repr(coordinates).encode())


def cosines(cell: Cell, corpus: Text, sampling: str, run_seed: int) -> np.ndarray:
    """Train once: cosines of the queries with all words, (queries, words) float32."""
    view = corpus.view(cell.unit)
    drawn = draw(sampling, view.units, run_seed)
    if cell.draw and sampling == "bootstrapped":
        edges = {"document_offsets": corpus.documents}
        edges |= {"sentence_offsets": corpus.sentences}
        drawn = groups_of(edges, cell.unit, 1.0, cell.draw).draw(run_seed)
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


@dataclass(frozen=True)
class Truth:
    """What fresh corpora say of each pair, (queries, words): same size, and longer."""

    mean: np.ndarray
    deviation: np.ndarray
    error: np.ndarray
    longer: np.ndarray
    kinds: dict[str, np.ndarray]


def truth_of(cell: Cell, once: np.ndarray, longer: np.ndarray) -> Truth:
    """Truth from cosines of fresh corpora: (corpora, queries, words) twice."""
    found = sample(once)
    deviation = np.sqrt(found.variance)
    error = deviation / np.sqrt(found.count)
    kinds = kinds_of(found.mean, cell.queries, occurrences(cell.model))
    return Truth(found.mean, deviation, error, sample(longer).mean, kinds)


def occurrences(model: Model) -> np.ndarray:
    """Mean occurrences of each word in a corpus: (words,)."""
    texts = (text(model, corpus).tokens for corpus in range(100_000, 100_100))
    return np.mean([np.bincount(x, minlength=model.words) for x in texts], axis=0)


def ranks(cosines: np.ndarray, queries: np.ndarray) -> np.ndarray:
    """Rank of each word, 1 = nearest, 0 = the query itself: (queries, words)."""
    others = np.where(np.isnan(cosines), -2, cosines)
    others[np.arange(len(others)), queries] = 3
    return np.argsort(np.argsort(-others, axis=1, kind="stable"), axis=1)


def kinds_of(truth: np.ndarray, queries: np.ndarray, counts: np.ndarray) -> dict:
    """Kinds of pairs by true cosine: masks (queries, words); counts: (words,)."""
    rank = ranks(truth, queries)
    near = (rank > 0) & (rank <= LISTED)
    rarer = np.minimum(counts[queries][:, None], counts)
    return {
        "near": near,
        "near_rare": near & (rarer < RARE),
        "near_frequent": near & (rarer >= RARE),
        "middling": (rank > LISTED) & (rank <= MIDDLING),
        "far": rank > MIDDLING,
    }


def chosen(bootstrapped: np.ndarray, queries: np.ndarray) -> np.ndarray:
    """The list a reader sees: nearest by mean over resampled runs, (queries, words)."""
    rank = ranks(sample(bootstrapped).mean, queries)
    return (rank > 0) & (rank <= LISTED)


def of_corpus(runs: np.ndarray, cell: Cell, truth: Truth) -> Iterator[tuple]:
    """One corpus: (kind, runs, method), its numbers, its intervals and the pairs."""
    for count in (n for n in RUNS if n <= cell.bootstrapped):
        whole = runs[: min(count, cell.whole)]
        resampled = runs[cell.whole : cell.whole + count]
        spread = sample(resampled).variance
        kinds = truth.kinds | {"chosen": chosen(resampled, cell.queries)}
        for method in METHODS:
            found = interval(method, whole, resampled, CONFIDENCE)
            known = ~np.isnan(found.low)
            numbers = {
                "coverage": (found.low <= truth.mean) & (truth.mean <= found.high),
                "longer": (found.low <= truth.longer) & (truth.longer <= found.high),
                "score": score(found, truth.mean),
                "score_longer": score(found, truth.longer),
                "width": found.high - found.low,
                "bias": found.estimate - truth.mean,
                "spread": spread,
                "true_spread": np.square(truth.deviation),
                "truth_error": truth.error,
            }
            for kind, mask in kinds.items():
                places = mask & known
                means = {k: float(np.mean(v[places])) for k, v in numbers.items()}
                yield (kind, count, method), means, (found, places)


def score(found, truth: np.ndarray) -> np.ndarray:
    """What an interval costs: width, and 2 / (1 - confidence) of what it misses by.

    Least, on average, for the interval of the true quantiles (Gneiting and Raftery
    2007): neither coverage bought by width nor width saved by missing helps.
    """
    missed = np.maximum(found.low - truth, 0) + np.maximum(truth - found.high, 0)
    return found.high - found.low + 2 / (1 - CONFIDENCE) * missed


def told_apart(first, second) -> np.ndarray:
    """Whether the difference of two independent estimates is not 0: bool (...).

    Ends by the method of variance estimates recovery (Zou and Donner 2008), which
    takes intervals that are longer on one side.
    """
    gap = first.estimate - second.estimate
    below = np.hypot(first.estimate - first.low, second.high - second.estimate)
    above = np.hypot(first.high - first.estimate, second.estimate - second.low)
    return (gap - below > 0) | (gap + above < 0)


def share_apart(first: tuple, second: tuple) -> float:
    """Share of the pairs of the first half, as chosen there, that are told apart."""
    places = first[1] & ~np.isnan(second[0].low)
    return float(np.mean(told_apart(first[0], second[0])[places]))


def rows_of(cell: Cell, folder: Path) -> list[dict]:
    """The table's rows of one cell."""
    place = folder / cell.name
    truth = truth_of(
        cell,
        kept(place / "truth.npy", fresh, cell, False),
        kept(place / "longer.npy", fresh, cell, True),
    )
    numbers, halves, last = defaultdict(list), defaultdict(list), {}
    for corpus in range(cell.corpora):
        runs = kept(place / f"corpus_{corpus}.npy", runs_of, cell, corpus)
        for key, means, found in of_corpus(runs, cell, truth):
            numbers[key].append(means)
            if corpus % 2:
                halves[key].append(share_apart(last[key], found))
            last[key] = found
    return [_row(cell, key, values, halves[key]) for key, values in numbers.items()]


def _row(cell: Cell, key: tuple, corpora: list[dict], halves: list[float]) -> dict:
    kind, runs, method = key
    values = {name: np.array([x[name] for x in corpora]) for name in corpora[0]}
    share = run_mean(values["coverage"])
    apart = run_mean(np.array(halves))
    spreads = values["spread"].mean(), values["true_spread"].mean()
    return {
        "technique": cell.technique,
        "trainer": cell.trainer.__name__.rpartition(".")[2],
        "text": cell.text,
        "unit": cell.unit,
        "drawn": cell.draw or cell.unit,
        "kind": kind,
        "runs": runs,
        "whole_runs": min(runs, cell.whole),
        "method": method,
        "nominal": CONFIDENCE,
        "coverage": share.mean,
        "low": max(share.low, 0),
        "high": min(share.high, 1),
        "width": values["width"].mean(),
        "spread_ratio": np.sqrt(spreads[0] / spreads[1]),
        "bias": values["bias"].mean(),
        "truth_error": values["truth_error"].mean() / (values["width"].mean() / 2),
        "score": values["score"].mean(),
        "score_longer": values["score_longer"].mean(),
        "coverage_longer": values["longer"].mean(),
        "halves_apart": apart.mean,
        "halves_low": max(apart.low, 0),
        "halves_high": min(apart.high, 1),
        "corpora": len(corpora),
    }


def kept_rows(rows: list[dict]) -> pd.DataFrame:
    """What the table keeps: rare and frequent words apart for one number of runs."""
    table = pd.DataFrame(rows)
    apart = table["kind"].isin(["near_rare", "near_frequent"])
    return table[~apart | (table["runs"] == 8)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="keeps the cosines")
    parser.add_argument("--cells", nargs="*", help="names as lsa-document; else all")
    options = parser.parse_args()
    rows = []
    for cell in CELLS:
        if not options.cells or cell.name in options.cells:
            rows += rows_of(cell, options.folder)
            print(cell.name, len(rows), flush=True)
    if not options.cells:
        TABLE.parent.mkdir(exist_ok=True)
        kept_rows(rows).to_csv(TABLE, index=False, float_format="%.3f")


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
