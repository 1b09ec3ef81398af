"""Figures of the paper and the tables of their names: numbers told by hand."""

from dataclasses import replace

import numpy as np
import pytest
from likened import LOW, RANKS, RUNS, Likened, laid, made, meaning, similar

from quaver.grid import Grid
from quaver.items import item
from quaver.papers import package
from quaver.papers.elekes2018 import (
    distributions,
    levels,
    meanings,
    means,
    unlike,
)
from quaver.results.meaning import MeaningNumbers
from quaver.results.similarity import SimilarityNumbers
from quaver.spaces.similarities import EDGES
from quaver.statistics.distributions import Binned
from quaver.statistics.thresholds import rank_edges

T2 = 4.302652729911275  # Student's t, 95 %, of 2
FIGURES = [x for x in item.of(package("elekes2018"))[1] if x.name.startswith("figure")]
FALLS = np.array([[0.8, 0.5], [0.7, 0.5], [0.9, 0.5]])


def few(own):
    """Ten pairs a run: 1, 2 and 3 of them in one bin, the others in another."""
    counts = np.zeros((RUNS, len(EDGES) - 1), dtype=np.int64)
    counts[:, 104], counts[:, 109] = (9, 8, 7), (1, 2, 3)
    flat = np.ones(RUNS)
    binned = Binned(counts, EDGES, 0.1 * flat, 0.05 * flat)
    facts = {"draws": np.zeros((RUNS, 9)), "curve": FALLS, "targets": 5, "pairs": 10}
    return SimilarityNumbers(own, binned, capped="5 words there are", **facts)


def rows(table, **where):
    """Rows of a table of the invented study that have these values."""
    results = where.pop("results", None) or Likened()
    frame = made(table, results)
    for column, value in where.items():
        frame = (
            frame[np.isclose(frame[column], value)]
            if value != str(value)
            else (frame[frame[column] == value])
        )
    return frame.to_dict("records")


def test_shares_are_of_the_pairs_of_a_run_and_go_by_the_upper_edge():
    results = Likened(shape=few)
    first, second = rows(distributions.ALGORITHM_VALUES, results=results, model="SG")
    assert (first["cosine"], second["cosine"]) == (0.05, 0.10)
    assert first["share_e2"] == pytest.approx(80)
    assert second["share_e2"] == pytest.approx(20)
    reach = 10 / np.sqrt(3) * T2
    assert second["share_high_e2"] == pytest.approx(20 + reach)
    assert second["share_low_e2"] == 0  # cut: a share is none below it
    assert (second["runs"], second["note"]) == (RUNS, "5 words there are")


def test_lists_fall_by_rank_over_runs():
    results = Likened(shape=few)
    first, second = rows(
        distributions.DIMENSION_LISTS,
        results=results,
        sampling="fixed",
        model="25 dimensions",
    )
    assert (first["rank"], second["rank"]) == (1, 2)
    assert first["cosine"] == pytest.approx(0.8)
    assert first["cosine_high"] == 1  # 0.8 + 0.25: no cosine is above 1
    assert first["cosine_low"] == pytest.approx(0.8 - 0.1 / np.sqrt(3) * T2)
    assert second["cosine_low"] == pytest.approx(0.5)


def test_ranks_are_all_there_to_a_hundred_and_each_tenth_to_the_last():
    ranks = [row["rank"] for row in rows(distributions.EPOCH_LISTS, model="1 epoch")]
    assert ranks == [*range(1, 101), *range(110, RANKS + 1, 10)]


def test_models_of_a_section_stand_in_order_of_value():
    frame = made(distributions.DICTIONARY_VALUES)
    own = ["500 words", "2,000 words", "5,000 words", "20,000 words"]
    assert list(frame["model"].unique()) == own
    assert frame["technique"].unique().tolist() == [
        *("cbow.dictionary-500", "cbow.dictionary-2000", "cbow"),
        "cbow.dictionary-20000",
    ]


