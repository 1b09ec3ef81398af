"""What is added to the project, and how many files that touches: four additions.

A measure of a cell and one of a pair of views, a paper, a technique and a language are
added to a copy of the project; one run of a small study shows them all.
"""

import json
import re
import subprocess
import sys
from copy import deepcopy

import h5py
import numpy as np
import pandas as pd
import pytest

LIBRARY = "workflow/quaver"

# (a) a measure of a cell, and one of a pair of views; and the table that shows both
CENTROID = '''"""How far the mean direction of a space lies from the origin."""

import numpy as np

from quaver.measures.declare import CELL, MODELS, Cost, Measure, Quantity


def length(space: np.ndarray) -> float:
    """Length of the mean of unit rows: (words, dims) -> [0, 1]."""
    return float(np.linalg.norm(space.astype(np.float64).mean(axis=0)))


def measure(given, out) -> None:
    """Write the length of every run's mean direction."""
    shared = given.shared(least=2)
    shared.put(out)
    out.put("runs", ("runs",), shared.numbers)
    out.put("length", ("runs",), np.array([length(s) for s in shared.spaces()]))


MEASURE = Measure(
    name="centroid",
    of=CELL,
    reads=(MODELS, "vocabulary?"),
    message="Measure the mean direction of {subject}.",
    cost=Cost(
        bytes=lambda size: size.spaces,
        operations=lambda size: size.product,
        passes=1,
    ),
    quantities={
        "centroid": Quantity(
            label="length of the mean direction",
            symbol="|c|",
            formula="norm of the mean over words of unit vectors",
            range=(0.0, 1.0),
            best="high",
            source="a test of Quaver",
        ),
    },
)
'''
DRIFT = '''"""How far the lengths of mean directions lie apart in two periods."""

import numpy as np

from quaver.measures.declare import MODELS, PAIR, Cost, Measure, Quantity


def drift(first: np.ndarray, second: np.ndarray) -> float:
    """Distance of two means over runs: (runs,) twice -> [0, 1]."""
    return float(abs(first.mean() - second.mean()))


def measure(given, out) -> None:
    """Write the drift of a pair of views."""
    lengths = []
    for opened in given.others("centroid"):
        with opened as stored:
            lengths.append(stored["length"][:])
    out.put("drift", ("pair",), np.array([drift(*lengths)]))
    # models of both views: they must not go before
    out.put("runs", ("views",), np.array([len(runs) for runs in given.cells]))


MEASURE = Measure(
    name="drift",
    of=PAIR,
    reads=(MODELS, "centroid"),
    message="Measure the drift between {subject}.",
    cost=Cost(bytes=lambda size: 0, operations=lambda size: 0),
    quantities={
        "drift": Quantity(
            label="drift of the mean direction",
            symbol="D",
            formula="difference of the mean lengths of two periods",
            range=(0.0, 1.0),
            best="low",
            source="a test of Quaver",
        ),
    },
)
'''
DRIFTS = '''"""Mean directions of cells, and their drift from period to period."""

from quaver.grid.subjects import subjects_of
from quaver.items.item import Table
from quaver.measures import MEASURES


def _rows(results):
    for name in ("centroid", "drift"):
        for subject in subjects_of(results.grid, MEASURES[name]):
            path = subject.file(MEASURES[name])
            if results.stands(path):
                with results.read(path, name) as file:
                    column = "length" if name == "centroid" else "drift"
                    value = float(file[column][()].mean())
                yield {"subject": subject.label, "measure": name, "value": value}


DRIFTS = Table(
    name="drifts",
    title="Mean directions and their drift",
    caption="Length of the mean direction of a cell, and how far two periods differ.",
    order=90,
    reads=("centroid", "drift"),
    columns="subject:text measure value",
    keys="subject measure value",
    rows=_rows,
)
'''

