"""Section 4.1 from scores that are known, and what its own numbers say of it."""

from dataclasses import replace

import numpy as np
import pytest
from invented import GRADED, scored_change
from numpy.testing import assert_allclose
from scipy.stats import norm, t
from thesis import (
    ALIKE,
    LANGUAGES,
    T3,
    TABLES,
    Study,
    claimed,
    made,
    published,
    semeval,
)

from quaver.items.claims import AGREES, DIFFERS, UNDECIDED
from quaver.measures.change_scores import AVERAGE, ENSEMBLE, RUN
from quaver.measures.change_scoring import answers
from quaver.papers.rettenmeier2020.change_claims import CLAIMS, GLOVE, _compared
from quaver.papers.rettenmeier2020.change_leads import (
    Claimed,
    printed,
    told_by_print,
    within,
)
from quaver.papers.rettenmeier2020.change_models import Scored, groups, reason


def by(rows, *keys):
    return {tuple(row[key] for key in keys): row for row in rows}


def test_means_of_table_4_4_are_those_of_table_4_3():
    rows = by(published("table_4_4"), "language", "quantity")
    own = {
        quantity: [rows[language, quantity]["value"] for language in LANGUAGES]
        for quantity in ("accuracy", "rho", "average")
    }
    means = np.mean([own["accuracy"], own["rho"]], axis=0)
    assert own["average"] == pytest.approx(means.tolist(), abs=0.00051)
    keys = "trainer", "kind", "sampling", "quantity"
    table = by(published("table_4_3"), *keys)
    for quantity in ("accuracy", "rho"):
        best = table["fasttext", "average", "bootstrapped", quantity]["value"]
        assert np.mean(own[quantity]) == pytest.approx(best, abs=0.0005)
    assert (best, len(table), len(own["rho"])) == (0.483, 36, 4)


def test_letters_that_the_print_lost_are_named_and_mended():
    rows = published("table_4_2")
    lost = {row["reading"].split()[1].rstrip(":") for row in rows if row["reading"]}
    assert lost == {"Engpa", "konduktr", "antya"}
    words = {row[name] for row in rows for name in ("people", "model")}
    assert {"Engpaß", "konduktör", "antyda"} <= words and not words & lost
    assert [(r["language"], r["rank"]) for r in rows] == [
        (language, rank) for language in LANGUAGES for rank in range(1, 6)
    ]


def test_claims_are_held_against_the_thesiss_own_table():
    verdicts = [told_by_print(printed()[x.trainer], x) for x in CLAIMS]
    assert [verdict for verdict, _ in verdicts] == [
        *(AGREES, AGREES, DIFFERS, DIFFERS, AGREES, DIFFERS)
    ]
    assert verdicts[5][1] == "accuracy 0.600 v 0.589 (run bootstrapped): 1.4 sigma"
    assert verdicts[2][1] == "rho 0.483 v 0.471 (average shuffled): 2.0 sigma"
    assert "accuracy 0.642 v 0.657 (ensemble shuffled)" in verdicts[3][1]
    # half of them are not most
    assert within(printed()["word2vec"]) == (15, 30)
    shown = by(made("section_4_1"), "statement")
    text = "word2vec: most scores fall within 3 sigma of each other"
    assert shown[(text,)]["printed_verdict"] == UNDECIDED
    text = "word2vec: ensemble of bootstrapped runs is best (chapter 5)"
    assert shown[(text,)]["printed_verdict"] == DIFFERS


def test_places_winners_and_baselines_are_reference_rows():
    rows = made("section_4_1", scores=semeval())
    shown = by(rows, "statement", "quantity")
    place = "place of the best submission among 34 teams"
    teams = "the thesis counts 34 teams, the abstract of the task's paper 33"
    assert teams in shown[place, "place, task 1"]["note"]
    places = ("place, task 1", "place, task 2")
    values = [shown[place, x]["published_value"] for x in places]
    assert values == [7, 6]
    assert shown["best team of task 1 (UWB)", "accuracy"]["published_value"] == 0.687
    best = "best team of task 2 (UG_Student_Intern)", "rho"
    assert shown[best]["published_value"] == 0.527
    assert shown["every word changed", "accuracy"]["value"] == 0.75
    assert ("every word changed", "rho") not in shown
    assert np.isfinite(shown["log frequency ratio", "rho"]["value"])


