"""Sets of scored pairs of which spaces will know too few, by what a text was counted
to have.

Such a set is refused once it is measured (measures/quality_below.py).
"""

from collections.abc import Iterator, Mapping, Sequence

from quaver.corpora import languages
from quaver.corpora.census import Census
from quaver.engine.change_advice import kept_words
from quaver.grid import Cell, Grid
from quaver.measures.declare import TABLE
from quaver.quality.words import Lexicon
from quaver.statistics.truncation import LEAST

Pairs = Sequence[tuple[str, str]]


def of_pairs(
    grid: Grid, counted: Mapping[str, Census], sets: Mapping[str, Pairs]
) -> list[str]:
    """Warnings on sets, whose pairs are given by name, in texts counted whole."""
    words, told = kept_words(grid, counted), dict.fromkeys(_few(grid, sets))
    for subject in grid.measured["quality_below"]:
        cell = subject.cell
        is_whole = cell.view.fraction == 1 and not grid.is_variant(cell)
        if is_whole and cell.view.corpus in words:
            own = words[cell.view.corpus]
            told |= dict.fromkeys(_unknown(grid, cell, own, sets))
    return [*told]


def _few(grid: Grid, sets: Mapping[str, Pairs]) -> Iterator[str]:
    """A table of scores with too few pairs for two bins."""
    if grid.measured["scored"] and TABLE in sets:
        least = grid.study.analyses.similarity.threshold.least_pairs
        if len(sets[TABLE]) < 2 * least:
            lack = f"{len(sets[TABLE])} pairs fill no two bins of 'least_pairs: {least}"
            yield f"{TABLE}: {lack}': write 'least_pairs: 5', say."


def _unknown(
    grid: Grid, cell: Cell, words: Mapping[str, int], sets: Mapping[str, Pairs]
) -> Iterator[str]:
    """Sets that a cell's technique will know too little of: words by occurrences."""
    quality, clean = grid.study.analyses.quality, grid.study.corpora[cell.view.corpus]
    clean = clean.clean
    kept = getattr(grid.study.techniques[cell.technique].parameters, "dictionary", 0)
    falling = sorted(words, key=words.__getitem__, reverse=True)
    falling = falling[: min(kept or len(falling), quality.restrict)]
    is_lower = quality.lowercase == "always" or clean.lowercase
    lower = languages.pack(grid.language(cell)).lower if is_lower else None
    lexicon = Lexicon(falling, clean.normalise, lower)
    for name in grid.sets(cell):
        pairs = sets.get(name, ())
        known = int((lexicon.numbers(pairs) >= 0).all(axis=1).sum()) if pairs else LEAST
        if known < LEAST:
            where = f"{cell.technique} on {cell.view.label}"
            yield (
                f"evaluation set {name}: {known} of {len(pairs)} pairs are known in "
                f"{where}, and {LEAST} are needed without low ones: leave the set out, "
                "or keep more words (dictionary, min_count, restrict)."
            )