# (b) a paper: a folder with published numbers, a table, a figure and a claim
PAPER = '''"""A paper of the test's own: its losses and what it claims of them."""

from quaver.papers import Paper

PAPER = Paper("toy2026", "Toy 2026", "yin2018")
'''
PAPER_LOSSES = '''"""Its Table 1: losses beside ours, drawn, and what it claims."""

from pathlib import Path

from matplotlib.figure import Figure as Canvas

from quaver.house.cells import own_cells
from quaver.house.losses import loss_row
from quaver.items.claims import Band, Claim
from quaver.items.ends import interval_row
from quaver.items.item import Figure, Table
from quaver.items.published import Published

PUBLISHED = Published(
    path=Path(__file__).parent / "published/table_1.csv",
    keys=("technique",),
    columns={"published": "loss"},
)


def _rows(results):
    return [loss_row(cell) for cell in own_cells(results)]


def _claimed(results):
    for row in _rows(results):
        if row.get("mean") is not None:
            ends = row["mean"], row["low"], row["high"]
            yield interval_row(ends, technique=row["technique"])


def _draw(results):
    canvas = Canvas()
    means = [row.get("mean") or 0 for row in _rows(results)]
    canvas.subplots().plot(means)
    return canvas


TABLE_1 = Table(
    name="table_1",
    title="Table 1: losses",
    caption="Losses of every cell beside the printed ones.",
    columns="CELL mean published note",
    keys="view technique sampling mean published",
    rows=_rows,
    reads=("pip",),
    published=PUBLISHED,
)
FIGURE_1 = Figure(
    name="figure_1",
    title="Figure 1: losses",
    caption="Losses of every cell.",
    draw=_draw,
    reads=("pip",),
)
ABOVE = Claim(
    name="loss above zero",
    tested="section 1",
    quantity="PIP loss",
    rows=_claimed,
    band=Band(low=0),
    reads=("pip",),
)
'''
PRINTED = "technique,loss,reading\nppmi,0.25,\ntoy,0.5,\n"

# (c) a technique: random signs, of a file with its code and one with its parameters
TOY = '''"""Toy: vectors of random signs."""

import numpy as np

from quaver.spaces.space import Space
from quaver.trainers import kept_words, spread
from quaver.trainers.declare import Technique


def train(view, sample, parameters, seed: int) -> Space:
    """Vectors of signs (words, dims), from the seed alone."""
    counts, present = kept_words(view, sample, parameters)
    shape = int(present.sum()), parameters.dimensions
    signs = np.random.default_rng(seed).choice([-1.0, 1.0], shape)
    return spread(present, signs, counts)


TECHNIQUE = Technique(
    vectors=8, operations=lambda size, given: size.words * size.dims
)
'''
TECHNIQUE_EDITS = {
    f"{LIBRARY}/config/techniques.py": [
        (
            "@dataclass(frozen=True)\nclass Vectors(Parameters):",
            "@dataclass(frozen=True)\nclass Toy(Parameters):\n"
            '    """Random signs."""\n\n    label = "random signs"\n\n'
            "    dimensions: int = key(100, least=1)\n"
            "    min_count: int = key(0, 5, least=0)\n\n\n"
            "@dataclass(frozen=True)\nclass Vectors(Parameters):",
        ),
        ('"noise": Noise, ', '"noise": Noise, "toy": Toy, '),
    ],
}

# (d) a language
LANGUAGE = '''"""Esperanto."""

from quaver.corpora.languages.moses import moses
from quaver.corpora.languages.pack import Pack
from quaver.corpora.sentences import Splitter

PACK = Pack(
    code="eo",
    name="Esperanto",
    tokenisers={"moses": moses("en")},
    sentences=Splitter(language="eo", numbers=True, leads="ekz, s-ro, k.t.p"),
)
'''

STUDY = {
    "study": "added",
    "seed": 1,
    "runs": 3,
    "runs_per_job": 3,
    "papers": ["toy2026"],
    "retention": {"models": "delete"},
    "corpora": {
        name: {
            "language": "eo",
            "source": {"kind": "text", "path": f"{name}.txt"},
            "series": "mine",
            "period": period,
        }
        for name, period in {"early": "1900-1909", "late": "1910-1919"}.items()
    },
    "techniques": {
        "ppmi": {"trainer": "ppmi", "dimensions": 4},
        "toy": {"trainer": "toy", "dimensions": 4},
    },
    "samplings": ["shuffled"],
    "analyses": {
        "stability": {"measures": ["pip"]},
        "averages": {"sizes": []},
        "distribution": {"samplings": []},
        # no measure of a pair is in the way of another
        "change": {
            "mine": {
                **{"pairs": "consecutive", "words": ["sun", "bread", "nothing"]},
                "null": {"contexts": 199},
            }
        },
    },
}
CELLS = [
    f"{view}/{name}/shuffled" for view in ("early", "late") for name in ("ppmi", "toy")
]
PAIRS = [f"early+late/{name}/shuffled" for name in ("ppmi", "toy")]


