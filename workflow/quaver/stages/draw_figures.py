"""Draw all figures of a study from its stored numbers."""

from quaver import figures, store
from quaver.stages.job import Job, run
from quaver.stages.plan import Plan


def draw_figures(job: Job) -> None:
    """Draw every figure as SVG and PNG."""
    (study,) = job.inputs
    plan = Plan(study)
    cells = plan.cells()
    drawn = {
        "figure_losses": figures.figure_losses(cells),
        "figure_2_8": figures.figure_2_8(plan.words()),
        "figure_3_5": figures.figure_3_5(cells),
    }
    for name, figure in drawn.items():
        for ending in ("svg", "png"):
            with store.replacing(plan.file(f"figures/{name}.{ending}")) as temporary:
                figures.save(figure, temporary, ending)


if __name__ == "__main__":
    run(draw_figures, store.StoreError)
