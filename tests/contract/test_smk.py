"""Snakefiles hold rules: what they ask is computed in quaver/engine."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SNAKEFILES = [ROOT / "Snakefile", *sorted((ROOT / "workflow").rglob("*.smk"))]
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
