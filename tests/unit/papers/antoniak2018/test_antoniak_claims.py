"""The claims of Antoniak and Mimno 2018, on cosines that keep or break them."""

import dataclasses

import numpy as np
from asked import Stored, asked, drawn, lacking, scene, study
from numpy.testing import assert_allclose

from quaver import papers
from quaver.items.claims import FOREGONE, as_text, claims_of, claims_table
from quaver.items.item import build
from quaver.papers.antoniak2018 import PAPER, claims
from quaver.papers.antoniak2018.claims import disjoint_by_chance, first_to_all
from quaver.papers.antoniak2018.levels import DEVIATIONS
from quaver.papers.antoniak2018.queried import Scene
from quaver.statistics import pair_mean

CLAIMS = claims_of(papers.package("antoniak2018"))
NAMES = [claim.name for claim in CLAIMS]
SAME, PRESENCE, MOST, LEAST, WEAKER, SENTENCES, WHOLE, *NAMES_OF_RUNS = NAMES[:10]
RISES, BIAS, FLAT = NAMES_OF_RUNS
LOWEST, CHANGED, DISJOINT = NAMES[10:]
PAIRS = claims.OTHERS, ("bootstrapped",)
SAMPLED = "bootstrapped", "shuffled"
TABLE = claims_table(CLAIMS, PAPER.title)
STEADY = {"lsa": 0.005, "glove": 0.006, "sgns": 0.02, "ppmi": 0.045}


def as_claimed(technique, sampling, unit, fraction):
    """Deviations of a study that is as the paper says."""
    outer = 1.2 if technique == "ppmi" else 3
    spread = STEADY[technique] * (outer if sampling == "bootstrapped" else 1)
    if sampling == "bootstrapped":
        spread *= (1 if unit == "sentence" else 2) * (2 if fraction < 1 else 1)
    return spread


def made(records):
    return build(TABLE, Stored(records))


def told(frame):
    return as_text(frame, PAPER.title, "papers/antoniak2018/claims")


def verdicts_of(frame):
    whole = frame[frame.scope == "the claim"]
    return dict(zip(whole.claim, whole.verdict, strict=True))


def test_what_is_as_the_paper_says_agrees():
    found = verdicts_of(made(study(runs=30, spreads=as_claimed)))
    held = (
        PRESENCE,
        LEAST,
        SENTENCES,
        WHOLE,
    )
    assert {name: found[name] for name in held} == dict.fromkeys(held, "agrees")
    assert found[SAME] != "differs" and found[BIAS] != "differs"
    assert found[DISJOINT] == "undecided"  # none, which proves nothing
    rows = made(study(runs=4, spreads=as_claimed)).set_index("claim")
    # of too few runs to compare the first with, no null is told
    assert np.isnan(rows.under_null[RISES]).all() and (rows.under_null[MOST] == 1).all()


def test_what_is_not_as_the_paper_says_differs():
    def spreads(technique, sampling, unit, fraction):
        spread = 0.01 if technique == "ppmi" else 0.03
        spread *= {"fixed": 1, "shuffled": 2, "bootstrapped": 0.5}[sampling]
        return spread * (2 if unit == "sentence" else 1) * (0.5 if fraction < 1 else 1)

    found = verdicts_of(made(study(runs=30, spreads=spreads)))
    broken = (
        SAME,
        PRESENCE,
        MOST,
        LEAST,
    )
    broken += (SENTENCES, WHOLE)
    assert {name: found[name] for name in broken} == dict.fromkeys(broken, "differs")


def test_the_ratio_is_that_of_mean_deviations_over_common_runs():
    fixed, shuffled = drawn(runs=9, seed=1), drawn(runs=6, seed=2)
    frame = made([asked(fixed, sampling="fixed"), asked(shuffled, sampling="shuffled")])
    (row,) = frame[(frame.claim == SAME) & (frame.scope == "a cell")].itertuples()

    def brute(values):
        own = values.astype(float)
        words = [np.argsort(-np.nan_to_num(own[:, q]).mean(axis=0)) for q in (0, 1)]
        return np.mean([own[:, q, words[q][:10]].std(axis=0) for q in (0, 1)])

    assert_allclose(row.value, brute(fixed[:6]) / brute(shuffled), rtol=1e-6)
    assert (row.runs, row.against, row.sampling) == (6, "shuffled", "fixed")
    assert row.low < row.value < row.high


