"""What was measured: stability, averages, scores, and how intervals are made."""

from collections.abc import Sequence

import numpy as np

from quaver.house.methods.asking import asking
from quaver.house.methods.told import Told
from quaver.house.methods.words import between, count, listed, named, plain, shortened
from quaver.measures import QUANTITIES
from quaver.results.records import CellNumbers
from quaver.statistics import RUNS_FOR_INTERVAL

# Measures that follow from files of other measures have no file of their own.
FILES = {
    "pip": ("pip", "word_pip"),
    "instability": ("intrinsic", "extrinsic"),
    "neighbours": ("share", "jaccard", "enough_text"),
    "distances": (
        *("eigenspace_overlap", "displacement", "knn_overlap"),
        "rank_biased_overlap",
    ),
    "queries": (
        *("spread", "query_jaccard", "positions", "rank_change"),
        *("enough_runs", "held"),
    ),
    "consistency": ("consistency",),
    "cosines": ("normality", "independence"),
    "prediction": ("prediction", "structure"),
    "proxies": ("proxies",),
    "averages_": ("averaged_loss",),
    "averages": ("averaged_deviation", "averaged_mean"),
}


def measuring(facts: Told) -> list[str]:
    """Paragraphs on measures, intervals, averages and scores."""
    if not facts.measured:
        return ["Nothing was measured.", *_scores(facts)]
    lines = [f"- {_measure(name)}" for name in QUANTITIES if name in facts.measured]
    parts = [_compared(facts), "\n".join(lines), *_distribution(facts), *asking(facts)]
    return [*parts, _intervals(facts), *_averages(facts), *_scores(facts)]


def _measure(name: str) -> str:
    measure = QUANTITIES[name]
    after = ", after @yin2018" if name == "pip" else ""
    return (
        f"{measure.label}, `{measure.symbol} = {measure.formula}` "
        f"({measure.source}{after})"
    )


def _compared(facts: Told) -> str:
    """Which words and runs were compared."""
    stability = facts.study.analyses.stability
    cells = [cell for cell in facts.cells if cell.losses is not None]
    together = (
        "all runs of all techniques" if stability.vocabulary != "runs" else "all runs"
    )
    over = f"Runs of a cell were compared over the words {together} share"
    parts = [f"{over}, {_counted(cells)}." if cells else f"{over}."]
    if "share" in facts.measured:
        sizes = listed(sorted(stability.neighbours))
        parts.append(
            f"Lists of the {sizes} nearest neighbours by cosine were compared for "
            f"{count(stability.targets, 'random word')}, or all where there are fewer."
        )
    return " ".join(parts) + " What was measured, with its source:"


def _counted(cells: Sequence[CellNumbers]) -> str:
    """How many words and pairs of runs, of cells whose PIP losses stand."""
    words = between((cell.words for cell in cells), lambda n: f"{n:,}")
    where = "in a cell" if len(cells) > 1 else "in the cell"
    unit = "word" if words == "1" else "words"
    return f"{words} {unit} {where}, two by two: {_pairs(cells)}"


def _pairs(cells: Sequence[CellNumbers]) -> str:
    """How many pairs of how many runs, each number once."""
    numbers = sorted({(len(cell.losses), cell.runs) for cell in cells})
    return listed(map(_pairs_of, numbers), "or")


def _pairs_of(numbers: tuple[int, int]) -> str:
    compared, runs = numbers
    # told beside the runs: few runs have many pairs, which are not independent
    pairs = count(compared * (compared - 1) // 2, "pair")
    if compared < runs:
        return f"{pairs} of the first {compared} of {count(runs, 'run')}"
    return f"{pairs} of {count(runs, 'run')}"


def _distribution(facts: Told) -> list[str]:
    analysis, parts = facts.study.analyses.distribution, []
    if "normality" in facts.measured:
        pairs = count(analysis.pairs, "random pair")
        parts.append(f"normality and independence over {pairs} of words")
    if "proxies" in facts.measured:
        sizes = listed(f"{size:,}" for size in sorted(analysis.proxies))
        parts.append(
            f"proxies of {sizes} words in {count(analysis.run_pairs, 'pair')} of runs "
            "(fewer where there are fewer)"
        )
    if "prediction" in facts.measured:
        parts.append(f"p@2 predicted for {count(analysis.targets_at_2, 'word')}")
    kinds = listed(analysis.samplings)
    head = f"How cosines are distributed over runs was studied in {kinds} cells"
    return [f"{head}: {listed(parts)}."] if parts else []


def _intervals(facts: Told) -> str:
    return (
        "Means over pairs of runs have intervals of 95 % by Student's t from a "
        "jackknife over runs, as pairs share runs; means over runs have Student's own. "
        f"Below {RUNS_FOR_INTERVAL} runs there is no interval."
    )


def _averages(facts: Told) -> list[str]:
    cells = facts.cells
    # larger ones were wanted, and not made
    sizes = {size for cell in cells for size in cell.averages if size <= cell.runs}
    if not sizes:
        return []
    analysis = facts.study.analyses.averages
    label, source = facts.methods.get(analysis.method, (analysis.method, ""))
    parts = [
        f"Consecutive runs{_limits(analysis)} were aligned by orthogonal rotations "
        "(@schoenemann1966) and "
        f"averaged in groups of {listed(sorted(sizes))}, by the method "
        f"`{analysis.method}` ({label}; {source})."
    ]
    others = [name for name in analysis.compare if name != analysis.method]
    if others and "averaged_mean" in facts.measured:
        compared = (facts.methods.get(name, (name, "")) for name in others)
        methods = listed(f"{label} ({source})" for label, source in compared)
        parts.append(f"It was compared with {methods}.")
    return [" ".join(parts)]


def _limits(wanted) -> str:
    """Of which texts and techniques there are averages, where not of all."""
    texts = f" on {named(wanted.corpora)}" if wanted.corpora else ""
    return f"{f' of {named(wanted.techniques)}' if wanted.techniques else ''}{texts}"


def _scores(facts: Told) -> list[str]:
    sets: dict[str, list] = {}
    for cell in facts.cells:
        for name, numbers in cell.quality.items():
            if numbers is not None:
                sets.setdefault(name, []).append(numbers)
    if not sets:
        return []
    told_apart = shortened([_scored(name, sets[name]) for name in sorted(sets)])
    limit = count(facts.study.analyses.quality.restrict, "most frequent word")
    return [
        f"Runs were scored on the sets of their language, {told_apart}; analogies by "
        "3CosAdd without the words asked with, similarity by Spearman's correlation, "
        f"over the {limit} of a run; questions with an unknown word were left out."
    ]


def _scored(name: str, cells: Sequence) -> str:
    first = cells[0]
    thing = "question" if first.kind == "analogies" else "pair"
    kind = "analogies" if first.kind == "analogies" else "word similarity"
    shares = (
        100 * np.concatenate([numbers.known for numbers in cells]) / first.questions
    )
    covered = between(shares.round(1).tolist(), plain)
    return (
        f"`{name}` ({kind}, {count(first.questions, thing)}, {covered} % of them known)"
    )
