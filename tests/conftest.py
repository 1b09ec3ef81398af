"""The order of the suite: what takes long starts first, so no core idles at the end."""

from pathlib import Path

HERE = Path(__file__).parent

# Seconds of one core, measured file by file; what is not named takes few.
# `pytest --durations=0 <file>` measures one anew.
SECONDS = {
    "flow/test_identity.py": 150,
    "flow/test_slurm.py": 130,
    "flow/test_interrupted.py": 90,
    "flow/test_retention.py": 100,
    "flow/test_asking_words.py": 90,
    "flow/test_adding.py": 80,
    "flow/test_reruns.py": 90,
    "flow/test_failure.py": 70,
    "flow/test_damage.py": 60,
    "flow/test_disks.py": 50,
    "flow/test_exports.py": 30,
    "flow/test_targets.py": 25,
    "flow/test_full_study.py": 25,
}


def _turn(item):
    """Slow files before quick ones, rooms together; tests of a file in their order."""
    file = item.path.relative_to(HERE)
    return -SECONDS.get(file.as_posix(), 0), file.parts


def pytest_collection_modifyitems(items):
    items.sort(key=_turn)
