"""Techniques whose rows are no words: what is told of them, left out, and refused."""

import invented
import pytest
import yaml

from quaver.config import ConfigError, as_written, understand
from quaver.config.techniques import TRAINERS
from quaver.engine import advice, items
from quaver.engine.cost import Costs
from quaver.grid import Grid
from quaver.grid.subjects import read_by
from quaver.measures import MEASURES
from quaver.measures.declare import WORDS
from quaver.results.reader import Results
from quaver.results.records import gap
from quaver.results.sizes import text_cells

NGRAMS = {"trainer": "fasttext", "items": "ngrams", "dimensions": 50}
SET = {"language": "en", "format": "wordsim353", "path": "gensim:wordsim353.tsv"}
WORDNET = {"baseline": {"kind": "wordnet"}}
EXPECTED = {"tokens": 10**6, "words": 1000}


def study(techniques, similarity=None, **analyses):
    """A study that asks for nearly all there is."""
    corpora = {
        name: {
            **{"language": "en", "source": {"kind": "text", "path": f"{name}.txt"}},
            **{"expected": EXPECTED},
        }
        for name in ("early", "late")
    }
    asked = {
        "stability": {"vocabulary": "techniques"},
        "queries": {"words": ["war"]},
        "neighbours": {"words": ["war"]},
        "quality": {"sets": {"wordsim": SET}},
        "change": {"mine": {"pairs": [["early", "late"]], "words": ["war"]}},
        **({} if similarity is None else {"similarity": similarity}),
        **analyses,
    }
    return {
        **{"study": "tiny", "seed": 1, "runs": 8, "corpora": corpora},
        **{"techniques": techniques, "analyses": asked},
        "samplings": ["fixed", "shuffled", "bootstrapped"],
    }


BOTH = {"charvec": NGRAMS, "words": {"trainer": "fasttext", "dimensions": 50}}


@pytest.fixture(scope="module")
def grid():
    return Grid(understand(study(BOTH, WORDNET)))


def files_of(grid, technique):
    """Rules and files of a technique's cells."""
    made = grid.files()
    own = {rule: [x for x in made[rule] if f"/{technique}/" in x] for rule in made}
    return {rule: paths for rule, paths in own.items() if paths}


def test_of_n_grams_similarity_alone_is_measured(grid):
    assert [*files_of(grid, "charvec")] == ["train_block", "measure_similarity"]
    # the words beside them have all that is asked for
    assert len(files_of(grid, "words")) > 15
    of_charvec = [c for c in grid.cells.values() if c.technique == "charvec"]
    assert len(of_charvec) == 6
    for cell in of_charvec:
        assert grid.item(cell) == "n-gram"
        assert not grid.has_words(cell)
        assert (grid.sets(cell), grid.averages(cell)) == ([], {})
        assert not (grid.is_studied(cell) or grid.is_asked(cell))
        assert not any(grid.is_measured(cell, x) for x in ("pip", "distances"))
    assert not {*grid.to_trust()} & {*of_charvec}


def test_words_that_techniques_share_are_those_of_techniques_that_have_words(grid):
    for subject in grid.measured["vocabulary"]:
        assert {cell.technique for cell in subject.cells} == {"words"}
    by_technique = {
        subject.cell.technique: read_by(grid, "similarity", subject)["vocabulary"]
        for subject in grid.measured["similarity"]
    }
    assert by_technique["charvec"] == []
    assert len(by_technique["words"]) == 1


def test_without_n_grams_a_study_measures_what_it_did(grid):
    alone = Grid(understand(study({"words": BOTH["words"]}, WORDNET)))
    assert files_of(alone, "words") == files_of(grid, "words")
    shared = alone.measured["vocabulary"]
    assert shared == grid.measured["vocabulary"]


def test_a_measure_is_of_words_unless_it_says_otherwise():
    assert [name for name in MEASURES if not MEASURES[name].items] == ["similarity"]
    assert {MEASURES[name].items for name in MEASURES} == {(), WORDS}
    assert MEASURES["similarity"].takes("document")
    assert not MEASURES["pip"].takes("document")


def test_words_are_the_rows_of_all_other_techniques():
    others = {"vectors", "doc2vec"}  # files elsewhere, and units
    kept = {x: {"trainer": x, "dimensions": 5} for x in {*TRAINERS} - others}
    kept["means"] = {"trainer": "fasttext", "items": "means"}
    techniques = understand(study(kept)).techniques.values()
    assert {each.parameters.item for each in techniques} == {"word"}


