import importlib
import os

import pytest

from quaver.grid import EXTRACTORS
from quaver.stages.extract_text import keep_only, key


@pytest.mark.parametrize("module", EXTRACTORS.values())
def test_every_extractor_extracts_and_checks(module):
    found = importlib.import_module(f"quaver.corpora.{module}")
    assert callable(found.extract)
    assert callable(found.check)


def test_the_key_follows_study_code_and_files(tmp_path):
    path = tmp_path / "a"
    path.write_text("text")
    os.utime(path, ns=(5, 5))
    known = key([{"source": 1}, "code"], [str(path)])
    assert known == key([{"source": 1}, "code"], [str(path)])
    others = {
        key([{"source": 2}, "code"], [str(path)]),
        key([{"source": 1}, "core"], [str(path)]),
        key([{"source": 1}, "code"], []),
    }
    path.write_text("texts")
    os.utime(path, ns=(5, 5))
    others.add(key([{"source": 1}, "code"], [str(path)]))
    path.write_text("text")
    os.utime(path, ns=(5, 6))
    others.add(key([{"source": 1}, "code"], [str(path)]))
    assert len(others | {known}) == 6


def test_finished_parts_stay_while_the_key_does(tmp_path):
    beside = keep_only(tmp_path, "b", "one" * 9)
    work = keep_only(tmp_path, "a", "one" * 9)
    (work / "0.part").write_text("finished")
    assert keep_only(tmp_path, "a", "one" * 9) == work
    assert (work / "0.part").exists()
    other = keep_only(tmp_path, "a", "two" * 9)
    assert other != work
    assert list(other.iterdir()) == []
    assert not work.exists()  # so an orphan of the old key has nowhere to write
    assert beside.exists()
