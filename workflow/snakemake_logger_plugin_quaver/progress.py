"""How many jobs of a run are done, and how long the others may take."""

from collections import Counter
from collections.abc import Mapping

FEW = 3  # jobs that must have finished before time left is told


class Progress:
    """Counts a run's jobs, started, finished and failed, at given times in seconds."""

    def __init__(self, jobs: Mapping[str, int]):
        """Begin with the number of jobs of each rule."""
        self.jobs = Counter(jobs)
        self.failed: dict[int, str] = {}
        self._running: dict[int, tuple[str, float]] = {}
        self._done: Counter[str] = Counter()
        self._seconds: Counter[str] = Counter()
        self._cores = 1

    @property
    def total(self) -> int:
        """How many jobs there are in all."""
        return self.jobs.total()

    @property
    def done(self) -> int:
        """How many jobs have finished."""
        return self._done.total()

    @property
    def broken(self) -> int:
        """How many jobs began and, at the end of the run, have not finished."""
        return len(self.failed) + len(self._running)

    @property
    def is_vague(self) -> bool:
        """Whether no job of some rule with several has finished: it may be long."""
        return any(n > 1 and not self._done[rule] for rule, n in self.jobs.items())

    def start(self, job: int, rule: str, now: float) -> None:
        """A job starts, or starts again after it failed."""
        self.failed.pop(job, None)
        self._running[job] = (rule, now)
        self._cores = max(self._cores, len(self._running))

    def finish(self, job: int, now: float) -> None:
        """A job that was started has finished."""
        rule, since = self._running.pop(job)
        self._done[rule] += 1
        self._seconds[rule] += now - since

    def fail(self, job: int, rule: str) -> None:
        """A job has failed; it counts as lost unless it starts again."""
        self._running.pop(job, None)
        self.failed[job] = rule

    def seconds_left(self, now: float) -> float | None:
        """Seconds until the last job ends, or None while too little is known.

        The work left is every open job at the mean of its rule's finished jobs (the
        mean of all where none has finished), less what the running ones have had. It
        is shared by as many cores as were in use at once, and cannot end before its
        longest job. Nothing is said while most open jobs are of rules unheard of.
        """
        left = self.jobs - self._done - Counter(self.failed.values())
        unheard = sum(left[rule] for rule in left if not self._done[rule])
        if self.done < FEW or 2 * unheard > left.total():
            return None
        waiting = left - Counter(rule for rule, _ in self._running.values())
        rests = [
            max(0.0, self._mean(rule) - (now - since))
            for rule, since in self._running.values()
        ]
        work = sum(rests) + sum(n * self._mean(rule) for rule, n in waiting.items())
        longest = max([0.0, *rests, *map(self._mean, waiting)])
        return max(work / self._cores, longest)

    def _mean(self, rule: str) -> float:
        if self._done[rule]:
            return self._seconds[rule] / self._done[rule]
        return self._seconds.total() / self.done


def duration(seconds: float) -> str:
    """Seconds in words of a precision that can be meant: 40 s, 3 min, 2.5 h."""
    if seconds < 9.5:
        return f"{max(1, round(seconds))} s"
    if seconds < 85:
        return f"{round(seconds / 10) * 10} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    hours = round(seconds / 3600 * 2) / 2
    return f"{hours:g} h" if hours < 48 else f"{round(hours / 24)} days"