class Project:
    """A copy of the project and the files each addition touched."""

    def __init__(self, folder):
        self.folder, self.touched = folder, {}

    def add(self, what, name, text):
        self.folder.write(name, text)
        self.touched.setdefault(what, set()).add(name)

    def edit(self, what, name, changes):
        text = (self.folder.path / name).read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text, f"{name}: {old}"
            text = text.replace(old, new, 1)
        self.add(what, name, text)


@pytest.fixture(scope="module")
def project(tmp_path_factory, clone_at, two_topics):
    """The copy with all additions, and the study finished in it."""
    project = Project(clone_at(tmp_path_factory.mktemp("added") / "quaver"))
    project.add("measure of a cell", f"{LIBRARY}/measures/centroid.py", CENTROID)
    project.add("measure of a pair", f"{LIBRARY}/measures/drift.py", DRIFT)
    project.add("table", f"{LIBRARY}/house/drifts.py", DRIFTS)
    paper = f"{LIBRARY}/papers/toy2026"
    project.add("paper", f"{paper}/__init__.py", PAPER)
    project.add("paper", f"{paper}/losses.py", PAPER_LOSSES)
    project.add("paper", f"{paper}/published/table_1.csv", PRINTED)
    project.add("technique", f"{LIBRARY}/trainers/toy.py", TOY)
    for name, changes in TECHNIQUE_EDITS.items():
        project.edit("technique", name, changes)
    project.add("language", f"{LIBRARY}/corpora/languages/eo.py", LANGUAGE)
    folder = project.folder
    for seed, name in enumerate(("early", "late")):
        folder.write(f"{name}.txt", two_topics(seed=seed))
    folder.write("forecast", folder.finish("forecast", study=STUDY))
    folder.write("planned", json.dumps(folder.jobs(study=STUDY)))
    folder.write("said", folder.finish(study=STUDY))
    return project


@pytest.fixture(scope="module")
def files(project):
    return project.folder.results("added")


def test_the_files_that_are_touched(project):
    counts = {what: len(names) for what, names in project.touched.items()}
    folders = {
        name.split("/published")[0].rsplit("/", 1)[0]
        for name in project.touched["paper"]
        if name.endswith(".py")
    }
    assert counts.pop("technique") <= 4
    assert counts.pop("paper") == 3 and len(folders) == 1
    assert counts == dict.fromkeys(
        ("measure of a cell", "measure of a pair", "table", "language"), 1
    )


def test_rules_are_there_and_their_files(project, files):
    planned = json.loads((project.folder.path / "planned").read_text())
    assert planned["measure_centroid"] == len(CELLS)
    assert planned["measure_drift"] == len(PAIRS)
    wanted = {f"measures/{cell}/centroid.h5" for cell in CELLS}
    wanted |= {f"measures/{pair}/drift.h5" for pair in PAIRS}
    assert wanted <= files.keys()
    said = (project.folder.path / "said").read_text(encoding="utf-8")
    assert "Measured the mean direction of early / toy / shuffled." in said
    assert "Measured the drift between early and late / ppmi / shuffled." in said
    assert project.folder.jobs(study=STUDY) == {}


def read(file, name):
    with h5py.File(file, "r", locking=False) as stored:
        return stored[name][()]


def test_the_measures_are_shown_in_one_table(files):
    table = pd.read_csv(files["tables/drifts.csv"]).set_index("subject")["value"]
    assert sorted(table.index) == sorted([*CELLS, *PAIRS])
    for cell in CELLS:
        lengths = read(files[f"measures/{cell}/centroid.h5"], "length")
        assert table[cell] == pytest.approx(lengths.mean())
    for pair in PAIRS:
        views, rest = pair.split("/", 1)
        means = [table[f"{view}/{rest}"] for view in views.split("+")]
        assert table[pair] == pytest.approx(abs(np.subtract(*means)))
        runs = read(files[f"measures/{pair}/drift.h5"], "runs")
        assert runs.tolist() == [STUDY["runs"]] * 2
    index = files["README.md"].read_text(encoding="utf-8")
    assert "drifts" in index
    with h5py.File(files["summary.h5"], "r", locking=False) as summary:
        assert len(summary["tables/drifts/value"]) == len(table)


