# The study in force: what rules ask of it stands in quaver/engine.
import os
import sys
from pathlib import Path

from quaver import papers, store
from quaver.engine import slices
from quaver.engine.clone import digest_of
from quaver.engine.engine import Engine
from quaver.engine.setting import CELL, NAME, NUMBER
from quaver.engine.specs import spec

ENGINE = Engine(workflow, config)
STUDY, GRID, ROOT = ENGINE.study, ENGINE.grid, ENGINE.root
# What the functions of resources are about.
cell_of, block_of = ENGINE.inputs.cell_of, ENGINE.inputs.block_of
source_files, words_asked = ENGINE.sources.files_of, ENGINE.words.number

# In a conda environment of the rules the library is found here, not installed.
shell.prefix(f"set -euo pipefail; export PYTHONPATH='{workflow.basedir}/workflow'; ")
os.environ.update(ENGINE.environment())


include: "memory.smk"
include: "runtime.smk"
include: "resources.smk"


onstart:
    ENGINE.hooks.begin()


onsuccess:
    ENGINE.hooks.show_findings()


onerror:
    ENGINE.hooks.count_failures(log)
