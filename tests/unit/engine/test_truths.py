"""Truth that change is scored by, as jobs are given it."""

import shutil
from pathlib import Path

import pytest

from quaver.config import ConfigError
from quaver.config.change import Change, Truth
from quaver.engine.truths import Truths

DATA = Path(__file__).parents[2] / "data/change"


def asked(**facts):
    return Truths({"latin": Change((("a", "b"),), truth=Truth(**facts))})


def test_jobs_are_given_what_a_file_says_and_not_where_it_stands(tmp_path):
    given = asked(format="dwug", path=str(DATA / "dwug.tsv"))
    assert given.missing == [] and given.of("latin") == {
        "words": ("tide", "ford"),
        "binary": (1, 0),
        "graded": (0.46, 0.0),
    }
    shutil.copy(DATA / "dwug.tsv", tmp_path / "moved")
    moved = asked(format="dwug", path=str(tmp_path / "moved"))
    assert moved.of("latin") == given.of("latin")
    bare = asked(format="dwug", path=str(DATA / "bare.tsv"), pair="2")
    assert bare.of("latin")["graded"] == (0.5, 1.0)


def test_the_trial_kit_is_read_by_the_name_of_the_entry(tmp_path):
    texts = {"targets": "a\n", "truth/task1": "a\t1\n", "truth/task2": "a\t.5\n"}
    for folder, text in texts.items():
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "latin.txt").write_text(text)
    given = asked(format="semeval", path=str(tmp_path))
    assert given.of("latin") == {"words": ("a",), "binary": (1,), "graded": (0.5,)}


def test_what_cannot_be_read_waits_until_somebody_needs_it():
    given = asked(format="dwug", path="nowhere.tsv")
    assert given.of("latin") == {} and given.readers == {"measure_change_scores"}
    (sentence,) = given.missing
    assert sentence.startswith("analyses.change.latin.truth: nowhere.tsv cannot be")
    assert asked().missing == []  # planted


def test_published_truth_without_a_path_is_refused(engine):
    change = {"pairs": [["text", "more"]], "truth": {"format": "dwug"}}
    with pytest.raises(Exception, match=r"change\.mine\.truth\.path: got nothing") as e:
        engine(analyses={"change": {"mine": change}})
    assert not isinstance(e.value, ConfigError)  # but Snakemake's, with our sentence
