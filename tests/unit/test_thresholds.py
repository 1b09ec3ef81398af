"""Thresholds of worlds whose truth is known: planted, or of no meaning at all."""

import numpy as np
import pytest
from invented_similarity import (
    EDGES,
    STEP,
    VALUES,
    WIDTH,
    World,
    excess,
    means,
    nothing,
    slope,
    step,
)
from numpy.testing import assert_allclose

from quaver.statistics.over_words import interval
from quaver.statistics.thresholds import (
    NOTHING,
    ONE_GROUP,
    SMALL,
    Rule,
    Runs,
    band_left,
    curve,
    over_runs,
    over_text_ranks,
    over_texts,
    rank_edges,
    threshold,
)
from quaver.statistics.welch import first_above_lowest, moments

RULE = Rule(least_pairs=30)
DEALS = 99


def curve_of(world, rule=RULE):
    return curve(world.counts(), VALUES, means(world.dealt(DEALS)), rule)


def ends_of(world):
    """Cosines of loose end, threshold and strict end; none is beyond all."""
    own, loose, strict = interval(curve_of(world), world.without(), VALUES)
    values = [x.value(EDGES) for x in (loose, own, strict)]
    return np.where(np.isnan(values), np.inf, values)


def test_a_planted_step_is_found_within_a_bin():
    worlds = (World(100, seed, step) for seed in range(40))
    chosen = [threshold(curve_of(world)).value(EDGES) for world in worlds]
    assert_allclose(chosen, STEP, atol=WIDTH + 1e-9)


@pytest.mark.parametrize("meaning", [step, slope])
@pytest.mark.parametrize("effect", [0.2, 0.8])
def test_intervals_over_words_hold_the_truth(meaning, effect):
    true, held = excess(meaning), []
    for seed in range(60):
        world = World(100, seed, meaning, effect=effect)
        own = curve_of(world)
        _, loose, strict = interval(own, world.without(), VALUES)
        truth = EDGES[np.argmax(np.nan_to_num(true) >= own.effect)]
        high = np.inf if strict.group is None else strict.value(EDGES)
        held.append(loose.value(EDGES) <= truth <= high)
    assert np.mean(held) >= 0.93


def test_a_tenth_of_the_pairs_gives_a_threshold_in_the_interval_of_all():
    inside = []
    for seed in range(15):
        low, _, high = ends_of(World(350, seed, step))
        chosen = threshold(curve_of(World(350, seed, step).sampled(0.1)))
        inside.append(low <= chosen.value(EDGES) <= high)
    assert np.mean(inside) >= 0.93


def test_fewer_words_give_a_threshold_in_the_interval_for_so_few():
    """Beside that of all words; the interval of all is narrower, and holds fewer."""
    words, few, inside, narrow = 250, 80, [], []
    for seed in range(30):
        world = World(words, seed, slope, effect=0.5)
        own, without = curve_of(world), world.without()
        chosen = threshold(curve_of(world.among(few))).value(EDGES)
        for share, held in ((few / words, inside), (1.0, narrow)):
            _, loose, strict = interval(own, without, VALUES, share=share)
            high = np.inf if strict.group is None else strict.value(EDGES)
            held.append(loose.value(EDGES) <= chosen <= high)
    assert np.mean(inside) >= 0.93
    assert np.mean(narrow) < np.mean(inside)


def test_an_interval_for_fewer_words_is_wider():
    world = World(100, 7, slope)
    own, without = curve_of(world), world.without()
    every = [interval(own, without, VALUES, share=x) for x in (1.0, 0.5, 0.3, 0.1)]
    loose = [each.loose.group for each in every]
    assert loose == sorted(loose, reverse=True) and loose[-1] < loose[0]
    assert every[0] == interval(own, without, VALUES)
    assert {each.threshold.group for each in every} == {threshold(own).group}