def test_change_is_told_of_periods_that_follow_each_other(project, files):
    table = pd.read_csv(files["tables/change.csv"]).set_index(["technique", "word"])
    assert len(table) == 2 * 3 and {*table["early"], *table["late"]} == {
        "early",
        "late",
    }
    for technique in ("ppmi", "toy"):
        assert table.loc[technique, "verdict"]["nothing"] == "cannot be told"
        # both texts are drawn from the same two topics
        assert {*table.loc[technique, "verdict"]} <= {"no evidence", "cannot be told"}
    near = pd.read_csv(files["tables/change_neighbours.csv"])
    assert {*near["word"]} == {"sun", "bread"} and {*near["moved"]} >= {"stayed"}
    for name in ("figures/change.svg", "tables/change.md"):
        assert name in files
    opinions = pd.read_csv(files["tables/change_opinions.csv"])
    assert len(opinions) == 2 * 2 and {*opinions["opinions"]} <= {0, 4}
    assert len(pd.read_csv(files["tables/change_agreement.csv"])) == 2 * 10
    findings = files["tables/findings.txt"].read_text(encoding="utf-8")
    assert "Which words changed from early to late?" in findings
    methods = files["methods.md"].read_text(encoding="utf-8")
    assert "from `early` to `late` (3 words, documents dealt 199 times)" in methods
    # other deals train nothing, and sum no contexts anew
    study = deepcopy(STUDY)
    study["analyses"]["change"]["mine"]["null"]["contexts"] = 299
    jobs = project.folder.jobs("change", study=study)
    again = {"measure_change": 2, "measure_change_opinions": 2}
    assert jobs == {"write_study": 1, **again, "change": 1}


def test_the_forecast_and_the_resources_know_what_was_added(project):
    forecast = (project.folder.path / "forecast").read_text(encoding="utf-8")
    for words in ("measure_centroid 4", "measure_drift 2", "toy"):
        assert words in forecast, words


def test_the_methods_tell_of_technique_and_language(files):
    text = files["methods.md"].read_text(encoding="utf-8")
    assert "- `toy` " in text and "random signs" in text
    assert "Esperanto" in text


def test_models_go_when_also_the_pair_is_measured(project, files):
    """Of a subject of two cells, too: nothing that is still to be read is deleted."""
    models = [path for path in files if re.fullmatch(r"models/.*\d\.h5", path)]
    assert models == []
    retired = [path for path in files if path.endswith("/retired.json")]
    assert len(retired) == len(CELLS)
    told = project.folder.finish("--dry-run", "--forceall", "--dag", study=STUDY)
    rules = dict(re.findall(r'(\d+)\[label = "(\w+)', told))
    edges = {(rules[a], rules[b]) for a, b in re.findall(r"(\d+) -> (\d+)", told)}
    assert ("measure_centroid", "retire_models") in edges
    assert ("measure_centroid", "measure_drift") in edges
    assert ("measure_drift", "retire_models") in edges
    retirements = [job for job, rule in rules.items() if rule == "retire_models"]
    drifts = {job for job, rule in rules.items() if rule == "measure_drift"}
    arrows = re.findall(r"(\d+) -> (\d+)", told)
    for job in retirements:
        assert len({a for a, b in arrows if b == job} & drifts) == 1


def test_the_paper_stands_in_a_room_of_its_own(files):
    paper = {path for path in files if path.startswith("papers/")}
    names = {path.removeprefix("papers/toy2026/") for path in paper}
    assert {"table_1.csv", "table_1.md", "table_1.tex", "claims.csv"} <= names
    assert {"figure_1.svg", "figure_1.png"} <= names
    table = pd.read_csv(files["papers/toy2026/table_1.csv"])
    printed = dict(zip(table["technique"], table["published"], strict=True))
    assert printed == {"ppmi": 0.25, "toy": 0.5}
    claims = pd.read_csv(files["papers/toy2026/claims.csv"])
    assert set(claims["claim"]) == {"loss above zero"}
    assert not [path for path in files if path.startswith("tables/table_1")]


def test_pages_of_documentation_tell_of_them(project):
    """The pages are written by the copy's own library."""
    shown = {
        "measures": ("length of the mean direction", "drift of the mean direction"),
        "study": ("toy",),
    }
    docs = project.folder.repository / "docs"
    source = type(project.folder)(".").repository / "docs"
    for name, words in shown.items():
        script = (source / f"write_{name}.py").read_text(encoding="utf-8")
        project.folder.write(f"docs/write_{name}.py", script)
        code = (
            "import runpy; print(runpy.run_path("
            f"{str(docs / f'write_{name}.py')!r})['page']())"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=project.folder.environment(),
            capture_output=True,
            text=True,
            check=True,
        )
        assert [word for word in words if word not in done.stdout] == [], name
