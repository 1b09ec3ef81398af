"""What `check` warns of before anything trains."""

from planned_study import varied

from quaver.config import understand
from quaver.corpora.census import Census
from quaver.engine import advice, change_advice
from quaver.grid import Grid

TEXT = {"language": "en", "source": {"kind": "text", "path": "text.txt"}}
NONE = {"averages": {"sizes": []}}
ASKED = {**NONE, "neighbours": {"words": ["war", "freedon", "ship", "oar"]}}
GOOGLE = {"language": "en", "format": "analogies", "path": "gensim:questions-words.txt"}

PLAIN = {"word2vec": {"trainer": "word2vec"}}
SETS = {"sets": {"google": GOOGLE}}


def grid(**keys):
    return Grid(understand(varied(**{"runs": 8, "analyses": NONE, **keys})))


def missing(said, *parts):
    """Parts that no warning holds, or the warnings where there must be none."""
    return [x for x in parts if not any(x in each for each in said)] if parts else said


def test_a_study_that_makes_too_little_of_what_it_asks_is_warned():
    czech = {"text": TEXT, "cz": {**TEXT, "language": "cz"}}
    cases = [
        ({}, ()),
        ({"analyses": {"averages": {"sizes": [2, 4]}}}, ()),
        ({"runs": 1}, ("on text: intervals take 3 runs, there is 1: write",)),
        ({"runs": 2}, ("glove on text and ppmi on text: intervals take 3 runs",)),
        (
            {"analyses": {"averages": {"sizes": [4, 8]}}},
            ("averages of 8 takes 16 runs, there are 8: write 'runs: 16', or leave 8",),
        ),
        ({"analyses": ASKED}, ()),
        (
            {"analyses": ASKED, "runs": 4},
            ("glove on text and ppmi on text: verdicts on neighbours need 5 bootstrapp"
             "ed runs and some on all of the text, there are 4 and 4: write 'runs",),
        ),
        (
            {"analyses": ASKED, "samplings": ["fixed"]},
            ("there are 0 and 8: write 'samplings: [shuffled, bootstrapped]'",),
        ),
        ({"analyses": ASKED, "samplings": ["fixed", "bootstrapped"]}, ()),
        (
            {"analyses": ASKED, "samplings": ["bootstrapped"]},
            ("there are 8 and 0: write 'samplings: [shuffled, bootstrapped]'",),
        ),
        (
            {"analyses": ASKED, "samplings": ["bootstrapped"], "runs": 4},
            ("write 'runs: 5' or more and write 'samplings: [shuffled, bootst",),
        ),
        (  # the study's own line is there: that of a technique is not
            {"techniques": {"glove": {"trainer": "glove", "runs": 1}}},
            ("glove on text: intervals take 3 runs, there is 1: write 'runs: 3' where "
             "glove has its own or more",),
        ),
        (
            {"corpora": czech, "analyses": {**NONE, "quality": SETS}},
            ("corpus cz: language cz has no pack (did you mean cs?)",
             "no set is of cz, so nothing scores it: name one"),
        ),
    ]  # fmt: skip
    wrong = {}
    for number, (keys, parts) in enumerate(cases):
        said = advice.of_study(grid(**keys))
        if missing(said, *parts) or len(said) != len(parts):
            wrong[number, parts] = said
    assert not wrong


def test_words_that_a_dictionary_leaves_out_are_told():
    """Of words as frequent as the last that is kept nothing is said."""
    words = {"war": 300, "freedon": 80, "ship": 70, "oar": 70, "sail": 60}
    census = Census({"document": 50}, words)

    def said(**keys):
        given = {"glove": {"trainer": "glove", **keys}, **PLAIN}
        asked = grid(analyses=ASKED, techniques=given)
        lines = advice.of_text(asked, "text", census)
        return [line for line in lines if "dictionary" in line]

    assert said() == said(dictionary=3) == said(dictionary=50) == []
    assert said(dictionary=2) == [
        "corpus text: dictionary 2 leaves out 'ship' (70) and 'oar' (70): write a "
        "larger one, or ask for other words."
    ]
    swept = {"each": {"dictionary": [2]}}
    assert said(sweep=swept) == []  # words are followed in no variant


