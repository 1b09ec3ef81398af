"""Tables 4 to 6 and the numbers of Figures 1 to 6 of Antoniak and Mimno 2018."""

from collections import defaultdict
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from asked import (
    AS_CODED,
    WORDS,
    Stored,
    asked,
    cell,
    corpus,
    drawn,
    lacking,
    made,
    scene,
    study,
)
from numpy.testing import assert_allclose

from quaver import papers
from quaver.items import item, render
from quaver.papers.antoniak2018 import PAPER
from quaver.papers.antoniak2018.by_rank import BY_PART, BY_UNIT, GROWTH
from quaver.papers.antoniak2018.levels import AGREEMENT, CHANGES, DEVIATIONS
from quaver.papers.antoniak2018.levels import AS_CODED as BOTH
from quaver.papers.antoniak2018.lists import (
    OTHER,
    TABLE_2,
    TABLE_4,
    TABLE_5,
    TABLE_6,
    published,
    zeros_counted,
)
from quaver.papers.antoniak2018.queried import NO_QUERIES, scene_of
from quaver.results.records import SAMPLINGS

PUBLISHED = {name: published(name) for name in ("table_2", "table_5", "table_6")}
WAYS = "jaccard", "skipped"
ITEMS, _ = item.of(papers.package(PAPER.name))


def nearest(values, query, n=10):
    """Words of highest mean over the runs that have them, half of them or more."""
    own = values[:, query].astype(float)
    present = (~np.isnan(own)).sum(axis=0)
    enough = 2 * present >= (~np.isnan(own)).any(axis=1).sum()
    sums = np.nansum(own, axis=0)
    means = np.where(enough & (present > 0), sums / np.maximum(present, 1), -9)
    return np.argsort(-means, kind="stable")[:n]


def deviation(values, n=10):
    """Mean of np.nanstd over the nearest words of all queries."""
    found = [
        np.nanstd(values[:, query, word].astype(float))
        for query in range(values.shape[1])
        for word in nearest(values, query, n)
    ]
    return np.mean(found)


def shared(values, first, second, query, n=10):
    """Jaccard of the lists of two runs; None where one lacks the query."""
    lists = []
    for run in (first, second):
        own = values[run, query]
        if np.isnan(own).all():
            return None
        order = np.argsort(np.where(np.isnan(own), 9, -own), kind="stable")
        lists.append(set(order[:n].tolist()))
    return len(lists[0] & lists[1]) / len(lists[0] | lists[1])


def one(frame, **facts):
    for name, value in facts.items():
        frame = frame[frame[name] == value]
    assert len(frame) == 1
    return frame.iloc[0]


HOLES = ((0, 0, 3), (1, 0, 3), (2, 1, None), (4, 1, 7))


@pytest.fixture(scope="module")
def holed():
    """A cell with words that runs lack, and a run that lacks a query."""
    return drawn(absent=HOLES, spread=0.1)


def test_table_4_has_the_nearest_of_the_fixed_runs_in_every_sampling():
    values = {name: drawn(seed=k) for k, name in enumerate(SAMPLINGS)}
    records = [asked(own, sampling=name) for name, own in values.items()]
    table = made(TABLE_4, records)
    assert len(table) == 20
    assert set(table.chosen_in) == {"fixed"}
    for query in (0, 1):
        own = table[table["query"] == WORDS[query]]
        words = nearest(values["fixed"], query)
        assert list(own["word"]) == [WORDS[word] for word in words]
        assert list(own["rank"]) == list(range(1, 11))
        for name, cosines in values.items():
            of = cosines[:, query, words].astype(float)
            assert_allclose(own[f"{name}_mean"], of.mean(axis=0))
            assert_allclose(own[f"{name}_deviation"], of.std(axis=0))
            assert set(own[f"{name}_present"]) == set(own[f"{name}_runs"]) == {6}


