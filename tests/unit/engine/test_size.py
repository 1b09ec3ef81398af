"""How much disk a forecast counts."""

import pytest
import yaml

from quaver.config import understand
from quaver.engine.size import Room, Size, most_at_once, stored_bytes
from quaver.grid import Grid

TEXT = {"language": "en", "source": {"kind": "sotu"}}
SIZE = Size(words=5_000, tokens=100_000, dims=100)


def planned(retention=None, vocabulary="runs", corpora=None):
    """The grid of a study of two texts, two techniques and two samplings."""
    written = {
        "study": "stored",
        "seed": 1,
        "runs": 16,
        "corpora": corpora or {"a": TEXT, "b": TEXT},
        "techniques": {"g": {"trainer": "glove"}, "w": {"trainer": "word2vec"}},
        "samplings": ["fixed", "shuffled"],
        "analyses": {"stability": {"vocabulary": vocabulary}},
        "retention": retention or {},
    }
    return Grid(understand(yaml.safe_load(yaml.safe_dump(written)), {}))


def rooms(grid):
    return {c: stored_bytes(grid, c, SIZE) for c in grid.cells.values()}


def test_thinned_models_take_half_the_room_of_their_vectors():
    kept, thin, gone = (
        next(iter(rooms(planned({"models": fate})).values()))
        for fate in ("keep", "thin", "delete")
    )
    vectors = 16 * SIZE.words * 100
    assert kept.trained == kept.kept == vectors * 4 + 16 * SIZE.words * 9
    assert thin.kept == kept.kept - vectors * 2
    assert gone.kept == 0
    assert {room.trained for room in (kept, thin, gone)} == {kept.trained}
    assert {room.others for room in (kept, thin, gone)} == {kept.others}
    assert kept.others > 0


def test_contexts_take_as_much_room_as_vectors():
    grid = planned({"models": "thin"})
    cell = next(x for x in grid.cells.values() if x.technique == "w")
    plain = stored_bytes(grid, cell, SIZE)
    object.__setattr__(grid.study.techniques["w"].parameters, "contexts", True)
    both = stored_bytes(grid, cell, SIZE)
    vectors = 16 * SIZE.words * 100
    assert both.trained - plain.trained == 4 * vectors
    assert both.kept - plain.kept == 2 * vectors
    assert both.others == plain.others


@pytest.mark.parametrize("vocabulary", ["runs", "techniques"])
def test_what_is_kept_stands_at_once(vocabulary):
    grid = planned(vocabulary=vocabulary)
    found = rooms(grid)
    total = sum(room.kept + room.others for room in found.values())
    assert most_at_once(grid, found) == total


@pytest.mark.parametrize(
    ("vocabulary", "most"),
    [
        ("runs", 2 * 100 + 8),  # the last two of eight cells, and what is left of all
        ("techniques", 3 * 100 + 7),  # two that share words, and the one after them
    ],
)
def test_models_stand_until_their_cell_is_measured(vocabulary, most):
    """Of eight cells in turn, each retired while the next is trained."""
    grid = planned({"models": "delete"}, vocabulary)
    found = dict.fromkeys(rooms(grid), Room(100.0, 0.0, 1.0))
    assert most_at_once(grid, found) == most
