"""Tables 5 to 7, section 4, grid and what is taught: planted numbers, by hand."""

from types import SimpleNamespace

import numpy as np
import pytest
from planted_terms import (
    IS_TEST,
    NAMES,
    Planted,
    apart,
    draws,
    every_draw,
    held,
    laid,
    made,
    path,
)

from quaver.papers.bloem2019 import domains, neighbours, section_4, taught, tuning
from quaver.papers.bloem2019.own_words import own_words

NAN = float("nan")


def turned(degrees):
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)


def learned(own=(0, 90, 180, 270, 45, 45), off=(30, 60, 0, 60, 0, 0), **changes):
    """Own words at angles, and both draws of a term so many degrees off its own."""
    words = turned(np.array(own, dtype=float))
    vectors = turned(np.array(own, dtype=float) + off)
    arrays = {"vectors": np.broadcast_to(vectors[:, None], (3, 6, 2, 2)).copy()}
    arrays |= {"own": np.broadcast_to(words, (3, 6, 2)).copy(), "runs": [1, 2, 3]}
    return held(**arrays | {"terms": NAMES, "is_test": IS_TEST} | changes)


def test_own_words_stand_beside_those_of_other_terms():
    """At 0, 90, 180, 270; the first of several words has none in the background."""
    stored = learned()
    stored["own"][:, 0] = NAN
    told = own_words(SimpleNamespace(**{x: stored[x][:] for x in stored}), tested=True)
    assert [x.decode() for x in told.names] == ["gamma", "delta", "epsilon"]
    assert told.cosine[0] == pytest.approx([0.5, 1, 0.5])
    # gamma, at 150, is nearer to 180 than to its own 90; epsilon is at 330
    others = [(np.sqrt(0.75) - 0.5) / 2, 0, -(np.sqrt(0.75) + 0.5) / 2]
    assert told.others[0] == pytest.approx(others)
    assert told.told[0] == pytest.approx([0.5, 1, 1])
    level = np.mean(others)
    assert told.kappa() == pytest.approx((2 / 3 - level) / (1 - level))


def whole(share, counts, **how):
    """Table 5 of terms with such shares in the book, and words so often in general."""
    files = every_draw()
    files["terms/economics-whole/draws.h5"] = draws(share=np.array(share))
    files[path("economics-whole", "joint", "learn_terms")] = learned(**how)
    total = 1_000_000
    words = [*NAMES[1:], "the"]
    rest = total - sum(counts)
    arrays = {"words": words, "counts": np.array([*counts, rest])}
    files["corpora/speeches.h5"] = held(**arrays)
    rows = made(domains.TABLE_5, Planted(files), set="economics-whole")
    return {row["group"]: row for row in rows}


def test_groups_are_told_by_both_frequencies_and_terms_between_are_in_none():
    """Terms: frequent, frequent, rare, rare, between, at the edge of rare here; in
    general: unknown (several words), rare, rare, frequent, rare, rare."""
    share = [0.002, 0.002, 0.0004, 0.0004, 0.0007, 0.0005]
    told = whole(share, counts=[20, 24, 51, 20, 20])
    assert told["a book"]["terms"] == 6
    sizes = {group: row["terms"] for group, row in told.items()}
    assert sizes == {
        "a book": 6,
        "high here and low in general": 1,
        "low here and low in general": 1,
        "low here and high in general": 1,
        "high here and high in general": 0,
    }
    cosines = [told[x]["cosine"] for x in (*sizes,)[1:4]]
    assert cosines == pytest.approx([0.5, 1, 0.5])
    assert told["high here and high in general"]["note"] == "no term"
    assert told["a book"]["published_cosine"] == 0.366
    assert told["low here and high in general"]["published_cosine"] == 0.109
    assert "140,000,000" in told["a book"]["verdict"]
    every = np.cos(np.radians([30, 60, 0, 60, 0, 0])).mean()
    assert told["a book"]["cosine"] == pytest.approx(every)
    # gamma: low enough, and 25 of a million would be between
    told = whole(share, counts=[25, 24, 50, 20, 20])
    assert told["high here and low in general"]["terms"] == 0
    assert told["low here and high in general"]["terms"] == 0


