"""What a study makes and of what: its jobs, told in process by the rules themselves.

Two plans tell what would rerun: the files whose jobs differ. Snakemake reads the rules;
it looks at no file of the results and starts nothing.
"""

import os
from collections.abc import Iterable, Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import NamedTuple
from unittest.mock import patch

import yaml
from snakemake import api  # noqa: F401  (first: snakemake.workflow imports it in a circle)
from snakemake.iocontainers import Wildcards
from snakemake.logging import LoggerManager, logger
from snakemake.rules import Rule
from snakemake.settings import types as settings
from snakemake.workflow import Workflow
from snakemake_interface_executor_plugins.settings import ExecMode

from quaver.digest import PACKAGE

HOME = PACKAGE.parents[1]


class Job(NamedTuple):
    """How a file is made: by which rule, of which files; empty where it has no spec."""

    rule: str
    spec: str
    code: str
    inputs: tuple[str, ...]


def plan(
    study: Mapping, folder: Path | str, *, home: Path = HOME, rules: Iterable[str] = ()
) -> dict[str, Job]:
    """Jobs of all files of a study, by their paths below a folder.

    home: a clone of the project, whose rules are read and whose modules are digested;
    the library is the one imported. rules: others than `all` whose files are wanted.
    """
    # what reading the rules says to jobs through the environment is taken back
    with chdir(folder), patch.dict(os.environ), TemporaryDirectory() as scratch:
        file = Path(scratch, "study.yaml")
        file.write_text(yaml.safe_dump({**study}), encoding="utf-8")
        workflow = Workflow(
            config_settings=settings.ConfigSettings(configfiles=[file]),
            resource_settings=settings.ResourceSettings(cores=1),
            # as a job of a call would: nothing is refused, remembered or said
            workflow_settings=settings.WorkflowSettings(exec_mode=ExecMode.SUBPROCESS),
            storage_settings=settings.StorageSettings(),
            logger_manager=LoggerManager(logger, settings.OutputSettings()),
        )
        workflow.include(Path(home) / "Snakefile", overwrite_default_target=True)
        try:
            return _planned(workflow, ["all", *rules])
        finally:
            workflow.tear_down()


def changed(before: Mapping[str, Job], after: Mapping[str, Job]) -> list[str]:
    """Files to be made when one plan follows another, and all that is made of these."""
    anew = {path for path, job in after.items() if before.get(path) != job}
    # until nothing is added: chains are as long as the rules make them
    while more := {
        path
        for path, job in after.items()
        if path not in anew and not anew.isdisjoint(job.inputs)
    }:
        anew |= more
    return sorted(anew)


def _planned(workflow: Workflow, targets: Iterable[str]) -> dict[str, Job]:
    jobs: dict[str, Job] = {}
    rules = map(workflow.get_rule, targets)
    waiting = [path for rule in rules for path in _expanded(rule, {})[1].inputs]
    while waiting:
        path = waiting.pop()
        makers = (rule for rule in workflow.rules if rule.is_producer(path))
        rule = None if path in jobs else next(makers, None)
        if rule:
            # all outputs at once: the job is looked at no second time
            files, job = _expanded(rule, rule.get_wildcards(path))
            jobs.update(dict.fromkeys(files, job))
            waiting += job.inputs
    return dict(sorted(jobs.items()))


def _expanded(rule: Rule, coordinates: Mapping[str, str]) -> tuple[list[str], Job]:
    wildcards = Wildcards(fromdict=coordinates)
    inputs, *_ = rule.expand_input(wildcards)
    outputs, _ = rule.expand_output(wildcards)
    machine = SimpleNamespace(resources=None)  # no param is told of it
    params, _ = rule.expand_params(wildcards, inputs, outputs, machine)
    spec, code = (params.get(name, "") for name in ("spec", "code"))
    return list(map(str, outputs)), Job(rule.name, spec, code, tuple(map(str, inputs)))
