"""The same study on a real Slurm: two nodes on this host, brought up and down here.

Skipped only where Slurm cannot be installed: no root, no apt, no such packages.
"""

import base64
import contextlib
import hashlib
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
from slurm.cluster import Cluster, NoSlurm, install, until
from small_study import LASTING

STUDY = LASTING
MODELS = "results/lasting/models/early/word2vec/shuffled"
LOSSES = "results/lasting/measures/early/word2vec/shuffled/pip.h5"
LOOKING = Path(__file__).parent / "slurm/quick"  # looks after jobs every second
QUICK = (
    *("--slurm-init-seconds-before-status-checks", "1"),
    *("--seconds-between-status-checks", "1", "--latency-wait", "10"),
    *("--slurm-status-command", "squeue"),
)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    try:
        install()
    except NoSlurm as why:
        pytest.skip(str(why))
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        cluster.up()
        yield cluster
    finally:
        cluster.down()


@pytest.fixture
def submit(cluster, folder):
    """Start the study through profiles/slurm; what is left of it is ended at last."""
    profile = ("--workflow-profile", folder.repository / "profiles/slurm", *QUICK)
    calls = []

    def start(*targets, study=STUDY, options=(), **environment):
        library = os.pathsep.join([str(LOOKING), str(folder.repository / "workflow")])
        given = {**cluster.environment, "PYTHONPATH": library, **environment}
        call = subprocess.Popen(
            folder.command(*options, *profile, *targets, study=study),
            cwd=folder.path,
            env=folder.environment(**given),
            stdout=(folder.path / "said").open("a"),
            stderr=subprocess.STDOUT,
        )
        calls.append(call)
        return call

    yield start
    for call in calls:
        with contextlib.suppress(ProcessLookupError):
            call.kill()
        call.wait()
    for job in jobs(cluster, folder):
        cluster.run("scancel", "--full", "--signal=KILL", str(job.number))
        cluster.run("scancel", str(job.number))


def finish(call, folder):
    """Wait for a call, which must succeed, and give what was said."""
    call.wait()
    said = (folder.path / "said").read_text(encoding="utf-8")
    assert call.returncode == 0, said
    return said


def jobs(cluster, folder, *states):
    """Jobs of Slurm that a folder's workflow submitted."""
    return [job for job in cluster.jobs(*states) if job.folder == str(folder.path)]


def trainings(cluster, folder):
    """The jobs that trained each block, first to last, by the block's number."""
    found = {}
    for job in jobs(cluster, folder, "all"):
        if job.rule.startswith("rule_train_block"):
            found.setdefault(job.rule.rsplit("_", 1)[1], []).append(job)
    return found


def made(folder):
    """Digests of models that count as made: one made again has other seconds in it.

    What a job that has not ended wrote is still marked, and may be made again.
    """
    marks = folder.path / ".snakemake/incomplete"
    return {
        path: hashlib.sha256(file.read_bytes()).digest()
        for path, file in folder.results("lasting", "models/**/*.h5").items()
        if not (marks / _mark(f"results/lasting/{path}")).exists()
    }


def _mark(path):
    return base64.urlsafe_b64encode(path.encode()).decode()


def midway(cluster, folder, call):
    """Wait until models are there and others are being made: these, and a job on n1."""

    def stands(job):
        block = job.rule.rsplit("_", 1)[1]
        return f"models/early/word2vec/shuffled/{block}-{block}.h5" in made(folder)

    def look():
        assert call.poll() is None, (folder.path / "said").read_text(encoding="utf-8")
        if not made(folder) or len(made(folder)) == STUDY["runs"]:
            return None
        running = [x for x in jobs(cluster, folder, "running") if "train" in x.rule]
        first = [job for job in running if job.node == "n1" and not stands(job)]
        return folder.leftovers() and first and first[0]

    job = until(look, 120)
    return made(folder), job


def begun_anew(cluster, folder, left):
    """Tell whether jobs of a call that was killed have ended; none begins before."""
    alive = {job.number for job in jobs(cluster, folder)}
    old = {job.number for job in left}
    assert not alive & old or alive <= old
    return not alive & old


def send(job, what):
    """Send a signal to all processes of a job."""
    for process in job.processes():
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, what)


def assert_kept(folder, early):
    """No model that stood was trained again."""
    assert {path: made(folder)[path] for path in early} == early


ALL = ("corpora/*.h5", "models/**/*.h5", "measures/**/*.h5", "*.h5")
ALL += ("tables/*", "figures/*")


