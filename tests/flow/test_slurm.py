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

STUDY = {
    **LASTING,
    **{"study": "nodes", "runs": 7},
    "analyses": {**LASTING["analyses"], "distribution": {"samplings": []}},
}
MODELS = "results/nodes/models/early/word2vec/shuffled"
LOSSES = "results/nodes/measures/early/word2vec/shuffled/pip.h5"
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


@pytest.fixture(scope="module")
def here(tmp_path_factory, folder_at):
    """The study on this machine, without any Slurm."""
    folder = folder_at(tmp_path_factory.mktemp("here"))
    folder.finish(study=STUDY)
    return folder


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
        for path, file in folder.results("nodes", "models/**/*.h5").items()
        if not (marks / _mark(f"results/nodes/{path}")).exists()
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


def send(job, what):
    """Send a signal to all processes of a job."""
    for process in job.processes():
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, what)


def assert_as_here(folder, here, contents):
    """All that the study made is what it makes on one machine, bit for bit."""
    for pattern in ("corpora/*.h5", "models/**/*.h5", "measures/**/*.h5", "*.h5"):
        one, other = (each.results("nodes", pattern) for each in (folder, here))
        assert one.keys() == other.keys()
        assert one
        assert [p for p in one if contents(one[p]) != contents(other[p])] == []
    for pattern in ("tables/*", "figures/*"):
        one, other = (each.results("nodes", pattern) for each in (folder, here))
        assert one.keys() == other.keys()
        assert len(one) > 6
        assert [p for p in one if one[p].read_bytes() != other[p].read_bytes()] == []


def test_the_study_gives_the_same_bits(submit, cluster, folder, here, contents):
    from quaver import store

    scratch = folder.path / "scratch"
    call = submit(QUAVER_SCRATCH=f"{scratch}/$SLURM_JOB_ID")
    said = finish(call, folder)
    assert_as_here(folder, here, contents)
    assert folder.leftovers() == []
    ran = jobs(cluster, folder, "all")
    assert {job.node for job in ran} == {"n1", "n2"}
    assert {job.state for job in ran} == {"COMPLETED"}
    assert len(ran) == said.count("has been submitted")
    # each asks for its own, none for what the profile gives to those that do not
    assert len({job.memory for job in ran}) > 3
    used = {int(path.name) for path in scratch.iterdir()}
    assert used == {job.number for job in ran}
    assert list(scratch.glob("*/*")) == []
    # what goes through the environment arrives on the nodes
    known, same = (
        store.provenance_of(each.path / MODELS / "1-1.h5") for each in (folder, here)
    )
    assert re.fullmatch("[0-9a-f]{40}", known["commit"])
    told = ("study", "study_seed", "study_digest")
    assert {key: known[key] for key in told} == {key: same[key] for key in told}
    (job,) = [job for job in ran if job.rule.endswith("shuffled_1_1")]
    assert known["slurm_job"] == str(job.number)


def test_a_killed_job_and_a_drained_node(submit, cluster, folder, here, contents):
    """What was killed on one node is trained on the other, and nothing else again."""
    call = submit(LOSSES)
    early, job = midway(cluster, folder, call)
    last = max(x.number for x in jobs(cluster, folder, "all"))
    send(job, signal.SIGKILL)
    cluster.run("scontrol", "update", "NodeName=n1", "State=DRAIN", "Reason=test")
    try:
        finish(call, folder)
    finally:
        cluster.run("scontrol", "update", "NodeName=n1", "State=RESUME")
    block = job.rule.rsplit("_", 1)[1]
    # killed in its last moment, a job may leave a model that was made after all
    early.pop(f"models/early/word2vec/shuffled/{block}-{block}.h5", None)
    assert early
    tried = {number: len(done) for number, done in trainings(cluster, folder).items()}
    assert tried == {str(n): 1 + (str(n) == block) for n in range(1, STUDY["runs"] + 1)}
    after = [x for x in jobs(cluster, folder, "all") if x.number > last]
    assert {x.node for x in after} == {"n2"}
    assert {path: made(folder)[path] for path in early} == early
    folder.finish(study=STUDY)
    assert {path: made(folder)[path] for path in early} == early
    assert_as_here(folder, here, contents)


def test_the_workflow_is_killed(submit, cluster, folder, here, contents):
    """Its jobs run on; the same command ends them and goes on where it stopped."""
    call = submit(LOSSES)
    early, job = midway(cluster, folder, call)
    send(job, signal.SIGSTOP)  # it does not end before the second call begins
    call.kill()
    call.wait()
    left = jobs(cluster, folder)
    assert left
    again = submit(LOSSES)
    said = finish(again, folder)
    assert "Jobs of a call that was killed are ended first" in said
    states = {job.number: job.state for job in jobs(cluster, folder, "all")}
    assert {states[job.number] for job in left} <= {"CANCELLED", "FAILED", "COMPLETED"}
    assert {path: made(folder)[path] for path in early} == early
    assert folder.leftovers() == []
    tried = trainings(cluster, folder)
    assert {len(tried[path.split("-")[-1][:-3]]) for path in early} == {1}
    folder.finish(study=STUDY)
    assert {path: made(folder)[path] for path in early} == early
    assert_as_here(folder, here, contents)


def test_a_job_that_lacks_memory_is_given_more(
    submit, cluster, folder, folder_at, contents
):
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
    other = folder_at(folder.path / "other")
    other.path.mkdir()
    other.finish(model, study=study)
    assert contents(folder.path / model) == contents(other.path / model)
