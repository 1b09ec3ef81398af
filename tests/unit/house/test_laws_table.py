"""What is said of the law of conformity, beside controls."""

import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import yaml
from house_given import frame, rows
from invented_laws import UNMEASURED, condition, law_numbers

from quaver.config.change import Change, Laws
from quaver.house import citation
from quaver.house.laws_controlled import (
    LAWS_CONTROLLED,
    VERDICTS,
    few,
    laws_told,
    sentence,
    verdict,
)
from quaver.house.methods.lawful import lawful
from quaver.statistics.values import Value


def value(middle, error=0.02):
    return Value(middle, error, np.inf)


def test_a_verdict_is_of_the_slope_and_of_what_it_is_beyond_the_control():
    steep, flat, rising = value(-0.6), value(-0.01), value(0.5)
    told = [
        verdict(steep, value(-0.3)),
        # noise of its own makes the control rise even more
        verdict(rising, value(-0.3)),
        verdict(steep, value(-0.03)),
        verdict(steep, value(0.1)),
        verdict(flat, value(0.01)),
        verdict(rising, value(0.1)),
        verdict(steep),
    ]
    assert told == list(VERDICTS)
    assert {verdict(rising, value(0.01)), verdict(rising), verdict(flat)} == {"no law"}


def test_sentences_are_short_and_name_the_control():
    for control in ("batches", "like_periods"):
        for each in VERDICTS:
            text = sentence({"verdict": each, "control": control})
            parts = text.rstrip(".").replace(": ", ". ").split(". ")
            assert max(len(x.split()) for x in parts) < 25, text
            names = "control" in each and each != "no control" or each == "reversed"
            assert ("random documents" in text) == names, text


def test_a_slope_that_is_not_sure_is_no_slope_of_the_others():
    """-.30 (-.61 to .01), in the control -.10."""
    row = {"verdict": VERDICTS[1], "control": "batches", "control_slope": -0.1}
    text = sentence(row)
    assert "do not surely change more" in text and "less than here" in text
    assert "even less" not in text
    assert "even less" in sentence(row | {"control_slope": 0.1})


def test_each_control_has_a_row_for_each_size_and_way():
    (laws,) = [law_numbers()]
    table = rows(LAWS_CONTROLLED, laws=[laws])
    assert len(table) == 2 * (1 + 2 * 3)
    first, second = table[:2]
    assert (first["control"], second["control"]) == ("batches", "like_periods")
    assert (first["measure"], first["size"], first["groups"]) == ("cosine", 1, 8)
    assert abs(first["difference"] + 0.3) < 1e-9
    assert abs(second["explained_difference"] - 0.35) < 1e-9
    assert first["verdict"] == VERDICTS[0] and first["note"] == ""
    assert table[-1]["note"] == "interval without what averages add: below 3"
    two = {**laws.genuine.lines["cosine", 8], "without_slope": np.empty(0)}
    assert (
        few(two) == "interval without what averages and pairs of periods add: below 3"
    )


def test_findings_have_a_sentence_of_each_control():
    laws = [law_numbers(), law_numbers(technique="glove", **UNMEASURED)]
    text = laws_told({LAWS_CONTROLLED.name: frame(LAWS_CONTROLLED, laws=laws)})
    lines = text.splitlines()
    assert lines[0] == "Do rarer words change more in eras?"
    told = " ".join(lines[2:-1])
    assert "word2vec, beside batches: Rarer words change more, and surely more" in told
    assert "batches of random documents." in told and "periods' sizes." in told
    assert "glove: not told, too few words." in told
    assert laws_told({}) == "" and max(map(len, lines)) <= 88


def test_findings_tell_a_rising_slope_and_what_controls_that_rise_hint_at():
    for control, is_told in ((0.2, True), (-0.1, False)):
        conditions = {"genuine": condition(0.4, 0.2), "batches": condition(control, 0)}
        laws = [law_numbers(conditions=conditions)]
        made = frame(LAWS_CONTROLLED, laws=laws)
        text = " ".join(laws_told({LAWS_CONTROLLED.name: made}).split())
        assert "more frequent words change more here: slope +0.40 (0." in text
        assert ("vectors may be undertrained" in text) == is_told
    falling = frame(LAWS_CONTROLLED, laws=[law_numbers()])
    assert "change more here" not in laws_told({LAWS_CONTROLLED.name: falling})


