"""What a study may ask of change, and what it is refused with a cure."""

from copy import deepcopy

import pytest
import yaml

from quaver.config import ConfigError, as_written, understand
from quaver.config.sharing import meet
from quaver.grid import Grid
from quaver.grid.subjects import subjects
from quaver.measures.change_contexts import MEASURE
from quaver.measures.declare import PAIR

STUDY = yaml.safe_load(
    """
study: mine
seed: 1
runs: 4
corpora:
  said:
    language: en
    source:
      kind: periods
      of: {kind: sotu}
      by: year
      periods: {early: [1790, 1845], middle: [1846, 1900], late: [1946, 1980]}
  a: {language: en, source: {kind: sotu, where: {year: [1790, 1800]}}}
  b: {language: en, source: {kind: sotu, where: {year: [1800, 1810]}}}
  c: {language: en, source: {kind: text, path: c.txt}, unit: line}
  d: {language: fi, source: {kind: text, path: d.txt}}
  e: {language: en, source: {kind: text, path: e.txt}, fraction: 0.5}
  f: {language: en, source: {kind: sotu}}
  g: {language: en, source: {kind: sotu, where: {president: Washington}}}
  h: {language: en, source: {kind: sotu, documents: paragraph, where: {year: 1805}}}
  i:
    language: en
    source: {kind: sotu, where: {year: [1900, 1910]}}
    clean: {lowercase: false, keep: tokens}
techniques:
  w:
    trainer: word2vec
    corpora: [said_early, said_middle, said_late, a, b, c, d, e, f, g, h, i]
"""
)
PAIRED = {"pairs": [["early", "late"]], "words": ["war", "peace"]}
OF = "analyses.change.said.pairs: got "
REFUSED = [
    (
        {"pairs": [["early", "soon"]]},
        OF,
        "'soon' is none of the periods of said (early",
    ),
    ({"pairs": [["a", "b"]]}, OF, "they share a part of one source"),
    ({"pairs": [["a", "f"]]}, OF, "they share a part of one source"),
    ({"pairs": [["a", "g"]]}, OF, "they share a part of one source"),
    ({"pairs": [["b", "h"]]}, OF, "they share a part of one source"),
    ({"pairs": [["g", "h"]]}, OF, "they share a part of one source"),
    ({"pairs": [["a", "i"]]}, OF, "they are cleaned unlike each other (keep, lower"),
    ({"pairs": [["a", "d"]]}, OF, "they are of en and fi"),
    ({"pairs": [["a", "c"]]}, OF, "their units are document and line"),
    ({"pairs": [["a", "e"]]}, OF, "change is told of whole texts"),
    ({"pairs": [["a"]]}, "pairs.0: got", "at least 2 entries are wanted"),
    ({"pairs": "all"}, OF, "allowed are consecutive"),
    ({"null": {"deal": "author"}}, OF, "by which they are not drawn"),
    ({"null": {"deal": "line"}}, "null.deal: got 'line'", "Write 'deal: document'"),
    ({"null": {"trained": 10}}, "said.null.trained: got 10", "needs periods that are"),
    ({"truth": "planted"}, "said.truth: ", "Write 'encode: together'"),
    ({"laws": {}}, "said.laws.control: ", "Write 'encode: together'"),
    ({"truth": "found"}, "said.truth: ", "allowed are planted"),
    ({"words": {"most": 5}}, "words: ", "unknown key 'most'"),
    ({"words": []}, "words: ", "at least 1 entry is wanted"),
    (
        {"words": [*"abcdef"], "null": {"contexts": 99}},
        "contexts: ",
        "1 / 100, is too coarse for 6",
    ),
]


# What is taken of one column, and whether it overlaps with [1790, 1845] or its like.
TAKEN = [
    ([1790, 1800], [1800, 1810], True),
    ([1790, 1800], [1801, 1810], False),
    ([1946, 1980], 1953, True),
    ([1790, 1845], [1953, 1954, 1955], False),
    ([1790, 1845], {"from": "1830"}, True),  # numbers and dates: it cannot be told
    ({"to": "1950"}, {"from": "1950-06-01"}, True),  # all of 1950
    ({"to": "1949"}, {"from": "1950-06-01"}, False),
    (["Adams", "Taft"], "Taft", True),
    ("Adams", "Taft", False),
]