def test_the_items_asked_for_are_part_of_a_models_spec_the_default_is_not():
    given = {"charvec": NGRAMS, "words": {**NGRAMS, "items": "words"}}
    techniques = understand(study(given, {})).techniques
    specs = {name: each.parameters.as_spec() for name, each in techniques.items()}
    assert specs["charvec"] == {**specs["words"], "items": "ngrams"}
    assert "items" not in specs["words"]


@pytest.mark.parametrize(
    ("techniques", "analyses", "sentence"),
    [
        (
            {"charvec": NGRAMS},
            {},
            "techniques.charvec.items: got 'ngrams', but analyses.similarity alone "
            "tells of n-grams, and is not asked to. Write 'analyses: {similarity: "
            "{}}'.",
        ),
        (
            BOTH,
            {"similarity": {"techniques": ["words"]}},
            "techniques.charvec.items: got 'ngrams', but analyses.similarity alone "
            "tells of n-grams, and is not asked to. Write 'analyses: {similarity: {}}'"
            ", or add 'charvec' to its 'techniques'.",
        ),
        (
            BOTH,
            {"similarity": {}, "averages": {"techniques": ["charvec"]}},
            "analyses.averages.techniques: got 'charvec', but its rows are n-grams, no "
            "words. Remove 'charvec' there.",
        ),
        (
            {"charvec": {**NGRAMS, "items": "grams"}},
            {"similarity": {}},
            "techniques.charvec.items: got 'grams', but allowed are words, means, "
            "ngrams. Write for example 'items: ngrams'.",
        ),
    ],
)
def test_what_cannot_be_told_is_refused_with_its_cure(techniques, analyses, sentence):
    with pytest.raises(ConfigError) as refusal:
        understand(study(techniques, **analyses))
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("trainer", ["word2vec", "glove", "lsa", "ppmi", "noise"])
def test_n_grams_of_another_trainer_are_an_unknown_key(trainer):
    with pytest.raises(ConfigError, match="unknown key 'items'.*Remove the line"):
        understand(study({"x": {"trainer": trainer, "items": "ngrams"}}, {}))


def test_a_sweep_may_vary_what_has_a_vector():
    swept = {**NGRAMS, "sweep": {"vary": {"items": ["words", "means"]}}}
    made = understand(study({"charvec": swept}, {})).techniques
    assert {name: x.parameters.item for name, x in made.items()} == {
        "charvec": "n-gram",
        "charvec.items-words": "word",
        "charvec.items-means": "word",
    }


def test_thresholds_of_n_grams_alone_need_no_wordnet_and_are_still_told():
    alone = Grid(understand(study({"charvec": NGRAMS}, WORDNET, change={})))
    assert alone.files()["read_wordnet"] == []
    told = items.house(alone, items.THRESHOLDS).items
    assert [item.name for item in told] == ["thresholds"]
    # where nothing is held against a baseline there is no table, so a refusal
    bare = Grid(understand(study({"charvec": NGRAMS}, {}, change={})))
    assert not items.house(bare, items.THRESHOLDS).items


def test_nobody_is_warned_that_n_grams_have_no_scores_and_no_verdicts():
    alone = Grid(understand(study({"charvec": NGRAMS}, {}, change={})))
    assert advice.of_study(alone) == []


def test_spaces_are_as_large_as_their_items_and_trainings_as_their_words(
    grid, tmp_path
):
    costs = Costs(grid, tmp_path, lambda _: 0, lambda _: [])
    charvec, words = (grid.cells[f"early/{x}/fixed"] for x in ("charvec", "words"))
    assert costs.size([words]).words == EXPECTED["words"]
    assert costs.size([charvec]).words > EXPECTED["words"]
    one, other = (costs.training(grid.blocks_of(x)[0]) for x in (charvec, words))
    assert one == other


def test_tables_of_words_say_why_a_row_has_no_numbers():
    alone = "its rows are n-grams, no words"
    assert gap(invented.cell(item="n-gram", losses=None)) == alone
    # no cure that would not help: neither runs nor a key of the study
    assert gap(invented.cell(item="n-gram", losses=None, runs=1)) == alone
    assert gap(invented.cell(item="n-gram", losses=None, failed=2)).startswith("2 of ")


def test_tables_of_words_asked_for_and_of_sizes_leave_n_grams_out(tmp_path):
    written = as_written(understand(study(BOTH, {})))
    file = tmp_path / "study.yaml"
    file.write_text(yaml.safe_dump(written), encoding="utf-8")
    results = Results(file)
    # nothing was trained: records are of what there is to be
    told = [record.cell.technique for record in results.queries()]
    told += [cell.technique for cells in text_cells(results) for cell in cells]
    assert {*told} == {"words"}
    assert {cell.technique for cell in results.cells()} == {"words", "charvec"}
