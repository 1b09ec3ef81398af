"""Sets of terms whose text a background will know little of, by what texts were counted
to have.

A draw without a known word is refused once it is learned (measures/learn_terms.py).
"""

from collections.abc import Mapping

from quaver.corpora.census import Census
from quaver.engine.change_advice import kept_words
from quaver.grid import Grid
from quaver.grid.terms import learned

LEAST = 0.5  # of a text's running words; less is hardly one language, cleaned alike


def of_sets(grid: Grid, counted: Mapping[str, Census]) -> list[str]:
    """Warnings on sets drawn from texts, where these and the background's were counted
    whole."""
    words, told = kept_words(grid, counted), {}
    for name, _, cell in learned(grid):
        own, behind = grid.study.analyses.terms.sets[name], cell.view.corpus
        text, is_drawn = own.corpus, not own.format and words.get(own.corpus)
        if is_drawn and cell.view.fraction == 1 and behind in words:
            share = _known(words[text], words[behind])
            lack = f"of the running words of {text}, {behind} has {100 * share:.0f} %"
            told |= {(name, lack): behind} if share < LEAST else {}
    return [
        f"analyses.terms.sets.{name}: {lack}: draws of few sentences may hold none, "
        f"and are refused: write a lower 'min_count' for {behind}, clean both texts "
        "alike, or take longer draws."
        for (name, lack), behind in told.items()
    ]


def _known(text: Mapping[str, int], behind: Mapping[str, int]) -> float:
    """Share of the occurrences of a text's words that another text has, too."""
    return sum(n for x, n in text.items() if x in behind) / sum(text.values())
