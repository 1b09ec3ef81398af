"""What a forecast counts of measuring and averaging."""

import pytest
import yaml

from quaver.config import as_written, understand
from quaver.engine.prices import (
    QUADRATURE,
    WEIGHED,
    Room,
    choosing,
    most_at_once,
    operations,
    questions_of,
    stored_bytes,
)
from quaver.engine.trials import Text
from quaver.results.reader import Results

TEXT = Text(100_000, 5_000)
GOOGLE = {"language": "en", "format": "analogies", "path": "gensim:questions-words.txt"}
WORDSIM = {"language": "en", "format": "wordsim353", "path": "gensim:wordsim353.tsv"}


@pytest.fixture
def priced(tmp_path):
    """Operations by rule of the first cell of a technique."""

    def price(technique="w", sweep=None, runs=16, **analyses):
        written = {
            "study": "priced",
            "seed": 1,
            "runs": runs,
            "corpora": {"mine": {"language": "en", "source": {"kind": "sotu"}}},
            "techniques": {"w": {"trainer": "word2vec", **(sweep or {})}},
            "samplings": ["shuffled"],
            "analyses": analyses,
        }
        file = tmp_path / "study.yaml"
        file.write_text(yaml.safe_dump(as_written(understand(written, {}))))
        plan = Results(file)
        cells = plan.grid.cells.values()
        cell = next(cell for cell in cells if cell.technique == technique)
        return operations(plan, cell, TEXT)

    return price


def test_each_size_of_averages_is_counted_once(priced):
    """Three methods and sizes do not measure every size at every size."""
    rules = ("average_spaces", "measure_averages", "compare_averages")
    each = [priced(averages={"sizes": [size]}) for size in (2, 4, 8)]
    all_sizes = priced(averages={"sizes": [2, 4, 8]})
    for rule in rules:
        assert all_sizes[rule] == pytest.approx(sum(one[rule] for one in each))


def test_a_variant_has_no_distances(priced):
    found = priced("w.epochs-9", {"sweep": {"vary": {"epochs": [9]}}})
    assert found["measure_distances"] == 0
    assert found["measure_pip"] > 0
    assert "compare_averages" not in found


def test_topics_are_found_once_in_the_whole_text(tmp_path):
    topics = {"number": 50, "iterations": 100}
    corpus = {"language": "en", "source": {"kind": "sotu"}, "fraction": [1.0, 0.2]}
    written = {
        **{"study": "priced", "seed": 1, "runs": 2},
        "corpora": {"mine": corpus, "other": corpus},
        "techniques": {"w": {"trainer": "word2vec"}},
        "analyses": {"queries": {"words": {"other": ["war"]}, "topics": topics}},
    }

    def seconds():
        file = tmp_path / "study.yaml"
        file.write_text(yaml.safe_dump(as_written(understand(written, {}))))
        plan = Results(file)
        sizes = {c: int(1e6 * c.view.fraction) for c in plan.grid.cells.values()}
        texts = {cell: Text(tokens, 5000) for cell, tokens in sizes.items()}
        return choosing(plan, texts)

    assert seconds() == pytest.approx(WEIGHED * 50 * 100 * 1e6)
    del written["analyses"]
    assert seconds() == 0


def test_one_run_is_compared_with_none(priced):
    assert sum(priced(runs=1).values()) == 0


def test_a_prediction_is_more_than_its_cosines(priced):
    """Each target is predicted from all runs and without each of 16 groups of them."""
    for runs, predicted in ((4, 5), (16, 17), (128, 17)):
        found = priced(runs=runs)
        quadrature = found["measure_prediction"] - found["measure_neighbours"]
        assert quadrature == pytest.approx(2 * 1000 * predicted * QUADRATURE)


def test_analogies_cost_a_product_with_all_words_for_each_space(priced):
    found = priced(quality={"sets": {"google": GOOGLE, "ws": WORDSIM}})
    per_run = 2 * 2 * 19_544 * TEXT.words * 100
    assert found["measure_quality"] == pytest.approx(16 * per_run)
    plain = priced()["compare_averages"]
    assert found["compare_averages"] == pytest.approx(plain + 3 * 8 * per_run)
    assert priced()["measure_quality"] == 0


@pytest.fixture
def planned(tmp_path):
    """The plan of a study of two texts, two techniques and two samplings."""

    def plan(retention=None, vocabulary="runs"):
        text = {"language": "en", "source": {"kind": "sotu"}}
        written = {
            "study": "stored",
            "seed": 1,
            "runs": 16,
            "corpora": {"a": text, "b": text},
            "techniques": {"g": {"trainer": "glove"}, "w": {"trainer": "word2vec"}},
            "samplings": ["fixed", "shuffled"],
            "analyses": {"stability": {"vocabulary": vocabulary}},
            "retention": retention or {},
        }
        file = tmp_path / "study.yaml"
        file.write_text(yaml.safe_dump(as_written(understand(written, {}))))
        return Results(file)

    return plan


def rooms(plan):
    return {c: stored_bytes(plan, c, TEXT) for c in plan.grid.cells.values()}


def test_thinned_models_take_half_the_room_of_their_vectors(planned):
    kept, thin, gone = (
        next(iter(rooms(planned({"models": fate})).values()))
        for fate in ("keep", "thin", "delete")
    )
    vectors = 16 * TEXT.words * 100
    assert kept.trained == kept.kept == vectors * 4 + 16 * TEXT.words * 9
    assert thin.kept == kept.kept - vectors * 2
    assert gone.kept == 0
    assert {room.trained for room in (kept, thin, gone)} == {kept.trained}
    assert {room.others for room in (kept, thin, gone)} == {kept.others}
    assert kept.others > 0


@pytest.mark.parametrize("vocabulary", ["runs", "techniques"])
def test_what_is_kept_stands_at_once(planned, vocabulary):
    plan = planned(vocabulary=vocabulary)
    found = rooms(plan)
    total = sum(room.kept + room.others for room in found.values())
    assert most_at_once(plan, found) == total


@pytest.mark.parametrize(
    ("vocabulary", "most"),
    [
        ("runs", 2 * 100 + 8),  # the last two of eight cells, and what is left of all
        ("techniques", 3 * 100 + 7),  # two that share words, and the one after them
    ],
)
def test_models_stand_until_their_cell_is_measured(planned, vocabulary, most):
    """Of eight cells in turn, each retired while the next is trained."""
    plan = planned({"models": "delete"}, vocabulary)
    found = dict.fromkeys(rooms(plan), Room(100.0, 0.0, 1.0))
    assert most_at_once(plan, found) == most


@pytest.mark.parametrize(
    ("kind", "asked"), [("analogies", 20_000), ("men", 0), ("analogy_pairs", 20_000)]
)
def test_a_set_that_is_not_there_is_taken_for_a_usual_one(kind, asked):
    written = {"language": "en", "format": kind, "path": "nowhere.txt"}
    quality = {"quality": {"sets": {"gone": written}}}
    study = {
        "study": "s",
        "seed": 1,
        "runs": 1,
        "corpora": {"mine": {"language": "en", "source": {"kind": "sotu"}}},
        "techniques": {"w": {"trainer": "word2vec"}},
        "analyses": quality,
    }
    entry = understand(study, {}).analyses.quality.sets["gone"]
    assert questions_of(entry) == asked
