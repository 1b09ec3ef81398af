"""Every item of the house, of whole, missing, failed and single runs."""

import re
from dataclasses import replace

import numpy as np
import pytest
from house_given import Numbers, query_numbers, text_numbers
from invented import (
    cell,
    compared,
    corpus,
    no_words,
    record,
    square,
    thin_cells,
    whole_cells,
    words,
)
from invented_laws import law_numbers, no_laws
from invented_terms import left_out
from invented_terms import record as term_record
from test_quality_below_items import below
from test_similarity_items import numbers as similarity_numbers
from test_term_items import curves, variances
from test_threshold_items import meaning, scored_pairs

import quaver.house
from quaver.house.change import BY_TEXT, CHANGE, CHANGE_NEIGHBOURS, STORED
from quaver.house.change_opinions import (
    CHANGE_AGREEMENT,
    CHANGE_OPINIONS,
    OPINIONS,
    sentence,
)
from quaver.items.item import build, of
from quaver.items.render import as_csv, as_latex, as_markdown
from quaver.measures.change_scoring import ALL, FREQUENCIES, NONE
from quaver.results.associations import AssociationNumbers
from quaver.results.change import SHARES, ChangeNumbers
from quaver.results.change_scores import CHANCE, MODELS, ScoreNumbers
from quaver.results.meaning import MeaningNumbers
from quaver.results.opinions import OpinionNumbers
from quaver.results.quality_below import BelowNumbers
from quaver.results.queries import AskedNumbers, AskedWord, QueryNumbers
from quaver.results.retrained import RetrainedNumbers
from quaver.results.scored import ScoredNumbers
from quaver.results.similarity import SimilarityNumbers
from quaver.results.term_curves import CurveNumbers, VarianceNumbers
from quaver.results.term_sets import Draws
from quaver.results.terms import TermNumbers
from quaver.results.trajectories import POINT, READ, TrajectoryNumbers
from quaver.statistics.drift import VERDICTS
from quaver.statistics.retrained import Retrained

TABLES, FIGURES = of(quaver.house)
JUDGED = ("trust", "neighbour_lists")  # of records that test_trust_tables has
NAMES = (
    *("findings", "losses", "instability", "averages", "neighbours", "trust"),
    *(
        "neighbour_lists",
        "change",
        "change_neighbours",
        "change_opinions",
        "change_power",
        "change_retrained",
        "change_scores",
        "change_trajectories",
        "laws_controlled",
        "terms_settled",
        "terms_variance",
        "change_agreement",
        "change_errors",
        "distances",
        "words",
        "sweeps",
        "quality",
    ),
    *(
        "quality_below",
        "quality_sections",
        "enough_runs",
        "enough_text",
        "associations",
    ),
    *("queries", "similarities", "similarity_shapes"),
    *("threshold_size", "thresholds", "thresholds_relabelled", "thresholds_scored"),
    *("corpora", "vocabulary", "trainings"),
    *("terms_definitions", "terms_told_apart", "terms_left_out"),
)
PAIR = "said", "early", "late", "word2vec", "word2vec"
TERMS = "economics", "additive", "word2vec"
SERIES = "said", ("1790", "1830", "1870"), "word2vec", "word2vec"
FACTS = {"p": 0.5, "null_low": -1.0, "null_high": 1.0, "permutations": 70}