def test_table_4_without_fixed_runs_says_in_what_words_were_chosen():
    records = [lacking(sampling="fixed"), asked(sampling="shuffled")]
    table = made(TABLE_4, records)
    assert set(table.chosen_in) == {"shuffled"}
    assert table.note[0].startswith("fixed: 3 of 6 runs failed; bootstrapped: not in")
    assert table.fixed_mean.isna().all() and table.shuffled_mean.notna().all()
    (alone,) = made(TABLE_4, records[:1]).to_dict("records")
    assert "fixed: 3 of 6 runs failed" in alone["note"]


def test_table_4_counts_absent_words_as_the_study_wants(holed):
    record = asked(holed, sampling="fixed")
    skipped = made(TABLE_4, [record])
    word = one(skipped, query="w00", word="w03")
    assert (word.fixed_present, word.fixed_runs) == (4, 6)
    own = holed[:, 0, 3].astype(float)
    assert_allclose(word.fixed_deviation, np.nanstd(own))
    coded = made(TABLE_4, [record], AS_CODED)
    full = holed[:, 0, 1].astype(float)
    assert_allclose(one(coded, query="w00", word="w01").fixed_mean, full.mean())
    zeros = zeros_counted(np.array(record.moments[0], float), 6)
    assert_allclose(zeros[0][3], np.nan_to_num(own).mean())
    assert_allclose(zeros[1][3], np.nan_to_num(own).std())
    assert set(skipped.absent) == {"skipped"} and set(coded.absent) == {"zero"}


def test_words_that_were_not_asked_for_by_the_study_are_left_out():
    record = asked(studied=[True, False], sampling="fixed")
    assert set(made(TABLE_4, [record])["query"]) == {"w00"}
    assert scene([record]).cells[0].names == ["w00"]


def test_of_a_text_asked_for_neighbours_alone_nothing_is_claimed():
    """That it had none of the words would be untrue: they were asked for elsewhere."""
    listed, missing = (
        asked(studied=[False] * 2),
        asked(drawn(queries=0), unknown=["war"]),
    )
    elsewhere, lacks = scene([listed]), scene([missing])
    assert elsewhere.cells == []
    assert [own.note for own in lacks.cells] == [NO_QUERIES]
    assert made(TABLE_4, [listed]).empty


def test_printed_lists_are_seven_of_ten_words():
    for number in (5, 6):
        table = PUBLISHED[f"table_{number}"]
        assert len(table) == 70
        assert table.source.str.startswith(f"Table {number}, section 7").all()
        for _, own in table.groupby("run"):
            assert list(own["rank"]) == list(range(1, 11))
            assert own["word"].nunique() == 10


def test_printed_lists_are_as_the_text_says():
    lists = {
        number: [
            set(own["word"]) for _, own in PUBLISHED[f"table_{number}"].groupby("run")
        ]
        for number in (5, 6)
    }
    assert not set.intersection(*lists[5])  # "None of the words shown appear in every"
    assert {"human", "humans"} <= lists[6][2] and not {"human", "humans"} & lists[6][0]
    assert (PUBLISHED["table_6"].query("rank == 1")["word"] == "selection").all()
    agreed = [
        np.mean([len(a & b) / len(a | b) for a, b in combinations(own, 2)])
        for own in lists.values()
    ]
    for table, mean in zip((TABLE_5, TABLE_6), agreed, strict=True):
        first = one(made(table, []), kind="published", rank=1)
        assert_allclose(first.jaccard, mean)
        assert first.jaccard_low < mean < first.jaccard_high
        assert first.common == len(set.intersection(*lists[table.order]))