def test_a_score_of_a_run_is_its_mean_over_languages():
    records = semeval()
    rows = by(made("table_4_3", scores=records), "kind", "quantity")
    each = np.mean([x.stored["accuracy"][:4] for x in records], axis=0)
    run = rows["run", "accuracy"]
    assert_allclose((run["value"], run["deviation"]), (each.mean(), each.std()))
    assert run["language"] == "en+de+la+sv" and run["models"] == 4
    assert_allclose(run["high"] - run["value"], T3 * each.std() / 3**0.5)
    # of all runs there is one ensemble: its deviation is that of smaller ones
    ensemble = rows["ensemble", "rho"]
    assert (ensemble["size"], ensemble["published_value"]) == (4, 0.448)
    assert np.isnan(ensemble["low"])
    assert ensemble["verdict"] == f"{UNDECIDED}: no interval"


def test_unanimity_stands_beside_the_majority_of_ensembles_alone():
    records = semeval()
    for record in records:
        record.stored["as_coded"][9] = record.stored["accuracy"][9] - 0.25
    rows = by(made("table_4_3", scores=records), "kind", "quantity")
    ensemble = rows["ensemble", "accuracy"]
    assert ensemble["as_coded"] == pytest.approx(ensemble["value"] - 0.25)
    others = [row["as_coded"] for key, row in rows.items() if key != key_of(ensemble)]
    assert np.isnan(others).all() and len(others) == 5
    caption = TABLES["table_4_3"].caption
    assert "ensembles by majority" in caption and "as_coded: by all runs" in caption


def key_of(row):
    return row["kind"], row["quantity"]


def test_deviations_have_ddof_0_as_the_caption_says():
    assert "deviations have ddof 0" in TABLES["table_4_3"].caption
    # the last word lies between the thresholds with ddof 0 and 1
    distance = np.array([[0.2, 0.6, 0.2, 0.6, 0.2, 0.6, 0.515]])
    low, high = (distance.mean() + distance.std(ddof=x) / 2 for x in (0, 1))
    assert low < distance[0, -1] < high
    assert answers(distance, np.array([6]), "unchanged").votes.item() == 1


def test_targets_that_runs_lack_are_counted_in_the_tables():
    records = semeval()
    # of each language one is in no text, and one not in each run
    assert {row["missing"] for row in made("table_4_3", scores=records)} == {8}
    assert {row["missing"] for row in made("table_4_4", scores=records)} == {1}


def test_what_is_not_the_thesiss_is_shown_and_not_compared():
    cases = [
        ([scored_change(language="en", **ALIKE)], "planted truth"),
        ([scored_change("dwug", language="en", **ALIKE)], "other truth"),
        (semeval(languages=("en", "la")), "without de, sv"),
        (
            [
                scored_change("semeval", language=x, parameters={"dimensions": 50})
                for x in LANGUAGES
            ],
            "50 dimensions of 300",
        ),
        (semeval(), ""),
    ]
    for records, expected in cases:
        (group,) = groups(Study(scores=records))
        assert reason(group.records) == expected
        for row in made("table_4_3", scores=records):
            judged = row["verdict"].removeprefix("not comparable: ")
            assert not expected or judged == expected
            assert np.isfinite(row["value"])


def test_scores_by_language_and_words_are_of_the_average_on_bootstrapped_text():
    records = semeval()
    rows = by(made("table_4_4", scores=records), "language", "quantity")
    own = records[1].stored["accuracy"][6], records[1].stored["rho"][6]
    assert rows["de", "average"]["value"] == pytest.approx(np.mean(own))
    assert rows["sv", "rho"]["published_value"] == 0.597
    words = [x for x in made("table_4_2", scores=records) if x["language"] == "la"]
    order = [f"w{k}" for k in np.argsort(-GRADED)[:5]]
    assert [row["people"] for row in words] == order
    assert [row["published_people"] for row in words][:2] == ["pontifex", "imperator"]
    assert {row["verdict"] for row in words} == {DIFFERS}
    other = made("table_4_2", scores=semeval(trainer="word2vec"))
    assert {x["verdict"] for x in other} == {
        "not comparable: word2vec, published of fasttext"
    }
    assert made("table_4_4", scores=semeval(sampling="shuffled")) == []


def test_english_targets_are_the_printed_words_without_their_part_of_speech():
    records = [
        replace(x, words=("plane_nn", "prop_nn", "graft_vb", *x.words[3:]))
        for x in semeval()
    ]
    for record in records:
        record.stored["graded"] = record.stored["change"][6] = -np.arange(12.0)
    rows = [x for x in made("table_4_2", scores=records) if x["language"] == "en"]
    first = ["plane", "prop", "graft"]
    assert [row["people"] for row in rows][:3] == first == [x["ours"] for x in rows][:3]
    verdicts = [row["verdict"] for row in rows]
    assert verdicts == [AGREES] * 3 + [DIFFERS] * 2