def whole():
    overlap = np.where(np.eye(3, dtype=bool), 1, 0.4)
    names = ("eigenspace_overlap", "displacement", "knn_overlap", "rank_biased_overlap")
    facts = {"distances": dict.fromkeys(names, square(0.3, 3, 0.01))}
    facts |= {"overlaps": {10: (overlap, overlap / 2)}}
    cells, variants = whole_cells(**facts)
    shuffled = [c for c in cells if c.sampling == "shuffled"]
    return Numbers(
        cells=[*cells, *variants],
        distributions=[record(c, averages=compared((2, 4))) for c in shuffled],
        words=[words(technique=t, trainer=t) for t in ("word2vec", "glove")],
        corpora=[corpus("news")],
        sizes=[text_numbers(), text_numbers(1, technique="glove")],
        queries=[query_numbers(8), query_numbers(3)],
        asked=[AskedNumbers("news", [AskedWord("war", "queries", 7)])],
        changes=[changes()],
        scores=[scores()],
        retrained=[retrained()],
        laws=[law_numbers()],
        similarities=[similarity_numbers(technique=x) for x in ("glove", "word2vec")],
        meanings=[meaning(), meaning(999, technique="glove")],
        scored=[scored_pairs(), scored_pairs(999, technique="glove")],
        scores_below=[below(), below(thresholds=[np.nan] * 3, technique="glove")],
        opinions=[opinions()],
        terms_apart=[term_record(cells[0], format="glosses"), term_record(cells[1])],
        term_sets=[left_out(), left_out(missing=())],
        trajectories=[trajectories()],
        term_curves=[curves()],
        term_variances=[variances()],
        associations=[
            AssociationNumbers(cells[0], "callings", "weat", values=np.ones(3), **FACTS)
        ],
    )


def changes():
    """Four words, one of each verdict; the last is in too few documents."""
    told = np.array([0.4, 0.1, -0.01, np.nan])
    stored = dict.fromkeys(STORED.values(), told)
    stored["drift/controls"] = np.full(4, 100)
    stored |= {"squared": told, "low": told - 0.1, "high": told + 0.1}
    stored |= dict.fromkeys(BY_TEXT, np.array([[30, 20]] * 3 + [[9, 3]]))
    stored |= {"verdict": list(VERDICTS), "controls/squared": told}
    near = {"words": ["navy", "peace"], "kind": ["left", "came"]}
    near |= {"of": np.zeros(2, int), "ranks": np.array([[1, 40], [30, 2]])}
    near |= {"cosines": np.array([[0.8, 0.2], [0.1, 0.7]])}
    near |= dict.fromkeys(("difference", "low", "high"), np.array([-0.6, 0.6]))
    words = ("war", "money", "union", "rare")
    stored |= dict.fromkeys(SHARES, np.array([0.6, 0.2, 0, np.nan]))
    stored["least_share"] = np.array([0.31, 0.42, 0.67, np.nan])
    return ChangeNumbers(*PAIR, words, ("gone",), stored, near, planted=planted())


def planted():
    """Three halvings of 60 words, of which 12 are planted and most are seen."""
    share = np.tile(np.append(np.tile([0.25, 0.5, 1], 4), np.zeros(48)), 3)
    numbers = {"share": share, "halving": np.repeat(np.arange(3), 60)}
    numbers["occurrences"] = np.tile(30 * 1.1 ** np.arange(60), 3).astype(int)
    numbers["p"] = np.where(share > 0.4, 0.001, np.linspace(0, 1, 180))
    numbers["p"][12] = np.nan
    numbers |= dict.fromkeys(("q", "drift_p", "drift_q", "still_q"), numbers["p"])
    numbers |= {"seen": numbers["p"] <= 0.05, "noise": 1 / numbers["occurrences"]}
    numbers |= {"squared": share**2, "as_share": np.where(share > 0, share, np.nan)}
    numbers |= {"as_low": share - 0.1, "as_high": share + 0.1 * (share < 1) - 0.05}
    return numbers | {"power": np.array([0.02, 3.0, 2.0, 1.0])}


def opinions():
    """Two words, one of which cannot be told, by all opinions."""
    first = np.array([0.97, 0.9, 0.4, 0.8, 0.6, 0.3, 0.7])
    told = np.stack([first, np.full(7, np.nan)], axis=1)
    words = ("war", "rare"), (VERDICTS[0], VERDICTS[-1])
    return OpinionNumbers(*PAIR, *words, OPINIONS, told / 2, told, np.eye(7), 400)


