"""Write docs/measures.md from the registry of measures."""

from pathlib import Path

from quaver.measures.registry import MEASURES

HEAD = """# Measures

Written by `make docs` from `workflow/quaver/measures/registry.py`; do not edit.

| measure | symbol | formula | range | steadiest | source |
|---|---|---|---|---|---|
"""


def page() -> str:
    """The page as text."""
    rows = [
        f"| {m.label} | {m.symbol} | `{escaped(m.formula)}` "
        f"| {m.range[0]:g} to {m.range[1]:g} | {m.best} | {m.source} |"
        for m in MEASURES.values()
    ]
    return HEAD + "\n".join(rows) + "\n"


def escaped(formula: str) -> str:
    """A formula that may stand in a cell of a Markdown table."""
    return formula.replace("|", r"\|")


if __name__ == "__main__":
    Path(__file__).with_name("measures.md").write_text(page(), encoding="utf-8")
