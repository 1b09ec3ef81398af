"""A figure of what one word moved from and to: its panels, neighbours and headings."""

from types import SimpleNamespace

import numpy as np
import pytest

from quaver.house.change_words import (
    LONG,
    MOST,
    PAIRS,
    SHOWN,
    draw_word,
    heading,
    surest,
    words_moved,
)
from quaver.items.look import save
from quaver.results.change import ChangeNumbers

STORED = {
    **{"squared": 0.2, "low": 0.1, "high": 0.3, "cosine": 0.5, "null/p": 0.001},
    **{"null/q": 0.01, "null/least": 0.001, "drift/percentile": 0.93, "drift/q": 0.01},
    **{"drift/controls": 100.0, "drift/band": 2.0},
}
KINDS = ("left",) * 8 + ("came",) * 8 + ("stayed",) * 2


def numbers(words=("war",), names=(), pair=("then", "now"), **changes):
    """Numbers of words, each with eight neighbours that left, eight that came, two that
    stayed; the later of a kind, the more surely it moved."""
    stored = {name: np.full(len(words), value) for name, value in STORED.items()}
    both = np.full((len(words), 2), 9)
    stored |= dict.fromkeys(("occurrences", "documents", "effective"), both)
    stored["verdict"] = ["changed"] * len(words)
    n, of = len(KINDS), len(words)
    signs = np.select([np.array(KINDS) == x for x in ("left", "came")], (-1.0, 1.0), 0)
    difference = np.tile(signs * 0.3, of)
    reach = np.tile(np.linspace(0.5, 0.05, n), of)
    early = np.full(n * of, 0.5)
    own = (*names, *(f"near{k}" for k in range(len(names), n)))
    near = {
        **{"of": np.repeat(np.arange(of), n), "words": own * of, "kind": KINDS * of},
        **{"ranks": np.tile([1, 900], (n * of, 1)), "difference": difference},
        **{"cosines": np.array([early, early + difference]).T},
        **{"low": difference - reach, "high": difference + reach},
    }
    facts = {"words": words, "stored": stored, "near": near} | changes
    technique = facts.pop("technique", "glove")
    return ChangeNumbers("mine", *pair, technique, technique, **facts)


def results(*told, words=("war",)):
    asked = SimpleNamespace(change={"mine": SimpleNamespace(words=words)})
    study = SimpleNamespace(analyses=asked)
    return SimpleNamespace(study=study, changes=lambda: list(told))


def panels(*told):
    ((_, _, own),) = words_moved(results(*told))
    return own


def used(figure):
    return [axes for axes in figure.axes if axes.get_title(loc="left")]


def test_of_each_kind_the_surest_neighbours_are_shown():
    (panel,) = panels(numbers())
    assert len(panel.near) == SHOWN
    kinds = [row["moved"].split()[0] for row in panel.near]
    assert kinds == ["left"] * 5 + ["came"] * 5 + ["stayed"] * 2
    names = [row["neighbour"] for row in panel.near]
    assert names[:6] == ["near7", "near6", "near5", "near4", "near3", "near15"]
    assert not surest([])


def test_marks_and_whiskers_stand_where_the_numbers_are():
    (panel,) = panels(numbers())
    (axes,) = used(draw_word([panel]))
    offenders = []
    for height, row in enumerate(panel.near):
        lines = [x for x in axes.lines if x.get_ydata()[0] == height]
        drawn = [np.atleast_1d(line.get_xdata()).tolist() for line in lines]
        early, late = row["early_cosine"], row["late_cosine"]
        low, high = (early + row[f"difference_{end}"] for end in ("low", "high"))
        is_right = drawn == [[early, late], [low, high], [early], [late]]
        is_white = lines[-1].get_markerfacecolor() == "white"
        if not is_right or is_white != (low <= early <= high):
            offenders.append(row)
    assert not offenders
    looks = {(x.get_marker(), x.get_color()) for x in axes.lines if len(x.get_xdata())}
    assert {mark for mark, _ in looks} >= {"v", "^", "o", "|"}
    assert [text.get_text() for text in axes.texts] == ["1 → 900"] * SHOWN


