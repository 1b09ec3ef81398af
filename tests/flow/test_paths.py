"""A study in folders whose names a shell would take for commands."""

import subprocess

import pytest

HOSTILE = "a b'c\"$(touch pwned)`touch pwned`;touch pwned&é"


@pytest.mark.slow
def test_paths_are_never_run(clone_at, folder_at, small, two_topics, tmp_path):
    clone = clone_at(tmp_path / HOSTILE / "clone")
    elsewhere = folder_at(tmp_path / f"else {HOSTILE}", clone.path)
    elsewhere.path.mkdir()
    text = f"texts {HOSTILE}/{HOSTILE}.txt"
    for folder in (clone, elsewhere):
        folder.write(text, two_topics(30))
    small["corpora"]["mine"]["source"]["path"] = text
    small["techniques"] = {"noise": {"trainer": "noise", "dimensions": 4}}
    small["samplings"] = ["shuffled"]
    small["analyses"] = {"stability": {"neighbours": [2], "targets": 10}}

    # from elsewhere: the clone is named, results stand in a folder of their own
    elsewhere.finish("all", "archive", study=small)
    assert {"README.md", "small.crate.zip"} <= elsewhere.results("small").keys()
    assert clone.results("small") == {}

    # from inside: the clone is where snakemake is called
    study = next(elsewhere.path.glob("study*.yaml")).read_text(encoding="utf-8")
    file = clone.write(f"{HOSTILE}.yaml", study)
    snakemake, model = clone.command()[:3], "models/mine/noise/shuffled/1-2.h5"
    done = subprocess.run(
        [*snakemake, f"results/small/{model}", "-c2", "--configfile", file.name],
        cwd=clone.path,
        env=clone.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
    assert model in clone.results("small")
    assert clone.leftovers() == elsewhere.leftovers() == []
    assert list(tmp_path.rglob("pwned*")) == []
