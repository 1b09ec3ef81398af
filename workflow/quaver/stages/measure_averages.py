"""Compute the PIP loss of all pairs of averages of one size."""

from quaver import store
from quaver.stages.cells import MeasureError, known_words, open_runs
from quaver.stages.job import Job, run
from quaver.stages.measure_pip import put_pip


def measure_averages(job: Job) -> None:
    """Measure the averages of one cell and size over the words its runs share.

    The union of words an average keeps would make sizes incomparable (Figure 3.5).
    """
    path, single_runs = job.inputs
    with open_runs([path], "averages") as averages:
        put_pip(job, averages, known_words(single_runs, "pip"))


if __name__ == "__main__":
    run(measure_averages, MeasureError, store.StoreError)