def test_relabelled_words_have_no_threshold_where_welch_sees_one():
    """Senses grow with frequency, cosines and baseline with senses: no meaning."""
    world = World(150, 1, nothing, senses=0.3)
    dealt = world.dealt(200)
    curves = means(dealt)
    others = [np.roll(curves, -row, axis=0)[1 : DEALS + 1] for row in range(200)]
    ours = [
        threshold(curve(counts, VALUES, own, RULE))
        for counts, own in zip(dealt, others, strict=True)
    ]
    assert np.mean([each.group is not None for each in ours]) <= 0.05
    welch = [first_above_lowest(moments(x, VALUES), 30).group for x in dealt]
    assert np.mean([group is not None for group in welch]) > 0.9
    assert {each.reason for each in ours if each.group is None} <= {
        "no bin lies above the band of relabellings",
        "no bin exceeds relabellings by the effect",
    }


def test_meaning_is_found_beside_senses():
    world = World(150, 2, step, senses=0.3)
    assert abs(threshold(curve_of(world)).value(EDGES) - STEP) <= WIDTH + 1e-9


def test_ranks_are_read_from_the_last_to_the_first():
    world = World(100, 3, step)
    counts, dealt = world.counts(), means(world.dealt(DEALS))
    cosines = threshold(curve(counts, VALUES, dealt, RULE))
    turned = curve(counts[::-1], VALUES, dealt[:, ::-1], RULE, ranks=True)
    assert threshold(turned).group == len(EDGES) - 1 - cosines.group
    ends = interval(turned, world.without()[:, ::-1], VALUES)
    assert ends.strict.group <= ends.threshold.group <= ends.loose.group


def test_one_bin_that_strays_vetoes_nothing_and_a_fall_does():
    """Equal bins of known means, relabellings of nearly none."""
    generator = np.random.default_rng(0)
    dealt = 1 + 0.001 * generator.normal(size=(DEALS, 10))
    values = np.array([0.0, 2.0])

    def group(shares):
        high = np.round(np.array(shares) * 5000).astype(int)
        counts = np.stack([10_000 - high, high], axis=1)
        return threshold(curve(counts, values, dealt, RULE)).group

    level = [1.0] * 5
    assert group(level + [1.3] * 5) == 5
    assert group(level + [1.3, 1.3, 1.3, 1.3, 1.0]) == 5
    assert group(level + [1.3, 1.3, 1.3, 1.0, 1.0]) == 5
    assert group(level + [1.3, 1.0, 1.0, 1.0, 1.0]) is None
    assert group(level + [1.3, 1.3, 1.3, 0.7, 0.7]) is None
    assert group([1.3] * 10) == 0


def test_an_end_that_is_none_says_why():
    world = World(60, 4, nothing)
    own = curve_of(world)
    none, loose, strict = interval(own, world.without(), VALUES)
    assert none.group is None and strict == (None, "no bin lies surely above")
    few = interval(own, world.without()[:2], VALUES)
    assert few.loose.reason == "no interval: it needs 3 groups of words"
    sure = own._replace(effect=9.0)
    assert interval(sure, world.without(), VALUES).loose == (
        None,
        "all bins lie surely below",
    )


def test_a_bin_of_one_group_of_words_has_no_bound():
    generator = np.random.default_rng(5)
    values, share = np.array([0.0, 2.0]), np.array([0.4, 0.4, 0.4, 0.6, 0.6])
    high = np.round(share * 10_000).astype(int)
    counts = np.stack([10_000 - high, high], axis=1)
    dealt = 1 + 0.001 * generator.normal(size=(DEALS, 5))
    own = curve(counts, values, dealt, RULE)
    without = np.round(counts * np.linspace(0.9, 0.91, 10)[:, None, None]).astype(int)
    sure = interval(own, without, values)
    assert [each.group for each in sure] == [3, 3, 3]
    without[0, 3:] = 0  # all of these bins' pairs are of the first group
    assert interval(own, without, values).strict == (None, "no bin lies surely above")


def test_fewer_than_two_bins_are_refused():
    world = World(60, 4, nothing)
    with pytest.raises(ValueError, match=r"two bins of 10000 pairs. Got 0: compare"):
        curve_of(world, Rule(least_pairs=10_000))


