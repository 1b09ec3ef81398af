"""Words asked for, judged from invented runs, and what the tables say of them."""

import re
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import yaml
from invented import cell
from numpy.testing import assert_allclose

from quaver.config.techniques import TRAINERS
from quaver.house.coverage import NEAR, covered, simulation
from quaver.house.judged import UNKNOWN, Asked, judged
from quaver.house.trust import (
    CLIPPED,
    NEIGHBOUR_LISTS,
    OUTSIDE,
    TRUST,
    list_rows,
    word_row,
)
from quaver.items.ends import CUT
from quaver.items.item import framed
from quaver.items.render import as_csv, as_latex, as_markdown
from quaver.measures.trust import STABLE, TOO_LITTLE, UNCERTAIN, Neighbours, Rule
from quaver.results.queries import QueryNumbers
from quaver.spaces.queries import near
from quaver.statistics.bootstrap import interval

ROOT = Path(__file__).parents[3]
SIMULATED = simulation()
COLUMNS = (
    *("technique", "trainer", "text", "unit", "drawn", "kind", "runs", "whole_runs"),
    *("method", "nominal", "coverage", "high", *NEAR),
)
SETTING = {"dimensions": 20, "window": 5}  # as simulated
CLUSTERS = {"length": 90.0, "clustering": 3.0, "left_out": 1.0}
TEXTS = {"news": CLUSTERS}
NOT_SIMULATED = pd.DataFrame(columns=list(COLUMNS))
WORDS = [f"w{k}" for k in range(40)]
NAMES = ["w5", "w20"]
RULE = Rule(n=4)
ONE = Asked(RULE, {"news": ("w5",)}, {}, NOT_SIMULATED)
ASKED = Asked(RULE, {"news": ("w20", "w5", "Ärger")}, {"news": 3}, NOT_SIMULATED)


def own(trainer="glove", **changes):
    """What is known of a cell: near what was simulated but for the changes."""
    return {"trainer": trainer, **SETTING, **CLUSTERS, **changes}


def lists_of(words):
    return framed(
        [row for word in words for row in list_rows(word)], NEIGHBOUR_LISTS.columns
    )


def trust_of(words):
    return framed(map(word_row, words), TRUST.columns)


def spaces(runs, seed=0, spread=0.01):
    """Cosines of the queries with all words: (queries, runs, words)."""
    generator = np.random.default_rng(seed)
    means = np.full((2, 40), 0.1)
    means[:, :3] = 0.8, 0.7, 0.6
    cosines = means[:, None] + generator.normal(0, spread, (2, runs, 40))
    for query, name in enumerate(NAMES):
        cosines[query, :, WORDS.index(name)] = np.nan
    return cosines.astype(np.float32)


def record(sampling, cosines, candidates=20, **changes):
    """What is stored of a cell whose queries have such cosines."""
    found = [near(each, 5, candidates) for each in cosines]
    by_query = {"candidates": np.array([one.candidates for one in found])}
    names = ("neighbours", "cosines", "candidate_cosines", "candidate_ranks")
    by_run = {
        name: np.stack([getattr(one, name) for one in found], axis=1) for name in names
    }
    facts = {"sampling": sampling, "runs": cosines.shape[1], "trainer": "glove"}
    facts["parameters"] = SETTING
    return QueryNumbers(
        cell=cell(**facts | changes),
        words=WORDS,
        frequency=np.arange(40.0)[::-1] + 7,
        names=NAMES,
        unknown=["Ärger"],
        queries=np.array([WORDS.index(name) for name in NAMES]),
        studied=np.array([False, False]),
        listed=np.array([True, True]),
        moments={q: (x.mean, x.deviation, x.present) for q, x in enumerate(found)},
        **by_query,
        **by_run,
    )


def judge(*records, asked=ASKED):
    return {one.word: one for one in judged(iter(records), asked)}


def both(runs=8, **changes):
    drawn = record("bootstrapped", spaces(runs), **changes)
    return [record("shuffled", spaces(6, seed=1), **changes), drawn]


def test_words_are_judged_in_the_order_they_were_asked_for():
    found = judge(*both())
    assert list(found) == ["w20", "w5", "Ärger"]
    assert [one.verdict for one in found.values()] == [STABLE, STABLE, UNKNOWN]


