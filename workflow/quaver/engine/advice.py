"""What a study will make too little of: warnings before anything trains, with cures.

Nothing here is an error: such a study runs, and says in its tables what was missing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import chain

import numpy as np

from quaver.config.corpora import DRAWS
from quaver.config.parts import PERIOD
from quaver.corpora import languages
from quaver.corpora.census import Census
from quaver.corpora.samples import first_fraction
from quaver.grid import LEAST, SAMPLINGS, Cell, Grid, drawn_instead, few_to_draw
from quaver.measures.trust import LEAST_RUNS
from quaver.statistics import RUNS_FOR_INTERVAL
from quaver.statistics.clustering import effective
from quaver.wording import count, listed, shortened

RARE = 20  # occurrences below which few neighbours of a word are stable
UNEQUAL = 0.75  # of the groups that are drawn; fewer that they scatter as are told
SHOWN = 5  # things of a kind that a sentence names
VOCABULARY = 50_000  # most frequent words that are looked through for a spelling
LIKE = 0.7  # how alike two spellings are
# Countries that are taken for their languages.
MEANT = {"cz": "cs", "cn": "zh", "se": "sv", "at": "de", "br": "pt", "us": "en"}


def of_study(grid: Grid) -> list[str]:
    """Warnings that no text is needed for."""
    cells: dict[str, dict[str, None]] = {}
    for cell in grid.shown():
        name = f"{cell.technique} on {cell.view.label}"
        for reason in (*_runs(grid, cell), *_verdicts(grid, cell)):
            cells.setdefault(reason, {})[name] = None
    warnings = [f"{_named(names)}: {reason}." for reason, names in cells.items()]
    worded = filter(grid.has_words, grid.shown())
    unscored = {grid.language(x) for x in worded if not grid.sets(x)}
    if grid.study.analyses.quality.sets and unscored:
        lack = f"no set is of {_named(sorted(unscored), 'or')}, so nothing scores it"
        warnings.append(f"analyses.quality.sets: {lack}: name one (docs/quality.md).")
    return [*warnings, *_languages(grid)]


def of_text(
    grid: Grid, corpus: str, census: Census, together: Mapping[str, int] | None = None
) -> list[str]:
    """Warnings on one text, as far as it was counted.

    together: occurrences in all that is encoded with it, where it is part of a text.
    """
    if together is None:  # of a text that is not whole min_count is not known
        together = {} if grid.study.corpora[corpus].part_of else census.words
    asked = _asked(grid, corpus, census, together)
    return [*_undated(grid, corpus, census), *_units(grid, corpus, census), *asked]


def together(grid: Grid, counted: Mapping[str, Census]) -> dict[str, Counter]:
    """Occurrences of words in each encoded text whose periods were all counted."""
    sums: dict[str, Counter] = defaultdict(Counter)
    lost = set()
    for name, corpus in grid.study.corpora.items():
        if corpus.part_of and corpus.part["kind"] == PERIOD:
            if name in counted:
                sums[corpus.part_of].update(counted[name].words)
            else:
                lost.add(corpus.part_of)
    return {text: sums[text] for text in sums if text not in lost}


def hints(grid: Grid) -> list[str]:
    """What a study does without, and could have."""
    if not any(grid.measured.values()):
        return ["nothing is measured of the models: leave 'analyses: {}' out for it."]
    analyses = grid.study.analyses
    if analyses.change and not analyses.neighbours.words:
        return []  # change is told of whole texts
    drawn = [c for c in grid.shown() if c.sampling == "bootstrapped"]
    asked = {c.view.corpus for c in drawn if grid.is_measured(c, "neighbours")}
    corpora = grid.study.corpora
    whole = [x for x in corpora if x in asked and len(corpora[x].fraction) == 1]
    cure = "how much would be enough: write 'fraction: [1.0, 0.5, 0.2]'"
    sentence = f"corpus {_named(whole)}: one size of a text does not tell {cure}."
    return [sentence] if whole else []


def lists(analyses: dict) -> Iterator[tuple[str, set, object]]:
    """Words asked for: where, of which corpora, and the list (a path if missing)."""
    for name in ("queries", "neighbours"):
        for corpus, words in sorted(analyses[name]["words"].items()):
            yield f"{name}.words of {corpus}", {corpus}, words
    for name, change in sorted(analyses.get("change", {}).items()):
        words = change.get("words", ())  # truth and laws ask for none
        yield f"change.{name}.words", {*chain(*change["pairs"])}, words
    terms = analyses.get("terms") or {"sets": {}}
    for name, own in sorted(terms["sets"].items()):
        # terms may have several words: no words of a text are counted for them
        yield f"terms.sets.{name}.words", set(), own.get("words", ())


def meant(language: str) -> str:
    """The language that a country without a pack is taken for, or nothing."""
    is_none = languages.pack(language).default
    return MEANT.get(language.partition("-")[0], "") if is_none else ""


def column_meant(error: str) -> str:
    """A column that one may be meant for that is not there, of those there are."""
    _, _, column = error.partition(" has no column '")
    column, _, rest = column.partition("' for ")
    there = rest.partition(": choose among ")[2].rstrip(".").split(", ")
    near = get_close_matches(column, there, 1) if column else []
    return f" Did you mean {near[0]}?" if near else ""


def _runs(grid: Grid, cell: Cell) -> Iterator[str]:
    """Runs that are too few to be told from one another, or averages of them."""
    there = f"there {'is' if cell.runs == 1 else 'are'} {cell.runs}"
    if cell.runs < RUNS_FOR_INTERVAL:
        cure = f"{_more_runs(grid, cell, RUNS_FOR_INTERVAL)} or more (8 is usual)"
        yield f"intervals take {RUNS_FOR_INTERVAL} runs, {there}: {cure}"
    for size in grid.wanted_sizes(cell):
        if 2 * size > cell.runs:
            lack = f"comparing averages of {size} takes {2 * size} runs"
            cure = f"{_more_runs(grid, cell, 2 * size)}, or leave {size} out of"
            yield f"{lack}, {there}: {cure} averages"


def _verdicts(grid: Grid, cell: Cell) -> Iterator[str]:
    """Why lists of neighbours that are asked for will have no verdict."""
    is_asked = cell.view.corpus in grid.study.analyses.neighbours.words
    is_other = grid.is_variant(cell) or grid.is_external(cell.technique)
    if not is_asked or is_other or not grid.has_words(cell):
        return
    stem = cell.path.removesuffix(cell.sampling)
    there = (grid.cells.get(stem + kind) for kind in reversed(SAMPLINGS))
    drawn, *whole = (other.runs if other else 0 for other in there)
    if drawn < LEAST_RUNS or not any(whole):
        cures = []
        if cell.runs < LEAST_RUNS:
            cures.append(f"{_more_runs(grid, cell, LEAST_RUNS)} or more")
        if not drawn or not any(whole):
            needed = SAMPLINGS[1:]
            where = _where(cell, is_there={*needed} <= {*grid.study.samplings})
            cures.append(f"write 'samplings: [{', '.join(needed)}]'{where}")
        yield (
            f"verdicts on neighbours need {LEAST_RUNS} bootstrapped runs and some on "
            f"all of the text, there are {drawn} and {max(whole)}: {listed(cures)}"
        )


def _more_runs(grid: Grid, cell: Cell, runs: int) -> str:
    """What to write for so many runs of a cell, whose study may have them already."""
    return f"write 'runs: {runs}'{_where(cell, is_there=grid.study.runs >= runs)}"


def _where(cell: Cell, *, is_there: bool) -> str:
    """Where a line belongs that the study has already, but not for a cell."""
    return f" where {cell.technique} has its own" * is_there


def _languages(grid: Grid) -> Iterator[str]:
    for name, corpus in sorted(grid.study.corpora.items()):
        code = corpus.language
        if languages.pack(code).default:
            guess = f" (did you mean {meant(code)}?)" if meant(code) else ""
            yield (
                f"corpus {name}: language {code} has no pack{guess}: words are cut as "
                "in English, sentences by sentencex's default (docs/languages.md)."
            )


def _undated(grid: Grid, corpus: str, census: Census) -> Iterator[str]:
    """Documents that are in no period, as nothing says when they are of."""
    if census.undated:
        own = grid.study.corpora[corpus]
        columns = listed([repr(x) for x in own.source.get("where", ())])
        lack = f"{count(census.undated, 'document')} without a date or number"
        yield (
            f"corpus {own.series or corpus}: {lack} in {columns} cannot be told to be "
            "in a range, and left out: fill it in (1805, 1805-03 or 1805-03-31)."
        )


def _units(grid: Grid, corpus: str, census: Census) -> Iterator[str]:
    """What a text has too little of to draw from; documents are all counted."""
    cells = (c for c in grid.shown() if c.sampling == "bootstrapped")
    views = {c.view for c in cells if not grid.is_external(c.technique)}
    views = sorted(view for view in views if view.corpus == corpus)
    groups = census.units["document"], census.units.get("group", 0)
    instead = [view for view in views if drawn_instead(grid.study, view) is not None]
    for few in sorted({few_to_draw(grid.study, view, *groups) for view in instead}):
        if few:
            more = "groups" if "groups by" in few else "of the text"
            yield f"corpus {corpus}: {few}: take more {more}."
    draw = grid.study.corpora[corpus].draw
    if views and instead and draw not in DRAWS and census.grouped:
        number, equal = len(census.grouped), effective(np.array(census.grouped))
        if equal < UNEQUAL * number:
            yield (
                f"corpus {corpus}: {number} groups by {draw}, unequal: they scatter as "
                f"{equal:.1f} of one size: take more groups, not longer ones."
            )
    for view in views:
        # of what was not counted to the end there are more
        is_counted = census.share == 1 or view.unit == "document"
        # pieces are counted once they are cut
        is_counted &= not (census.characters and grid.study.corpora[corpus].pieces)
        offsets = np.arange(census.units[view.unit] + 1)
        units = len(first_fraction(offsets, view.fraction)) - 1
        if view not in instead and is_counted and units < LEAST:
            cure = "take more of the text"
            if view.unit == "document":
                cure = "take more texts, or cut them into more documents"
            yield (
                f"corpus {view.label}: bootstrapped runs draw from "
                f"{count(units, view.unit)}, and fewer than {LEAST} stand for no other "
                f"text: {cure}."
            )


def _asked(
    grid: Grid, corpus: str, census: Census, together: Mapping[str, int]
) -> Iterator[str]:
    """Words asked for that a text lacks, or hardly has."""
    analyses, least = grid.study.analyses, grid.study.corpora[corpus].min_count
    lists = [x.words.get(corpus, ()) for x in (analyses.queries, analyses.neighbours)]
    near = {word for words in lists if not isinstance(words, str) for word in words}
    changes = analyses.change.values()
    lists += [x.words for x in changes if corpus in chain(*x.pairs)]
    # neither the path of no list, nor all words that are frequent
    given = (x for x in lists if not isinstance(x, str | Mapping))
    counts = {word: census.words.get(word, 0) for word in chain.from_iterable(given)}
    where, far = f"corpus {corpus}", ""
    if census.share < 1:
        far = f", counted in its first {100 * census.share:.0f} %"
    if absent := [word for word in counts if not counts[word]]:
        named = [_absent(word, census.words, least) for word in absent[:SHOWN]]
        more = f" and {len(absent) - SHOWN} more" * (len(absent) > SHOWN)
        lack = f"it has no {', no '.join(named)}{more}"
        yield f"{where}{far}: {lack}: ask for words it has."
    # of an encoded text nothing was read
    if census.characters and grid.study.corpora[corpus].clean.deduplicate != "none":
        far += ", before repeats are removed"
    # min_count is of all that is encoded together
    sums = {x: together[x] for x in counts if counts[x] and x in together}
    cut = {x: number for x, number in sums.items() if number < least}
    if cut:
        whole = grid.study.corpora[corpus].part_of or corpus
        lack = f"min_count {least} removes {_named(_counted(cut))}"
        cure = f"write 'min_count: {min(cut.values())}', or ask for other words"
        yield f"corpus {whole}{far}: {lack}: {cure}."
    for lack in _outside(grid, corpus, census, counts):
        cure = "write a larger one, or ask for other words"
        yield f"{where}{far}: {lack}: {cure}."
    rare = {x: n for x, n in counts.items() if x in near - {*cut} and 0 < n < RARE}
    if rare:
        lack = (
            f"words as rare as {_named(_counted(rare))} have hardly a stable neighbour"
        )
        yield f"{where}{far}: {lack}: ask for more frequent ones, or take more text."


def _outside(
    grid: Grid, corpus: str, census: Census, counts: Mapping[str, int]
) -> Iterator[str]:
    """Words asked for that dictionaries leave out, by how many these keep."""
    techniques = {c.technique for c in grid.shown() if c.view.corpus == corpus}
    own = [grid.study.techniques[name] for name in techniques]
    kept = {getattr(x.parameters, "dictionary", 0) for x in own if not x.base}
    falling = sorted(census.words.values(), reverse=True)
    for number in sorted(kept - {0}):
        least = falling[min(number, len(falling)) - 1] if falling else 0
        if lost := {x: n for x, n in counts.items() if 0 < n < least}:
            yield f"dictionary {number} leaves out {_named(_counted(lost))}"


def _counted(counts: Mapping[str, int]) -> list[str]:
    return [f"'{word}' ({counts[word]})" for word in counts]


def _absent(word: str, counts: Mapping[str, int], least: int) -> str:
    """A word that a text lacks, with those that are spelt alike and their counts."""
    frequent = sorted(counts, key=counts.__getitem__, reverse=True)[:VOCABULARY]
    like = (x for x in frequent if abs(len(x) - len(word)) <= 2 and counts[x] >= least)
    near = [f"{x} ({counts[x]})" for x in get_close_matches(word, like, 3, LIKE)]
    return f"'{word}' (did you mean {_named(near, 'or')}?)" if near else f"'{word}'"


def _named(names: Iterable[str], last: str = "and") -> str:
    return shortened([*names], last, SHOWN)