def test_table_5_shows_the_query_whose_lists_agree_least():
    values = drawn(runs=9, spread=0.02, queries=3)
    values[:, 2] = drawn(runs=9, spread=0.1, queries=3, seed=5)[:, 2]
    table = made(TABLE_5, [asked(values)])
    own = table[table.kind == "ours"]
    assert set(own["query"]) == {"w02"} and set(own.chosen) == {"its lists agree least"}
    for run in range(7):
        order = np.argsort(np.where(np.isnan(values[run, 2]), 9, -values[run, 2]))
        assert list(own[f"run_{run + 1}"]) == [WORDS[word] for word in order[:10]]
    pairs = [shared(values, *pair, 2) for pair in combinations(range(9), 2)]
    first = own.iloc[0]
    assert_allclose(first.jaccard, np.mean(pairs), rtol=1e-6)
    assert (first.runs, first.verdict) == (9, "not comparable: another corpus")
    assert own.jaccard.isna().sum() == 9


def test_the_published_query_is_shown_where_it_was_asked_for():
    values = drawn(spread=0.3)
    record = asked(values, names=["pregnancy", "w01"])
    first = made(TABLE_5, [record]).iloc[0]
    assert (first["query"], first.chosen) == ("pregnancy", "as published")
    assert pd.isna(first.run_7) and "6 runs of 7" in first.note


def test_lists_of_the_published_corpus_get_a_verdict():
    record = asked(drawn(spread=0.01), corpus="ninth", names=["pregnancy", "w01"])
    text = corpus(name="ninth", tokens=20_000_000, documents=9800)
    table = made(TABLE_5, [record], WAYS, [text])
    assert table.verdict[0] == "differs"  # steady lists, published ones are not
    few = corpus(name="ninth", tokens=2_000_000)
    table = made(TABLE_5, [record], WAYS, [few])
    assert table.verdict[0] == "not comparable: another corpus"


def test_table_5_is_of_skip_gram_and_table_6_of_glove():
    records = [
        asked(technique=name, trainer=trainer, parameters={"architecture": kind})
        for name, trainer, kind in (
            ("a", "word2vec", "cbow"),
            ("b", "word2vec", "skip-gram"),
            ("c", "glove", ""),
        )
    ]
    five, six = made(TABLE_5, records), made(TABLE_6, records)
    assert set(five[five.kind == "ours"].technique) == {"b"}
    assert set(six[six.kind == "ours"].technique) == {"c"}
    coded = made(TABLE_5, records[:1])
    assert coded.technique[0] == "a"
    assert "a, which is CBOW as coded, stands for SGNS" in coded.note[0]


def test_figure_1_is_the_mean_deviation_of_the_ten_nearest(holed):
    row = made(DEVIATIONS, [asked(holed)]).iloc[0]
    assert_allclose(row.deviation_e2, 100 * deviation(holed), rtol=1e-6)
    left = []
    words = [nearest(holed, query) for query in (0, 1)]
    for run in range(6):
        rest = np.delete(holed, run, axis=0).astype(float)
        each = [np.nanstd(rest[:, q, words[q]], axis=0) for q in (0, 1)]
        left.append(np.mean(each))
    error = np.sqrt(5 / 6 * np.square(np.array(left) - np.mean(left)).sum())
    reach = row.deviation_high_e2 - row.deviation_e2
    assert_allclose(reach, 100 * 2.5705818366147395 * error, rtol=1e-5)
    assert (row.runs, row.queries) == (6, 2)


def test_absent_words_counted_as_0_waver_more(holed):
    coded = made(DEVIATIONS, [asked(holed)], AS_CODED).deviation_e2[0]
    zeros = np.nan_to_num(holed)
    zeros[:, [0, 1], [0, 1]] = np.nan  # a query is not near to itself
    assert_allclose(coded, 100 * deviation(zeros), rtol=1e-6)
    both = made(BOTH, [asked(holed)]).iloc[0]
    assert_allclose([both.skipped_e2, both.zero_e2], [100 * deviation(holed), coded])


