"""Tables, figure and sentences of thresholds: what they show of hand-made counts."""

import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from house_given import Numbers
from invented import cell
from test_similarity_items import numbers as similar

from quaver.config.similarity import Similarity, Threshold, Wordnet
from quaver.house import meant
from quaver.house.answers import answers
from quaver.house.meant import Told
from quaver.house.scored import SCORED
from quaver.house.threshold_checks import RELABELLED, THRESHOLD_SIZE
from quaver.house.threshold_figure import draw_thresholds
from quaver.house.thresholds import (
    THRESHOLDS,
    _decimal,
    _span,
    _whole,
    sentence,
)
from quaver.house.thresholds_told import thresholds_told
from quaver.items.item import build
from quaver.results.meaning import MeaningNumbers
from quaver.results.scored import ScoredNumbers
from quaver.results.whole import beside_whole
from quaver.spaces.similarities import EDGES
from quaver.statistics import welch
from quaver.statistics.thresholds import NOTHING, SMALL, Rule, rank_edges

VALUES = np.arange(5.0)
PAIRS, DEALS, GROUPS, RUNS = 2000, 120, 20, 3
LOW, HIGH = (800, 600, 400, 150, 50), (200, 300, 500, 600, 400)  # pairs of a level
RANKS = rank_edges(500)
ROUNDED = 4.302653 * 0.01 / np.sqrt(12)  # reach of three runs within one bin
ASKED = Similarity(threshold=Threshold(relabellings=DEALS))


def counted(places, start, groups=200):
    """Joint counts of groups, of more meaning from one on: (groups, levels)."""
    counts = np.zeros((groups, len(VALUES)), dtype=np.int64)
    counts[places] = LOW
    counts[[place for place in places if place >= start]] = HIGH
    return counts


def dealt(counts, number=DEALS):
    """Means of groups where no word has its meaning, each off by chance."""
    generator = np.random.default_rng(1)
    pairs = counts.sum(axis=1)
    mean = counts.sum(axis=0) @ VALUES / pairs.sum()
    noise = 0.02 * generator.standard_normal((number, len(pairs)))
    return np.where(pairs > 0, mean + noise, np.nan)


