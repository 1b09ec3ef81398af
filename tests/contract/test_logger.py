import io
import logging
import re
import subprocess
import sys
from contextlib import redirect_stderr
from itertools import pairwise

import pytest
from snakemake.settings.enums import Quietness
from snakemake.settings.types import OutputSettings
from snakemake_interface_logger_plugins.common import LogEvent
from snakemake_interface_logger_plugins.tests import TestLogHandlerBase

from snakemake_logger_plugin_quaver import LogHandler
from snakemake_logger_plugin_quaver.progress import Progress, duration

TOY = """
from snakemake_logger_plugin_quaver import settle

onstart:
    settle()
    print("The study starts.", flush=True)
onsuccess:
    settle()
    print("The study ends.", flush=True)
rule all:
    message: "All is done."
    input: expand("out/{n}.txt", n=range(1, 5)), "final.txt"
rule write:
    message: "Write number {wildcards.n}."
    output: "out/{n}.txt"
    log: "logs/{n}.log"
    shell:
        "(if [ {wildcards.n} = {config[bad]} ]; then echo noise; "
        "echo 'Failed: number {wildcards.n} is bad.'; exit 3; fi; touch {output}) "
        ">{log} 2>&1"
rule collect:
    input: expand("out/{n}.txt", n=range(1, 5))
    output: "final.txt"
    shell: "cat {input} >{output}"
"""