def test_figure_2_skips_runs_without_the_query(holed):
    table = made(AGREEMENT, [asked(holed)])
    for n in (2, 10):
        agreed = [
            [shared(holed, *pair, query, n) for query in (0, 1)]
            for pair in combinations(range(6), 2)
        ]
        means = [np.mean([x for x in pair if x is not None]) for pair in agreed]
        row = one(table, n=n)
        assert_allclose(row["mean"], np.mean(means))
        assert row.pairs == 15 and 0 <= row.low <= row["mean"] <= row.high <= 1


def test_positions_are_shown_where_the_study_wants_them():
    records = [asked(drawn(spread=0.1))]
    coded = made(AGREEMENT, records, AS_CODED)
    both = made(BOTH, records).iloc[0]
    assert_allclose(one(coded, n=10)["mean"], both.positions_10)
    assert both.positions_10 < both.jaccard_10
    assert set(coded.agreement) == {"positions"}


def test_figure_3_has_boxes_of_one_query_and_of_all():
    values = drawn(runs=9, spread=0.08)
    table = made(CHANGES, [asked(values)])
    ranks = defaultdict(list)
    for query in (0, 1):
        own = np.where(np.isnan(values[:, query]), -9, values[:, query])
        order = np.argsort(-own, axis=1, kind="stable")
        ranks[query] = order.argsort(axis=1) + 1
    shown = table[table["query"] != "all queries"]
    query = WORDS.index(shown["query"].iloc[0])
    means = ranks[query].mean(axis=0)
    near = np.nan_to_num(values[:, query]).astype(float).mean(axis=0)
    words = np.lexsort((-near, means))[:10]
    assert list(shown["word"]) == [WORDS[word] for word in words]
    first = ranks[query][:, words[0]] - means[words[0]]
    assert_allclose(shown["median"].iloc[0], np.median(first))
    assert_allclose(shown.mean_rank, means[words])
    together = table[table["query"] == "all queries"]
    assert list(together["values"]) == [9 * 2] * 10
    assert scene([asked(values)]).shown == "sgns"


def test_words_nearest_in_the_first_runs_are_sought_among_all_candidates():
    """Words that later runs put last are compared where only the first runs count."""
    values = np.tile(np.linspace(0.6, 0.1, 100, dtype=np.float32), (12, 2, 1))
    values[:4, :, 90:] += 0.6
    record = replace(asked(drawn(runs=12)), candidate_cosines=values)
    record = replace(record, cell=cell(sampling="fixed", runs=12))
    (own,) = scene([record]).cells
    assert_allclose(own.nearest("skipped", 10, 4), values[:4, :, 90:])
    assert_allclose(own.nearest("skipped", 10), values[:, :, :10])


def test_figure_4_holds_sentences_against_documents_of_the_same_part():
    values = {
        unit: drawn(runs=8, seed=k) for k, unit in enumerate(("document", "sentence"))
    }
    table = made(BY_UNIT, [asked(own, unit=unit) for unit, own in values.items()])
    row = one(table, unit="sentence", rank=3)
    each = {
        unit: [
            np.std(own[:, query, nearest(own, query)[2]].astype(float))
            for query in (0, 1)
        ]
        for unit, own in values.items()
    }
    assert_allclose(row.deviation_e2, 100 * np.mean(each["sentence"]))
    assert_allclose(row.median_e2, 100 * np.median(each["sentence"]))
    assert_allclose(row.ratio, np.mean(each["sentence"]) / np.mean(each["document"]))
    assert row.low < row.ratio < row.high and row.against == "document, 1"
    assert table[table.unit == "document"].ratio.isna().all()


def test_figure_5_says_which_whole_is_not_there():
    table = made(BY_PART, [asked(fraction=0.2)])
    assert set(table.note) == {"no ratio to document 1: not in the study"}


def test_cells_of_more_runs_are_compared_over_the_first():
    many = drawn(runs=20, seed=1)
    other = asked(drawn(runs=5, seed=2), unit="sentence")
    ratios = [
        one(made(BY_UNIT, [first, other]), unit="sentence", rank=1).ratio
        for first in (asked(many), asked(many[:5]))
    ]
    assert_allclose(*ratios)


