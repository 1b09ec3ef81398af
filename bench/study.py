"""Share of the default study's CPU time that is spent outside training."""

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from quaver import store

HOME = Path(__file__).parents[1]


def bench() -> dict:
    """Run config.yaml in a new folder; seconds of CPU, in all and inside training."""
    with tempfile.TemporaryDirectory() as folder:
        before = _cpu()
        command = [sys.executable, "-m", "snakemake", "--snakefile", HOME / "Snakefile"]
        command += ["--cores", str(os.cpu_count()), "--directory", folder]
        command += ["--workflow-profile", HOME / "profiles/default", "--quiet", "all"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        blocks = sorted(Path(folder).glob("results/*/models/**/*.h5"))
        runs = [json.loads(store.provenance_of(b)["run_cpu_seconds"]) for b in blocks]
        return {"all": _cpu() - before, "training": sum(map(sum, runs))}


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    seconds = bench()
    outside = 1 - seconds["training"] / seconds["all"]
    print(
        f"default study: {seconds['all']:.0f} s of CPU, {seconds['training']:.0f} s in "
        f"training: {outside:.1%} outside (aim: under 10 %)"
    )
