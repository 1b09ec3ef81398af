"""What a study will make too little of: warnings before anything trains, with cures.

Nothing here is an error: such a study runs, and says in its tables what was missing.
"""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import partial
from itertools import chain

import numpy as np

from quaver.corpora import languages
from quaver.corpora.census import Census
from quaver.corpora.samples import first_fraction
from quaver.grid import Cell, Grid
from quaver.grid.coordinates import grouped
from quaver.measures.trust import LEAST_RUNS
from quaver.statistics import RUNS_FOR_INTERVAL

LEAST_UNITS = 20  # below which a draw of units stands for no other text
RARE = 20  # occurrences below which few neighbours of a word are stable
SHOWN = 5  # things of a kind that a sentence names
VOCABULARY = 50_000  # most frequent words that are looked through for a spelling
LIKE = 0.7  # how alike two spellings are
# Countries that are taken for their languages.
MEANT = {"cz": "cs", "cn": "zh", "se": "sv", "at": "de", "br": "pt", "us": "en"}


def of_study(grid: Grid) -> list[str]:
    """Warnings that no text is needed for."""
    of_cells = (partial(part, grid) for part in (_runs, _averages, _verdicts))
    gathered = chain.from_iterable(_gathered(part()) for part in of_cells)
    return [*gathered, *_idle(grid), *_languages(grid)]


def of_text(grid: Grid, corpus: str, census: Census) -> list[str]:
    """Warnings on one text, as far as it was counted."""
    return [*_units(grid, corpus, census), *_asked(grid, corpus, census)]


def hints(grid: Grid) -> list[str]:
    """What a study does without, and could have."""
    if nothing := only_trained(grid):
        return [nothing]
    drawn = [c for c in grid.cells.values() if c.sampling == "bootstrapped"]
    asked = {c.view.corpus for c in drawn if grid.is_measured(c, "neighbours")}
    corpora = grid.study.corpora
    whole = [x for x in corpora if x in asked and len(corpora[x].fraction) == 1]
    if not whole:
        return []
    lack = "from one size of a text nobody can say how much would be enough"
    return [f"corpus {_listed(whole)}: {lack}: write 'fraction: [1.0, 0.5, 0.2]'."]


def only_trained(grid: Grid) -> str:
    """That nothing is measured of the models, where that is so."""
    if any(grid.measured.values()):
        return ""
    return (
        "models are trained, and nothing is measured: leave 'analyses: {}' out for it."
    )


def _runs(grid: Grid) -> Iterator[tuple[str, Cell]]:
    """Cells whose runs are too few to be compared, or for an interval."""
    cure = f"write 'runs: {RUNS_FOR_INTERVAL}' or more (8 is usual)"
    for cell in grid.cells.values():
        if cell.runs == 1:
            yield f"one run can be compared with no other: {cure}", cell
        elif cell.runs < RUNS_FOR_INTERVAL:
            yield f"{cell.runs} runs give no intervals: {cure}", cell


def _averages(grid: Grid) -> Iterator[tuple[str, Cell]]:
    for cell in grid.cells.values():
        for size in grid.wanted_sizes(cell):
            if 2 * size > cell.runs:
                lack = f"comparing averages of {size} takes {2 * size} runs, there are"
                cure = f"write 'runs: {2 * size}', or leave {size} out of averages"
                yield f"{lack} {cell.runs}: {cure}", cell


def _verdicts(grid: Grid) -> Iterator[tuple[str, Cell]]:
    """Techniques whose lists of neighbours will have no verdict."""
    words = grid.study.analyses.neighbours.words
    asked = (c for c in grid.cells.values() if c.view.corpus in words)
    asked = (c for c in asked if not grid.is_variant(c))
    own = (c for c in asked if not grid.is_external(c.technique))
    for cells in grouped(own, lambda cell: (cell.view, cell.technique)).values():
        runs = {cell.sampling: cell.runs for cell in cells}
        drawn = runs.pop("bootstrapped", 0)
        lack = f"verdicts on neighbours need {LEAST_RUNS} bootstrapped runs, there are "
        if not drawn:
            yield f"{lack}none: write 'bootstrapped' in 'samplings:'", cells[0]
        elif drawn < LEAST_RUNS:
            yield f"{lack}{drawn}: write 'runs: {LEAST_RUNS}' or more", cells[0]
        elif not runs:
            lack = "verdicts on neighbours need runs on the whole text"
            yield f"{lack}: write 'shuffled' in 'samplings:'", cells[0]


def _gathered(reasons: Iterable[tuple[str, Cell]]) -> Iterator[str]:
    """Each reason once, with the techniques and texts it is true of."""
    cells: dict[str, dict[str, None]] = {}
    for reason, cell in reasons:
        name = f"{cell.technique} on {cell.view.label}"
        cells.setdefault(reason, {})[name] = None
    yield from (f"{_listed(cells[reason])}: {reason}." for reason in cells)


