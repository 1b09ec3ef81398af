"""Snakefiles hold rules: what they ask is computed in quaver/engine."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SNAKEFILES = [ROOT / "Snakefile", ROOT / "workflow/Snakefile"]
SNAKEFILES += sorted((ROOT / "workflow").rglob("*.smk"))
MOST = 10  # functions in all of them together


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


def test_snakefiles_hold_next_to_no_function():
    functions = [
        f"{path.name}: {line.strip()}"
        for path in SNAKEFILES
        for line in lines(path)
        if re.match(r"\s*def |.*\blambda\b", line)
    ]
    assert len(functions) <= MOST, functions


def test_the_table_of_contents_is_short():
    assert len(lines(ROOT / "Snakefile")) <= 60


def test_snakefiles_import_the_engine_alone_of_ours():
    imported = [
        f"{path.name}: {line}"
        for path in SNAKEFILES
        for line in lines(path)
        if re.match(r"\s*(from|import) quaver", line)
        and not re.match(r"\s*from quaver\.(engine|measures)\b", line)
    ]
    assert not imported


def test_messages_hold_in_a_module():
    """When jobs run, only wildcards, inputs ... are known there, and no STUDY."""
    wrong = [
        f"{path.name}: {line.strip()}"
        for path in SNAKEFILES
        for line in lines(path)
        if re.search(r'^ *"[^"]*\{(STUDY|GRID|ROOT|ENGINE)', line) or "{{STUDY" in line
    ]
    assert not wrong


def test_the_catalog_has_what_it_looks_for():
    """Of standardised usage: its files, and a default target of the shim's own."""
    names = (
        "config/README.md",
        "config/config.yaml",
        ".snakemake-workflow-catalog.yml",
    )
    assert all((ROOT / name).is_file() for name in names)
    assert "default_target: True" in (ROOT / "workflow/Snakefile").read_text("utf-8")
    study = (ROOT / "config/config.yaml").read_text("utf-8")
    assert study == (ROOT / "config.yaml").read_text("utf-8")
    assert not any("workflow.basedir" in line for p in SNAKEFILES for line in lines(p))
