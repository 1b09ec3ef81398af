"""Compute the PIP loss of all pairs of averages of one size."""

from quaver import store
from quaver.engine.job import Job, run
from quaver.results.runs import MeasureError, Runs, known_words
from quaver.stages.measure_pip import put_pip


def measure_averages(job: Job) -> None:
    """Measure the averages of one cell and size over the words its runs share.

    The union of words an average keeps would make sizes incomparable (Figure 3.5).
    """
    path, single_runs = job.inputs
    put_pip(job, Runs([path], "averages"), known_words(single_runs, "pip"))


if __name__ == "__main__":
    run(measure_averages, MeasureError, store.StoreError)