def asking(name="said", **change):
    study = deepcopy(STUDY)
    study["analyses"] = {"change": {name: PAIRED | change}}
    return study


def pairs_of(study):
    return [*Grid(study).changes]


def test_pairs_are_of_periods_of_corpora_or_of_all_that_follow_each_other():
    both = [("said_early", "said_late")]
    neighbours = [("said_early", "said_middle"), ("said_middle", "said_late")]
    cases = [
        (asking(), both),
        (asking(pairs=[["said_early", "late"]]), both),
        (asking("mine", pairs=[["said_early", "said_late"]]), both),
        (asking(pairs="consecutive"), neighbours),
    ]
    for study, expected in cases:
        made = understand(study)
        assert pairs_of(made) == expected
        # a study as written down is understood to be the same
        assert understand(as_written(made)) == made


def test_a_bare_null_is_the_key_it_looks_like():
    study = asking()
    study["analyses"]["change"]["said"][None] = {"contexts": 999}
    assert understand(study).analyses.change["said"].null.contexts == 999


def test_texts_of_one_source_are_apart_only_by_what_both_take_of_a_column():
    got = [meet(*each) for *both, _ in TAKEN for each in (both, both[::-1])]
    assert got == [meets for *_, meets in TAKEN for _ in range(2)]
    apart = asking(pairs=[["g", "w"]])
    apart["corpora"]["w"] = deepcopy(apart["corpora"]["g"])
    apart["corpora"]["w"]["source"]["where"] = {"president": "Taft", "year": 1910}
    apart["techniques"]["w"]["corpora"].append("w")
    assert pairs_of(understand(apart)) == [("g", "w")]


def test_what_cannot_be_compared_is_refused_with_a_cure():
    wrong = []
    for change, where, why in REFUSED:
        with pytest.raises(ConfigError) as caught:
            understand(asking(**change))
        sentence = str(caught.value)
        is_told = where in sentence and why in sentence and sentence.endswith(".")
        wrong += [] if is_told else [(change, sentence)]
    assert not wrong
    of_one = asking("mine", pairs="consecutive")
    of_one["corpora"]["mine"] = deepcopy(of_one["corpora"]["said"])
    periods = of_one["corpora"]["mine"]["source"]["periods"]
    del periods["middle"], periods["late"]
    with pytest.raises(ConfigError, match=r"'mine' is none: the series .* are said\."):
        understand(of_one)
    with pytest.raises(ConfigError, match="'mine' is none: the series .* are said"):
        understand(asking("mine", pairs="consecutive"))
    twice = asking()
    more = PAIRED | {"pairs": [["said_early", "said_late"]]}
    twice["analyses"]["change"]["more"] = more
    with pytest.raises(ConfigError, match="which said asks for already"):
        understand(twice)
    once = asking() | {"runs": 1}
    with pytest.raises(ValueError, match="no technique has two shuffled runs of both"):
        Grid(understand(once))


def test_a_pair_is_told_by_its_shuffled_runs_and_trains_nothing_anew():
    plain, asked, more = (
        Grid(understand(study))
        for study in (STUDY, asking(), asking(null={"contexts": 99}))
    )
    wanted = [s.label for s in subjects(asked, PAIR) if MEASURE.wanted(asked, s)]
    assert wanted == ["said_early+said_late/w/shuffled"]
    for grid in (asked, more):
        specs = [[*map(x.block_spec, x.blocks.values())] for x in (plain, grid)]
        assert specs[0] == specs[1]
        files = grid.files()
        assert len(files["measure_change"]) == len(files["measure_change_contexts"])
    # measures of pairs that are next to each other lose none of theirs
    own = {s.label for s in subjects(plain, PAIR)}
    assert own < {s.label for s in subjects(asked, PAIR)}
