"""CITATION.cff is complete, and what the project cites stands in it."""

import re
from pathlib import Path

import pytest
import yaml

import quaver
from quaver.config.techniques import TRAINERS
from quaver.house import citation
from quaver.measures import QUANTITIES
from quaver.spaces.averages import METHODS

ROOT = Path(__file__).parents[2]
CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
PAPERS = {
    key: paper for key, paper in citation.references(CITED).items() if key != "quaver"
}
# Kinds of references of the Citation File Format 1.2.0 that the renderers know.
NEEDED = {
    "article": ("journal",),
    "book": ("publisher",),
    "conference-paper": ("collection-title", "conference"),
    "generic": ("collection-title",),  # a chapter, which the format has no word for
    "report": (),
    "thesis": ("institution", "thesis-type"),
}
DOI = re.compile(r"10\.\d{4,9}(\.\d+)?/[A-Za-z0-9:/_;\-.()\[\]\\]+")  # of its schema


def test_the_file_says_what_the_format_demands():
    assert CITED["cff-version"] == "1.2.0"
    assert CITED["type"] == "software"
    for key in ("message", "title", "authors", "license", "abstract", "keywords"):
        assert CITED[key], key
    assert all(author["name"] for author in CITED["authors"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", str(CITED["date-released"]))


def test_the_version_is_the_package_s():
    assert CITED["version"] == quaver.__version__


@pytest.mark.parametrize("key", PAPERS)
def test_a_reference_is_complete(key):
    paper = PAPERS[key]
    assert paper["title"] and paper["notes"] and isinstance(paper["year"], int)
    assert all(
        person["family-names"] and person["given-names"] for person in paper["authors"]
    )
    assert set(NEEDED[paper["type"]]) <= set(paper)
    assert "doi" not in paper or DOI.fullmatch(paper["doi"])


def test_the_papers_that_are_replicated_are_there():
    wanted = {
        *("rettenmeier2020", "antoniak2018", "elekes2018", "bloem2019", "white2015"),
        *("yin2018", "mikolov2013", "bojanowski2017", "pennington2014"),
        *("levy2015", "deerwester1990"),
    }
    assert wanted <= set(PAPERS)


@pytest.mark.parametrize("name", [*QUANTITIES, *METHODS])
def test_what_a_measure_or_method_comes_from_is_there(name):
    source = {**QUANTITIES, **METHODS}[name].source
    assert set(citation.keys_in(source)) <= set(PAPERS)
    assert citation.keys_in(source) or "as above" in source


def test_what_a_technique_comes_from_is_there():
    marks = {name: re.findall(r"@(\w+)", kind.label) for name, kind in TRAINERS.items()}
    assert {name for name, cited in marks.items() if not cited} == {"noise", "vectors"}
    assert set().union(*marks.values()) <= set(PAPERS)


def test_what_the_readme_cites_is_there():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.partition("## How to cite")[2]
    assert {"rettenmeier2020", "antoniak2018", "yin2018"} <= set(
        citation.keys_in(section)
    )
    assert set(citation.keys_in(section)) <= set(PAPERS)
