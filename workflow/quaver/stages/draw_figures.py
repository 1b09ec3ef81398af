"""Draw the figures of a study from its stored numbers."""

from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.items.write import write_figure
from quaver.results.reader import Results


def draw_figures(job: Job) -> None:
    """Draw every figure as SVG and PNG."""
    results = Results(job.inputs[0])
    made = items.house(results.grid, items.FIGURES)
    for figure in made.items:
        write_figure(results.file(made.folder(figure)), figure, results)
    items.remove_others(results, made)


if __name__ == "__main__":
    run(draw_figures)