def test_a_text_of_few_units_or_without_the_words_asked_for_is_warned():
    units = {"document": 5, "sentence": 900, "line": 40}
    words = {"war": 30, "freedom": 80, "ship": 3, "oar": 7}
    parts = {"unit": "line", "fraction": [1.0, 0.4]}
    cases = [
        ({}, 1.0, ("corpus text: bootstrapped runs draw from 5 documents, and fewer "
                   "than 20 stand for no other text: take more texts, or cut",)),
        ({"unit": "line"}, 1.0, ()),
        ({**parts, "draw": "unit"}, 1.0, ("text.0.4: bootstrapped runs draw from 16",)),
        ({**parts, "draw": "unit"}, 0.3, ()),
        (parts, 0.3, ("corpus text: only 5 documents to draw from, so lines are",)),
    ]  # fmt: skip
    wrong = {}
    for number, (keys, share, parts) in enumerate(cases):
        study = grid(corpora={"text": {**TEXT, **keys}})
        said = advice.of_text(study, "text", Census(units, words, 9, share))
        if missing(said, *parts) or len(said) != len(parts):
            wrong[number, parts] = said
    assert not wrong
    study = grid(corpora={"text": {**TEXT, "unit": "line"}}, analyses=ASKED)
    units["document"] = 25
    said = advice.of_text(study, "text", Census(units, words))
    assert said == [
        "corpus text: it has no 'freedon' (did you mean freedom (80)?): ask for words "
        "it has.",
        "corpus text: min_count 5 removes 'ship' (3): write 'min_count: 3', or ask for "
        "other words.",
        "corpus text: words as rare as 'oar' (7) have hardly a stable neighbour: ask "
        "for more frequent ones, or take more text.",
    ]
    other = {**TEXT, "source": {"kind": "text", "path": "other.txt"}}
    change = {"pairs": [["text", "other"]], "words": ["war", "freedon"]}
    changed = grid(
        corpora={"text": TEXT, "other": other}, analyses={"change": {"mine": change}}
    )
    for corpus in ("text", "other"):
        told = advice.of_text(changed, corpus, Census(units, words))
        assert f"corpus {corpus}: it has no 'freedon' (did you mean" in "".join(told)
    (said, *_) = advice.of_text(study, "text", Census(units, words, 9, 0.25))
    assert said.startswith(
        "corpus text, counted in its first 25 %: it has no 'freedon'"
    )


def test_a_change_is_warned_of_words_too_many_too_few_or_in_no_text():
    said = {"kind": "periods", "of": {"kind": "sotu"}, "by": "year"}
    said["periods"] = {"early": [1790, 1845], "late": [1946, 1980]}
    text = {"language": "en", "source": said, "encode": "together", "min_count": 10}
    every = {f"w{k}": 20 + k for k in range(99)}
    units = dict.fromkeys(("document", "sentence", "line"), 99)
    counted = {
        "said_early": Census(units, every | {"oar": 3}),
        "said_late": Census(units, every | {"oar": 4, "sea": 12}),
    }
    truth = {"format": "semeval", "path": "there"}
    cases = [
        (
            {"words": {"least": 90}, "null": {"contexts": 99}},
            "null.contexts: the least p, 1 / 100, is too coarse for 29 words: write "
            "'contexts: 580' or more, or fewer words.",
        ),
        ({"words": {"least": 90}}, ""),
        (
            {"truth": "planted", "plant": {"shares": [0.5], "words": 500}},
            "plant: too few donors: 500 words that are planted",
        ),
        ({"truth": "planted", "plant": {"shares": [0.5], "words": 9}}, ""),
        (
            {"truth": truth},
            "truth: said_early lacks 2 of 3 targets (oar and sea): they count as "
            "'missing: unchanged' says, or take more text.",
        ),
        (
            {"trajectories": {"words": ["w1", "sea", "oar"]}},
            "trajectories: no period has 'oar': ask for words they have.",
        ),
    ]
    wrong = {}
    for asked, sentence in cases:
        change = {"said": {"pairs": [["early", "late"]], **asked}}
        study = grid(
            corpora={"said": text},
            analyses={**NONE, "change": change},
            techniques=PLAIN,
        )
        is_read = asked.get("truth") == truth
        targets = {"said": ("w1", "oar", "sea")} if is_read else {}
        told = change_advice.of_changes(study, counted, targets)
        start = f"analyses.change.said.{sentence}"
        if (not sentence and told) or (sentence and start not in "".join(told)):
            wrong[str(asked)] = told
    assert not wrong


def test_min_count_is_of_all_periods_together_and_change_asks_no_neighbours():
    said = {"kind": "periods", "of": {"kind": "sotu"}, "by": "year"}
    said["periods"] = {"early": [1790, 1845], "late": [1946, 1980]}
    text = {"language": "en", "source": said, "encode": "together", "min_count": 10}
    change = {"said": {"pairs": [["early", "late"]], "words": ["war", "oar", "sea"]}}
    study = grid(
        corpora={"said": text}, analyses={**NONE, "change": change}, techniques=PLAIN
    )
    units = dict.fromkeys(("document", "sentence", "line"), 99)
    counted = {
        "said_early": Census(units, {"war": 8, "oar": 3, "sea": 30}),
        "said_late": Census(units, {"war": 8, "oar": 4, "sea": 30}),
    }
    sums = advice.together(study, counted)["said"]
    told = [advice.of_text(study, name, counted[name], sums) for name in counted]
    sentence = "corpus said: min_count 10 removes 'oar' (7): write 'min_count: 7', or "
    assert told == [[f"{sentence}ask for other words."]] * 2
    assert not advice.hints(study)
    # of a period that could not be read nothing is known
    late = {"said_late": counted["said_late"]}
    assert advice.together(study, late) == {}
    assert advice.of_text(study, "said_late", late["said_late"]) == []


def test_one_size_of_a_text_is_a_hint_not_a_warning():
    (hint,) = advice.hints(grid())
    assert "corpus text: one size of a text" in hint and "[1.0, 0.5, 0.2]" in hint
    assert not advice.hints(grid(corpora={"text": {**TEXT, "fraction": [1.0, 0.5]}}))
    assert not advice.hints(grid(samplings=["shuffled"]))
    assert "nothing is measured" in advice.hints(grid(analyses={}))[0]