def test_lch_has_the_shares_of_its_scores_in_all_pairs_of_the_base():
    own = rows(levels.LEVELS, model=levels.LCH)
    assert [row["value"] for row in own] == [0, 1, 2, 3, 4]
    # bins -.40 to .09 + k, in run k, and 1499 pairs apart, mean little, to .50 more
    low = 50 + np.arange(RUNS)
    pairs = 2000 * 91 + 1499 + 1
    zero = (800 * low + 200 * (91 - low) + 600 + 1) / pairs
    assert own[0]["share_e2"] == pytest.approx(100 * zero.mean())
    assert own[0]["below_e2"] == own[0]["share_e2"]
    assert own[4]["below_e2"] == pytest.approx(100)
    mean = sum(row["value"] * row["share_e2"] / 100 for row in own)
    spread = sum(row["value"] ** 2 * row["share_e2"] / 100 for row in own) - mean**2
    assert own[0]["standardised"] == pytest.approx(-mean / np.sqrt(spread), rel=1e-3)
    assert {row["model"] for row in rows(levels.LEVELS)} == {"LCH", "CBOW", "SG"}
    edges = [row["value"] for row in rows(levels.LEVELS, model="SG")]
    middle = next(x for x in rows(levels.LEVELS, model="SG") if x["value"] == 0.11)
    assert edges == sorted(edges)
    assert middle["standardised"] == pytest.approx(0, abs=0.02)
    assert middle["below_e2"] == pytest.approx(50, abs=1)


def test_mean_lch_by_cosine_is_of_each_run_in_the_range_of_the_paper():
    cosines = made(meanings.BY_COSINE)["cosine"].tolist()
    assert (cosines[0], cosines[-1], len(cosines)) == (-0.4, 0.5, 91)
    (low,) = rows(meanings.BY_COSINE, cosine=0.0)
    assert low["mean"] == pytest.approx(1.025)
    variance = (2.175 - 1.025**2) * 2000 / 1999
    assert low["deviation"] == pytest.approx(np.sqrt(variance))
    assert (low["pairs"], low["dealt"], low["runs"]) == (2000, 1.5, RUNS)
    (middle,) = rows(meanings.BY_COSINE, cosine=0.11)
    assert middle["mean"] == pytest.approx((2.35 + 2.35 + 1.025) / 3)
    reach = np.std([2.35, 2.35, 1.025], ddof=1) / np.sqrt(3) * T2
    assert middle["high"] == pytest.approx(middle["mean"] + reach)
    assert middle["low"] == pytest.approx(max(0, middle["mean"] - reach))


def test_a_model_with_many_pairs_outside_the_range_keeps_all_its_bins():
    def wide(own):
        record = meaning(own)
        record.stored["counts"][:, 190] = np.array(LOW) * 2
        return record

    cosines = made(meanings.BY_COSINE, Likened(sense=wide))["cosine"].tolist()
    assert (cosines[0], cosines[-1], len(cosines)) == (-0.44, 0.91, 93)


def test_bins_of_few_pairs_are_left_out_in_all_runs():
    def scarce(own):
        record = meaning(own)
        record.stored["counts"][1, 105] = np.array(LOW) // 4
        return record

    cosines = made(meanings.BY_COSINE, Likened(sense=scarce))["cosine"].tolist()
    assert len(cosines) == 90 and 0.06 not in cosines


def test_mean_lch_by_rank_is_of_groups_that_say_their_ranks():
    frame, edges = made(meanings.BY_RANK), rank_edges(RANKS)
    assert frame["rank_1"].tolist() == edges[:-1].tolist()
    assert frame["rank_2"].tolist() == (edges[1:] - 1).tolist()
    assert frame["mean"].round(3).tolist() == [2.35] * 8 + [1.025] * (len(edges) - 9)


def test_the_next_bin_that_differs_is_where_meaning_begins_in_each_run():
    (first,) = rows(unlike.COSINES_APART, cosine=-0.4)
    # in runs .10, .11 and .12
    assert (first["found"], first["runs"]) == (3, 3)
    assert first["next"] == pytest.approx(0.11)
    # bins are .01 wide, and so tell no finer
    reach = T2 * np.hypot(0.01 / np.sqrt(3), 0.01 / np.sqrt(12))
    assert first["next_high"] == pytest.approx(0.11 + reach)
    (second,) = rows(unlike.COSINES_APART, cosine=0.10)
    assert second["found"] == 2 and second["next"] == pytest.approx(0.115)
    (last,) = rows(unlike.COSINES_APART, cosine=0.5)
    assert last["found"] == 0 and np.isnan(last["next"])
    assert last["note"] == unlike.NONE