def thin():
    cells = thin_cells()
    own = [c for c in cells if not c.base]
    return Numbers(
        cells=cells,
        distributions=[record(c) for c in own],
        words=[no_words()],
        corpora=[corpus("news", steps={}, note="not encoded")],
        sizes=[text_numbers(0, note="runs without a model")],
        queries=[
            QueryNumbers(cell(sampling="bootstrapped"), note="3 of 6 runs failed")
        ],
        asked=[AskedNumbers("news", note="not measured")],
        associations=[AssociationNumbers(own[0], note="not measured")],
        changes=[ChangeNumbers(*PAIR, note="not measured")],
        scores=[ScoreNumbers("said", cell(), cell(), "planted", note="not measured")],
        laws=[no_laws()],
        similarities=[SimilarityNumbers(own[0], note="not measured")],
        meanings=[MeaningNumbers(own[0], note="not measured")],
        scored=[ScoredNumbers(own[0], note="not measured")],
        scores_below=[BelowNumbers(own[0], note="not measured")],
        retrained=[RetrainedNumbers(*PAIR, deals=5, note="not measured")],
        opinions=[OpinionNumbers(*PAIR, note="not measured")],
        terms_apart=[TermNumbers(own[0], "mine", "sif", "glosses", "not measured")],
        trajectories=[TrajectoryNumbers(*SERIES, note="not measured")],
        term_sets=[Draws(name="mine", note="not drawn")],
        term_curves=[CurveNumbers(*TERMS, "news", "shuffled", note="not measured")],
        term_variances=[VarianceNumbers(*TERMS, note="not measured")],
    )


def trajectories():
    """A word with a change point and one with a gap and none."""
    stored = dict.fromkeys(READ.split(), np.array([[np.nan, 0.1, 0.4]] * 2))
    stored["base"] = np.array([[-1, 0, 0], [-1, -1, 0]])
    stored["documents"] = stored["occurrences"] = np.array([[9, 8, 7], [9, 3, 7]])
    points = dict.fromkeys(POINT.split(), np.array([0.01, 0.6]))
    points["begins"] = np.array([2, 1])
    words = ("war", "union"), ("gone",)
    return TrajectoryNumbers(*SERIES, *words, np.array([10, 20, 30]), stored, points)


def retrained():
    """A word that is judged, and one that is there to be pooled with it."""
    both = np.array([0.5, 0.1])
    return RetrainedNumbers(
        *PAIR, 5, ("war", "union"), Retrained(both, both, both, both)
    )


def scores():
    """One run, and what says that every word changed."""
    both = dict.fromkeys([*CHANCE.split(), *MODELS.split()], np.array([0.5, 1.0]))
    stored = {f"chance/{name}": both[name] for name in CHANCE.split()} | both
    stored |= {"size": np.array([1, 0, 0, 0, 0]), "absent": np.array([True] * 3)}
    stored["lacking"] = np.array([1] * 3)
    stored = {x: np.resize(v, 5) if len(v) != 3 else v for x, v in stored.items()}
    stored |= {x: np.array([9.0, 8.0]) for x in ("documents", "effective")}
    kinds = "run", *FREQUENCIES, ALL, NONE
    stored["scored"], stored["size"] = np.full(5, 9.0), np.array([1, 0, 0, 0, 0])
    of = "said", cell(), cell(), "planted", "drop", ("a", "b", "c")
    return ScoreNumbers(*of, kinds, stored)


def test_moves_and_changes_whose_interval_holds_0_say_so():
    own = changes()
    wide = {"low": np.array([-1.3, -0.1]), "high": np.array([0.1, 1.3])}
    unsure = replace(own, near={**own.near, **wide})
    numbers = Numbers(changes=[own, unsure])
    moved = build(CHANGE_NEIGHBOURS, numbers)["moved"]
    assert [*moved] == ["left", "came", "left (not sure)", "came (not sure)"]
    notes = build(CHANGE, numbers).dropna(subset="change").set_index("word")["note"]
    assert "interval holds 0, of 20.0 effective documents" in notes["money"].iloc[0]
    assert not notes["war"].any() and not notes["union"].any()


