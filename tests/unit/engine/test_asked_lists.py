from pathlib import Path

import pytest
from planned_study import STUDY
from snakemake.exceptions import WorkflowError

from quaver.measures.declare import TABLE

QUERIES = "results/mine/measures/text/{}/{}/queries.h5"


def asking(queries=None, neighbours=None):
    """Analyses that ask for words."""
    analyses = {"queries": {"words": queries}, "neighbours": {"words": neighbours}}
    given = {name: words for name, words in analyses.items() if words["words"]}
    return {"analyses": given}


def test_words_are_asked_as_the_text_has_them(engine):
    words = engine(**asking(["War", "peace"], ["peace"])).words
    assert words.of("queries", "text") == ["war", "peace"]
    assert words.of("neighbours", "text") == ["peace"]
    assert words.of("queries", "other") == []
    assert words.number("text") == 2
    assert words.missing == []


def test_a_list_in_a_file_is_written_into_the_study(engine):
    Path("words.txt").write_text("War\n\npeace\n", encoding="utf-8")
    told = engine(**asking("words.txt")).written["analyses"]["queries"]["words"]
    assert told == {"text": ["war", "peace"]}


def test_a_missing_list_is_told_when_jobs_need_it(engine):
    words = engine(**asking("none.txt")).words
    assert "make_tables" in words.readers
    assert "train_block" not in words.readers
    assert "queries.words of text: there is no list" in "".join(words.missing)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["two words"], "words of text: word 1 of the list is 'two words'"),
        (["war", "War"], "words of text: word 2 of the list is 'war', as number 1"),
        ([f"w{'o' * 99}{n}" for n in range(700)], "its lists hold 700 words"),
    ],
)
def test_a_mistake_in_a_list_is_one_sentence(engine, words, sentence):
    with pytest.raises(WorkflowError, match=f"has a mistake. analyses.*{sentence}"):
        engine(**asking(words))


def test_words_that_are_chosen_are_counted(engine):
    made = engine(analyses={"queries": {"topics": {"words": 5}}})
    assert made.words.number("text") == 5


def test_neighbours_are_listed_where_they_are_asked(engine, where):
    words = engine(**asking(neighbours=["war"])).words
    assert words.neighbour_lists(["a", "b"])(where()) == ["a", "b"]
    assert words.neighbour_lists(["a", "b"], is_wanted=True)(where()) == ["a", "b"]
    kinds = [(x, y) for x in ("glove", "ppmi") for y in ("bootstrapped", "shuffled")]
    assert words.to_trust(where()) == [QUERIES.format(*kind) for kind in kinds]


def test_who_wants_lists_that_nobody_asked_for_is_told_how_to(engine, where):
    words = engine().words
    assert words.neighbour_lists(["a"])(where()) == []
    assert words.to_trust(where()) == []
    with pytest.raises(WorkflowError, match="neighbours of no word. Write for example"):
        words.neighbour_lists(["a"], is_wanted=True)(where())


OWN = {"language": "en", "format": "analogies", "path": "own.txt"}


def scored(**sets):
    return {"analyses": {"quality": {"sets": sets}}}


def test_a_missing_set_is_told_when_jobs_need_it(engine):
    sets = engine(**scored(own=OWN)).sets
    assert "measure_quality" in sets.readers
    assert "measure_pip" not in sets.readers
    assert "The evaluation set own: own.txt does not" in "".join(sets.missing)


def test_a_table_of_scores_is_told_and_read_as_a_set_is(engine):
    table = {"kind": "scores", "format": "pairs", "language": "en", "path": "own.txt"}
    asked = {"analyses": {"similarity": {"baseline": table}}}
    sets = engine(**asked).sets
    assert "measure_scored" in sets.readers
    assert f"{TABLE}: own.txt does not exist" in "".join(sets.missing)
    held = []
    for text in ("war peace 1", "war peace 2"):
        Path("own.txt").write_text(text, encoding="utf-8")
        held.append(engine(**asked).sets.contents(TABLE, "scored.h5"))
        assert not engine(**asked).sets.missing
    assert held[0] and held[0] != held[1]


def changing(words):
    """The small study, beside another text, asking which words changed."""
    source = {"kind": "text", "path": "other.txt"}
    corpora = {"text": STUDY["corpora"]["text"]}
    corpora["other"] = {"language": "en", "source": source}
    change = {"mine": {"pairs": [["text", "other"]], "words": words}}
    return {"corpora": corpora, "analyses": {"change": change}}


def test_words_of_change_are_lists_too(engine, where):
    Path("words.txt").write_text("War\npeace\n", encoding="utf-8")
    listed = engine(**changing("words.txt"))
    assert listed.words.of("change", "mine") == ["war", "peace"]
    told = listed.written["analyses"]["change"]["mine"]
    assert told["words"] == ["war", "peace"] and listed.items.asked(where()) == []
    frequent = engine(**changing({"least": 5}))
    assert frequent.words.of("change", "mine") == []
    assert frequent.written["analyses"]["change"]["mine"]["words"] == {"least": 5}
    missing = engine(**changing("none.txt")).words
    assert "change.mine.words of text: there is no list" in "".join(missing.missing)
    assert "measure_change" in missing.readers


def test_words_followed_over_a_series_are_lists_too(engine):
    asking = changing(["war"])
    asking["corpora"] = {
        k: x | {"series": "mine"} for k, x in asking["corpora"].items()
    }
    change = asking["analyses"]["change"]["mine"]
    del change["words"]
    change["trajectories"] = {"words": ["War", "PEACE"]}
    made = engine(**asking)
    assert made.words.of("trajectories", "mine") == ["war", "peace"]
    written = made.written["analyses"]["change"]["mine"]
    assert written["trajectories"]["words"] == ["war", "peace"]
    assert not made.words.of("change", "mine") and not written.get("words")
    change["trajectories"] = {"words": ["of war"]}
    with pytest.raises(
        WorkflowError, match=r"change\.mine\.trajectories of text: word 1"
    ):
        engine(**asking)


def test_who_wants_changes_that_nobody_asked_for_is_told_how_to(engine, where):
    with pytest.raises(WorkflowError, match="asks for no change. Write for example"):
        engine().items.asked(where())
