"""Write docs/study.md, every key of a study, from the schema and the defaults."""

from dataclasses import MISSING, fields
from pathlib import Path

import yaml

from quaver.config import study as told
from quaver.config.techniques import TRAINERS

HERE = Path(__file__).parent
SCHEMA = HERE.parent / "workflow/schemas/study.schema.yaml"
HEAD = """# The study file

Written by `make docs` from the schema and the defaults of `quaver.config`; do not edit.
A key without a default must be written where its object is.
"""


def page() -> str:
    """The page as text."""
    schema = yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))
    define = schema["$defs"]
    analyses = schema["properties"]["analyses"]["properties"]
    parts = [
        ("the study", schema, told.Study),
        ("corpora.<name>", define["corpus"], told.Corpus),
        ("corpora.<name>.clean", define["corpus"]["properties"]["clean"], told.Clean),
        *(
            (f"corpora.<name>.source, kind {_kinds(rule)}", rule["then"], None)
            for rule in define["source"]["allOf"]
        ),
        ("corpora.<name>.source.periods, years", define["every"], None),
        *(
            (f"techniques.<name>, trainer {name}", define[name], TRAINERS[name])
            for name in TRAINERS
        ),
        ("corpora.<name>.expected", define["corpus"]["properties"]["expected"], None),
        ("techniques.<name>.sweep", define["sweep"], None),
        ("more_runs", define["more_runs"], told.MoreRuns),
        ("retention", schema["properties"]["retention"], told.Retention),
        ("retention.cells", define["retained"], told.Retained),
        ("analyses.stability", analyses["stability"], told.Stability),
        ("analyses.distribution", analyses["distribution"], told.Distribution),
        (
            "analyses.distribution.examples.<language>",
            define["example"],
            told.Example,
        ),
        ("archive", schema["properties"]["archive"], told.Archive),
        ("archive.authors", define["author"], told.Author),
        ("analyses.averages", analyses["averages"], told.Averages),
        ("analyses.queries", analyses["queries"], told.Queries),
        ("analyses.queries.topics", define["topics"], told.Topics),
        ("analyses.neighbours", analyses["neighbours"], told.Neighbours),
        ("analyses.quality", analyses["quality"], told.Quality),
        (
            "analyses.quality.sets.<name>",
            define["evaluation_set"],
            told.EvaluationSet,
        ),
        ("analyses.enough", analyses["enough"], told.Enough),
    ]
    return HEAD + "".join(_table(*part, define) for part in parts)


def _kinds(rule: dict) -> str:
    kind = rule["if"]["properties"]["kind"]
    return kind["const"] if "const" in kind else " or ".join(kind["enum"])


def _table(title: str, written: dict, known: type | None, define: dict) -> str:
    rows = ["", f"## {title}", "", "| key | what it is | default |", "|---|---|---|"]
    for key, entry in written["properties"].items():
        if not entry:
            continue
        reference = entry.get("$ref", "").rpartition("/")[2]
        text = entry.get("description") or define[reference]["description"]
        rows.append(f"| `{key}` | {text} | {_default(known, key)} |")
    return "\n".join(rows) + "\n"


def _default(known: type | None, key: str) -> str:
    entry = next((f for f in fields(known) if f.name == key), None) if known else None
    if entry is None or entry.default in (MISSING, None):
        return ""
    value = entry.default
    shown = list(value) if isinstance(value, tuple) else value
    return f"`{str(shown).lower() if isinstance(shown, bool) else shown}`"


if __name__ == "__main__":
    HERE.joinpath("study.md").write_text(page(), encoding="utf-8")
