"""Write docs/study.md and the schema for editors from the keys of quaver.config."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, is_dataclass
from pathlib import Path
from typing import get_args

import yaml

from quaver.config import CHOSEN
from quaver.config.keys import descriptions, keys
from quaver.config.schema import study_schema
from quaver.config.study import Study

HERE = Path(__file__).parent
SCHEMA = HERE.parent / "workflow/schemas/study.schema.yaml"
HEAD = """# The study file

Written by `make docs` from `quaver.config`; do not edit.
A key without a default must be written where its object is, or is left out.
"""
SCHEMA_HEAD = """\
# What a study may say, for editors; written by `make docs` from quaver.config.
# Every object is closed, every key has a description and an example.
"""


class _Plain(yaml.SafeDumper):
    """Writes what stands twice twice."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def page() -> str:
    """The page as text."""
    return HEAD + "".join(_table(*section) for section in sections("the study", Study))


def schema() -> str:
    """The schema as text."""
    style = {"sort_keys": False, "width": 100, "default_flow_style": None}
    return SCHEMA_HEAD + yaml.dump(study_schema(), Dumper=_Plain, **style)


def sections(title: str, kind: type) -> Iterator[tuple[str, type]]:
    """A dataclass and those its keys hold, each with its place in the study."""
    yield title, kind
    above = "" if kind is Study else f"{title}."
    for name, entry in keys(kind).items():
        for ending, inner in _inner(entry):
            yield from sections(f"{above}{name}{ending}", inner)
    chooser, kinds = CHOSEN.get(kind, ("", {}))
    for name, parameters in kinds.items():
        yield from sections(f"{title}, {chooser} {name}", parameters)


def _inner(entry: Field) -> Iterator[tuple[str, type]]:
    """Dataclasses a key holds, with what follows its name in the place of them."""
    own = entry.metadata["key"].keys
    if isinstance(own, Mapping):
        for kind in dict.fromkeys(own.values()):
            names = [name for name in own if own[name] is kind]
            yield f", kind {' or '.join(names)}", kind
    elif own:
        yield "", own
    elif is_dataclass(entry.type):
        yield "", entry.type
    else:
        ending = ".<name>" if entry.metadata["key"].names else ""
        yield from ((ending, kind) for kind in get_args(entry.type) if _is_keyed(kind))


def _is_keyed(kind: object) -> bool:
    return isinstance(kind, type) and is_dataclass(kind)


def _table(title: str, kind: type) -> str:
    rows = ["", f"## {title}", "", "| key | what it is | default |", "|---|---|---|"]
    for name, entry in keys(kind).items():
        text = descriptions(kind)[name]
        rows.append(f"| `{name}` | {text} | {_default(entry.default)} |")
    return "\n".join(rows) + "\n"


def _default(value: object) -> str:
    if value in (MISSING, None, ""):
        return ""
    shown = list(value) if isinstance(value, tuple) else value
    return f"`{str(shown).lower() if isinstance(shown, bool) else shown}`"


if __name__ == "__main__":
    HERE.joinpath("study.md").write_text(page(), encoding="utf-8")
    SCHEMA.write_text(schema(), encoding="utf-8")