def test_contexts_by_equal_uses_stand_beside_those_by_all():
    conditions = law_numbers().conditions
    kinds = ("contexts", 8), ("even", 8)
    for name, slope in (("genuine", -0.1), ("batches", -0.02), ("like_periods", 0.0)):
        lines = {kind: condition(slope, 0.01).lines["cosine", 8] for kind in kinds}
        own = {**conditions[name].lines, **lines}
        conditions[name] = type(conditions[name])(150, 600, 4, own)
    laws = [law_numbers(conditions=conditions)]
    told = [x for x in rows(LAWS_CONTROLLED, laws=laws) if "contexts" in x["measure"]]
    assert [x["measure"] for x in told[::2]] == ["contexts", "contexts, equal uses"]
    assert [round(x["difference"], 2) for x in told[2:]] == [-0.08, -0.1]
    assert all(x["control_slope_low"] < x["control_slope"] for x in told)
    text = laws_told({LAWS_CONTROLLED.name: frame(LAWS_CONTROLLED, laws=laws)})
    told = " ".join(text.split())
    assert "judged by equally many uses of each word, the slope" in told
    assert ") beside batches and -0.10 (" in told and ") beside like_periods." in told
    assert max(map(len, text.splitlines())) <= 88


def test_rows_count_the_words_that_are_left_and_say_where_they_are_too_few():
    conditions = law_numbers().conditions
    line, kind = conditions["genuine"].lines["cosine", 8], ("even", 8)
    less = line | {"words": np.array([70]), "values": np.array([280])}
    conditions["genuine"].lines[kind] = conditions["like_periods"].lines[kind] = less
    table = rows(LAWS_CONTROLLED, laws=[law_numbers(conditions=conditions)])
    batches, like = [x for x in table if x["measure"] == "contexts, equal uses"]
    assert (like["words"], like["values"], like["control_values"]) == (70, 280, 280)
    assert (
        "too few words of the periods occur as often in the control" in batches["note"]
    )
    assert (table[0]["words"], table[0]["control_values"]) == (150, 600)


def test_methods_say_what_was_done():
    asked = {"eras": Change(pairs=(("a", "b"),), laws=Laws(least=50, scale="pair"))}
    study = SimpleNamespace(analyses=SimpleNamespace(change=asked))
    facts = SimpleNamespace(study=study, measured={"change_slope"})
    (text,) = lawful(facts)
    assert "`eras` (words of 50 occurrences or more in both periods" in text
    assert "z-scores in each pair of periods" in text and "equal numbers" in text
    assert "equally many" not in text
    facts.measured |= {"even_change"}
    (text,) = lawful(facts)
    assert "equally many of each word in either text, drawn at random" in text
    cited = yaml.safe_load(Path("CITATION.cff").read_text("utf-8"))
    assert {*re.findall(r"@(\w+)", text)} <= {*citation.references(cited)}
    assert lawful(SimpleNamespace(study=study, measured=set())) == []


def test_without_a_control_nothing_is_claimed():
    alone = law_numbers(conditions={"genuine": condition(-0.6, 0.36)})
    table = rows(LAWS_CONTROLLED, laws=[alone])
    assert {row["verdict"] for row in table} == {"no control"}
    assert {row["control"] for row in table} == {"none"}


def test_a_control_without_bootstrapped_runs_says_so():
    genuine = condition(-0.6, 0.36)
    lines = {**genuine.lines, ("debiased", 8): genuine.lines["cosine", 8]}
    conditions = {
        "genuine": type(genuine)(150, 600, 4, lines),
        "batches": condition(-0.3, 0.1),
    }
    row = rows(LAWS_CONTROLLED, laws=[law_numbers(conditions=conditions)])[-1]
    assert row["measure"] == "squared, less noise"
    assert "has no bootstrapped runs: write 'samplings:" in row["note"]
    assert row["verdict"] == ""
