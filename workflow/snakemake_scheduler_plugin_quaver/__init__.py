"""Starts jobs in the order of their priority, as long as there is room for them.

Used as `snakemake --scheduler quaver`. Snakemake's greedy scheduler weighs all ready
jobs anew for each it starts, which is slow with thousands, or (--scheduler-subsample)
looks at a random few, which undoes priorities.
"""

import signal
from collections import Counter
from collections.abc import Mapping, Sequence

from snakemake_interface_scheduler_plugins.base import SchedulerBase

from quaver.engine.ending import handle_apart

SLOTS = ("_cores", "_nodes", "_job_count")  # what every job takes one of or more
PATIENCE = 20  # times that others may go before a job there is no room for


class Scheduler(SchedulerBase):
    """Jobs of equal priority go in the order of their first output's name."""

    def __post_init__(self) -> None:
        """Begin with nothing known of any job."""
        self._begun = False
        self._places: dict = {}
        self._passed: Counter = Counter()

    def select_jobs(
        self,
        selectable_jobs: Sequence,
        remaining_jobs: Sequence,
        available_resources: Mapping[str, int],
        input_sizes: Mapping,
    ) -> Sequence:
        """Take jobs in order; one that does not fit may be overtaken, not for ever."""
        if not self._begun:  # here, as jobs of a cluster call no hooks
            self._begun = True
            handle_apart(signal.SIGTERM)
        room, chosen = dict(available_resources), []
        for job in sorted(selectable_jobs, key=self._place):
            if any(room.get(slot, 1) <= 0 for slot in SLOTS):
                break
            needs = job.scheduler_resources
            if all(needs.get(name, 0) <= there for name, there in room.items()):
                room = {name: n - needs.get(name, 0) for name, n in room.items()}
                chosen.append(job)
                continue
            self._passed[job] += 1
            if self._passed[job] > PATIENCE:
                break
        return chosen

    def _place(self, job) -> tuple[float, str]:
        if job not in self._places:
            names = sorted(map(str, job.output))
            self._places[job] = (-job.priority, names[0] if names else "")
        return self._places[job]
