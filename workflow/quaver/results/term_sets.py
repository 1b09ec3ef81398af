"""Sentences of sets of terms as they were drawn, and terms that were left out."""

from functools import partial
from typing import ClassVar

from quaver.results.stored import Stored

RULE, KIND = "draw_sentences", "draws"


class Draws(Stored):
    """What draws.h5 holds of a set, by name; tokens: of its text.

    name: of the set. way: how its sentences were drawn. note: why there is nothing.
    """

    READ: ClassVar = {
        # the file has attributes of these names as well: how was drawn
        **dict.fromkeys(("draw", "sentences"), lambda file, x: file[x][:]),
        "way": lambda file, _: file.attrs["draw"],
    }


def term_sets(results) -> list[Draws]:
    """All sets that somebody learns, in the order of the study."""
    made = []
    for path in results.grid.files()[RULE]:
        facts = {"name": path.split("/")[1], "note": ""}
        if results.stands(path):
            made.append(Draws.of(partial(results.read, path, KIND), **facts))
        else:
            reason = results.failure(RULE, facts["name"]) or "not drawn"
            made.append(Draws(**facts | {"note": reason}))
    return made
