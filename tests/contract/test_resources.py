"""Every rule says how much machine it takes; a job of a cluster can be tried again."""

import re
from pathlib import Path

import yaml
from written_rules import rules

ROOT = Path(__file__).parents[2]
LIGHT = {"write_study", "check", "forecast", "status"}  # no jobs of a cluster


RULES = {name: text for name, text in rules().items() if "    shell:\n" in text}
PROFILES = {
    name: yaml.safe_load((ROOT / f"profiles/{name}/config.yaml").read_text("utf-8"))
    for name in ("default", "slurm")
}


def test_a_rule_asks_for_memory_and_time(subtests):
    for rule in RULES:
        with subtests.test(rule=rule):
            asked = re.search(
                r"^    resources:\n((?:        .*\n)+)", RULES[rule], re.M
            )
            assert asked, "no resources"
            assert "mem_mb=" in asked[1]
            assert "runtime=" in asked[1]


def test_a_job_of_a_cluster_asks_for_more_at_each_attempt(subtests):
    for rule in sorted(RULES.keys() - LIGHT):
        with subtests.test(rule=rule):
            asked = re.search(
                r"^    resources:\n((?:        .*\n)+)", RULES[rule], re.M
            )[1]
            assert "mem_mb=megabytes(" in asked or "attempt *" in asked
            assert "runtime=minutes(" in asked
            assert "--memory {resources.mem_mb}" in RULES[rule]
            assert "localrule" not in RULES[rule]


def test_what_is_light_runs_where_the_workflow_does(subtests):
    for rule in sorted(LIGHT):
        with subtests.test(rule=rule):
            assert "localrule: True" in RULES[rule]


def test_attempts_are_the_profiles_affair():
    """In a rule they would be tried again within the job of Slurm, too."""
    assert PROFILES["slurm"]["retries"] >= 1
    assert not [rule for rule, text in RULES.items() if "retries:" in text]


def test_the_profiles_differ_in_where_jobs_run_only():
    here, there = PROFILES["default"], PROFILES["slurm"]
    own = {"executor", "jobs", "default-resources", "set-threads", "retries"}
    own |= {"latency-wait", "cores", "printshellcmds"}
    common = (here.keys() | there.keys()) - own
    assert len(common) > 4
    assert {k: here.get(k) for k in common} == {k: there.get(k) for k in common}
