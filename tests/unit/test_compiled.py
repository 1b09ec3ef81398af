"""What numba keeps on disk is made anew where a module behind it changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quaver

HOUSE = Path(quaver.__file__).parent
BASE = """
from numba import njit

STEP = 1


@njit(cache=True)
def add(x):
    return x + 2
"""
TOP = """
from numba import njit

from quaver.base import STEP, add


@njit(cache=True)
def run(x):
    return add(x) * STEP
"""
LATE = """
from numba import njit

from quaver.base import STEP, add


@njit(cache=True)
def again(x):
    return 2 * add(x) * STEP
"""
ASK = """
import os
from quaver.top import run

first = run(1), sum(run.stats.cache_hits.values())
from quaver.late import again  # after numba has compiled, and read its settings anew

assert again(1) == 2 * first[0]
print(*first, sum(again.stats.cache_hits.values()))
print(os.environ.get("NUMBA_CACHE_LOCATOR_CLASSES", ""))
"""


@pytest.fixture
def package(tmp_path):
    """A package of ours with two modules, one compiled into the other."""
    folder = tmp_path / "quaver"
    folder.mkdir()
    for name in ("__init__.py", "compiled.py", "digest.py"):
        shutil.copy(HOUSE / name, folder)
    (folder / "base.py").write_text(BASE, encoding="utf-8")
    (folder / "top.py").write_text(TOP, encoding="utf-8")
    (folder / "late.py").write_text(LATE, encoding="utf-8")
    return folder


def ask(package, program=ASK, **environment):
    """What a function gives in a process of its own, whether it and another were kept,
    and what programs of others would be told."""
    others = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA")}
    call = subprocess.run(
        [sys.executable, "-c", program],
        env={**others, "PYTHONPATH": str(package.parent), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    numbers, told = call.stdout.split("\n")[:2]
    return *map(int, numbers.split()), told


def edit(package, old, new):
    path = package / "base.py"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_functions_and_constants_of_other_modules_count(package):
    assert ask(package) == (3, 0, 0, "")
    assert ask(package) == (3, 1, 1, "")  # kept
    edit(package, "x + 2", "x + 3")
    assert ask(package) == (4, 0, 0, "")
    edit(package, "STEP = 1", "STEP = 2")
    assert ask(package) == (8, 0, 0, "")
    edit(package, "STEP = 2", "STEP = 2  # a word")
    assert ask(package) == (8, 1, 1, "")


def test_numba_may_be_there_before(package):
    program = f"import numba\n{ASK}"
    assert ask(package, program) == (3, 0, 0, "")
    edit(package, "x + 2", "x + 3")
    assert ask(package, program) == (4, 0, 0, "")


def test_numba_alone_does_not_see_them(package):
    """What ours is there for: once this fails, it may go."""
    kind = "InTreeCacheLocator"
    own = {"NUMBA_CACHE_LOCATOR_CLASSES": kind}
    assert ask(package, **own) == (3, 0, 0, kind)
    edit(package, "x + 2", "x + 3")
    assert ask(package, **own) == (3, 1, 1, kind)