def _idle(grid: Grid) -> Iterator[str]:
    """Analyses that ask for what is not there."""
    study, analyses = grid.study, grid.study.analyses
    wanted = analyses.stability.samplings
    if wanted and not any(cell.sampling in wanted for cell in grid.cells.values()):
        yield (
            f"analyses.stability.samplings: no runs are {_listed(wanted, 'or')}, so "
            f"none are compared: write '[{', '.join(study.samplings)}]'."
        )
    cells = grid.cells.values()
    unscored = {grid.language(cell) for cell in cells if not grid.sets(cell)}
    if analyses.quality.sets and unscored:
        yield (
            f"analyses.quality.sets: no set is of {_listed(sorted(unscored), 'or')}, "
            "so those texts are not scored: name one (docs/quality.md)."
        )


def _languages(grid: Grid) -> Iterator[str]:
    for name, corpus in sorted(grid.study.corpora.items()):
        code = corpus.language
        if languages.pack(code).default:
            meant = MEANT.get(code.partition("-")[0], "")
            guess = f" (did you mean {meant}?)" * (meant in languages.codes())
            yield (
                f"corpus {name}: language {code} has no pack{guess}: words are cut as "
                "Moses cuts English, sentences as sentencex does by default; "
                "docs/languages.md says how to add one."
            )


def _units(grid: Grid, corpus: str, census: Census) -> Iterator[str]:
    """Views of a text that have too few units to draw from."""
    cells = (c for c in grid.cells.values() if c.sampling == "bootstrapped")
    views = {c.view for c in cells if not grid.is_external(c.technique)}
    for view in sorted(view for view in views if view.corpus == corpus):
        # what was not counted to the end has more
        if census.share < 1 and view.unit != "document":
            continue
        offsets = np.arange(census.units[view.unit] + 1)
        units = len(first_fraction(offsets, view.fraction)) - 1
        if units < LEAST_UNITS:
            what = view.unit if units == 1 else f"{view.unit}s"
            cure = "take more of the text"
            if view.unit == "document":
                cure = "write 'unit: sentence', or cut the text into more documents"
            yield (
                f"corpus {view.label}: bootstrapped runs draw from {units} {what}, and "
                f"fewer than {LEAST_UNITS} stand for no other text: {cure}."
            )


def _asked(grid: Grid, corpus: str, census: Census) -> Iterator[str]:
    """Words asked for that a text lacks, or hardly has."""
    analyses, least = grid.study.analyses, grid.study.corpora[corpus].min_count
    lists = (x.words.get(corpus, ()) for x in (analyses.queries, analyses.neighbours))
    given = (x for x in lists if not isinstance(x, str))  # not a path of none
    asked = dict.fromkeys(chain.from_iterable(given))
    counts = {word: census.words.get(word, 0) for word in asked}
    where = f"corpus {corpus}"
    if census.share < 1:
        where += f", counted in its first {100 * census.share:.0f} %"
    if absent := [word for word in counts if not counts[word]]:
        named = [_absent(word, census.words, least) for word in absent[:SHOWN]]
        more = f" and {len(absent) - SHOWN} more" * (len(absent) > SHOWN)
        yield f"{where}: it has no {', no '.join(named)}{more}: ask for words it has."
    rare = {x: f"'{x}' ({counts[x]})" for x in counts if 0 < counts[x] < RARE}
    if cut := [word for word in rare if counts[word] < least]:
        lack = f"min_count {least} removes {_listed(rare.pop(x) for x in cut)}"
        lowest = min(counts[word] for word in cut)
        yield f"{where}: {lack}: write 'min_count: {lowest}', or ask for other words."
    if rare:
        yield (
            f"{where}: words as rare as {_listed(rare.values())} have hardly a stable "
            "neighbour: ask for more frequent ones, or take more text."
        )


def _absent(word: str, counts: Mapping[str, int], least: int) -> str:
    """A word that a text lacks, with those that are spelt alike and their counts."""
    frequent = sorted(counts, key=counts.__getitem__, reverse=True)[:VOCABULARY]
    like = (x for x in frequent if abs(len(x) - len(word)) <= 2 and counts[x] >= least)
    near = [f"{x} ({counts[x]})" for x in get_close_matches(word, like, 3, LIKE)]
    return f"'{word}' (did you mean {_listed(near, 'or')}?)" if near else f"'{word}'"


def _listed(names: Iterable[str], last: str = "and") -> str:
    """Names with commas and a word before the last; of many the first few."""
    *most, end = names = list(names)
    if len(names) > SHOWN:
        return f"{', '.join(names[:SHOWN])} and {len(names) - SHOWN} more"
    return f"{', '.join(most)} {last} {end}" if most else end
