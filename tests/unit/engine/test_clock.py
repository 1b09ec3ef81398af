"""The clock of jobs side by side, against cases one can reckon and bounds that hold."""

import random

from quaver.engine.clock import Work, clock


def test_small_cases_by_hand():
    three = {name: Work(10, 400) for name in "abc"}
    chain = {"a": Work(5), "b": Work(7, needs=("a",)), "c": Work(1, needs=("b", "a"))}
    cases = [
        ({}, 2, 0, 0),
        (three, 1, 0, 30),
        (three, 2, 0, 20),
        (three, 3, 0, 10),
        (three, 3, 900, 20),  # room for two of them
        (three, 3, 100, 30),  # one that is larger than all there is runs alone
        (chain, 9, 0, 13),
        ({**chain, "d": Work(12)}, 2, 0, 13),
        ({"x": Work(3, needs=("stands already",))}, 1, 0, 3),
    ]
    wrong = [case for case in cases if clock(*case[:3]) != case[3]]
    assert not wrong


def test_no_schedule_beats_its_work_or_its_longest_chain():
    draw = random.Random(1)
    for cores in (1, 2, 5):
        names, jobs, ends = [], {}, {}
        for number in range(60):
            needs = tuple(draw.sample(names, min(len(names), draw.randrange(3))))
            jobs[str(number)] = Work(draw.uniform(1, 9), needs=needs)
            start = max((ends[need] for need in needs), default=0)
            ends[str(number)] = start + jobs[str(number)].seconds
            names.append(str(number))
        work = sum(job.seconds for job in jobs.values()) / cores
        chain = max(ends.values())
        seconds = clock(jobs, cores)
        # Graham 1969: list scheduling
        most = work + chain * (1 - 1 / cores)
        assert max(work, chain) - 1e-9 <= seconds <= most + 1e-9
