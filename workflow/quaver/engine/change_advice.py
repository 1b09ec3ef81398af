"""What a change will make too little of, by the words its texts were counted to have.

Nothing here is an error before all is counted: each sentence names the cure.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from quaver.config.change import LEVEL
from quaver.corpora.census import Census
from quaver.engine.advice import SHOWN, together
from quaver.engine.truths import PLANTED
from quaver.grid import Grid
from quaver.statistics.planting import pairs_of
from quaver.wording import count, shortened

USES = 20  # of a word in a text of which halves are planted: ten in each


def of_changes(
    grid: Grid, counted: Mapping[str, Census], truths: Mapping[str, Sequence[str]]
) -> list[str]:
    """Warnings on each change; truths: the targets of each that has published truth."""
    words, warnings = kept_words(grid, counted), []
    for name, change in grid.study.analyses.change.items():
        each = [
            _coarse(change, words),
            _unplanted(change, words),
            _lacking(change, words, truths.get(name, ())),
            _unmet(grid, name, words),
        ]
        warnings += [f"analyses.change.{name}.{x}." for own in each for x in own]
    return warnings


def kept_words(grid: Grid, counted: Mapping[str, Census]) -> dict[str, dict[str, int]]:
    """Occurrences of words in each text counted whole, but those min_count removes."""
    sums, kept = together(grid, counted), {}
    for name, census in counted.items():
        corpus = grid.study.corpora[name]
        whole = sums.get(corpus.part_of) if corpus.part_of else census.words
        if census.share == 1 and census.words and whole:
            own = census.words.items()
            kept[name] = {x: n for x, n in own if n and whole[x] >= corpus.min_count}
    return kept


def _coarse(change, words: Mapping) -> Iterator[str]:
    """Words so many that no p of the deals is small enough for them."""
    if not isinstance(change.words, Mapping):
        return  # those of a list were counted when the study was read
    least, deals = change.words["least"], change.null.contexts
    for pair in change.pairs:
        if {*pair} <= words.keys():
            early, late = (words[text] for text in pair)
            number = sum(early[x] >= least <= late.get(x, 0) for x in early)
            if number > LEVEL * (deals + 1):
                lack = f"the least p, 1 / {deals + 1}, is too coarse for {number} words"
                cure = f"write 'contexts: {int(number / LEVEL)}' or more"
                yield f"null.contexts: {lack}: {cure}, or fewer words"


def _unplanted(change, words: Mapping) -> Iterator[str]:
    """Words that are to be planted, and have no other of like frequency."""
    late = change.pairs[0][1]
    is_asked = change.truth and change.truth.format == PLANTED
    if is_asked and late in words:
        uses = np.array([*words[late].values()])
        try:
            asked = change.plant.shares, change.plant.words
            pairs_of(np.where(uses >= USES, uses, 0), *asked, 0)
        except ValueError as error:
            yield f"plant: {error}"


def _lacking(change, words: Mapping, targets: Sequence[str]) -> Iterator[str]:
    """Targets of a truth that texts lack."""
    for text in dict.fromkeys(x for pair in change.pairs for x in pair):
        own = words.get(text)
        lacking = [x for x in targets if own is not None and x not in own]
        if lacking:
            named = shortened(lacking, "and", SHOWN)
            lack = f"{text} lacks {len(lacking)} of {count(len(targets), 'target')}"
            cure = f"they count as 'missing: {change.truth.missing}' says"
            yield f"truth: {lack} ({named}): {cure}, or take more text"


def _unmet(grid: Grid, name: str, words: Mapping) -> Iterator[str]:
    """Words that are followed, and are in no period."""
    followed = grid.study.analyses.change[name].trajectories
    corpora = grid.study.corpora
    periods = [x for x in corpora if corpora[x].series == name]
    if followed and {*periods} <= words.keys():
        every = set().union(*(words[x] for x in periods))
        if unmet := [repr(x) for x in followed.words if x not in every]:
            named = shortened(unmet, "and", SHOWN)
            yield f"trajectories: no period has {named}: ask for words they have"