def test_groups_of_ranks_grow_and_hold_each_rank_once():
    edges = rank_edges(100_000)
    widths = np.diff(edges)
    assert edges[0] == 1 and edges[-1] == 100_001 and len(edges) < 60
    assert (widths[1:-1] >= widths[:-2]).all() and widths[0] == 1
    assert rank_edges(1).tolist() == [1, 2]
    assert rank_edges(3).tolist() == [1, 2, 3, 4]
    assert rank_edges(9, 2.0).tolist() == [1, 2, 4, 10]
    for ranks, growth in ((0, 1.2), (5, 1.0)):
        with pytest.raises(ValueError, match="ranks of 1 or more and a growth above 1"):
            rank_edges(ranks, growth)


def test_runs_without_a_threshold_are_told():
    estimate, without, note, _ = over_runs([0.1, 0.2, 0.3])
    assert (without, note) == (0, "") and estimate.mean == pytest.approx(0.2)
    assert estimate.low < 0.1 and estimate.high > 0.3
    estimate, without, note, _ = over_runs([0.1, np.nan, 0.3])
    assert estimate.mean == pytest.approx(0.2) and without == 1
    assert note.startswith("1 of 3 runs have no threshold") and "no interval" in note
    estimate, without, note, _ = over_runs([np.nan, np.nan])
    assert np.isnan(estimate.mean) and without == 2
    assert note == "none of 2 runs has a threshold"


def test_runs_of_one_group_say_that_their_interval_is_of_its_width():
    assert over_runs([365.0] * 3).note == ONE_GROUP
    told = over_runs([365.0] * 3, widths=[73.0] * 3).estimate
    assert told.high - told.mean == pytest.approx(4.3027 * 73 / np.sqrt(12), rel=1e-4)
    assert over_runs([365.0] * 2, widths=73.0).estimate.runs == 2
    assert np.isnan(over_runs([365.0] * 2, widths=73.0).estimate.low)
    assert over_runs([365.0] * 3, of_text=True).note == ONE_GROUP
    assert over_runs([365.0, 365.0, np.nan]).note.endswith(ONE_GROUP)
    assert over_runs([292.0, 365.0, 365.0]).note == ""


@pytest.mark.parametrize("runs", [3, 5, 10])
def test_intervals_of_thresholds_told_by_bins_hold_the_mean_of_all_runs(runs):
    """Deals are those of the first run, so their error is one of all runs."""
    generator, held = np.random.default_rng(runs), {0.0: [], 0.01: []}
    true = 0.2344
    for _ in range(1000):
        values = generator.normal(true + generator.normal(0, 0.0017), 0.005, runs)
        binned = np.floor(values / 0.01) * 0.01
        for width, own in held.items():
            estimate = over_runs(binned, widths=width).estimate
            own.append(estimate.low <= true - 0.005 <= estimate.high)
    assert np.mean(held[0.01]) >= 0.93
    assert np.mean(held[0.0]) < 0.93


@pytest.mark.parametrize("runs", [3, 8, 128])
def test_intervals_of_bootstrapped_texts_hold_the_threshold_of_the_source(runs):
    """A text strays from its source as drawn texts stray from it."""
    generator, held = np.random.default_rng(runs), {True: [], False: []}
    for _ in range(1000):
        text = generator.normal(0.4, 0.05)
        values = generator.normal(text, 0.05, runs)
        for of_text, own in held.items():
            estimate = over_runs(values, of_text=of_text).estimate
            own.append(estimate.low <= 0.4 <= estimate.high)
    assert 0.93 <= np.mean(held[True]) <= 0.97
    assert np.mean(held[False]) < 0.9


def runs_of(*values, width=0.0):
    widths = [np.nan if np.isnan(value) else width for value in values]
    return Runs(np.array(values), np.array(widths))


def test_a_whole_text_has_its_own_threshold_and_the_spread_of_drawn_ones():
    drawn, whole = runs_of(0.50, 0.52, 0.54), runs_of(0.44, 0.46, width=0.01)
    told = over_texts(drawn, whole)
    assert told.estimate.mean == pytest.approx(0.45)
    assert told.drawn == pytest.approx(0.52)
    reach = 4.302653 * np.hypot(0.02, 0.01 / np.sqrt(12))
    ends = told.estimate.low, told.estimate.high
    assert ends == pytest.approx((0.45 - reach, 0.45 + reach))
    assert (told.note, told.without, told.estimate.runs) == ("", 0, 3)
    around = over_texts(drawn, whole, "whole_rms").estimate
    farther = np.sqrt(0.02**2 + 0.07**2 + 0.01**2 / 12)
    assert around.high == pytest.approx(0.45 + 4.302653 * farther)


