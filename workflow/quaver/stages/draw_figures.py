"""Draw all figures of a study from its stored numbers."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from matplotlib.figure import Figure

from quaver import figures, store, tables
from quaver.engine.job import Job, run
from quaver.results.reader import Results
from quaver.stages.make_tables import ways_of

OF_DISTRIBUTIONS: dict[str, Callable[..., Figure]] = {
    "figure_2_2": figures.figure_2_2,
    "figure_2_3": figures.figure_2_3,
    "figure_2_4": figures.figure_2_4,
    "figure_2_5": figures.figure_2_5,
    "figure_2_7": figures.figure_2_7,
    "figure_3_2": figures.figure_3_2,
    "figure_3_6": figures.figure_3_6,
    "figure_A_2": figures.figure_A_2,
    "figure_A_3": figures.figure_A_3,
}

WITHOUT_WAYS = "antoniak2018_figure_3"
OF_QUERIES: dict[str, Callable[..., Figure]] = {
    f"antoniak2018_figure_{number}": getattr(figures, f"antoniak2018_figure_{number}")
    for number in range(1, 7)
}


def draw_figures(job: Job) -> None:
    """Draw every figure as SVG and PNG."""
    (study,) = job.inputs
    plan = Results(study)
    for name, figure in drawn(plan):
        for ending in ("svg", "png"):
            with store.replacing(plan.file(f"figures/{name}.{ending}")) as temporary:
                figures.save(figure, temporary, ending)


def drawn(plan: Results) -> Iterator[tuple[str, Figure]]:
    """All figures of a study by name, one at a time; variants of sweeps are in none."""
    cells = [cell for cell in plan.cells() if not cell.base]
    yield "figure_losses", figures.figure_losses(cells)
    yield "figure_3_5", figures.figure_3_5(cells)
    wanted, queries, sizes = plan.study.analyses.enough, plan.queries(), plan.sizes()
    runs = figures.figure_enough_runs(queries, wanted.tolerance)
    yield "figure_enough_runs", runs
    yield "figure_enough_text", figures.figure_enough_text(sizes, wanted.share)
    yield "figure_A_1", figures.figure_A_1()
    bases = {cell.technique for cell in cells}
    # figures name no word, and the words of all corpora would fill the memory
    words = [
        replace(record, words=range(len(record.words)))
        for record in plan.words()
        if record.technique in bases
    ]
    yield "figure_2_8", figures.figure_2_8(words)
    yield "figure_2_9", figures.figure_2_9(words)
    records = plan.distributions()
    for name, draw in OF_DISTRIBUTIONS.items():
        yield name, draw(records)
    yield from _of_queries(plan)


def _of_queries(plan: Results) -> Iterator[tuple[str, Figure]]:
    """Figures of what queries are near to, drawn from the tables of their names."""
    kept, ways = tables.kept(plan.queries()), ways_of(plan)
    for name, draw in OF_QUERIES.items():
        given = (kept,) if name == WITHOUT_WAYS else (kept, ways)
        yield name, draw(getattr(tables, name)(*given))


if __name__ == "__main__":
    run(draw_figures, store.StoreError)