def test_a_list_is_that_of_the_means_and_its_interval_of_both_cells():
    cosines = spaces(8)
    whole = spaces(6, seed=1)
    one = judge(record("shuffled", whole), record("bootstrapped", cosines))["w5"]
    means = np.nan_to_num(cosines[0].mean(axis=0), nan=-1)
    order = sorted(range(40), key=lambda row: -means[row])[:4]
    assert one.names == tuple(WORDS[row] for row in order)
    ends = interval(RULE.method, whole[0][:, order], cosines[0][:, order], 0.95)
    assert_allclose(one.nearest.low, ends.low, rtol=1e-6)
    assert_allclose(one.nearest.estimate, ends.estimate, rtol=1e-6)
    others = np.delete(cosines[0].mean(axis=0, dtype=float), 5)
    assert_allclose(one.average, others.mean(), rtol=1e-6)
    assert (one.runs, one.present, one.whole) == (8, 8, ("shuffled", 6))
    assert one.occurrences == 34 + 7


def test_shuffled_runs_go_before_fixed_ones():
    fixed = record("fixed", spaces(7, seed=3))
    assert judge(fixed, *both())["w5"].whole == ("shuffled", 6)
    assert judge(fixed, both()[1])["w5"].whole == ("fixed", 7)
    lost = QueryNumbers(cell(sampling="shuffled"), note="not measured")
    assert judge(fixed, lost, both()[1])["w5"].whole == ("fixed", 7)


def test_words_far_off_in_the_whole_text_have_the_mean_and_deviation_kept_of_them():
    """Of words that are no candidates there, cosines are not stored run by run."""
    all_kept = judge(*both())["w5"]
    whole, drawn = both()
    few_kept = judge(record("shuffled", spaces(6, seed=1), candidates=2), drawn)["w5"]
    for name in ("estimate", "low", "high"):
        wanted = getattr(all_kept.nearest, name)
        assert_allclose(getattr(few_kept.nearest, name), wanted, rtol=1e-5)
    assert few_kept.nearest.verdict == all_kept.nearest.verdict


def test_a_word_the_corpus_lacks_says_why():
    found = judge(*both())["Ärger"]
    assert found.sentence == (
        "'Ärger' is not in news: it does not occur, or fewer than 3 times, and rarer "
        "words were removed (min_count)."
    )
    asked = Asked(RULE, {"news": ("W5",)}, {"news": 1}, NOT_SIMULATED)
    assert judge(*both(), asked=asked)["W5"].sentence == (
        "'W5' is not in news: its words are in lower case, write 'w5'."
    )


def test_a_word_most_runs_lack_is_not_judged():
    cosines = spaces(8)
    cosines[0, :5] = np.nan
    drawn = record("bootstrapped", cosines, parameters={"min_count": 5})
    found = judge(both()[0], drawn)
    assert found["w5"].verdict == TOO_LITTLE
    assert found["w5"].sentence == (
        "Too little data on 'w5' in news (word2vec): it is in 3 of 8 bootstrapped "
        "runs, which read words that occur 5 times or more."
    )
    assert found["w20"].verdict == STABLE
    cosines[0] = np.nan
    gone = judge(both()[0], record("bootstrapped", cosines))["w5"]
    assert (gone.verdict, gone.nearest) == (TOO_LITTLE, None)


def test_what_a_study_lacks_is_told():
    whole, drawn = both()
    assert judge(whole)["w5"].why == "the study has no bootstrapped runs of it"
    assert judge(whole)["Ärger"].verdict == UNKNOWN
    alone = judge(drawn)["w5"]
    assert alone.verdict == TOO_LITTLE
    assert alone.why == "no runs on the whole text, shuffled or fixed"
    lost = QueryNumbers(cell(sampling="bootstrapped"), note="2 of 3 runs failed")
    assert judge(whole, lost)["w5"].why == "2 of 3 runs failed"
    single = QueryNumbers(cell(sampling="bootstrapped", runs=1), note="nothing")
    assert (
        judge(whole, single)["w5"].why == "1 run, a verdict needs 5 bootstrapped ones"
    )
    few = judge(whole, record("bootstrapped", spaces(4)))["w5"]
    assert few.why == "4 bootstrapped runs, a verdict needs 5"


def test_a_sentence_says_how_many_neighbours_are_stable_and_which():
    asked = Asked(Rule(n=7), {"news": ("w5",)}, {}, NOT_SIMULATED)
    assert judge(*both(), asked=asked)["w5"].sentence == (
        "Take care: only 3 of the 7 nearest words of 'w5' in news (word2vec) are "
        "stable: w0, w1, w2."
    )
    asked = Asked(Rule(n=3), {"news": ("w5",)}, {}, NOT_SIMULATED)
    assert judge(*both(), asked=asked)["w5"].sentence.startswith("All 3 of the 3 ")
    far = [record(name, spaces(8) * 0) for name in ("shuffled", "bootstrapped")]
    assert judge(*far, asked=asked)["w5"].sentence == (
        "Take care: none of the 3 nearest words of 'w5' in news (word2vec) is stable."
    )


