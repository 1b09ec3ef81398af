"""The engine of a small study, as a call of Snakemake has it."""

from types import SimpleNamespace

import pytest
from planned_study import varied

from quaver.digest import PACKAGE
from quaver.engine.engine import Engine

HOME = PACKAGE.parents[1]


class Coordinates(SimpleNamespace):
    """Wildcards of a job."""


@pytest.fixture
def where():
    """Wildcards of a job of the small study, some of them changed."""

    def wildcards(**keys):
        cell = {"view": "text", "technique": "glove", "sampling": "shuffled"}
        return Coordinates(**{**cell, "corpus": "text", **keys})

    return wildcards


@pytest.fixture
def call():
    """A call of Snakemake on a node: nothing is refused because of what stands."""
    return SimpleNamespace(
        basedir=str(HOME),
        modifier=SimpleNamespace(is_module=False, modify_rulename=str),
        overwrite_configfiles=[],
        dryrun=False,
        is_main_process=False,
        global_resources={
            "_nodes": SimpleNamespace(value=None),
            "mem_mb": SimpleNamespace(value=1000),
        },
        dag=SimpleNamespace(needrun_jobs=list),
        scheduler=SimpleNamespace(_executor=None),
        persistence=SimpleNamespace(),
    )


@pytest.fixture
def engine(tmp_path, monkeypatch, call):
    """Makes engines of the small study, some of its keys changed, in a folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.txt").write_text("some words of a text\n", encoding="utf-8")

    def of(**keys):
        return Engine(call, varied(**keys))

    return of
