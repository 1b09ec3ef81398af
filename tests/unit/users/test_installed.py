"""The package as pip installs it, beside other versions than those of the lock."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CELL = "speeches_late", "glove", "bootstrapped"
# as old as the bounds of pyproject.toml allow, or nearly
OLDER = {"numpy": "1.26.4", "scipy": "1.12.0", "pandas": "2.2.3"}
OLDER |= {"h5py": "3.10.0", "numba": "0.59.1"}
UNREACHED = "Could not fetch", "Max retries", "ConnectionError", "timed out"
ASK = """
import json, sys, warnings
import quaver, numpy, pandas, h5py, scipy, numba
warnings.simplefilter("ignore")
study = quaver.open(sys.argv[1])
cell = study[tuple(sys.argv[2:])]
refused = []
for ask in (lambda: cell.run(1), lambda: study.figure("losses")):
    try:
        ask()
    except ImportError as error:
        refused.append(str(error))
print(json.dumps({
    "home": quaver.__file__,
    "versions": {
        x.__name__: x.__version__ for x in (numpy, scipy, pandas, h5py, numba)
    },
    "similarity": str(cell.similarity("war", "peace")),
    "neighbours": cell.neighbours("trade")[["neighbour", "low"]].values.tolist(),
    "trust": study.tables["trust"]["verdict"].tolist(),
    "loss": float(cell.pip.values[0, 1]),
    "refused": refused,
}))
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The Python of an environment with this package and older ones."""
    if sys.version_info >= (3, 13):
        pytest.skip("not installed: the older versions have no wheels for Python 3.13")
    folder = tmp_path_factory.mktemp("installed")
    skip = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "workflow", folder / "src/workflow", ignore=skip)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, folder / "src")
    venv = [sys.executable, "-m", "venv", "--without-pip", folder / "env"]
    subprocess.run(venv, check=True)
    made = folder / "env/bin/python"
    pip = [sys.executable, "-m", "pip", "--python", made, "install", "--quiet"]
    pip += ["--no-compile", "--only-binary", ",".join(OLDER), folder / "src"]
    versions = [f"{name}=={version}" for name, version in OLDER.items()]
    done = subprocess.run([*pip, *versions], capture_output=True, text=True)
    if done.returncode and any(text in done.stderr for text in UNREACHED):
        pytest.skip(f"no registry of packages is reached: {done.stderr[-200:]}")
    assert done.returncode == 0, done.stderr
    return made


@pytest.mark.slow
def test_other_versions_read_the_same(python, readable_study, tmp_path):
    answers = {}
    for name, command in (("older", python), ("locked", sys.executable)):
        call = [command, "-W", "ignore", "-c", ASK, readable_study, *CELL]
        environment = {"PATH": "/usr/bin", "HOME": str(tmp_path)}
        if name == "locked":
            environment["PYTHONPATH"] = str(ROOT / "workflow")
        settings = {"env": environment, "cwd": tmp_path, "encoding": "utf-8"}
        done = subprocess.run([*map(str, call)], capture_output=True, **settings)
        assert done.returncode == 0, done.stderr
        answers[name] = json.loads(done.stdout)
    older, locked = answers["older"], answers["locked"]
    assert older["versions"] == OLDER and "site-packages" in older["home"]
    assert older["versions"] != locked["versions"]
    for name in ("similarity", "trust"):
        assert older[name] == locked[name], name
    assert older["loss"] == pytest.approx(locked["loss"])
    for mine, theirs in zip(older["neighbours"], locked["neighbours"], strict=True):
        assert mine[0] == theirs[0] and mine[1] == pytest.approx(theirs[1])
    assert [text.partition(" needs ")[2] for text in older["refused"]] == [
        "gensim: pip install gensim, or use cell.vectors(1).",
        "matplotlib: pip install matplotlib.",
    ]
    assert locked["refused"] == []