def meaning(start=120, **of):
    """Cosines from -.2 to .4; meaning from .2 on, and to rank 4."""
    bins, ranks = range(80, 140), range(len(RANKS) - 1)
    counts = counted([*bins], start)
    near = counted([*ranks], 4, len(ranks))[::-1] if start < 200 else None
    near = counted([*ranks], 99, len(ranks)) if near is None else near
    stored = {
        **{"moves": np.zeros((RUNS, 200)), "rank_moves": np.zeros((RUNS, len(ranks)))},
        **{"runs": np.arange(RUNS) + 1, "targets": np.arange(300), "values": VALUES},
        **{"edges": EDGES, "rank_edges": RANKS, "sizes": np.array([30, 100, 300])},
        **{"counts": np.stack([counts] * RUNS), "rank_counts": np.stack([near] * RUNS)},
        "sized": np.stack([counts // 100, counts // 9, counts]),
        "sized_relabelled": np.stack([dealt(counts)] * 3),
    }
    for own, name, without in (
        (counts, "relabelled", "without"),
        (near, "relabelled_ranks", "rank_without"),
    ):
        stored[without] = np.stack([own - own // GROUPS] * GROUPS)
        stored[name] = dealt(own)
        stored[f"{name}_pairs"] = np.stack([own.sum(axis=1)] * DEALS)
        stored[f"{name}_variance"] = np.ones_like(stored[name])
    return MeaningNumbers(cell(**of), stored, known=300)


def scored_pairs(start=30, **of):
    """A table of 600 pairs, of cosines from -.2 to .8; meaning from .5 on."""
    counts = counted([*range(16, 36)], start, 40) // 50
    halves = np.stack([counts * [1, 1, 0, 0, 0], counts * [0, 0, 1, 1, 1]])
    stored = {
        **{"runs": np.arange(RUNS) + 1, "values": VALUES},
        **{"edges": np.linspace(-1, 1, 41), "counts": np.stack([counts] * RUNS)},
        **{"without": np.stack([counts - counts // 10] * GROUPS)},
        **{"relabelled": dealt(counts), "sized": halves},
        "sized_relabelled": np.stack([dealt(half) for half in halves]),
        "moves": np.zeros((RUNS, len(counts))),
    }
    pairs = int(counts.sum())
    return ScoredNumbers(cell(**of), stored, pairs, pairs + 9)


def rows(table, records, shapes=(), asked=ASKED):
    analyses = SimpleNamespace(similarity=asked)
    own = [*beside_whole(records)]
    given = Numbers(analyses, meanings=own, similarities=list(shapes))
    return build(table, given).to_dict("records")


def test_a_row_has_the_threshold_its_ends_and_a_sentence():
    (row,) = rows(THRESHOLDS, [meaning()], [similar()])
    assert row["threshold"] == pytest.approx(0.2)
    # runs agree within a bin of .01
    assert row["threshold_low"] == pytest.approx(0.2 - ROUNDED)
    assert row["threshold_words"] == pytest.approx(0.2)
    assert row["threshold_words_low"] <= 0.2 <= row["threshold_words_high"]
    low, high = row["last_rank_words_low"], row["last_rank_words_high"]
    assert 0 < low <= row["last_rank"] <= high
    assert (row["words"], row["known"], row["runs"]) == (300, 300, RUNS)
    assert row["pairs"] == 60 * PAIRS
    # of similarities with mean .1 and deviation .12
    assert row["above_e2"] == pytest.approx(20.2, abs=2)
    assert row["deviations"] == pytest.approx(0.83, abs=0.05)
    said = "Cosines of this model below .20 (.19 to .21) lie above chance in WordNet"
    assert row["sentence"].startswith(f"{said} by less than .1 deviations, or not sure")
    assert "; .50 is the nearest .0" in row["sentence"]
    assert row["first_above_lowest"] == pytest.approx(
        0.21
    )  # its upper edge, as in print
    assert "first run" in row["note"]


def test_none_is_an_answer_and_says_why():
    (row,) = rows(THRESHOLDS, [meaning(start=999)])
    assert np.isnan(row["threshold"])
    assert np.isnan(row["last_rank"])
    said = "WordNet sees nothing above chance in the cosines and lists of this model."
    assert row["sentence"] == said
    assert np.isnan(row["threshold_band"]) and np.isnan(row["last_rank_band"])
    assert "cosines: none of 3 runs has a threshold" in row["note"]
    assert "no bin" in row["note"]


@pytest.mark.parametrize(
    ("ranks", "ends", "text"),
    [
        (False, (0.1, 0.3, 0.05, 0.2), "0.20 (.05 to .30)"),
        (False, (np.nan, np.nan, 0.05, np.nan), "0.20 (.05 or more)"),
        (False, (np.nan,) * 4, "0.20"),
        (True, (110, 130, 1234, 90), "150 (90 to 1,200)"),
        (True, (np.nan, np.nan, 1234, np.nan), "150 (1,200 or less)"),
    ],
)
def test_a_span_has_the_outer_ends_or_an_open_one(ranks, ends, text):
    mean, write = (150, _whole) if ranks else (0.2, _decimal)
    low, high, loose, strict = ends
    runs = SimpleNamespace(estimate=SimpleNamespace(mean=mean))
    own = Told(runs, low, high, mean, loose, strict, "")
    assert _span(own, write) == text.removeprefix("0")


def silence(*reasons, mean=np.nan):
    runs = SimpleNamespace(estimate=SimpleNamespace(mean=mean), note="", drawn=np.nan)
    return Told(runs, *[np.nan] * 5, reasons[0], reasons=reasons)


@pytest.mark.parametrize(
    ("cosine", "rank", "said"),
    [
        ([SMALL] * 2, [SMALL], "The cosines and lists of this model lie above chance"),
        ([NOTHING, SMALL], [NOTHING], "The cosines of this model lie above .* surely;"),
        (
            [NOTHING, SMALL, NOTHING],
            [NOTHING],
            "^WordNet sees nothing .* the cosines a",
        ),
        ([NOTHING], ["two bins"], "; of its lists nothing can be told: pairs or words"),
        ([NOTHING, "two bins"], [SMALL], "^Of the cosines .* nothing can be told: pai"),
    ],
)
def test_silence_has_the_sentence_of_its_reason(cosine, rank, said):
    text = sentence(silence(*cosine), silence(*rank), {}, 0.1)
    assert re.search(said, text), text
    told = sentence(silence("", mean=0.3), silence(*rank), {}, 0.1)
    assert told.startswith("Cosines of this model below .30 lie above chance in WordN")


def test_open_ends_stand_where_they_are_open(monkeypatch):
    """The loose end is the lower cosine, and the farther rank."""
    every = iter(({"loose": 0.1, "strict": np.nan}, {"loose": 900, "strict": np.nan}))

    def told(*given, **how):
        return silence("", mean=0.2)._replace(**next(every))

    monkeypatch.setattr(meant, "threshold_of", told)
    (row,) = rows(THRESHOLDS, [meaning()])
    assert (row["threshold_words_low"], row["last_rank_words_high"]) == (0.1, 900)
    assert np.isnan([row["threshold_words_high"], row["last_rank_words_low"]]).all()


def test_first_alike_is_the_first_rank_of_its_group_and_nothing_from_rank_1_on():
    numbers = meaning()
    groups = welch.moments(numbers.stored["rank_counts"][0], VALUES)
    place = meant.printed("first_alike", groups, Rule()).group
    assert 0 < place < len(RANKS) - 2 and RANKS[place + 1] - RANKS[place] > 1
    (row,) = rows(THRESHOLDS, [numbers])
    assert row["first_alike"] == RANKS[place]
    told = {x["rule"]: x for x in rows(RELABELLED, [numbers])}
    assert told["first alike"]["observed"] == RANKS[place]
    # deals of equal groups: all ranks are alike, so nothing is found
    assert told["first alike"]["found_e2"] < 5


def test_bootstrapped_cells_have_the_interval_of_the_text():
    given = [meaning(sampling=x) for x in ("fixed", "bootstrapped")]
    for numbers in given:
        # runs of other thresholds
        for run in (1, 2):
            numbers.stored["counts"][run] = counted([*range(80, 140)], 120 + 3 * run)

    def reaches(records):
        told = rows(THRESHOLDS, records)
        assert {round(row["threshold"], 9) for row in told} == {0.23}
        ends = np.array([row["threshold_high"] - row["threshold"] for row in told])
        return np.sqrt(ends**2 - ROUNDED**2)

    fixed, drawn = reaches(given)
    assert drawn == pytest.approx(np.sqrt(3) * fixed)
    # around their own mean, which has its error, too
    (alone,) = reaches(given[1:])
    assert alone == pytest.approx(2 * fixed)
    assert "around the mean of draws" in rows(THRESHOLDS, given[1:])[0]["note"]
    assert "draws" not in rows(THRESHOLDS, given)[1]["note"]


@pytest.mark.parametrize("samplings", [("fixed",), ("fixed", "shuffled")])
def test_bootstrapped_cells_tell_what_the_whole_text_gives(samplings):
    """Shuffled runs where there are any, as in lists of neighbours."""
    given = [meaning(sampling=x) for x in (*samplings, "bootstrapped")]
    given[-1].stored["counts"][:] = counted([*range(80, 140)], 126)
    if "shuffled" in samplings:
        given[0].stored["counts"][:] = counted([*range(80, 140)], 124)
    shapes = [similar(sampling=x) for x in (*samplings, "bootstrapped")]
    *_, whole, drawn = rows(THRESHOLDS, given, shapes)
    for name in ("threshold", "threshold_words_high", "last_rank", "above_e2"):
        assert drawn[name] == whole[name]
    assert drawn["threshold"] == pytest.approx(0.2)
    assert "cosines: of the whole text, as drawn ones give .26" in drawn["note"]
    assert "drawn" not in whole["note"]
    assert drawn["sentence"].startswith("Cosines of this model below .20 (.19 to .21)")


def test_tables_of_pairs_tell_what_the_whole_text_gives_too():
    whole = scored_pairs(sampling="fixed")
    drawn = scored_pairs(33, sampling="bootstrapped")
    asked = Similarity(threshold=Threshold(relabellings=DEALS, least_pairs=10))

    def told(*records):
        analyses = SimpleNamespace(similarity=asked)
        given = Numbers(analyses, scored=[*beside_whole(records)])
        return build(SCORED, given).to_dict("records")

    first, second = told(whole, drawn)
    assert second["threshold"] == first["threshold"] == pytest.approx(0.5)
    (alone,) = told(drawn)
    assert alone["threshold"] == pytest.approx(0.65)
    assert "around the mean of draws" in alone["note"]
    assert "of the whole text, as drawn ones give" in second["note"]


def test_where_the_whole_text_has_no_threshold_drawn_ones_are_told():
    given = [meaning(999, sampling="fixed"), meaning(sampling="bootstrapped")]
    fixed, drawn = rows(THRESHOLDS, given)
    assert np.isnan(fixed["threshold"])
    assert drawn["threshold"] == pytest.approx(0.2)
    assert "no run on the whole text has one, so this is of drawn" in drawn["note"]


def test_cells_of_other_languages_have_a_row_that_says_so():
    english = meaning(language="en", corpus="said", view="said")
    spanish = similar(language="es", corpus="dicho", view="dicho")
    shapes = [spanish, similar(language="en", corpus="said", view="said")]
    shown = rows(THRESHOLDS, [english], shapes)
    assert [row["language"] for row in shown] == ["es", "en"]
    assert shown[0]["note"].startswith("the baseline knows English alone")
    assert shown[0]["sentence"].startswith("Not told: the baseline knows English alo")
    assert len(rows(THRESHOLD_SIZE, [english], shapes)) == 3


def test_a_cell_without_numbers_says_why():
    lost = MeaningNumbers(cell(), note="2 of 3 runs failed")
    for table in (THRESHOLDS, THRESHOLD_SIZE, RELABELLED):
        (row,) = rows(table, [lost])
        assert row["note"] == "2 of 3 runs failed"
    frame = pd.DataFrame(rows(THRESHOLDS, [lost]))
    assert "Not told: 2 of 3 runs failed." in thresholds_told({"thresholds": frame})


def test_fewer_words_have_the_same_threshold_or_say_why():
    few, third, every = rows(THRESHOLD_SIZE, [meaning()])
    assert [x["words"] for x in (few, third, every)] == [30, 100, 300]
    assert np.isnan(few["threshold"]) and "two bins" in few["note"]
    assert np.isnan(third["threshold"])
    assert every["threshold"] == pytest.approx(0.2)
    lows = [x["expected_low"] for x in (few, third)]
    assert lows[0] <= lows[1] <= 0.2 <= third["expected_high"]
    assert np.isnan([every["expected_low"], every["expected_high"]]).all()


def test_relabellings_show_how_often_a_rule_finds_what_is_not_there():
    told = {x["rule"]: x for x in rows(RELABELLED, [meaning()])}
    ours = told["above relabelled"]
    assert ours["found_e2"] <= 2
    assert ours["observed"] == pytest.approx(0.2)
    assert told["first above lowest"]["found_e2"] >= ours["found_e2"]
    assert {x["relabellings"] for x in told.values()} == {DEALS}
    assert set(told) == {
        *("above relabelled", "first above lowest", "first rising"),
        *("last unlike", "first alike"),
    }


def test_pairs_that_count_twice_move_rules_in_print_alone():
    """Bins of 2000 pairs, of which 3000 are asked for, count where they count twice."""
    threshold = Threshold(least_pairs=3000, relabellings=DEALS)
    told = {}
    for pairs in ("once", "twice"):
        asked = Similarity(
            baseline=Wordnet("wordnet", pairs=pairs), threshold=threshold
        )
        (row,) = rows(THRESHOLDS, [meaning()], asked=asked)
        assert np.isnan(row["threshold"]) and row["pairs"] == 60 * PAIRS
        dealt = {x["rule"]: x for x in rows(RELABELLED, [meaning()], asked=asked)}
        told[pairs] = row["first_above_lowest"], dealt["first above lowest"]["observed"]
        assert row["first_alike"] > 0  # of ranks: a pair has two of them anyway
    assert np.isnan(told["once"]).all()
    # from .20 on: bins are called by their upper ends
    assert told["twice"] == pytest.approx((0.21, 0.21))


def test_findings_end_with_the_sentences():
    frame = pd.DataFrame(rows(THRESHOLDS, [meaning(), meaning(technique="lsa")]))
    text = thresholds_told({"thresholds": frame})
    assert text.count("Cosines of this model below .20") == 2
    assert thresholds_told({}) == ""
    study = SimpleNamespace(analyses=None)
    assert "From which similarity on" in answers(study, {"thresholds": frame})


def test_the_figure_has_a_panel_per_technique_also_without_numbers():
    lost = MeaningNumbers(cell(technique="lsa"), note="not measured")
    figure = draw_thresholds([meaning(), lost], Rule())
    texts = [text.get_text() for axes in figure.axes for text in axes.texts]
    assert "from 0.20" in texts and "not measured" in texts
    band = figure.axes[0].collections[0].get_paths()[0].vertices[:, 1]
    assert band.min() == 0 < band.max()  # one-sided, as the band is
    assert len(draw_thresholds([], Rule()).axes) == 1


def test_of_items_that_are_no_words_the_distribution_alone_is_told():
    grams = {"technique": "charvec", "item": "n-gram"}
    given = [similar(), similar(**grams), similar(technique="hindi")]
    charvec, hindi, words = rows(THRESHOLDS, [meaning()], given)
    alone = "the distribution alone is told"
    assert charvec["note"] == f"the baseline has no n-grams, so {alone}"
    assert charvec["sentence"].startswith(f"Not told: {charvec['note']}; .50 is the ne")
    assert np.isnan(charvec["threshold"])
    assert charvec["high_above_e2"] == pytest.approx(100 * 0.0004, abs=0.02)
    assert hindi["note"].startswith("the baseline knows English alone")
    assert words["threshold"] == pytest.approx(0.2)
    # also where no cell has words
    (only,) = rows(THRESHOLDS, [], [similar(**grams)])
    assert only["sentence"] == charvec["sentence"]
