"""Make the tables and the figure of thresholds: from where on similarity means any."""

from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.items.write import write_figure, write_table
from quaver.results.reader import Results


def thresholds(job: Job) -> None:
    """Write all that is told of thresholds, as far as they were measured."""
    results = Results(job.inputs[0], job.undone)
    made = items.house(results.grid, items.THRESHOLDS)
    for item in made.items:
        write = write_table if items.is_table(item) else write_figure
        write(results.file(made.folder(item)), item, results)


if __name__ == "__main__":
    run(thresholds)
