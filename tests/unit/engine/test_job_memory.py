"""A job keeps to the memory it asked for where it is told to, and says so."""

import os
import subprocess
import sys

import pytest

STAGE = """
import numpy as np
from quaver.engine.job import run


def hungry(job):
    square = np.ones((500, 500))
    square @ square
    print(np.ones({numbers}).sum() > 0, flush=True)
    import tempfile
    print(tempfile.gettempdir(), flush=True)


run(hungry)
"""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux's own limit")


def ran(numbers, **environment):
    """A stage that holds so many numbers of 8 bytes, and asked for 400 MB."""
    given = {"PATH", "PYTHONPATH", "HOME"}
    return subprocess.run(
        [sys.executable, "-c", STAGE.format(numbers=numbers), "--memory", "400"],
        env={k: v for k, v in os.environ.items() if k in given} | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_a_job_that_needs_more_fails_in_one_sentence():
    done = ran(100_000_000, QUAVER_LIMIT_MEMORY="yes")
    assert done.returncode == 1
    assert done.stdout == (
        "Failed: 400 MB of memory were asked for and are not enough: give more, as in "
        "--set-resources hungry:mem_mb=...\n"
    )


@pytest.mark.parametrize(
    ("numbers", "limit"), [(1_000_000, {"QUAVER_LIMIT_MEMORY": "yes"}), (10**8, {})]
)
def test_a_job_that_fits_or_is_not_held_is_let_go_on(numbers, limit):
    done = ran(numbers, **limit)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("True\n")


def test_trainers_spill_where_the_node_has_room(tmp_path):
    done = ran(10, QUAVER_SCRATCH=str(tmp_path / "node"))
    assert done.stdout == f"True\n{tmp_path}/node\n"
