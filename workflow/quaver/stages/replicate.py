"""Replicate a paper: its tables, figures and claims from the numbers of a study."""

from quaver import papers, store
from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.items.claims import as_text
from quaver.items.write import write_figure, write_table
from quaver.results.reader import Results


def replicate(job: Job) -> None:
    """Write all that a paper's folder declares, and its claims as plain text."""
    (study,) = job.inputs
    results = Results(study, job.undone)
    name = job.spec["paper"]
    made = items.paper(results.grid, name)
    claims = ""
    for item in made.items:
        folder = results.file(made.folder(item))
        if not items.is_table(item):
            write_figure(folder, item, results)
            continue
        frame = write_table(folder, item, results)
        if item.name == "claims":
            title = papers.paper(name).title
            claims = as_text(frame, title, f"papers/{name}/claims")
    store.write_text(results.file(f"papers/{name}/claims.txt"), claims)


if __name__ == "__main__":
    run(replicate, store.StoreError)
