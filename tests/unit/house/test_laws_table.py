"""What is said of the law of conformity, beside controls."""

import numpy as np
from house_given import rows
from invented_laws import condition, law_numbers

from quaver.house.laws_controlled import LAWS_CONTROLLED, VERDICTS, sentence, verdict
from quaver.statistics.values import Value


def value(middle, error=0.02):
    return Value(middle, error, np.inf)


def test_a_verdict_is_of_the_slope_and_of_what_it_is_beyond_the_control():
    steep, flat = value(-0.6), value(-0.01)
    told = [
        verdict(steep, value(-0.3)),
        verdict(steep, value(0.1)),
        verdict(steep, value(-0.03)),
        verdict(flat, value(-0.3)),
        verdict(value(0.5), value(0.6)),
        verdict(steep),
    ]
    assert told == list(VERDICTS)


def test_sentences_are_short_and_name_the_control():
    for control in ("batches", "like_periods"):
        for each in VERDICTS:
            text = sentence({"verdict": each, "control": control})
            parts = text.rstrip(".").replace(": ", ". ").split(". ")
            assert max(len(x.split()) for x in parts) < 25, text
            if "control" in each and "no control" not in each:
                assert "random documents" in text


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
    assert table[-1]["note"].startswith("interval over words alone")


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
