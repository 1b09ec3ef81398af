"""Pages made from data are equal to it."""

import importlib.util
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["citing", "coverage", "measures", "quality", "study"])
def test_a_page_says_what_it_is_made_from(name):
    spec = importlib.util.spec_from_file_location(name, DOCS / f"write_{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert page == module.page(), "run: make docs"