def snakemake(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "snakemake", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("toy")
    (folder / "Snakefile").write_text(TOY, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def plain_plan(toy):
    return snakemake(toy, "-n", "--config", "bad=0")


@pytest.fixture(scope="module")
def plan(toy):
    return snakemake(toy, "-n", "--logger", "quaver", "--config", "bad=0")


@pytest.fixture(scope="module")
def success(toy, plan, plain_plan):
    profile = toy / "profiles/default"
    profile.mkdir(parents=True)
    (profile / "config.yaml").write_text("cores: 2\nlogger: quaver\n")
    run = snakemake(toy, "--config", "bad=0")
    assert run.returncode == 0, run.stdout
    return run.stdout.splitlines()[1:]  # the first line names the profile


@pytest.fixture(scope="module")
def failure(tmp_path_factory):
    folder = tmp_path_factory.mktemp("failing")
    (folder / "Snakefile").write_text(TOY, encoding="utf-8")
    run = snakemake(
        folder,
        *("-c2", "-k", "--retries", "1", "--logger", "quaver", "--config", "bad=3"),
    )
    assert run.returncode == 1
    return run.stdout


def test_a_run_opens_with_its_jobs_and_ends_with_its_time(success):
    assert success[0] == "6 jobs: 4 write, 1 all, 1 collect."
    assert success[1] == "The study starts."
    assert success[-2] == "The study ends."
    assert re.fullmatch(r"Done: 6 jobs in \d+ s\.", success[-1])
    assert len(success) == 4 + 6


def test_each_finished_job_is_one_line_with_count_and_message(success):
    told = [re.match(r"\[(\d+) of (\d+) · +(\d+) %.*?\] (.*)", x) for x in success[2:8]]
    assert [int(match[1]) for match in told] == [1, 2, 3, 4, 5, 6]
    assert {match[2] for match in told} == {"6"}
    assert [int(match[3]) for match in told] == [16, 33, 50, 66, 83, 100]
    messages = [match[4] for match in told]
    assert sorted(messages[:4]) == [f"Wrote number {n}." for n in range(1, 5)]
    assert messages[4:] == ["collect.", "All is done."]


def test_nothing_is_coloured_where_nobody_looks(success, failure):
    assert "\x1b" not in "".join(success) + failure


def test_a_failed_job_is_told_with_its_sentence_and_its_log(failure):
    assert failure.count("A job failed: Write number 3.\n") == 2
    assert failure.count("    | Failed: number 3 is bad.\n") == 2
    assert failure.count("Trying again: Write number 3.\n") == 1
    assert "    log: logs/3.log\n" in failure
    assert "exit status" not in failure
    assert "noise" not in failure
    assert "CalledProcessError" not in failure


def test_the_end_counts_what_failed_and_what_never_started(failure):
    assert "[3 of 6 ·  50 %] Wrote number" in failure
    ending = "Not done: 3 of 6 jobs finished, 1 failed or stopped, 2 did not start, in "
    assert failure.splitlines()[-1].startswith(ending)
    assert ".snakemake.log" in failure.splitlines()[-1]


def test_a_dry_run_is_told_in_snakemakes_own_words(plan, plain_plan):
    def timeless(text):
        dated = r"\[\w{3} .*\]|  (Date|Workflow ID|Command): .*"
        lines = [re.sub(dated, "", line) for line in text.splitlines()]
        return sorted(re.sub(r"updated by another job: .*", "", x) for x in lines)

    assert plan.returncode == plain_plan.returncode == 0
    assert timeless(plan.stdout) == timeless(plain_plan.stdout)
    assert "Job stats:" in plan.stdout
    assert "Reason: Missing output files: out/1.txt" in plan.stdout
    assert re.search(r"^total +6$", plan.stdout, re.MULTILINE)


def test_a_quiet_dry_run_counts_jobs_and_names_none(toy):
    given = ("--dry-run", "--forceall", "--logger", "quaver", "--config", "bad=0")
    plan = snakemake(toy, *given, "--quiet", "all")
    assert plan.returncode == 0
    assert re.search(r"^write +4$", plan.stdout, re.MULTILINE)
    assert "Write number" not in plan.stdout and "All is done" not in plan.stdout


def test_a_mistake_before_any_job_is_told_in_full(tmp_path):
    text = 'raise WorkflowError("The study has a mistake. runs: got 0.")\n'
    (tmp_path / "Snakefile").write_text("if True:\n    " + text, encoding="utf-8")
    run = snakemake(tmp_path, "-c1", "--logger", "quaver")
    assert run.returncode == 1
    assert "The study has a mistake. runs: got 0." in run.stdout


def record(event=None, message="", level=logging.INFO, created=0.0, **fields):
    made = logging.LogRecord("snakemake", level, "", 0, message, (), None)
    made.event, made.created = event, created
    vars(made).update(fields)
    return made


def begin(handler, **jobs):
    handler.emit(record(LogEvent.RUN_INFO, stats={**jobs, "total": sum(jobs.values())}))


def start(handler, job, rule="train", created=0.0, message="Train {job}."):
    named = dict(rule_name=rule, rule_msg=message.format(job=job), wildcards={})
    handler.emit(record(LogEvent.JOB_INFO, jobid=job, created=created, **named))


def fail(handler, job, command, log=()):
    known = dict(rule_name="train", rule_msg=None, log=list(log), shellcmd=command)
    handler.emit(record(LogEvent.JOB_ERROR, "Error", logging.ERROR, jobid=job, **known))


def cause(handler, command, ending):
    text = (
        f"RuleException:\nCalledProcessError in x:\nCommand 'set; {command}' {ending}"
    )
    handler.emit(record(LogEvent.ERROR, text, logging.ERROR))


@pytest.fixture
def said():
    return io.StringIO()


@pytest.fixture
def handler(said):
    with redirect_stderr(said):
        return LogHandler(OutputSettings(nocolor=True), None)


def test_time_left_stands_in_the_line_once_it_is_known(handler, said):
    begin(handler, train=100)
    for job in range(4):
        start(handler, job, created=60.0 * job)
        handler.emit(
            record(LogEvent.JOB_FINISHED, job_id=job, created=60.0 * (job + 1))
        )
    assert said.getvalue().splitlines()[2:] == [
        "[  2 of 100 ·   2 %] Trained 1.",
        "[  3 of 100 ·   3 % · about 1.5 h left] Trained 2.",
        "[  4 of 100 ·   4 % · about 1.5 h left] Trained 3.",
    ]


def test_each_failure_is_told_with_its_own_cause(handler, said):
    begin(handler, train=2)
    start(handler, 1)
    start(handler, 2)
    cause(handler, "train one", "died with <Signals.SIGKILL: 9>.")
    cause(handler, "train two", "returned non-zero exit status 1.")
    fail(handler, 2, "train two")
    fail(handler, 1, "train one")
    first, second = said.getvalue().split("A job failed: ")[1:]
    assert first.startswith("Train 2.") and "non-zero exit status 1." in first
    assert second.startswith("Train 1.") and "was killed (signal 9), by" in second


def test_a_cause_no_job_claims_is_shown_at_the_end(handler, said):
    begin(handler, train=1)
    cause(handler, "something else", "returned non-zero exit status 1.")
    assert "something else" not in said.getvalue()
    handler.close()
    assert "Command 'set; something else' returned" in said.getvalue()


def test_a_log_without_a_sentence_is_shown_by_its_last_lines(handler, said, tmp_path):
    log = tmp_path / "long.log"
    log.write_text("".join(f"line {n}\n" for n in range(1, 41)))
    begin(handler, train=1)
    start(handler, 1)
    fail(handler, 1, "train", [log, tmp_path / "none.log"])
    told = said.getvalue()
    assert "| line 20\n" not in told
    assert all(f"    | line {n}\n" in told for n in range(21, 41))
    assert "    | (the log was not written)\n" in told


def test_a_log_that_was_shown_line_by_line_is_not_told_again(handler, said, tmp_path):
    log = tmp_path / "check.log"
    log.write_text("wrong: corpus mine: there is no such file\n")
    begin(handler, check=1)
    start(handler, 1)
    fail(handler, 1, f"python -m check 2>&1 | (trap '' PIPE; tee {log})", [log])
    told = said.getvalue()
    assert "A job failed" in told and "no such file" not in told


def test_failures_are_told_however_quiet_a_call_is(said):
    settings = OutputSettings(nocolor=True, quiet={Quietness.ALL})
    with redirect_stderr(said):
        handler = LogHandler(settings, None)
    begin(handler, train=1)
    start(handler, 1)
    fail(handler, 1, "train")
    full = "OSError: [Errno 28] No space left on device: 'a'"
    handler.emit(record(None, full, logging.ERROR))
    told = said.getvalue().splitlines()
    assert told[0] == "A job failed: Train 1."
    assert told[-1].startswith("Failed: ") and "is full" in told[-1]
    assert not [line for line in told if "job:" in line]


def test_a_refusal_is_told_without_the_lines_of_a_program(handler, said):
    refusal = "The study has a mistake. runs: got 0."
    lines = ['  File "/c/workflow/common.smk", line 8, in <module>'] * 2
    text = "\n".join(['WorkflowError in file "/c/a b.smk", line 8:', refusal, *lines])
    handler.emit(record(LogEvent.ERROR, text, logging.ERROR))
    assert said.getvalue() == f"{refusal}\n"


def test_what_a_stop_does_to_jobs_is_not_told(handler, said):
    begin(handler, train=2)
    start(handler, 1)
    handler.emit(record(None, "Terminating processes on user request, this might"))
    cause(handler, "train", "died with <Signals.SIGINT: 2>.")
    fail(handler, 1, "train")
    handler.emit(record(None, "Elapsed time: 3 s"))
    handler.close()
    assert said.getvalue().splitlines() == ["2 jobs: 2 train."]


def test_unknown_words_of_snakemake_are_passed_on(handler, said):
    begin(handler, train=1)
    handler.emit(record(None, "Something nobody foresaw.", logging.WARNING))
    handler.emit(record(None, "Select jobs to execute..."))
    assert said.getvalue().splitlines()[1:] == ["Something nobody foresaw."]


class TestInterface(TestLogHandlerBase):
    __test__ = True

    def get_log_handler_cls(self):
        return LogHandler

    def get_log_handler_settings(self):
        return None


def progress(rule_seconds, jobs, cores=1):
    """Progress after jobs of known seconds, run by so many cores at once."""
    made = Progress(jobs)
    for number, (rule, seconds) in enumerate(rule_seconds):
        made.start(number, rule, 0.0)
        if number + 1 >= cores:
            made.finish(number, seconds)
    for number in range(cores - 1):
        made.finish(number, rule_seconds[number][1])
    return made


def test_work_left_is_each_rules_mean_over_the_cores_in_use():
    jobs = {"train": 12, "measure": 8}
    done = [("train", 10.0), ("train", 30.0), ("measure", 2.0), ("measure", 4.0)]
    assert progress(done, jobs).seconds_left(0.0) == 10 * 20 + 6 * 3
    assert progress(done, jobs, cores=2).seconds_left(0.0) == (10 * 20 + 6 * 3) / 2


def test_a_rule_unheard_of_takes_the_mean_of_all():
    jobs = {"train": 6, "figures": 1}
    done = [("train", 10.0), ("train", 20.0), ("train", 60.0)]
    assert progress(done, jobs).seconds_left(0.0) == 3 * 30 + 30


def test_nothing_is_told_before_enough_is_known():
    few = progress([("train", 1.0)] * 2, {"train": 9})
    assert few.seconds_left(0.0) is None
    foreign = progress([("encode", 1.0)] * 3, {"encode": 4, "train": 2})
    assert foreign.seconds_left(0.0) is None


def test_time_left_is_more_than_told_while_a_rule_with_several_jobs_is_unheard_of():
    """Predictions came last in a small study, and took half of its time."""
    jobs = {"train": 4, "predict": 2, "all": 1}
    done = [("train", 1.0), ("train", 1.0), ("train", 1.0)]
    assert progress(done, jobs).is_vague
    assert not progress([*done, ("predict", 9.0)], jobs).is_vague


def test_what_running_jobs_have_had_is_taken_off():
    made = progress([("train", 10.0)] * 3, {"train": 5})
    made.start(7, "train", 100.0)
    assert made.seconds_left(104.0) == 6 + 10
    assert made.seconds_left(200.0) == 10  # overdue: nothing is known of its rest


def test_the_end_is_never_before_the_longest_job():
    made = progress([("train", 10.0)] * 4, {"train": 5}, cores=4)
    assert made.seconds_left(0.0) == 10
    made.start(7, "train", 0.0)
    assert made.seconds_left(3.0) == 7


def test_failed_jobs_are_not_waited_for_unless_they_start_again():
    made = progress([("train", 10.0)] * 3, {"train": 5})
    made.start(7, "train", 0.0)
    made.fail(7, "train")
    assert (made.done, made.broken, made.seconds_left(0.0)) == (3, 1, 10)
    made.start(7, "train", 0.0)
    assert (made.failed, made.seconds_left(0.0)) == ({}, 20)
    made.finish(7, 10.0)
    assert (made.done, made.broken) == (4, 0)


def test_at_the_end_nothing_is_left():
    made = progress([("train", 10.0)] * 3, {"train": 3})
    assert made.seconds_left(99.0) == 0


def test_durations_are_said_no_more_precisely_than_they_are_known(subtests):
    for seconds, words in [
        (0.0, "1 s"),
        (9.0, "9 s"),
        (44.0, "40 s"),
        (84.0, "80 s"),
        (100.0, "2 min"),
        (1234.0, "21 min"),
        (5400.0, "1.5 h"),
        (36000.0, "10 h"),
        (400_000.0, "5 days"),
    ]:
        with subtests.test(seconds=seconds, words=words):
            assert duration(seconds) == words


def test_durations_never_shrink_as_seconds_grow():
    sizes = {"s": 1, "min": 60, "h": 3600, "days": 86400}
    said = [duration(s).split() for s in range(0, 400_000, 7)]
    seconds = [float(number) * sizes[unit] for number, unit in said]
    assert all(a <= b for a, b in pairwise(seconds))