def test_every_pair_of_algorithms_is_a_row():
    frame = made(study(runs=4))
    rows = frame[frame.scope == "a cell"].groupby("claim").size()
    views, samplings = 4, 3
    assert rows[SAME] == rows[PRESENCE] == views * 4
    assert rows[MOST] == views * samplings * 3
    assert rows[LEAST] == views * 2 * 4
    assert rows[WEAKER] == views * 3
    assert rows[SENTENCES] == rows[WHOLE] == views / 2 * 4
    assert rows[LOWEST] == views * samplings * 3 * 2
    assert rows[CHANGED] == views * 3 * 2
    assert rows[DISJOINT] == views * 4


def test_bootstrapping_matters_less_to_ppmi_is_a_ratio_of_ratios():
    records = [
        asked(
            drawn(runs=8, spread=spread, seed=seed), technique=name, sampling=sampling
        )
        for seed, (name, sampling, spread) in enumerate(
            [
                ("ppmi", "shuffled", 0.04),
                ("ppmi", "bootstrapped", 0.05),
                ("sgns", "shuffled", 0.01),
                ("sgns", "bootstrapped", 0.05),
            ]
        )
    ]
    frame = made(records)
    row = frame[(frame.claim == WEAKER) & (frame.scope == "a cell")].iloc[0]
    first = build(DEVIATIONS, Stored(records)).deviation_e2
    assert_allclose(row.value, (first[1] / first[0]) / (first[3] / first[2]))
    assert row.verdict == "agrees" and row.against == "sgns"


def test_what_cannot_be_compared_has_no_verdict_and_says_why():
    frame = made([asked(), lacking(sampling="shuffled")])
    rows = frame[frame.scope == "a cell"].set_index("claim")
    assert rows.note[SAME] == "not in the study; sgns, shuffled: 3 of 6 runs failed"
    assert rows.verdict[SAME] == ""
    assert rows.note[FLAT] == "needs 50 runs, there are 6"
    assert verdicts_of(frame)[SAME] == "undecided"


def test_runs_that_are_all_the_same_have_no_interval_but_a_verdict():
    still = np.repeat(drawn(runs=1), 6, axis=0)
    records = [
        asked(still, sampling="fixed"),
        asked(still, sampling="shuffled"),
        asked(drawn(), sampling="bootstrapped"),
    ]
    frame = made(records)
    rows = frame[frame.scope == "a cell"].set_index("claim")
    for name in (SAME, PRESENCE):
        assert rows.verdict[name] == "agrees"
        assert rows.note[name] == "some cells do not vary"


def test_disjoint_lists_are_found_and_named():
    values = drawn(runs=4)
    values[1, 1] = values[1, 1, ::-1]  # the farthest words are the nearest
    values[1, 1, 1], values[1, 1, 28] = np.nan, 0.2
    frame = made([asked(values)])
    row = frame[(frame.claim == DISJOINT) & (frame.scope == "a cell")].iloc[0]
    assert row.verdict == "agrees"
    assert row.note == "3 of 12 pairs of lists, most of w01"
    assert verdicts_of(frame)[DISJOINT] == "agrees"


