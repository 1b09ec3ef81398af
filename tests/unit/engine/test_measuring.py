"""What rules of measures ask: inputs, spec and code, of what measures declare."""

import json
from pathlib import Path

import pytest
from snakemake.exceptions import WorkflowError

from quaver.measures import MEASURES

OWN = {"language": "en", "format": "analogies", "path": "own.txt"}
SHIPPED = {"language": "en", "format": "wordsim353", "path": "gensim:wordsim353.tsv"}
ENDS = ["1-2", "3-4", "5-6", "7-8", "9-10", "11-12"]
HERE = "results/mine/measures/text"


def scored(**sets):
    return {"analyses": {"quality": {"sets": sets}}}


@pytest.fixture
def asked(engine, where):
    """What a rule asks of a subject: inputs, spec or code; some keys of the study."""

    def of(name, what, study=(), **coordinates):
        measuring = engine(**dict(study)).measuring
        measure = MEASURES[name]
        subject = measuring.subject(measure, vars(where(**coordinates)))
        told = getattr(measuring, what)(measure, subject)
        return json.loads(told) if what == "spec" else told

    return of


@pytest.fixture
def scores(asked):
    """What the scores of a cell of some text depend on, of a study with some sets."""

    def of(view="text", **sets):
        source = {"kind": "text", "path": "text.txt"}
        texts = {"text": {"language": "en", "source": source}}
        texts["german"] = {"language": "de", "source": source}
        study = {"corpora": texts, **scored(**sets)}
        return asked("quality", "spec", study, view=view)

    return of


def test_what_the_study_has_not_is_refused(asked):
    with pytest.raises(WorkflowError, match="no cell text/lsa/shuffled"):
        asked("pip", "spec", technique="lsa")


def test_rules_ask_by_the_wildcards_of_a_job(engine, where):
    measuring, measure = engine().measuring, MEASURES["pip"]
    job = vars(where())
    subject = measuring.subject_of(measure)(job)
    assert subject.label == "text/glove/shuffled"
    assert measuring.inputs_of(measure)(job) == measuring.inputs(measure, subject)
    assert measuring.spec_of(measure)(job) == measuring.spec(measure, subject)
    assert measuring.code_of(measure)(job) == measuring.code(measure, subject)


def test_models_of_a_cell_stand_in_order_of_runs(asked):
    folder, study = "results/mine/models/text", {"runs": 12}
    own = [f"{folder}/glove/shuffled/{end}.h5" for end in ENDS]
    others = [f"{folder}/ppmi/shuffled/{end}.h5" for end in ENDS]
    assert asked("pip", "inputs", study)["models"] == own
    assert asked("vocabulary", "inputs", study)["models"] == own + others


def test_words_are_shared_where_the_study_asks(asked):
    assert asked("pip", "inputs")["vocabulary"] == []
    shared = {"analyses": {"stability": {"vocabulary": "techniques"}}}
    told = asked("pip", "inputs", shared)
    assert told["vocabulary"] == [f"{HERE}/vocabulary.shuffled.h5"]


def test_slices_are_told_of_the_cell_of_a_job(asked):
    told = asked("neighbours", "spec")
    assert told["neighbours"] == [2] and told["targets"] == 10


def test_a_cell_follows_the_words_of_its_text(asked):
    words = {"queries": {"words": ["war"]}, "neighbours": {"words": ["peace", "law"]}}
    told = asked("queries", "spec", {"analyses": words})
    assert told.pop("ranks") > 0
    assert told == {"queries": ["war"], "neighbours": ["law", "peace"]}
    assert asked("queries", "inputs", {"analyses": words})["chosen"] == []


def test_chosen_words_stand_in_a_file_of_their_text(asked):
    study = {"analyses": {"queries": {"topics": {"words": 5}}}}
    chosen = asked("queries", "inputs", study)["chosen"]
    assert chosen == ["results/mine/queries/text.h5"]
    assert asked("queries", "spec", study)["chosen"]
    assert asked("queries", "inputs")["chosen"] == []


def test_scores_are_asked_where_the_language_has_sets(asked):
    assert asked("compare_averages", "inputs")["quality"] == []
    scores = asked("compare_averages", "inputs", scored(own=OWN))["quality"]
    assert scores == [f"{HERE}/glove/shuffled/quality.h5"]


def test_scores_hang_on_what_sets_hold(scores):
    Path("own.txt").write_text(": a\nb c d e\n", encoding="utf-8")
    before = scores(own=OWN)
    assert before["sets"]["own"]["contents"]["files"] == 1
    assert before["lowercase"] and before["normalise"] == "NFC"
    assert "gensim" not in before
    Path("own.txt").write_text(": a\nb c d f\n", encoding="utf-8")
    assert scores(own=OWN) != before


def test_sets_of_gensim_are_told_by_its_version(scores):
    told = scores(shipped=SHIPPED)
    assert told["gensim"]
    assert told["sets"]["shipped"].keys() == {"path", "format", "encoding"}


def test_only_sets_of_the_language_are_scored(scores):
    assert scores("german", shipped=SHIPPED)["sets"] == {}


def test_code_that_scores_is_told_of_one_language(asked):
    text = {"source": {"kind": "text", "path": "text.txt"}}
    codes = [
        asked(name, "code", {"corpora": {"text": {**text, "language": language}}})
        for language in ("de", "en")
        for name in ("quality", "compare_averages")
    ]
    assert len({*codes}) == 4


def test_a_comparison_of_averages_is_scored_too(asked):
    averages = {"sizes": [2]}
    study = scored(shipped=SHIPPED)
    study["analyses"]["averages"] = averages
    told = asked("compare_averages", "spec", study)
    assert told["quality"]["sets"].keys() == {"shipped"}
    assert told["sizes"] == [2]
