import os
import time
from pathlib import Path

import pytest
import yaml
from snakemake.exceptions import WorkflowError

from quaver.engine import standing
from quaver.engine.standing import Standing, is_known

STUDY = "results/mine/study.yaml"


@pytest.fixture
def stands(engine):
    """Has the study's file stand, written for a study with some keys changed."""

    def of(**keys):
        written = engine(**keys).written
        Path(STUDY).parent.mkdir(parents=True, exist_ok=True)
        Path(STUDY).write_text(yaml.safe_dump(written), encoding="utf-8")
        return Standing(engine().setting)

    return of


def remember(file):
    """Have Snakemake know how a file was made, as it does."""
    from base64 import urlsafe_b64encode

    name = urlsafe_b64encode(file.encode()).decode()
    standing.METADATA.mkdir(parents=True, exist_ok=True)
    (standing.METADATA / name).touch()


def test_a_file_of_a_study_says_what_it_said_or_nothing(engine):
    file, standing = Path(STUDY), Standing(engine().setting)
    assert standing.study() == {}
    file.parent.mkdir(parents=True)
    for text in ("- a list", "a: [", "", "\udcff"):
        file.write_text(text, encoding="utf-8", errors="surrogateescape")
        assert standing.study() == {}
    file.write_text("runs: 3", encoding="utf-8")
    assert standing.study() == {"runs": 3}


def test_a_study_is_in_force_where_its_file_says_the_same(stands):
    assert stands().is_in_force()
    assert not stands(runs=3).is_in_force()


def test_a_study_that_snakemake_knows_is_taken(stands, capsys):
    stands(runs=3)
    remember("results/mine/corpora/text.h5")
    assert is_known("results/mine/corpora/text.h5")
    stands(runs=3).refuse_unknown()
    assert capsys.readouterr().err == ""


def test_without_memory_another_study_is_refused_with_the_cure(stands):
    with pytest.raises(WorkflowError, match="--touch --forceall --configfile res"):
        stands(runs=3).refuse_unknown()


def test_without_memory_the_same_study_counts_as_made(stands, capsys):
    stands().refuse_unknown()
    assert "What stands counts as made by this code" in capsys.readouterr().err


def test_where_nothing_stands_nothing_is_said(engine, capsys):
    Standing(engine().setting).refuse_unknown()
    assert capsys.readouterr().err == ""


def test_a_name_too_long_for_a_file_is_not_known(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert not is_known("x" * 300)


def test_files_of_the_future_are_dated_now_in_their_order(engine, capsys):
    folder = Path("results/mine")
    folder.mkdir(parents=True)
    hour = 3600 * 10**9
    dates = {"first": 1, "second": 2, "third": 3}
    for name, hours in dates.items():
        (folder / name).touch()
        moment = time.time_ns() + hours * hour
        os.utime(folder / name, ns=(moment, moment))
    old = folder / "old"
    old.touch()
    os.utime(old, (1, 1))
    Standing(engine().setting).date_anew()
    stamps = [(folder / name).stat().st_mtime_ns for name in dates]
    assert stamps == sorted({*stamps})
    assert stamps[-1] <= time.time_ns()
    assert old.stat().st_mtime == 1
    told = "3 files of results/mine were dated in the future: they are dated now.\n"
    assert capsys.readouterr().out == told
    Standing(engine().setting).date_anew()
    assert capsys.readouterr().out == ""
