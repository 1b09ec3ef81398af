"""The workflow as a module of another: rules renamed, hooks called, messages told."""

import re
import subprocess
import sys

import pytest
import yaml
from small_study import REPOSITORY

OUTER = f"""
configfile: "config.yaml"

module quaver:
    snakefile: "{REPOSITORY}/workflow/Snakefile"
    config: config["quaver"]

use rule * from quaver as quaver_*

onstart:
    quaver.onstart()

onsuccess:
    quaver.onsuccess()

rule all:
    default_target: True
    input:
        rules.quaver_tables.input,
    output:
        "lines.txt",
    shell:
        "wc -l {{input}} >{{output}}"
"""


@pytest.fixture
def outer(folder, small, two_topics):
    """A workflow that uses the study SMALL and goes on from its tables."""
    small["analyses"]["stability"]["measures"] = ["pip"]
    small["analyses"]["averages"]["sizes"] = []
    small["analyses"]["distribution"] = {"samplings": []}
    small["samplings"] = ["shuffled"]
    folder.write("mine.txt", two_topics())
    folder.write("config.yaml", yaml.safe_dump({"quaver": small, "theirs": 1}))
    folder.write("Snakefile", OUTER)
    return folder


def test_another_workflow_uses_it_as_a_module(outer):
    command = [sys.executable, "-m", "snakemake", "--cores", "2"]
    done = subprocess.run(
        command,
        cwd=outer.path,
        env=outer.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout
    lines = (outer.path / "lines.txt").read_text(encoding="utf-8")
    assert "results/small/tables/losses.csv" in lines
    # messages, the hook of the end, and rules by the names they were given
    assert "Write the study small as understood" in done.stdout
    assert "Make the tables of small from its stored numbers." in done.stdout
    assert "How much do runs differ? PIP loss between runs" in done.stdout
    assert re.search(r"^quaver_train_block +1$", done.stdout, re.M)
    assert outer.leftovers() == []
