"""What else can be asked of snakemake: check, forecast, a report."""

import re
import zipfile
from collections import Counter

import pytest

from quaver.engine.plan import plan

NO_NET = {
    name: "http://127.0.0.1:9" for name in ("http_proxy", "https_proxy", "all_proxy")
}


def test_check_of_a_sound_study(finished, whole):
    said = finished.finish("check", study=whole)
    assert re.search(r"ok: corpus early: 7 documents, [\d,]{6,} characters", said)
    for run in (1, 2, 3):
        assert f"ok: given: given/run{run}.txt: 29 words x 6" in said
    assert re.search(r"ok: \d+ GB of disk are free", said)
    assert "The study and its inputs are in order." in said
    assert "wrong" not in said


@pytest.fixture(scope="module")
def forecast(finished):
    written = finished.results("whole")["study.yaml"].read_text(encoding="utf-8")
    said = finished.finish("forecast", study=written)
    return {
        line.split()[0]: line
        for line in said.splitlines()
        if re.match(r"(study|models|jobs|CPU|memory|disk) ", line)
    }


def number(line):
    return float(re.search(r"[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?", line)[0])


def test_forecast_counts_models_and_jobs(forecast, finished, whole):
    assert forecast["study"].split() == ["study", "whole"]
    assert number(forecast["models"]) == 5 * 3 * 4 + 3
    whole["study"] = "anew"
    jobs = {id(job): job.rule for job in plan(whole, finished.path).values()}
    planned = {**Counter(jobs.values()), "all": 1}
    assert number(forecast["jobs"]) == sum(planned.values())
    told = re.findall(r"(\w+) (\d+)(?:,|$)", forecast["jobs"])
    assert {rule: int(count) for rule, count in told} == planned


def test_forecast_of_time_and_room(forecast, finished):
    """Of the order of what it was: the models here are small, so no more is asked."""
    assert " seconds on this machine" in forecast["CPU"]
    assert 0 < number(forecast["CPU"]) < 600
    assert 50 < number(forecast["memory"]) < 5000
    files = finished.results("whole", "[am][vo]*/**/*.h5").values()
    room = sum(file.stat().st_size for file in files) / 1e6
    assert room / 4 < number(forecast["disk"]) < room * 4


def test_a_report_is_made_without_the_net(finished, whole, tmp_path):
    out = tmp_path / "report.zip"
    finished.finish("--report", out, study=whole, **NO_NET)
    with zipfile.ZipFile(out) as report:
        assert report.testzip() is None
        names = " ".join(report.namelist())
        page = next(n for n in report.namelist() if n.endswith("report.html"))
        text = report.read(page).decode()
    assert "losses" in names + text
    assert "losses.svg" in names + text
    for category in ("Tables", "Figures"):
        assert category in text


def test_a_report_of_one_file(finished, whole, tmp_path):
    out = tmp_path / "report.html"
    finished.finish("--report", out, study=whole, **NO_NET)
    text = out.read_text(encoding="utf-8")
    assert "losses" in text
    assert not re.search(r'<(script|link)[^>]+(src|href)="https?://', text)
