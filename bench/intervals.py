"""How often intervals of cosines hold the truth: the trainers on text of a known model.

Corpora are drawn from one generator (generator.py), and trained as cells.py says. The
truth of a pair of words is the mean of its cosine over many more corpora of that size,
each trained once. On each corpus some runs train on the whole text, shuffled, and some
on resampled text, as a study's do; every method of quaver.statistics.bootstrap makes
its intervals of them, and whether they hold the truth is counted. Corpora are the units
of the counts' own intervals: the pairs of one corpus depend on each other. Two halves
are two corpora: the share of pairs whose difference is told from 0, though it is 0.

Cosines are kept under --folder, so that a run that was cut short goes on; the table
goes to workflow/calibration/coverage.csv and docs/coverage.md (make docs) tells it.
About an hour of one core.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from cells import CELLS, Cell, facts, fresh, kept, runs_of
from generator import Model, text
from threadpoolctl import threadpool_limits

from quaver.statistics import run_mean
from quaver.statistics.bootstrap import METHODS, interval, sample

TABLE = Path(__file__).parents[1] / "workflow/calibration/coverage.csv"
CONFIDENCE = 0.95
LISTED = 10  # words of a list, as neighbours.n
MIDDLING = 100  # rank of the last word that is neither near nor far
RARE = 25  # mean occurrences of the rarer word
RUNS = (5, 8, 20, 50)


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
    own = _named(cell)
    return [
        own | _row(key, values, halves[key]) | {"whole_runs": min(key[1], cell.whole)}
        for key, values in numbers.items()
    ]


def _named(cell: Cell) -> dict:
    return {
        "technique": cell.technique,
        "trainer": cell.trainer.__name__.rpartition(".")[2],
        "text": cell.text,
        "unit": cell.unit,
        "drawn": cell.draw or cell.unit,
        **facts(cell),
        "truths": cell.truths,
    }


def _row(key: tuple, corpora: list[dict], halves: list[float]) -> dict:
    kind, runs, method = key
    values = {name: np.array([x[name] for x in corpora]) for name in corpora[0]}
    share = run_mean(values["coverage"])
    apart = run_mean(np.array(halves))
    spreads = values["spread"].mean(), values["true_spread"].mean()
    return {
        "kind": kind,
        "runs": runs,
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
