"""A throw-away Slurm on one host: munge, a controller and two nodes, as root.

Everything it is stands in one folder, with ports of its own and no file in /etc/slurm:
`python tests/flow/slurm/cluster.py up /tmp/mine` brings it up and says how to use it,
`... down /tmp/mine` ends it. Without cgroups no limit of memory is enforced, without a
database nothing is accounted for: squeue alone tells what became of a job.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("slurmctld", "slurmd", "slurm-client", "munge")
PROGRAMS = ("slurmctld", "slurmd", "sbatch", "srun", "squeue", "scontrol", "munged")
LISTS = Path("/var/lib/apt/lists")
NODES = ("n1", "n2")
PATIENCE = 60  # seconds until a daemon is given up
PATH = os.pathsep.join([os.environ["PATH"], "/usr/sbin", "/sbin"])  # of daemons

CONFIGURATION = """\
ClusterName=throwaway
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket={folder}/munge/socket
SlurmctldPidFile={folder}/slurmctld.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdPidFile={folder}/slurmd.%n.pid
SlurmdLogFile={folder}/slurmd.%n.log
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool.%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerType=sched/backfill
SchedulerParameters=sched_min_interval=10000,batch_sched_delay=0
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=5
# how long squeue still tells of a job that has ended: the plugin asks it
MinJobAge=600
{nodes}
PartitionName=main Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP
"""
NODE = (
    "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} "
    "CPUs=2 RealMemory=16000 State=UNKNOWN"
)


class NoSlurm(Exception):
    """Slurm cannot be installed here; says why."""


def install() -> None:
    """Install Debian's packages where they are missing; where none can be, say why."""
    if os.geteuid():
        raise NoSlurm("Slurm's daemons need root")
    if all(shutil.which(program, path=PATH) for program in PROGRAMS):
        return
    if not shutil.which("apt-get"):
        raise NoSlurm("Slurm is not installed, and there is no apt-get to do so")
    if not any(LISTS.glob("*Packages*")):
        _apt("apt-get", "update", "-qq")
    if "Candidate: (none)" in _apt("apt-cache", "policy", *PACKAGES):
        raise NoSlurm("this system has no packages of Slurm")
    _apt("apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES)


def _apt(*command: str) -> str:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, capture_output=True, text=True, env=quiet)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    return done.stdout


class Job(NamedTuple):
    """A job as squeue tells of it; rule: what it does, of what."""

    number: int
    state: str
    node: str
    memory: str
    rule: str
    folder: str

    def processes(self) -> list[int]:
        """Numbers of its processes on this host."""
        mark = f"SLURM_JOB_ID={self.number}".encode()
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):  # it may have ended
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
        return found


class Cluster:
    """Two nodes, n1 and n2, of two cores each."""

    def __init__(self, folder: Path | str):
        self.folder = Path(folder).resolve()
        self.environment = {
            "SLURM_CONF": str(self.folder / "slurm.conf"),
            "PATH": os.pathsep.join([str(self.folder / "bin"), PATH]),
        }

    def up(self) -> None:
        """Start the daemons and wait until both nodes are there."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)
        self._authenticate()
        self._configure()
        self.run("slurmctld", "-i")
        for name in NODES:
            self.run("slurmd", "-N", name)
        until(lambda: self.run("sinfo", "-h", "-N", "-o", "%T").split() == ["idle"] * 2)

    def down(self) -> None:
        """End all jobs and daemons, and remove the folder."""
        if (self.folder / "slurmctld.pid").is_file():
            self.run("scancel", "--user=root")
            until(lambda: not self.jobs())
        nodes = [f"slurmd.{name}" for name in NODES]
        for daemon in ("slurmctld", *nodes, "munge/munged"):
            _end(self.folder / f"{daemon}.pid")
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *command: str) -> str:
        """What a program of Slurm says."""
        done = subprocess.run(
            command,
            env={**os.environ, **self.environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stdout}")
        return done.stdout

    def jobs(self, *states: str) -> list["Job"]:
        """Jobs in some states (as a rule, those not ended), in order of their start."""
        chosen = [f"--states={','.join(states)}"] if states else []
        said = self.run("squeue", "-h", *chosen, "-o", "%i|%T|%N|%m|%k|%Z")
        rows = [line.split("|", 5) for line in said.splitlines()]
        return sorted(Job(int(row[0]), *row[1:]) for row in rows)

    def _authenticate(self) -> None:
        """Start a munge of our own: beside any other, with a key of its own."""
        folder = self.folder / "munge"
        folder.mkdir(mode=0o755)
        key = folder / "key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        files = {"key-file": "key", "log-file": "log", "seed-file": "seed"}
        files |= {"pid-file": "munged.pid", "socket": "socket"}
        options = [f"--{option}={folder}/{file}" for option, file in files.items()]
        # as root, below a folder of root's alone, as pytest makes them
        self.run("munged", "--force", *options)

    def _configure(self) -> None:
        ports = free_ports(1 + len(NODES))
        host = socket.gethostname().partition(".")[0]
        nodes = [
            NODE.format(name=name, host=host, port=port)
            for name, port in zip(NODES, ports[1:], strict=True)
        ]
        text = CONFIGURATION.format(
            folder=self.folder,
            host=host,
            controller=ports[0],
            nodes="\n".join(nodes),
        )
        (self.folder / "slurm.conf").write_text(text, encoding="utf-8")
        (self.folder / "cgroup.conf").write_text("CgroupAutomount=no\n")
        # the plugin takes SLURM_CONF from the srun of a job, which then asks /etc/slurm
        srun = self.folder / "bin/srun"
        srun.parent.mkdir()
        given = f"SLURM_CONF={self.environment['SLURM_CONF']}"
        srun.write_text(f'#!/bin/sh\n{given} exec {shutil.which("srun")} "$@"\n')
        srun.chmod(0o755)


def free_ports(wanted: int) -> list[int]:
    """Ports nobody listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(wanted)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def until(condition, seconds: float = PATIENCE):
    """Wait for something to come true, and give it back."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"it did not happen within {seconds} seconds")


def _end(pid_file: Path) -> None:
    """End the daemon that wrote its number there, and wait until it is gone."""
    if not pid_file.is_file():
        return
    process = int(pid_file.read_text())
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGTERM)
        until(lambda: not Path(f"/proc/{process}").exists())


if __name__ == "__main__":
    wanted, folder = sys.argv[1:]
    cluster = Cluster(folder)
    if wanted == "up":
        install()
        cluster.up()
        for name, value in cluster.environment.items():
            print(f"export {name}={value}")
    else:
        cluster.down()
