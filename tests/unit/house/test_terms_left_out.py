"""Terms that are left out, with their sentences and why."""

from house_given import rows
from invented_terms import draws, left_out

from quaver import store
from quaver.house.terms_left_out import (
    ABSENT,
    FEW,
    HALVES,
    NONE,
    PUBLISHED,
    TERMS_LEFT_OUT,
)
from quaver.results.term_sets import Draws, term_sets


def told(*sets):
    return [
        (row["term"], row["sentences"], row["note"])
        for row in rows(TERMS_LEFT_OUT, term_sets=sets)
    ]


def test_the_most_frequent_come_first_with_why_they_are_left_out():
    assert told(left_out()) == [("guild", 4, FEW), ("usury", 0, ABSENT)]
    both = left_out((("rent", 3), ("guild", 1)), way="halves", least=2)
    assert told(both) == [("rent", 3, HALVES), ("guild", 1, FEW)]
    assert told(left_out((("rent", 0),), layout="wiki_rnd"))[0][2] == PUBLISHED
    (row,) = rows(TERMS_LEFT_OUT, term_sets=[left_out(())])
    assert (row["note"], row["kept"], row["least"]) == (NONE, 1, 10)
    (row,) = rows(TERMS_LEFT_OUT, term_sets=[Draws(name="faq", note="no term")])
    assert (row["set"], row["note"]) == ("faq", "no term")


class Study:
    """Results of two sets, of which one was drawn."""

    def __init__(self, path):
        self.path, self.grid = path, self

    def files(self):
        return {"draw_sentences": ["terms/mine/draws.h5", "terms/faq/draws.h5"]}

    def stands(self, path):
        return "mine" in path

    def failure(self, rule, name):
        return f"{rule} of {name} failed"

    def read(self, path, kind):
        return store.read(self.path, kind)


def test_sets_are_read_by_name_and_what_failed_says_why(tmp_path):
    path = draws(tmp_path, ["usury"], [(0, 0, [0, -2]), (0, 1, [-2, 0])])
    mine, other = term_sets(Study(path))
    assert (mine.name, mine.note, mine.terms) == ("mine", "", ["usury"])
    assert mine.draw.tolist() == [0, 1]
    assert other.note == "draw_sentences of faq failed"
