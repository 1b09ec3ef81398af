"""Replicate a paper: its tables, figures and claims from the numbers of a study."""

from quaver import store
from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.items.claims import as_text
from quaver.items.write import write_figure, write_table
from quaver.results.reader import Results


def replicate(job: Job) -> None:
    """Write all that a paper's folder declares, and its claims as plain text."""
    results, name = Results(job.inputs[0], job.undone), job.spec["paper"]
    made, claims = items.paper(results.grid, name), ""
    for item in made.items:
        write = write_table if items.is_table(item) else write_figure
        frame = write(results.file(made.folder(item)), item, results)
        if item.name == "claims":
            claims = as_text(frame, made.title, f"papers/{name}/claims")
    items.remove_others(results, made)
    store.write_text(results.file(f"papers/{name}/claims.txt"), claims)


if __name__ == "__main__":
    run(replicate)
