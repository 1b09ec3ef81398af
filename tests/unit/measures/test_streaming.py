"""What a stage holds in memory does not grow with the runs of a cell."""

import tracemalloc

import numpy as np
import pytest
from measuring import call

from quaver import store
from quaver.measures import neighbours, prediction
from quaver.results.blocks import put_runs, put_space
from quaver.results.runs import Runs
from quaver.spaces import moments, queries
from quaver.spaces.space import Space

FEW, MANY = 8, 32
PER_BLOCK = 4
WORDS, DIMS = 4000, 32  # half a megabyte a run
COMPARED = 4  # runs compared two by two
SLACK = 1.25  # of the peak with a quarter of the runs

PIP = {"runs": COMPARED}
AVERAGES = {"size": 2, "method": "tree"}
ASKED = {"queries": ["word1", "word9"], "neighbours": ["word3"], "ranks": 5}
LISTS = {"neighbours": [2, 5], "targets": 8, "seed": 3}
PROXIES = {"proxies": [50], "run_pairs": 2, "targets": 9, "target_seed": 2, "seed": 1}
SCORES = {"language": "en", "lowercase": False, "normalise": "NFC", "restrict": 1000}
COMPARING = {
    **{"methods": ["tree", "one"], "sizes": [2], "runs": COMPARED, "method": "tree"},
    **{"pairs": 10, "seed": 1, "word": "", "target_seed": 5, "quality": SCORES},
}
TRUTH = {"words": ["word3", "word9"], "binary": [1, 0], "graded": [1.0, 0.0]}
CHANGED = {**SCORES, "truth": TRUTH, "missing": "unchanged"}
# measure: what it is told, and the files it reads
MEASURED = {
    "pip": (PIP, ["models"]),
    "neighbours": (LISTS, ["models"]),
    "queries": (ASKED, ["models"]),
    "distances": (PIP, ["models", "neighbours"]),
    "consistency": (PIP, ["neighbours"]),
    "cosines": ({"pairs": 9, "seed": 1, "example": []}, ["models"]),
    "prediction": (
        {"targets_at_2": 3, "seed": 3, "example": ""},
        ["models", "neighbours"],
    ),
    "proxies": (PROXIES, ["models"]),
    "quality": (SCORES, ["models"]),
    "average_spaces": (AVERAGES, ["models"]),
    "averages": (PIP, ["average", "pip"]),
    "compare_averages": (COMPARING, ["pip", "quality", "models"]),
    "vocabulary": ({}, ["models"]),
    "change_alignment": ({"overlap": False}, ["pair"]),
    "change_size": ({}, ["pair", "drawn"]),
    "change_scores": (CHANGED, ["change_alignment", "text0", "text1"]),
}


def write_cell(folder, runs):
    """Noise of so many runs in blocks, and what stages read beside them."""
    for name in ("", "late", "early_drawn", "late_drawn"):
        write_blocks(folder / name, runs)
    lines = (f"word{k} word{k + 1} {k % 7}" for k in range(60))
    (folder / "pairs.txt").write_text("\n".join(lines), encoding="utf-8")
    for late in (0, 1):
        with store.create(folder / f"text{late}.h5", "corpus", dict) as file:
            file.put("document_offsets", ("edges",), np.array([0, 4, 10]))
    for stage, name in (
        ("neighbours", "neighbours"),
        ("pip", "pip"),
        ("average_spaces", "average"),
        ("quality", "quality"),
        ("change_alignment", "change_alignment"),
    ):
        spec, read = MEASURED[stage]
        call(stage, folder / f"{name}.h5", inputs(folder, read), told(folder, spec))
    return folder


def write_blocks(folder, runs):
    """Noise of so many runs in blocks."""
    folder.mkdir()
    generator = np.random.default_rng([runs, *folder.name.encode()])
    names = [f"word{k}" for k in range(WORDS)]
    present, counts = np.ones(WORDS, dtype=bool), np.arange(WORDS, 0, -1)
    for first in range(1, runs + 1, PER_BLOCK):
        path = folder / f"{first}-{first + PER_BLOCK - 1}.h5"
        with store.create(path, "models", dict) as file:
            for place in range(PER_BLOCK):
                vectors = generator.standard_normal((WORDS, DIMS), np.float32)
                put_space(file, place, PER_BLOCK, Space(vectors, present, counts))
            put_runs(file, names, np.arange(first, first + PER_BLOCK))


def inputs(folder, names):
    models = {"models": blocks(folder)}
    models["pair"] = blocks(folder) + blocks(folder / "late")
    models["drawn"] = blocks(folder / "early_drawn") + blocks(folder / "late_drawn")
    return [path for n in names for path in models.get(n, [folder / f"{n}.h5"])]


def told(folder, spec):
    """The spec of a stage; one that scores is told where the pairs are."""
    entry = {"path": str(folder / "pairs.txt"), "format": "pairs", "encoding": "utf-8"}
    if spec is SCORES:
        return {**spec, "sets": {"own": entry}}
    scoring = {"quality": {**SCORES, "sets": {"own": entry}}}
    return {**spec, **scoring} if "quality" in spec else spec


def blocks(folder):
    return sorted(folder.glob("*-*.h5"), key=lambda path: int(path.stem.split("-")[0]))


def peak(stage, output, inputs, spec):
    """Most bytes of Python and numpy at once, of what is compiled."""
    tracemalloc.start()
    call(stage, output, inputs, spec)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cells")
    return {runs: write_cell(folder / str(runs), runs) for runs in (FEW, MANY)}


@pytest.fixture
def small_bounds(monkeypatch):
    """Bounds that the few runs reach already, as large cells do with the real ones."""
    monkeypatch.setattr(prediction, "GATHERED", 1 << 19)
    monkeypatch.setattr(prediction, "BUDGET", 1 << 21)
    monkeypatch.setattr(prediction, "SAMPLE", 1 << 14)
    monkeypatch.setattr(moments, "WIDE", 1 << 18)
    monkeypatch.setattr(queries, "WIDE", 1 << 18)
    monkeypatch.setattr(neighbours, "TOGETHER", 1 << 14)


@pytest.mark.parametrize("stage", MEASURED)
def test_four_times_the_runs_take_no_more_memory(stage, cells, small_bounds, tmp_path):
    spec, read = MEASURED[stage]
    output = tmp_path / "out.h5"
    given = [(inputs(cell, read), told(cell, spec)) for cell in cells.values()]
    call(stage, output, *given[0])
    few, many = (peak(stage, output, *each) for each in given)
    assert many < SLACK * few
    assert many < MANY * WORDS * DIMS * 4  # the runs themselves


def test_a_cell_holds_of_its_runs_what_they_have_in_common(cells):
    sizes = []
    for folder in cells.values():
        paths = blocks(folder)
        tracemalloc.start()
        runs = Runs(paths)
        sizes.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert runs.in_every.all() and runs.in_any.all()
    assert sizes[1] - sizes[0] < (MANY - FEW) * WORDS / 4
