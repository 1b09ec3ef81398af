# The study, its grid, path patterns, input functions, spec() and code().
import hashlib
import json
import os
import re
import socket
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import yaml
from snakemake.exceptions import WorkflowError

from quaver import config as studies
from quaver import store
from quaver.contents import Contents
from quaver.disk import complaint, full, is_nearly_full
from quaver.corpora import languages
from quaver.corpora.reading import SourceError
from quaver.corpora.sources import files
from quaver.digest import code, upgraded
from quaver.engine.measuring import spec
from quaver.grid import EXTRACTORS, Block, Grid

NAME = r"[A-Za-z0-9][A-Za-z0-9_.-]*"
NUMBER = r"[1-9][0-9]*"
HOME = Path(workflow.basedir)
PUBLISHED = sorted((HOME / "workflow/quaver/papers").glob("*/published/*.csv"))
SIMULATED = sorted((HOME / "workflow/calibration").glob("*.csv"))


def understand():
    """Read the study in force; a mistake in it is one sentence."""
    if len(workflow.overwrite_configfiles) > 1:
        raise WorkflowError("One study at a time: name one file after --configfile.")
    schema = yaml.safe_load((HOME / "workflow/schemas/study.schema.yaml").read_text())
    try:
        study = studies.understand(config, schema)
        return study, Grid(study)
    except (studies.ConfigError, ValueError) as error:
        raise WorkflowError(f"The study has a mistake. {error}") from None


STARTED = time.time()
STUDY, GRID = understand()
ROOT = f"results/{STUDY.study}"
WRITTEN = studies.as_written(STUDY)
FILES = GRID.files()
MADE_OF_MODELS = GRID.made_of_models()
VIEWS = {view.label: view for view in GRID.views()}
CELL = "{view}/{technique}/{sampling}"
TURNS = {cell.path: 1 + place for place, cell in enumerate(GRID.in_turn())}
NOTHING = "(?!)"
CORPUS = "|".join(STUDY.corpora) or NOTHING
EXTRACTED = "|".join(filter(GRID.is_extracted, STUDY.corpora)) or NOTHING
EXTERNAL = "|".join(filter(GRID.is_external, STUDY.techniques)) or NOTHING
TRAINED = (
    "|".join(name for name in STUDY.techniques if not GRID.is_external(name)) or NOTHING
)


def log_of(rule, path=""):
    """Where a rule's log stands."""
    return f"{ROOT}/logs/{rule}/{path}.log" if path else f"{ROOT}/logs/{rule}.log"


def made_by(*rules):
    """Files of the study that rules make, as an input function.

    A function, as Snakemake hashes a named list of inputs once per file in it.
    """
    made = [f"{ROOT}/{path}" for rule in rules for path in FILES[rule]]
    return lambda wildcards: made


def published():
    """The papers' own numbers, and what simulation told."""
    return of_the_clone([*PUBLISHED, *SIMULATED])


def of_the_clone(paths):
    """Files by paths that stay the same when the clone is moved, whatever their date."""
    return ancient([os.path.relpath(path) for path in paths])


def digest_of(paths):
    """What files of the clone hold: a checkout gives them any time stamp."""
    held = [
        (path.name, hashlib.sha256(path.read_bytes()).hexdigest()) for path in paths
    ]
    return hashlib.sha256(json.dumps(held).encode()).hexdigest()


# Files of the clone that are needed to run a study again, beside whole folders.
CARRIED = (
    *("CITATION.cff", "LICENSE", "README.md", "Snakefile", "config.yaml"),
    *("pyproject.toml", "requirements.lock"),
)
# What is cited, and where; relative, as published() is.
CITATION = os.path.relpath(HOME / "CITATION.cff")


def carried(wildcards):
    """Files of the workflow that an archive of a study carries."""
    folders = (HOME / name for name in ("envs", "profiles", "workflow"))
    found = [HOME / name for name in CARRIED]
    found += [path for folder in folders for path in folder.rglob("*")]
    made = re.compile(r"(^|/)(\.|__pycache__/|[^/]*\.egg-info/)")
    return sorted(
        os.path.relpath(path)
        for path in found
        if path.is_file() and not made.search(path.relative_to(HOME).as_posix())
    )


def cell_of(wildcards):
    """The cell a job works on."""
    path = CELL.format(**wildcards)
    if path not in GRID.cells:
        raise WorkflowError(f"The study has no cell {path}.")
    return GRID.cells[path]


def block_of(wildcards):
    """The block a job trains."""
    path = f"{CELL}/{{first}}-{{last}}".format(**wildcards)
    if path not in GRID.blocks:
        raise WorkflowError(f"The study has no block of runs {path}.")
    return GRID.blocks[path]


def in_turn(wildcards):
    """Priority of the trainings of a cell: measures (0) before all, cell after cell.

    A cell is so measured, and its models may go, before the next but few has begun.
    """
    return -TURNS.get(CELL.format(**wildcards), 0)


def records(wildcards):
    """Records of all models: who reads these asks for no model that is gone."""
    return [f"{ROOT}/{block.record}" for block in GRID.blocks.values()]


