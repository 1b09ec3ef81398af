"""The order of the suite: what takes long starts first, so no core idles at the end."""

import gc
from pathlib import Path

# As a call of Snakemake has it: a tenth of the tests' time was the search for garbage.
gc.set_threshold(20_000, 20, 20)

HERE = Path(__file__).parent

# Seconds of one core, measured file by file; what is not named takes few.
# `pytest --durations=0 <file>` measures one anew.
SECONDS = {
    "flow/test_identity.py": 250,  # it is the first to need the study WHOLE
    "flow/test_slurm.py": 160,  # the first to need the study LASTING
    "flow/test_parts.py": 100,
    "flow/test_retention.py": 90,
    "flow/test_failure.py": 75,
    "flow/test_reruns_really.py": 75,
    "flow/test_asked.py": 75,
    "flow/test_interrupted.py": 70,
    "flow/test_adding.py": 60,
    "flow/test_damage.py": 50,
    "flow/test_quality.py": 40,
    "flow/test_disks.py": 40,
    "flow/test_asking.py": 35,
    "flow/test_full_study.py": 30,
    "flow/test_dump.py": 30,
    "flow/test_archive.py": 25,
    "flow/test_exports.py": 25,
    "flow/test_paths.py": 20,
    "flow/test_targets.py": 25,
    "flow/test_reruns.py": 25,
    "unit/users/test_installed.py": 25,  # most of it waits for the registry
    "flow/test_configfile.py": 20,
    "flow/test_replication.py": 20,
    "flow/test_order.py": 15,
    "flow/test_module.py": 10,
    "unit/papers/rettenmeier2020/test_thesis_figures.py": 18,
    "unit/measures/test_streaming.py": 10,
    "unit/papers/rettenmeier2020/test_thesis_change_claims.py": 10,
    "unit/corpora/test_glosses.py": 10,
    "unit/results/test_opens.py": 10,
    "contract/test_techniques.py": 15,
}


def _turn(item):
    """Slow files before quick ones, rooms together; tests of a file in their order."""
    file = item.path.relative_to(HERE)
    return -SECONDS.get(file.as_posix(), 0), file.parts


def pytest_collection_modifyitems(items):
    items.sort(key=_turn)
