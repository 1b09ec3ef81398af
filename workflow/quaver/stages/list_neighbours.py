"""Write the lists to trust of the words a study asks for, and verdicts on them."""

from quaver import store
from quaver.engine.job import Job, run
from quaver.house.trusted import lists
from quaver.results.reader import Results
from quaver.stages.make_tables import read_published, write_tables


def list_neighbours(job: Job) -> None:
    """Write each table of words asked for as CSV, Markdown and LaTeX."""
    study, *published = job.inputs
    plan = Results(study, job.undone)
    write_tables(plan, lists(plan, read_published(published)))


if __name__ == "__main__":
    run(list_neighbours, store.StoreError)
