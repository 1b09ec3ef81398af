"""A measure added as one file is planned, made, waited for and forecast."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest

from quaver import digest, store
from quaver.results.blocks import put_runs, put_space
from quaver.spaces.space import Space

CROWDING = '''
"""How near the words of a run are to their mean."""

import numpy as np

from quaver.measures.declare import CELL, MODELS, Cost, Measure, Quantity


def measure(given, out):
    """Mean cosine of the words of each run with their mean: (runs,)."""
    shared = given.shared(least=2)
    spaces = shared.spaces()
    out.put("runs", ("runs",), shared.numbers)
    means = [spaces[k] @ spaces[k].mean(axis=0) for k in range(len(spaces))]
    out.put("crowding", ("runs",), np.array([each.mean() for each in means]))


MEASURE = Measure(
    name="crowding",
    of=CELL,
    reads=(MODELS, "vocabulary?"),
    wanted=lambda grid, subject: subject.cell.sampling == "shuffled",
    spec=lambda grid, subject: {"seed": grid.seed_of("pairs", subject.cell.view)},
    message="Tell how crowded {subject} is.",
    cost=Cost(
        bytes=lambda size: size.spaces,
        operations=lambda size: 3.0 * size.words * size.runs,
        passes=1,
    ),
    quantities={
        "crowding": Quantity(
            label="crowding", symbol="c", formula="mean cos(w, mean)",
            range=(-1.0, 1.0), best="low", source="a toy",
        )
    },
)
'''

DRIFT = '''
"""How many words of a period the next one has."""

from quaver.measures.declare import MODELS, PAIR, Cost, Measure


def measure(given, out):
    """Words that both periods have in every run, and those of the first."""
    first, second = (
        {word for word, here in zip(x.words, x.in_every, strict=True) if here}
        for x in given.cells
    )
    out.put("words", ("words",), sorted(first & second))
    out.describe("/", {"of": len(first)})


MEASURE = Measure(
    name="drift",
    of=PAIR,
    reads=(MODELS, "crowding"),
    message="Count the words that last in {subject}.",
    cost=Cost(lambda size: 9.0 * size.words, lambda size: 5.0 * size.words * size.runs),
)
'''

STUDY = {
    "study": "mine",
    "seed": 1,
    "runs": 4,
    "runs_per_job": 2,
    "corpora": {
        "said": {
            "language": "en",
            "source": {
                "kind": "periods",
                "of": {"kind": "sotu"},
                "periods": {"from": 1950, "to": 1979, "every": 10},
                "by": "year",
            },
            "expected": {"tokens": 1000, "words": 100},
        }
    },
    "techniques": {"w": {"trainer": "word2vec", "dimensions": 5}},
    "samplings": ["shuffled"],
    "retention": {"models": "delete"},
}

ASK = """
import json, sys
import yaml
from pathlib import Path
from quaver.config import as_written, understand
from quaver.digest import code
from quaver.engine.measuring import Context, Measuring
from quaver.measures import MEASURES, QUANTITIES
from quaver.results.reader import Results
from quaver.stages.forecast import costs_of, measuring

study = understand(json.loads(sys.argv[1]), {})
Path("study.yaml").write_text(yaml.safe_dump(as_written(study)))
plan = Results(Path("study.yaml"))
grid, costs = plan.grid, costs_of(plan)
context = Context(grid, lambda *_: [], lambda *_: {})
rules = Measuring(context, "results/mine", code)
answer = {
    "files": grid.files(), "made": grid.made_of_models(), "names": list(MEASURES),
    "quantities": list(QUANTITIES), "forecast": measuring(costs, grid.cells.values()),
}
for name in sys.argv[2:]:
    measure, subject = MEASURES[name], grid.measured[name][0]
    answer[name] = {
        "label": subject.label, "inputs": rules.inputs(measure, subject),
        "spec": rules.spec(measure, subject), "code": rules.code(measure, subject),
        "megabytes": costs.measure(measure)(subject).megabytes(),
        "sentence": measure.sentence,
    }
