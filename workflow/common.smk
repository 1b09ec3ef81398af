# The study in force: what rules ask of it stands in quaver/engine.
import os

from quaver.engine.engine import Engine
from quaver.engine.packing import packed
from quaver.engine.setting import CELL, NAME, NUMBER, spec
from quaver.measures import MEASURES

ENGINE = Engine(workflow, config, workflow.current_basedir)
STUDY, GRID, ROOT = ENGINE.study, ENGINE.grid, ENGINE.root
COSTS, MEASURING = ENGINE.costs, ENGINE.measuring
megabytes, minutes = ENGINE.machine.megabytes, ENGINE.machine.minutes

os.environ.update(ENGINE.environment())
# In a conda environment of the rules the library is found here, not installed; by a
# variable, as the text of a path could be taken for commands.
shell.prefix('set -euo pipefail; export PYTHONPATH="$QUAVER_LIBRARY"; ')


onstart:
    ENGINE.hooks.begin()


onsuccess:
    ENGINE.hooks.show_findings()


onerror:
    ENGINE.hooks.count_failures(log)
