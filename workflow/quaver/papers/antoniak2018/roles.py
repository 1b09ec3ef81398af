"""Which techniques of a study stand for the paper's four, and which views compare."""

from collections.abc import Iterable, Sequence

from quaver.papers.antoniak2018.cells import Queried
from quaver.results.records import CellNumbers

ROLES = ("lsa", "sgns", "glove", "ppmi")
LABELS = {"lsa": "LSA", "sgns": "SGNS", "glove": "GloVe", "ppmi": "PPMI"}
BY_TRAINER = {"lsa": "lsa", "glove": "glove", "ppmi": "ppmi"}
CBOW = "cbow"  # what the authors' code trains in the place of SGNS
View = tuple[str, str, float]


def role(cell: CellNumbers) -> str:
    """The paper's algorithm a technique stands for: of ROLES, CBOW or none."""
    if cell.trainer != "word2vec":
        return BY_TRAINER.get(cell.trainer, "")
    if cell.parameters.get("hierarchical_softmax"):
        return ""
    return CBOW if cell.parameters.get("architecture") == "cbow" else "sgns"


def standing(cells: Iterable[Queried]) -> dict[str, str]:
    """The technique that stands for each role there is: the first by name.

    CBOW stands for SGNS where a study has no skip-gram.
    """
    found: dict[str, str] = {}
    for one in sorted(cells, key=lambda one: one.cell.technique):
        found.setdefault(role(one.cell), one.cell.technique)
    if CBOW in found:
        found.setdefault("sgns", found[CBOW])
    return {name: found[name] for name in ROLES if name in found}


def told(cells: Sequence[Queried]) -> str:
    """A sentence on techniques where one stands for others, or for SGNS as coded."""
    chosen, parts = standing(cells), []
    for name, technique in chosen.items():
        own = {c.cell.technique for c in cells if role(c.cell) == name}
        if len(own) > 1:
            parts.append(f"{technique} stands for {LABELS[name]}, as first by name")
        if not own:
            parts.append(f"{technique}, which is CBOW as coded, stands for SGNS")
    return f" Here {'; '.join(parts)}." if parts else ""


def shown_technique(cells: Iterable[Queried]) -> str:
    """The technique a figure of one shows: SGNS as in the paper, else the first."""
    cells = list(cells)
    first = min((one.cell.technique for one in cells), default="")
    return standing(cells).get("sgns", first)


def view_of(cell: CellNumbers) -> View:
    """Corpus, unit and fraction of a cell."""
    return cell.corpus, cell.unit, cell.fraction


def by_place(cells: Iterable[Queried]) -> dict[tuple, Queried]:
    """Cells by corpus, unit, fraction, technique and sampling."""
    return {(*view_of(c.cell), c.cell.technique, c.cell.sampling): c for c in cells}