def test_each_technique_and_view_is_judged_by_its_own_runs():
    records = [*both(technique="a"), *both(technique="b", runs=4)]
    records += both(technique="a", view="news.line")
    found = list(judged(records, ASKED))
    places = [(one.cell.technique, one.cell.view, one.verdict) for one in found]
    assert places[0] == ("a", "news", STABLE)
    assert places[3] == ("b", "news", TOO_LITTLE)
    assert places[6] == ("a", "news.line", STABLE)
    assert len(found) == 9


def test_the_tables_hold_a_row_per_neighbour_and_one_per_word():
    words = list(judged(both(), ASKED))
    lists, trust = lists_of(words), trust_of(words)
    assert lists["word"].tolist() == ["w20"] * 4 + ["w5"] * 4 + ["Ärger"]
    assert lists["rank"].tolist()[:8] == [1, 2, 3, 4] * 2
    assert lists["verdict"].tolist()[:4] == [STABLE] * 3 + [UNCERTAIN]
    assert lists["note"].tolist()[8].startswith("it does not occur")
    assert trust["word"].tolist() == ["w20", "w5", "Ärger"]
    assert trust["stable"].tolist()[:2] == trust["steady_to"].tolist()[:2] == [3, 3]
    assert trust["sentence"].iloc[0] == (
        "3 of the 4 nearest words of 'w20' in news (word2vec) are stable: w0, w1, w2."
    )
    assert (trust["j_low"] <= trust["j_mean"])[:2].all()
    rows = lists.iloc[:4]
    assert (rows["low"] <= rows["estimate"]).all()
    assert (rows["rank_best"] <= rows["rank_median"]).all()
    assert (rows["rank_median"] <= rows["rank_worst"]).all()


def test_every_row_is_rendered_in_every_format():
    for records in (both(), both()[:1], both()[1:], []):
        lists = lists_of(judged(records, ASKED))
        for table, frame in (
            (TRUST, trust_of(judged(records, ASKED))),
            (NEIGHBOUR_LISTS, lists),
        ):
            texts = as_csv(frame), as_markdown(table, frame), as_latex(table, frame)
            assert not re.search(r"\b(nan|None|<NA>)\b", " ".join(texts))
        assert ((lists["note"].str.len() > 0) == (lists["verdict"] != STABLE)).all()


def simulated(**rows):
    facts = {"technique": "glove", "trainer": "glove", "text": "first"}
    facts |= {"unit": "document", "drawn": "document", "kind": "chosen", "runs": 8}
    facts |= {"whole_runs": 5, **SETTING, **CLUSTERS}
    facts |= {"method": RULE.method, "nominal": 0.95, "coverage": 0.9, "high": 0.96}
    return pd.DataFrame([facts | rows], columns=list(COLUMNS))


def held(count):
    return f"in simulation {count} of 100 such intervals held the truth"


def test_what_simulation_found_is_told_of_what_is_near():
    """By what the units are, not by what they are called."""
    split = {"unit": "sentence", "drawn": "sentence", "clustering": 1.2}
    split |= {"left_out": 2.5, "length": 12.0}
    table = pd.concat(
        [
            simulated(runs=5, coverage=0.8, high=0.85),
            simulated(runs=20, coverage=0.9, high=0.94),
            simulated(runs=20, coverage=0.95, high=0.99, **split),
            simulated(runs=20, kind="far", coverage=0.1, high=0.2),
            simulated(runs=20, trainer="lsa", coverage=0.2, high=0.3),
        ]
    )
    lines = own(clustering=1.1, left_out=2.7, length=20)
    assert covered(table, lines, (50, 10), RULE) == (0.95, "")
    assert covered(table, own(), (50, 10), RULE) == (0.9, held(90))
    assert covered(table, own(), (8, 10), RULE) == (0.8, held(80))
    few = "such intervals were not simulated for so few runs"
    for runs in ((3, 10), (50, 3)):
        share, why = covered(table, own(), runs, RULE)
        assert np.isnan(share) and why == few