def records_of_cell(wildcards):
    """Records of a cell, in order of runs."""
    return [f"{ROOT}/{block.record}" for block in GRID.blocks_of(cell_of(wildcards))]


def made_of_cell(wildcards):
    """All that is made of a cell's models: while it is wanting they are wanted."""
    return [f"{ROOT}/{path}" for path in MADE_OF_MODELS[cell_of(wildcards).path]]


def lone_records(wildcards):
    """Records of cells of one run, which no measure asks for."""
    cells = [cell for cell in GRID.cells.values() if cell.runs < 2]
    return [f"{ROOT}/{b.record}" for cell in cells for b in GRID.blocks_of(cell)]


def corpus_of_view(wildcards):
    """The encoded corpus a view is of."""
    if wildcards.view not in VIEWS:
        raise WorkflowError(f"The study has no corpus view {wildcards.view}.")
    return f"{ROOT}/{VIEWS[wildcards.view].corpus_file}"


def exported(wildcards):
    """The file that holds the run or average to export."""
    cell, is_run = cell_of(wildcards), wildcards.kind == "run"
    if is_run == bool(wildcards.size):
        raise WorkflowError(
            "An export is called run-<number> or average<size>-<first run>."
        )
    if is_run and int(wildcards.number) <= cell.runs:
        return exported_run(wildcards, block_with(cell, int(wildcards.number)))
    if not is_run and int(wildcards.size) in GRID.sizes(cell):
        return f"{ROOT}/{cell.average(int(wildcards.size))}"
    sizes = ", ".join(map(str, GRID.sizes(cell))) or "no size"
    raise WorkflowError(
        f"{cell.path} has runs 1 to {cell.runs} and averages of {sizes}."
    )


def block_with(cell, run):
    """The block of a cell that holds a run."""
    return next(block for block in GRID.blocks_of(cell) if run in block.runs)


def is_gone(block):
    """Tell whether models were trained, or may be by now, and stand no longer."""
    if GRID.retention(block.cell) == "delete":
        return True
    models = (block.file, block.thin)
    is_trained = Path(ROOT, block.record).is_file()
    return is_trained and not any(Path(ROOT, path).is_file() for path in models)


def exported_run(wildcards, block):
    """The record of a run, which stands whatever became of its models; and its text.

    Models may be retired between this plan and the job, which looks what is there. To
    train a whole block for the export of one run would have the cell measured anew.
    """
    is_trained = not GRID.is_external(wildcards.technique)
    texts = [corpus_of_view(wildcards)] if is_trained and is_gone(block) else []
    return [*texts, f"{ROOT}/{block.record}"]


def block_spec(wildcards):
    """What a block depends on: spaces somebody else trained, also what is in them."""
    block = block_of(wildcards)
    given = GRID.block_spec(block)
    if GRID.is_external(wildcards.technique):
        given |= contents_of({"files": given["files"]}, given["files"], block.record)
    return spec(given)


def trainer_code(wildcards):
    trainer = STUDY.techniques[wildcards.technique].trainer
    return code("quaver.stages.train_block", f"quaver.trainers.{trainer}")


def export_spec(wildcards):
    """Which space of a file is exported, and how it is written."""
    run, cell = int(wildcards.number), cell_of(wildcards)
    wanted = {"run": run, "binary": wildcards.ending == "bin"}
    if wildcards.kind == "run":
        wanted["training"] = GRID.block_spec(Block(cell, run, run))
    return spec(wanted)


def plan_spec(**more):
    """What tables, figures and summary depend on beside the stored numbers."""
    unread = ("archive", "retention", "runs_per_job")
    return spec({key: WRITTEN[key] for key in WRITTEN if key not in unread} | more)


def commit():
    """The project's git commit, or nothing where there is no git."""
    asked = ["git", "-C", str(HOME), "rev-parse", "HEAD"]
    try:
        return subprocess.run(asked, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


# In a conda environment of the rules the library is found here, not installed.
shell.prefix(f"set -euo pipefail; export PYTHONPATH='{HOME}/workflow'; ")


include: "resources.smk"
include: "texts.smk"
include: "sets.smk"
include: "queries.smk"
include: "measuring.smk"
include: "standing.smk"
include: "slurm.smk"
include: "hooks.smk"


# What only provenance shows goes through the environment: as a param it would rerun.
# Jobs run the Python that runs Snakemake, also when .venv was not activated. On a node
# Snakemake is started once more; the commit is that of the call it belongs to.
known_commit = "" if workflow.is_main_process else os.getenv("QUAVER_COMMIT")
os.environ.update(
    QUAVER_PROCESS=f"{os.getpid()}@{socket.gethostname()}",
    QUAVER_COMMIT=known_commit or commit(),
    QUAVER_STUDY=STUDY.study,
    QUAVER_STUDY_SEED=str(STUDY.seed),
    QUAVER_STUDY_DIGEST=hashlib.sha256(spec(WRITTEN).encode()).hexdigest(),
    PATH=os.pathsep.join([str(Path(sys.executable).parent), *os.get_exec_path()]),
)
