""".ci/run asks for R where root may, and goes on to the tests without."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def ran(folder, fakes):
    """What .ci/run prints where there are these commands, and no others of note."""
    (folder / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci/run", folder / ".ci")
    for name in ("bash", "dirname", "timeout", "chmod"):
        (folder / name).symlink_to(shutil.which(name))
    for name, lines in {"make": 'echo "make $*"', **fakes}.items():
        (folder / name).write_text(f"#!/bin/bash\n{lines}\n")
        (folder / name).chmod(0o755)
    done = subprocess.run(
        [folder / ".ci/run"], env={"PATH": str(folder)}, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_what_cannot_be_installed_is_said_and_the_tests_are_run(tmp_path):
    told = "Rscript is not here, and apt-get cannot install it: the test that reads "
    told += "results in R is skipped."
    installs = 'echo Reading; echo > "${0%/*}/Rscript"; chmod +x "${0%/*}/Rscript"'
    cases = (
        ([told], {"id": "echo 0"}),
        ([told], {"id": "echo 1000", "apt-get": installs}),
        ([told], {"id": "echo 0", "apt-get": "echo E: no network >&2; exit 100"}),
        ([], {"id": "echo 0", "apt-get": installs}),
        ([], {"id": "echo 0", "apt-get": "exit 1", "Rscript": ""}),
    )
    for number, (missing, fakes) in enumerate(cases):
        assert ran(tmp_path / str(number), fakes) == [*missing, "make test"], fakes
