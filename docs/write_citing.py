"""Write docs/citing.md, the papers Quaver rests on, from CITATION.cff."""

from pathlib import Path

import yaml

from quaver.house import citation

ROOT = Path(__file__).parents[1]
HEAD = """# How to cite

Written by `make docs` from `CITATION.cff`; do not edit. `methods.md` of a study names
those of the techniques and measures it used, `methods.bib` has them as BibTeX.
"""


def page() -> str:
    """The page: a line per reference and what it is cited for, then BibTeX."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    known = citation.references(cited)
    lines = [f"- {citation.line(one)}{_cited_for(one)}" for one in known.values()]
    bibtex = citation.bibliography(cited, known)
    return f"{HEAD}\n" + "\n".join([*lines, "", "```bibtex", bibtex + "```"]) + "\n"


def _cited_for(one: dict) -> str:
    return f" For {one['notes']}." if "notes" in one else ""


if __name__ == "__main__":
    (ROOT / "docs/citing.md").write_text(page(), encoding="utf-8")
