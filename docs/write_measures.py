"""Write docs/measures.md from what the modules of measures declare."""

from pathlib import Path

from quaver.measures import QUANTITIES

HEAD = """# Measures

Written by `make docs` from the modules of `workflow/quaver/measures`; do not edit.

| measure | symbol | formula | range | steadiest | source |
|---|---|---|---|---|---|
"""


def page() -> str:
    """The page as text."""
    rows = [
        f"| {m.label} | {m.symbol} | `{escaped(m.formula)}` "
        f"| {m.range[0]:g} to {m.range[1]:g} | {m.best} | {m.source} |"
        for m in QUANTITIES.values()
    ]
    return HEAD + "\n".join(rows) + "\n"


def escaped(formula: str) -> str:
    """A formula that may stand in a cell of a Markdown table."""
    return formula.replace("|", r"\|")


if __name__ == "__main__":
    Path(__file__).with_name("measures.md").write_text(page(), encoding="utf-8")
