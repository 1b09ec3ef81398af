"""Which models of ours compare with the printed ones: same text, same training."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from quaver.items.published import Published, read
from quaver.papers.elekes2018.scene import HOME
from quaver.results.records import CellNumbers

FOLDER = Path(__file__).parent / "published"
ALMOST = 0.25  # of the tokens: "almost 1 billion", .77 by the authors of the text
SAME = ("dimensions", "window", "dictionary")


def reason(results: Any) -> Callable[[CellNumbers], str]:
    """What tells of a cell why it does not compare; empty where it does."""
    theirs = {x["parameter"]: x["value"] for x in read(FOLDER / "models.csv")}
    counted = ((each.corpus, each.after("deduplicated")) for each in results.corpora())
    ours = {name: counts["tokens"] / 1e6 for name, counts in counted if counts}

    def reason_of(cell: CellNumbers) -> str:
        other = _text(cell, ours.get(cell.corpus), theirs["tokens_in_1e6"])
        return other or _training(cell, theirs)

    return reason_of


def _text(cell: CellNumbers, ours: float | None, theirs: float) -> str:
    if ours is None:
        return "the text is not known"
    ours *= cell.fraction
    if abs(ours - theirs) <= ALMOST * theirs:
        return ""
    return f"another text ({ours:.2g} of {theirs:g} million words)"


def _training(cell: CellNumbers, theirs: dict[str, float]) -> str:
    """How a training differs from the printed one; empty where it does not."""
    # specs leave out a dictionary of all words; 3.10 has all in print, too
    if cell.trainer in HOME and "dictionary" not in cell.parameters:
        return f"all words, not the {theirs['dictionary']:,g} most frequent"
    for name in SAME:
        own = cell.parameters.get(name)
        # a trainer without such a parameter cannot differ in it
        if own is not None and own != theirs[name]:
            return f"{own:,} {name} of {theirs[name]:,g}"
    return ""


def beside(name: str, **facts) -> Published:
    """The published table of a name, which stands beside ours as cells compare."""
    return Published(path=FOLDER / f"{name}.csv", comparable=reason, **facts)
