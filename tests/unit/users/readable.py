"""A small study with models, measured by the measures themselves; no snakemake."""

import json

import numpy as np
import yaml

from quaver import store
from quaver.config import as_written, understand
from quaver.engine import items
from quaver.engine.job import Job, write_record
from quaver.engine.measuring import Context, Measuring
from quaver.items.write import write_table
from quaver.measures import MEASURES
from quaver.results.blocks import put_runs, put_space
from quaver.results.reader import Results
from quaver.spaces.space import Space
from quaver.stages.measure import measure

RUNS, DIMS = 6, 5
WORDS = ["war", "peace", "army", "trade", "null", *(f"w{k:02}" for k in range(35))]
ABSENT = ("w34", 2)  # a word that this run, from 0, has not
TABLES = {"losses", "trust", "neighbour_lists", "associations", "words"}
STUDY = {
    "study": "demo",
    "seed": 1,
    "runs": RUNS,
    "runs_per_job": 3,
    "corpora": {
        "speeches_late": {
            **{"language": "en", "min_count": 2},
            "source": {"kind": "text", "path": "mine.txt"},
        }
    },
    "techniques": {"glove": {"trainer": "glove", "dimensions": DIMS}},
    "samplings": ["shuffled", "bootstrapped"],
    "retention": {"models": "delete"},
    "analyses": {
        "stability": {"neighbours": [5], "targets": 20},
        "averages": {"sizes": [2], "compare": []},
        "distribution": {"samplings": []},
        "neighbours": {"words": ["war", "null"], "n": 5},
        "associations": {
            "sets": {
                "callings": {
                    **{"targets": ["army", "w34"], "other_targets": ["trade"]},
                    **{"attributes": ["war"], "other_attributes": ["peace", "yak"]},
                }
            }
        },
    },
}


def write(folder):
    """Models, measures and tables of the study; give its folder."""
    study = folder / "study.yaml"
    written = as_written(understand(STUDY))
    study.write_text(yaml.safe_dump(written), encoding="utf-8")
    grid = Results(study).grid
    for block in grid.blocks.values():
        train(folder, block, grid)
    words = grid.study.analyses.neighbours.words
    lists = {"neighbours": words["speeches_late"]}
    context = Context(grid, lambda kind, _: lists.get(kind, []), lambda *_: {})
    rules = Measuring(context, str(folder), lambda *_: "")
    for name in MEASURES:
        for subject in grid.measured[name]:
            _measure(folder, name, rules, subject)
    results = Results(study)
    for made in (items.house(grid, rule) for rule in (items.TABLES, items.LISTS)):
        for table in filter(lambda item: item.name in TABLES, made.items):
            write_table(folder / "tables", table, results)
    return folder


def train(folder, block, grid):
    common = np.random.default_rng(7).normal(size=(len(WORDS), DIMS))
    path = folder / block.file
    path.parent.mkdir(parents=True, exist_ok=True)
    is_drawn = block.cell.sampling == "bootstrapped"
    with store.create(path, "models", dict) as file:
        for place, run in enumerate(block.runs):
            noise = np.random.default_rng(100 * is_drawn + run).normal(
                size=common.shape
            )
            vectors = (common + (0.2 + 0.2 * is_drawn) * noise).astype(np.float32)
            present = np.array([(word, run - 1) != ABSENT for word in WORDS])
            counts = np.where(present, np.arange(len(WORDS), 0, -1), 0)
            put_space(file, place, len(block.runs), Space(vectors, present, counts))
        put_runs(file, WORDS, np.array(block.runs))
    spec = json.dumps(grid.block_spec(block), sort_keys=True)
    outputs = ["--output", str(path), str(folder / block.record)]
    job = Job([*outputs, "--spec", spec])
    facts = {"vectors_sha256": ""}
    write_record(job.outputs[1], job, [{"run": run, **facts} for run in block.runs])


def _measure(folder, name, rules, subject):
    inputs = rules.inputs(MEASURES[name], subject).values()
    paths = [path for files in inputs for path in files]
    output = folder / subject.file(MEASURES[name])
    given = ["--output", str(output), "--spec", rules.spec(MEASURES[name], subject)]
    measure(Job([*given, "--input", *paths]), MEASURES[name])
