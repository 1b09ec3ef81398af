"""Which numbers of ours compare with the printed ones: same background, same text."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from quaver.items.published import CLOSE, Published, read
from quaver.papers.bloem2019.scene import COUNTED, DATASETS, drawn_as
from quaver.results.records import CellNumbers
from quaver.results.term_sets import Draws

FOLDER = Path(__file__).parent / "published"
BACKGROUND = "background"
TOGETHER = "Wiki-rnd"  # the text that joint models are trained on with the terms


def facts() -> dict[tuple[str, str], float]:
    """Printed sizes by what they are of and which they are."""
    rows = read(FOLDER / "section_4.csv")
    return {(x["dataset"], x["quantity"]): x["value"] for x in rows}


def text_tokens(results) -> dict[str, float]:
    """Tokens of every text that is known, once duplicates are gone."""
    counted = ((each.corpus, each.after("deduplicated")) for each in results.corpora())
    return {name: counts["tokens"] for name, counts in counted if counts}


def reason(results: Any) -> Callable[[CellNumbers], str]:
    """What tells of a cell why it is not the paper's background; empty where it is."""
    return _reason(results, BACKGROUND)


def joint_reason(results: Any) -> Callable[[CellNumbers], str]:
    """The same of the text that terms are trained together with."""
    return _reason(results, TOGETHER)


def _reason(results: Any, of: str) -> Callable[[CellNumbers], str]:
    printed, ours = facts(), text_tokens(results)

    def reason_of(cell: CellNumbers) -> str:
        tokens = ours.get(cell.corpus)
        if tokens is None:
            return "the background's text is not known"
        theirs = printed[of, "tokens"]
        if far := _far(tokens * cell.fraction, theirs):
            return f"another background ({far})"
        dimensions = cell.parameters.get("dimensions")
        wanted = printed[BACKGROUND, "dimensions"]
        if dimensions not in (None, wanted):
            return f"{dimensions:,} dimensions of {wanted:g}"
        return ""

    return reason_of


def dataset_of(results, kinds: Mapping[str, str], name: str) -> str:
    """What print calls a set of ours; empty where it has none."""
    return DATASETS.get((kinds.get(name, ""), drawn_as(results, name)), "")


def unlike(draws: Draws | None, kind: str, layout: str) -> str:
    """Why a set is of another text than print's; empty where it is the same.

    kind: what its text is. layout: of published sentences, which are print's own, else
    empty.
    """
    theirs = facts().get((COUNTED.get(kind, ""), "tokens"))
    if draws is None or theirs is None or layout:
        return ""
    far = _far(float(draws.tokens), theirs)
    return f"another text ({far})" if far else ""


def _far(ours: float, theirs: float) -> str:
    if abs(ours - theirs) <= CLOSE * theirs:
        return ""
    return f"{ours:,.0f} of {theirs:,.0f} tokens"


def beside(name: str, comparable: Callable = reason, **more) -> Published:
    """The published table of a name, which stands beside ours as cells compare."""
    return Published(path=FOLDER / f"{name}.csv", comparable=comparable, **more)