def test_a_study_on_two_nodes(submit, cluster, folder, undisturbed, same_results):
    """Disturbed twice, it gives the bits it gives on one machine."""
    from quaver import store

    # the workflow is killed: its jobs run on; the same command ends them and goes on
    scratch = folder.path / "scratch"
    place = {"QUAVER_SCRATCH": f"{scratch}/$SLURM_JOB_ID"}
    call = submit(LOSSES, **place)
    early, job = midway(cluster, folder, call)
    send(job, signal.SIGSTOP)  # it does not end before the second call begins
    call.kill()
    call.wait()
    left = jobs(cluster, folder)
    assert left

    # a job is killed on one node, which is drained: the other trains it, nothing else
    call = submit(LOSSES, **place)
    until(lambda: begun_anew(cluster, folder, left), 120)
    stood, job = midway(cluster, folder, call)
    states = {each.number: each.state for each in jobs(cluster, folder, "all")}
    assert {states[each.number] for each in left} <= {
        "CANCELLED",
        "FAILED",
        "COMPLETED",
    }
    assert_kept(folder, early)
    every = jobs(cluster, folder, "all")
    assert {"n1", "n2"} <= {each.node for each in every}
    last = max(each.number for each in every)
    send(job, signal.SIGKILL)
    cluster.run("scontrol", "update", "NodeName=n1", "State=DRAIN", "Reason=test")
    try:
        said = finish(call, folder)
    finally:
        cluster.run("scontrol", "update", "NodeName=n1", "State=RESUME")
    assert "Jobs of a call that was killed are ended first" in said
    block = job.rule.rsplit("_", 1)[1]
    # killed in its last moment, a job may leave a model that was made after all
    stood.pop(f"models/early/word2vec/shuffled/{block}-{block}.h5", None)
    assert stood
    after = [each for each in jobs(cluster, folder, "all") if each.number > last]
    assert {each.node for each in after} == {"n2"}
    assert_kept(folder, stood)
    # a job that was cancelled waits for nothing in its end
    assert until(lambda: not any(job.processes() for job in left), 60)
    ends = {path.rsplit("-", 1)[1].removesuffix(".h5") for path in early}
    assert {len(trainings(cluster, folder)[end]) for end in ends} == {1}
    assert folder.leftovers() == []

    # the rest of the study, undisturbed
    last = max(each.number for each in jobs(cluster, folder, "all"))
    before = (folder.path / "said").read_text(encoding="utf-8")
    said = finish(submit(**place), folder).removeprefix(before)
    assert same_results(folder, undisturbed, "lasting", *ALL) == []
    assert folder.leftovers() == []
    ran = [each for each in jobs(cluster, folder, "all") if each.number > last]
    assert {each.node for each in ran} <= {"n1", "n2"}  # few: one node may take them
    assert {each.state for each in ran} == {"COMPLETED"}
    assert len(ran) == said.count("has been submitted")
    # each asks for its own, none for what the profile gives to those that do not
    assert len({each.memory for each in ran}) > 2
    used = {int(path.name) for path in scratch.iterdir()}
    assert {each.number for each in ran} <= used
    assert [
        path for each in ran for path in (scratch / str(each.number)).iterdir()
    ] == []

    # what goes through the environment arrives on the nodes
    name = sorted(early)[0]
    block = name.rsplit("-", 1)[1].removesuffix(".h5")
    known, same = (
        store.provenance_of(each.path / "results/lasting" / name)
        for each in (folder, undisturbed)
    )
    assert re.fullmatch("[0-9a-f]{40}", known["commit"])
    told = ("study", "study_seed", "study_digest")
    assert {key: known[key] for key in told} == {key: same[key] for key in told}
    (job,) = trainings(cluster, folder)[block]
    assert known["slurm_job"] == str(job.number)


def test_a_job_that_lacks_memory_is_given_more(submit, cluster, folder):
    """Nothing limits memory on these nodes, so jobs are told to do so themselves."""
    large = {"trainer": "fasttext", "dimensions": 8, "epochs": 1, "bucket": 6_000_000}
    study = {**STUDY, "techniques": {"fasttext": large}, "runs": 1}
    model = MODELS.replace("word2vec", "fasttext") + "/1-1.h5"
    growing = ("--set-resources", "train_block:mem_mb=300*4**(attempt-1)")
    call = submit(model, study=study, options=growing, QUAVER_LIMIT_MEMORY="yes")
    finish(call, folder)
    first, second = trainings(cluster, folder)["1"]
    assert (first.state, first.memory) == ("FAILED", "300M")
    assert (second.state, second.memory) == ("COMPLETED", "1200M")
    assert (folder.path / model).is_file()
