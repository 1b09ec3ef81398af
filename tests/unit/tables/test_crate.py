"""The description of a crate, beside what the flow tests check of a whole one."""

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from quaver.house.crate import Crate, Packed, metadata
from quaver.results.work import Work

ROOT = Path(__file__).parents[3]
CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
NAMES = ("Snakefile", "README.md", "results/tiny/study.yaml", "results/tiny/summary.h5")
CRATE = Crate(
    study="tiny",
    files=[Packed(name, 7, "00" * 32) for name in NAMES],
    inputs=[("text-mine", "Text of the corpus mine", "ab")],
    work=Work(
        training=1.5,
        other=0.25,
        hosts={"n1": 4, "n2": 1},
        versions={"gensim": ("4.3.0", "4.4.0"), "rjieba": (), "snakemake": ("9.27.1",)},
        quaver=("0.1.0",),
        pythons=("3.11.7",),
        commits=("aef6",),
        started="2026-11-18T10:50:31+00:00",
        finished="2026-11-18T12:10:00+00:00",
    ),
    cited=CITED,
    keys=["quaver", "yin2018", "schoenemann1966"],
    models=1200,
)


def described(crate=CRATE):
    return {entity["@id"]: entity for entity in metadata(crate)["@graph"]}


def test_the_root_tells_how_to_run_the_study_again():
    root = described()["./"]
    assert "1,200 models of the study tiny" in root["description"]
    assert root["description"].endswith("--configfile results/tiny/study.yaml.")
    assert root["datePublished"] == "2026-11-18"


def test_without_a_word_on_it_nobody_is_named_and_no_licence():
    entities = described()
    assert "author" not in entities["./"] and "agent" not in entities["#run"]
    licence = entities[entities["./"]["license"]["@id"]]
    assert licence["name"] == "Not stated: ask who ran the study"
    assert entities["Snakefile"]["license"]["@id"].endswith("/MIT")


def test_who_ran_the_study_is_named_with_the_licence_of_the_results():
    orcid = "0000-0002-1825-0097"
    authors = [("Ada Lovelace", orcid), ("Mary Somerville", "")]
    entities = described(replace(CRATE, authors=authors, license="CC-BY-4.0"))
    people = [{"@id": f"https://orcid.org/{orcid}"}, {"@id": "#author-2"}]
    assert entities["./"]["author"] == entities["#run"]["agent"] == people
    named = [entities[one["@id"]] for one in people]
    assert [one["name"] for one in named] == ["Ada Lovelace", "Mary Somerville"]
    assert {one["@type"] for one in named} == {"Person"}
    licence = entities[entities["./"]["license"]["@id"]]
    assert licence["@id"].endswith("/CC-BY-4.0") and licence["name"] == "CC-BY-4.0"


def test_a_licence_that_is_the_workflow_s_is_described_once():
    graph = metadata(replace(CRATE, license="MIT"))["@graph"]
    ids = [entity["@id"] for entity in graph]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("pkg:pypi/gensim@4.3.0", "4.3.0"),
        ("pkg:pypi/gensim@4.4.0", "4.4.0"),
        ("pkg:generic/python@3.11.7", "3.11.7"),
    ],
)
def test_software_has_the_versions_that_were_at_work(name, version):
    assert described()[name]["softwareVersion"] == version
    assert not [each for each in described() if "rjieba" in each]


def test_machines_and_time_are_told():
    entities = described()
    used = [entities[one["@id"]] for one in entities["#run"]["resourceUsage"]]
    assert [one["value"] for one in used] == [1.75, 4, 1]
    assert all(one["propertyID"] and one["unitCode"] for one in used)
    assert entities["#run"]["description"].endswith("Commits: aef6.")


def test_a_study_of_spaces_trained_elsewhere_has_no_inputs_to_name():
    entities = described(replace(CRATE, inputs=[]))
    assert entities["Snakefile"]["input"] == {"@id": "#study"}
    assert "#inputs" not in entities


def test_papers_are_found_by_doi_where_they_have_one():
    papers = [one["@id"] for one in described()["./"]["citation"]]
    assert papers == ["#yin2018", "https://doi.org/10.1007/BF02289451"]