def test_ranks_of_texts_have_ends_as_many_times_less_and_more():
    drawn, whole = runs_of(40.0, 80.0, 160.0), runs_of(200.0, 200.0, width=40.0)
    told = over_text_ranks(drawn, whole)
    assert told.estimate.mean == 200 and told.drawn == pytest.approx(280 / 3)
    reach = 4.302653 * np.hypot(np.log(2), 0.2 / np.sqrt(12))
    ends = told.estimate.low, told.estimate.high
    assert ends == pytest.approx((200 * np.exp(-reach), 200 * np.exp(reach)))


def test_runs_of_texts_without_a_threshold_are_told():
    whole = runs_of(0.4, np.nan, 0.5, width=0.01)
    told = over_texts(runs_of(0.6, 0.7, 0.8, np.nan), whole)
    assert told.estimate.mean == pytest.approx(0.45) and told.without == 1
    assert told.note.startswith("1 of 3 runs on whole text have no threshold")
    assert "; 1 of 4 runs on drawn text have" in told.note
    assert np.isfinite(told.estimate.low)
    few = over_texts(runs_of(0.6, 0.7, np.nan), whole)
    assert few.estimate.mean == pytest.approx(0.45) and np.isnan(few.estimate.low)
    assert "no interval: it needs 3 runs, there are 2" in few.note
    none = over_texts(runs_of(np.nan, np.nan), whole)
    assert none.estimate.mean == pytest.approx(0.45) and np.isnan(none.estimate.high)
    assert np.isnan(none.drawn) and "2 of 2 runs on drawn text have" in none.note


@pytest.mark.parametrize(("number", "wholes"), [(3, 3), (8, 3), (8, 1)])
def test_intervals_of_texts_hold_what_drawn_ones_stray_from(number, wholes):
    """Drawn texts lie .07 above their own; all are told by bins of .01."""
    generator = np.random.default_rng(number)
    true, held = 0.4044, {"texts": [], "drawn": []}
    for _ in range(1000):
        text = generator.normal(true, 0.02)
        values = (
            generator.normal(text, 0.01, wholes),
            generator.normal(text, 0.02, number),
        )
        values = values[0], values[1] + 0.07 + generator.normal(0, 0.01, number)
        binned = (np.floor(x / 0.01) * 0.01 for x in values)
        whole, drawn = (Runs(x, np.full(len(x), 0.01)) for x in binned)
        own = over_texts(drawn, whole).estimate
        alone = over_runs(drawn.values, widths=drawn.widths, of_text=True).estimate
        for name, estimate in (("texts", own), ("drawn", alone)):
            held[name].append(estimate.low <= true - 0.005 <= estimate.high)
    assert np.mean(held["texts"]) >= 0.93
    assert np.mean(held["drawn"]) < 0.8


def test_the_band_alone_is_left_before_the_effect_is_reached():
    generator = np.random.default_rng(0)
    dealt = 1 + 0.001 * generator.normal(size=(DEALS, 10))
    shares = np.array([1.0] * 4 + [1.03] * 3 + [1.3] * 3)
    high = np.round(shares * 5000).astype(int)
    counts = np.stack([10_000 - high, high], axis=1)
    own = curve(counts, np.array([0.0, 2.0]), dealt, RULE)
    assert (band_left(own).group, threshold(own).group) == (4, 7)
    small = curve(counts[:7], np.array([0.0, 2.0]), dealt[:, :7], RULE)
    assert threshold(small) == (None, SMALL) and band_left(small).group == 4
    flat = curve(counts[:4], np.array([0.0, 2.0]), dealt[:, :4], RULE)
    assert threshold(flat).reason == band_left(flat).reason == NOTHING