def test_disjoint_lists_may_be_there_by_chance_alone():
    """Lists of .25 mean Jaccard share each word by .4: .6^10 = .006 have none."""
    for pairs, expected in ((1000, 6 / 1000), (100, 0)):
        agreements = np.tile([0.1, 0.4], pairs // 2).reshape(-1, 2)
        assert disjoint_by_chance(agreements) == expected
    # simulated: a word of one list is in the other by .4, each by itself
    kept = np.random.default_rng(20261119).random((200_000, 10)) < 0.4
    assert_allclose((~kept).all(axis=1).mean(), 0.6**10, atol=5e-4)
    assert np.isnan(disjoint_by_chance(np.full((3, 2), np.nan)))


def test_the_first_runs_by_all_are_those_of_brute_force():
    values = drawn(runs=12)[:, :, 5:25]
    plain, expected = first_to_all(values, 5, freed=False)
    own = values.astype(float)
    ratio = own[:5].std(axis=0).mean() / own.std(axis=0).mean()
    assert_allclose(np.exp(plain.value), ratio)
    assert_allclose(expected, 0.8407 / 0.9369, atol=1e-3)  # c4 sqrt((n - 1) / n)

    def brute(first, both):
        variances = [x.var(axis=0, ddof=1).mean() for x in (first, both)]
        return np.log(variances[0] / variances[1]) / 2

    root, one = first_to_all(values, 5, freed=True)
    assert_allclose(root.value, brute(own[:5], own))
    assert one == 1
    # Welch and Satterthwaite, of the first five runs and of the other seven
    parts = []
    for runs in (range(5), range(5, 12)):
        left = [(np.delete(own[:5], k, 0) if k < 5 else own[:5]) for k in runs]
        both = (np.delete(own, k, 0) for k in runs)
        moves = [brute(*each) for each in zip(left, both, strict=True)]
        parts.append((len(runs) - 1) * np.var(moves))
    assert_allclose(root.error, np.sqrt(sum(parts)))
    freedom = sum(parts) ** 2 / (parts[0] ** 2 / 4 + parts[1] ** 2 / 6)
    assert_allclose(root.freedom, freedom)
    assert freedom < 11 - 2  # p took that of all runs


def test_rows_of_two_samples_have_their_own_freedom():
    samplings = enumerate(("fixed", "shuffled", "bootstrapped"))
    records = [asked(drawn(9, 0.1, k), sampling=name) for k, name in samplings]
    rows = {claim.name: claim.judged(Stored(records)) for claim in CLAIMS}
    for name in (SAME, PRESENCE):
        assert all(8 < row["freedom"] <= 16 for row in rows[name]), name
    lists = claims.compared(scene(records), claims.gap, claims._samplings, *SAMPLED)
    assert all(8 < row["freedom"] <= 16 for row in lists)


def test_of_many_normal_runs_the_rise_is_bias_and_the_rest_is_level():
    """Cosines whose deviation does not change: fifty runs, as in the paper."""
    frame = made([asked(drawn(runs=50, queries=20, spread=0.002))])
    found = verdicts_of(frame)
    assert found[RISES] == "agrees"
    assert found[BIAS] == "agrees"
    assert found[FLAT] in ("agrees", "undecided")
    whole = frame[frame.scope == "the claim"].set_index("claim")
    # c4(n) sqrt((n - 1) / n) of 5 runs by that of 50: in the band, whatever is measured
    assert_allclose(whole.under_null[RISES], 0.8407 / 0.9849, atol=1e-3)
    foregone = {name for name in (RISES, BIAS, FLAT) if FOREGONE in whole.note[name]}
    assert foregone == {RISES, BIAS, FLAT}


def test_the_first_technique_by_name_stands_for_its_algorithm():
    names = ("ppmi_b", "ppmi_a")
    records = [asked(technique=name, trainer="ppmi") for name in names]
    records += [asked(technique="fast", trainer="fasttext"), asked(technique="lsa")]
    assert scene(records).roles == {"lsa": "lsa", "ppmi": "ppmi_a"}
    frame = made(records)
    of_ppmi = frame[(frame.claim == MOST) & (frame.scope == "a cell")]
    assert set(of_ppmi.technique) == {"ppmi_a"}
    assert set(of_ppmi.note) >= {"ppmi_a stands for PPMI, as first by name"}
    shown = set(frame[frame.claim == PRESENCE].technique.dropna())
    assert shown == {*names, "lsa"}  # another algorithm is no claim of theirs


def test_words_of_other_corpora_are_not_compared():
    record = asked(names=["only", "here"], sampling="fixed")
    other = asked(sampling="shuffled")
    frame = made([record, other])
    row = frame[(frame.claim == SAME) & (frame.scope == "a cell")].iloc[0]
    assert (row.note, row.verdict) == ("no query in common", "")


def test_lists_of_other_queries_are_compared_and_it_is_told():
    """Their agreement is kept as a mean over queries: each cell has its own."""
    names = ("lsa", "ppmi")
    records = [asked(technique=name, trainer=name) for name in names]
    (first, second) = scene(records).cells
    second = dataclasses.replace(second, names=[first.names[0], "another"])
    given = Scene([first, second]), claims.gap, claims.algorithms, *PAIRS
    for row in claims.compared(*given):
        assert row["note"] == "not the same queries" and row["low"] <= row["high"]


def test_findings_say_what_becomes_of_every_claim():
    found = made(study(runs=30, spreads=as_claimed))
    text = told(found)
    line = next(x for x in text.splitlines() if x.startswith(PRESENCE))
    (value,) = found[(found.scope == "the claim") & (found.claim == PRESENCE)].value
    assert line.split()[-3:] == ["agrees", f"{value:.2f}", "1.00"]
    assert all(claim.name in text for claim in CLAIMS)
    assert max(map(len, text.splitlines())) <= 88


def test_a_study_without_queries_has_no_claims_to_tell():
    assert told(made([])) == ""


def test_techniques_on_the_same_draws_are_left_a_run_together():
    """PPMI wavers twice as much as LSA, by the same noise: surely more."""
    noise = drawn(runs=6, spread=0.05) - drawn(runs=6, spread=0)
    records = [
        asked(drawn(runs=6, spread=0) + factor * noise, technique=name, trainer=name)
        for name, factor in (("lsa", 0.1), ("ppmi", 0.2))
    ]
    frame = made(records)
    row = frame[(frame.claim == MOST) & (frame.scope == "a cell")].iloc[0]
    assert_allclose([row.value, row.low, row.high], 2, rtol=1e-3)


def test_lists_on_the_same_draws_are_left_a_run_together():
    """What PPMI and LSA agree more or less, by pairs of runs that both have."""
    records = [
        asked(drawn(runs=runs, spread=0.1, seed=runs), technique=name)
        for name, runs in (("lsa", 7), ("ppmi", 6))
    ]
    frame = made(records)
    agreed = frame[(frame.claim == LOWEST) & (frame.scope == "a cell")]
    lsa, ppmi = scene(records).cells
    for found in agreed.itertuples():
        gaps = np.zeros((7, 7))
        gaps[np.triu_indices(7, 1)] = lsa.agreements["jaccard", found.n]
        other = np.zeros((6, 6))
        other[np.triu_indices(6, 1)] = ppmi.agreements["jaccard", found.n]
        expected = pair_mean((lambda m: m + m.T)(gaps[:6, :6] - other))
        assert_allclose(
            [found.value, found.low, found.high],
            [expected.mean, expected.low, expected.high],
        )


def test_a_row_without_a_cell_is_named_by_what_is_missing():
    records = [asked(technique="lsa"), asked(drawn(seed=3))]
    frame = made([*records, asked(technique="ppmi", corpus="elsewhere")])
    rows = frame[(frame.claim == MOST) & (frame.scope == "a cell")]
    assert set(rows.technique) == {"ppmi"} and set(rows.note) == {"not in the study"}


def test_a_corpus_may_be_called_all():
    records = [
        asked(technique="lsa", corpus="all", sampling=sampling)
        for sampling in ("shuffled", "bootstrapped")
    ]
    lines = told(made(records)).splitlines()
    assert len([line for line in lines if line.startswith(PRESENCE)]) == 1


def test_hierarchical_softmax_is_another_algorithm():
    other = {"architecture": "skip-gram", "hierarchical_softmax": True}
    records = [asked(technique="a", trainer="word2vec", parameters=other)]
    records += [asked(technique="b", trainer="word2vec")]
    assert scene(records).roles == {"sgns": "b"}
