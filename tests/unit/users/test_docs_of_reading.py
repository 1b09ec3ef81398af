"""What docs/reading says runs as it stands there: blocks, notebook, script of R."""

import ast
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from readable import RUNS

import quaver

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "reading.md").read_text(encoding="utf-8")
CELL = "speeches_late", "glove", "bootstrapped"
NEEDS_R = "not read in R: apt-get install r-base-core r-cran-hdf5r"


@pytest.fixture(autouse=True)
def clone(readable_study, monkeypatch):
    """The folder that has results/demo."""
    monkeypatch.chdir(readable_study.parents[1])


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)


def run(sources):
    """Execute sources one after the other; the values of their last expressions."""
    names, values = {}, []
    for source in sources:
        tree = ast.parse(source)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "reading", "exec"), names)
        if last:
            values.append(eval(compile(ast.Expression(last.value), "", "eval"), names))
    return names, values


def test_the_page_runs():
    (block,) = blocks("python")
    names, _ = run([block])
    assert "Cell speeches_late/glove/bootstrapped" in repr(names["cell"])


def test_every_call_the_page_lists_is_there(readable_study):
    rows = re.findall(r"^\| `((?:cell|study)\..*?)`", PAGE, re.M)
    study = quaver.open(readable_study)
    names = {"study": study, "cell": study[CELL]}
    assert len(rows) == 8
    for row in rows:
        # eight runs, two averages of four: the small study has fewer
        assert eval(row.replace("(8)", "(2)"), names) is not None


def test_the_notebook_runs(capsys):
    book = json.loads((DOCS / "reading.ipynb").read_text(encoding="utf-8"))
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] for cell in code)
    names, values = run(["".join(cell["source"]) for cell in code])
    assert len(names["cosines"]) == RUNS and values[-1].axes
    assert re.search(r"war and peace: -?\.\d\d ± \.\d\d, from", capsys.readouterr().out)


@pytest.fixture
def script():
    """Calls Rscript; skipped where there is none."""
    command = shutil.which("Rscript")
    if not command or rscript("-e", "library(hdf5r)").returncode:
        pytest.skip(NEEDS_R)
    return rscript


def rscript(*arguments):
    command = ["Rscript", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8")


def test_r_reads_the_same(script, readable_study):
    done = script(DOCS / "reading.R", readable_study, *CELL, "war", "peace")
    assert done.returncode == 0, done.stderr
    cell = quaver.open(readable_study)[CELL]
    losses = cell.pip.values
    mean = losses.sum() / losses[losses > 0].size
    expected = [f"loss {mean:.6f}"]
    cosines = cell.similarity("war", "peace").items()
    expected += [f"run {run} {value:.6f}" for run, value in cosines]
    assert done.stdout.splitlines()[: len(expected)] == expected
    assert "null " in done.stdout
    (block,) = blocks("r")
    _, printed = script("-e", block).stdout.split()
    assert float(printed) == pytest.approx(mean, rel=1e-5)
