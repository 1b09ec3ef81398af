"""The text of each rule, also of those that a loop writes."""

import re
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).parents[2]


def rules():
    """Texts by name; rules that a loop writes go by the stage they call."""
    found = {}
    for path in sorted((ROOT / "workflow/rules").glob("*.smk")):
        text = path.read_text(encoding="utf-8")
        for part in re.split(r"^(?= *(?:rule|checkpoint)\b)", text, flags=re.M)[1:]:
            rule = dedent(_own(part))
            name = re.match(r"(?:rule|checkpoint) ?(\w*):", rule)[1]
            name = name or re.search(r"quaver\.stages\.(\w+)", rule)[1]
            assert name not in found
            found[name] = rule
    assert len(found) > 15
    return found


def _own(part):
    """Lines of a rule: the first, and those that are indented more."""
    first, *lines = part.splitlines(keepends=True)
    depth = len(first) - len(first.lstrip())
    kept = [first]
    for line in lines:
        if line.strip() and len(line) - len(line.lstrip()) <= depth:
            break
        kept.append(line)
    return "".join(kept)