def test_vectors_stand_beside_the_background_s_own_word():
    files = every_draw()
    ranks = np.broadcast_to(np.array([-1, 7, 3, 5, 9, 9])[:, None], (3, 6, 2))
    stored = learned()
    stored["own"][:, 0] = NAN
    files[path("faq-rnd", "nonce2vec", "learn_terms")] = stored
    files[path("faq-rnd", "nonce2vec")] = apart(own_rank=ranks)
    (row,) = made(domains.TABLE_6, Planted(files), set="faq-rnd", terms=3)
    assert row["cosine"] == pytest.approx(2 / 3)
    assert (row["mean_rank"], row["median_rank"]) == (5, 5)
    assert row["told"] == pytest.approx(2.5 / 3)
    assert (row["published_cosine"], row["published_rank"]) == (0.382, 17262)
    # all three have the same in every run: the error over terms, of t = 4.3
    reach = 4.302652729911275 * np.std([0.5, 1, 0.5], ddof=1) / np.sqrt(3)
    assert 2 / 3 + reach > 1 == row["cosine_high"]  # a cosine ends at 1
    assert row["cosine_low"] == pytest.approx(2 / 3 - reach)


def nearest(names=NAMES):
    rows = np.zeros((3, 6, 2, 3), dtype=np.int32)
    rows[:, :, 0], rows[:, :, 1] = (0, 1, 2), (1, -1, -1)
    extra = {"neighbours": rows, "named": ["wolf", "river", "stone"]}
    files = every_draw()
    files["terms/economics/draws.h5"] = draws(names=names)
    files[path("economics", "nonce2vec")] = apart(**extra, terms=list(names))
    return Planted(files)


def test_neighbours_of_both_halves_are_of_frequent_test_terms():
    rows = made(neighbours.TABLE_7, nearest(), set="economics", runs=3)
    assert [row["term"] for row in rows[::4]] == NAMES[:3]
    assert [row["first_half"] for row in rows[:3]] == ["wolf", "river", "stone"]
    assert [row["second_half"] for row in rows[:3]] == ["river", "", ""]
    assert rows[0]["cosine"] == pytest.approx(0.9) and rows[0]["between"] == 0.5
    assert rows[0]["nearest"] == 2.5
    printed = made(neighbours.TABLE_7, nearest(), set="in print")
    assert [row["term"] for row in printed] == ["talking"] * 3 + ["verbs"] * 4
    assert printed[0]["published_cosine"] == 0.751


def test_terms_in_print_are_shown_where_they_are_there():
    names = ["alpha beta", "gamma", "verbs", *NAMES[3:]]
    rows = made(neighbours.TABLE_7, nearest(names), set="economics", runs=3)
    assert {row["term"] for row in rows} == {"verbs"}


def wikipedia(terms):
    terms["sets"]["wiki-rnd"] = {"format": "wiki_rnd", "path": "wiki.txt"}
    terms["learners"]["additive"]["sets"].append("wiki-rnd")


def test_full_draws_are_counted_by_terms_and_by_draws():
    """Of 298 terms 269 have all five; of 1490 draws 1354 are full: .903 and .909."""
    full = np.ones((298, 5), dtype=bool)
    full[:29, 0] = False
    full.ravel()[np.flatnonzero(full[:29].ravel())[:107]] = False
    assert (full.all(axis=1).sum(), full.sum()) == (269, 1354)
    names = [f"w{k}" for k in range(298)]
    files = every_draw()
    files["terms/wiki-rnd/draws.h5"] = draws(
        names=names,
        number=5,
        sizes=2,
        full=full,
        is_test=np.arange(298) < 90,
        missing=["duran", "heslington"],
        missing_is_test=[True, False],
    )
    results = Planted(files, laid(change=wikipedia))
    rows = made(section_4.SECTION_4, results, set="wiki-rnd")
    told = {row["quantity"]: row for row in rows}
    assert "tokens" not in told  # of a text that is not there
    assert told["terms"]["value"] == 300 and told["terms"]["verdict"] == "agrees"
    assert told["sentences"]["value"] == 2980
    assert told["test terms looked for"]["value"] == 91
    assert told["test terms"]["value"] == 90
    terms, each = told["terms at full size"], told["draws at full size"]
    assert round(terms["value"], 3) == 0.903 and round(each["value"], 3) == 0.909
    assert terms["published_value"] == each["published_value"] == 0.909
    assert "269 of 298" in terms["note"] and "1,354 of 1,490" in each["note"]
    assert each["low"] < 0.909 < each["high"]


def test_sizes_of_texts_and_backgrounds_stand_beside_print():
    rows = made(section_4.SECTION_4, Planted(every_draw()))
    told = {(row["set"], row["quantity"]): row for row in rows}
    assert told["economics", "tokens"]["value"] == 179_000
    assert told["economics", "tokens"]["published_value"] == 133_240
    assert told["economics", "tokens"]["verdict"].startswith("not comparable")
    assert told["economics", "terms"]["value"] == 7  # with the one that is missing
    tests = told["economics", "test terms looked for"]
    assert tests["value"] == 5  # four, and the one that is missing
    assert tests["published_value"] == 79
    assert tests["verdict"].startswith("not comparable")
    assert told["background", "dimensions"]["value"] == 100
    own = told["background", "tokens"]
    assert own["published_value"] == 1_600_000_000
    assert own["verdict"].startswith("not comparable: another background")
    # the text of random draws is the book's, too
    assert "179,000 of 133,240" in told["economics-rnd", "terms"]["verdict"]