def test_second_opinions_are_counted_beside_the_verdict():
    told = build(CHANGE_OPINIONS, Numbers(opinions=[opinions()])).set_index("word")
    assert told.loc["war", ["opinions", "above"]].tolist() == [6, 4]
    assert told.loc["war", "size"] == 0.8 and told.loc["war", "neighbours_value"] == 0.2
    assert told.loc["war", "sentence"] == (
        "war: changed; 4 of 6 other opinions put it above the median word of like "
        "frequency."
    )
    assert "cannot be told by contexts" in told.loc["rare", "sentence"]
    alone = sentence("war", "changed", [])
    assert alone == "war: changed; no other opinion is known."
    pairs = build(CHANGE_AGREEMENT, Numbers(opinions=[opinions()]))
    assert len(pairs) == 21 and pairs["chance"].iloc[0] == pytest.approx(
        0.098, abs=1e-3
    )


@pytest.fixture(scope="module")
def made():
    """All tables but those of words asked for: by study and name."""
    studies = {"whole": whole(), "thin": thin(), "empty": Numbers()}
    return {
        study: {t.name: build(t, records) for t in TABLES if t.name not in JUDGED}
        for study, records in studies.items()
    }


def test_the_house_has_these_tables_in_the_order_of_use():
    assert tuple(table.name for table in TABLES) == NAMES
    drawn = [figure.name for figure in FIGURES]
    changed = ["change", "change_power", "change_trajectories", "terms"]
    enough = ["enough_runs", "enough_text"]
    meant = ["similarities", "thresholds"]
    assert drawn == ["losses", "averages", *changed, *enough, *meant]


def test_every_table_is_rendered_in_every_format(made):
    by_name = {table.name: table for table in TABLES}
    for study, frames in made.items():
        for name, frame in frames.items():
            table = by_name[name]
            shown = as_markdown(table, frame), as_latex(table, frame)
            for text in (*shown, as_csv(frame)):
                assert not re.search(r"\b(nan|NaN|None|<NA>)\b", text), (study, name)
            assert len(as_csv(frame).splitlines()) == len(frame) + 1


def test_a_missing_value_is_an_en_dash(made):
    by_name = {table.name: table for table in TABLES}
    for frames in made.values():
        for name, frame in frames.items():
            table = by_name[name]
            keys = frame[[column.head for column in table.shown]].dropna(
                how="all", axis=1
            )
            if len(frame) > 1:
                dash = "–" in as_markdown(table, frame)
                assert dash == bool(keys.isna().to_numpy().any()), name


def test_whole_studies_fill_every_table(made):
    for name, frame in made["whole"].items():
        assert len(frame) > 0, name
        numbers = frame.select_dtypes("number")
        assert numbers.empty or numbers.notna().to_numpy().any(), name


def test_rows_without_numbers_say_why(made):
    for name, frame in made["thin"].items():
        if name not in ("findings", "trainings"):
            assert (frame["note"].str.len() > 0).all(), name


def test_variants_are_in_the_tables_of_sweeps_and_of_trainings_only(made):
    for name, frame in made["whole"].items():
        if "technique" in frame:
            has = frame["technique"].str.contains("epochs-10").any()
            assert has == (name in ("sweeps", "trainings")), name


def test_variants_are_in_no_figure():
    study = whole()
    for figure in FIGURES[:2]:
        drawn = figure.draw(study)
        titles = [axes.get_title(loc="left") for axes in drawn.axes]
        names = [text.get_text() for text in drawn.legends[0].get_texts()]
        assert not any("epochs" in text for text in titles + names)


def test_every_figure_is_drawn_of_every_study():
    parts = [figure.of("economics") if figure.each else figure for figure in FIGURES]
    for study in (whole(), thin(), Numbers()):
        for figure in parts:
            drawn = figure.draw(study)
            heading = drawn.legends[0].get_title().get_text().replace("\n", " ")
            assert heading == figure.title
            below = drawn._supxlabel.get_text().replace("\n", " ")
            assert below.startswith(figure.caption)


def test_captions_have_three_sentences_at_most_and_titles_are_lines():
    for item in [*TABLES, *FIGURES]:
        text = re.sub(r"\(.*?\)", "", item.caption)
        assert len(re.findall(r"[.?](?= |$)", text)) <= 3, item.name
        assert len(item.title) <= 80 and item.caption.endswith("."), item.name