def test_of_texts_that_are_near_the_one_where_fewest_held_is_told():
    """A mean over them would hide that no interval holds there."""
    table = pd.concat(
        [
            simulated(runs=20, coverage=0.97),
            simulated(text="second", coverage=0.92, high=0.94, clustering=5.0),
            simulated(text="third", coverage=0.7, high=0.8, clustering=8.0),
        ]
    )
    assert covered(table, own(), (20, 10), RULE) == (0.92, held(92))
    assert covered(table, own(clustering=1.6), (20, 10), RULE) == (0.97, "")


def test_of_what_is_far_it_is_said_in_what_and_what_was_simulated():
    """Each fact in turn, beyond the factor that counts as near."""
    table = pd.concat([simulated(), simulated(text="second", clustering=5.0)])
    wrong = []
    for fact, (label, times) in NEAR.items():
        low, high = table[fact].min(), table[fact].max()
        ends = f"{low:g}" if low == high else f"{low:g} to {high:g}"
        for value in (1.01 * high * times, 0.99 * low / times):
            share, why = covered(table, own(**{fact: value}), (8, 5), RULE)
            said = f"not simulated for {label} near {value:.4g} (simulated: {ends})"
            wrong += [(why, said)] * (said not in why or not np.isnan(share))
        for value in (0.99 * high * times, 1.01 * low / times):
            why = covered(table, own(**{fact: value}), (8, 5), RULE)[1]
            wrong += [(fact, value, why)] * ("simulated" in why)
    assert not wrong
    share, why = covered(table, {"trainer": "glove", **SETTING}, (8, 5), RULE)
    assert np.isnan(share) and "length unknown (simulated: 90)" in why


def test_of_other_kinds_of_training_no_share_is_told():
    for changes in (
        {"trainer": "word2vec", "architecture": "cbow"},
        {"trainer": "word2vec", "hierarchical_softmax": True},
        {"trainer": "noise"},
    ):
        share, why = covered(SIMULATED, own(**changes), (8, 10), RULE)
        assert np.isnan(share) and "this kind of training" in why
    assert covered(SIMULATED, own("word2vec"), (8, 10), RULE)[0] > 0.9


def test_what_studies_do_by_default_was_simulated():
    """The README's study and the default one, with their texts as they cluster."""
    readme = {"length": 60.0, "clustering": 1.4, "left_out": 1.0}
    early = {"length": 116.3, "clustering": 1.88, "left_out": 1.0}
    late = {"length": 40.9, "clustering": 3.03, "left_out": 1.0}
    study = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    cases = [(early, study["techniques"]), (late, study["techniques"])]
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    (mine,) = re.findall(r"```yaml\n(.*?)```", page, flags=re.DOTALL)[:1]
    cases.append((readme, yaml.safe_load(mine)["techniques"]))
    far = {}
    for clusters, techniques in cases:
        for name, given in techniques.items():
            parameters = dict(given)
            trained = TRAINERS[parameters.pop("trainer")](**parameters)
            asked = {"trainer": given["trainer"], **asdict(trained), **clusters}
            share, why = covered(SIMULATED, asked, (8, 8), RULE)
            far |= {(name, *clusters.values()): why} if np.isnan(share) else {}
    # fastText is slow: of it only 20 dimensions were simulated
    assert {name for name, *_ in far} <= {"fasttext"}


def test_only_intervals_of_a_confidence_that_was_simulated_have_a_share():
    rule = Rule(n=4, confidence=0.9)
    asked = Asked(rule, {"news": ("w5",)}, {}, SIMULATED, TEXTS)
    (row,) = trust_of(judged(both(unit="document"), asked)).to_dict("records")
    assert row["note"] == "only intervals of 95 % were simulated, not of 90 %"
    assert np.isnan(row["covered"])


def test_it_is_said_how_much_too_high_cosines_of_chosen_words_are():
    chosen = SIMULATED[(SIMULATED["kind"] == "chosen") & (SIMULATED["runs"] == 8)]
    bias = chosen.set_index("method")["bias"]
    least, most = bias[RULE.method].min(), bias[RULE.method].max()
    page = " ".join((ROOT / "docs/words.md").read_text(encoding="utf-8").split())
    assert f"by {least:.1f} to {most:.1f} in sim".replace("0.", ".") in page
    assert (bias["normal"].to_numpy() < bias[RULE.method].to_numpy()).all()
    assert "never listed" in page and "to expect" not in page


def test_neighbours_whose_whole_cosines_were_not_kept_are_noted():
    whole = record("shuffled", spaces(6, seed=1), candidates=2)
    rows = lists_of(judged([whole, both()[1]], ASKED)).iloc[4:8]
    kept = set(np.array(WORDS)[whole.candidates[0]])
    noted = [OUTSIDE in note for note in rows["note"]]
    assert noted == [word not in kept for word in rows["neighbour"]]
    assert noted[:4] == [False, False, True, True]
    assert rows["note"].iloc[3].startswith("among the 4 nearest in ")
    assert not lists_of(judged(both(), ASKED))["note"].isin([OUTSIDE]).any()


