"""What a study may ask of terms, and how it is refused."""

from copy import deepcopy

import pytest

from quaver.config import ConfigError, as_written, understand
from quaver.grid import Grid
from quaver.measures import MEASURES

STUDY = {
    "study": "mine",
    "seed": 1,
    "runs": 2,
    "corpora": {
        name: {"language": "en", "source": {"kind": "text", "path": f"{name}.txt"}}
        for name in ("general", "book")
    },
    "techniques": {
        "w": {"trainer": "word2vec", "corpora": ["general"]},
        "g": {"trainer": "glove", "corpora": ["general"]},
    },
    "samplings": ["shuffled", "bootstrapped"],
    "analyses": {
        "terms": {
            "backgrounds": ["w"],
            "sets": {
                "halves": {"corpus": "book", "words": ["set theory"], "draw": "halves"},
                "rnd": {"corpus": "book", "words": {"random": 9}},
            },
            "learners": {
                "additive": {},
                "coded": {"learner": "additive", "window": 0, "distinct": True},
                "joint": {"of": "general", "samplings": ["shuffled"], "sets": ["rnd"]},
            },
            "grid": {"of": "additive", "window": [5, 15]},
        }
    },
}


def changed(place, value):
    """The study with another value at a place below analyses.terms."""
    study = deepcopy(STUDY)
    part = study["analyses"]["terms"]
    *above, last = place.split(".")
    for name in above:
        part = part[name]
    part[last] = value
    return study


def test_a_study_is_written_back_and_understood_alike():
    study = understand(STUDY)
    assert understand(as_written(study)) == study


def test_a_learner_is_what_it_is_called_unless_it_says_otherwise():
    learners = understand(STUDY).analyses.terms.learners
    assert [learners[x].learner for x in learners] == ["additive", "additive", "joint"]
    assert learners["coded"].parameters.distinct
    assert learners["additive"].parameters.as_spec() == {
        "window": 15,
        "sample": 10_000.0,
    }


def test_halves_need_fewer_sentences_than_random_draws():
    sets = understand(STUDY).analyses.terms.sets
    assert (sets["halves"].fewest, sets["rnd"].fewest) == (2, 10)
    assert understand(STUDY).analyses.terms.searched == "rnd"


def test_terms_are_learned_beside_cells_of_backgrounds_alone():
    grid = Grid(understand(STUDY))
    subjects = grid.measured["learn_terms"]
    assert {x.cell.technique for x in subjects} == {"w"}
    labels = {x.label for x in subjects}
    assert len(labels) == len(subjects) == 2 * 2 * 2 + 1
    assert "rnd/joint/general/w/shuffled" in labels
    assert "halves/coded/general/w/bootstrapped" in labels
    files = grid.files()
    assert files["draw_sentences"] == ["terms/halves/draws.h5", "terms/rnd/draws.h5"]
    # nothing is trained on the book, and it is encoded all the same
    assert "corpora/book.h5" in files["encode_corpus"]
    assert len(files[MEASURES["learn_terms"].rule]) == len(subjects)


def test_models_stand_until_all_that_reads_a_background_is_made():
    grid = Grid(understand(STUDY))
    needed = grid.made_of_models()
    assert (
        "terms/rnd/joint/general/w/shuffled/learn_terms.h5"
        in (needed["general/w/shuffled"])
    )
    assert not any("learn_terms" in x for x in needed["general/g/shuffled"])


def test_a_text_of_another_language_than_the_backgrounds_is_refused():
    study = deepcopy(STUDY)
    study["corpora"]["book"]["language"] = "de"
    with pytest.raises(ConfigError, match="the backgrounds are of en"):
        understand(study)


def beside_vectors(format="text", **learners):
    """The study with a background of others, and such learners."""
    study = deepcopy(STUDY)
    files = {"trainer": "vectors", "files": ["a.txt"], "format": format}
    study["techniques"]["theirs"] = files | {"corpus": "wikipedia", "language": "en"}
    asked = study["analyses"]["terms"]
    del asked["grid"]
    asked |= {"backgrounds": ["theirs"], "learners": learners}
    return study