def test_pairs_of_bins_count_twice_where_the_study_says_so():
    def shy(own):
        """Meaning begins with a bin that too few pairs tell from those before."""
        record = meaning(own)
        record.stored["counts"][:, 59:150] = np.array(LOW)
        record.stored["counts"][:, 140:150] = 740, 600, 430, 170, 60
        return record

    for pairs, found in (("once", 0), ("twice", RUNS)):
        results = Likened(laid(pairs=pairs), sense=shy)
        (row,) = rows(unlike.COSINES_APART, results=results, cosine=0.0)
        assert row["found"] == found
    (row,) = rows(meanings.BY_COSINE, results=results, cosine=0.0)
    assert row["pairs"] == 2000  # what there is


def test_the_next_ranks_that_differ_are_told_by_their_first():
    edges = rank_edges(RANKS)
    for row in rows(unlike.RANKS_APART)[:8]:
        assert row["next"] == edges[8] and row["found"] == RUNS
    assert {row["found"] for row in rows(unlike.RANKS_APART)[8:]} == {0}


def test_ranks_unlike_the_last_are_counted_over_runs():
    def third(own):
        """In one run of three the twelfth group means more, too."""
        record = meaning(own)
        record.stored["rank_counts"][2, 11] = record.stored["rank_counts"][2, 0]
        return record

    own = rows(unlike.LAST_APART, results=Likened(sense=third))
    assert [row["unlike_e2"] for row in own[:8]] == [100] * 8
    assert own[11]["unlike_e2"] == pytest.approx(100 / 3)
    assert own[11]["mean"] == pytest.approx((2.35 + 2 * 1.025) / 3)
    assert {row["unlike_e2"] for row in (*own[8:11], *own[12:])} == {0}


def test_lists_whose_groups_all_differ_from_the_last_have_no_first_alike():
    def all_but_last(own):
        return meaning(own, alike=len(rank_edges(RANKS)) - 2)

    (drawn,) = unlike.FIGURE_24.draw(Likened(sense=all_but_last)).axes
    last = rank_edges(RANKS)[-2] - 1
    assert drawn.texts[0].get_text() == f"first alike: none\nlast unlike: {last}"
    (drawn,) = unlike.FIGURE_24.draw(Likened()).axes
    edges = rank_edges(RANKS)
    said = f"first alike: {edges[8]}\nlast unlike: {edges[8] - 1}"
    assert drawn.texts[0].get_text() == said


def test_a_panel_says_where_the_first_bin_above_the_lowest_is_or_that_none_is():
    (drawn,) = unlike.FIGURE_22.draw(Likened()).axes
    assert drawn.texts[0].get_text() == "above the lowest from 0.11"
    falls = Likened(sense=lambda own: meaning(own, start=9.0))
    (drawn,) = unlike.FIGURE_22.draw(falls).axes
    assert drawn.texts[0].get_text() == "no bin above the lowest"
    assert len(drawn.lines) < len(unlike.FIGURE_22.draw(Likened()).axes[0].lines)


def test_ends_of_a_next_bin_lie_where_there_are_bins():
    def far(own):
        """Meaning begins at .48 in one run, and in none of the others before .49."""
        record = meaning(own, start=0.48)
        record.stored["counts"][0, 59:149] = np.array(LOW)
        return record

    (row,) = rows(unlike.COSINES_APART, results=Likened(sense=far), cosine=0.0)
    assert row["next_high"] == 0.5 and row["found"] == 3


def test_other_texts_have_rows_of_their_own_and_the_base_has_none_there():
    for table in (unlike.OTHER_COSINES_APART, unlike.OTHER_RANKS_APART):
        frame = made(table)
        assert frame["model"].unique().tolist() == ["help", "fives"]
        assert frame["corpus"].tolist() == frame["model"].tolist()


def test_a_study_has_the_figures_of_the_sections_it_measures():
    def numbers(grid):
        return {int(x.name[7:]) for x in FIGURES if item.is_wanted(x, grid)}

    whole = laid().study
    assert numbers(laid()) == {*range(1, 27)}
    asked = whole.analyses.similarity
    plain = replace(whole.analyses, similarity=replace(asked, baseline=None))
    assert numbers(Grid(replace(whole, analyses=plain))) == {*range(1, 19)}
    techniques = {
        name: own
        for name, own in whole.techniques.items()
        if name in {"cbow", "sg"} or "window" in own.varied
    }
    part = Grid(replace(whole, techniques=techniques))
    assert numbers(part) == {1, 2, 7, 8, 9, 10, *range(19, 27)}
    assert numbers(Grid(replace(whole, techniques={"sg": techniques["sg"]}))) == set()


