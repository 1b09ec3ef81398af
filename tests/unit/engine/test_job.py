import json
from importlib.metadata import version

from quaver.engine import job


def test_a_missing_package_has_no_version(monkeypatch):
    monkeypatch.setattr(job, "PACKAGES", ("numpy", "no-such-package"))
    versions = json.loads(job.Job([]).provenance()["versions"])
    assert versions == {"numpy": version("numpy"), "no-such-package": ""}


def test_what_cuts_texts_is_named_with_its_version():
    assert {"regex", "sentencex", "sacremoses", "icu4py", "rjieba"} <= {*job.PACKAGES}