UNCOUNTED = [
    ({"additive": {}}, "additive.sample: got 10000.0", "Write 'sample: 0', or name"),
    (
        {"mean": {"learner": "additive", "sample": 0, "centre": True}},
        "mean.centre: got ",
        "Write 'centre: false', or name",
    ),
    (
        {"both": {"learner": "additive", "centre": True}},
        "both.sample: got 10000.0",
        "Write 'sample: 0, centre: false', or name",
    ),
    ({"sif": {}}, "sif: got 'sif'", "Write another learner, 'additive: {sample: 0}'"),
    (
        {"nonce2vec": {"sample": 0}},
        "nonce2vec: got 'nonce2vec'",
        "Write another learner, 'additive: {sample: 0}' say, or name files of",
    ),
]


@pytest.mark.parametrize(("learners", "where", "cure"), UNCOUNTED, ids=str)
def test_what_needs_counts_is_refused_beside_files_without(learners, where, cure):
    with pytest.raises(ConfigError) as caught:
        understand(beside_vectors(**learners))
    text = str(caught.value)
    assert text.startswith(f"analyses.terms.learners.{where}") and cure in text
    assert "counts of words, and 'theirs' is of word2vec's text files, which" in text
    assert text.endswith("'format: npz' with an array counts.")
    assert understand(beside_vectors("npz", **learners))  # may have them


def test_what_asks_no_frequencies_goes_with_any_vectors():
    learners = {"additive": {"sample": 0}, "alacarte": {"transform": "khodak.txt"}}
    assert understand(beside_vectors(**learners))
    assert understand(beside_vectors("binary", **learners))


def test_output_weights_of_cbow_are_no_background_of_nonce2vec():
    study = changed("learners.nonce2vec", {})
    study["techniques"]["w"] |= {"contexts": True}
    assert understand(study)
    study["techniques"]["w"] |= {"architecture": "cbow"}
    with pytest.raises(ConfigError) as caught:
        understand(study)
    text = str(caught.value)
    assert text.startswith("techniques.w.architecture: got 'cbow'")
    assert "Write 'architecture: skip-gram', or leave 'nonce2vec' out" in text


WRONG = [
    ("backgrounds", ["v"], "the techniques are g, w"),
    ("sets.rnd.corpus", "novel", "the corpora are book, general"),
    ("sets.rnd.words", [], "sets.rnd"),
    ("sets.halves.format", "wiki_rnd", "published sentences are read from a file"),
    ("learners.joint.sets", ["all"], "the sets are halves, rnd"),
    ("learners.joint.of", "book", "the backgrounds are trained on general"),
    ("learners.additive.windows", 5, "windows"),
    ("learners.other", {}, "other"),
    ("learners.nonce2vec", {}, "output weights"),
    ("grid", {"of": "additive"}, "no values to try"),
    ("grid", {"of": "additive", "rate": [1, 2]}, "rate"),
    ("grid", {"of": "sif", "window": [1, 2]}, "the learners are"),
    ("grid", {"of": "additive", "set": "all", "window": [1]}, "the sets are"),
    ("grid", {"of": "additive", "window": [5, -3]}, "at least 0 is wanted"),
    ("grid", {"of": "joint", "set": "halves", "shift": [2]}, "learns rnd alone"),
    ("learners.joint.single", True, "trains all terms together, and no sentence"),
    ("learners.joint.samplings", ["fixed"], "are bootstrapped, shuffled, so that it"),
    ("sets.rnd.draws", 20, "draws of a term with 10 sentences would be empty"),
    ("test", 1, "parameters are chosen on training terms"),
    ("curve", [0], "curve"),
]


@pytest.mark.parametrize(("place", "value", "told"), WRONG, ids=str)
def test_what_cannot_be_learned_is_refused_with_its_cure(place, value, told):
    with pytest.raises(ConfigError) as caught:
        understand(changed(place, value))
    text = str(caught.value)
    assert told in text
    assert text.startswith("analyses.terms")
    assert text.endswith(".")
    assert any(verb in text for verb in ("Write", "Name", "Leave", "Remove", "llowed"))