VALUES = np.array([[1, 3, 5], [0.1, 5, 5], [0.1, 5, 3], [0.5, 5, 3]])


def grid(parameters=("learning_rate", "negative", "window_decay"), values=VALUES):
    """Cosines .5, .7, .8, .6 of two terms, kappas in another order."""
    means = np.array([0.5, 0.7, 0.8, 0.6])
    cosine = means[:, None] + np.array([-0.1, 0, 0.1])
    arrays = {"parameters": list(parameters), "values": values, "cosine": cosine}
    arrays |= {"terms": NAMES[:3], "rank": np.full((4, 3), 2.0)}
    arrays |= {"between": means - 0.1, "kappa": np.array([0.4, 0.1, 0.2, 0.3])}
    arrays |= {"identified": np.array([0.4, 0.3, 0.2, 0.1])}
    files = every_draw()
    files[path("faq-rnd", "nonce2vec", "terms_grid")] = held(**arrays)
    return Planted(files)


def test_best_settings_are_told_by_the_paper_s_measure_and_by_kappa():
    """Defaults have a lambda of 70 and a sample decay of 1.9: not in this grid."""
    rows = made(tuning.TABLE, grid(), set="faq-rnd", settings=4)
    told = {row["chosen"]: row for row in rows}
    best = told[tuning.BEST]
    assert (best["learning_rate"], best["window_decay"]) == (0.1, 3)
    assert (best["lambda"], best["sample_decay"], best["window"]) == (30, 2.5, 15)
    assert (best["cosine"], best["between"]) == pytest.approx((0.8, 0.7))
    assert told[tuning.BEST_KAPPA]["learning_rate"] == 1
    # of the two settings that print leaves open, the one of higher cosine
    assert told[tuning.IN_PRINT]["window_decay"] == 3
    assert tuning.OPEN in told[tuning.IN_PRINT]["note"]
    assert "no such setting" in told[tuning.DEFAULTS]["note"]
    assert np.isnan(told[tuning.DEFAULTS]["cosine"])
    assert told["best of window decay 5"]["cosine"] == pytest.approx(0.7)
    assert told["place 2 by cosine"]["cosine"] == pytest.approx(0.7)
    assert np.isnan(best["gain"])


def test_gains_are_over_the_same_terms_as_the_defaults():
    names = ("learning_rate", "negative", "sample_decay", "lambda", "window_decay")
    values = np.array(
        [
            [1, 3, 1.9, 70, 5],
            [0.1, 5, 2.5, 30, 5],
            [0.1, 5, 2.5, 30, 3],
            [1, 3, 1, 1, 1],
        ]
    )
    rows = made(tuning.TABLE, grid(names, values), set="faq-rnd", settings=4)
    told = {row["chosen"]: row for row in rows}
    assert told[tuning.DEFAULTS]["gain"] == pytest.approx(0)
    best = told[tuning.BEST]
    assert best["gain"] == pytest.approx(0.3)
    # all terms gain alike, though their cosines differ
    assert best["gain_low"] == pytest.approx(0.3) and best["cosine_low"] < 0.7


def test_what_is_taught_is_of_draws_that_have_the_place():
    """One draw of each term has three sentences, the other one."""
    sizes = np.tile([3, 1], (6, 1))
    pairs = np.zeros((3, 6, 2, 3), dtype=np.int64)
    pairs[:, :, 0] = 20, 10, 0
    pairs[:, :, 1, 0] = 40
    moved = np.where(np.arange(2) == 0, 0.8, 0.9) * np.ones((3, 6, 2))
    arrays = {"taught": pairs, "moved": moved, "runs": [1, 2, 3]}
    files = every_draw()
    files["terms/faq-rnd/draws.h5"] = draws(sizes=sizes)
    stored = held(**arrays, terms=NAMES, is_test=IS_TEST)
    files[path("faq-rnd", "nonce2vec", "learn_terms")] = stored
    rows = made(taught.TERMS_TAUGHT, Planted(files), set="faq-rnd", runs=3)
    told = {row["place"]: row for row in rows}
    assert told["all"]["moved"] == pytest.approx(0.85)
    assert told["all"]["taught"] == pytest.approx((30 + 40) / 2)
    assert [told[x]["window"] for x in "123"] == [15, 10, 5]
    assert [told[x]["taught"] for x in "123"] == [30, 10, 0]
    assert [told[x]["untaught"] for x in "123"] == [0, 0, 1]
    assert [told[x]["draws"] for x in "123"] == [12, 6, 6]