def test_figure_6_follows_the_first_runs():
    values = drawn(runs=7)
    table = made(GROWTH, [asked(values)])
    assert list(table.runs) == list(range(1, 8))
    words = [nearest(values, query, 20) for query in (0, 1)]
    for runs in (3, 7):
        own = [values[:runs, q, words[q]].astype(float).std(axis=0) for q in (0, 1)]
        assert_allclose(one(table, runs=runs).plain_e2, 100 * np.mean(own), rtol=1e-6)
    assert one(table, runs=1).plain_e2 == 0
    assert np.isnan(one(table, runs=1).unbiased_e2)


def test_every_table_is_made_of_what_there_is():
    """None, failed, some, few runs, not asked, never there, and all: nothing breaks."""
    never = asked(drawn(absent=[(run, 0, None) for run in range(6)]))
    studies = (
        [],
        [lacking()],
        [lacking(), asked(technique="glove", unknown=["moon"])],
        [asked(drawn(runs=2))],
        [asked(studied=[False, False])],
        [never],
        study(runs=3),
    )
    silent = []
    for records, table in product(map(Stored, studies), ITEMS):
        frame = item.build(table, records)
        assert render.as_csv(frame)
        assert render.as_markdown(table, frame) and render.as_latex(table, frame)
        numbers = frame.select_dtypes("number").drop(
            columns="fraction", errors="ignore"
        )
        ours = frame.get("kind", pd.Series("ours", index=frame.index)) == "ours"
        empty = numbers[ours].isna().all(axis=1)
        silent += [table.name] * int((frame[ours].note[empty] == "").sum())
    assert not silent  # a row without a number says why


def test_what_is_stored_is_read_once_for_all_items():
    reads = []
    records = Stored([asked()])
    records.queries = lambda: reads.append(1) or [asked()]
    for table in ITEMS:
        item.build(table, records)
    assert len(reads) == 1
    assert scene_of(records) is scene_of(records)


def test_table_2_shows_our_texts_and_theirs():
    texts = [corpus(tokens=1400, documents=7, min_count=20), corpus(name="more")]
    texts += [corpus(name="zoo", steps={}, note="lost")]
    table = made(TABLE_2, [], WAYS, texts)
    more, ours, lost, *theirs = table.to_dict("records")
    assert more["note"] == "words below 5 were cut, published: below 20"
    assert (ours["documents"], ours["unique_words"], ours["note"]) == (7, 140, "")
    assert ours["vocabulary_density"] == pytest.approx(0.1)
    assert ours["words_per_document"] == pytest.approx(200)
    assert lost["note"] == "lost" and np.isnan(lost["vocabulary_density"])
    assert {row["kind"] for row in theirs} == {"published"} and len(theirs) == 6
    assert {row["note"] for row in theirs} == {OTHER}
    assert theirs[0]["words_per_document"] == 708
    assert "| 0.1000 | 200 |" in render.as_markdown(TABLE_2, table)


def test_what_one_run_has_is_no_deviation_in_table_4():
    gone = [(run, 0, 7) for run in range(5)]  # of six runs the last alone has the word
    record = asked(drawn(absent=gone))
    record = replace(
        record,
        candidates=np.array([[7], [8]]),
        candidate_cosines=record.candidate_cosines[:, :, :1],
        candidate_ranks=record.candidate_ranks[:, :, :1],
    )
    table = made(TABLE_4, [record])
    lone, whole = table.itertuples()
    assert (lone.word, lone.bootstrapped_present) == ("w07", 1)
    assert np.isnan(lone.bootstrapped_deviation) and lone.bootstrapped_mean > 0
    assert whole.bootstrapped_present == 6 and whole.bootstrapped_deviation > 0
