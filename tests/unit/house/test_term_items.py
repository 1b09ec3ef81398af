"""Terms by their sentences as a table, sentences, findings and a figure; components."""

from dataclasses import replace
from io import StringIO

import numpy as np
import pandas as pd
import pytest
from house_given import Numbers, frame
from scipy.special import ndtr

from quaver.house.settling import term_of
from quaver.house.terms_settled import NOTHING, TABLE, sentence, settled_told
from quaver.house.terms_settled_figure import FIGURE, PANELS
from quaver.house.terms_variance import TABLE as VARIANCE
from quaver.items.render import as_csv
from quaver.items.write import read_table
from quaver.results.term_curves import SHARES, CurveNumbers, VarianceNumbers
from quaver.statistics.components import COMPONENTS

OF = "economics", "additive", "word2vec", "news", "shuffled"
SIZES = "1", "2", "4", "8", "all"
HELD = {"free market": 60, "mutualism": 38, "usury": 14, "tariff": 30, "guild": 1}
K = 8.0, 8.0, 8.0, 1e6, 8.0  # tariff is never told
REPEATS = 20


def curves(names=HELD, k=K, **changes):
    """Terms whose deviate is 4.5 n / (n + k): settled from 4.6 sentences where k is 8,
    a set of which one has too few."""
    generator = np.random.default_rng(1)
    held = np.array([*names.values()])
    asked = (held // 2 if x == "all" else np.full_like(held, int(x)) for x in SIZES)
    sizes = np.array([np.where(x <= held // 2, x, 0) for x in asked])
    own = sizes / (sizes + np.array(k))
    shape = 2, len(SIZES), len(held), REPEATS
    each = 0.02 * generator.standard_normal(shape)
    told = np.clip(ndtr(4.5 * own)[:, :, None] + each, 0, 1)
    cosine = own[:, :, None] + each
    told[:, sizes == 0], cosine[:, sizes == 0] = np.nan, np.nan
    stored = {"sentences": sizes, "others": np.where(sizes, 3, 0), "held": held}
    stored |= {"is_test": np.arange(len(held)) % 2 == 0, "told": told}
    stored |= {"raw_told": told - 0.1, "cosine": cosine, "centred_cosine": cosine}
    made = CurveNumbers(*OF, 0.95, SIZES, tuple(names), stored)
    return replace(made, **changes)


def variances(**changes):
    """Two samplings and their difference, of a text, so that texts tell nothing."""
    samplings = "shuffled", "bootstrapped", "bootstrapped - shuffled"
    axes = ("vectors", "cosines"), ("raw", "centred"), samplings, COMPONENTS
    value = np.broadcast_to([0.6, 0.2, 0.15, 0.05, np.nan, np.nan], (2, 2, 3, 6)).copy()
    value[:, :, 2] = [-0.1, 0, 0.1, 0, np.nan, np.nan]
    stored = dict(zip(SHARES, (value, value - 0.02, value + 0.02), strict=True))
    levels = dict(zip(samplings, ([1, 4, 5], [1, 4, 5], [0, 0, 0]), strict=True))
    made = VarianceNumbers(*OF[:3], *axes, levels, stored, 40, 2)
    return replace(made, **changes)


def by_term(numbers):
    return {x: term_of(numbers, k) for k, x in enumerate(numbers.terms)}


def test_a_row_of_each_term_says_from_where_it_is_settled():
    rows = frame(TABLE, term_curves=[curves()]).set_index("term")
    own = rows.loc["mutualism"]
    assert own["sentences"] == 38 and own["drawn"] == 19
    assert own["settled"] == pytest.approx(8 * 1.645 / (4.5 - 1.645), rel=0.15)
    assert own["settled_low"] < own["settled"] < own["settled_high"]
    assert own["k"] == pytest.approx(8, rel=0.1) and own["chance"] == 0.5
    assert own["by_its_sentences"] == "yes" and own["part"] == "training"
    assert rows.loc["guild", "note"] == NOTHING and pd.isna(rows.loc["guild", "told"])
    assert rows.loc["tariff", "by_its_sentences"] == "no"
    assert pd.isna(rows.loc["tariff", "settled"])
    # the largest k that is tried tells that there is no end
    assert rows.loc["tariff", "k"] > 1000 and pd.isna(rows.loc["tariff", "k_high"])
    assert (rows["told"].dropna() > rows["raw_told"].dropna()).all()


def test_pairs_of_draws_without_a_vector_are_counted():
    """Of mutualism, 38 sentences, each of five sizes has 2 runs x 20 pairs; of those of
    one sentence the half is lost, and three of two."""
    numbers = curves()
    for name in ("cosine", "told", "raw_told"):
        numbers.stored[name][:, 0, 1, ::2] = np.nan
        numbers.stored[name][0, 1, 1, :3] = np.nan
    shown = frame(TABLE, term_curves=[numbers]).set_index("term")
    assert shown["empty"].to_dict() == dict.fromkeys(HELD, 0) | {"mutualism": 23}
    assert shown.loc["mutualism", "note"] == "23 of 200 pairs of draws lack a vector"
    assert shown.loc["usury", "note"] == ""


def test_sentences_say_what_is_known_and_what_is_extrapolated():
    terms = by_term(curves())
    told = {name: sentence(term) for name, term in terms.items()}
    assert told["mutualism"].startswith("mutualism: 38 sentences; settled from about ")
    assert " to " in told["mutualism"] and told["mutualism"].endswith(").")
    assert told["guild"] == "guild: 1 sentence; too few to tell how many it needs."
    assert told["tariff"].endswith(
        "30 sentences; not surely told from other terms by draws of these."
    )
    term = terms["usury"]
    at = term.settled._replace(at=11, low=6, high=20.4)
    far = sentence(term._replace(settled=at))
    assert far == (
        "usury: 14 sentences; settled from about 11 (6 to 20; draws had 7 at most)."
    )
    beyond = sentence(term._replace(settled=at._replace(at=40, high=np.inf)))
    assert beyond == (
        "usury: 14 sentences; not surely settled by these; by its curve from about 40 "
        "or more (6 at least)."
    )
    drawn = sentence(term._replace(settled=at._replace(high=np.inf)))
    assert drawn.endswith("from about 11 or more (6 at least; draws had 7 at most).")
    inner = sentence(term._replace(settled=at._replace(at=6.6, high=np.inf)))
    assert inner.endswith("settled from about 7 (6 or more).")
    below = at._replace(at=np.inf, high=np.inf, told_low=0.7)
    ending = "settled by these; it needs 6 or more, how many is too far to tell."
    assert sentence(term._replace(settled=below)).endswith(ending)
    none = below._replace(low=np.inf)  # its largest draws have 7
    assert "it needs 28 or more" in sentence(term._replace(settled=none))
    first = sentence(term._replace(settled=at._replace(at=1, low=1, high=1)))
    assert first == "usury: 14 sentences; settled from the first on."


def test_findings_count_terms_and_name_a_few():
    table = frame(TABLE, term_curves=[curves()])
    read = read_table(StringIO(as_csv(table)), TABLE)
    text = " ".join(settled_told({TABLE.name: read}).split())
    where = "settled by their sentences beside news / word2vec / shuffled: additive, "
    surely = (table["settled_high"] <= table["sentences"]).sum()
    assert f"economics, {where}3 of 5 terms ({surely} surely; half of these 3" in text
    assert "from 5 or fewer" in text and "mutualism: 38" in text
    wide = read.assign(settled_high=np.nan)
    assert "terms (0 surely;" in " ".join(settled_told({TABLE.name: wide}).split())
    names = {f"t{k:02}": 40 for k in range(20)}
    many = curves(names, k=np.full(20, 8.0))
    missing = CurveNumbers("faq", *OF[1:], note="no terms left")
    read = frame(TABLE, term_curves=[many, missing])
    text = " ".join(settled_told({TABLE.name: read}).split())
    assert "20 of 20 terms" in text and "t00:" not in text
    assert f"faq, {where}not told (no terms left)." in text
    assert not settled_told({}) and not settled_told({TABLE.name: pd.DataFrame()})


def test_a_set_has_a_figure_of_the_terms_of_most_sentences_with_all_learners():
    names = {f"t{k:02}": 20 + k for k in range(20)}
    many = curves(names, k=np.full(20, 8.0))
    other = replace(many, learner="alacarte")
    later = replace(many, sampling="bootstrapped")
    faq = replace(other, set="faq", terms=tuple(f"f{k:02}" for k in range(20)))
    numbers = Numbers(term_curves=[many, later, other, faq])
    drawn, of_faq = (FIGURE.of(name).draw(numbers) for name in ("economics", "faq"))
    titles = [axes.get_title(loc="left") for axes in drawn.axes]
    assert titles == [f"t{k:02} ({20 + k})" for k in range(19, 19 - PANELS, -1)]
    assert of_faq.axes[0].get_title(loc="left") == "f19 (39)"
    looks, looks_of_faq = (
        {line.get_label(): line.get_color() for line in x.legends[0].legend_handles}
        for x in (drawn, of_faq)
    )
    assert [*looks] == ["additive", "alacarte"]
    assert looks_of_faq == {"alacarte": looks["alacarte"]}


def test_components_that_cannot_be_told_have_no_row_and_a_reason():
    rows = frame(VARIANCE, term_variances=[variances()])
    assert {*rows["component"]} == {*COMPONENTS[:4]}
    assert len(rows) == 2 * 2 * 3 * 4
    own = rows[(rows["sampling"] == "shuffled") & (rows["of"] == "vectors")]
    assert own[own["kind"] == "raw"]["share"].sum() == pytest.approx(1)
    assert own["note"].str.contains("one text: what a text adds stands in").all()
    assert own["note"].str.contains("2 terms without a vector").all()
    difference = rows[rows["sampling"] == "bootstrapped - shuffled"]
    assert difference["share"].isna().all() and difference["runs"].isna().all()
