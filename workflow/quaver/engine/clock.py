"""How long jobs take by the clock, side by side, as one waits for another."""

from collections import defaultdict
from collections.abc import Mapping
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple


class Work(NamedTuple):
    """What a job takes, and the names of jobs it waits for (others count as done)."""

    seconds: float
    megabytes: float = 0
    needs: tuple[str, ...] = ()


def clock(jobs: Mapping[str, Work], cores: int, megabytes: float = 0) -> float:
    """Seconds until the last of jobs ends that start in their order (list scheduling).

    One starts once what it needs is done and there is a core and memory for it, or
    nothing else runs; the next in turn is not overtaken. megabytes: 0 = no bound.
    """
    names, room, now = [*jobs], megabytes or inf, 0.0
    turns = {name: turn for turn, name in enumerate(names)}
    waiting = {name: {x for x in jobs[name].needs if x in jobs} for name in names}
    after = defaultdict(list)
    for name, needs in waiting.items():
        for need in needs:
            after[need].append(name)
    ready = [turns[name] for name in names if not waiting[name]]  # in order: a heap
    running: list[tuple[float, int]] = []
    while ready or running:
        while ready and len(running) < cores:
            job = jobs[names[ready[0]]]
            if running and job.megabytes > room:
                break
            room -= job.megabytes
            heappush(running, (now + job.seconds, heappop(ready)))
        now, turn = heappop(running)
        room += jobs[names[turn]].megabytes
        for name in after[names[turn]]:
            waiting[name].remove(names[turn])
            if not waiting[name]:
                heappush(ready, turns[name])
    return now