def test_a_heading_tells_verdict_change_and_percentile_in_plain_words():
    row = panels(numbers())[0].row
    told = {
        "glove: changed\nthen to now\nchange 0.20 (95 %: 0.10 to 0.30), more than that "
        "of 93 of 100 words of like frequency": {},
        "glove: no evidence\nthen to now\nchange 0.0012 (95 %: 0.0000 to 0.0300), more "
        "than that of 4 of 100 words up to 3 times as rare or frequent": {
            **{"verdict": "no evidence", "change": 0.0012, "change_low": -1e-6},
            **{"change_high": 0.03, "percentile": 0.04, "band": 3.0},
        },
        "glove: cannot be told\nthen to now": {
            "verdict": "cannot be told",
            "percentile": np.nan,
        },
    }
    wrong = {x: heading(row | own, 500) for x, own in told.items()}
    assert not {x: own for x, own in wrong.items() if x != own}


def test_a_pair_has_a_row_of_techniques_and_says_why_where_nothing_is_told():
    techniques = ("fasttext", "glove", "ppmi", "word2vec")
    told = [numbers(technique=x) for x in techniques]
    later = {"pair": ("now", "later")}
    told += [numbers(**later, technique="fasttext", note="only 3 words are shared")]
    told += [numbers((), near={}, missing=("war",), technique="glove", **later)]
    told += [numbers(near={}, technique="ppmi", **later)]
    figure = draw_word(panels(*told))
    heads = [axes.get_title(loc="left").split(":")[0] for axes in used(figure)]
    assert heads == [*techniques, *techniques[:3]]
    grid = {axes.get_subplotspec().rowspan.start for axes in used(figure)[4:]}
    assert len(grid) == 1, "the later pair stands in a row of its own"
    texts = [axes.texts[0].get_text() for axes in used(figure)[4:]]
    whole = [" ".join(text.split()) for text in texts]
    assert whole[0] == "not told: only 3 words are shared"
    assert whole[1].startswith("war cannot be told: a text lacks it")
    assert whole[2].startswith("war changed more than 93 of 100 words")


def test_a_figure_holds_so_many_pairs_those_of_most_change():
    told = [numbers(pair=(f"{k}", f"{k + 1}")) for k in range(PAIRS + 5)]
    for k in range(5):
        told[3 * k].stored["drift/percentile"][:] = 0.1
    figure = draw_word(panels(*told))
    early = [x.get_title(loc="left").split("\n")[1].split()[0] for x in used(figure)]
    lacking = {f"{3 * k}" for k in range(5)}
    assert early == [f"{k}" for k in range(PAIRS + 5) if f"{k}" not in lacking]
    legend = figure.legends[0].get_title().get_text()
    assert f"{PAIRS} pairs of {PAIRS + 5}" in " ".join(legend.split())


def test_all_words_named_are_drawn_and_of_others_those_that_changed_most():
    words = tuple(f"w{k:03}" for k in range(MOST + 10))
    many = numbers(words)
    many.stored["squared"][:] = np.arange(len(words))
    many.stored["verdict"][-1] = "as others"
    other = numbers(("w000",), technique="ppmi", missing=("gone",))
    named = [word for _, word, _ in words_moved(results(many, other))]
    assert named == sorted({*words, "gone"})
    changed = [x for _, x, _ in words_moved(results(many, other, words={"least": 5}))]
    assert len(changed) == MOST
    assert changed[:3] == ["w000", words[-2], words[-3]]
    nothing = numbers((), stored={}, near={}, note="not measured")
    assert not [*words_moved(results(nothing, words={"least": 5}))]


@pytest.mark.filterwarnings("ignore:Glyph")
def test_words_of_any_script_and_length_are_drawn_within_the_figure(tmp_path):
    names = ("nejneobhospodařovávatelnějšími", "युद्धविराम", "$x$", "a\u202eb")
    told = numbers(("Straßenbahnhaltestelle" * 4,), names)
    told.near["difference"][:] *= np.arange(len(KINDS), 0, -1)  # these are surest
    figure = draw_word(panels(told))
    (axes,) = used(figure)
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert {r"\$x\$", "a\\u202eb"} <= {*labels}
    assert max(map(len, labels)) <= LONG
    figure.draw_without_rendering()
    width = figure.bbox.width
    boxes = [x.get_window_extent() for x in (*axes.get_yticklabels(), *axes.texts)]
    assert not [box for box in boxes if box.x0 < 0 or box.x1 > width]
    for ending in ("svg", "png"):
        save(figure, tmp_path / f"word.{ending}")
    assert "युद्धविराम" in (tmp_path / "word.svg").read_text(encoding="utf-8")