def test_two_groups_of_runs_tell_a_lead_with_one_degree_of_freedom():
    values = norm.rvs(size=(2000, 2, 2), random_state=3)  # of two models, two groups
    held = []
    for groups_of in values:
        own = [
            Scored(kind, 4, "rho", x.mean(), x.std(), 2)
            for kind, x in zip((AVERAGE, ENSEMBLE), groups_of, strict=True)
        ]
        models = {(x.kind, "bootstrapped"): {"rho": x} for x in own}
        claimed = Claimed("best", "glove", (AVERAGE, "bootstrapped"))
        rows = _compared({}, models, claimed, why="")
        row = next(x for x in rows if "value" in x)
        held.append(row["low"] <= 0 <= row["high"])
    assert np.mean(held) > 0.94


def test_chance_of_a_lead_is_that_of_as_few_groups():
    models = {
        (kind, "bootstrapped"): {"rho": Scored(kind, 4, "rho", value, 0.01, 2)}
        for kind, value in ((AVERAGE, 0.4), (ENSEMBLE, 0.5))
    }
    claimed = Claimed("best", "glove", (AVERAGE, "bootstrapped"), quantities=("rho",))
    (row,) = _compared({}, models, claimed, why="")
    # of two groups each: two degrees of freedom, where a normal law would give 1e-12
    expected = 2 * t.sf(0.1 / (0.01 * 2**0.5), 2)
    assert GLOVE.chance(row) == pytest.approx(expected) and expected > 0.015


def leads(*others, **facts):
    """Verdicts on an average of .60 beside others: kind, score, deviation."""
    best = (AVERAGE, "bootstrapped")
    scores = {best: (0.6, 0.001), **{(kind, "shuffled"): own for kind, *own in others}}
    models = {
        key: {
            quantity: Scored(key[0], 4, quantity, value, deviation, 8, **facts)
            for quantity in ("accuracy", "rho")
        }
        for key, (value, deviation) in scores.items()
    }
    return [*_compared({}, models, Claimed("best", "glove", best), why="")], models


def test_a_model_without_an_error_that_scores_higher_leaves_a_claim_open():
    runs = RUN, 0.5, 0.001
    for kind, value, verdict in (
        (ENSEMBLE, 0.7, UNDECIDED),
        (ENSEMBLE, 0.6, UNDECIDED),
        (ENSEMBLE, 0.55, UNDECIDED),
        (ENSEMBLE, 0.4, AGREES),
    ):
        rows, _ = leads(runs, (kind, value, np.nan))
        assert [row["verdict"] for row in rows] == [verdict] * 2, value
    # one that surely scores higher decides, whatever another may be
    rows, _ = leads((RUN, 0.65, 0.001), (ENSEMBLE, 0.7, np.nan))
    assert [row["verdict"] for row in rows] == [DIFFERS] * 2


def test_what_one_model_is_unlike_says_nothing_of_the_next_quantity():
    best, other = (AVERAGE, "bootstrapped"), (RUN, "shuffled")
    for key in (best, other):
        _, models = leads((RUN, 0.5, 0.001))
        own = models[key]["accuracy"]
        models[key]["accuracy"] = replace(own, unlike="of 4 runs, there are 5")
        rows = _compared({}, models, Claimed("best", "glove", best), why="")
        verdicts = [row["verdict"] for row in rows]
        assert verdicts == ["not comparable: of 4 runs, there are 5", AGREES], key


def test_claims_are_judged_on_a_study_that_compares_and_on_no_other():
    name = "fasttext: average of bootstrapped runs is best by more than 3 sigma"
    for lead, verdict in ((0.3, AGREES), (-0.3, DIFFERS)):
        records = semeval() + semeval(sampling="shuffled")
        for record in records:
            is_best = record.cell.sampling == "bootstrapped"
            for quantity in ("accuracy", "rho"):
                own = 0.5 + 0.001 * np.arange(14.0)
                own[4:7] += lead * is_best
                record.stored[quantity][:] = own
        whole, *rows = claimed(scores=records)[name]
        assert whole["verdict"] == verdict and "cannot" not in whole["note"]
        assert {row["verdict"] for row in rows} == {verdict}
    planted = scored_change(trainer="fasttext", sampling="bootstrapped")
    whole, *rows = claimed(scores=[planted])[name]
    assert whole["verdict"] != AGREES and "2 cannot be compared" in whole["note"]
    assert all(row["note"].startswith("planted truth; next: ") for row in rows)
    # rows of claims do not name their task elsewhere
    assert [row["note"].split()[-1] for row in rows] == ["(accuracy)", "(rho)"]
