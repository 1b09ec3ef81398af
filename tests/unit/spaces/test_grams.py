import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from quaver.spaces import grams
from quaver.spaces.grams import Held, blocks, in_slices, tiles
from quaver.spaces.normalise import unit_rows

DIMS = 6


def cell(runs=5, words=90, dims=DIMS, seed=3):
    generator = np.random.default_rng(seed)
    return [unit_rows(generator.standard_normal((words, dims))) for _ in range(runs)]


class Watched(Held):
    """Spaces that remember how many rows were read at once, and of which runs."""

    def __init__(self, spaces):
        super().__init__(spaces)
        self.reads = []

    def rows(self, run, part):
        self.reads.append((run, part.stop - part.start))
        return super().rows(run, part)


def all_of(spaces):
    """Grams of all tiles together: own, cross."""
    own, cross = {}, {}
    for tile in tiles(spaces):
        own |= tile.own
        assert not cross.keys() & tile.cross.keys()
        cross |= tile.cross
    return own, cross


def test_grams_are_the_products_of_all_pairs():
    spaces = cell()
    own, cross = all_of(Held(spaces))
    wide = [space.astype(np.float64) for space in spaces]
    assert sorted(own) == list(range(5))
    assert list(cross) == [(i, j) for i in range(5) for j in range(i + 1, 5)]
    for run, gram in own.items():
        assert_allclose(gram, wide[run].T @ wide[run], rtol=1e-12, atol=1e-12)
    for (i, j), gram in cross.items():
        assert gram.dtype == np.float64
        assert_allclose(gram, wide[i].T @ wide[j], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("held", [0, 3, 8, 14])
def test_tiles_hold_few_grams_and_change_no_bit(held, monkeypatch):
    spaces = Held(cell())
    own, cross = all_of(spaces)
    monkeypatch.setattr(grams, "GRAM_BYTES", held * 8 * DIMS * DIMS)
    sizes, met = [], {run: [] for run in range(5)}
    for tile in tiles(spaces):
        sizes.append(len(tile.own) + len(tile.cross))
        for i, j in tile.cross:
            met[i].append(j)
            met[j].append(i)
        for run, gram in tile.own.items():
            assert_array_equal(gram, own[run])
        for pair, gram in tile.cross.items():
            assert_array_equal(gram, cross[pair])
    assert len(sizes) > 1 and max(sizes) <= max(held, 3)
    for run, others in met.items():
        assert others == [other for other in range(5) if other != run], "not ascending"


def test_a_tile_is_emptied_after_its_turn(monkeypatch):
    monkeypatch.setattr(grams, "GRAM_BYTES", 0)
    kept = list(tiles(Held(cell(3))))
    assert len(kept) == 3
    assert not any(tile.own or tile.cross for tile in kept[:-1])


def test_rows_pass_block_by_block(monkeypatch):
    monkeypatch.setattr(grams, "ROWS", 40)
    spaces = Watched(cell(3))
    parts = []
    for part, rows in blocks(spaces, [0, 2]):
        parts.append(part)
        assert list(rows) == [0, 2]
        assert rows[2].dtype == np.float64
        assert_array_equal(rows[2], spaces.rows(2, part))
    assert parts == [slice(0, 40), slice(40, 80), slice(80, 90)]
    spaces.reads.clear()
    all_of(spaces)
    assert max(length for _, length in spaces.reads) == 40
    assert sum(length for _, length in spaces.reads) == 1 + 3 * 90


def test_block_size_matters_only_to_rounding(monkeypatch):
    spaces = Held(cell(3))
    _, whole = all_of(spaces)
    monkeypatch.setattr(grams, "ROWS", 7)
    for pair, gram in all_of(spaces)[1].items():
        assert_allclose(gram, whole[pair], rtol=1e-12, atol=1e-12)


def test_pairs_of_the_same_bits_are_left_out():
    first, second = cell(2)
    _, cross = all_of(Held([first, second, first.copy()]))
    assert list(cross) == [(0, 1), (1, 2)]


def test_runs_may_have_other_dims():
    wide, narrow = cell(1)[0], cell(1, dims=4)[0]
    _, cross = all_of(Held([wide, narrow]))
    assert cross[0, 1].shape == (DIMS, 4)


def test_arrays_and_spaces_are_taken_alike():
    spaces = cell(2)
    held = in_slices(spaces)
    assert len(held) == 2 and held.words == 90
    assert in_slices(held) is held
    assert in_slices(spaces).rows(1, slice(3, 5)).shape == (2, DIMS)


@pytest.mark.parametrize("length", [0.999, 1.1, np.nan])
def test_a_row_that_is_not_of_unit_length_is_named(length, monkeypatch):
    monkeypatch.setattr(grams, "ROWS", 40)
    spaces = cell(3)
    spaces[2][77] *= length
    with pytest.raises(ValueError, match="length 1. Row 77 of run 2 has not"):
        all_of(Held(spaces))


def test_spaces_of_other_shapes_are_refused():
    spaces = cell(2)
    with pytest.raises(ValueError, match="the 90 shared words .* Got 89 .* run 1"):
        Held([spaces[0], spaces[1][1:]])
    with pytest.raises(ValueError, match=r"\(words, dims\) .* shape \(5,\) for run 0"):
        Held([np.ones(5)])