def test_ends_of_shares_lie_between_none_and_all():
    """The interval of a mean over few pairs of runs may reach beyond."""
    cosines = spaces(5, spread=1e-4)
    cosines[:, 0, 10:14] = cosines[:, 1, 14:18] = 0.9
    (word,) = judged(both()[:1] + [record("bootstrapped", cosines)], ONE)
    assert word.share.low < 0 and word.jaccard.low < 0
    row = trust_of([word]).iloc[0]
    assert row["p_low"] == row["j_low"] == 0
    assert row["p_high"] == word.share.high and row["p_mean"] == word.share.mean


@pytest.mark.parametrize(
    ("table", "note"),
    [
        (simulated(), ""),
        (
            simulated(coverage=0.88, high=0.93),
            "88 of 100 such intervals held the truth",
        ),
        (NOT_SIMULATED, "such intervals were not simulated"),
    ],
)
def test_intervals_that_miss_the_truth_too_often_are_told_with_the_word(table, note):
    asked = Asked(RULE, {"news": ("w5",)}, {}, table, TEXTS)
    (row,) = trust_of(judged(both(unit="document"), asked)).to_dict("records")
    assert (note in row["note"]) if note else row["note"] == ""


def test_ends_that_were_cut_at_a_bound_are_noted():
    """Only methods that are not on Fisher's scale reach beyond 1."""
    near_one = [np.clip(spaces(8, seed, 0.1) + 0.15, -1, 1) for seed in (1, 2)]
    pairs = zip(("shuffled", "bootstrapped"), near_one, strict=True)
    records = [record(*pair) for pair in pairs]
    for method, cut in (("normal", True), ("whole_rms_z", False)):
        asked = Asked(Rule(n=4, method=method), {"news": ("w5",)}, {}, SIMULATED)
        rows = lists_of(judged(records, asked))
        assert (CLIPPED in rows["note"].iloc[0]) == cut
        assert rows["high"].max() <= 1


def test_an_estimate_is_called_what_it_is():
    """The tanh of a mean of z, by the default method; no plain mean of cosines."""
    page = (ROOT / "docs/words.md").read_text(encoding="utf-8")
    for text in (NEIGHBOUR_LISTS.caption, page, Neighbours.__doc__):
        assert "tanh of" in text and "Fisher" in text, text[:60]
    whole, drawn = both()
    word = judge(whole, drawn)["w5"]
    near = [WORDS.index(name) for name in word.names]
    cosines = spaces(6, seed=1)[0][:, near].astype(float)
    wanted = np.tanh(np.arctanh(cosines).mean(axis=0))
    assert_allclose(word.nearest.estimate, wanted, rtol=1e-6)


def test_a_word_that_few_runs_have_heads_no_list():
    """Its mean is over these runs, which may be those of high cosines."""
    cosines = spaces(8)
    cosines[0, :3, 30] = cosines[0, 0, 31] = np.nan
    cosines[0, 3:, 30], cosines[0, 1:, 31] = 0.95, 0.9
    whole = record("shuffled", spaces(6, seed=1))
    asked = Asked(Rule(n=38), ONE.words, {}, NOT_SIMULATED)
    for rule, names in ((ONE, ["w31", "w0", "w1", "w2"]), (asked, ["w31", "w0"])):
        word = judge(whole, record("bootstrapped", cosines, 38), asked=rule)["w5"]
        assert [*word.names[: len(names)]] == names
    # where there are no others it is listed, and says why it comes last
    assert word.names[-1] == "w30" and len(word.names) == 38
    assert (word.nearest.present[-1], word.nearest.mean[-1]) == (5, pytest.approx(0.95))


def test_a_long_unit_and_an_end_that_is_cut_are_told_plainly():
    table = SIMULATED[SIMULATED["kind"] == "chosen"]
    _, why = covered(table, own(length=34_897.3), (8, 5), RULE)
    assert "units of a length near 34,897 (simulated: " in why
    share = SimpleNamespace(mean=0.1, low=-0.2, high=0.3, note="")
    (word, *_) = judge(*both()).values()
    row = word_row(replace(word, share=share, jaccard=share))
    assert row["note"][-2:] == (f"j: {CUT}", f"p: {CUT}")
