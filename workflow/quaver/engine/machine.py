"""What jobs are given: memory and time by attempt, within what this machine has."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from quaver.engine.cost import Need

SHARE = 0.9  # of this machine's memory that jobs may take together
GROUP = Path(os.sep, "sys/fs/cgroup")  # limits of a container or a session: bytes
LIMITS = (GROUP / "memory.max", GROUP / "memory/memory.limit_in_bytes")


class Machine:
    """What jobs are given, attempt by attempt; megabytes they share, 0 = unknown."""

    def __init__(self, bound: int, *, study: str, settle: Callable, cores: int = 1):
        """settle: ends a line of progress before something is said."""
        self.bound, self._study, self._settle = bound, study, settle
        # what a forecast is told
        self.at_hand = {"cores": cores, "megabytes": bound}
        self._said: set[str] = set()

    def megabytes(self, need: Callable[..., Need], of: Callable) -> Callable:
        """Ask for the memory of what a job works on; more at each attempt."""

        def asked(wildcards, attempt):
            wanted = need(of(wildcards)).megabytes(attempt)
            name = getattr(wildcards, "corpus", self._study)
            name = getattr(wildcards, "technique", name)
            # said once of each technique or text
            if 0 < self.bound < wanted and name not in self._said:
                self._said.add(name)
                self._settle()
                print(
                    f"A job of {name} may need {wanted} MB of memory, and this machine "
                    f"gives {self.bound} MB: it runs alone, and may fail. Leave {name} "
                    "out, use a larger machine (docs/cluster.md), or say --resources "
                    "mem_mb=... if there is more.",
                    file=sys.stderr,
                )
            return wanted

        return asked

    def minutes(self, need: Callable[..., Need], of: Callable) -> Callable:
        """Ask for the time of what a job works on; more at each attempt."""
        return lambda wildcards, attempt: need(of(wildcards)).minutes(attempt)


def machine_memory() -> int:
    """Megabytes that jobs on this machine may take together."""
    limits = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for limit in filter(os.path.isfile, LIMITS):
        text = Path(limit).read_text(encoding="utf-8").strip()
        limits += [int(text)] if text.isdigit() else []
    return int(SHARE * min(limits) / 1e6)


def at_once(resources: Mapping) -> int:
    """How many jobs of one core may run together: of a cluster, or else on this one."""
    counts = (resources[x].value for x in ("_nodes", "_cores") if x in resources)
    return next(filter(None, counts), 1)


def bound_memory(resources: Mapping, *, is_main: bool) -> int:
    """Keep the jobs that run here within this machine's memory: give megabytes."""
    # a profile cannot compute; --resources mem_mb=... goes before
    if not is_main or resources["_nodes"].value is not None:
        return 0
    if "mem_mb" not in resources:
        resources["mem_mb"] = machine_memory()
    return resources["mem_mb"].value
