"""Which sets of terms are learned by whom, beside which cells of a study."""

from collections.abc import Iterator

from quaver.grid.coordinates import Cell, View


def learned(grid) -> Iterator[tuple[str, str, Cell]]:
    """Each set of terms with a learner and a background's cell that go together."""
    asked = grid.study.analyses.terms
    if not asked:
        return
    for cell in grid.cells.values():
        if not is_background(grid, cell):
            continue
        for learner, learning in asked.learners.items():
            own = learning.parameters
            is_of = own.samplings and cell.sampling not in own.samplings
            # what is trained together with a text has no other behind it
            if is_of or getattr(own, "of", cell.view.corpus) != cell.view.corpus:
                continue
            for name in asked.sets:
                if not own.sets or name in own.sets:
                    yield name, learner, cell


def is_background(grid, cell: Cell) -> bool:
    """Tell whether terms are learned beside the spaces of a cell."""
    asked = grid.study.analyses.terms
    names = {cell.technique, grid.study.techniques[cell.technique].base}
    is_asked = bool(asked and names & {*asked.backgrounds})
    return is_asked and not grid.is_control(cell)


def term_files(grid) -> list[str]:
    """The drawn sentences of each set of terms that somebody learns."""
    return [f"terms/{name}/draws.h5" for name in drawn_sets(grid)]


def drawn_sets(grid) -> list[str]:
    """Names of the sets that somebody learns, in order."""
    return [*dict.fromkeys(name for name, _, _ in learned(grid))]


def term_texts(grid) -> list[str]:
    """Corpora that terms are drawn from, whether anything is trained on them or not."""
    asked = grid.study.analyses.terms
    texts = (asked.sets[name].corpus for name in drawn_sets(grid))
    return [*dict.fromkeys(filter(None, texts))]


def term_view(name: str) -> View:
    """Coordinates of the seeds of a set of terms."""
    return View(name, "sentence", 1.0, name)
