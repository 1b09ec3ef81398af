"""A study that compares with WordNet has its file, and a spec that tells of it."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from quaver.grid.files import wordnet_source

SPEC = {"kind": "wordnet", "folder": ""}


def compared(made, baseline):
    """A study in force that compares similarity with a baseline."""
    similarity = SimpleNamespace(baseline=baseline)
    # keys that a study is to have; its dataclasses are frozen
    object.__setattr__(made.study.analyses, "similarity", similarity)
    return made


@pytest.mark.parametrize("baseline", [None, {}])
def test_a_study_without_wordnet_has_no_file_of_it(engine, baseline):
    assert engine().grid.files()["read_wordnet"] == []
    grid = compared(engine(), baseline).grid
    assert wordnet_source(grid) == {}
    assert grid.files()["read_wordnet"] == []


@pytest.mark.parametrize(
    "baseline",
    [
        {"kind": "wordnet"},
        {"kind": "wordnet", "folder": "", "measure": "lch"},
        SimpleNamespace(kind="wordnet", folder="", parts=("noun",)),
    ],
)
def test_a_study_that_compares_with_wordnet_reads_it_once(engine, where, baseline):
    made = compared(engine(), baseline)
    assert wordnet_source(made.grid) == SPEC
    assert made.grid.files()["read_wordnet"] == ["wordnet/wordnet.h5"]
    assert json.loads(made.sources.wordnet(where())) == {"source": SPEC}


def test_what_a_folder_holds_is_in_the_spec(engine, where):
    Path("dict").mkdir()
    package = Path("dict/wordnet-base_1_all.deb")
    package.write_text("one")
    specs = []
    for text in ("one", "two"):
        package.write_text(text)
        baseline = {"kind": "wordnet", "folder": "dict"}
        made = compared(engine(), baseline)
        specs.append(json.loads(made.sources.wordnet(where())))
    assert [spec["source"]["folder"] for spec in specs] == ["dict", "dict"]
    assert specs[0]["contents"]["files"] == 1
    assert specs[0]["contents"] != specs[1]["contents"]
