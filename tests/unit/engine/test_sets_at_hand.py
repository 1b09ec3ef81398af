from pathlib import Path

import pytest
from snakemake.exceptions import WorkflowError

OWN = {"language": "en", "format": "analogies", "path": "own.txt"}
SHIPPED = {"language": "en", "format": "wordsim353", "path": "gensim:wordsim353.tsv"}


def scored(**sets):
    return {"analyses": {"quality": {"sets": sets}}}


@pytest.fixture
def scores(engine, where):
    """What the scores of a cell of some text depend on, of a study with some sets."""

    def of(view="text", **sets):
        source = {"kind": "text", "path": "text.txt"}
        texts = {"text": {"language": "en", "source": source}}
        texts["german"] = {"language": "de", "source": source}
        made = engine(corpora=texts, **scored(**sets))
        return made.sets.scores(made.grid, made.inputs.cell_of(where(view=view)))

    return of


def test_a_missing_set_is_told_when_jobs_need_it(engine):
    sets = engine(**scored(own=OWN)).sets
    sets.refuse_missing({"measure_pip"})
    with pytest.raises(WorkflowError, match="The evaluation set own: own.txt does not"):
        sets.refuse_missing({"measure_quality"})


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


def test_code_that_scores_is_told_of_one_language(engine, where):
    text = {"source": {"kind": "text", "path": "text.txt"}}
    codes = [
        engine(corpora={"text": {**text, "language": language}}).sets.code(stage)(
            where()
        )
        for language in ("de", "en")
        for stage in ("measure_quality", "compare_averages")
    ]
    assert len({*codes}) == 4


def test_a_comparison_of_averages_is_scored_too(engine, where):
    made = engine(**scored(shipped=SHIPPED))
    told = made.sets.comparison(made.grid, made.inputs.cell_of(where()))
    assert told["quality"]["sets"].keys() == {"shipped"}
    assert told["sizes"] == [2]
