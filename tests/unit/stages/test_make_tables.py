"""What is said of the tables is said of every one."""

import re
from pathlib import Path

from quaver.house.trusted import LISTS
from quaver.stages.make_tables import TABLES

ROOT = Path(__file__).parents[3]


def test_the_rule_expects_what_the_stage_makes():
    rule = (ROOT / "workflow/rules/tables.smk").read_text(encoding="utf-8")
    listed = re.search(r"TABLES = \[(.*?)\]", rule, re.DOTALL)[1]
    assert sorted(re.findall(r'"(\w+)"', listed)) == sorted(TABLES)


def test_the_rule_of_lists_expects_what_its_stage_makes():
    rule = (ROOT / "workflow/rules/tables.smk").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^TRUSTED = \[(.*?)\]", rule, re.MULTILINE)
    assert sorted(re.findall(r'"(\w+)"', listed)) == sorted(LISTS)
    assert not LISTS.keys() & TABLES.keys()


def test_the_report_describes_every_table():
    page = (ROOT / "workflow/report/table.rst").read_text(encoding="utf-8")
    assert sorted(set(re.findall(r"``(\w+_\w+|[a-z]{5,})``", page))) == sorted(
        [*TABLES, *LISTS]
    )
