"""Make the tables and figures of what changed between texts."""

from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.items.write import write_figure, write_table
from quaver.results.reader import Results


def change(job: Job) -> None:
    """Write all that is told of change, as far as it was measured."""
    results = Results(job.inputs[0], job.undone)
    made = items.house(results.grid, items.CHANGES)
    for item in made.items:
        write = write_table if items.is_table(item) else write_figure
        write(results.file(made.folder(item)), item, results)


if __name__ == "__main__":
    run(change)