@pytest.mark.parametrize("figure", FIGURES, ids=lambda own: own.name)
def test_a_figure_shows_what_its_table_has(figure):
    drawn = figure.draw(Likened())
    number = int(figure.name[7:])
    panels = {19: 2, 20: 2, 21: 2, 23: 3, 25: 2, 26: 2}.get(number, 1)
    assert len(drawn.axes) == panels
    assert all(axes.get_xlabel() and axes.has_data() for axes in drawn.axes)
    shown = [text.get_text() for text in drawn.legends[0].get_texts()]
    if number < 19:
        assert shown == [*dict.fromkeys(made(table_of(figure))["model"])]
        assert len(drawn.axes[0].lines) == len(shown) >= 2


def table_of(figure):
    return next(x for x in item.of(package("elekes2018"))[0] if x.name == figure.name)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda own: own.name)
def test_what_failed_is_said_and_not_drawn(figure):
    def lost(own):
        return SimilarityNumbers(own, note="3 of 3 runs failed")

    def senseless(own):
        return MeaningNumbers(own, note="3 of 3 runs failed")

    results = Likened(shape=lost, sense=senseless)
    (*_, rows_left) = made(table_of(figure), results)["note"]
    assert rows_left == "3 of 3 runs failed"
    drawn = figure.draw(results)
    caption = " ".join(drawn._supxlabel.get_text().split())
    assert "Not drawn:" in caption and "3 of 3 runs failed." in caption
    assert drawn.axes[0].texts[0].get_text().split()[0] == "no"


def test_a_model_without_numbers_stands_aside_from_the_others():
    def some(own):
        lost = SimilarityNumbers(own, note="2 of 3 runs failed")
        return lost if own.technique == "glove" else similar(own)

    (row,) = rows(
        distributions.ALGORITHM_VALUES, results=Likened(shape=some), model="GloVe"
    )
    assert row["note"] == "2 of 3 runs failed" and np.isnan(row["share_e2"])
    drawn = distributions.FIGURE_1.draw(Likened(shape=some))
    assert len(drawn.axes[0].lines) == 2
    assert "Not drawn: GloVe, 2 of 3 runs failed." in drawn._supxlabel.get_text()


def test_means_stand_beside_those_in_print_and_other_texts_do_not_compare():
    own = {(row["section"], row["model"]): row for row in rows(means.MEANS)}
    row = own["3.10 CBOW", "sentences"]
    # of runs .10, .11 and .12
    assert row["mean"] == pytest.approx(0.11, abs=1e-3)
    assert row["high"] == pytest.approx(0.11 + 0.01 / np.sqrt(3) * T2, abs=2e-3)
    assert row["deviation"] == pytest.approx(0.12, abs=1e-3)
    assert row["published_mean"] == 0.53
    assert row["verdict"] == "not comparable: the text is not known"
    assert np.isnan(own["3.10 SG", "sentences"]["published_mean"])
    assert {section for section, _ in own} == {"3.10 CBOW", "3.10 SG"}


def test_cosines_are_drawn_where_lch_is_missing():
    def senseless(own):
        return MeaningNumbers(own, note="WordNet knows 3 of 900 words")

    drawn = levels.FIGURE_19.draw(Likened(sense=senseless))
    left, right = drawn.axes
    assert left.texts[0].get_text() == levels.NO_SCORES and len(right.lines) == 2
    assert "Not drawn: LCH, WordNet knows 3" in drawn._supxlabel.get_text()
    colours = {line.get_color() for line in right.lines}
    whole = levels.FIGURE_19.draw(Likened()).axes[1]
    assert colours < {line.get_color() for line in whole.lines}


def test_samplings_have_panels_of_their_own():
    study = laid().study
    both = Grid(replace(study, samplings=("fixed", "bootstrapped")))
    for figure, panels in (
        (distributions.FIGURE_3, 2),
        (levels.FIGURE_19, 4),
        (meanings.FIGURE_21, 4),
        (unlike.FIGURE_23, 6),
        (unlike.FIGURE_24, 2),
        (unlike.FIGURE_26, 4),
    ):
        drawn = figure.draw(Likened(both))
        titles = " ".join(axes.get_title(loc="left") for axes in drawn.axes)
        assert len(drawn.axes) == panels, figure.name
        assert "fixed" in titles and "bootstrapped" in titles, figure.name
        assert all(axes.has_data() for axes in drawn.axes)
