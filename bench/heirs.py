"""Which digests of today's code compute what those of an older clone did.

For releases that moved modules without a change of what they compute:

    python bench/heirs.py ../old ../old/.venv/bin/python

writes workflow/quaver/engine/heirs.csv: digests of whatever makes texts, corpora and
models, each clone's told by its own code. No model of an older results folder is then
trained again. Check first that the numbers are the same (bench/frozen.py). Where
measures store the same datasets under the same names, `--measures config.yaml ...` has
those of the studies stand, too: models that are gone since are not missed.
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

HOME = Path(__file__).parents[1]
ENGINE = HOME / "workflow/quaver/engine"
TABLE = ENGINE / "heirs.csv"
MEASURED = ("measures", "averages", "queries")  # folders of the results

# Run in each clone: names of what makes texts, corpora, models, and their digests. What
# an older clone's digests themselves go by counts, where it has such a table.
MAKERS = """
import json, sys
from importlib.util import find_spec
from quaver.config.techniques import TRAINERS
from quaver.corpora import languages
from quaver.digest import code
from quaver.grid import EXTRACTORS

inherited = str
if "old" in sys.argv:
    try:
        from quaver.engine.heirs import inherited
    except ImportError:
        pass
packs = {languages.module(name) for name in languages.codes()} | {languages.DEFAULT}
makers = {f"train_block {name}": f"quaver.trainers.{name}" for name in TRAINERS}
makers |= {f"encode_corpus {name.rpartition('.')[2]}": name for name in packs}
makers |= {f"extract_text {x}": f"quaver.corpora.{x}" for x in EXTRACTORS.values()}
makers["read_vectors"] = makers.pop("train_block vectors")
if find_spec("quaver.stages.cut_part"):  # older clones cut no parts
    makers["cut_part"] = ""
digests = {}
if find_spec("quaver.stages.cut_part"):  # older clones cut no parts
    digests["cut_part"] = inherited(code("quaver.stages.cut_part"))
for name, module in makers.items():
    stage = f"quaver.stages.{name.split()[0]}"
    modules = [stage, module] if " " in name else [stage]
    if hasattr(TRAINERS.get(name.rpartition(" ")[2]), "documents"):
        modules.append("quaver.results.units")  # which names what has vectors
    digests[name] = inherited(code(*modules))
    if name.startswith("train_block"):  # runs that draw groups of units
        drawn = code(*modules, "quaver.results.groups")
        digests[f"{name} drawn"] = inherited(drawn)
print(json.dumps(digests))
"""
# Run in each clone: jobs of a study, as today's plan.py has its own rules tell them.
JOBS = """
import json, runpy, sys, yaml
from pathlib import Path

plan, study, folder, home = sys.argv[1:]
with open(study, encoding="utf-8") as file:
    jobs = runpy.run_path(plan)["plan"](yaml.safe_load(file), folder, home=Path(home))
print(json.dumps({path: [job.rule, job.spec, job.code] for path, job in jobs.items()}))
"""


def told(clone: Path, python: str, program: str, *words: str | Path) -> dict:
    """What a program tells that is run with a clone's library."""
    environment = {**os.environ, "PYTHONPATH": str(clone.resolve() / "workflow")}
    command = [python, "-c", program, *map(str, words)]
    answer = subprocess.run(
        command,
        env=environment,
        cwd=clone,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(answer.stdout.splitlines()[-1])


def makers(clone: Path, python: str, age: str) -> dict[str, str]:
    """Digests of what makes texts, corpora and models; age: old or new."""
    return told(clone, python, MAKERS, age)


def jobs(clone: Path, python: str, study: Path) -> dict[str, list[str]]:
    """Rule, spec and code of the files of a study."""
    with tempfile.TemporaryDirectory() as folder:
        words = (ENGINE / "plan.py", study.resolve(), folder, clone.resolve())
        return told(clone, python, JOBS, *words)


def heirs(now: Mapping[str, str], was: Mapping[str, str]) -> list[dict[str, str]]:
    """Rows of the table: makers that both have, whose digests differ."""
    return [
        {"now": now[name], "was": was[name], "of": name}
        for name in sorted(now.keys() & was.keys())
        if now[name] != was[name]
    ]


def measured(now: Mapping[str, list], was: Mapping[str, list]) -> list[dict[str, str]]:
    """Rows of measures: files of both plans with the same spec and another code.

    A digest that would go by several is left out.
    """
    rows = defaultdict(set)
    for path in now.keys() & was.keys():
        (rule, spec, code), (_, old_spec, old_code) = now[path], was[path]
        if Path(path).parts[2] in MEASURED and spec == old_spec and code != old_code:
            rows[code].add((old_code, rule))
    plain = {code: old.pop() for code, old in rows.items() if len(old) == 1}
    return [
        {"now": code, "was": old, "of": rule}
        for code, (old, rule) in sorted(plain.items(), key=lambda row: row[1][1])
    ]


def write(path: Path, rows: Iterable[Mapping[str, str]]) -> None:
    """Write the table, each digest of today once."""
    unique = {row["now"]: row for row in rows}
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, ("now", "was", "of"), lineterminator="\n")
        table.writeheader()
        table.writerows(unique.values())
    print(f"{path}: {len(unique)} digests")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clone", type=Path, help="an older clone of the project")
    parser.add_argument("python", help="the Python it runs with")
    parser.add_argument("--measures", type=Path, nargs="*", default=[])
    parser.add_argument("--output", type=Path, default=TABLE)
    asked = parser.parse_args()
    # a table that stands would hide the digests it is about
    TABLE.unlink(missing_ok=True)
    here, there = (HOME, sys.executable), (asked.clone, asked.python)
    rows = heirs(makers(*here, "new"), makers(*there, "old"))
    for study in asked.measures:
        rows += measured(jobs(*here, study), jobs(*there, study))
    write(asked.output, rows)


if __name__ == "__main__":
    main()
