"""Calling a measure as its rule does."""

import json

from quaver.engine.job import Job
from quaver.measures import MEASURES
from quaver.stages.measure import measure


def call(name, output, inputs, spec=None):
    """Have a measure write its file from some files; give the file's path."""
    given = ["--output", str(output), "--spec", json.dumps(spec or {})]
    measure(Job([*given, "--input", *map(str, inputs)]), MEASURES[name])
    return output
