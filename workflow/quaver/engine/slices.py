"""Slices of the study that measures depend on, by the grid and a cell."""

from collections.abc import Callable, Sequence
from importlib.metadata import version

from quaver.config.analyses import Example
from quaver.grid import Cell, Grid
from quaver.quality.files import GENSIM

FOREIGN = {"normalise": "NFC", "lowercase": False}  # a text that is not the study's


def pairs(grid: Grid, cell: Cell) -> dict:
    """The vocabulary policy, and how many runs are compared two by two (0 = all)."""
    stability = grid.study.analyses.stability
    return {"vocabulary": stability.vocabulary, "runs": stability.runs}


def compared(grid: Grid) -> dict:
    """How many runs are compared two by two (0 = all)."""
    return {"runs": grid.study.analyses.stability.runs}


def neighbours(grid: Grid, cell: Cell) -> dict:
    """Lengths of neighbour lists, number of targets and their seed."""
    stability = grid.study.analyses.stability
    return {
        "neighbours": sorted(stability.neighbours),
        "targets": stability.targets,
        "seed": grid.seed_of("targets", cell.view),
        "vocabulary": stability.vocabulary,
    }


def cosines(grid: Grid, cell: Cell) -> dict:
    """How many random word pairs, their seed, and the pair to show."""
    analyses = grid.study.analyses
    return {
        "pairs": analyses.distribution.pairs,
        "seed": grid.seed_of("pairs", cell.view),
        "example": example(grid, cell)["pair"],
        "vocabulary": analyses.stability.vocabulary,
    }


def prediction(grid: Grid, cell: Cell) -> dict:
    """The seed of the targets, for how many p@2 is predicted, and the word to show."""
    analyses = grid.study.analyses
    return {
        "targets_at_2": analyses.distribution.targets_at_2,
        "seed": grid.seed_of("targets", cell.view),
        "example": example(grid, cell)["word"],
        "vocabulary": analyses.stability.vocabulary,
    }


def proxies(grid: Grid, cell: Cell) -> dict:
    """Numbers of proxies, pairs of runs and targets, and the seeds of each."""
    analyses = grid.study.analyses
    return {
        "proxies": sorted(analyses.distribution.proxies),
        "run_pairs": analyses.distribution.run_pairs,
        "seed": grid.seed_of("proxies", cell.view),
        "targets": analyses.stability.targets,
        "target_seed": grid.seed_of("targets", cell.view),
        "vocabulary": analyses.stability.vocabulary,
    }


def example(grid: Grid, cell: Cell) -> dict:
    """The word and the pair of words to show of a cell's language, as far as given.

    Those of pt are also shown of pt-br, which may have its own.
    """
    examples = grid.study.analyses.distribution.examples
    language = grid.language(cell)
    entry = examples.get(language) or examples.get(language.partition("-")[0])
    return vars(entry or Example())


def queries(
    grid: Grid, cell: Cell, words: Sequence[str], neighbours: Sequence[str]
) -> dict:
    """Words to follow, those whose neighbours are asked for, and how many nearest."""
    analyses = grid.study.analyses
    queries = {
        "queries": sorted(words),
        "neighbours": sorted(neighbours),
        "ranks": max(analyses.queries.nearest, analyses.neighbours.n),
    }
    chosen = {"chosen": True} if grid.is_chosen(cell.view.corpus) else {}
    return queries | chosen


def averages(grid: Grid, size: int) -> dict:
    """How many runs are averaged, and how."""
    return {"size": size, "method": grid.study.analyses.averages.method}


def scoring(grid: Grid, cell: Cell, contents: Callable[[str], dict]) -> dict:
    """The evaluation sets of a cell, and how their words meet its text's.

    contents: gives what the files of a set hold.
    """
    quality = grid.study.analyses.quality
    text = grid.study.corpora.get(cell.view.corpus)
    clean = vars(text.clean) if text else FOREIGN
    sets = {name: _set(quality.sets[name]) | contents(name) for name in grid.sets(cell)}
    scores = {
        "language": grid.language(cell),
        "restrict": quality.restrict,
        "lowercase": quality.lowercase == "always" or clean["lowercase"],
        "normalise": clean["normalise"],
        "sets": sets,
    }
    if any(entry["path"].startswith(GENSIM) for entry in sets.values()):
        scores["gensim"] = version("gensim")
    return scores


def comparing(grid: Grid, cell: Cell, contents: Callable[[str], dict]) -> dict:
    """Methods and sizes to compare, on which pairs of words, sets and example."""
    analyses = grid.study.analyses
    return {
        "methods": analyses.averages.compare,
        "sizes": grid.sizes(cell),
        "method": analyses.averages.method,
        "runs": analyses.stability.runs,
        "pairs": analyses.distribution.pairs,
        "seed": grid.seed_of("pairs", cell.view),
        "word": example(grid, cell)["word"],
        "target_seed": grid.seed_of("targets", cell.view),
        "quality": scoring(grid, cell, contents),
    }


def _set(entry) -> dict:
    return {"path": entry.path, "format": entry.format, "encoding": entry.encoding}
