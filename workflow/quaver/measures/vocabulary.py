"""The words that all techniques of a view and sampling have in every run."""

from quaver.measures.declare import MODELS, SIBLINGS, Cost, Measure


def measure(given, out) -> None:
    """Intersect the vocabularies of all cells, in the order of the first."""
    common: list[str] | None = None
    for runs in given.cells:
        words = [w for w, kept in zip(runs.words, runs.in_every, strict=True) if kept]
        own_words = set(words)
        common = words if common is None else [w for w in common if w in own_words]
    out.put_axes(words=common)


def _is_wanted(grid, subject) -> bool:
    """Where a study asks for it, and compares or studies a cell by its words."""
    if grid.study.analyses.stability.vocabulary == "runs":
        return False
    compared = grid.study.analyses.stability.measures
    return any(
        grid.is_studied(cell) or any(grid.is_measured(cell, x) for x in compared)
        for cell in grid.cells_at(subject.cell.view.label, subject.cell.sampling)
    )


MEASURE = Measure(
    name="vocabulary",
    of=SIBLINGS,
    reads=(MODELS,),
    wanted=_is_wanted,
    rule="share_vocabulary",
    message="Find the words that every technique of {subject}, has in every run.",
    cost=Cost(
        bytes=lambda size: 2 * size.words * (size.word + size.runs),
        operations=lambda size: 8e3 * size.words * size.runs,
    ),
)
