"""Methods have one list of names: in the code, the study and its schema."""

from pathlib import Path

import yaml

from quaver.config import study
from quaver.spaces.averages import METHODS
from quaver.statistics import bootstrap

SCHEMA = Path(__file__).parents[2] / "workflow/schemas/study.schema.yaml"


def test_every_method_can_be_named_in_a_study():
    schema = yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))
    averages = schema["properties"]["analyses"]["properties"]["averages"]["properties"]
    named = averages["method"]["enum"]
    assert named == averages["compare"]["items"]["enum"] == list(METHODS)
    assert tuple(named) == study.METHODS


def test_every_method_says_what_it_is():
    labels = [method.label for method in METHODS.values()]
    assert all(labels) and len(set(labels)) == len(labels)
    assert all(method.source for method in METHODS.values())


def test_every_way_to_make_intervals_can_be_named_in_a_study():
    schema = yaml.safe_load(SCHEMA.read_text(encoding="utf-8"))
    analyses = schema["properties"]["analyses"]["properties"]
    named = analyses["neighbours"]["properties"]["method"]["enum"]
    assert named == list(bootstrap.METHODS)
    assert study.Neighbours().method == bootstrap.DEFAULT
