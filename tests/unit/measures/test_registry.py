import ast
import importlib
import inspect
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from quaver import measures
from quaver.measures import MEASURES, QUANTITIES
from quaver.measures.declare import (
    FILES,
    MODELS,
    Cost,
    Measure,
    Quantity,
    registry,
)

FOLDER = Path(measures.__file__).parent
MODULES = {path.stem: ast.parse(path.read_text()) for path in FOLDER.glob("[a-z]*.py")}


def test_every_quantity_is_complete():
    wrong = []
    for key, quantity in QUANTITIES.items():
        texts = (quantity.label, quantity.symbol, quantity.formula, quantity.source)
        is_right = all(texts) and quantity.best in ("low", "high")
        is_right &= quantity.range[0] < quantity.range[1]
        wrong += [key] * (not is_right or (quantity.scale == 1) == bool(quantity.unit))
    assert not wrong


def test_labels_and_symbols_are_distinct():
    for field in ("label", "symbol"):
        values = [getattr(quantity, field) for quantity in QUANTITIES.values()]
        assert len(set(values)) == len(values)


def test_every_measure_is_declared_where_it_is_computed():
    """The digest leaves the declaration out, so what computes has a name of its own."""
    for name, measure in MEASURES.items():
        module = importlib.import_module(f"quaver.measures.{name}")
        assert (measure.name, measure.compute) == (name, module.measure)
        assert list(inspect.signature(measure.compute).parameters) == ["given", "out"]
        known = {*MEASURES, *FILES}
        assert {other.rstrip("?") for other in measure.reads} <= known, name
        assert measure.message.endswith(".") and "{subject}" in measure.message


def test_rules_files_and_kinds_of_measures_are_their_own():
    assert len({measure.rule for measure in MEASURES.values()}) == len(MEASURES)
    assert len({measure.file for measure in MEASURES.values()}) == len(MEASURES)


def test_a_measure_comes_after_what_it_reads():
    names = list(MEASURES)
    for name, measure in MEASURES.items():
        assert all(names.index(other) < names.index(name) for other in measure.others)


def test_declarations_are_statements_a_digest_can_leave_out():
    found = {
        name
        for name, tree in MODULES.items()
        for node in tree.body
        if isinstance(node, ast.Assign)
        and "MEASURE" in {getattr(target, "id", "") for target in node.targets}
    }
    assert found == {*MEASURES}


def test_measures_open_no_file():
    strangers = {
        (name, node.module)
        for name, tree in MODULES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module.startswith("quaver.")
        if node.module.split(".")[1] in ("store", "results", "engine", "grid", "config")
    }
    assert not strangers


def test_a_measure_loads_no_other():
    """The package is part of the code of every measure (digest), and of none."""
    package = ast.parse((FOLDER / "__init__.py").read_text())
    imports = [x.module for x in package.body if isinstance(x, ast.ImportFrom)]
    assert imports == ["importlib", "pathlib"]
    code = "import sys, quaver.measures.directions; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "quaver.measures.pip" not in loaded


def toy(name, *quantities):
    return Measure(
        name=name,
        reads=(MODELS, "pip", "quality?"),
        message="Toy with {subject}.",
        cost=Cost(lambda size: 0, lambda size: 0),
        quantities=dict.fromkeys(quantities, Quantity("a", "b", "c", "d")),
    )


@pytest.mark.parametrize("key", ["x", "share"])
def test_what_is_declared_twice_is_refused(key):
    """By two measures, or by one and by the table."""
    names = {"x": "ab", "share": "a"}[key]
    measures = [replace(toy(name, key), reads=(MODELS,)) for name in names]
    with pytest.raises(ValueError, match=f"declares {key}, which is declared already"):
        registry([SimpleNamespace(MEASURE=measure) for measure in measures])


def test_a_measure_fills_in_what_follows_from_its_name():
    measure = toy("toy")
    assert measure.rule == "measure_toy" and measure.kind == "toy"
    assert measure.file == "measures/{view}/{technique}/{sampling}/toy.h5"
    assert measure.others == {"pip": True, "quality": False}
    words = "{wildcards.view} / {wildcards.technique} / {wildcards.sampling}"
    assert measure.sentence == f"Toy with {words}."
