"""What `check` warns of where a background will know little of a set's text."""

from copy import deepcopy

from planned_study import STUDY

from quaver.config import understand
from quaver.corpora.census import Census
from quaver.engine.term_advice import of_sets
from quaver.grid import Grid

BEHIND = {"the": 90, "wage": 3, "is": 1}
BOOK = {"the": 3, "wage": 1, "is": 1, "labour": 5}


def told(behind=BEHIND, book=BOOK, share=1.0, **own):
    study = deepcopy(STUDY)
    text = study["corpora"]["text"] | {"min_count": 2}
    study["corpora"] = {"text": text, "book": {**text, "min_count": 1}}
    study["techniques"]["glove"]["corpora"] = ["text"]
    mine = {"corpus": "book", "words": ["wage labour"]} | own
    terms = {"backgrounds": ["glove"], "sets": {"mine": mine}}
    study["analyses"]["terms"] = terms | {"learners": {"sif": {}, "additive": {}}}
    counted = {"text": Census({"document": 9}, behind)}
    counted["book"] = Census({"document": 9}, book, share=share)
    return of_sets(Grid(understand(study)), counted)


def test_a_background_that_has_less_than_half_of_a_text_is_told():
    """Of ten words it has 'the' and 'wage', four uses: 'is' is too rare in it."""
    (warning,) = told()
    assert warning.startswith(
        "analyses.terms.sets.mine: of the running words of book, text has 40 %: draws"
    )
    assert "'min_count' for text" in warning
    assert told(BEHIND | {"is": 2}) == []  # half of it


def test_nothing_is_told_of_what_was_not_counted_or_is_fixed():
    assert told(share=0.5) == []
    assert told(book={}) == told(book={"the": 0}) == []
    assert told(corpus="text") == []
    fixed = {"format": "wiki_rnd", "path": "wiki.txt"}
    assert told(**fixed) == []
