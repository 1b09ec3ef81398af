"""Our scheduler: in order of priority, within resources, nobody waits for ever."""

import random
import signal
import threading
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from snakemake_scheduler_plugin_quaver import PATIENCE, Scheduler

ROOM = {"_cores": 4, "_nodes": 2**63, "_job_count": 2**63, "mem_mb": 1000}


class Job(SimpleNamespace):
    """As much of a job as a scheduler sees."""

    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other


def job(name, priority=0, cores=1, **needs):
    resources = {"_cores": cores, "_nodes": 1, **needs}
    output = [name] if name else []
    return Job(priority=priority, scheduler_resources=resources, output=output)


@pytest.fixture
def scheduler():
    return Scheduler(None, None, None)


def names(scheduler, jobs, **room):
    given = list(jobs)
    random.shuffle(given)  # snakemake's own set of jobs has no order
    chosen = scheduler.select_jobs(given, given, {**ROOM, **room}, {})
    return ["".join(each.output) for each in chosen]


def test_the_first_by_priority_start_and_names_decide_between_equals(scheduler):
    jobs = [job(f"train/{n:03}", priority=-n // 10) for n in range(1000)]
    jobs += [job("measure/b"), job("measure/a"), job("early", priority=1)]
    chosen = names(scheduler, jobs)
    assert chosen == ["early", "measure/a", "measure/b", "train/000"]


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        ({"_cores": 2}, ["a", "b"]),
        ({"_cores": 1}, ["a"]),
        ({"_nodes": 1}, ["a"]),
        ({"_job_count": 0}, []),
        ({"mem_mb": 399}, ["c", "d"]),
        ({"mem_mb": 900}, ["a", "b", "c"]),
        ({"mem_mb": 800}, ["a", "b"]),
        ({"disk_mb": 0}, ["a", "b", "c", "d"]),
    ],
)
def test_no_more_starts_than_there_is_room_for(scheduler, room, expected):
    jobs = [job("a", mem_mb=400), job("b", mem_mb=400), job("c", mem_mb=100)]
    jobs.append(job("d", mem_mb=100))
    assert names(scheduler, jobs, **room) == expected


def test_a_job_without_room_is_overtaken_but_not_for_ever(scheduler):
    """Small jobs would else take each place that becomes free."""
    large = job("a", mem_mb=900)
    for _ in range(PATIENCE):
        assert names(scheduler, [large, job("b", mem_mb=100)], mem_mb=500) == ["b"]
    assert names(scheduler, [large, job("b", mem_mb=100)], mem_mb=500) == []
    assert names(scheduler, [large, job("b", mem_mb=100)]) == ["a", "b"]


def test_jobs_without_outputs_and_needs_go_too(scheduler):
    lone = Job(priority=0, scheduler_resources={"_cores": 0}, output=[])
    assert names(scheduler, [lone]) == [""]


def test_only_jobs_that_may_start_are_looked_at_closely(scheduler):
    """What a job needs is worked out by the workflow, which is slow for thousands."""

    class Costly(Job):
        @property
        def scheduler_resources(self):
            asked.append(self)
            return {"_cores": 1}

    asked = []
    jobs = [Costly(priority=0, output=[f"{n:04}"]) for n in range(5000)]
    assert len(scheduler.select_jobs(jobs, jobs, ROOM, {})) == 4
    assert len(asked) == 4


def test_sigterm_is_handled_beside_the_main_thread_from_the_first_choice(scheduler):
    """In jobs of a cluster, too, where Snakemake calls no hooks."""
    seen, before = SimpleQueue(), signal.getsignal(signal.SIGTERM)

    def handle(number, _):
        seen.put((number, threading.current_thread()))

    try:
        signal.signal(signal.SIGTERM, handle)
        for _ in range(2):
            names(scheduler, [job("a")])
        signal.raise_signal(signal.SIGTERM)
        number, thread = seen.get(timeout=20)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert number == signal.SIGTERM
    assert thread is not threading.main_thread()
    assert seen.empty()
