import ast
import importlib
from pathlib import Path

import pytest

from quaver.measures import registry
from quaver.measures.registry import MEASURES


@pytest.mark.parametrize("measure", MEASURES.values(), ids=list(MEASURES))
def test_every_entry_is_complete_and_names_a_function_that_exists(measure):
    module, name = measure.function.split(":")
    found = getattr(importlib.import_module(f"quaver.measures.{module}"), name)
    assert callable(found)
    assert measure.best in ("low", "high")
    assert measure.range[0] < measure.range[1]
    assert measure.label and measure.symbol and measure.formula and measure.source
    assert (measure.scale == 1) == (measure.unit == "")


def test_labels_and_symbols_are_distinct():
    for field in ("label", "symbol"):
        values = [getattr(measure, field) for measure in MEASURES.values()]
        assert len(set(values)) == len(values)


def test_every_module_of_measures_is_in_the_registry():
    folder = Path(registry.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__", "registry"}
    named = {measure.function.split(":")[0] for measure in MEASURES.values()}
    assert named == modules


def test_the_registry_is_light():
    tree = ast.parse(Path(registry.__file__).read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert [node.module for node in imports] == ["dataclasses"]


def test_a_measure_that_is_added_changes_no_other():
    """The package itself is part of the code of every measure (digest)."""
    package = Path(registry.__file__).with_name("__init__.py")
    assert len(ast.parse(package.read_text()).body) == 1  # the docstring
