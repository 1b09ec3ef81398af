"""WordNet as it is stored, and read again with the senses of words."""

import json
from pathlib import Path

import pytest

from quaver import store
from quaver.corpora import wordnet
from quaver.engine.job import Job
from quaver.results.wordnet import read_parts
from quaver.spaces.taxonomy import NONE, levels, paths
from quaver.stages.read_wordnet import read_wordnet

SMALL = Path(__file__).parents[2] / "data/wordnet"


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """The small WordNet, read by the stage."""
    counts = {"noun": (6, 9, 3), "verb": (6, 9, 2)}
    monkeypatch.setattr(wordnet, "COUNTS", counts)
    spec = json.dumps({"source": {"kind": "wordnet", "folder": str(SMALL)}})
    path = tmp_path / "wordnet/wordnet.h5"
    read_wordnet(Job(["--spec", spec, "--output", str(path)]))
    return path


def test_a_part_of_speech_is_a_group(stored):
    with store.read(stored, "wordnet") as file:
        assert store.texts(file["parts"]) == ["noun", "verb"]
        assert file["depth"][:].tolist() == [3, 4]
        assert file["is_rooted"][:].tolist() == [False, True]
        names = {
            *("synsets", "parent_offsets", "parents", "lemmas", "sense_offsets"),
            *("senses", "exceptions", "exception_offsets", "exception_lemmas"),
        }
        assert {*file["noun"]} >= names
        assert store.texts(file["verb/exceptions"]) == ["ran", "thought"]
    assert [*stored.parent.iterdir()] == [stored]


def test_words_have_their_senses_in_what_is_stored(stored):
    words = ["Dogs", "cat", "went", "hound", "ponders"]
    noun, verb = read_parts(stored, words, ["noun", "verb"])
    assert paths(*noun, [0])[0].tolist() == [1, 3, 0, 1, 0]
    assert paths(*verb, [4])[0].tolist() == [0, 0, 0, 0, 1]
    assert (levels([noun, verb], [2]) == NONE).all()
    (first,) = read_parts(stored, words, ["noun"], first=True)
    assert paths(*first, [0])[0].tolist() == [1, 3, 0, 3, 0]


def test_other_files_are_refused(tmp_path):
    with store.create(tmp_path / "x.h5", "corpus", dict):
        pass
    with pytest.raises(store.StoreError, match="must hold 'wordnet'"):
        read_parts(tmp_path / "x.h5", [], ["noun"])