answer["code"] = {x: rules.code(MEASURES[x], grid.measured[x][0]) for x in ("pip",)}
print(json.dumps(answer))
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A copy of the package with two measures more, a file each."""
    folder = tmp_path_factory.mktemp("home")
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(digest.PACKAGE, folder / "quaver", ignore=leave)
    measures = folder / "quaver/measures"
    (measures / "crowding.py").write_text(CROWDING.lstrip(), encoding="utf-8")
    (measures / "drift.py").write_text(DRIFT.lstrip(), encoding="utf-8")
    return folder


def python(home, *arguments):
    environment = {**os.environ, "PYTHONPATH": str(home)}
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        **{"env": environment, "cwd": home, "capture_output": True, "text": True},
        check=True,
    ).stdout


@pytest.fixture(scope="module")
def answer(home):
    return json.loads(python(home, "-c", ASK, json.dumps(STUDY), "crowding", "drift"))


def test_files_and_rules_are_those_of_their_subjects(answer):
    files = answer["files"]
    periods = [f"said_{year}" for year in (1950, 1960, 1970)]
    assert files["measure_crowding"] == [
        f"measures/{name}/w/shuffled/crowding.h5" for name in periods
    ]
    assert files["measure_drift"] == [
        f"measures/{a}+{b}/w/shuffled/drift.h5"
        for a, b in zip(periods[:-1], periods[1:], strict=True)
    ]
    names = answer["names"]
    assert names.index("vocabulary") < names.index("crowding") < names.index("drift")
    assert "crowding" in answer["quantities"]


def test_retention_waits_for_them_in_every_cell_concerned(answer):
    drift = answer["files"]["measure_drift"]
    for year, waited in ((1950, drift[:1]), (1960, drift), (1970, drift[1:])):
        made = answer["made"][f"said_{year}/w/shuffled"]
        assert {x for x in made if x.endswith("drift.h5")} == {*waited}
        assert f"measures/said_{year}/w/shuffled/crowding.h5" in made


def test_jobs_read_what_they_say_and_depend_on_their_slice(answer):
    crowding, drift = answer["crowding"], answer["drift"]
    blocks = {
        year: [
            f"results/mine/models/said_{year}/w/shuffled/{runs}.h5"
            for runs in ("1-2", "3-4")
        ]
        for year in (1950, 1960)
    }
    assert crowding["inputs"] == {"models": blocks[1950], "vocabulary": []}
    assert drift["inputs"] == {
        "models": blocks[1950] + blocks[1960],
        "crowding": [
            f"results/mine/measures/said_{year}/w/shuffled/crowding.h5"
            for year in (1950, 1960)
        ],
    }
    assert list(json.loads(crowding["spec"])) == ["seed"] and drift["spec"] == "{}"
    assert drift["label"] == "said_1950+said_1960/w/shuffled"
    assert crowding["code"] != drift["code"]
    places = "{wildcards.view} and {wildcards.other}"
    assert places in drift["sentence"]


def test_they_are_forecast_and_ask_for_memory(answer):
    assert answer["forecast"]["measure_crowding"] == 2 * 3 * (3.0 * 100 * 4)
    assert answer["forecast"]["measure_drift"] == 2 * 2 * (5.0 * 100 * 8)
    assert answer["crowding"]["megabytes"] > answer["drift"]["megabytes"] >= 700


def test_no_other_measure_is_made_anew(answer):
    ours = digest.code("quaver.stages.measure", "quaver.measures.pip")
    assert answer["code"]["pip"] == ours


def write_models(folder, words, seed):
    """Two blocks of two runs over some words."""
    folder.mkdir(parents=True)
    generator = np.random.default_rng(seed)
    paths = []
    for first in (1, 3):
        path = folder / f"{first}-{first + 1}.h5"
        with store.create(path, "models", dict) as file:
            for place in range(2):
                vectors = generator.standard_normal((len(words), 3), np.float32)
                present = np.ones(len(words), dtype=bool)
                put_space(file, place, 2, Space(vectors, present, np.arange(3)))
            put_runs(file, words, np.arange(first, first + 2))
        paths.append(path)
    return paths


def test_they_are_computed_by_the_generic_stage(home, tmp_path):
    first = write_models(tmp_path / "a", ["war", "peace", "law"], 1)
    second = write_models(tmp_path / "b", ["tax", "law", "war"], 2)
    call = ("-m", "quaver.stages.measure")
    crowded, lasting = tmp_path / "crowding.h5", tmp_path / "drift.h5"
    python(home, *call, "crowding", "--output", crowded, "--input", *first)
    inputs = [*first, *second, crowded]
    python(home, *call, "drift", "--output", lasting, "--input", *inputs)
    with h5py.File(crowded) as file:
        assert file["crowding"].shape == (4,) and file.attrs["kind"] == "crowding"
        assert Path(file.filename).stat().st_size > 0
    with h5py.File(lasting) as file:
        assert [word.decode() for word in file["words"]] == ["law", "war"]
        assert file.attrs["of"] == 3
