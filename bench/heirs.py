"""Which digests of today's code compute what those of an older clone did.

For releases that moved modules without a change of what they compute:

    python bench/heirs.py ../old ../old/.venv/bin/python

writes workflow/quaver/engine/heirs.csv: digests of whatever makes texts, corpora
and models, each clone's told by its own code. No model of an older results folder is
then trained again. Check first that the numbers are the same (bench/frozen.py).
"""

import argparse
import csv
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

HOME = Path(__file__).parents[1]
TABLE = HOME / "workflow/quaver/engine/heirs.csv"

# Run in each clone: names of what makes texts, corpora, models, and their digests.
PROBE = """
import json
from quaver.config.techniques import TRAINERS
from quaver.corpora import languages
from quaver.digest import code
from quaver.grid import EXTRACTORS

packs = {languages.module(name) for name in languages.codes()} | {languages.DEFAULT}
makers = {f"train_block {name}": f"quaver.trainers.{name}" for name in TRAINERS}
makers |= {f"encode_corpus {name.rpartition('.')[2]}": name for name in packs}
makers |= {f"extract_text {x}": f"quaver.corpora.{x}" for x in EXTRACTORS.values()}
makers.pop("train_block vectors")
digests = {x: code(f"quaver.stages.{x.split()[0]}", makers[x]) for x in makers}
print(json.dumps(digests | {"read_vectors": code("quaver.stages.read_vectors")}))
"""
# What an older clone's digests themselves go by, where it has such a table.
GOING_BY = """
try:
    from quaver.engine.heirs import inherited
except ImportError:
    inherited = str
code = lambda *modules, code=code: inherited(code(*modules))
"""


def digests(clone: Path, python: str, *, is_old: bool) -> dict[str, str]:
    """Digests of a clone's makers, told by its own code."""
    imports, names, rest = PROBE.partition("\npacks")
    program = imports + (GOING_BY if is_old else "") + names + rest
    environment = {**os.environ, "PYTHONPATH": str(clone.resolve() / "workflow")}
    answer = subprocess.run(
        [python, "-c", program],
        env=environment,
        cwd=clone,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(answer.stdout)


def heirs(now: Mapping[str, str], was: Mapping[str, str]) -> list[dict[str, str]]:
    """Rows of the table: makers that both have, whose digests differ."""
    return [
        {"now": now[name], "was": was[name], "of": name}
        for name in sorted(now.keys() & was.keys())
        if now[name] != was[name]
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clone", type=Path, help="an older clone of the project")
    parser.add_argument("python", help="the Python it runs with")
    parser.add_argument("--output", type=Path, default=TABLE)
    asked = parser.parse_args()
    now = digests(HOME, sys.executable, is_old=False)
    rows = heirs(now, digests(asked.clone, asked.python, is_old=True))
    with asked.output.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ("now", "was", "of"), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"{len(rows)} of {len(now)} digests changed: {asked.output}")


if __name__ == "__main__":
    main()
